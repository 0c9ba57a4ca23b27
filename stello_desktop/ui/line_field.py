"""One line to write in, which shows where its text begins as soon as nobody writes."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QLineEdit, QStyle, QStyleOptionFrame, QWidget

from stello_desktop.ui.controls import set_plain_tooltip

_COMES_BACK: Final = frozenset(
    {
        Qt.FocusReason.ActiveWindowFocusReason,
        Qt.FocusReason.PopupFocusReason,
        Qt.FocusReason.MenuBarFocusReason,
    }
)


class LineField(QLineEdit):
    """A text that is longer than its field shows its beginning, never its end; all of it is the tooltip then.

    Args:
        max_chars: the longest text that it takes; 0 for any.
    """

    def __init__(self, name: str = "", *, max_chars: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        if max_chars:
            self.setMaxLength(max_chars)

    def put(self, text: str) -> None:
        """Show another text from its beginning; the same one is not touched, nor the place of who writes in it."""
        if text != self.text():
            self.setText(text)
            self.setCursorPosition(0)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _COMES_BACK:
            self.setCursorPosition(0)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            set_plain_tooltip(self, self.text() if self.is_cut else "")
        return super().event(event)

    @property
    def is_cut(self) -> bool:
        """Whether there is more text than room."""
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        room = self.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, self)
        return self.fontMetrics().horizontalAdvance(self.text()) > room.width()
