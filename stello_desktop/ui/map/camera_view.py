"""Looking at the sky: the camera of the view, with wheel, trackpad and pinch."""

from __future__ import annotations

from collections.abc import Callable
from typing import override

from PySide6.QtCore import QEvent, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QNativeGestureEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGestureEvent, QGraphicsScene, QGraphicsView, QPinchGesture, QWidget

from stello_desktop.layout.camera import Camera, least_scale
from stello_desktop.ui.map.batch_item import SkyItem
from stello_desktop.ui.map.gestures import WheelRule, WheelTurn, read_turn
from stello_desktop.ui.map.heavens import Heavens
from stello_desktop.ui.theme import Theme

_SETTLE_MS = 90
_STEP = 1.25
_FITTED_AT_MOST = 3
"""Titles keep their size on the screen, so they need more of the sky from farther away."""


class CameraView(QGraphicsView):
    """Moves and zooms over the stars; what the person does to the stars is no matter of its.

    Signals:
        camera_moved: zoom or place changed.
        settled: the camera has come to rest.
    """

    camera_moved = Signal()
    settled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setViewport(QWidget())  # asking for Qt's own one makes PySide look through all classes, 10 ms
        self.setObjectName("skyView")
        self.heavens = Heavens(theme, self)
        self.item: SkyItem = self.heavens.item
        self.picture = self.heavens.picture
        self.wheel_rule = WheelRule.ZOOM
        self.shows_all = False
        self.room_at_top: Callable[[], float] = float
        self._set_up_scene()
        self._settle_timer = self._one_shot(_SETTLE_MS, self.settled.emit)

    def _set_up_scene(self) -> None:
        scene = QGraphicsScene(self)
        scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        scene.addItem(self.item)
        self.setScene(scene)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        self.viewport().grabGesture(Qt.GestureType.PinchGesture)
        self.viewport().setObjectName("skyViewport")

    def _one_shot(self, after_ms: int, call: Callable[[], object]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(after_ms)
        timer.timeout.connect(call)
        return timer

    def _before_move(self) -> None:
        """What belongs to the view of now goes before the camera moves."""

    # -- camera

    @property
    def camera(self) -> Camera:
        """What is in view."""
        return self.picture.camera

    def look(self, camera: Camera) -> None:
        """Look elsewhere; at least a tenth of the stars stays in view (I17)."""
        bounds = self.heavens.bounds
        self.shows_all = False
        self.picture.camera = camera.clamped(bounds) if len(self.picture.stars) else camera
        self.item.touch()
        self.camera_moved.emit()
        self._settle_timer.start()

    def settle_soon(self) -> None:
        """Say so in a moment, even where the camera did not move."""
        self._settle_timer.start()

    def pan_by(self, dx: float, dy: float) -> None:
        """Move the sky by screen pixels."""
        self._before_move()
        self.look(self.camera.panned(dx, dy))

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom with a screen place, or the middle, unmoved."""
        camera = self.camera
        spot = (at.x(), at.y()) if at is not None else (camera.width / 2, camera.height / 2)
        least = least_scale(self.heavens.bounds, camera.width, camera.height)
        self._before_move()
        self.look(camera.zoomed(factor, spot, least))
        self.heavens.suit_form(spot)

    def fit(self) -> None:
        """Show everything, and go on doing so when the pane gets another size."""
        self._before_move()
        self.heavens.show_whole()
        self.look(self.camera.fitted(self.heavens.bounds, top=self.room_at_top()))
        self.shows_all = True

    def reveal(self, index: int) -> None:
        """The least move that brings a star into view (I16)."""
        self.look(self.camera.revealing(self.heavens.room_of([index])))

    def reveal_project(self, index: int) -> None:
        """The least move that brings a whole project into view; nearer or farther only where it does not fit."""
        camera, heavens = self.camera, self.heavens
        room = heavens.room_of(heavens.project_of(index))
        moved = camera.revealing(room)
        if camera.seen.holds(room):
            return
        if moved.seen.holds(room):
            self.look(moved)
        else:
            self._before_move()
            for _ in range(_FITTED_AT_MOST):
                self.look(self.camera.fitted(room, top=self.room_at_top(), most=self.camera.scale))
                room = heavens.room_of(heavens.project_of(index))
                if self.camera.seen.holds(room):
                    break
            heavens.suit_form((camera.width / 2, camera.height / 2))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        size = self.viewport().size()
        self.setSceneRect(0, 0, size.width(), size.height())
        self.item.resize(self.camera.resized(size.width(), size.height()))
        self.camera_moved.emit()

    def zoom_step(self, way: int) -> None:
        """One step nearer (1) or farther (-1), the focused star unmoved."""
        index = self.picture.focused
        at = None
        if 0 <= index < len(self.picture.stars):
            x, y = self.item.frame.body_of(index).centre
            if 0 <= x <= self.camera.width and 0 <= y <= self.camera.height:
                at = QPointF(x, y)
        self.zoom_by(_STEP**way, at)

    # -- events

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        keys = event.modifiers()
        turn = WheelTurn(
            (event.angleDelta().x(), event.angleDelta().y()),
            (event.pixelDelta().x(), event.pixelDelta().y()),
            phased=event.phase() != Qt.ScrollPhase.NoScrollPhase,
            zooming=bool(keys & Qt.KeyboardModifier.ControlModifier),
            sideways=bool(keys & Qt.KeyboardModifier.ShiftModifier),
        )
        move = read_turn(turn, self.wheel_rule)
        if move.factor != 1.0:
            self.zoom_by(move.factor, event.position())
        elif not move.is_nothing:
            self.pan_by(move.dx, move.dy)
        event.accept()

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture and event.value():
                self.zoom_by(1.0 + event.value(), event.position())
            return True
        if isinstance(event, QGestureEvent):
            pinch = event.gesture(Qt.GestureType.PinchGesture)
            if isinstance(pinch, QPinchGesture) and pinch.scaleFactor() > 0:
                self.zoom_by(
                    pinch.scaleFactor(), QPointF(self.viewport().mapFromGlobal(pinch.centerPoint().toPoint()))
                )
            return True
        return super().viewportEvent(event)
