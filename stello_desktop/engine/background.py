"""Work that nobody waits for, but that has an owner: async hooks (R-11)."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


class Background:
    """Keeps tasks until they end, and ends them when the agent closes (R-11)."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run ``work``, which reports its own failures."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settle(self) -> None:
        """Until everything that was started has ended."""
        while self._tasks:
            await asyncio.wait(tuple(self._tasks))

    async def aclose(self) -> None:
        """End what still runs."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
