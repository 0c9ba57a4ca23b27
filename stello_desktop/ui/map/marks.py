"""States of a star as shapes: rings, a bell, a triangle, an arrow, badges. Colour never tells anything alone."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QTextLayout,
    QTextOption,
)

from stello_desktop.layout.camera import Box
from stello_desktop.ui.counted_dot import counted_dot, dot_size
from stello_desktop.ui.map.stars import Mark
from stello_desktop.ui.theme import Theme

RING_PX: Final = 4.5
BADGE_PX: Final = 8.0
FIRST_BADGE: Final = -0.27 * math.pi
CHIP_PX: Final = 340.0
CHIP_LINES: Final = 3


def ring(painter: QPainter, at: QPointF, radius: float, color: QColor, width: float = 2.0) -> None:
    """A plain ring: the selection."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(color, width))
    painter.drawEllipse(at, radius, radius)


def dotted_ring(painter: QPainter, at: QPointF, radius: float, color: QColor) -> None:
    """A ring of dots: the keyboard is here."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    count = max(12, round(2 * math.pi * radius / 6.0))
    for step in range(count):
        angle = 2 * math.pi * step / count
        painter.drawEllipse(at + QPointF(radius * math.cos(angle), radius * math.sin(angle)), 1.25, 1.25)


def crossed_ring(painter: QPainter, at: QPointF, radius: float, color: QColor) -> None:
    """A ring with a bar: nothing may be dropped here."""
    ring(painter, at, radius, color, 2.4)
    reach = radius * math.sqrt(0.5)
    painter.drawLine(at + QPointF(-reach, -reach), at + QPointF(reach, reach))


def breath(painter: QPainter, at: QPointF, radius: float, color: QColor, phase: float) -> None:
    """The slow pulse of an answering conversation: a ring that widens and fades."""
    for shift in (0.0, 0.5):
        share = (phase + shift) % 1.0
        faint = QColor(color)
        faint.setAlphaF(0.75 * (1.0 - share) ** 1.5)
        ring(painter, at, radius + 2.0 + 15.0 * share, faint, 1.8)


@dataclass(frozen=True, slots=True)
class Badges:
    """What stands around a star.

    Attributes:
        marks: `Mark` values.
        unread: how many answers nobody has seen.
        side: where its title stands in a mind map.
    """

    marks: int
    unread: int = 0
    side: int = 0


def badges(painter: QPainter, theme: Theme, at: QPointF, radius: float, shown: Badges) -> None:
    """Bell, unread dot, triangle and arrow around the upper right of a star; in a mind map away from its title."""
    angle, turn = FIRST_BADGE, -1.0
    if shown.side > 0:
        angle, turn = -math.pi - FIRST_BADGE, 1.0
    reach = radius + 8.0

    def dot(painter: QPainter, theme: Theme, at: QPointF) -> None:
        wide, high = dot_size(theme, shown.unread)  # a wide one grows away from its star
        away = QPointF(-turn * (wide - high) / 2, 0)
        counted_dot(painter, theme, at + away, shown.unread, edge="ground")

    for mark, draw in (
        (Mark.FAILED, _triangle),
        (Mark.WAITING, _bell),
        (Mark.UNREAD, dot),
        (Mark.UNSENT, _arrow),
    ):
        if shown.marks & mark:
            spot = at + QPointF(reach * math.cos(angle), reach * math.sin(angle))
            draw(painter, theme, spot)
            angle += turn * 2.1 * BADGE_PX / reach


def _triangle(painter: QPainter, theme: Theme, at: QPointF) -> None:
    points = [at + QPointF(0, -7.0), at + QPointF(7.0, 5.2), at + QPointF(-7.0, 5.2)]
    pen = QPen(theme.color("ground"), 1.6)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(theme.color("danger"))
    painter.drawPolygon(QPolygonF(points))
    painter.setPen(QPen(theme.color("ground"), 1.7))
    painter.drawLine(at + QPointF(0, -2.4), at + QPointF(0, 1.1))
    painter.drawPoint(at + QPointF(0, 3.4))


def _bell(painter: QPainter, theme: Theme, at: QPointF) -> None:
    path = QPainterPath(at + QPointF(-6.0, 3.4))
    path.cubicTo(at + QPointF(-3.2, 1.2), at + QPointF(-5.2, -6.4), at + QPointF(0, -6.4))
    path.cubicTo(at + QPointF(5.2, -6.4), at + QPointF(3.2, 1.2), at + QPointF(6.0, 3.4))
    path.closeSubpath()
    painter.setPen(QPen(theme.color("ground"), 1.6))
    painter.setBrush(theme.color("warning"))
    painter.drawPath(path)
    painter.drawEllipse(at + QPointF(0, 5.0), 2.0, 2.0)


def _arrow(painter: QPainter, theme: Theme, at: QPointF) -> None:
    """Up, as on *Send*, in a circle: something waits to be sent (row 25)."""
    painter.setPen(QPen(theme.color("text"), 1.3))
    painter.setBrush(theme.color("ground"))
    painter.drawEllipse(at, 6.4, 6.4)
    pen = QPen(theme.color("text"), 1.6)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    top = at + QPointF(0, -3.3)
    painter.drawLine(top, at + QPointF(0, 3.3))
    painter.drawLine(top, at + QPointF(-2.5, -0.8))
    painter.drawLine(top, at + QPointF(2.5, -0.8))


def fold_badge(painter: QPainter, theme: Theme, box: Box, hidden: int, hue: QColor) -> None:
    """What is folded away: a pill with a count."""
    area = QRectF(box.left, box.top, box.width, box.height)
    painter.setPen(QPen(hue, 1.2))
    painter.setBrush(theme.color("ground"))
    painter.drawRoundedRect(area, area.height() / 2, area.height() / 2)
    painter.setPen(theme.color("text"))
    painter.setFont(theme.font("tiny", bold=True))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, _count(hidden))


def _count(hidden: int) -> str:
    return f"+{hidden}" if hidden < 1_000 else f"+{hidden // 1_000}k"  # noqa: PLR2004


def chip(painter: QPainter, theme: Theme, text: str, anchor: QPointF, view: Box, *, danger: bool) -> Box:
    """A sentence below a place, in at most three lines: what a drop would do, or why it is refused."""
    font = theme.font("small", bold=True)
    metrics = QFontMetricsF(font)
    lines = wrapped(text, font, min(view.width - 24.0, CHIP_PX * theme.scale) - 22.0)
    width = max(map(metrics.horizontalAdvance, lines)) + 22.0
    height = len(lines) * metrics.lineSpacing() + 12.0
    left = min(max(anchor.x() - width / 2, view.left + 8.0), view.right - width - 8.0)
    top = min(max(anchor.y(), view.top + 8.0), view.bottom - height - 8.0)
    painter.setPen(QPen(theme.color("danger"), 1.4) if danger else Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("raised" if danger else "accent"))
    painter.drawRoundedRect(QRectF(left, top, width, height), 8, 8)
    painter.setPen(theme.color("danger" if danger else "on_accent"))
    painter.setFont(font)
    painter.drawText(QRectF(left, top, width, height), Qt.AlignmentFlag.AlignCenter, "\n".join(lines))
    return Box(left, top, left + width, top + height)


def wrapped(text: str, font: QFont, room: float) -> list[str]:
    """A sentence in lines of about the same length; what three lines cannot hold ends in dots."""
    lines = _lines(text, font, room)
    if len(lines) > CHIP_LINES:
        rest = "".join(lines[CHIP_LINES - 1 :])
        last = QFontMetricsF(font).elidedText(rest, Qt.TextElideMode.ElideRight, room)
        return [line.rstrip() for line in lines[: CHIP_LINES - 1]] + [last]
    least = QFontMetricsF(font).horizontalAdvance(text) / len(lines)
    for share in (1.05, 1.15, 1.3):
        tighter = _lines(text, font, min(least * share, room))
        if len(tighter) == len(lines):
            return [line.rstrip() for line in tighter]
    return [line.rstrip() for line in lines]


def _lines(text: str, font: QFont, room: float) -> list[str]:
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    units = text.encode("utf-16-le")
    found: list[str] = []
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(room)
        begin = 2 * line.textStart()
        found.append(units[begin : begin + 2 * line.textLength()].decode("utf-16-le", "replace"))
    layout.endLayout()
    return found or [text]
