"""What may wait until the window is on the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, override

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget


class AfterFirstFrame(QObject):
    """Calls once the window's first frame is on the screen and all that came with it is done."""

    _ROUNDS: Final = 3

    def __init__(self, window: QWidget, call: Callable[[], None]) -> None:
        super().__init__(window)
        self._window, self._call, self._left = window, call, self._ROUNDS
        window.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            self._window.removeEventFilter(self)
            self._wait()
        return False

    def _wait(self) -> None:
        self._left -= 1
        QTimer.singleShot(0, self, self._wait if self._left else self._end)

    def _end(self) -> None:
        self.deleteLater()
        self._call()
