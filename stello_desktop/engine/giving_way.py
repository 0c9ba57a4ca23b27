"""Requests that the person did not wait for: a turn of theirs goes first (Q-1)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from stello_desktop.domain.ids import SessionId
from stello_desktop.engine.orchestrator import Lanes


@dataclass(slots=True, eq=False)
class _Running:
    """One that runs, whose turns go before it, and whether one did."""

    task: asyncio.Task[Any]
    is_before: Callable[[SessionId], bool]
    gave_way: bool = False


class GivingWay:
    """Runs work beside the lanes, and ends it where a turn begins that goes before it (Q-1)."""

    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes
        self._running: set[_Running] = set()

    async def run[T](
        self, is_before: Callable[[SessionId], bool], make: Callable[[], Coroutine[Any, Any, T]]
    ) -> T:
        """``make`` from its beginning, as often as it takes until no turn has come between.

        Args:
            is_before: whether a turn in this conversation goes first.
        """
        while True:
            await self._wait(is_before)
            task = asyncio.ensure_future(make())
            running = _Running(task, is_before)
            self._running.add(running)
            try:
                return await task
            except asyncio.CancelledError:
                current = asyncio.current_task()
                if not running.gave_way or (current is not None and current.cancelling()):
                    raise
            finally:
                self._running.discard(running)

    async def _wait(self, is_before: Callable[[SessionId], bool]) -> None:
        while (first := next((item for item in self._lanes.busy if is_before(item)), None)) is not None:
            async with self._lanes.enter(first):
                pass

    def speaks(self, session_id: SessionId) -> None:
        """A turn begins there."""
        for running in tuple(self._running):
            if running.is_before(session_id):
                running.gave_way = True
                running.task.cancel()
