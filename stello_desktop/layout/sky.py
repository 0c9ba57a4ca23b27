"""Several projects on one sky: side by side, never over each other, and calm when one grows or goes.

Each project asks for room around its root, rounded up to whole cells, so that it may grow a little
without moving anybody. New projects are placed in their order, each at the free spot nearest to the
middle. Who has a place keeps it as long as nothing that is shown of it would come too near to another: a growing
project can only move itself, and goes back when its growth is taken back. The room of one that went stays
free for its return, until another project needs it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from stello_desktop.layout.camera import Box

CELL = 160.0
"""Side of a cell in scene units: the steps in which a project may grow unnoticed."""

MARGIN = 40.0
"""Free space around each project."""

_LEAST_GAP: Final = 24.0
"""Nearer than this to another project, in scene units, a project looks for another place."""

_HOMES_KEPT: Final = 8
"""So many moves of a project to make room are taken back with what caused them."""

_HALF_STEP = 16
_BREADTH = 1.5
_MOST_CELLS = 48
"""A project that reaches farther makes the cells larger, for all."""

_FARTHEST_CELLS: Final = 4_000
_MAX_KEPT: Final = 4_000


def place_projects(extents: Sequence[Box]) -> list[tuple[float, float]]:
    """Where each project's root stands on a sky of their own, the first at (0, 0).

    Args:
        extents: what each project covers, relative to its root.
    """
    return SkyBook[int]().place(range(len(extents)), extents)


class SkyBook[Name: Hashable]:
    """Gives places to projects and remembers them."""

    def __init__(self) -> None:
        self._cell = CELL
        self._kept: dict[Name, _Stand] = {}
        self._names: tuple[Name, ...] = ()
        self._blocks: tuple[_Block, ...] = ()
        self._seen: dict[Name, Box] = {}
        self._looks: dict[Name, Hashable] = {}
        self._homes: dict[Name, list[tuple[Hashable, int, int]]] = {}

    def place(
        self,
        names: Sequence[Name],
        extents: Sequence[Box],
        *,
        shown: Sequence[Box] | None = None,
        looks: Sequence[Hashable] | None = None,
    ) -> list[tuple[float, float]]:
        """Where each project's root stands; who had a place keeps it where it still fits.

        Args:
            extents: what each needs, with what it keeps free, relative to its root.
            shown: what each covers of that; all of it by default.
            looks: what each consists of; who looks as before it had to move goes back.
        """
        self._suit_cell(extents)
        cell, now = self._cell, tuple(names)
        seen = dict(zip(now, extents if shown is None else shown, strict=True))
        blocks = tuple(_Block.around(extent, cell) for extent in extents)
        look = dict(zip(now, looks, strict=True)) if looks is not None else {}
        if now != self._names or blocks != self._blocks or seen != self._seen or look != self._looks:
            old, staying = set(self._names), self._staying(now, seen, look)
            stands = [staying.get(name) for name in now]
            roomy = tuple(
                stand.block if stand and name in old and block.fits(stand.block) else block
                for name, block, stand in zip(now, blocks, stands, strict=True)
            )
            wished = tuple((stand.column, stand.row) if stand else None for stand in stands)
            found = _settle(roomy, wished)
            for name, spot in zip(now, found, strict=True):
                self._note_home(name, spot)
            self._remember(now, roomy, found)
            self._blocks, self._seen = blocks, seen
        self._looks = look
        return [(self._kept[name].column * cell, self._kept[name].row * cell) for name in now]

    def _staying(
        self, names: Sequence[Name], seen: Mapping[Name, Box], looks: Mapping[Name, Hashable]
    ) -> dict[Name, _Stand]:
        """Who keeps a place, or goes back to one: first who did not change, then who did, then who returns."""
        old, changed, back = dict[Name, _Stand](), list[Name](), list[Name]()
        sky, there = _Covered(self._cell, len(names)), set(self._names)
        for name in names:
            stand = self._kept.get(name)
            if stand is not None and name not in there:
                back.append(name)
            elif stand is not None and seen[name] == self._seen.get(name) and self._home(name, looks) is None:
                old[name] = stand
                sky.cover(seen[name], stand)
            elif stand is not None:
                changed.append(name)
        for name in (*changed, *back):
            stand = self._kept[name]
            for choice in (self._home(name, looks), stand):
                if choice is not None and sky.is_free(seen[name], choice):
                    old[name] = choice
                    sky.cover(seen[name], choice)
                    break
        return old

    def _home(self, name: Name, looks: Mapping[Name, Hashable]) -> _Stand | None:
        """Where a project stood when it looked as it does now, before it had to move."""
        for look, column, row in reversed(self._homes.get(name, ())):
            if name in looks and looks[name] == look:
                return self._kept[name]._replace(column=column, row=row)
        return None

    def _note_home(self, name: Name, spot: tuple[int, int]) -> None:
        """Remember from where a project moves; forget it when the project is there again."""
        stand, homes = self._kept.get(name), self._homes.get(name, [])
        if stand is None or (stand.column, stand.row) == spot:
            return
        there = [at for at, (_, column, row) in enumerate(homes) if (column, row) == spot]
        if there:
            del homes[there[-1] :]
        elif name in self._looks:
            homes.append((self._looks[name], stand.column, stand.row))
            self._homes[name] = homes[-_HOMES_KEPT:]

    def state(self) -> dict[Name, tuple[float, float]]:
        """The places that a new sky would not give; what `put_state` takes."""
        stands = [self._kept[name] for name in self._names]
        plain = _settle(self._blocks, (None,) * len(stands))
        if plain == [(stand.column, stand.row) for stand in stands] or len(stands) > _MAX_KEPT:
            return {}
        return {
            name: (stand.column * self._cell, stand.row * self._cell) for name, stand in self._kept.items()
        }

    def put_state(self, places: Mapping[Name, tuple[float, float]]) -> None:
        """Take up the places of the last time."""
        self._names, self._blocks = (), ()
        self._kept, self._seen, self._homes = {}, {}, {}
        most = _FARTHEST_CELLS * CELL
        for name, (x, y) in places.items():
            if abs(x) < most and abs(y) < most:
                self._kept[name] = _Stand(round(x / self._cell), round(y / self._cell), _NOWHERE)

    def _suit_cell(self, extents: Sequence[Box]) -> None:
        """Larger cells where a project reaches far; then all keep their places as nearly as they can."""
        sides = (max(-extent.left, -extent.top, extent.right, extent.bottom) for extent in extents)
        longest, old = max(sides, default=0.0), self._cell
        while longest > _MOST_CELLS * self._cell:
            self._cell *= 2
        if self._cell != old:
            share = old / self._cell
            self._seen, self._homes = {}, {}
            self._kept = {
                name: _Stand(round(stand.column * share), round(stand.row * share), _NOWHERE)
                for name, stand in self._kept.items()
            }

    def _remember(
        self, names: tuple[Name, ...], blocks: Sequence[_Block], found: Sequence[tuple[int, int]]
    ) -> None:
        """The latest come last, so that the oldest of those who went are forgotten first."""
        for name, block, (column, row) in zip(names, blocks, found, strict=True):
            self._kept.pop(name, None)
            self._kept[name] = _Stand(column, row, block)
        surplus = len(self._kept) - max(_MAX_KEPT, len(names))
        for name in list(self._kept)[: max(surplus, 0)]:
            del self._kept[name]
            self._homes.pop(name, None)
        self._names = names


class _Block(NamedTuple):
    """Cells around a root, by direction."""

    left: int
    above: int
    right: int
    below: int

    @staticmethod
    def around(extent: Box, cell: float) -> _Block:
        """The cells that a project takes, with its margin."""
        return _Block(
            _cells(-extent.left + MARGIN, cell),
            _cells(-extent.top + MARGIN, cell),
            _cells(extent.right + MARGIN, cell),
            _cells(extent.bottom + MARGIN, cell),
        )

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.left + self.right, self.above + self.below

    def fits(self, other: _Block) -> bool:
        """Whether it needs no cell that ``other`` has not."""
        return all(mine <= its for mine, its in zip(self, other, strict=True))


_NOWHERE: Final = _Block(0, 0, 0, 0)


class _Stand(NamedTuple):
    """The cell of a root, and the cells that are its project's."""

    column: int
    row: int
    block: _Block


