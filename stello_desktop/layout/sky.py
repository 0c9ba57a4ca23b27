"""Several projects on one sky: side by side, never over each other, and calm when one grows.

Each project asks for room around its root, rounded up to whole cells, so that it may grow a little
without moving anybody. Projects are placed in their order, each at the free spot nearest to the middle;
a growing project can therefore only move itself and those after it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from stello_desktop.layout.camera import Box

CELL = 160.0
"""Side of a cell in scene units: the steps in which a project may grow unnoticed."""

_HALF_STEP = 16
_BREADTH = 1.5
_MOST_CELLS = 48
"""A project that reaches farther makes the cells larger, for all."""


def place_projects(
    extents: Sequence[Box], *, cell: float = CELL, margin: float = 40.0
) -> list[tuple[float, float]]:
    """Where each project's root stands, the first at (0, 0).

    Args:
        extents: what each project covers, relative to its root.
        margin: free space around each project.
    """
    if len(extents) <= 1:
        return [(0.0, 0.0)] * len(extents)
    longest = max(max(-extent.left, -extent.top, extent.right, extent.bottom) for extent in extents)
    while longest > _MOST_CELLS * cell:
        cell *= 2
    blocks = tuple(
        _Block(
            _cells(-extent.left + margin, cell),
            _cells(-extent.top + margin, cell),
            _cells(extent.right + margin, cell),
            _cells(extent.bottom + margin, cell),
        )
        for extent in extents
    )
    spots = _settle(blocks)
    first_x, first_y = spots[0]
    return [((column - first_x) * cell, (row - first_y) * cell) for column, row in spots]


class _Block(NamedTuple):
    """Cells around a root, by direction."""

    left: int
    above: int
    right: int
    below: int

    @property
    def size(self) -> tuple[int, int]:
        return self.left + self.right, self.above + self.below


def _cells(length: float, cell: float) -> int:
    """Whole cells, in steps of a half: 1, 2, 3, 4, 6, 8, 12, 16 and so on."""
    need = max(1, math.ceil(length / cell))
    if need <= 4:  # noqa: PLR2004 - below four every count is a step
        return need
    power = 1 << ((need - 1).bit_length() - 1)
    return power + power // 2 if need <= power + power // 2 else 2 * power


@lru_cache(maxsize=16)
def _settle(blocks: tuple[_Block, ...]) -> list[tuple[int, int]]:
    """The cell of each root; with more room until all fit. Kept, because few changes need other cells."""
    total = sum(width * height for width, height in (block.size for block in blocks))
    half = 2 * math.isqrt(total) + max(max(block) for block in blocks) + 2
    half += -half % _HALF_STEP
    while True:
        found = _Sky(half).settle_all(blocks)
        if found is not None:
            return found
        half *= 2


class _Sky:
    """Which cells are taken, and how far the search for each size has come."""

    def __init__(self, half: int) -> None:
        self._half = half
        self._taken = [0] * (2 * half)  # a row of cells is one number, a cell one bit of it
        self._tried: dict[tuple[int, int], int] = {}
        self._spots = _spots(half)

    def settle_all(self, blocks: Sequence[_Block]) -> list[tuple[int, int]] | None:
        """Take a block of cells for each project; None where one finds no room."""
        found: list[tuple[int, int]] = []
        for block in blocks:
            spot = self._settle(block) if found else self._take(-block.left, -block.above, *block.size)
            if spot is None:
                return None
            found.append((spot[0] + block.left, spot[1] + block.above))
        return found

    def _settle(self, block: _Block) -> tuple[int, int] | None:
        """The free spot nearest to the middle.

        A spot without room for a size never gets room again, so the search goes on where it stopped
        for that size or for any smaller one.
        """
        width, height = block.size
        behind = [at for (wide, high), at in self._tried.items() if wide <= width and high <= height]
        for tried in range(max(behind, default=0), len(self._spots)):
            column, row = self._spots[tried]
            spot = self._take(column - width // 2, row - height // 2, width, height)
            if spot is not None:
                self._tried[width, height] = tried + 1
                return spot
        return None

    def _take(self, column: int, row: int, width: int, height: int) -> tuple[int, int] | None:
        x, y = column + self._half, row + self._half
        if x < 0 or y < 0 or x + width > 2 * self._half or y + height > 2 * self._half:
            return None
        cells = ((1 << width) - 1) << x
        taken = self._taken
        for line in range(y, y + height):
            if taken[line] & cells:
                return None
        for line in range(y, y + height):
            taken[line] |= cells
        return column, row


@lru_cache(maxsize=4)
def _spots(half: int) -> list[tuple[int, int]]:
    """Cells by their distance from the middle, a little wider than high."""
    row, column = np.mgrid[-half:half, -half:half]
    distance = (column / _BREADTH) ** 2 + (row * 1.0) ** 2
    rank = np.argsort(distance.ravel(), kind="stable")
    return list(zip(column.ravel()[rank].tolist(), row.ravel()[rank].tolist(), strict=True))
