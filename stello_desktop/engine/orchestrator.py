"""One lane per conversation, the switch between conversations, and where a branch hangs (L-4, Q-1)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from stello_desktop.domain.config import UNSET, Maybe
from stello_desktop.domain.errors import SessionArchived
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import Topology
from stello_desktop.engine.strategies import strategy_of


@dataclass(slots=True)
class _Lane:
    """First come, first served; forgotten when nobody is in it."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0


class Lanes:
    """Lanes run side by side; one that fails does not block the next (Q-1)."""

    def __init__(self) -> None:
        self._lanes: dict[SessionId, _Lane] = {}

    @asynccontextmanager
    async def enter(self, session_id: SessionId) -> AsyncIterator[None]:
        """Wait for one's turn in a conversation, and hold it for the time of a block."""
        lane = self._lanes.setdefault(session_id, _Lane())
        lane.users += 1
        try:
            async with lane.lock:
                yield
        finally:
            lane.users -= 1
            if not lane.users:
                del self._lanes[session_id]

    def is_busy(self, session_id: SessionId) -> bool:
        """Whether somebody is in the lane."""
        return session_id in self._lanes


class Placement:
    """Chooses and checks the topology parent of a branch (F-3, F-8, O-1)."""

    def __init__(self, topology: Callable[[], Topology]) -> None:
        self._topology = topology

    def place(self, source: SessionId, asked: Maybe[SessionId]) -> SessionId:
        """The explicit parent, otherwise the strategy's.

        Raises:
            SessionNotFound: the parent does not exist.
            SessionArchived: it is archived, and not the source's own parent.
        """
        topology = self._topology()
        parent = (
            strategy_of(source, topology).resolve_fork_parent(source, topology) if asked is UNSET else asked
        )
        if topology[parent].archived and parent != topology.parent(source):
            raise SessionArchived("a branch cannot hang under an archived conversation", session_id=parent)
        return parent


class Orchestrator:
    """Finds who is next in a conversation and which conversation is in front (L-4)."""

    def __init__(self, topology: Callable[[], Topology]) -> None:
        self.lanes = Lanes()
        self.placement = Placement(topology)
        self._current: SessionId | None = None

    @property
    def current(self) -> SessionId | None:
        """The conversation that was entered last and not left."""
        return self._current

    def switch_to(self, session_id: SessionId | None) -> SessionId | None:
        """Note the conversation in front; gives the one that was left, if it is another."""
        left = self._current if self._current != session_id else None
        self._current = session_id
        return left
