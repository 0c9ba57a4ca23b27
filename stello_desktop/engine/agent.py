"""The facade that the application uses (L-5, Q-3)."""

from __future__ import annotations

import operator
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Final

from stello_desktop.domain.composition import Composition, ContextPart, NextRequest, RequestSize
from stello_desktop.domain.config import (
    CompressFn,
    EngineForkOptions,
    SerializableSessionConfig,
    SessionConfig,
)
from stello_desktop.domain.context_state import ContextStorage, EarlierPart
from stello_desktop.domain.errors import BrokenRule
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.language_model import LanguageModel
from stello_desktop.domain.memory import (
    Digest,
    Insight,
    InsightDraft,
    InsightSource,
    MemoryAuthor,
    MemoryStorage,
    written_digest,
)
from stello_desktop.domain.messages import Record, ToolCall, ToolDefinition
from stello_desktop.domain.ports import BranchGate, BranchProposal, ForkStorage, SessionStorage, ToolRuntime
from stello_desktop.domain.session import Author, SessionMeta
from stello_desktop.domain.topology import Topology, TopologyNode, TreeEntry
from stello_desktop.engine.background import Background
from stello_desktop.engine.consolidation import Consolidated, Consolidator
from stello_desktop.engine.context_memory import MemoryContext
from stello_desktop.engine.engine import Engine
from stello_desktop.engine.factory import EngineFactory, HooksFor
from stello_desktop.engine.giving_way import GivingWay
from stello_desktop.engine.history import Cut, cut_at, require_record
from stello_desktop.engine.hooks import EngineHooks, EngineListener
from stello_desktop.engine.orchestrator import Orchestrator
from stello_desktop.engine.outline import outline, outline_of_new
from stello_desktop.engine.parts import (
    EngineOptions,
    EngineParts,
    RuntimeValues,
    ignore_event,
    no_digests,
    no_summaries,
    own_size,
)
from stello_desktop.engine.preview import PreviewGround
from stello_desktop.engine.profiles import ForkProfileRegistry
from stello_desktop.engine.rounds import EngineTurnResult, RoundMode, RoundRequest, RoundStream, TurnOutcome
from stello_desktop.engine.runtime import EngineRuntime
from stello_desktop.engine.skills import SkillRouter
from stello_desktop.engine.tool_round import OpenGate
from stello_desktop.engine.unbroken import committed

_NO_MEMORY: Final = "this agent was not given a memory"

type CreateRoot = Callable[[str, SerializableSessionConfig], Awaitable[SessionId]]
type SetArchived = Callable[[SessionId, bool], Awaitable[None]]


