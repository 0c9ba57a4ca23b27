"""Wheels and trackpads told apart, and turned into pans and zooms (I19). No Qt widgets in here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

NOTCH: Final = 120
_ZOOM_PER_NOTCH: Final = 1.2
_PAN_PER_NOTCH_PX: Final = 80.0
_PIXELS_PER_NOTCH: Final = 90.0


class WheelRule(StrEnum):
    """What the mouse wheel alone does."""

    ZOOM = "zoom"
    PAN = "pan"


@dataclass(frozen=True, slots=True)
class WheelTurn:
    """One wheel event.

    Attributes:
        angle: (x, y) in eighths of a degree, 120 a notch.
        pixels: (x, y) in pixels; a device that gives them is a trackpad.
        phased: whether the device reports phases, as trackpads do.
        zooming: Ctrl is held, or the event is part of a pinch.
        sideways: Shift is held.
    """

    angle: tuple[float, float]
    pixels: tuple[float, float]
    phased: bool = False
    zooming: bool = False
    sideways: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """What a turn means: a pan in pixels, a zoom factor, or nothing."""

    dx: float = 0.0
    dy: float = 0.0
    factor: float = 1.0

    @property
    def is_nothing(self) -> bool:
        """Whether the turn means no movement at all."""
        return self.dx == 0 and self.dy == 0 and self.factor == 1.0


def read_turn(turn: WheelTurn, rule: WheelRule) -> Move:
    """Pan for a trackpad, zoom for a wheel unless the person chose otherwise; nothing for zero deltas.

    Angles below a notch count in proportion, so that fine wheels neither jump nor lose movement.
    """
    trackpad = turn.phased or any(turn.pixels)
    if turn.zooming:
        notches = turn.pixels[1] / _PIXELS_PER_NOTCH if turn.pixels[1] else turn.angle[1] / NOTCH
        return Move(factor=_ZOOM_PER_NOTCH**notches)
    if trackpad:
        dx, dy = turn.pixels if any(turn.pixels) else _scrolled(turn.angle)
        return Move(dx, dy)
    if rule is WheelRule.ZOOM and not turn.sideways:
        return Move(factor=_ZOOM_PER_NOTCH ** (turn.angle[1] / NOTCH))
    dx, dy = _scrolled(turn.angle)
    return Move(dy, dx) if turn.sideways and not dx else Move(dx, dy)


def _scrolled(angle: tuple[float, float]) -> tuple[float, float]:
    return angle[0] / NOTCH * _PAN_PER_NOTCH_PX, angle[1] / NOTCH * _PAN_PER_NOTCH_PX
