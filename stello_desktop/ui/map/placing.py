"""Which titles show, and where: the more important one wins, none covers a star, none is cut (map, look 4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stello_desktop.layout.camera import Box
from stello_desktop.layout.forest import Floats

_CELL_PX: Final = 4.0
_ROW_PX: Final = 2.0
"""Rows are finer than columns: lines of text stand closer than words."""

_AROUND_PX: Final = 240.0
"""What stands just outside the view counts too: a card may reach in from there."""

_EDGE_PX: Final = 5.0
_AIR_PX: Final = 6.0
"""Between two titles on one line, so that they are not read as one."""

_GAP_PX: Final = 7.0
_DROP_PX: Final = 0.5
"""How far a title in a mind map hangs over the line that it stands on."""


class Wanted(NamedTuple):
    """A title that asks for a place beside its star, in screen pixels."""

    star: int
    x: float
    y: float
    radius: float
    width: float
    height: float
    side: int


class Placed(NamedTuple):
    """A title that got one: its upper left corner and size."""

    star: int
    x: float
    y: float
    width: float
    height: float

    @property
    def box(self) -> Box:
        """What it covers."""
        return Box(self.x, self.y, self.x + self.width, self.y + self.height)


class Occupancy:
    """Which parts of the view and of a margin around it are taken, in cells of a few pixels."""

    def __init__(self, width: float, height: float) -> None:
        self._width, self._height = width, height
        shape = (int((height + 2 * _AROUND_PX) / _ROW_PX) + 2, int((width + 2 * _AROUND_PX) / _CELL_PX) + 2)
        self._taken: NDArray[np.bool_] = np.zeros(shape, dtype=np.bool_)

    def _cells(self, box: Box) -> NDArray[np.bool_]:
        left, top = _cell(box.left, _CELL_PX), _cell(box.top, _ROW_PX)
        right, bottom = _cell(box.right, _CELL_PX) + 1, _cell(box.bottom, _ROW_PX) + 1
        return self._taken[top:bottom, left:right]

    def take(self, box: Box) -> None:
        """Nothing else may stand here."""
        self._cells(box)[:] = True

    def take_discs(self, x: Floats, y: Floats, radius: Floats) -> None:
        """Nothing else may stand on any of these stars; all at once, cell by cell of their widest square."""
        column = ((x + _AROUND_PX) / _CELL_PX).astype(np.int64)
        row = ((y + _AROUND_PX) / _ROW_PX).astype(np.int64)
        reach = np.ceil(radius / _CELL_PX).astype(np.int64)
        rows, columns = self._taken.shape
        for size in sorted(set(reach.tolist())):
            mine = reach == size
            tall = round(size * _CELL_PX / _ROW_PX)
            r = row[mine][:, None, None] + np.arange(-tall, tall + 1)[None, :, None]
            c = column[mine][:, None, None] + np.arange(-size, size + 1)[None, None, :]
            r, c = np.broadcast_arrays(r, c)
            inside = (r >= 0) & (r < rows) & (c >= 0) & (c < columns)
            self._taken[r[inside], c[inside]] = True

    def free(self, box: Box) -> bool:
        """Whether nothing stands here yet."""
        return not self._cells(box).any()

    def share_taken(self, box: Box) -> float:
        """How much of a rectangle is taken, 0 to 1."""
        cells = self._cells(box)
        return float(cells.mean()) if cells.size else 0.0

    def sees(self, x: float, y: float, radius: float) -> bool:
        """Whether most of a star's body is in view, so that a title pushed in from the edge is still its own."""
        part = radius / 2
        return -part < x < self._width + part and -part < y < self._height + part

    def inside(self, box: Box) -> Box | None:
        """The rectangle pushed into the view sideways; None where it would be cut above or below."""
        if box.top < _EDGE_PX or box.bottom > self._height - _EDGE_PX:
            return None
        shift = max(_EDGE_PX - box.left, 0.0) - max(box.right - self._width + _EDGE_PX, 0.0)
        moved = Box(box.left + shift, box.top, box.right + shift, box.bottom)
        return moved if moved.left >= _EDGE_PX and moved.right <= self._width - _EDGE_PX else None


def _cell(place: float, size: float) -> int:
    return max(int((place + _AROUND_PX) / size), 0)


def place_labels(wanted: Iterable[Wanted], sky: Occupancy) -> list[Placed]:
    """Give places to titles, the most important first.

    Args:
        wanted: in order of importance.
        sky: knows what is taken already; takes what is given here.
    """
    placed: list[Placed] = []
    for title in wanted:
        if not sky.sees(title.x, title.y, title.radius):
            continue
        for choice in _choices(title):
            box = sky.inside(choice)
            if box is not None and sky.free(box):
                sky.take(Box(box.left - _AIR_PX, box.top, box.right + _AIR_PX, box.bottom))
                placed.append(Placed(title.star, box.left, box.top, title.width, title.height))
                break
    return placed


def _choices(title: Wanted) -> Iterable[Box]:
    """Places from best to worst."""
    _, x, y, radius, width, height, side = title
    reach = radius + _GAP_PX
    if side:
        left = x + reach if side > 0 else x - reach - width
        yield Box(left, y - height + _DROP_PX, left + width, y + _DROP_PX)
        yield Box(x - width / 2, y - reach - height + 3.0, x + width / 2, y - reach + 3.0)
        return
    yield Box(x - width / 2, y + reach, x + width / 2, y + reach + height)
    yield Box(x + reach, y - height / 2, x + reach + width, y + height / 2)
    yield Box(x - reach - width, y - height / 2, x - reach, y + height / 2)
    yield Box(x - width / 2, y - reach - height, x + width / 2, y - reach)
