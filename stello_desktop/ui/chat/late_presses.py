"""A button that comes up under the pointer takes no click that was meant for the one that stood there before."""

from __future__ import annotations

import time
from typing import Final, override

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton

_CLICKS: Final = 2
"""So many presses after the first one may belong to the same click, as in a triple one."""

_PRESSES: Final = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick})


class LatePresses(QObject):
    """Lets presses of the mouse reach a button once no press can belong to the click that brought it up (R-9).

    Keys and screen readers reach it at once, and so does whatever is clicked a double click's time later.
    """

    def __init__(self, watched: QAbstractButton) -> None:
        super().__init__(watched)
        self._came_at = self._pressed_at = float("-inf")
        watched.installEventFilter(self)

    def came_up(self) -> None:
        """The button is there from now on."""
        self._came_at = self._pressed_at = time.monotonic()

    def _belongs_to_before(self) -> bool:
        interval_s = QGuiApplication.styleHints().mouseDoubleClickInterval() / 1000
        now = time.monotonic()
        # Who presses again and again means it at last, however fast.
        before = now - self._pressed_at < interval_s and now - self._came_at < _CLICKS * interval_s
        if before:
            self._pressed_at = now
        return before

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return event.type() in _PRESSES and self._belongs_to_before()
