"""The ground of the first screen: a few quiet stars, so that the map is no surprise."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QPointF
from PySide6.QtGui import QLinearGradient, QPainter, QPaintEvent, QPen, QRadialGradient
from PySide6.QtWidgets import QWidget

from stello_desktop.ui import theme

# Places in shares of the area, radius in pixels, hue.
_STARS: Final = (
    (0.09, 0.22, 5.0, 0),
    (0.17, 0.12, 3.0, 0),
    (0.05, 0.40, 3.0, 1),
    (0.15, 0.52, 3.5, 2),
    (0.90, 0.70, 5.0, 4),
    (0.83, 0.84, 3.0, 4),
    (0.95, 0.86, 3.5, 6),
    (0.92, 0.50, 3.0, 3),
    (0.84, 0.15, 2.5, 5),
    (0.10, 0.86, 2.5, 7),
)
_LINES: Final = ((0, 1), (0, 2), (0, 3), (4, 5), (4, 6), (4, 7))


class StarGround(QWidget):
    """Paints itself; everything else lies on it."""

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        sky = QLinearGradient(0, 0, 0, self.height())
        sky.setColorAt(0.0, tokens.color("ground_lit"))
        sky.setColorAt(1.0, tokens.color("ground"))
        painter.fillRect(self.rect(), sky)
        places = [QPointF(x * self.width(), y * self.height()) for x, y, _, _ in _STARS]
        for start, end in _LINES:
            painter.setPen(QPen(tokens.color("line"), 1.2))
            painter.drawLine(places[start], places[end])
        for place, (_, _, radius, hue) in zip(places, _STARS, strict=True):
            color = tokens.hue(hue)
            glow = QRadialGradient(place, radius * 4)
            color.setAlphaF(0.28)
            glow.setColorAt(0.0, color)
            color.setAlphaF(0.0)
            glow.setColorAt(1.0, color)
            painter.setPen(QPen(color, 0))
            painter.setBrush(glow)
            painter.drawEllipse(place, radius * 4, radius * 4)
            color.setAlphaF(0.85)
            painter.setBrush(color)
            painter.drawEllipse(place, radius, radius)
        painter.end()
