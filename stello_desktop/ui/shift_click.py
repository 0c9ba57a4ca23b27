"""A button with two meanings: a click asks first, a click with Shift does it at once."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QInputEvent
from PySide6.QtWidgets import QAbstractButton

_TELLING: Final = frozenset({QEvent.Type.MouseButtonRelease, QEvent.Type.KeyPress, QEvent.Type.KeyRelease})


class ShiftClick(QObject):
    """Watches a button; the keyboard's Enter and Space count like the pointer.

    Signals:
        clicked: without Shift.
        shifted: with it.
    """

    clicked = Signal()
    shifted = Signal()

    def __init__(self, target: QAbstractButton) -> None:
        super().__init__(target)
        self._shift = False
        target.installEventFilter(self)
        target.clicked.connect(self._tell)

    def _tell(self) -> None:
        shift, self._shift = self._shift, False
        (self.shifted if shift else self.clicked).emit()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _TELLING and isinstance(event, QInputEvent):
            self._shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        return False
