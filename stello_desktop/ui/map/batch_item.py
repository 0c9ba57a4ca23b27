"""The one item that paints the whole map from arrays (limits, section 3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import override

import numpy as np
import shiboken6
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from stello_desktop.layout.camera import Camera
from stello_desktop.layout.forest import Floats, Ints
from stello_desktop.ui.hues import HUES
from stello_desktop.ui.map.edges import MANY_EDGES, draw_curves, draw_lines, fan_curves, shelf_curves
from stello_desktop.ui.map.foreground import Foreground
from stello_desktop.ui.map.frame import SPRITES_UP_TO, Frame, FrameMaker
from stello_desktop.ui.map.ground import Ground
from stello_desktop.ui.map.labels import LabelBook
from stello_desktop.ui.map.links import paint_links
from stello_desktop.ui.map.picture import Picture
from stello_desktop.ui.map.sprites import GREY, SpriteBook
from stello_desktop.ui.map.stars import Mark
from stello_desktop.ui.theme import Theme, mix

_WIDTHS_PX = (2.3, 1.8, 1.4)
_LEVELS = len(_WIDTHS_PX)
_DIMMED = 0.3


class SkyItem(QGraphicsItem):
    """Paints ground, lines, stars, titles, and what lies over them, in that order.

    The scene is the view's own rectangle in pixels and the camera is applied here, because scroll bars
    move in whole pixels and a star must keep its place exactly (I15).
    """

    def __init__(self, picture: Picture, theme: Theme, ratio: float = 1.0) -> None:
        super().__init__()
        self.picture = picture
        self._frame: Frame | None = None
        self.dress(theme, ratio)

    def dress(self, theme: Theme, ratio: float) -> None:
        """Paint in another theme or for another screen; everything prepared is prepared again (I21)."""
        self.theme, self.ratio = theme, ratio
        self.labels = LabelBook(theme, ratio)
        self._sprites = SpriteBook(theme, ratio)
        self._ground = Ground(theme, ratio)
        self.foreground = Foreground(theme, ratio, self.labels)
        self._maker = FrameMaker(self.labels.measure, theme.scale)
        fade = 0.38 if theme.dark else 0.28
        self._lines = [QColor(mix(hue, theme.ground, fade)) for hue in theme.hues]
        self._grey_line = QColor(mix(theme.muted, theme.ground, 0.5))
        self.touch()

    def touch(self) -> None:
        """Something changed: derive the frame again and repaint."""
        self._frame = None
        self.update()

    @property
    def frame(self) -> Frame:
        """Where everything is now."""
        if self._frame is None:
            self._frame = self._maker.make(self.picture)
        return self._frame

    def resize(self, camera: Camera) -> None:
        """The view has another size."""
        self.prepareGeometryChange()
        self.picture.camera = camera
        self.touch()

    @override
    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, self.picture.camera.width, self.picture.camera.height)

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        ratio = painter.device().devicePixelRatioF()
        if ratio != self.ratio:
            self.dress(self.theme, ratio)
        picture, frame = self.picture, self.frame
        self._ground.paint(painter, picture.camera)
        if not len(picture.stars):
            return
        if not picture.packed:
            self._paint_edges(painter, picture, frame)
        self.foreground.paint_sources(painter, picture, frame)
        paint_links(painter, picture, frame, self.theme)
        if picture.packed or len(frame.seen) > SPRITES_UP_TO:
            self._paint_dots(painter, picture, frame)
        else:
            self._paint_stars(painter, picture, frame)
        self.foreground.paint(painter, picture, frame)

    def _paint_edges(self, painter: QPainter, picture: Picture, frame: Frame) -> None:
        child, parent = _edges_in_view(picture, frame)
        if not len(child):
            return
        if len(child) > MANY_EDGES:
            if picture.flying:
                return
            lines = np.stack([frame.sx[parent], frame.sy[parent], frame.sx[child], frame.sy[child]], axis=1)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            for rows, color, _ in self._groups(picture, child):
                draw_lines(painter, lines[rows], color, 0.0)
            return
        steps = 14 if len(child) < 160 else 9 if len(child) < 320 else 6  # noqa: PLR2004 - the fewer the finer
        place = np.stack([frame.sx, frame.sy], axis=1)
        shelved = picture.side[child] != 0
        for rows, mapped in ((np.flatnonzero(~shelved), False), (np.flatnonzero(shelved), True)):
            if not len(rows):
                continue
            mine, above = child[rows], parent[rows]
            if mapped:
                ends = frame.sx + picture.shelf * picture.camera.scale
                curves = shelf_curves(place[mine], place[above], ends[above], ends[mine])
            else:
                grand = np.where(picture.stars.parent[above] >= 0, picture.stars.parent[above], above)
                curves = fan_curves(place[mine], place[above], place[grand])
            draw_curves(painter, curves, steps, list(self._groups(picture, mine)))

    def _groups(self, picture: Picture, child: Ints) -> Iterator[tuple[Ints, QColor, float]]:
        """Edges by pen: the branch's hue, thinner with depth; grey where the end is archived."""
        stars = picture.stars
        level = np.minimum(stars.depth[child], _LEVELS) - 1
        key = np.where(stars.marks[child] & Mark.ARCHIVED, HUES, stars.hue[child]) * _LEVELS + level
        slim = min(max(picture.camera.scale, 0.3), 1.3) ** 0.5
        for value in np.flatnonzero(np.bincount(key)).tolist():
            hue, depth = divmod(value, _LEVELS)
            color = self._grey_line if hue == HUES else self._lines[hue]
            yield np.flatnonzero(key == value), color, _WIDTHS_PX[depth] * slim

    def _paint_dots(self, painter: QPainter, picture: Picture, frame: Frame) -> None:
        """Thousands of stars: squares of one to three pixels by hue and brightness, straight from the array."""
        stars, seen = picture.stars, frame.seen
        size = np.clip(np.round(frame.radius[seen] * 0.62), 1.0, 3.0 if picture.packed else 5.0)
        size[stars.depth[seen] == 0] += 2.0
        half = size / 2
        rects = np.stack(
            [np.round(frame.sx[seen] - half), np.round(frame.sy[seen] - half), size, size], axis=1
        )
        grey = stars.marks[seen] & Mark.ARCHIVED
        key = np.where(grey, HUES * 4, stars.hue[seen] * 4 + stars.recency[seen])
        order = np.argsort(key, kind="stable")
        rects, key = np.ascontiguousarray(rects[order]), key[order]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        crowd = np.bincount(key, minlength=1)
        ends = np.cumsum(crowd).tolist()
        for value in np.flatnonzero(crowd).tolist():
            start, end = ends[value] - int(crowd[value]), ends[value]
            hue, recency = divmod(value, 4)
            color = self._grey_line if hue == HUES else QColor(self._sprites.body_color(hue, recency))
            painter.setBrush(color)
            self._draw_rects(painter, rects[start:end])

    @staticmethod
    def _draw_rects(painter: QPainter, rects: Floats) -> None:
        painter.drawRects(shiboken6.wrapInstance(rects.ctypes.data, QRectF), len(rects))  # type: ignore[call-overload]  # the pointer form is not in the stubs

    def _paint_stars(self, painter: QPainter, picture: Picture, frame: Frame) -> None:
        """Up to some hundred stars: prepared pictures, the important ones last."""
        stars, seen, sprite = picture.stars, frame.seen, self._sprites.star
        carried = set(picture.lift.carried.tolist()) if picture.lift else set()
        hue = np.where(stars.marks & Mark.ARCHIVED, GREY, stars.hue)[seen].tolist()
        columns = (stars.recency, frame.radius, frame.sx, frame.sy, stars.depth)
        rows = zip(seen.tolist(), hue, *(column[seen].tolist() for column in columns), strict=True)
        draw, cards = painter.drawPixmap, frame.cards
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for index, color, recency, radius, x, y, depth in rows:
            if index in cards or radius < 0.5:  # noqa: PLR2004 - being born
                continue
            picture_of_star, half = sprite(color, recency, radius, root=depth == 0)
            if index in carried:
                painter.setOpacity(_DIMMED)
                draw(QPointF(x - half, y - half), picture_of_star)
                painter.setOpacity(1.0)
            else:
                draw(QPointF(x - half, y - half), picture_of_star)


def _edges_in_view(picture: Picture, frame: Frame) -> tuple[Ints, Ints]:
    """Children and parents of the edges whose bounding rectangle meets the view."""
    child = np.flatnonzero(picture.stars.parent >= 0)
    parent = picture.stars.parent[child]
    x0, x1, y0, y1 = frame.sx[child], frame.sx[parent], frame.sy[child], frame.sy[parent]
    width, height = picture.camera.width, picture.camera.height
    room = 12.0
    seen = (
        (np.maximum(x0, x1) > -room)
        & (np.minimum(x0, x1) < width + room)
        & (np.maximum(y0, y1) > -room)
        & (np.minimum(y0, y1) < height + room)
    )
    return child[seen], parent[seen]
