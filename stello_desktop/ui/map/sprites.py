"""Stars as prepared pictures: a glow, a body with a little light on it; one per hue, age and size.

Painting a gradient for each star costs eighteen times as much as copying a picture.
"""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap, QRadialGradient

from stello_desktop.ui.theme import Theme, mix

_GLOW: Final = 3.1
_STEP_PX: Final = 0.5
_RECENCY_GLOW: Final = (0.34, 0.55, 0.78, 1.0)
_RECENCY_FADE: Final = (0.34, 0.2, 0.08, 0.0)
GREY: Final = -1


class SpriteBook:
    """Star pictures for one theme and one pixel ratio, drawn when first needed."""

    def __init__(self, theme: Theme, ratio: float = 1.0) -> None:
        self.theme = theme
        self.ratio = ratio
        self._kept: dict[tuple[int, int, int, bool], tuple[QPixmap, float]] = {}

    def star(self, hue: int, recency: int, radius: float, *, root: bool = False) -> tuple[QPixmap, float]:
        """The picture and half its side in logical pixels.

        Args:
            hue: index of the branch's colour; `GREY` draws an archived conversation, hollow.
            radius: of the body in logical pixels.
            root: a project: wider glow.
        """
        step = max(2, round(radius / _STEP_PX))
        key = (hue, recency, step, root)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._draw(hue, recency, step * _STEP_PX, root=root)
        return found

    def body_color(self, hue: int, recency: int) -> str:
        """What a star's body is filled with."""
        return mix(self.theme.hues[hue], self.theme.ground, _RECENCY_FADE[recency])

    def _draw(self, hue: int, recency: int, radius: float, *, root: bool) -> tuple[QPixmap, float]:
        half = math.ceil(radius * (_GLOW + (0.5 if root else 0.0))) + 2.0
        side = round(2 * half * self.ratio)
        picture = QPixmap(side, side)
        picture.setDevicePixelRatio(self.ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(half, half)
        painter.setPen(Qt.PenStyle.NoPen)
        if hue == GREY:
            self._hollow(painter, radius)
        else:
            self._glow(painter, QColor(self.theme.hues[hue]), recency, half - 2.0)
            self._body(painter, self.body_color(hue, recency), radius)
        painter.end()
        return picture, half

    def _glow(self, painter: QPainter, color: QColor, recency: int, reach: float) -> None:
        strength = _RECENCY_GLOW[recency] * (0.62 if self.theme.dark else 0.34)
        gradient = QRadialGradient(QPointF(0, 0), reach)
        for at, share in ((0.0, 1.0), (0.2, 0.8), (0.4, 0.42), (0.6, 0.19), (0.8, 0.06), (1.0, 0.0)):
            color.setAlphaF(strength * share)
            gradient.setColorAt(at, color)
        painter.setBrush(QBrush(gradient))
        painter.drawEllipse(QPointF(0, 0), reach, reach)

    def _body(self, painter: QPainter, color: str, radius: float) -> None:
        white = self.theme.text if self.theme.dark else self.theme.ground_lit
        light = mix(color, white, 0.38 if self.theme.dark else 0.3)
        shade = mix(color, self.theme.ground if self.theme.dark else self.theme.text, 0.12)
        gradient = QRadialGradient(QPointF(-0.3 * radius, -0.36 * radius), 1.55 * radius)
        gradient.setColorAt(0.0, QColor(light))
        gradient.setColorAt(0.5, QColor(color))
        gradient.setColorAt(1.0, QColor(shade))
        painter.setBrush(QBrush(gradient))
        painter.drawEllipse(QPointF(0, 0), radius, radius)
        if radius > 3:  # noqa: PLR2004 - smaller ones have no room for a highlight
            spark = QColor(white)
            spark.setAlphaF(0.62)
            painter.setBrush(spark)
            painter.drawEllipse(QPointF(-0.27 * radius, -0.3 * radius), 0.25 * radius, 0.25 * radius)

    def _hollow(self, painter: QPainter, radius: float) -> None:
        painter.setBrush(self.theme.color("ground"))
        painter.setPen(QPen(self.theme.color("muted", 0.8), 1.4))
        painter.drawEllipse(QPointF(0, 0), radius - 0.7, radius - 0.7)
