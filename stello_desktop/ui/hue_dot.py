"""The round mark in one of the branch hues that stands before the name of a profile."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from stello_desktop.ui import theme

DOT_PX: Final = 10


def paint_dot(painter: QPainter, area: QRectF, hue: int) -> None:
    """A dot in the middle of an area."""
    side_px = DOT_PX * theme.current().scale
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.current().hue(hue))
    painter.drawEllipse(
        QRectF(area.center().x() - side_px / 2, area.center().y() - side_px / 2, side_px, side_px)
    )


class _DotEngine(QIconEngine):
    """Draws in the colour of the theme that is applied when it paints."""

    def __init__(self, hue: int) -> None:
        super().__init__()
        self._hue = hue

    @override
    def clone(self) -> QIconEngine:
        return _DotEngine(self._hue)

    @override
    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        paint_dot(painter, QRectF(rect), self._hue)

    @override
    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    @override
    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        picture = QPixmap(size * scale)
        picture.setDevicePixelRatio(scale)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        paint_dot(painter, QRectF(0, 0, size.width(), size.height()), self._hue)
        painter.end()
        return picture


def dot_icon(hue: int) -> QIcon:
    """The mark as an icon; it follows the theme."""
    return QIcon(_DotEngine(hue))


class HueDot(QWidget):
    """The mark as a widget; says nothing to a screen reader."""

    def __init__(self, hue: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hue = hue
        self._measure()

    def show_hue(self, hue: int) -> None:
        """Another colour."""
        self._hue = hue
        self.update()

    def _measure(self) -> None:
        side_px = round((DOT_PX + 2) * theme.current().scale)
        self.setFixedSize(side_px, side_px)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_dot(painter, QRectF(self.rect()), self._hue)
        painter.end()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._measure()
