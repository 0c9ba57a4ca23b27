"""The view of the sky: what mouse and keys do to the stars. It asks for changes and never makes one."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import override

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.layout.camera import Box
from stello_desktop.ui.map.camera_view import CameraView
from stello_desktop.ui.map.dragging import Drop, hang_over, let_go, take
from stello_desktop.ui.map.keys import KeyPad
from stello_desktop.ui.map.picture import Lift
from stello_desktop.ui.map.pointer import Pointer
from stello_desktop.ui.theme import Theme

_HOVER_MS = 320
_ABOUT_TO_S = 1.5
_ABOUT_TO_PX = 160.0
"""Who has moved the mouse so lately is on the way to the star that is so near."""


class SkyView(CameraView):
    """Shows the sky and reports what the person asks of it.

    Signals:
        chosen: a star was clicked or reached by the keys.
        asked: a request by name, a session id or None.
        fold_asked: a conversation, and whether it shall be folded.
        dropped: dragged stars were let go; a `Drop`.
        delete_asked: conversations that shall go to the trash.
        menu_asked: a conversation or None, and where on the screen.
        pointed: the star under the mouse changed; its id or None.
        lifting: a drag began, or ended in whatever way.
        typing_started: text was typed that is no key of the map.
    """

    chosen = Signal(object)
    asked = Signal(str, object)
    fold_asked = Signal(object, bool)
    dropped = Signal(object)
    delete_asked = Signal(tuple)
    menu_asked = Signal(object, QPoint)
    pointed = Signal(object)
    lifting = Signal(bool)
    typing_started = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.mouse_at: QPointF | None = None
        self._moved_s = -_ABOUT_TO_S
        self.pointer = Pointer(self)
        self._keys = KeyPad(self)
        self._hover_timer = self._one_shot(_HOVER_MS, self._show_card)

    # -- what the mouse may do (see pointer.Sky)

    def star_at(self, at: QPointF) -> int:
        """The star at a place of the viewport, -1 for empty sky."""
        return self.item.frame.star_at(at.x(), at.y(), self.picture)

    def badge_at(self, at: QPointF) -> int:
        """The star whose fold badge is at a place."""
        return self.item.foreground.badge_at(self.picture, self.item.frame, at)

    def choose(self, index: int) -> None:
        """Select a star."""
        self.picture.keyboard = False
        self.clear_marks()
        self.focus_star(index)
        self.chosen.emit(self.id_of(index))

    def mark(self, index: int) -> None:
        """Take a star into the group, or out of it."""
        self.picture.marked = self.picture.marked ^ {index}
        self.item.touch()

    def clear_marks(self) -> None:
        """Nothing belongs to a group any more."""
        if self.picture.marked:
            self.picture.marked = frozenset()
            self.item.touch()

    def toggle_fold(self, index: int) -> None:
        """Ask to fold or unfold."""
        self.fold(index, folded=not self.picture.stars.hidden[index])

    def fold(self, index: int, *, folded: bool) -> None:
        """Ask to fold or unfold, where that would change something."""
        stars = self.picture.stars
        if len(stars.children(index)) if folded else stars.hidden[index]:
            self.fold_asked.emit(self.id_of(index), folded)

    def show_band(self, band: Box | None) -> None:
        """Draw the rubber band."""
        self.picture.band = band
        self.item.touch()

    def mark_inside(self, band: Box) -> None:
        """Everything in the rubber band is the group now."""
        start, end = self.camera.to_scene(band.left, band.top), self.camera.to_scene(band.right, band.bottom)
        found = self.item.frame.grid.inside(Box(*start, *end))
        self.picture.marked = frozenset(found.tolist())
        self.item.touch()

    def lift(self, index: int) -> Lift | None:
        """Take a star, with its group if it belongs to one."""
        if self.picture.packed:
            return None
        self._hide_card()
        self.heavens.motion.land()
        group = sorted(self.picture.marked) if index in self.picture.marked else [index]
        group.sort(key=lambda other: other != index)
        frame = self.item.frame
        self.picture.lift = take(self.picture.stars, group, (float(frame.sx[index]), float(frame.sy[index])))
        self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        self.lifting.emit(True)
        return self.picture.lift

    def carry(self, at: QPointF, grip: QPointF) -> None:
        """The dragged stars hang elsewhere now."""
        lift = self.picture.lift
        if lift is None:
            return
        moved = replace(lift, x=at.x() - grip.x(), y=at.y() - grip.y())
        where = (at.x(), at.y())
        self.picture.lift = hang_over(moved, self.picture, self.item.frame, self.heavens.topology, where)
        self.item.touch()

    def drop(self) -> None:
        """Ask for what letting go means here."""
        lift = self.picture.lift
        drop: Drop | None = let_go(lift, self.picture) if lift is not None else None
        self.put_back()
        if drop is not None:
            self.dropped.emit(drop)

    def put_back(self) -> None:
        """Nothing is dragged any more; the stars never left their places."""
        self.picture.lift = None
        self.viewport().unsetCursor()
        self.lifting.emit(False)
        self.item.touch()

    # -- focus and hover

    def id_of(self, index: int) -> SessionId | None:
        """The conversation of a star."""
        stars = self.picture.stars
        return stars.entries[index].session_id if 0 <= index < len(stars) else None

    def focus_star(self, index: int) -> None:
        """The keyboard is on this star now."""
        if self.picture.focused != index:
            self.picture.focused = index
            self.item.touch()
            self.heavens.tell_focus()

    def _point_at(self, at: QPointF) -> None:
        index = -1 if self.pointer.busy else self.star_at(at)
        if index == self.picture.hovered:
            return
        self.picture.hovered = index
        self._hide_card()
        self.item.touch()
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if index >= 0 else Qt.CursorShape.ArrowCursor
        )
        self.pointed.emit(self.id_of(index))
        if index >= 0:
            self._hover_timer.start()

    def _show_card(self) -> None:
        if not self.pointer.busy and self.picture.hovered >= 0:
            self.picture.carded = self.picture.hovered
            self.item.touch()

    @override
    def _before_move(self) -> None:
        self._hide_card()

    def _hide_card(self) -> None:
        self._hover_timer.stop()
        if self.picture.carded >= 0:
            self.picture.carded = -1
            self.item.touch()

    # -- events

    def star_near_mouse(self) -> int:
        """The star that the person is about to click: the nearest one of a mouse that moves; -1 for none."""
        at, sx, sy = self.mouse_at, self.item.frame.sx, self.item.frame.sy
        if at is None or not len(sx) or time.monotonic() - self._moved_s > _ABOUT_TO_S:
            return -1
        far = np.hypot(sx - at.x(), sy - at.y())
        nearest = int(far.argmin())
        return nearest if far[nearest] <= _ABOUT_TO_PX else -1

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._hide_card()
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.pointer.press(event.position(), event.button(), event.modifiers())
        event.accept()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.mouse_at, self._moved_s = event.position(), time.monotonic()
        if event.buttons() == Qt.MouseButton.NoButton:
            self.pointer.cancel()
            self._point_at(event.position())
        else:
            self.pointer.move(event.position())
        event.accept()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self.pointer.release(event.position())
        event.accept()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.star_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and index >= 0:
            self.pointer.cancel()
            self.asked.emit("open_full", self.id_of(index))
        else:
            self.mousePressEvent(event)
        event.accept()

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.pointer.cancel():
            event.accept()
            return
        self._hide_card()
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.star_at(QPointF(event.pos())) if by_mouse else self.picture.focused
        where = event.globalPos()
        if not by_mouse and index >= 0:
            centre = self.item.frame.body_of(index).centre
            where = self.viewport().mapToGlobal(QPoint(round(centre[0]), round(centre[1])))
        self.menu_asked.emit(self.id_of(index), where)
        event.accept()

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.mouse_at = None
            self._point_at(QPointF(-1e6, -1e6))
        return super().viewportEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._moved_s = -_ABOUT_TO_S  # the hands are at the keys, so the focus is where the person is
        if self._keys.press(event):
            event.accept()
        else:
            event.ignore()

    @override
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        self._keys.release(event)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab makes a child here; F6 leaves."""
        return False

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.pointer.cancel()
        self.pointer.space_held = False
        self.item.touch()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.pointer.cancel()
        self._hide_card()
        self.heavens.motion.stop()

    def rect_of(self, index: int) -> QRect:
        """What a star covers in the viewport."""
        box = self.item.frame.box_of(index)
        return QRect(round(box.left), round(box.top), round(box.width), round(box.height))
