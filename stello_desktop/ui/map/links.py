"""References on the map: dotted lines with an arrow, for the selected star, or all by a switch (P-2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import Topology
from stello_desktop.ui.map.frame import Frame
from stello_desktop.ui.map.picture import Picture
from stello_desktop.ui.theme import Theme

MAX_LINKS: Final = 300
_LEAST_SCALE: Final = 0.2
_BEND: Final = -0.2
_ARROW_PX: Final = 9.0
_GAP_PX: Final = 6.0


def links_of(
    topology: Topology,
    nearest: Callable[[SessionId | None], int],
    selected: SessionId | None,
    *,
    show_all: bool,
) -> tuple[tuple[int, int], ...]:
    """Pairs of stars, from the one that refers to the one that it refers to.

    Of the selected conversation those in both directions. What is folded away is shown at the star above it.
    """
    found: dict[tuple[int, int], None] = {}
    for session_id in topology.referring:
        for target in topology.refs_of(session_id):
            if show_all or selected in {session_id, target}:
                pair = nearest(session_id), nearest(target)
                if min(pair) >= 0 and pair[0] != pair[1]:
                    found[pair] = None
                    if len(found) >= MAX_LINKS:
                        return tuple(found)
    return tuple(found)


def paint_links(painter: QPainter, picture: Picture, frame: Frame, theme: Theme) -> None:
    """Each as a dotted bow that ends in an arrow; those of the selected star are stronger."""
    if picture.packed or picture.camera.scale < _LEAST_SCALE or not picture.links:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for start, end in picture.links:
        strong = picture.selected in {start, end}
        color = theme.color("accent" if strong else "muted", 0.95 if strong else 0.7)
        path = _bow(frame, start, end)
        if path is None:
            continue
        pen = QPen(color, 1.8)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setDashPattern([0.01, 2.6])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawPolygon(_arrow(path))


def _bow(frame: Frame, start: int, end: int) -> QPainterPath | None:
    """From edge to edge, bowed to the other side than the lines of sources."""
    begin = QPointF(float(frame.sx[start]), float(frame.sy[start]))
    goal = QPointF(float(frame.sx[end]), float(frame.sy[end]))
    way = goal - begin
    length = float(np.hypot(way.x(), way.y()))
    first, last = float(frame.radius[start]) + _GAP_PX, float(frame.radius[end]) + _GAP_PX
    if length < first + last + _ARROW_PX:
        return None
    bend = QPointF(-way.y(), way.x()) * _BEND
    leaving, arriving = way * 0.3 + bend, way * 0.3 - bend
    path = QPainterPath(begin + leaving * (first / max(float(np.hypot(leaving.x(), leaving.y())), 1e-9)))
    stop = goal - arriving * (last / max(float(np.hypot(arriving.x(), arriving.y())), 1e-9))
    path.cubicTo(begin + leaving, goal - arriving, stop)
    return path


def _arrow(path: QPainterPath) -> QPolygonF:
    tip, before = path.pointAtPercent(1.0), path.pointAtPercent(0.94)
    way = tip - before
    length = max(float(np.hypot(way.x(), way.y())), 1e-9)
    ahead = way / length
    side = QPointF(-ahead.y(), ahead.x())
    base = tip - ahead * _ARROW_PX
    return QPolygonF([tip, base + side * (_ARROW_PX * 0.42), base - side * (_ARROW_PX * 0.42)])
