"""One *Undo* takes back what was typed in one go: Qt alone joins all that was typed in a line, hours apart.

Qt joins what is typed to the step before it only in a text that counts as changed. To call it unchanged begins a new
step, costs nothing, and leaves Qt's steps the only ones.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, override

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

PAUSE_S: Final = 1.0
"""Who has not typed for so long begins something new."""

_MOVES: Final = frozenset(
    {
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_PageDown,
    }
)


class TypingSteps(QObject):
    """Begins a new step after a pause, and wherever the cursor has been moved.

    Attributes:
        clock: seconds that only grow.
    """

    clock: Callable[[], float] = staticmethod(time.monotonic)

    def __init__(self, field: QTextEdit | QPlainTextEdit) -> None:
        super().__init__(field)
        self._field = field
        self._end, self._typed_at = -1, 0.0
        field.textChanged.connect(self._remember)
        field.installEventFilter(self)

    def _remember(self) -> None:
        self._end, self._typed_at = self._field.textCursor().position(), self.clock()

    def begin_anew(self) -> None:
        """What comes now is a step of its own."""
        self._field.document().setModified(False)

    def _before_typing(self) -> None:
        paused = self.clock() - self._typed_at > PAUSE_S
        if paused or self._field.textCursor().position() != self._end:
            self.begin_anew()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in _MOVES:
                self._end = -1
            elif event.text():
                self._before_typing()
        elif isinstance(event, QInputMethodEvent) and event.commitString():
            self._before_typing()
        return False
