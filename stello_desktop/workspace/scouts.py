"""The first message to a service whose key nobody has tried yet goes alone; the others follow once it is heard (row 27).

So a key that is refused is refused once, and not once for each conversation that goes side by side.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.services import Service
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

    def _is_known(self, service: Service) -> bool:
        return not service.needs_key or self._heard[service.service_id].is_set()

    @asynccontextmanager
    async def alone(self, service: Service) -> AsyncIterator[None]:
        """One at a time, until the service was heard; one without a key has nothing that could be refused."""
        if self._is_known(service):
            yield
            return
        async with self._doors[service.service_id]:
            yield

    async def until_heard(self, service: Service, turn: LiveTurn) -> None:
        """Until the service has answered something, or this turn has ended."""
        if self._is_known(service):
            return
        heard = asyncio.ensure_future(self._heard[service.service_id].wait())
        ended = asyncio.ensure_future(turn.wait())
        try:
            await asyncio.wait((heard, ended), return_when=asyncio.FIRST_COMPLETED)
        finally:
            heard.cancel()
            ended.cancel()
            await asyncio.gather(heard, ended, return_exceptions=True)
