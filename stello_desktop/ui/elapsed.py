"""How long something has been going on, beside the words for it, once that is worth saying (D-3, C-7)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from stello_desktop.ui.durations import with_duration

_TICK_MS: Final = 1000


class Elapsed:
    """Says the words again each second, while ``shown_on`` is seen.

    Args:
        say: takes the words with the time behind them.
        shown_on: where they stand; the clock goes away with it.
    """

    def __init__(self, say: Callable[[str], object], shown_on: QWidget) -> None:
        self._say, self._shown_on = say, shown_on
        self._words, self._since = "", 0.0
        self._clock = QTimer(shown_on, interval=_TICK_MS)
        self._clock.timeout.connect(self._tick)

    def begin(self, words: str, since: float | None = None) -> None:
        """Say this from now on.

        Args:
            since: when it began, in seconds of `time.monotonic`; None for now.
        """
        self._words, self._since = words, time.monotonic() if since is None else since
        self._clock.start()
        self._tell()

    def end(self) -> None:
        """It is over."""
        if isValid(self._clock):  # what was going on may end after the window
            self._clock.stop()

    def _tick(self) -> None:
        if self._shown_on.isVisible():
            self._tell()

    def _tell(self) -> None:
        self._say(with_duration(self._words, time.monotonic() - self._since))
