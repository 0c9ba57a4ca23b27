"""Cyclic garbage is collected on the GUI thread alone.

CPython collects on whichever thread happens to allocate, and what it deletes there may be a window that nobody
holds any more. Qt objects must be deleted where they live; elsewhere Qt aborts. So while a window is open the
automatic collection is off, and a clock does the same work here, generation by generation as CPython would.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import QObject, QTimer

LOOK_MS: Final = 500
WHOLE_EVERY: Final = 120
"""Looks between two collections of everything: a minute."""


class Collector(QObject):
    """Looks twice a second whether there is enough to collect."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._looks = 0
        self._clock = QTimer(self)
        self._clock.setInterval(LOOK_MS)
        self._clock.timeout.connect(self.look)
        self._clock.start()

    def look(self) -> None:
        """Collect the oldest generation that is due; most of the time there is none."""
        self._looks += 1
        due = [count > threshold for count, threshold in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        if due[1] and due[2] and self._looks >= WHOLE_EVERY:
            self._looks = 0
            gc.collect()
        elif due[1]:
            gc.collect(1)
        elif due[0]:
            gc.collect(0)


@contextmanager
def collected_here(parent: QObject) -> Iterator[None]:
    """Collect on this thread only, until the end of the block."""
    was_on = gc.isenabled()
    gc.disable()
    collector = Collector(parent)
    try:
        yield
    finally:
        collector.deleteLater()
        if was_on:
            gc.enable()
