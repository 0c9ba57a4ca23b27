"""What was done in each place, with its way back: Ctrl+Z undoes there what was done there last.

Steps of the tree, notes among them, have a history of their own on disk. Here is the rest, for as long as the program
runs: profiles, skills, services, insights, the trash, and what was done in a conversation and is no step. The map shows
conversations too, so that both are undone there, in the order of time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, Signal

_MAX_KEPT: Final = 50

type Back = Callable[[], object]
"""Goes back; gives False where it no longer can, such as into a profile that was written in since."""


@dataclass(frozen=True, slots=True)
class BothWays:
    """A way back that can be gone forth again; called, it goes back."""

    back: Back
    again: Back

    def __call__(self) -> object:
        """Go back."""
        return self.back()


class Way:
    """One thing that was done; whoever takes it first, a toast or a key, has it alone.

    Attributes:
        words: what was done; empty where going back tells by itself what it did.
        made_at: when, in seconds since 1970.
    """

    def __init__(self, words: str, back: Back, ways: WaysBack, place: str) -> None:
        self.words = words
        self.made_at = time.time()
        self._place = place
        self._back = back
        self._ways = ways
        self._there = True

    @property
    def has_again(self) -> bool:
        """Whether it can be done again once it was taken back."""
        return isinstance(self._back, BothWays)

    def take(self) -> bool:
        """Go back, once, whatever was done since; says whether that was possible."""
        there, self._there = self._there, False
        if there:
            self._ways.let_go(self)
        gone = there and self._back() is not False
        if gone and self.has_again:
            self._ways.keep_undone(self._place, self)
        return gone

    def repeat(self) -> bool:
        """Do it again where it was taken back; says whether that was possible."""
        if self._there or not isinstance(self._back, BothWays) or not self._ways.let_go(self):
            return False
        if self._back.again() is False:
            return False
        self._there = True
        self._ways.keep_again(self._place, self)
        return True


class WaysBack(QObject):
    """Two piles for each place: what was done, and what of it was taken back and can be done again.

    Signals:
        changed: the newest of a place may be another one.
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._ways: dict[str, list[Way]] = {}
        self._undone: dict[str, list[Way]] = {}

    def keep(self, place: str, words: str, back: Back) -> Way:
        """Something was done there; what had been taken back is done again no more."""
        way = Way(words, back, self, place)
        self._undone.pop(place, None)
        self._put(self._ways, place, way)
        return way

    def keep_undone(self, place: str, way: Way) -> None:
        """It was taken back."""
        self._put(self._undone, place, way)

    def keep_again(self, place: str, way: Way) -> None:
        """It was done again."""
        self._put(self._ways, place, way)

    def _put(self, piles: dict[str, list[Way]], place: str, way: Way) -> None:
        """In the order in which things were done first."""
        pile = piles.setdefault(place, [])
        pile.append(way)
        pile.sort(key=lambda item: item.made_at)
        del pile[:-_MAX_KEPT]
        self.changed.emit()

    def newest(self, place: str) -> Way | None:
        """What Ctrl+Z undoes there."""
        ways = self._ways.get(place)
        return ways[-1] if ways else None

    def next_again(self, place: str) -> Way | None:
        """What Ctrl+Shift+Z does there again: of what was taken back the one that was done first."""
        undone = self._undone.get(place)
        return undone[0] if undone else None

    def forget_undone(self, place: str) -> None:
        """Something else was done there, so that what was taken back is done again no more."""
        if self._undone.pop(place, None):
            self.changed.emit()

    def let_go(self, way: Way) -> bool:
        """It is on no pile any more; says whether it was on one."""
        found = False
        for pile in (*self._ways.values(), *self._undone.values()):
            if way in pile:
                pile.remove(way)
                found = True
        self.changed.emit()
        return found
