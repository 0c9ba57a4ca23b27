"""The keys of the map. Everything that the mouse can do, they can do too."""

from __future__ import annotations

from typing import Final, Protocol

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtGui import QKeyEvent

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.map.picture import Picture
from stello_desktop.ui.map.pointer import Pointer
from stello_desktop.ui.map.steering import neighbour


class Steered(Protocol):
    """What the keys do to a view."""

    picture: Picture
    pointer: Pointer
    chosen: SignalInstance
    asked: SignalInstance
    delete_asked: SignalInstance
    typing_started: SignalInstance

    def id_of(self, index: int) -> SessionId | None:
        """The conversation of a star."""
        ...

    def focus_star(self, index: int) -> None:
        """Put the keyboard on a star."""
        ...

    def reveal(self, index: int) -> None:
        """Bring a star into view."""
        ...

    def fold(self, index: int, *, folded: bool) -> None:
        """Ask to fold or unfold, where that would change something."""
        ...

    def clear_marks(self) -> None:
        """Dissolve the group."""
        ...

    def pan_by(self, dx: float, dy: float) -> None:
        """Move the sky."""
        ...

    def zoom_step(self, way: int) -> None:
        """One step nearer or farther."""
        ...

    def fit(self) -> None:
        """Show everything."""
        ...


_WAYS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_FOLDS: Final = {Qt.Key.Key_Left: True, Qt.Key.Key_Right: False}
"""With Shift; as in the outline, where the arrows do it alone."""

_PAN_PX: Final = 80.0
_ASKS: Final = {Qt.Key.Key_Tab: "child", Qt.Key.Key_F2: "rename"}


class KeyPad:
    """Reads keys for a view."""

    def __init__(self, view: Steered) -> None:
        self._view = view

    def press(self, event: QKeyEvent) -> bool:
        """Whether the key was meant for the map."""
        view, key = self._view, Qt.Key(event.key())
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key == Qt.Key.Key_Escape:
            return self._escape()
        if key == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                view.pointer.space_held = True
            return True
        if shift and key in _FOLDS and not control:
            self._fold(folded=_FOLDS[key])
            return True
        if key in _WAYS:
            self._go(key, panning=control)
            return True
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            view.zoom_step(-1 if key == Qt.Key.Key_Minus else 1)
            return True
        if control and key == Qt.Key.Key_0:
            view.fit()
            return True
        return self._ask(key, control=control) or self._type(event)

    def release(self, event: QKeyEvent) -> None:
        """Space makes every drag a pan, for as long as it is held; alone it does nothing."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._view.pointer.space_held = False

    def _fold(self, *, folded: bool) -> None:
        view = self._view
        if view.picture.focused >= 0 and not view.pointer.busy:
            view.picture.keyboard = True
            view.fold(view.picture.focused, folded=folded)

    def _type(self, event: QKeyEvent) -> bool:
        """Letters mean the conversation that is selected: whoever types wants to write."""
        view, keys = self._view, event.modifiers()
        shortcut = keys & (Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier)
        control = keys & Qt.KeyboardModifier.ControlModifier
        alt_gr = keys & Qt.KeyboardModifier.GroupSwitchModifier
        if (control and not alt_gr) or shortcut or view.pointer.busy or view.picture.selected < 0:
            return False
        if not event.text().isprintable() or not event.text():
            return False
        view.typing_started.emit(event.text())
        return True

    def _escape(self) -> bool:
        view = self._view
        if view.pointer.cancel():
            return True
        if view.picture.marked:
            view.clear_marks()
            return True
        return False

    def _go(self, key: Qt.Key, *, panning: bool) -> None:
        view, way = self._view, _WAYS[key]
        picture = view.picture
        if panning:
            view.pan_by(-way[0] * _PAN_PX, -way[1] * _PAN_PX)
            return
        if not len(picture.stars) or view.pointer.busy:
            return
        start = picture.focused if picture.focused >= 0 else picture.selected
        index = neighbour(picture.stars, picture.x, picture.y, start, way) if start >= 0 else 0
        if index < 0:
            index = start
        picture.keyboard = True
        view.clear_marks()
        view.focus_star(index)
        view.reveal(index)
        view.chosen.emit(view.id_of(index))

    def _ask(self, key: Qt.Key, *, control: bool) -> bool:
        view, picture = self._view, self._view.picture
        index = picture.focused
        if key == Qt.Key.Key_Delete:
            # A drag ends first: what was dragged must not vanish under the mouse (I13).
            if view.pointer.cancel():
                return True
            indices = sorted(picture.marked) or ([index] if index >= 0 else [])
            if indices:
                view.delete_asked.emit(tuple(view.id_of(taken) for taken in indices))
            return bool(indices)
        if index < 0 or view.pointer.busy:
            return False
        picture.keyboard = True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            view.asked.emit("open_full" if control else "sibling", view.id_of(index))
            return True
        if key in _ASKS and not control:
            view.asked.emit(_ASKS[key], view.id_of(index))
            return True
        return False
