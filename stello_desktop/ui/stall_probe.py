"""How long the GUI thread was ever away: read by tests, and by a developer with a switch.

``STELLO_STALL_PROBE=1`` writes every gap to the log; ``STELLO_STALL_PROBE=stack`` also samples, from a
thread of its own, what the GUI thread was doing.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
import traceback
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer

_log = logging.getLogger(__name__)

BUDGET_MS: Final = 16.0
_BEAT_MS: Final = 4
_SAMPLE_S: Final = 0.008
_MAX_GAPS: Final = 1000


@dataclass(frozen=True, slots=True)
class Gap:
    """One absence of the GUI thread.

    Attributes:
        wall_ms: from one beat to the next.
        cpu_ms: of that, what this thread computed; little of it means that the machine was busy.
        stack: where the thread was, where that was sampled.
    """

    wall_ms: float
    cpu_ms: float
    stack: str = ""


class StallProbe(QObject):
    """Beats on the GUI thread and notes when a beat comes late.

    Attributes:
        longest_ms: the longest absence so far.
        longest_cpu_ms: the most that this thread computed between two beats.
        gaps: absences above 16 ms, oldest first.
    """

    def __init__(self, parent: QObject | None = None, *, stacks: bool = False, log: bool = False) -> None:
        super().__init__(parent)
        self.longest_ms = self.longest_cpu_ms = 0.0
        self.gaps: list[Gap] = []
        self._log_gaps = log
        self._sampler = _Sampler(threading.get_ident()) if stacks else None
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_BEAT_MS)
        self._timer.timeout.connect(self._beat)
        self._wall = self._cpu = 0.0

    def start(self) -> None:
        """Begin, with nothing noted."""
        self.longest_ms = self.longest_cpu_ms = 0.0
        self.gaps.clear()
        self._wall, self._cpu = time.perf_counter(), time.thread_time()
        if self._sampler is not None:
            self._sampler.start()
        self._timer.start()

    def stop(self) -> None:
        """End; what was noted stays readable."""
        self._timer.stop()
        if self._sampler is not None:
            self._sampler.stop()

    def _beat(self) -> None:
        wall, cpu = time.perf_counter(), time.thread_time()
        wall_ms, cpu_ms = (wall - self._wall) * 1000, (cpu - self._cpu) * 1000
        self._wall, self._cpu = wall, cpu
        self.longest_ms = max(self.longest_ms, wall_ms)
        self.longest_cpu_ms = max(self.longest_cpu_ms, cpu_ms)
        stack = self._sampler.take() if self._sampler is not None else ""
        if wall_ms > BUDGET_MS and len(self.gaps) < _MAX_GAPS:
            gap = Gap(round(wall_ms, 2), round(cpu_ms, 2), stack)
            self.gaps.append(gap)
            if self._log_gaps:
                _log.warning("GUI thread away for %.1f ms (%.1f ms CPU)\n%s", wall_ms, cpu_ms, stack)


class _Sampler:
    """Looks at another thread's stack now and then; only where a developer asked for it."""

    def __init__(self, thread_id: int) -> None:
        self._thread_id = thread_id
        self._stop = threading.Event()
        self._beat_at = time.perf_counter()
        self._stack = ""
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._stop.clear()
        self._beat_at = time.perf_counter()
        self._thread = threading.Thread(target=self._run, name="stall-probe", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=1)

    def take(self) -> str:
        """What was seen since the last beat."""
        self._beat_at = time.perf_counter()
        stack, self._stack = self._stack, ""
        return stack

    def _run(self) -> None:
        while not self._stop.wait(_SAMPLE_S):
            if not self._stack and (time.perf_counter() - self._beat_at) * 1000 > BUDGET_MS:
                frame = sys._current_frames().get(self._thread_id)
                self._stack = "".join(traceback.format_stack(frame, limit=12)) if frame else ""


def probe_from_environment(parent: QObject) -> StallProbe | None:
    """The probe that the developer's switch asks for, started; None without it."""
    switch = os.environ.get("STELLO_STALL_PROBE", "")
    if switch not in ("1", "stack"):
        return None
    probe = StallProbe(parent, stacks=switch == "stack", log=True)
    probe.start()
    return probe
