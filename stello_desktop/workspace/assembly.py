"""The engine of one workspace, put together from its ports and the person's settings (L-3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from stello_desktop.domain.commands import SetArchived
from stello_desktop.domain.services import PRACTICE
from stello_desktop.engine.agent import Agent
from stello_desktop.engine.parts import EngineOptions
from stello_desktop.engine.summarising import summary_by
from stello_desktop.workspace.practice_summary import practice_summary
from stello_desktop.workspace.references import References

if TYPE_CHECKING:
    from stello_desktop.domain.config import CompressFn, ConsolidateFn, SessionConfig
    from stello_desktop.domain.ids import SessionId
    from stello_desktop.domain.language_model import LanguageModel, ModelRef
    from stello_desktop.domain.ports import BranchGate
    from stello_desktop.workspace.answering import Answering
    from stello_desktop.workspace.backend import Backend
    from stello_desktop.workspace.memory_works import MemoryWorks
    from stello_desktop.workspace.settings import Settings
    from stello_desktop.workspace.tree import Tree


def build_agent(
    backend: Backend,
    tree: Tree,
    answering: Answering,
    gate: BranchGate,
    settings: Callable[[], Settings],
    works: MemoryWorks,
    listed_size: Callable[[ModelRef], int | None] = lambda _ref: None,
) -> Agent:
    """The facade over all engines; everything that may change is read anew at each use.

    Args:
        works: hears what happens, and is given the agent.
        listed_size: how much a model reads, as its service lists it.
    """
    references = References(backend, answering, tree)

    async def set_archived(session_id: SessionId, archived: bool) -> None:
        await tree.apply(SetArchived((session_id,), archived))

    def defaults() -> SessionConfig:
        return settings().session_defaults.as_layer()

    def context_tokens(model: LanguageModel) -> int | None:
        return model.context_tokens or listed_size(model.ref)

    def summarise(model: LanguageModel) -> CompressFn | None:
        """The conversation's own model writes its summaries (M-10); the practice assistant cannot."""
        if model.ref.service_id == PRACTICE:
            return None
        return summary_by(model, context_tokens=context_tokens(model))

    def write_digest(model: LanguageModel) -> ConsolidateFn | None:
        """The practice assistant is not asked: it would only pretend to understand (K-1)."""
        return practice_summary if model.ref.service_id == PRACTICE else None

    agent = Agent(
        sessions=backend.sessions,
        forks=backend.forks,
        topology=lambda: tree.topology,
        resolve_model=answering.model,
        gate=gate,
        set_archived=set_archived,
        defaults=defaults,
        options=lambda: engine_options(settings()),
        context=backend.context,
        digests=references.digests,
        context_tokens=context_tokens,
        summarise=summarise,
        write_digest=write_digest,
        count=backend.usage.count_beside,
        may_read=answering.may_read,
        memory=backend.memory,
        own_hooks=(works.hooks_for,),
        gives_way=works.gives_way,
        is_here=works.is_here,
    )
    works.start(agent)
    return agent


def engine_options(settings: Settings) -> EngineOptions:
    """The person's settings in the engine's terms."""
    return EngineOptions(
        max_tool_rounds=settings.max_tool_rounds,
        guard_on=settings.guard_on,
        guard_min_turns=settings.guard_min_turns,
        guard_cooldown_turns=settings.guard_cooldown_turns,
        share_outline=settings.share_outline,
    )
