"""Sticky slack (map rule 4): who goes leaves a free slot behind, and the picture is made of slots.

Every star that is shown has a slot, in the tree as it stands on the map. A star that is deleted, moved
away, archived or folded leaves its slot where it is, free, with all slots below it; so nothing else moves,
and who comes back to the same parent gets the same slot again. A newcomer takes a free slot that lies
between its neighbours. A slot never becomes smaller. Only `tidied` slots are those of the shown stars alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

import numpy as np

from stello_desktop.layout.forest import NONE, Floats, Ints, read_forest

FREE_AT_LEAST: Final = 300
"""A project keeps as many free slots as it shows stars, and at least so many."""

_FORMER: Final = 4
"""How many earlier owners a slot knows, so that each finds its own when newcomers are taken back."""


@dataclass(frozen=True, slots=True)
class Slots[Name: Hashable]:
    """The slots of one project, in preorder; the root's is number 0.

    Attributes:
        owner: whose slot it is, or was.
        parent: the slot above, -1 for the root's.
        sizes: what each slot has room for; one row per slot.
        left: 0 while the owner is shown, else when it went (the greater the later).
        former: by slot, who had it before its owner; the latest first.
        offset: by slot, how far a star stands from its parent, ``(n, 2)``; NaN where that is not known.
        side: by slot, the side of a mind map on which it stands, 0 where that is not known.
        row: by shown star, its slot.
        shown: the shown stars that these slots follow; ``above`` their parents.
        plain: whether a layout from scratch gives the same picture.
        scale: the text size that titles were measured at.
    """

    owner: list[Name]
    parent: list[int]
    sizes: Floats
    left: list[int]
    former: dict[int, tuple[Name, ...]]
    offset: Floats
    side: Ints
    row: Ints
    shown: list[Name]
    above: list[int]
    plain: bool = True
    scale: float = 1.0
    grown: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """Slots that became larger when these were made."""

    def __len__(self) -> int:
        return len(self.owner)

    @property
    def free(self) -> int:
        """How many slots are free."""
        return len(self.owner) - len(self.shown)


def fresh[Name: Hashable](shown: list[Name], above: list[int], sizes: Floats) -> Slots[Name]:
    """Slots for the shown stars alone."""
    count = len(shown)
    return Slots(
        owner=shown,
        parent=above,
        sizes=sizes,
        left=[0] * count,
        former={},
        offset=np.full((count, 2), np.nan),
        side=np.zeros(count, dtype=np.int64),
        row=np.arange(count),
        shown=shown,
        above=above,
    )


def follow[Name: Hashable](
    slots: Slots[Name], shown: list[Name], above: list[int], sizes: Floats, *, most: int | None = None
) -> Slots[Name]:
    """The slots after a change of the tree or of what stars need.

    Args:
        shown: names in preorder; the first is the same root as before.
        above: the parent of each as an index of ``shown``, -1 for the root.
        sizes: what each needs; one row per star.
        most: the most slots, free ones included, where that is fewer than the rule says.
    """
    if shown == slots.shown and above == slots.above:
        wanted = np.maximum(slots.sizes[slots.row], sizes)
        grown = slots.row[(wanted > slots.sizes[slots.row]).any(axis=1)]
        if not len(grown):
            return replace(slots, grown=grown)
        reserved = slots.sizes.copy()
        reserved[slots.row] = wanted
        return replace(slots, sizes=reserved, plain=False, grown=grown)
    merged = _Merge(slots, shown, above).run(sizes)
    free = max(FREE_AT_LEAST, len(shown))
    if most is not None:
        free = min(free, max(most - len(shown), 0))
    return _without_oldest(merged, free) if merged.free > free else merged


class _Pair(NamedTuple):
    """A shown star and its slot; -1 for none: a newcomer, or a free slot."""

    star: int
    slot: int
    above: int


class _Merge[Name: Hashable]:
    """Walks the shown tree and the slots side by side, from the root down."""

    def __init__(self, slots: Slots[Name], shown: list[Name], above: list[int]) -> None:
        self._slots = slots
        self._shown, self._above = shown, above
        self._stars_below = read_forest(above, in_preorder=True).children
        self._slots_below = read_forest(slots.parent, in_preorder=True).children
        self._pairs: list[_Pair] = []

    def run(self, sizes: Floats) -> Slots[Name]:
        """The new slots."""
        waiting = [_Pair(0, 0, NONE)]
        pairs = self._pairs
        while waiting:
            pair = waiting.pop()
            here = len(pairs)
            pairs.append(pair)
            below = self._below(pair.star, pair.slot)
            waiting.extend(_Pair(star, slot, here) for star, slot in reversed(below))
        return self._read(sizes)

    def _read(self, sizes: Floats) -> Slots[Name]:
        slots, pairs = self._slots, self._pairs
        star = np.array([pair.star for pair in pairs], dtype=np.int64)
        slot = np.array([pair.slot for pair in pairs], dtype=np.int64)
        known, seen = slot >= 0, star >= 0
        reserved = np.zeros((len(pairs), sizes.shape[1]))
        reserved[known] = slots.sizes[slot[known]]
        before = reserved.copy()
        reserved[seen] = np.maximum(reserved[seen], sizes[star[seen]])
        offset = np.full((len(pairs), 2), np.nan)
        offset[known] = slots.offset[slot[known]]
        side = np.zeros(len(pairs), dtype=np.int64)
        side[known] = slots.side[slot[known]]
        now = max(slots.left, default=0) + 1
        row = np.empty(len(self._shown), dtype=np.int64)
        row[star[seen]] = np.flatnonzero(seen)
        return Slots(
            owner=[self._shown[p.star] if p.star >= 0 else slots.owner[p.slot] for p in pairs],
            parent=[pair.above for pair in pairs],
            sizes=reserved,
            left=[0 if p.star >= 0 else slots.left[p.slot] or now for p in pairs],
            former=self._former(),
            offset=offset,
            side=side,
            row=row,
            shown=self._shown,
            above=self._above,
            plain=False,
            scale=slots.scale,
            grown=np.flatnonzero(known & (reserved > before).any(axis=1)),
        )

    def _former(self) -> dict[int, tuple[Name, ...]]:
        """Who had the slots before, those that were taken over now included."""
        slots, found = self._slots, dict[int, tuple[Name, ...]]()
        for here, pair in enumerate(self._pairs):
            if pair.slot < 0:
                continue
            names = slots.former.get(pair.slot, ())
            if pair.star >= 0 and slots.owner[pair.slot] != self._shown[pair.star]:
                mine = self._shown[pair.star]
                names = (slots.owner[pair.slot], *(name for name in names if name != mine))[:_FORMER]
            if names:
                found[here] = names
        return found

    def _below(self, star: int, slot: int) -> list[tuple[int, int]]:
        """The children of a star beside those of its slot, in the order in which they stand."""
        stars = self._stars_below[star] if star >= 0 else []
        slots = self._slots_below[slot] if slot >= 0 else []
        if not slots:
            return [(child, NONE) for child in stars]
        if not stars:
            return [(NONE, child) for child in slots]
        names, owner = self._shown, self._slots.owner
        if len(stars) == len(slots) and all(names[a] == owner[b] for a, b in zip(stars, slots, strict=True)):
            return list(zip(stars, slots, strict=True))
        return self._side_by_side(stars, slots, self._own_slots(stars, slots))

    def _own_slots(self, stars: list[int], slots: list[int]) -> dict[int, int]:
        """Of those who had a slot here, which: owners first, then who owned one before."""
        names, owner, former = self._shown, self._slots.owner, self._slots.former
        of_owner = {owner[slot]: slot for slot in slots}
        found = {star: of_owner[names[star]] for star in stars if names[star] in of_owner}
        taken = set(found.values())
        for slot in slots:
            if slot not in taken:
                for star in stars:
                    if star not in found and names[star] in former.get(slot, ()):
                        found[star] = slot
                        taken.add(slot)
                        break
        return found

    def _side_by_side(self, stars: list[int], slots: list[int], own: dict[int, int]) -> list[tuple[int, int]]:
        """Stars in their order; free slots keep their place between them, and newcomers take those."""
        rank = {slot: place for place, slot in enumerate(slots)}
        claimed = set(own.values())
        found: list[tuple[int, int]] = []
        newcomers: list[int] = []
        reached = 0

        def close(end: int) -> None:
            free = [slot for slot in slots[reached:end] if slot not in claimed]
            found.extend(self._taken_over(newcomers, free))
            newcomers.clear()

        for star in stars:
            slot = own.get(star, NONE)
            if slot < 0:
                newcomers.append(star)
                continue
            place = rank[slot]
            close(max(place, reached))
            found.append((star, slot))
            reached = max(reached, place + 1)
        close(len(slots))
        return found

    def _taken_over(self, newcomers: list[int], free: list[int]) -> list[tuple[int, int]]:
        """One newcomer takes the free slot with the least below it, several take them in order."""
        if len(newcomers) == 1 and free:
            chosen = min(free, key=self._count_below)
            return [(newcomers[0] if slot == chosen else NONE, slot) for slot in free]
        pairs = list(zip(newcomers, free, strict=False))
        pairs += [(NONE, slot) for slot in free[len(newcomers) :]]
        return pairs + [(star, NONE) for star in newcomers[len(free) :]]

    def _count_below(self, slot: int) -> int:
        count, waiting = 0, [slot]
        while waiting:
            below = self._slots_below[waiting.pop()]
            count += len(below)
            waiting.extend(below)
        return count


def _without_oldest[Name: Hashable](slots: Slots[Name], free: int) -> Slots[Name]:
    """Forget the slots that were left first, until no more than ``free`` are free.

    What is below a free slot was left no later than it, so whole subtrees go.
    """
    times = sorted((time for time in slots.left if time), reverse=True)
    since = times[free - 1] if free else times[0] + 1
    if free and times[free] == since:
        since += 1
    return select(slots, [not time or time >= since for time in slots.left])


def select[Name: Hashable](slots: Slots[Name], keep: Sequence[bool]) -> Slots[Name]:
    """Some of the slots; none is kept whose parent is not."""
    kept = np.flatnonzero(np.array(keep, dtype=np.bool_))
    number = np.full(len(slots) + 1, NONE, dtype=np.int64)
    number[kept] = np.arange(len(kept))
    at = kept.tolist()
    return replace(
        slots,
        owner=[slots.owner[i] for i in at],
        parent=number[np.array(slots.parent, dtype=np.int64)[kept]].tolist(),
        sizes=slots.sizes[kept],
        left=[slots.left[i] for i in at],
        former={int(number[i]): names for i, names in slots.former.items() if number[i] >= 0},
        offset=slots.offset[kept],
        side=slots.side[kept],
        row=number[slots.row],
        grown=number[slots.grown[np.isin(slots.grown, kept)]],
        plain=False,
    )
