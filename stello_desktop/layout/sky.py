"""Several projects on one sky: side by side, never over each other, and calm when one grows or goes.

Each project asks for room around its root, rounded up to whole cells, so that it may grow a little
without moving anybody. New projects are placed in their order, each at the free spot nearest to the
middle. Who has a place keeps it: a growing project can only move itself, and the room of one that went
stays free for its return, until another project needs it.
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

    def place(self, names: Sequence[Name], extents: Sequence[Box]) -> list[tuple[float, float]]:
        """Where each project's root stands; who had a place keeps it where it still fits."""
        self._suit_cell(extents)
        cell, now = self._cell, tuple(names)
        blocks = tuple(_Block.around(extent, cell) for extent in extents)
        if now != self._names or blocks != self._blocks:
            old = set(self._names)
            stands = [self._kept.get(name) for name in now]
            resting = [
                stand if stand is not None and name in old and block.fits(stand.block) else None
                for name, block, stand in zip(now, blocks, stands, strict=True)
            ]
            roomy = tuple(
                stand.block if stand else block for stand, block in zip(resting, blocks, strict=True)
            )
            wished = tuple((stand.column, stand.row) if stand else None for stand in stands)
            first = tuple(stand is not None for stand in resting)
            found = _settle(roomy, wished, first)
            self._remember(now, roomy, found)
            self._blocks = blocks
        return [(self._kept[name].column * cell, self._kept[name].row * cell) for name in now]

    def state(self) -> dict[Name, tuple[float, float]]:
        """The places that a new sky would not give; what `put_state` takes."""
        stands = [self._kept[name] for name in self._names]
        plain = _settle(self._blocks, (None,) * len(stands), (False,) * len(stands))
        if plain == [(stand.column, stand.row) for stand in stands] or len(stands) > _MAX_KEPT:
            return {}
        return {
            name: (stand.column * self._cell, stand.row * self._cell) for name, stand in self._kept.items()
        }

    def put_state(self, places: Mapping[Name, tuple[float, float]]) -> None:
        """Take up the places of the last time."""
        self._names, self._blocks = (), ()
        self._kept = {}
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


def _cells(length: float, cell: float) -> int:
    """Whole cells, in steps of a half: 1, 2, 3, 4, 6, 8, 12, 16 and so on."""
    need = max(1, math.ceil(length / cell))
    if need <= 4:  # noqa: PLR2004 - below four every count is a step
        return need
    power = 1 << ((need - 1).bit_length() - 1)
    return power + power // 2 if need <= power + power // 2 else 2 * power


type _Wish = tuple[int, int] | None


@lru_cache(maxsize=16)
def _settle(
    blocks: tuple[_Block, ...], wishes: tuple[_Wish, ...], resting: tuple[bool, ...]
) -> list[tuple[int, int]]:
    """The cell of each root; with more room until all fit. Kept, because few changes need other cells.

    Args:
        wishes: where each would like to stand.
        resting: whose wish comes before those of all others.
    """
    if not blocks:
        return []
    total = sum(width * height for width, height in (block.size for block in blocks))
    most = max(max(block) for block in blocks)
    half = 2 * math.isqrt(total) + most + 2
    half += -half % _HALF_STEP
    reach = max((max(abs(wish[0]), abs(wish[1])) for wish in wishes if wish), default=0) + most + 1
    while True:
        found = _Sky(half, max(half, reach)).settle_all(blocks, wishes, resting)
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

    def settle_all(
        self, blocks: Sequence[_Block], wishes: Sequence[_Wish], resting: Sequence[bool]
    ) -> list[tuple[int, int]] | None:
        """Take a block of cells for each project; None where one finds no room."""
        found: dict[int, tuple[int, int]] = {}
        for before_others in (True, False):
            for index, (block, wish) in enumerate(zip(blocks, wishes, strict=True)):
                if wish is not None and resting[index] == before_others and index not in found:
                    spot = self._take(wish[0] - block.left, wish[1] - block.above, *block.size)
                    if spot is not None:
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
        for line in range(row, row + height):
            taken[line] |= cells
        return column, row


@lru_cache(maxsize=4)
def _spots(half: int) -> list[tuple[int, int]]:
    """Cells by their distance from the middle, a little wider than high."""
    row, column = np.mgrid[-half:half, -half:half]
    distance = (column / _BREADTH) ** 2 + (row * 1.0) ** 2
    rank = np.argsort(distance.ravel(), kind="stable")
    return list(zip(column.ravel()[rank].tolist(), row.ravel()[rank].tolist(), strict=True))
