"""What floats over the sky: zoom, the way back, the small map, and what an empty sky says."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import override

import numpy as np
import shiboken6
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLayout, QToolButton, QVBoxLayout, QWidget

from stello_desktop.layout.camera import Box, Camera
from stello_desktop.layout.forest import Floats, Ints
from stello_desktop.ui import theme as themes
from stello_desktop.ui.controls import button, describe, plain_label, tool_button
from stello_desktop.ui.theme import RADIUS_CARD_PX, Theme

_MINIMAP = QSize(150, 104)
_MAX_DOTS = 3_000
_EMPTY_PX = 420


class ZoomBar(QFrame):
    """Farther, how near, nearer, everything.

    Signals:
        stepped: -1 farther, 1 nearer.
        fit_asked: show everything.
        reset_asked: 100 %.
    """

    stepped = Signal(int)
    fit_asked = Signal()
    reset_asked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("area", "card")
        self._out = tool_button("minus", name="mapZoomOut", size_px=16)
        self._in = tool_button("plus", name="mapZoomIn", size_px=16)
        self._fit = tool_button("fit", name="mapFit", size_px=16)
        self._scale = button("100 %", kind="quiet", name="mapZoomReset")
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 3, 4, 3)
        row.setSpacing(2)
        row.setSizeConstraint(
            QLayout.SizeConstraint.SetFixedSize
        )  # what it says is never cut, whenever it is dressed
        self._fit.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        for part in (self._out, self._scale, self._in, self._fit):
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            row.addWidget(part)
        self._out.clicked.connect(lambda: self.stepped.emit(-1))
        self._in.clicked.connect(lambda: self.stepped.emit(1))
        self._scale.clicked.connect(self.reset_asked)
        self._fit.clicked.connect(self.fit_asked)
        self.retranslate()

    def retranslate(self) -> None:
        """Say it in the language of now."""
        describe(self._out, self.tr("Zoom out"), "-")
        describe(self._in, self.tr("Zoom in"), "+")
        describe(self._fit, self.tr("Show everything"), "Ctrl+0")
        describe(self._scale, self.tr("Show at 100 %"))
        self._fit.setText(self.tr("Fit"))
        metrics = QFontMetrics(themes.current().font())
        self._scale.setMinimumWidth(metrics.horizontalAdvance("400 %") + 26)
        for part in (self._out, self._scale, self._in, self._fit):
            part.ensurePolished()
        self.adjustSize()

    def show_scale(self, scale: float) -> None:
        """How near the sky is."""
        self._scale.setText(self.tr("%1 %").replace("%1", str(max(1, round(scale * 100)))))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


class EmptySky(QWidget):
    """What this place is for, and the one action that fills it.

    Signals:
        new_project_asked: start a project.
    """

    new_project_asked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("mapEmpty")
        self._title = plain_label(size="title", strong=True, wrap=True)
        self._words = plain_label(tone="muted", wrap=True)
        self._make = button(kind="primary", icon="new_project", name="mapNewProject")
        self._make.clicked.connect(self.new_project_asked)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        for part in (self._title, self._words):
            part.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(part)
        column.addSpacing(4)
        column.addWidget(self._make, 0, Qt.AlignmentFlag.AlignHCenter)
        self.retranslate()

    def fit(self, room_px: int) -> None:
        """As wide as reads well, at most as there is room for, and as tall as its words are then."""
        width_px = min(round(_EMPTY_PX * themes.current().scale), room_px)
        column = self.layout()
        if column is not None:
            self.resize(width_px, column.totalHeightForWidth(width_px))

    def retranslate(self) -> None:
        """Say it in the language of now."""
        self._title.setText(self.tr("Your map is empty"))
        self._words.setText(
            self.tr(
                "A project is a conversation that can branch. Every branch becomes a star here, "
                "and you arrange the stars as you think."
            )
        )
        self._make.setText(self.tr("New project"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


class Hint(QFrame):
    """A quiet sentence with one action and a way to be rid of it.

    Signals:
        taken: the action was chosen.
        refused: it was closed.
    """

    taken = Signal()
    refused = Signal()

    def __init__(self, parent: QWidget, name: str) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setProperty("area", "card")
        self.words: QLabel = plain_label(size="small", tone="muted")
        self.action = button(kind="link", name=f"{name}Action")
        self._close = tool_button("close", name=f"{name}Close", size_px=14)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 5, 6, 5)
        row.setSpacing(8)
        for part in (self.words, self.action, self._close):
            row.addWidget(part)
        self.action.clicked.connect(self.taken)
        self._close.clicked.connect(self.refused)
        self.hide()

    def say(self, words: str, action: str, close: str) -> None:
        """Set the sentence and the name of its action."""
        self.words.setText(words)
        self.action.setText(action)
        describe(self._close, close)
        self.adjustSize()


class Compass(QToolButton):
    """An arrow back to the stars when none is in view (I17)."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("mapCompass")
        self.setFixedSize(44, 44)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._angle = 0.0
        self._theme: Theme | None = None
        self._retranslate()
        self.hide()

    def _retranslate(self) -> None:
        describe(self, self.tr("Back to the stars"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def dress(self, theme: Theme) -> None:
        """Paint in this theme."""
        self._theme = theme
        self.update()

    def point_to(self, dx: float, dy: float) -> None:
        """Which way the stars are."""
        self._angle = math.atan2(dy, dx)
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        if theme is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("accent"), 1.4))
        painter.setBrush(theme.color("raised"))
        painter.drawEllipse(QRectF(3, 3, 38, 38))
        painter.translate(22, 22)
        painter.rotate(math.degrees(self._angle))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent"))
        painter.drawPolygon(QPolygonF([QPointF(12, 0), QPointF(-6, -8), QPointF(-2, 0), QPointF(-6, 8)]))
        painter.end()


