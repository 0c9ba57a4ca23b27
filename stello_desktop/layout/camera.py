"""The camera over the sky: which scene point stands at the middle of the view, and how large.

Screen coordinates are logical pixels of the view, scene units are pixels at 100 %. Everything is exact
in floating point, so that a star can keep its place on the screen to a fraction of a pixel.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

MAX_SCALE: Final = 4.0
LEAST_SCALE: Final = 0.05
FIT_MARGIN: Final = 48.0
"""Pixels between what is fitted and the edges of the view."""

_VISIBLE_SHARE: Final = 0.1


class Box(NamedTuple):
    """A rectangle by its edges."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From edge to edge."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From edge to edge."""
        return self.bottom - self.top

    @property
    def centre(self) -> tuple[float, float]:
        """The point in the middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, margin: float) -> Box:
        """The same box with ``margin`` more on each side."""
        return Box(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)

    def holds(self, other: Box) -> bool:
        """Whether ``other`` lies wholly inside."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    def meets(self, other: Box) -> bool:
        """Whether the two share any point."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


@dataclass(frozen=True, slots=True)
class Camera:
    """A view of ``width`` × ``height`` pixels whose middle shows the scene point (x, y)."""

    width: float = 1.0
    height: float = 1.0
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0

    def to_screen(self, x: float, y: float) -> tuple[float, float]:
        """Where a scene point is seen."""
        return (x - self.x) * self.scale + self.width / 2, (y - self.y) * self.scale + self.height / 2

    def to_scene(self, x: float, y: float) -> tuple[float, float]:
        """Which scene point is seen at a place of the screen."""
        return (x - self.width / 2) / self.scale + self.x, (y - self.height / 2) / self.scale + self.y

    @property
    def seen(self) -> Box:
        """The scene rectangle in view."""
        half_x, half_y = self.width / self.scale / 2, self.height / self.scale / 2
        return Box(self.x - half_x, self.y - half_y, self.x + half_x, self.y + half_y)

    def panned(self, dx: float, dy: float) -> Camera:
        """The content moved by (dx, dy) screen pixels."""
        return replace(self, x=self.x - dx / self.scale, y=self.y - dy / self.scale)

    def resized(self, width: float, height: float) -> Camera:
        """Another size of the view, the same scene point in the middle."""
        return replace(self, width=max(width, 1.0), height=max(height, 1.0))

    def zoomed(self, factor: float, at: tuple[float, float], least: float = LEAST_SCALE) -> Camera:
        """Another scale, the scene point at the screen place ``at`` unmoved."""
        return self.scaled(self.scale * factor, at, least)

    def scaled(self, scale: float, at: tuple[float, float], least: float = LEAST_SCALE) -> Camera:
        """The given scale within the limits, the scene point at the screen place ``at`` unmoved."""
        scale = min(max(scale, least), MAX_SCALE)
        return replace(self, scale=scale).with_at(self.to_scene(*at), at)

    def with_at(self, point: tuple[float, float], at: tuple[float, float]) -> Camera:
        """The scene ``point`` seen at the screen place ``at``; the anchor rule (I15)."""
        return replace(
            self,
            x=point[0] - (at[0] - self.width / 2) / self.scale,
            y=point[1] - (at[1] - self.height / 2) / self.scale,
        )

    def fitted(self, content: Box, *, top: float = 0.0, most: float = 1.0) -> Camera:
        """All of ``content`` in view, at most at the scale ``most``, and ``top`` pixels more free above it."""
        scale = fit_scale(content, self.width, self.height - top, most=most)
        x, y = content.centre
        return replace(self, x=x, y=y - top / 2 / scale, scale=scale)

    def clamped(self, content: Box) -> Camera:
        """The nearest view in which at least a tenth of the content's extent stays visible (I17)."""
        seen = self.seen
        return replace(
            self,
            x=self.x + _shift(seen.left, seen.right, content.left, content.right),
            y=self.y + _shift(seen.top, seen.bottom, content.top, content.bottom),
        )

    def revealing(self, target: Box, *, margin: float = 24.0) -> Camera:
        """The least move that brings ``target`` wholly into view; never another scale (I8, I16)."""
        room = target.grown(margin / self.scale)
        seen = self.seen
        return replace(
            self,
            x=self.x + _least_move(seen.left, seen.right, room.left, room.right),
            y=self.y + _least_move(seen.top, seen.bottom, room.top, room.bottom),
        )


def fit_scale(
    content: Box, width: float, height: float, *, margin: float = FIT_MARGIN, most: float = 1.0
) -> float:
    """The scale at which all of ``content`` is in view."""
    room_x, room_y = max(width - 2 * margin, 1.0), max(height - 2 * margin, 1.0)
    scale = min(room_x / max(content.width, 1e-9), room_y / max(content.height, 1e-9), most)
    return max(scale, 1e-6)


def least_scale(content: Box, width: float, height: float) -> float:
    """How far out one may zoom: 5 %, or further where only that shows everything."""
    return min(LEAST_SCALE, fit_scale(content, width, height))


def _shift(seen_low: float, seen_high: float, low: float, high: float) -> float:
    """How far a view must move so that enough of the content is in it."""
    need = _VISIBLE_SHARE * min(high - low, seen_high - seen_low)
    if seen_high < low + need:
        return low + need - seen_high
    if seen_low > high - need:
        return high - need - seen_low
    return 0.0


def _least_move(seen_low: float, seen_high: float, low: float, high: float) -> float:
    if high - low > seen_high - seen_low:
        return (low + high - seen_low - seen_high) / 2
    if low < seen_low:
        return low - seen_low
    if high > seen_high:
        return high - seen_high
    return 0.0