@dataclass(slots=True, kw_only=True, eq=False)
class Agent:
    """Rounds and forks for all conversations of a workspace.

    Attributes:
        topology: the tree as it is now; read anew at each use.
        resolve_model: who answers in a conversation, now.
        options: live settings.
        defaults: the lowest layer of composing; its ``llm`` stays unset in the desktop (M-10).
        listener: told of committed forks and of failing hooks.
        own_hooks: make the assembly's own hooks for a conversation (L-3).
        create_root: writes a new root, where roots are made through the agent.
        set_archived: writes the status, where archiving goes through the agent.
        memory: where digests and reminders are kept; None for an agent without any.
        gives_way: whether the consolidation of one conversation is ended by a turn in another, because both would
            wait for the same model (Q-1).
        context: how conversations are sent (C-3, C-6 to C-8).
        digests: labels and digests of what a conversation refers to, as far as it may read them (C-8).
        context_tokens: how much a model reads; None where nobody knows.
        summarise: a `compress_fn` that asks this model, for conversations without one of their own (C-7).
        idle_ttl_s: how long an engine that nobody holds is kept (Q-2).
    """

    sessions: SessionStorage
    forks: ForkStorage
    topology: Callable[[], Topology]
    resolve_model: Callable[[SessionId], LanguageModel]
    profiles: ForkProfileRegistry = field(default_factory=ForkProfileRegistry)
    skills: SkillRouter = field(default_factory=SkillRouter)
    tools: ToolRuntime | None = None
    gate: BranchGate = field(default_factory=OpenGate)
    options: Callable[[], EngineOptions] = EngineOptions
    defaults: Callable[[], SessionConfig] = SessionConfig
    hooks: EngineHooks = field(default_factory=EngineHooks)
    listener: EngineListener = ignore_event
    own_hooks: tuple[HooksFor, ...] = ()
    create_root: CreateRoot | None = None
    set_archived: SetArchived | None = None
    memory: MemoryStorage | None = None
    gives_way: Callable[[SessionId, SessionId], bool] = operator.eq
    context: ContextStorage = field(default_factory=MemoryContext)
    digests: Callable[[SessionId], Awaitable[Sequence[tuple[str, str]]]] = no_digests
    context_tokens: Callable[[LanguageModel], int | None] = own_size
    summarise: Callable[[LanguageModel], CompressFn | None] = no_summaries
    idle_ttl_s: float = 60.0
    _values: RuntimeValues = field(default_factory=RuntimeValues, init=False)
    _background: Background = field(default_factory=Background, init=False)
    _orchestrator: Orchestrator = field(init=False)
    _parts: EngineParts = field(init=False)
    _runtime: EngineRuntime = field(init=False)
    _giving_way: GivingWay = field(init=False)
    _consolidator: Consolidator | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._orchestrator = Orchestrator(self.topology)
        self._parts = EngineParts(
            sessions=self.sessions,
            forks=self.forks,
            resolve_model=self.resolve_model,
            profiles=self.profiles,
            skills=self.skills,
            tools=self.tools,
            gate=self.gate,
            options=self.options,
            defaults=self.defaults,
            hooks=(self.hooks,),
            listener=self.listener,
            outline=lambda session_id: outline(self.topology(), session_id),
            outline_of_new=lambda parent_id, label: outline_of_new(self.topology(), parent_id, label),
            place=self._orchestrator.placement.place,
            runtime=self._values,
            background=self._background,
            context=self.context,
            digests=self.digests,
            context_tokens=self.context_tokens,
            summarise=self.summarise,
        )
        self._runtime = EngineRuntime(EngineFactory(self._parts, self.own_hooks).build, self.idle_ttl_s)
        lanes = self._orchestrator.lanes
        self._giving_way = GivingWay(lanes)
        if self.memory is not None:
            self._consolidator = Consolidator(
                self._parts, self.memory, lanes, self._giving_way, self.gives_way
            )

    # rounds

    def stream(
        self,
        session_id: SessionId,
        input: str = "",  # noqa: A002 - the seeds' name
        *,
        replaces: int | None = None,
        resume: bool = False,
    ) -> RoundStream:
        """Start a round in the conversation's lane; see `Engine.stream`."""
        mode = RoundMode.RESUME if resume else RoundMode.NEW
        return self._start(session_id, RoundRequest(input, mode, replaces))

    def retry(self, session_id: SessionId) -> RoundStream:
        """A new version of the last round with the same question (R-14)."""
        return self._start(session_id, RoundRequest(mode=RoundMode.RETRY))

    def edit_last(self, session_id: SessionId, text: str) -> RoundStream:
        """A new version of the last round with another question (R-14)."""
        return self._start(session_id, RoundRequest(text, RoundMode.EDIT))

    def resume(self, session_id: SessionId) -> RoundStream:
        """*Continue*: go on with an answer that broke off (R-9)."""
        return self._start(session_id, RoundRequest(mode=RoundMode.RESUME))

    def send_waiting(self, session_id: SessionId, record_id: RecordId) -> RoundStream:
        """Send a stored message that waits; BrokenRule, and nothing sent, where it does not wait any more."""
        return self._start(session_id, RoundRequest(mode=RoundMode.WAITING, waiting=record_id))

    def _start(self, session_id: SessionId, request: RoundRequest) -> RoundStream:
        async def drive(stream: RoundStream) -> TurnOutcome:
            async with self._orchestrator.lanes.enter(session_id), self._runtime.held(session_id) as engine:
                self._giving_way.speaks(session_id)
                return await engine.drive(stream, request)

        return RoundStream(drive)

    async def turn(self, session_id: SessionId, input: str) -> EngineTurnResult:  # noqa: A002 - the seeds' name
        """A round with nobody listening (R-2). Cancelling it stops the round."""
        stream = self.stream(session_id, input)
        try:
            return await stream.result
        finally:
            stream.stop()
            await stream.wait()

    def lane(self, session_id: SessionId) -> AbstractAsyncContextManager[None]:
        """A conversation to oneself: after what runs there, before what comes (Q-1). Not inside one of its rounds."""
        return self._orchestrator.lanes.enter(session_id)

    def is_busy(self, session_id: SessionId) -> bool:
        """Whether a round or another work runs or waits in the conversation's lane."""
        return self._orchestrator.lanes.is_busy(session_id)

    async def what_is_sent(self, session_id: SessionId, text: str = "") -> tuple[ContextPart, ...]:
        """What the model would get if ``text`` were asked now, part by part (C-5)."""
        async with self._runtime.held(session_id) as engine:
            return await engine.what_is_sent(text)

    async def next_request(self, session_id: SessionId, text: str = "") -> NextRequest:
        """The same with its size, and how much the model reads (C-6, C-7)."""
        async with self._runtime.held(session_id) as engine:
            return await engine.next_request(text)

    async def request_size(self, session_id: SessionId) -> RequestSize:
        """Its size alone, without any text; not measured where nobody knows how much the model reads (C-6)."""
        async with self._runtime.held(session_id) as engine:
            return await engine.request_size()

    async def summarise_earlier(self, session_id: SessionId) -> EarlierPart | None:
        """Make the summary that could not be made (C-7); None where nothing is left out.

        Raises: ProviderError and what else the function raises; ForkConfigError where nothing makes summaries.
        """
        async with self._runtime.held(session_id) as engine:
            return await engine.summarise_earlier()

    def can_summarise(self, session_id: SessionId) -> bool:
        """Whether anything makes summaries of a conversation (F-5, C-7)."""
        return self._parts.compress_fn_of(session_id) is not None

    # forks

    async def fork_session(
        self,
        session_id: SessionId,
        options: EngineForkOptions,
        *,
        by: Author = Author.CODE,
        until: RecordId | None = None,
        edited: str | None = None,
    ) -> TreeEntry:
        """Open a branch of a conversation; runs at once, even while the source answers (Q-1).

        Args:
            until: *branch from here*: the last record that comes along (F-5).
            edited: another text for that record; the branch then starts before it. The text itself
                is the caller's to send or to keep as a draft.
        """
        async with self._runtime.held(session_id) as engine:
            cut = await self._cut(session_id, until, before=edited is not None)
            return await engine.fork_session(options, by=by, branched_at=until, cut=cut)

    async def _cut(self, session_id: SessionId, until: RecordId | None, *, before: bool) -> Cut | None:
        if until is None:
            return None
        return cut_at(require_record(await self.sessions.list_records(session_id), until), before=before)

    async def branch_ground(
        self, session_id: SessionId | None, *, until: RecordId | None = None, before: bool = False
    ) -> PreviewGround:
        """What a branch would be made of, for previews at each key (M-7); of nothing at all for None.

        Args:
            until, before: *branch from here*, as ``until`` and ``edited`` of `fork_session`.
        """
        if session_id is None:
            return PreviewGround(parts=self._parts)
        async with self._runtime.held(session_id) as engine:
            return await engine.branch_ground(await self._cut(session_id, until, before=before))

    async def tools_of(self, session_id: SessionId) -> tuple[ToolDefinition, ...]:
        """What a conversation's assistant may call now."""
        async with self._runtime.held(session_id) as engine:
            return await engine.tools()

    async def compose(self, session_id: SessionId, options: EngineForkOptions) -> Composition:
        """What a branch would be, and why; writes nothing (M-7)."""
        async with self._runtime.held(session_id) as engine:
            return await engine.compose(options)

    async def proposals(self, session_id: SessionId, calls: Sequence[ToolCall]) -> tuple[BranchProposal, ...]:
        """The branches that stored calls ask for; calls that ask for none are left out (X-5)."""
        async with self._runtime.held(session_id) as engine:
            found = [engine.propose(call) for call in calls]
        return tuple(proposal for proposal in found if proposal is not None)

    async def fork_from_call(
        self,
        session_id: SessionId,
        call: ToolCall,
        *,
        by: Author = Author.PERSON,
        asked_at: RecordId | None = None,
    ) -> TreeEntry:
        """Open what a refused call asked for: *Open anyway* (G-1). Raises: as `fork_session`.

        ``asked_at`` is the record that holds the call (T-8).
        """
        async with self._runtime.held(session_id) as engine:
            return await engine.fork_session(engine.read_call(call), by=by, branched_at=asked_at)

    # life

    async def create_session(self, label: str) -> SessionId:
        """A new root, frozen with the defaults of now, which are its only layer (Q-3, M-8). Raises: InvalidLabel."""
        if self.create_root is None:
            raise BrokenRule("this agent was not given a way to make roots")
        return await self.create_root(label, SerializableSessionConfig.of(self.defaults()))

    async def enter_session(self, session_id: SessionId) -> None:
        """The person looks at a conversation; the one before it is left."""
        await self._tell(session_id, "on_session_enter")
        left = self._orchestrator.switch_to(session_id)
        if left is not None and left in self.topology():  # it may have gone to the trash meanwhile
            await self._tell(left, "on_session_leave")

    async def leave_session(self, session_id: SessionId) -> None:
        """The person looks away."""
        if self._orchestrator.current == session_id:
            self._orchestrator.switch_to(None)
        await self._tell(session_id, "on_session_leave")

    async def look_away(self) -> None:
        """The person looks at no conversation any more."""
        left = self._orchestrator.switch_to(None)
        if left is not None and left in self.topology():
            await self._tell(left, "on_session_leave")

    async def archive_session(self, session_id: SessionId) -> None:
        """Archive in the conversation's lane, after what runs there (Q-1)."""
        await self._write_archived(session_id, archived=True)
        await self._tell(session_id, "on_session_archive")

    async def tell_archived(self, session_ids: Iterable[SessionId]) -> None:
        """The application has archived these itself, in their lanes; the hooks hear of it (R-12)."""
        for session_id in session_ids:
            await self._tell(session_id, "on_session_archive")

    async def unarchive_session(self, session_id: SessionId) -> None:
        """Take it back (R-13)."""
        await self._write_archived(session_id, archived=False)

    async def _write_archived(self, session_id: SessionId, *, archived: bool) -> None:
        if self.set_archived is None:
            raise BrokenRule("this agent was not given a way to archive")
        async with self._orchestrator.lanes.enter(session_id):
            await self.set_archived(session_id, archived)

    async def _tell(self, session_id: SessionId, hook: str) -> None:
        async with self._runtime.held(session_id) as engine:
            engine.hooks.fire(hook)

    # data

    def get_topology(self) -> Topology:
        """The tree as it is now."""
        return self.topology()

    def list_roots(self) -> tuple[TopologyNode, ...]:
        """All projects, in their order."""
        topology = self.topology()
        return tuple(topology.node(root) for root in topology.roots)

    def get_node(self, session_id: SessionId) -> TopologyNode:
        """A conversation's place (T-6). Raises: SessionNotFound."""
        return self.topology().node(session_id)

    def list_sessions(self) -> tuple[SessionMeta, ...]:
        """The facts of all conversations, project by project, parents before children (T-7)."""
        topology = self.topology()
        return tuple(topology[session_id].meta for session_id in topology.walk())

    async def list_messages(self, session_id: SessionId) -> tuple[Record, ...]:
        """The chosen history (R-14). Raises: SessionNotFound."""
        return await self.sessions.list_records(session_id)

    # memory

    async def consolidate_session(self, session_id: SessionId, *, over_hand: bool = False) -> Consolidated:
        """Bring a conversation's digest up to date; a turn of the person goes first (Q-1, K-1).

        Args:
            over_hand: update words that a person wrote (K-4); otherwise they stay.

        Raises: SessionNotFound, ProviderError, StoreError; then nothing was written.
        """
        if self._consolidator is None:
            raise BrokenRule(_NO_MEMORY)
        return await self._consolidator.consolidate(session_id, over_hand=over_hand)

    async def beside[T](
        self, is_before: Callable[[SessionId], bool], make: Callable[[], Coroutine[Any, Any, T]]
    ) -> T:
        """Run work that nobody waits for beside all lanes; turns that go before it end it, and it begins again (Q-1)."""
        return await self._giving_way.run(is_before, make)

    async def get_digest(self, session_id: SessionId) -> Digest | None:
        """The digest that holds; None where there is none. Raises: SessionNotFound."""
        return (await self._kept.digest_ground(session_id)).current

    async def list_session_digests(
        self, session_ids: Sequence[SessionId] | None = None
    ) -> tuple[Digest, ...]:
        """The digests that hold, of these or of all conversations, in the order of the tree."""
        topology = self.topology()
        return await self._kept.get_digests(
            lambda: tuple(topology.walk()) if session_ids is None else session_ids
        )

    async def put_memory(
        self, session_id: SessionId, text: str, *, author: MemoryAuthor = MemoryAuthor.HAND
    ) -> Digest:
        """Replace a conversation's memory, in its lane (Q-1); earlier ones are kept (K-1). Raises: SessionNotFound."""
        kept = self._kept
        async with self._orchestrator.lanes.enter(session_id):
            draft = written_digest(await kept.digest_ground(session_id), text, author)
            digest = await committed(kept.put_digest(draft))
        if digest is None:
            raise BrokenRule("a digest that replaces anything is always written")
        return digest

    async def put_insight(
        self,
        session_id: SessionId,
        text: str,
        *,
        source: InsightSource = InsightSource.HAND,
        from_session: SessionId | None = None,
    ) -> Insight:
        """Let a reminder wait for the next round (C-4). Raises: SessionNotFound."""
        draft = InsightDraft(session_id=session_id, text=text, source=source, from_session=from_session)
        return await self._kept.put_insight(draft)

    async def clear_insight(self, session_id: SessionId) -> int:
        """Take away what waits for a conversation's next round; gives how many. Raises: SessionNotFound."""
        waiting = await self.sessions.list_waiting_insights(session_id)
        gone = [await self._kept.set_insight_removed(item.insight_id, removed=True) for item in waiting]
        return sum(1 for item in gone if item is not None)

    @property
    def _kept(self) -> MemoryStorage:
        if self.memory is None:
            raise BrokenRule(_NO_MEMORY)
        return self.memory

    # engines

    async def attach_session(self, session_id: SessionId, holder: object) -> Engine:
        """Keep a conversation's engine alive; the same holder twice is once (Q-2)."""
        return await self._runtime.attach(session_id, holder)

    def detach_session(self, session_id: SessionId, holder: object) -> None:
        """Let it go."""
        self._runtime.detach(session_id, holder)

    def has_active_engine(self, session_id: SessionId) -> bool:
        """Whether an engine is built and kept."""
        return self._runtime.has_active_engine(session_id)

    def get_engine_ref_count(self, session_id: SessionId) -> int:
        """How many hold it."""
        return self._runtime.ref_count(session_id)

    def update_config(self, session_id: SessionId, **values: Any) -> None:
        """Change run-time values in memory (``llm``, ``tools``, the functions); UNSET forgets one (M-9)."""
        self._values.change(session_id, **values)

    async def aclose(self) -> None:
        """Let all engines go and end the hooks that still run; rounds are stopped by their owners."""
        self._runtime.close()
        await self._background.aclose()

    async def settle(self) -> None:
        """Until the async hooks that were fired so far have ended."""
        await self._background.settle()