class _Covered:
    """What projects cover that have their place."""

    def __init__(self, cell: float, most: int) -> None:
        self._cell = cell
        self._rects = np.empty((4, most))
        self._count = 0

    def _rect(self, shown: Box, stand: _Stand) -> list[float]:
        x, y = stand.column * self._cell, stand.row * self._cell
        return [shown.left + x, shown.top + y, shown.right + x, shown.bottom + y]

    def cover(self, shown: Box, stand: _Stand) -> None:
        """A project stands here."""
        self._rects[:, self._count] = self._rect(shown, stand)
        self._count += 1

    def is_free(self, shown: Box, stand: _Stand) -> bool:
        """Whether a project here would be clear of all others."""
        left, top, right, bottom = self._rect(shown.grown(_LEAST_GAP), stand)
        rects = self._rects[:, : self._count]
        met = (rects[0] < right) & (left < rects[2]) & (rects[1] < bottom) & (top < rects[3])
        return not met.any()


def _cells(length: float, cell: float) -> int:
    """Whole cells, in steps of a half: 1, 2, 3, 4, 6, 8, 12, 16 and so on."""
    need = max(1, math.ceil(length / cell))
    if need <= 4:  # noqa: PLR2004 - below four every count is a step
        return need
    power = 1 << ((need - 1).bit_length() - 1)
    return power + power // 2 if need <= power + power // 2 else 2 * power


