"""The filled dot with a count: how many answers nobody has seen, on the map and in the outline alike."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from stello_desktop.ui.theme import Theme

MOST: Final = 9
"""More than this is said as *9+*, so that a dot stays a dot."""


def dot_size(theme: Theme, count: int) -> tuple[float, float]:
    """Width and height of the dot, in pixels."""
    metrics = QFontMetricsF(theme.font("tiny", bold=True))
    high = round(metrics.ascent() + 3.0)
    return max(high, metrics.horizontalAdvance(_text(count)) + 8.0), high


def counted_dot(painter: QPainter, theme: Theme, at: QPointF, count: int, *, edge: str = "") -> None:
    """Draw it with its middle at a place; ``edge`` is the token of a rim that keeps it off what is below."""
    wide, high = dot_size(theme, count)
    area = QRectF(at.x() - wide / 2, at.y() - high / 2, wide, high)
    painter.setPen(QPen(theme.color(edge), 1.6) if edge else Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("accent"))
    painter.drawRoundedRect(area, high / 2, high / 2)
    painter.setPen(theme.color("on_accent"))
    painter.setFont(theme.font("tiny", bold=True))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, _text(count))


def _text(count: int) -> str:
    return str(count) if count <= MOST else f"{MOST}+"
