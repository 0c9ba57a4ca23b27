"""What a person asks to be made of conversations in the background: summaries, overviews, and when (D-1 to D-4, K-2)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING

from stello_desktop.domain.errors import BrokenRule, StelloError
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.memory import MemoryKind, MemoryWork, ReflectionPlan, Scope, SummariesPlan
from stello_desktop.workspace.memory_desk import MemoryDesk

if TYPE_CHECKING:
    from stello_desktop.engine.agent import Agent
    from stello_desktop.workspace.memory_works import MemoryWorks

_log = logging.getLogger(__name__)


class MemoryMaking:
    """Asks, ends and follows; what was made is in `MemoryDesk`.

    What is asked for before the store is open is not made, and nothing is known of it.

    Args:
        ready: waits until the store is open.
        change_settings: uses and keeps other choices.
    """

    def __init__(
        self,
        ready: Callable[[], Awaitable[object]],
        desk: MemoryDesk,
        change_settings: Callable[..., Awaitable[None]],
    ) -> None:
        self._ready = ready
        self._desk = desk
        self._change_settings = change_settings
        self._works: MemoryWorks | None = None
        self._agent: Agent | None = None
        self._looking: asyncio.Task[None] | None = None
        self._looked_at: SessionId | None = None
        self._look_wanted: SessionId | None = None

    def attach(self, works: MemoryWorks, agent: Agent) -> None:
        """The engine is there; it hears where the person has been looking."""
        self._works = works
        self._agent = agent
        works.keeping.start()
        self.look_at(self._look_wanted)

    async def _opened(self) -> MemoryWorks:
        await self._ready()
        if self._works is None:
            raise BrokenRule("the store is open before its memory")
        return self._works

    # -- what is wanted

    @property
    def work(self) -> tuple[MemoryWork, ...]:
        """What is being summarised or reflected on, waits for it, or failed, in the order of asking (D-3)."""
        return () if self._works is None else self._works.queue.work

    def summarise(
        self, session_ids: Iterable[SessionId], *, over_hand: bool = False, anew: bool = False
    ) -> None:
        """Bring digests up to date, each by its conversation's own service (M-10).

        What did not change costs nothing (D-4), unless ``anew`` says that it is made again from all messages. What
        a person wrote stays, unless ``over_hand`` says that it may be updated (K-4).
        """
        if self._works is None:
            return
        for session_id in session_ids:
            self._works.queue.ask(MemoryKind.DIGEST, session_id, by_person=True, insists=over_hand, anew=anew)

    async def count_requests(self, session_id: SessionId, *, anew: bool = False) -> int:
        """About how many requests summarising it would make now (D-1); 0 for none. Raises: SessionNotFound."""
        return await (await self._opened()).count_requests(session_id, anew=anew)

    async def plan_summaries(self, scope: Scope = None) -> SummariesPlan:
        """All digests that are missing or out of date and that no person wrote, and what they cost (D-1, K-4)."""
        works = await self._opened()
        changed = await self._desk.changed(scope)
        by_hand = {item.session_id for item in await self._desk.digests(changed) if item.by_hand}
        return await works.plan_summaries([item for item in changed if item not in by_hand])

    async def summarise_changed(self, scope: Scope = None) -> int:
        """Make those; gives how many are asked for."""
        wanted = (await self.plan_summaries(scope)).session_ids
        self.summarise(wanted)
        return len(wanted)

    async def plan(self, scope: Scope) -> ReflectionPlan:
        """What a reflection would send, and to whom, before anything is sent (K-2, M-10). Raises: SessionNotFound."""
        return await (await self._opened()).reflection.plan(scope)

    async def reflect(self, scope: Scope, *, with_others: bool = False, over_hand: bool = False) -> None:
        """Begin a reflection. Raises: SessionNotFound.

        Args:
            with_others: the person has seen in the plan what ``asks`` counts, and agrees (M-10); else it is left out.
            over_hand: the new synthesis may take the place of one that a person wrote (K-4); else that stays.
        """
        works = await self._opened()
        if with_others:
            await works.reflection.allow(scope)
        works.queue.ask(MemoryKind.REFLECTION, scope, by_person=True, insists=over_hand)

    def retry(self, work: MemoryWork) -> None:
        """Try again what failed or was offline, and all that waits for the same service."""
        if self._works is not None:
            self._works.queue.retry(work.kind, work.session_id)

    def stop(self, work: MemoryWork) -> None:
        """End it, or forget that it failed; what holds stays."""
        if self._works is not None:
            self._works.queue.stop(work.kind, work.session_id)

    # -- when

    async def choose_schedule(self, schedule: str) -> None:
        """Use and keep a schedule, and never ask again (D-1). Raises: ValueError for one that does not exist."""
        await self._change_settings(memory_schedule=schedule, memory_asked=True)

    def look_at(self, session_id: SessionId | None) -> None:
        """The person has this conversation before their eyes now, or none: a switch may ask for a summary (D-1).

        The engine is told in order; where the person goes on at once, only where they end up.
        """
        self._look_wanted = session_id
        if self._agent is not None and self._looking is None and session_id != self._looked_at:
            self._looking = asyncio.get_running_loop().create_task(self._look(self._agent))

    async def _look(self, agent: Agent) -> None:
        try:
            while self._looked_at != self._look_wanted:
                self._looked_at = self._look_wanted
                await _tell(agent, self._looked_at)
        finally:
            self._looking = None

    # -- the end

    async def settle(self) -> None:
        """Until everything was heard and nothing runs."""
        works = await self._opened()
        await works.keeping.settle()
        await self._heard()
        if self._agent is not None:
            await self._agent.settle()
        await works.queue.settle()

    async def aclose(self) -> None:
        """End what runs; what was written stays written, and what was not made is taken up at the next start."""
        await self._heard()
        if self._works is not None:
            await self._works.keeping.stop()
            await self._works.queue.aclose()
            await self._works.keeping.write_last()

    async def _heard(self) -> None:
        if self._looking is not None:
            await asyncio.wait([self._looking])


async def _tell(agent: Agent, looked_at: SessionId | None) -> None:
    try:
        if looked_at is None:
            await agent.look_away()
        else:
            await agent.enter_session(looked_at)
    except StelloError as error:  # it is gone, or the store is: nobody asked for anything here
        _log.warning("who looks at what could not be told: %s", error.full_code)
