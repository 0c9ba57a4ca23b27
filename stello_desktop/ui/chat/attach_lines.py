"""What became of files that were not quoted: one line each above the message, with the reason and what can be done."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from stello_desktop.ui import theme
from stello_desktop.ui.controls import button, repolish
from stello_desktop.ui.flow_layout import FlowingWords, FlowLayout

_MOST_LINES: Final = 6
_TOP_PX: Final = 5
"""So that the first line stands beside *Close*."""

_LINE: Final = 1.9
"""Heights of the text for a line and the room below it."""


class _Line(QWidget):
    """One file: a sentence, and at most one thing to do beside or below it."""

    def __init__(self, words: str, action: str, start: Callable[[], object]) -> None:
        super().__init__()
        self.words, self.action = words, action
        self.setObjectName("attachLine")
        self.setAccessibleName(words)
        row = FlowLayout(self, gap_px=8)
        row.addWidget(FlowingWords(words, "attachWords"))
        self.button = button(action, name="attachBeginning", kind="link")
        self.button.setProperty("flush", True)
        self.button.setAccessibleDescription(words)
        row.addWidget(self.button)
        self.button.setVisible(bool(action))
        self.button.clicked.connect(start)


class AttachLines(QFrame):
    """A list that is not there while it is empty, and scrolls where it would take the room of the messages.

    Signals:
        closed: the person has read them.
        left: what held the keyboard here has gone.
        language_changed: they have to be said in other words.
    """

    closed = Signal()
    left = Signal()
    language_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("attachLines")
        self._lines: dict[Path, _Line] = {}
        self._body = QWidget()
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(0, _TOP_PX, 0, 0)
        self._column.setSpacing(4)
        self._list = QScrollArea()
        self._list.setWidgetResizable(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setWidget(self._body)
        self._close = button(name="attachClose", kind="link")
        self._close.setProperty("textSize", "small")
        self._close.clicked.connect(self.closed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._list, 1)
        row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        self._translate()
        self.hide()

    def tell(
        self, path: Path, words: str, action: str = "", start: Callable[[], object] = lambda: None
    ) -> None:
        """Say what became of a file, in the place of what was said about it before.

        Args:
            action: what can be done; empty for nothing.
        """
        before = self._lines.get(path)
        if before is not None and (before.words, before.action) == (words, action):
            return
        line = self._lines[path] = _Line(words, action, start)
        if before is None:
            self._column.addWidget(line)
        else:
            self._column.insertWidget(self._column.indexOf(before), line)
            self._take(before)
        self.show()
        repolish(line)
        self._fit()
        self._list.ensureWidgetVisible(line, 0, 0)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def forget(self, path: Path) -> None:
        """There is nothing more to say about this file."""
        line = self._lines.pop(path, None)
        if line is not None:
            self._take(line)
            self._fit()

    def clear(self) -> None:
        """Nothing more to say about any of them."""
        for path in list(self._lines):
            self.forget(path)

    def _take(self, line: _Line) -> None:
        held = line.button.hasFocus() or (self._close.hasFocus() and not self._lines)
        self._column.removeWidget(line)
        line.hide()
        line.deleteLater()
        if held:
            self.left.emit()

    def _fit(self) -> None:
        """As tall as its lines, up to some of them."""
        if not self._lines:
            self.hide()
            return
        self._column.invalidate()
        width = max(120, self.width() - self._close.sizeHint().width() - 8)
        needed = self._column.totalHeightForWidth(width)
        most = round(theme.current().px("base") * _LINE * _MOST_LINES)
        self._list.setFixedHeight(min(needed if needed >= 0 else self._column.sizeHint().height(), most))

    def _translate(self) -> None:
        self._close.setText(self.tr("Close"))
        self._close.setAccessibleDescription(self.tr("What is said about attached files"))
        self.setAccessibleName(self.tr("What is said about attached files"))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._translate()
            self.language_changed.emit()
        elif event.type() == QEvent.Type.StyleChange:
            self._fit()
