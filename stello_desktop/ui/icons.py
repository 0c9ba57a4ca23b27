"""One family of stroke icons, tinted by role at the moment they are painted.

The files in ``resources/icons`` draw with ``currentColor``; a change of theme needs no new icons.
"""

from __future__ import annotations

from functools import lru_cache
from typing import override

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from stello_desktop.resources import resource
from stello_desktop.ui import theme

_DISABLED_ALPHA = 0.45


def icon(name: str, role: str = "muted", checked_role: str = "") -> QIcon:
    """An icon by file name without its ending; ``checked_role`` tints it while a button is checked."""
    return QIcon(_TintedEngine(name, role, checked_role or role))


def pixmap(name: str, size_px: int, role: str = "muted", ratio: float = 1.0, alpha: float = 1.0) -> QPixmap:
    """The same drawing for places that take a picture; ``size_px`` is logical."""
    color = theme.current().color(role)
    return _render(name, color.name(), round(size_px * ratio), ratio, round(alpha, 2))


@lru_cache(maxsize=128)
def _drawing(name: str) -> str:
    return resource(f"icons/{name}.svg").read_text(encoding="utf-8")


@lru_cache(maxsize=512)
def _render(name: str, color: str, size_px: int, ratio: float, alpha: float) -> QPixmap:
    renderer = QSvgRenderer(QByteArray(_drawing(name).replace("currentColor", color).encode()))
    picture = QPixmap(size_px, size_px)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setOpacity(alpha)
    renderer.render(painter, QRectF(0, 0, size_px, size_px))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


class _TintedEngine(QIconEngine):
    """Draws with the role's colour of the theme that is applied when it paints."""

    def __init__(self, name: str, role: str, checked_role: str) -> None:
        super().__init__()
        _drawing(name)
        self._name, self._role, self._checked_role = name, role, checked_role

    @override
    def clone(self) -> QIconEngine:
        return _TintedEngine(self._name, self._role, self._checked_role)

    @override
    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        ratio = painter.device().devicePixelRatioF()
        size_px = min(rect.width(), rect.height())
        picture = self._picture(round(size_px * ratio), ratio, mode, state)
        painter.drawPixmap(
            rect.x() + (rect.width() - size_px) // 2, rect.y() + (rect.height() - size_px) // 2, picture
        )

    @override
    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self._picture(min(size.width(), size.height()), 1.0, mode, state)

    @override
    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        return self._picture(round(min(size.width(), size.height()) * scale), scale, mode, state)

    def _picture(self, size_px: int, ratio: float, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        role = self._checked_role if state == QIcon.State.On else self._role
        alpha = 1.0
        if mode == QIcon.Mode.Disabled:  # what stands on the accent would not be seen on a faint one
            role, alpha = ("muted", 1.0) if role == "on_accent" else (role, _DISABLED_ALPHA)
        return _render(self._name, theme.current().color(role).name(), max(1, size_px), ratio, alpha)
