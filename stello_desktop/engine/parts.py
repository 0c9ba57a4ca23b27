"""What an engine is made of, handed to it by the factory."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from stello_desktop.domain.config import UNSET, CompressFn, ConsolidateFn, Maybe, SessionConfig
from stello_desktop.domain.context_state import ContextStorage
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import LanguageModel, ModelRef
from stello_desktop.domain.memory import Insight
from stello_desktop.domain.ports import BranchGate, ForkStorage, SessionStorage, ToolRuntime
from stello_desktop.domain.usage import Purpose
from stello_desktop.engine.background import Background
from stello_desktop.engine.context_memory import MemoryContext
from stello_desktop.engine.hooks import EngineHooks, EngineListener
from stello_desktop.engine.metering import CountBeside, metered, uncounted
from stello_desktop.engine.profiles import ForkProfileRegistry
from stello_desktop.engine.skills import SkillRouter
from stello_desktop.engine.tool_round import OpenGate


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineOptions:
    """Settings that may change while the program runs; read anew at each use.

    Attributes:
        max_tool_rounds: how often tools may run in one round (R-8).
        guard_on, guard_min_turns, guard_cooldown_turns: the split guard (G-1).
        share_outline: tell the service the titles of the project's conversations (C-3).
        allow_compress: offer ``compress`` to the assistant (X-2).
        fold_opening: for services that refuse an assistant message before the first question (C-1).
        save_every_s: seconds between two saves of a growing answer.
    """

    max_tool_rounds: int = 5
    guard_on: bool = False
    guard_min_turns: int = 3
    guard_cooldown_turns: int = 5
    share_outline: bool = False
    allow_compress: bool = False
    fold_opening: bool = False
    save_every_s: float = 1.0


class RuntimeValues:
    """Models, tools and functions that live in memory only, by conversation (M-9)."""

    def __init__(self) -> None:
        self._values: dict[SessionId, SessionConfig] = {}

    def get(self, session_id: SessionId) -> SessionConfig:
        """What is known in memory; unset where nothing is."""
        return self._values.get(session_id, SessionConfig())

    def keep(self, session_id: SessionId, config: SessionConfig) -> None:
        """Remember the run-time part of a composed configuration."""
        part = replace(config, system_prompt=UNSET, skills=UNSET)
        if part != SessionConfig():
            self._values[session_id] = part

    def change(self, session_id: SessionId, **values: Any) -> None:
        """Replace single fields; ``UNSET`` forgets one."""
        self._values[session_id] = replace(self.get(session_id), **values)


def _no_outline(_session_id: SessionId) -> str:
    return ""


def _no_new_outline(_parent_id: SessionId | None, _label: str) -> str:
    return ""


def _under_source(source: SessionId, asked: Maybe[SessionId]) -> SessionId:
    return source if asked is UNSET else asked


async def no_digests(_session_id: SessionId) -> Sequence[tuple[str, str]]:
    """Nothing is known of other conversations."""
    return ()


type MayRead = Callable[[SessionId, ModelRef | None, Insight], bool]


def anyone(_session_id: SessionId, _chosen: ModelRef | None, _insight: Insight) -> bool:
    """Every service reads every reminder."""
    return True


def own_size(model: LanguageModel) -> int | None:
    """What the model itself knows of how much it reads."""
    return model.context_tokens


def no_summaries(_model: LanguageModel) -> CompressFn | None:
    """Nobody writes summaries."""
    return None


def by_request(_model: LanguageModel) -> ConsolidateFn | None:
    """Digests are asked of the model itself."""
    return None


def ignore_event(_event: object) -> None:
    """A listener that does not care."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineParts:
    """Ports and functions; an engine knows no tree beyond these (L-2).

    Attributes:
        resolve_model: who answers in a conversation, now.
        outline: the text of C-3.
        outline_of_new: the same for a branch that does not exist yet: its parent and its name.
        place: source and asked-for parent to the topology parent; raises what F-3 and F-8 say.
        listener: told of forks and of failing hooks.
        background: owns async hooks.
        context: how conversations are sent (C-3, C-6 to C-8).
        digests: labels and digests of what a conversation refers to, as far as it may read them (C-8).
        context_tokens: how much a model reads; None where nobody knows.
        summarise: a `compress_fn` that asks this model, for conversations that have none of their own (C-7, F-5).
        write_digest: what makes digests in the place of asking this model; None asks it (K-1).
        count: keeps what a request beside the answers of a conversation has used.
        may_read: whether who answers in a conversation may read a reminder (M-10); with the model that is asked in
            the place of the usual one, where there is any.
    """

    sessions: SessionStorage
    forks: ForkStorage
    resolve_model: Callable[[SessionId], LanguageModel]
    profiles: ForkProfileRegistry = field(default_factory=ForkProfileRegistry)
    skills: SkillRouter = field(default_factory=SkillRouter)
    tools: ToolRuntime | None = None
    gate: BranchGate = field(default_factory=OpenGate)
    options: Callable[[], EngineOptions] = EngineOptions
    defaults: Callable[[], SessionConfig] = SessionConfig
    hooks: tuple[EngineHooks, ...] = ()
    listener: EngineListener = ignore_event
    outline: Callable[[SessionId], str] = _no_outline
    outline_of_new: Callable[[SessionId | None, str], str] = _no_new_outline
    place: Callable[[SessionId, Maybe[SessionId]], SessionId] = _under_source
    runtime: RuntimeValues = field(default_factory=RuntimeValues)
    background: Background = field(default_factory=Background)
    context: ContextStorage = field(default_factory=MemoryContext)
    digests: Callable[[SessionId], Awaitable[Sequence[tuple[str, str]]]] = no_digests
    context_tokens: Callable[[LanguageModel], int | None] = own_size
    summarise: Callable[[LanguageModel], CompressFn | None] = no_summaries
    write_digest: Callable[[LanguageModel], ConsolidateFn | None] = by_request
    count: CountBeside = uncounted
    may_read: MayRead = anyone

    async def insights_for(
        self, session_id: SessionId, model: LanguageModel, with_round: int | None = None
    ) -> tuple[Insight, ...]:
        """The reminders that go along with a request to this model (C-4); what it may not read goes on waiting (M-10).

        Raises: SessionNotFound, StoreError.
        """
        waiting = await self.sessions.list_waiting_insights(session_id, with_round=with_round)
        chosen = None if self.runtime.get(session_id).llm is UNSET else model.ref
        return tuple(item for item in waiting if self.may_read(session_id, chosen, item))

    def model_of(self, session_id: SessionId) -> LanguageModel:
        """The model in memory (M-9), otherwise whoever answers there now."""
        llm = self.runtime.get(session_id).llm
        return self.resolve_model(session_id) if llm is UNSET else llm

    def model_beside(self, session_id: SessionId, purpose: Purpose) -> LanguageModel:
        """The same for a request that is no answer: what it uses is counted for itself (D-1)."""
        return metered(self.model_of(session_id), self.count, session_id, purpose)

    def compress_fn_of(self, session_id: SessionId) -> CompressFn | None:
        """What makes summaries of a conversation: its own function (M-9), else one that asks its own model (M-10)."""
        own = self.runtime.get(session_id).compress_fn
        return self.summarise(self.model_beside(session_id, Purpose.EARLIER)) if own is UNSET else own
