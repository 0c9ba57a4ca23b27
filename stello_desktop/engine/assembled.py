"""What an agent is made of: its ports, and the parts that it builds of them once (L-5)."""

from __future__ import annotations

import operator
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from stello_desktop.domain.config import (
    CompressFn,
    ConsolidateFn,
    SerializableSessionConfig,
    SessionConfig,
)
from stello_desktop.domain.context_state import ContextStorage
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import LanguageModel
from stello_desktop.domain.memory import MemoryStorage
from stello_desktop.domain.ports import BranchGate, ForkStorage, SessionStorage, ToolRuntime
from stello_desktop.domain.topology import Topology
from stello_desktop.engine.background import Background
from stello_desktop.engine.consolidation import Consolidator
from stello_desktop.engine.context_memory import MemoryContext
from stello_desktop.engine.factory import EngineFactory, HooksFor
from stello_desktop.engine.giving_way import GivingWay, nowhere
from stello_desktop.engine.hooks import EngineHooks, EngineListener
from stello_desktop.engine.metering import CountBeside, uncounted
from stello_desktop.engine.orchestrator import Orchestrator
from stello_desktop.engine.outline import outline, outline_of_new
from stello_desktop.engine.parts import (
    EngineOptions,
    EngineParts,
    MayRead,
    RuntimeValues,
    anyone,
    by_request,
    ignore_event,
    no_digests,
    no_summaries,
    own_size,
)
from stello_desktop.engine.profiles import ForkProfileRegistry
from stello_desktop.engine.runtime import EngineRuntime
from stello_desktop.engine.skills import SkillRouter
from stello_desktop.engine.tool_round import OpenGate

type CreateRoot = Callable[[str, SerializableSessionConfig], Awaitable[SessionId]]
type SetArchived = Callable[[SessionId, bool], Awaitable[None]]


@dataclass(slots=True, kw_only=True, eq=False)
class Assembled:
    """What an agent is given, put together; see `Agent` for what it does.

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
        gives_way: whether the consolidation of one conversation waits for a turn in another, because both would
            wait for the same model (Q-1).
        is_here: whether who answers in a conversation is on this computer; such a request may be broken off (Q-1).
        context: how conversations are sent (C-3, C-6 to C-8).
        digests: labels and digests of what a conversation refers to, as far as it may read them (C-8).
        context_tokens: how much a model reads; None where nobody knows.
        summarise: a `compress_fn` that asks this model, for conversations without one of their own (C-7).
        write_digest: what makes digests in the place of asking this model; None asks it (K-1).
        count: keeps what requests beside the answers have used (D-1).
        may_read: whether who answers in a conversation may read a reminder (M-10).
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
    is_here: Callable[[SessionId], bool] = nowhere
    context: ContextStorage = field(default_factory=MemoryContext)
    digests: Callable[[SessionId], Awaitable[Sequence[tuple[str, str]]]] = no_digests
    context_tokens: Callable[[LanguageModel], int | None] = own_size
    summarise: Callable[[LanguageModel], CompressFn | None] = no_summaries
    write_digest: Callable[[LanguageModel], ConsolidateFn | None] = by_request
    count: CountBeside = uncounted
    may_read: MayRead = anyone
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
            write_digest=self.write_digest,
            count=self.count,
            may_read=self.may_read,
        )
        self._runtime = EngineRuntime(EngineFactory(self._parts, self.own_hooks).build, self.idle_ttl_s)
        lanes = self._orchestrator.lanes
        self._giving_way = GivingWay()
        if self.memory is not None:
            self._consolidator = Consolidator(
                self._parts, self.memory, lanes, self._giving_way, self.gives_way, self.is_here
            )
