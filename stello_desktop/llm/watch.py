"""How long to wait for a service, with one timer for a whole answer.

A timer for each read would leave hundreds alive behind every answer, since the Qt loop keeps cancelled
timers until their time is up.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

CONNECT_S: Final = 10.0
_FAR_S: Final = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadlines:
    """What ends a call without the person, in seconds of a clock that only goes forward (Q40).

    Silence is none of it: a model may think for minutes, so it is told and the person decides (Q34).

    Attributes:
        total_s: for one call.
        settle_s: for what may follow the reason of the end: the count of tokens and the end marker (Q1, Q15).
    """

    total_s: float = 1800.0
    settle_s: float = 2.0


class Watch:
    """Bounds each wait of one task; use as an asynchronous context manager."""

    def __init__(self, total_s: float) -> None:
        self._total_s = total_s
        self._loop = asyncio.get_running_loop()
        self._ends_at = self._loop.time() + total_s
        self._due: float | None = None
        self._expired = False
        self._task: asyncio.Task[object] | None = None
        self._timer: asyncio.Handle | None = None
        self._looks_at = 0.0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._task = None

    async def wait[T](self, awaitable: Awaitable[T], limit_s: float = math.inf) -> T:
        """The awaitable's result. Raises: TimeoutError after ``limit_s`` or at the end of the whole time."""
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("a watch needs a task")
        self._task = task
        cancels_before = task.cancelling()
        self._expired = False
        self._due = min(self._loop.time() + limit_s, self._ends_at)
        self._arm(self._due)
        try:
            return await awaitable
        except asyncio.CancelledError:
            if self._expired and task.uncancel() <= cancels_before:
                raise TimeoutError from None
            raise
        finally:
            self._due = None

    def _arm(self, due: float) -> None:
        """Look at ``due``, or keep an earlier look; the handles of a Qt loop do not tell their time.

        Never far ahead: a Qt loop keeps even a cancelled timer until its time has come.
        """
        looks_at = min(due, self._loop.time() + _FAR_S)
        if self._timer is not None and self._looks_at <= looks_at:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._looks_at = looks_at
        self._timer = self._loop.call_at(looks_at, self._look)

    def _look(self) -> None:
        self._timer = None
        if self._due is None or self._task is None:
            return
        if self._loop.time() >= self._due:
            self._expired = True
            self._task.cancel()
        else:
            self._arm(self._due)
