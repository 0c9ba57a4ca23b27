"""Requests that the person did not wait for: a turn of theirs goes first (Q-1).

Turns say when they begin and end, and those that wait are woken by an end alone. The lanes would not do: whoever waits
in one is in it, so that several that wait would take each other for turns, and wake each other for ever.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from stello_desktop.domain.ids import SessionId

MOST_BREAKS: Final = 1
"""So often a request is broken off; the next time it is let run, else quick questions keep it from ever ending."""


def nowhere(_session_id: SessionId) -> bool:
    """No model is known to be on this computer."""
    return False


def ignore_waiting(_waits: bool) -> None:
    """Nobody wants to know."""


@dataclass(slots=True, eq=False)
class _Running:
    """One that may be broken off, whose turns go before it, and whether one did."""

    task: asyncio.Task[Any]
    is_before: Callable[[SessionId], bool]
    gave_way: bool = False


class GivingWay:
    """Runs work beside the turns: none begins while one runs that goes before it (Q-1).

    What has begun is let run, since a service may charge for it although nobody hears the answer (D-1); where the
    model is on this computer, so that it would keep the person waiting and costs time alone, it is ended once.
    """

    def __init__(self) -> None:
        self._turns: Counter[SessionId] = Counter()
        self._running: set[_Running] = set()
        self._waiting: set[asyncio.Future[None]] = set()

    @contextmanager
    def turn(self, session_id: SessionId) -> Iterator[None]:
        """A turn of the person, from their click to its end; also while it waits for the one before it."""
        self._turns[session_id] += 1
        for running in tuple(self._running):
            if not running.gave_way and running.is_before(session_id):
                running.gave_way = True
                running.task.cancel()
        try:
            yield
        finally:
            self._turns[session_id] -= 1
            if not self._turns[session_id]:
                del self._turns[session_id]
            for ended in self._waiting:
                if not ended.done():
                    ended.set_result(None)

    async def run[T](
        self,
        is_before: Callable[[SessionId], bool],
        make: Callable[[], Coroutine[Any, Any, T]],
        *,
        is_here: Callable[[], bool],
        waits: Callable[[bool], object] = ignore_waiting,
    ) -> T:
        """``make``, when no turn goes first; again from its beginning where it was broken off.

        Args:
            is_before: whether a turn in this conversation goes first.
            is_here: whether what it asks is on this computer, so that it may be broken off.
            waits: told whether it waits for a turn, at each change.
        """
        breaks = 0
        while True:
            await self._wait(is_before, waits)
            task = asyncio.ensure_future(make())
            running = _Running(task, is_before)
            if breaks < MOST_BREAKS and is_here():
                self._running.add(running)
            try:
                return await task
            except asyncio.CancelledError:
                current = asyncio.current_task()
                if not running.gave_way or (current is not None and current.cancelling()):
                    raise
                breaks += 1
            finally:
                self._running.discard(running)

    async def _wait(self, is_before: Callable[[SessionId], bool], waits: Callable[[bool], object]) -> None:
        """Until no turn goes first; asleep until one has ended, then one look at those that are left."""
        told = False
        while any(is_before(turn) for turn in self._turns):
            if not told:
                told = True
                waits(True)
            ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.add(ended)
            try:
                await ended
            finally:
                self._waiting.discard(ended)
        if told:
            waits(False)
