"""The clock of the map: one timer that runs only while something moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from PySide6.QtCore import QElapsedTimer, QObject, QTimer

from stello_desktop.layout.forest import Floats
from stello_desktop.ui.map.animation import Flight, ease_out
from stello_desktop.ui.map.picture import Picture
from stello_desktop.ui.theme import BIRTH_MS, MOVE_MS

PULSE_MS: Final = 1_400
PASSAGE_MS: Final = 520
BREATH_MS: Final = 2_600
_FRAME_MS: Final = 16
_SLOW_FRAME_MS: Final = 60


class Motion(QObject):
    """Moves the stars of a picture to where they belong, lets answering ones breathe and changed ones pulse."""

    def __init__(self, picture: Picture, repaint: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._picture = picture
        self._repaint = repaint
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        self._clock = QElapsedTimer()
        self._clock.start()
        self._flight: Flight | None = None
        self._flight_since = 0
        self._pulses: dict[int, int] = {}
        self._passage: tuple[int, int, int] | None = None
        self.still = False

    @property
    def flying(self) -> bool:
        """Whether stars are on their way."""
        return self._flight is not None

    def fly(self, flight: Flight) -> None:
        """Start a movement; at once at its end where nothing may move."""
        self.land()
        if self.still or not flight.anything_moves:
            self._picture.x, self._picture.y = flight.to_x, flight.to_y
            self._repaint()
            return
        self._flight, self._flight_since = flight, self._clock.elapsed()
        self._tick()

    def land(self) -> None:
        """End a running movement at its goal (I24)."""
        flight, self._flight = self._flight, None
        if flight is not None:
            self._picture.x, self._picture.y = flight.to_x, flight.to_y
        self._picture.growing = None
        self._picture.flying = False

    def pulse(self, indices: list[int]) -> None:
        """Show for a moment that something happened to these stars."""
        self._pulses = dict.fromkeys(indices, self._clock.elapsed())
        self._tick()

    def carry(self, start: int, end: int) -> None:
        """Let something pass from one star to another, which pulses when it is there; nothing moves where it may not."""
        if self.still or start == end:
            self.pulse([end])
            return
        self._passage = (start, end, self._clock.elapsed())
        self._tick()

    def forget_pulses(self) -> None:
        """Indices mean other stars now."""
        self._pulses, self._passage = {}, None
        self._picture.pulsing, self._picture.passing = {}, None

    def wake(self) -> None:
        """Go on if there is anything to move, such as an answering star."""
        self._tick()

    def stop(self) -> None:
        """Nothing is shown any more."""
        self.land()
        self._timer.stop()

    def _tick(self) -> None:
        now = self._clock.elapsed()
        picture = self._picture
        if self._flight is not None:
            self._advance(self._flight, now - self._flight_since)
        if self._passage is not None:
            self._pass_on(*self._passage, now)
        if self._pulses:
            shares = {index: (now - since) / PULSE_MS for index, since in self._pulses.items()}
            self._pulses = {index: self._pulses[index] for index, share in shares.items() if share < 1.0}
            picture.pulsing = {index: 0.0 if self.still else shares[index] for index in self._pulses}
        breathing = bool(picture.live) and not self.still
        if breathing:
            picture.breath = (now % BREATH_MS) / BREATH_MS
        if self._flight is not None or self._pulses or self._passage is not None:
            self._run(_FRAME_MS)
        elif breathing:
            self._run(_SLOW_FRAME_MS)
        else:
            self._timer.stop()
        self._repaint()

    def _pass_on(self, start: int, end: int, since: int, now: int) -> None:
        share = (now - since) / PASSAGE_MS
        if share < 1.0:
            self._picture.passing = (start, end, ease_out(share))
            return
        self._passage = self._picture.passing = None
        self._pulses = {end: now}

    def _run(self, every_ms: int) -> None:
        if not self._timer.isActive() or self._timer.interval() != every_ms:
            self._timer.start(every_ms)

    def _advance(self, flight: Flight, passed_ms: int) -> None:
        picture = self._picture
        lasting = BIRTH_MS if flight.has_births else MOVE_MS
        if passed_ms >= lasting:
            self.land()
            return
        picture.flying = True
        picture.x, picture.y = flight.at(passed_ms / MOVE_MS)
        picture.growing = _grown(flight, ease_out(passed_ms / BIRTH_MS)) if flight.has_births else None


def _grown(flight: Flight, share: float) -> Floats:
    return np.where(flight.born > 0, share, 1.0)
