"""What the mouse is doing to the sky: one small state at a time, each ending cleanly (I13, I14)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication

from stello_desktop.layout.camera import Box
from stello_desktop.ui.map.picture import Lift


class Sky(Protocol):
    """What the mouse may do."""

    def star_at(self, at: QPointF) -> int:
        """The star at a place, -1 for empty sky."""
        ...

    def badge_at(self, at: QPointF) -> int:
        """The star whose fold badge is at a place, -1 for none."""
        ...

    def pan_by(self, dx: float, dy: float) -> None:
        """Move the sky."""
        ...

    def choose(self, index: int) -> None:
        """Select a star."""
        ...

    def mark(self, index: int) -> None:
        """Take a star into the group, or out of it."""
        ...

    def toggle_fold(self, index: int) -> None:
        """Ask to fold or unfold."""
        ...

    def clear_marks(self) -> None:
        """Dissolve the group."""
        ...

    def show_band(self, band: Box | None) -> None:
        """Draw the rubber band."""
        ...

    def mark_inside(self, band: Box) -> None:
        """Make a group of what is in the band."""
        ...

    def lift(self, index: int) -> Lift | None:
        """Take a star; None where it cannot be dragged now."""
        ...

    def carry(self, at: QPointF, grip: QPointF) -> None:
        """Let the taken stars hang elsewhere."""
        ...

    def drop(self) -> None:
        """Ask for what letting go means."""
        ...

    def put_back(self) -> None:
        """Forget the drag."""
        ...


@dataclass(frozen=True, slots=True)
class Idle:
    """No button is down."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button went down on a star, and the mouse has not moved far enough for a drag."""

    index: int
    start: QPointF


@dataclass(frozen=True, slots=True)
class Panning:
    """The sky follows the mouse; ``moved`` tells a pan from a click on empty sky."""

    last: QPointF
    moved: bool = False


@dataclass(frozen=True, slots=True)
class Banding:
    """A rubber band is drawn."""

    start: QPointF


@dataclass(frozen=True, slots=True)
class Dragging:
    """Stars follow the mouse; ``grip`` is where they were taken, from the star's centre."""

    grip: QPointF


type State = Idle | Pressed | Panning | Banding | Dragging


class Pointer:
    """The state machine."""

    def __init__(self, sky: Sky) -> None:
        self._sky = sky
        self.state: State = Idle()
        self.space_held = False

    @property
    def busy(self) -> bool:
        """Whether something is under way that Escape would end."""
        return not isinstance(self.state, Idle)

    def press(self, at: QPointF, button: Qt.MouseButton, keys: Qt.KeyboardModifier) -> None:
        """A button went down; any other button than the first ends what was under way."""
        if self.busy:
            self.cancel()
            return
        left = button == Qt.MouseButton.LeftButton
        if button == Qt.MouseButton.MiddleButton or (left and self.space_held):
            self.state = Panning(at, moved=True)
        elif left:
            self._press_left(at, keys)

    def _press_left(self, at: QPointF, keys: Qt.KeyboardModifier) -> None:
        badge = self._sky.badge_at(at)
        if badge >= 0:
            self._sky.toggle_fold(badge)
            return
        index = self._sky.star_at(at)
        if index >= 0:
            if keys & Qt.KeyboardModifier.ControlModifier:
                self._sky.mark(index)
            else:
                self.state = Pressed(index, at)
        elif keys & Qt.KeyboardModifier.ShiftModifier:
            self.state = Banding(at)
        else:
            self.state = Panning(at)

    def move(self, at: QPointF) -> None:
        """The mouse moved with a button down."""
        match self.state:
            case Pressed(index, start):
                # In screen pixels, so that a click never moves a star, however far out one is.
                if (at - start).manhattanLength() >= QApplication.startDragDistance():
                    self._start_drag(index, start, at)
            case Panning(last):
                if self.state.moved or (at - last).manhattanLength() >= QApplication.startDragDistance():
                    self._sky.pan_by(at.x() - last.x(), at.y() - last.y())
                    self.state = Panning(at, moved=True)
            case Banding(start):
                self._sky.show_band(_box(start, at))
            case Dragging(grip):
                self._sky.carry(at, grip)
            case Idle():
                pass

    def _start_drag(self, index: int, start: QPointF, at: QPointF) -> None:
        lift = self._sky.lift(index)
        if lift is None:
            self.state = Idle()
            return
        grip = start - QPointF(lift.x, lift.y)
        self.state = Dragging(grip)
        self._sky.carry(at, grip)

    def release(self, at: QPointF) -> None:
        """The button went up."""
        state, self.state = self.state, Idle()
        match state:
            case Pressed(index):
                self._sky.choose(index)
            case Panning(_, moved):
                if not moved:
                    self._sky.clear_marks()
            case Banding(start):
                self._sky.show_band(None)
                self._sky.mark_inside(_box(start, at))
            case Dragging():
                self._sky.drop()
            case Idle():
                pass

    def cancel(self) -> bool:
        """End whatever is under way without a trace; whether anything was."""
        state, self.state = self.state, Idle()
        match state:
            case Dragging():
                self._sky.put_back()
            case Banding():
                self._sky.show_band(None)
            case Idle():
                return False
            case Pressed() | Panning():
                pass
        return True


def _box(start: QPointF, end: QPointF) -> Box:
    return Box(
        min(start.x(), end.x()), min(start.y(), end.y()), max(start.x(), end.x()), max(start.y(), end.y())
    )
