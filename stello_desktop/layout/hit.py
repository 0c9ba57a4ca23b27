"""Which stars are near a point or inside a rectangle: a coarse grid over all of them.

Built in about a millisecond for 20,000 stars, asked in hundredths of one; the scene's own index is
not used, because the stars are one item (I22).
"""

from __future__ import annotations

import numpy as np

from stello_desktop.layout.camera import Box
from stello_desktop.layout.forest import Floats, Ints

_PER_CELL = 6.0
_MAX_CELLS = 1 << 18


class HitGrid:
    """A snapshot of positions, sorted into square cells."""

    def __init__(self, x: Floats, y: Floats) -> None:
        self._x, self._y = x, y
        self._left = self._top = 0.0
        self._columns = self._rows = 1
        self._cell = 1.0
        if len(x):
            self._measure()
        column, row = self._cells_of(x, y)
        cell = row * self._columns + column
        self._order: Ints = np.argsort(cell, kind="stable")
        self._start: Ints = np.searchsorted(cell[self._order], np.arange(self._columns * self._rows + 1))

    def _measure(self) -> None:
        self._left, self._top = float(self._x.min()), float(self._y.min())
        width = float(self._x.max()) - self._left + 1.0
        height = float(self._y.max()) - self._top + 1.0
        cells = min(max(len(self._x) / _PER_CELL, 1.0), _MAX_CELLS / 4)
        self._cell = max((width * height / cells) ** 0.5, max(width, height) / _MAX_CELLS**0.5)
        self._columns = int(width / self._cell) + 1
        self._rows = int(height / self._cell) + 1

    def _cells_of(self, x: Floats, y: Floats) -> tuple[Ints, Ints]:
        column = np.clip(((x - self._left) / self._cell).astype(np.int64), 0, self._columns - 1)
        row = np.clip(((y - self._top) / self._cell).astype(np.int64), 0, self._rows - 1)
        return column, row

    def inside(self, box: Box) -> Ints:
        """The stars whose centres lie in a rectangle, by index."""
        first_column, last_column = self._span(box.left, box.right, self._left, self._columns)
        first_row, last_row = self._span(box.top, box.bottom, self._top, self._rows)
        if first_column > last_column or first_row > last_row or not len(self._x):
            return np.zeros(0, dtype=np.int64)
        if (last_row - first_row + 1) * 2 > self._rows and (
            last_column - first_column + 1
        ) * 2 > self._columns:
            found: Ints = np.arange(len(self._x))
        else:
            found = np.concatenate(
                [self._row(row, first_column, last_column) for row in range(first_row, last_row + 1)]
            )
        x, y = self._x[found], self._y[found]
        kept: Ints = found[(x >= box.left) & (x <= box.right) & (y >= box.top) & (y <= box.bottom)]
        return kept

    def _row(self, row: int, first: int, last: int) -> Ints:
        base = row * self._columns
        return self._order[self._start[base + first] : self._start[base + last + 1]]

    def _span(self, low: float, high: float, start: float, count: int) -> tuple[int, int]:
        first = int(max((low - start) / self._cell, 0.0))
        last = int(min((high - start) / self._cell, count - 1.0)) if high >= start else -1
        return first, last

    def nearest(self, x: float, y: float, within: float) -> int:
        """The star nearest to a point, at most ``within`` away; -1 where there is none."""
        near = self.inside(Box(x - within, y - within, x + within, y + within))
        if not len(near):
            return -1
        distance = (self._x[near] - x) ** 2 + (self._y[near] - y) ** 2
        best = int(np.argmin(distance))
        return int(near[best]) if distance[best] <= within * within else -1
