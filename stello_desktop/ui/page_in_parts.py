"""A page that is made part by part: all of its parts at once would be a stall."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, override

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

_DONE: Final = object()


class PageInParts(QWidget):
    """One room, filled ahead while nobody waits, or before the eyes of who comes earlier.

    Whoever derives from it says which parts there are, and what happens when the person comes.

    Args:
        name: the object name of the page.
        room: where the parts are put.

    Attributes:
        filling: makes one more part each time.
        filled: everything is there.
    """

    def __init__(self, name: str, room: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(room)
        self.filled = False
        self.filling = self._fill()

    def make_parts(self) -> Iterator[None]:
        """Make one part after the other, and show in them what there is."""
        raise NotImplementedError

    def arrive(self) -> None:
        """The person is here, and so is everything."""
        raise NotImplementedError

    def make_ready(self) -> Iterator[None]:
        """What can wait until the page is filled, bit by bit; nothing by default."""
        yield from ()

    def fill(self) -> None:
        """Make everything that is not there yet."""
        for _ in self.filling:
            pass

    def _fill(self) -> Iterator[None]:
        yield from self.make_parts()
        self.filled = True
        if self.isVisible():
            self.arrive()
        yield from self.make_ready()

    def _fill_next(self) -> None:
        """One more part for each turn of the loop."""
        if next(self.filling, _DONE) is not _DONE:
            QTimer.singleShot(0, self, self._fill_next)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.filled:
            self.arrive()
        else:
            QTimer.singleShot(0, self, self._fill_next)
