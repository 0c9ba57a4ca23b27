"""Lines between stars: curves computed by numpy for all edges at once and drawn from one array.

A pen wider than a pixel on one long path is twenty times slower than the same curves as short lines,
and drawing each curve as its own path costs Python calls; so curves are cut into short lines here.
Colours are opaque, so that the joints do not show.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import shiboken6
from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from stello_desktop.layout.forest import Floats, Ints

MANY_EDGES: Final = 1_200
_OVERLAP_PX: Final = 0.35
_SWIRL: Final = 0.2


@dataclass(frozen=True, slots=True)
class Curves:
    """Cubic curves in screen pixels, one row per edge; ``shelf`` is the end of a line under a title."""

    start: Floats
    first: Floats
    second: Floats
    end: Floats
    shelf: Floats

    def points(self, steps: int) -> Floats:
        """Points along each curve, shape (edges, steps + 2, 2), the shelf last."""
        t = np.linspace(0.0, 1.0, steps + 1)[None, :, None]
        u = 1.0 - t
        cubic = (
            u**3 * self.start[:, None]
            + 3 * u * u * t * self.first[:, None]
            + 3 * u * t * t * self.second[:, None]
            + t**3 * self.end[:, None]
        )
        return np.concatenate([cubic, self.shelf[:, None]], axis=1)


def fan_curves(child: Floats, parent: Floats, grandparent: Floats) -> Curves:
    """Star edges leave a parent partly in the direction in which one came to it, as twigs do."""
    way = child - parent
    length = np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)[:, None]
    ahead = way / length
    came = parent - grandparent
    came_length = np.hypot(came[:, 0], came[:, 1])[:, None]
    turned = np.stack([ahead[:, 0] - _SWIRL * ahead[:, 1], ahead[:, 1] + _SWIRL * ahead[:, 0]], axis=1)
    onward = np.where(came_length > 1e-6, came / np.maximum(came_length, 1e-9), turned)  # noqa: PLR2004
    leaving = np.where(came_length > 1e-6, 0.64 * ahead + 0.36 * onward, turned)  # noqa: PLR2004
    return Curves(parent, parent + 0.4 * length * leaving, child - 0.36 * length * ahead, child, child)


def shelf_curves(child: Floats, parent: Floats, parent_shelf: Floats, child_shelf: Floats) -> Curves:
    """Mind-map edges leave the end of the line under the parent's title, level, and arrive level."""
    start = np.stack([parent_shelf, parent[:, 1]], axis=1)
    half = np.stack([(child[:, 0] - start[:, 0]) * 0.55, np.zeros(len(child))], axis=1)
    return Curves(start, start + half, child - half, child, np.stack([child_shelf, child[:, 1]], axis=1))


def draw_curves(
    painter: QPainter, curves: Curves, steps: int, groups: list[tuple[Ints, QColor, float]]
) -> None:
    """Draw curves in groups of one colour and width.

    Args:
        groups: for each pen the rows it draws, its colour and its width in pixels.
    """
    if not len(curves.start):
        return
    points = curves.points(steps)
    way = points[:, 1:] - points[:, :-1]
    length = np.maximum(np.hypot(way[..., 0], way[..., 1]), 1e-9)[..., None]
    lines = np.concatenate([points[:, :-1], points[:, 1:] + way / length * _OVERLAP_PX], axis=2)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for rows, color, width in groups:
        draw_lines(painter, lines[rows].reshape(-1, 4), color, width)


def draw_lines(painter: QPainter, lines: Floats, color: QColor, width: float) -> None:
    """Draw straight lines (x0, y0, x1, y1) straight from the array's memory."""
    if not len(lines):
        return
    pen = QPen(color, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    held = np.ascontiguousarray(lines, dtype=np.float64)
    painter.drawLines(shiboken6.wrapInstance(held.ctypes.data, QLineF), len(held))  # type: ignore[call-overload]  # the pointer form is not in the stubs