class MiniMap(QWidget):
    """All stars as dots and the view as a frame; drawn from the arrays, never from the scene (I20).

    Signals:
        pointed: a scene place that shall be in the middle.
    """

    pointed = Signal(float, float)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("mapMiniMap")
        self.setFixedSize(_MINIMAP)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._theme: Theme | None = None
        self._bounds = Box(-1, -1, 1, 1)
        self._seen = Box(-1, -1, 1, 1)
        self._x: Floats = np.zeros(0)
        self._y: Floats = np.zeros(0)
        self._hue: Ints = np.zeros(0, dtype=np.int64)
        self.hide()

    def dress(self, theme: Theme) -> None:
        """Paint in this theme."""
        self._theme = theme
        self.update()

    def show_stars(self, x: Floats, y: Floats, hue: Ints, bounds: Box, camera: Camera) -> None:
        """Take over what there is and what of it is in view."""
        step = max(1, len(x) // _MAX_DOTS)
        self._x, self._y, self._hue = x[::step], y[::step], hue[::step]
        self._bounds, self._seen = bounds, camera.seen
        self.update()

    def _scale(self) -> tuple[float, float, float]:
        """Scale, and where the scene's (0, 0) is."""
        room_x, room_y = self.width() - 16.0, self.height() - 16.0
        bounds = self._bounds
        scale = min(room_x / max(bounds.width, 1.0), room_y / max(bounds.height, 1.0))
        x, y = bounds.centre
        return scale, self.width() / 2 - x * scale, self.height() / 2 - y * scale

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        if theme is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(theme.color("surface", 0.92))
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_CARD_PX, RADIUS_CARD_PX
        )
        scale, left, top = self._scale()
        painter.setPen(Qt.PenStyle.NoPen)
        for hue in sorted(set(self._hue.tolist())):
            mine = self._hue == hue
            spots = np.stack([self._x[mine] * scale + left - 1.2, self._y[mine] * scale + top - 1.2], axis=1)
            rects = np.ascontiguousarray(np.concatenate([spots, np.full_like(spots, 2.4)], axis=1))
            painter.setBrush(theme.hue(hue))
            painter.drawRects(shiboken6.wrapInstance(rects.ctypes.data, QRectF), len(rects))  # type: ignore[call-overload]  # the pointer form is not in the stubs
        seen = self._seen
        view = QRectF(
            seen.left * scale + left, seen.top * scale + top, seen.width * scale, seen.height * scale
        )
        painter.setPen(QPen(theme.color("accent"), 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(view.intersected(QRectF(self.rect()).adjusted(2, 2, -2, -2)))
        painter.end()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        scale, left, top = self._scale()
        self.pointed.emit((event.position().x() - left) / scale, (event.position().y() - top) / scale)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)


class Trail(QLabel):
    """Where the selected conversation hangs: project › … › itself. Plain text, as all names are data."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("mapTrail")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("size", "small")
        self.setProperty("tone", "muted")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_path(self, labels: list[str], room_px: int) -> None:
        """Leave out whole names from the middle until it fits; the last one alone ends in dots."""
        self.setVisible(len(labels) > 1)
        if len(labels) > 1:
            metrics, room = self.fontMetrics(), max(room_px, 40)
            ways = (" › ".join(way) for way in _shorter_ways(labels))
            cut = metrics.elidedText(labels[-1], Qt.TextElideMode.ElideRight, room)
            self.setText(next((way for way in ways if metrics.horizontalAdvance(way) <= room), cut))
            self.adjustSize()


def _shorter_ways(labels: list[str]) -> Iterator[list[str]]:
    """The whole way, then with fewer and fewer names between the project and the conversation."""
    yield labels
    for kept in range(len(labels) - 2, 0, -1):
        yield [labels[0], "…", *labels[-kept:]]
    yield ["…", labels[-1]]
