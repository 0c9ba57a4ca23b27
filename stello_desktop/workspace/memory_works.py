"""What is made of conversations in the background: digests and reflections, and when (D-1 to D-4, K-2).

The engine schedules and queues; here is what it may ask and of whom, and what the person is told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.errors import SessionNotFound
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.memory import MemoryKind, Scope, SummariesPlan
from stello_desktop.domain.messages import RecordState
from stello_desktop.domain.services import Service, ServiceKind
from stello_desktop.engine.consolidation import ConsolidationOutcome
from stello_desktop.engine.digesting import usual_requests
from stello_desktop.engine.hooks import EngineHooks
from stello_desktop.engine.memory_queue import MemoryQueue, Wanted
from stello_desktop.engine.rounds import TurnOutcome
from stello_desktop.engine.scheduler import MANUAL, PRESETS, IntegrateOn, Schedule, Scheduler
from stello_desktop.workspace.answering import Answering
from stello_desktop.workspace.memory_desk import MemoryDesk
from stello_desktop.workspace.memory_keeping import MemoryKeeping
from stello_desktop.workspace.reflection import LEAST_BY_ITSELF, Reflection, is_here, waits_for_one
from stello_desktop.workspace.settings import Settings
from stello_desktop.workspace.tree import Tree

if TYPE_CHECKING:
    from stello_desktop.engine.agent import Agent
    from stello_desktop.workspace.backend import Backend


_SLICE: Final = 200
"""Conversations between two breaths of the window."""

_MOST_COUNTED: Final = 50
"""So many long conversations are read to tell what their summaries take; those above are judged by their length."""

MOST_BY_ITSELF: Final = 8
"""What a schedule asks for makes no more requests than this for one summary; above it the person is asked (D-1)."""


class MemoryWorks:
    """Made with the agent, after the first paint; `MemoryMaking` is what the person does with it.

    Attributes:
        queue: what is wanted and not made.
        reflection: makes syntheses and says beforehand what that would send.
        keeping: lets what is not made survive the end of the program.
    """

    def __init__(
        self,
        backend: Backend,
        answering: Answering,
        tree: Tree,
        settings: Callable[[], Settings],
        desk: MemoryDesk,
    ) -> None:
        self._backend = backend
        self._answering = answering
        self._tree = tree
        self._settings = settings
        self._desk = desk
        self._agent: Agent
        self.reflection: Reflection
        self.keeping: MemoryKeeping
        self.queue = MemoryQueue(self._make, self.service_id_of, desk.tell)
        self._scheduler = Scheduler(self._schedule, self.queue, self._scope_of)

    def start(self, agent: Agent) -> None:
        """The agent that these hooks were given to."""
        self._agent = agent
        self.reflection = Reflection(agent, self._backend, self._answering, self._tree)
        self.keeping = MemoryKeeping(self._backend, self, self._desk)
        self._desk.follow(self._heard)

    async def count_requests(self, session_id: SessionId, *, anew: bool) -> int:
        """About how many requests a digest would take now; 0 where nobody is asked (D-1). Raises: SessionNotFound."""
        await self._answering.load(self._backend.sessions, session_id)
        return await self._agent.count_digest_requests(session_id, anew=anew)

    async def plan_summaries(self, session_ids: Sequence[SessionId]) -> SummariesPlan:
        """What digests of these would take, and the overviews that follow (D-1).

        By the length of what would be read: messages are looked at only where that is not surely one request.
        """
        sizes = await self.digest_sizes(session_ids)
        reads: dict[ModelRef, int | None] = {}
        wanted: list[SessionId] = []
        count = looked = 0
        for place, (session_id, tokens) in enumerate(sizes.items()):
            if place % _SLICE == 0:
                await asyncio.sleep(0)
            service = self._answering.service_of(session_id)
            if service.kind is ServiceKind.PRACTICE:
                continue
            ref = ModelRef(service.service_id, service.model)
            if ref not in reads:
                reads[ref] = self._agent.context_tokens(self._answering.model_of(ref))
            wanted.append(session_id)
            if looked < _MOST_COUNTED and usual_requests(2 * tokens, reads[ref]) > 1:
                looked += 1
                count += await self._counted(session_id)
            else:
                count += usual_requests(tokens, reads[ref])
        return SummariesPlan(tuple(wanted), count, await self._count_overviews(wanted))

    async def digest_sizes(self, session_ids: Sequence[SessionId]) -> dict[SessionId, int]:
        """About how many tokens of messages each would read, once it is known who answers there."""
        sizes = await self._backend.memory.digest_sizes(lambda: session_ids)
        await self._answering.load_all(self._backend.reflections, sizes)
        return sizes

    async def _counted(self, session_id: SessionId) -> int:
        """As it would be made now; 0 where it went meanwhile."""
        try:
            return await self._agent.count_digest_requests(session_id)
        except SessionNotFound:
            return 0

    async def _count_overviews(self, wanted: Sequence[SessionId]) -> int:
        """How many projects the schedule would reflect on after these, see `Reflection.reflect`."""
        if self._schedule().integrate is not IntegrateOn.AFTER_CONSOLIDATE:
            return 0
        topology = self._tree.topology
        kept = {item.scope for item in await self._desk.syntheses() if item.by_hand}
        new: dict[SessionId, set[SessionId]] = {}
        for session_id in wanted:
            if session_id in topology:
                new.setdefault(topology.root_of(session_id), set()).add(session_id)
        count = 0
        for scope, made in new.items():
            if scope in kept:
                continue
            if len(made) < LEAST_BY_ITSELF:
                made.update(item.session_id for item in await self._desk.digests(topology.subtree(scope)))
            count += len(made) >= LEAST_BY_ITSELF
        return count

    def _heard(self, changes: Changes) -> None:
        """What is made of a conversation that went to the trash is ended, and said no more (P-3)."""
        if changes.placed:
            topology = self._tree.topology
            self.queue.keep(lambda scope: scope is None or scope in topology)

    # -- what the assembly needs

    def hooks_for(self, session_id: SessionId) -> EngineHooks:
        """The triggers, and what a round that ended means for what waits (L-3)."""
        return replace(self._scheduler.hooks_for(session_id), on_round_end=self._round_ended)

    def gives_way(self, asking: SessionId, turn: SessionId) -> bool:
        """A turn at the same server on this computer goes first (Q-1)."""
        return asking == turn or waits_for_one(
            self._answering.service_of(asking), self._answering.service_of(turn)
        )

    def is_here(self, session_id: SessionId) -> bool:
        """Whether who answers there is on this computer (Q-1)."""
        return is_here(self._answering.service_of(session_id))

    def _scope_of(self, session_id: SessionId) -> Scope:
        """A schedule brings together the project of a conversation."""
        return self._tree.topology.root_of(session_id)

    @property
    def by_itself(self) -> bool:
        """Whether anything is made that no person asks for (D-1)."""
        return PRESETS[self._settings().memory_schedule] != MANUAL

    def _schedule(self) -> Schedule:
        settings = self._settings()
        every = settings.memory_every
        return replace(PRESETS[settings.memory_schedule], consolidate_every=every, integrate_every=every)

    def _round_ended(self, session_id: SessionId, outcome: TurnOutcome) -> None:
        if outcome.state is RecordState.DONE:
            self.queue.answered(self._answering.service_of(session_id).service_id)
        entry = self._tree.topology.get(session_id)
        if entry is not None and entry.waiting_insights:
            self._desk.tell([session_id])
        self._scheduler.round_ended(session_id, outcome)

    # -- making

    async def service_id_of(self, kind: MemoryKind, scope: Scope) -> ServiceId | None:
        """Whose answer something needs. Raises: SessionNotFound."""
        if kind is MemoryKind.DIGEST and scope is not None:
            return (await self._service_of(scope)).service_id
        return (await self.reflection.reader_of(scope)).service_id

    async def _service_of(self, session_id: SessionId) -> Service:
        await self._answering.load(self._backend.sessions, session_id)
        return self._answering.service_of(session_id)

    async def _make(self, wanted: Wanted) -> bool:
        """Whether a service has answered for it: where nothing was to be done, none was asked (D-3, D-4)."""
        if wanted.kind is MemoryKind.DIGEST and wanted.scope is not None:
            return await self._digest(wanted.scope, wanted)
        return await self._reflect(wanted)

    async def _digest(self, session_id: SessionId, wanted: Wanted) -> bool:
        practice = (await self._service_of(session_id)).kind is ServiceKind.PRACTICE
        made = await self._agent.consolidate_session(
            session_id,
            over_hand=wanted.insists,
            anew=wanted.anew,
            most_requests=None if wanted.by_person else MOST_BY_ITSELF,
            waits=partial(self.queue.hold, wanted.kind, wanted.scope),
        )
        if made.outcome is not ConsolidationOutcome.WRITTEN:
            return False
        self._desk.tell([session_id])
        if not practice:  # no schedule lets words be read that nobody has understood
            self._scheduler.consolidated(session_id)
        return True

    async def _reflect(self, wanted: Wanted) -> bool:
        reflected = await self.reflection.reflect(
            wanted.scope,
            by_person=wanted.by_person,
            over_hand=wanted.insists,
            waits=partial(self.queue.hold, wanted.kind, wanted.scope),
        )
        if reflected is None:
            return False
        await self._desk.reload({insight.session_id for insight in reflected.insights})
        return True
