"""What was done in the places beside the map, each with its way back: Ctrl+Z undoes there what was done there last.

Steps of the tree have a history of their own on disk, which is undone where the map is shown. Here is the rest, for as
long as the program runs: profiles, skills, services, insights, the trash.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Signal

_MAX_KEPT: Final = 50

type Back = Callable[[], object]
"""Goes back; gives False where it no longer can, such as into a profile that was written in since."""


class Way:
    """One thing that was done; whoever takes it first, a toast or a key, has it alone.

    Attributes:
        words: what was done; empty where going back tells by itself what it did.
    """

    def __init__(self, words: str, back: Back, let_go: Callable[[Way], None]) -> None:
        self.words = words
        self._back: Back | None = back
        self._let_go = let_go

    def take(self) -> bool:
        """Go back, once, whatever was done since; says whether that was possible."""
        back, self._back = self._back, None
        self._let_go(self)
        return back is not None and back() is not False


class WaysBack(QObject):
    """One pile for each place.

    Signals:
        changed: the newest of a place may be another one.
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._ways: dict[str, list[Way]] = {}

    def keep(self, place: str, words: str, back: Back) -> Way:
        """Something was done there."""
        way = Way(words, back, self._let_go)
        ways = self._ways.setdefault(place, [])
        ways.append(way)
        del ways[:-_MAX_KEPT]
        self.changed.emit()
        return way

    def newest(self, place: str) -> Way | None:
        """What Ctrl+Z undoes there."""
        ways = self._ways.get(place)
        return ways[-1] if ways else None

    def _let_go(self, way: Way) -> None:
        for ways in self._ways.values():
            if way in ways:
                ways.remove(way)
        self.changed.emit()
