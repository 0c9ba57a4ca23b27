"""One line to write in, which shows where its text begins as soon as nobody writes."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QFocusEvent, QHelpEvent
from PySide6.QtWidgets import QLineEdit, QStyle, QStyleOptionFrame, QWidget

from stello_desktop.ui.controls import set_plain_tooltip
from stello_desktop.ui.preview.spans import units

_COMES_BACK: Final = frozenset(
    {
        Qt.FocusReason.ActiveWindowFocusReason,
        Qt.FocusReason.PopupFocusReason,
        Qt.FocusReason.MenuBarFocusReason,
    }
)


_SAYING: Final = "saysFull"
"""While a field says that it is full, its tooltip is that sentence."""


def keep_short(field: QLineEdit, max_chars: int) -> None:
    """Take so many characters; what a paste has more is left out, and a sentence at the field says so."""
    field.setMaxLength(max_chars)
    field.inputRejected.connect(lambda: _say_full(field, max_chars))


def _say_full(field: QLineEdit, max_chars: int) -> None:
    words = QCoreApplication.translate("LineField", "This field takes %1 characters; the rest was left out.")
    words = words.replace("%1", field.locale().toString(max_chars))
    set_plain_tooltip(field, words)
    field.setProperty(_SAYING, True)
    place = QPoint(0, field.height())
    asking = QHelpEvent(QEvent.Type.ToolTip, place, field.mapToGlobal(place))
    QCoreApplication.sendEvent(field, asking)
    field.setProperty(_SAYING, False)
    set_plain_tooltip(field, "")
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(field, words))


class LineField(QLineEdit):
    """A text that is longer than its field shows its beginning, never its end; all of it is the tooltip then.

    Args:
        max_chars: the longest text that is written in it; 0 for any. A longer one that is put there stays whole, and
            can only be made shorter.
    """

    def __init__(self, name: str = "", *, max_chars: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._max_chars = max_chars
        if max_chars:
            keep_short(self, max_chars)

    def put(self, text: str) -> None:
        """Show another text from its beginning; the same one is not touched, nor the place of who writes in it."""
        if text != self.text():
            if self._max_chars:
                self.setMaxLength(max(self._max_chars, units(text)))
            self.setText(text)
            self.setCursorPosition(0)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _COMES_BACK:
            self.setCursorPosition(0)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and not self.property(_SAYING):
            set_plain_tooltip(self, self.text() if self.is_cut else "")
        return super().event(event)

    @property
    def is_cut(self) -> bool:
        """Whether there is more text than room."""
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        room = self.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, self)
        return self.fontMetrics().horizontalAdvance(self.text()) > room.width()
