"""The first message to a service whose key nobody has tried yet goes alone; the others follow once it is heard (row 27).

So a key that is refused is refused once, and not once for each conversation that goes side by side. One that was set
up without a key may want one all the same, and refuses what comes without.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from stello_desktop.domain.ids import ServiceId
from stello_desktop.workspace.turns import LiveTurn


class Scouts:
    """Which services have answered with the key that they have now, as far as this run knows."""

    def __init__(self) -> None:
        self._heard: defaultdict[ServiceId, asyncio.Event] = defaultdict(asyncio.Event)
        self._doors: defaultdict[ServiceId, asyncio.Lock] = defaultdict(asyncio.Lock)

    def hear(self, service_id: ServiceId) -> None:
        """It has answered something: its key is accepted."""
        self._heard[service_id].set()

    def forget(self, service_id: ServiceId) -> None:
        """Another key, or a refusal: nobody knows any more."""
        self._heard[service_id].clear()

    @asynccontextmanager
    async def alone(self, service_id: ServiceId) -> AsyncIterator[None]:
        """One at a time, until the service was heard."""
        if self._heard[service_id].is_set():
            yield
            return
        async with self._doors[service_id]:
            yield

    async def until_heard(self, service_id: ServiceId, turn: LiveTurn) -> None:
        """Until the service has answered something, or this turn has ended."""
        heard = asyncio.ensure_future(self._heard[service_id].wait())
        ended = asyncio.ensure_future(turn.wait())
        try:
            await asyncio.wait((heard, ended), return_when=asyncio.FIRST_COMPLETED)
        finally:
            heard.cancel()
            ended.cancel()
            await asyncio.gather(heard, ended, return_exceptions=True)
