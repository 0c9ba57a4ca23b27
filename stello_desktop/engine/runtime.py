"""Engines by conversation, counted by who holds them (Q-2)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from stello_desktop.domain.ids import SessionId
from stello_desktop.engine.engine import Engine

type Build = Callable[[SessionId], Awaitable[Engine]]


@dataclass(slots=True)
class _Slot:
    """One conversation's engine, its holders and what is under way for it."""

    holders: set[object] = field(default_factory=set)
    build: asyncio.Future[Engine] | None = None
    farewell: asyncio.TimerHandle | None = None


class EngineRuntime:
    """The first attach builds, concurrent ones share it, the last detach disposes after a while (Q-2).

    Args:
        idle_ttl_s: how long an engine that nobody holds is kept; 0 disposes at once.
    """

    def __init__(self, build: Build, idle_ttl_s: float = 60.0) -> None:
        self._build = build
        self._idle_ttl_s = idle_ttl_s
        self._slots: dict[SessionId, _Slot] = {}

    async def attach(self, session_id: SessionId, holder: object) -> Engine:
        """The engine, held by ``holder`` until it detaches; twice is once.

        Raises: SessionNotFound. A failed building may be tried again.
        """
        slot = self._slots.setdefault(session_id, _Slot())
        slot.holders.add(holder)
        if slot.farewell is not None:
            slot.farewell.cancel()
            slot.farewell = None
        if slot.build is None:
            slot.build = asyncio.ensure_future(self._build(session_id))
        build = slot.build
        try:
            return await asyncio.shield(build)
        except BaseException:
            if build.done() and slot.build is build and (build.cancelled() or build.exception() is not None):
                slot.build = None
            self.detach(session_id, holder)
            raise

    def detach(self, session_id: SessionId, holder: object) -> None:
        """Let go; unknown holders are no matter."""
        slot = self._slots.get(session_id)
        if slot is None:
            return
        slot.holders.discard(holder)
        if slot.holders or slot.farewell is not None:
            return
        if self._idle_ttl_s <= 0 or slot.build is None:
            self._dispose(session_id)
        else:
            loop = asyncio.get_running_loop()
            slot.farewell = loop.call_later(self._idle_ttl_s, self._dispose, session_id)

    def _dispose(self, session_id: SessionId) -> None:
        self._slots.pop(session_id, None)

    @asynccontextmanager
    async def held(self, session_id: SessionId) -> AsyncIterator[Engine]:
        """The engine for the time of a block."""
        holder = object()
        engine = await self.attach(session_id, holder)
        try:
            yield engine
        finally:
            self.detach(session_id, holder)

    def has_active_engine(self, session_id: SessionId) -> bool:
        """Whether an engine is built and kept."""
        slot = self._slots.get(session_id)
        return slot is not None and slot.build is not None and slot.build.done()

    def ref_count(self, session_id: SessionId) -> int:
        """How many hold it."""
        slot = self._slots.get(session_id)
        return 0 if slot is None else len(slot.holders)

    def close(self) -> None:
        """Dispose of everything now."""
        for session_id, slot in tuple(self._slots.items()):
            if slot.farewell is not None:
                slot.farewell.cancel()
            self._dispose(session_id)