type _Wish = tuple[int, int] | None


@lru_cache(maxsize=16)
def _settle(blocks: tuple[_Block, ...], wishes: tuple[_Wish, ...]) -> list[tuple[int, int]]:
    """The cell of each root; with more room until all fit. Kept, because few changes need other cells.

    Args:
        wishes: where those stand who keep their place, whatever cells others have.
    """
    if not blocks:
        return []
    total = sum(width * height for width, height in (block.size for block in blocks))
    most = max(max(block) for block in blocks)
    half = 2 * math.isqrt(total) + most + 2
    half += -half % _HALF_STEP
    reach = max((max(abs(wish[0]), abs(wish[1])) for wish in wishes if wish), default=0) + most + 1
    while True:
        found = _Sky(half, max(half, reach)).settle_all(blocks, wishes)
        if found is not None:
            return found
        half *= 2


class _Sky:
    """Which cells are taken, and how far the search for each size has come."""

    def __init__(self, half: int, reach: int) -> None:
        self._half = half
        self._reach = reach
        self._taken: defaultdict[int, int] = defaultdict(int)  # a row is one number, a cell one bit of it
        self._tried: dict[tuple[int, int], int] = {}

    def settle_all(self, blocks: Sequence[_Block], wishes: Sequence[_Wish]) -> list[tuple[int, int]] | None:
        """Take a block of cells for each project; None where one finds no room."""
        found: dict[int, tuple[int, int]] = {}
        for index, (block, wish) in enumerate(zip(blocks, wishes, strict=True)):
            if wish is not None:
                self._cover(wish[0] - block.left, wish[1] - block.above, *block.size)
                found[index] = wish
        for index, block in enumerate(blocks):
            if index not in found:
                spot = self._settle(block) if found else self._take(-block.left, -block.above, *block.size)
                if spot is None:
                    return None
                found[index] = (spot[0] + block.left, spot[1] + block.above)
        return [found[index] for index in range(len(blocks))]

    def _settle(self, block: _Block) -> tuple[int, int] | None:
        """The free spot nearest to the middle.

        A spot without room for a size never gets room again, so the search goes on where it stopped
        for that size or for any smaller one.
        """
        width, height = block.size
        behind = [at for (wide, high), at in self._tried.items() if wide <= width and high <= height]
        spots = _spots(self._half)
        for tried in range(max(behind, default=0), len(spots)):
            column, row = spots[tried]
            spot = self._take(column - width // 2, row - height // 2, width, height)
            if spot is not None:
                self._tried[width, height] = tried + 1
                return spot
        return None

    def _take(self, column: int, row: int, width: int, height: int) -> tuple[int, int] | None:
        reach = self._reach
        if min(column, row) < -reach or column + width > reach or row + height > reach:
            return None
        cells = ((1 << width) - 1) << (column + reach)
        taken = self._taken
        for line in range(row, row + height):
            if taken[line] & cells:
                return None
        self._cover(column, row, width, height)
        return column, row

    def _cover(self, column: int, row: int, width: int, height: int) -> None:
        cells = ((1 << width) - 1) << (column + self._reach)
        for line in range(row, row + height):
            self._taken[line] |= cells


@lru_cache(maxsize=4)
def _spots(half: int) -> list[tuple[int, int]]:
    """Cells by their distance from the middle, a little wider than high."""
    row, column = np.mgrid[-half:half, -half:half]
    distance = (column / _BREADTH) ** 2 + (row * 1.0) ** 2
    rank = np.argsort(distance.ravel(), kind="stable")
    return list(zip(column.ravel()[rank].tolist(), row.ravel()[rank].tolist(), strict=True))
