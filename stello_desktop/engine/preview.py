"""A branch rehearsed: what would be composed and sent first, without writing anything (M-7, C-5).

It has no rules of its own. The plan is the fork's (`plan_fork`), the request is the round's (`build_context`);
what must be read is read once, so that the rest runs at each key.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from stello_desktop.domain.config import UNSET, ContextMode, EngineForkOptions, ForkProfile, SessionConfig
from stello_desktop.domain.context_state import EarlierPart
from stello_desktop.domain.errors import BrokenRule, StelloError
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.inheriting import to_draft
from stello_desktop.domain.messages import Record, RecordDraft, RecordKind, Role
from stello_desktop.domain.text import clean_label, clean_text
from stello_desktop.domain.topology import TreeEntry
from stello_desktop.engine.builtin_tools import CreateSessionTool
from stello_desktop.engine.context import BuiltContext, ContextSources, PreparedHistory, build_context
from stello_desktop.engine.conversation_tools import conversation_tools
from stello_desktop.engine.fork_plan import ForkGround, ForkPlan, plan_fork
from stello_desktop.engine.parts import EngineParts
from stello_desktop.engine.profiles import ForkProfileRegistry

_SLICE_S: Final = 0.004
_CHUNK: Final = 50
_SPOKEN: Final = frozenset({Role.USER, Role.ASSISTANT})


@dataclass(frozen=True, slots=True)
class PreviewedBranch:
    """What a fork with these options would make, and what its first round would send.

    Attributes:
        messages: how many would come along, or be summarised.
        summary_pending: a summary would be made at the fork (F-5).
        can_summarise: whether there is something that makes it.
    """

    plan: ForkPlan
    built: BuiltContext
    messages: int
    summary_pending: bool
    can_summarise: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewGround:
    """What a branch of one conversation is made of, read once (M-7).

    Attributes:
        source: None for an imagined conversation without anything.
        fork: what a plan is worked out from; defaults and run-time values are read anew.
        history: what may come along, as it would be sent.
        earlier: what stands for that which came before it (C-7).
        messages: how many messages that is.
        cut: *branch from here*: the conversation comes along unless the options say otherwise.
    """

    parts: EngineParts
    source: SessionId | None = None
    fork: ForkGround = field(default_factory=ForkGround)
    history: PreparedHistory = field(default_factory=PreparedHistory)
    earlier: EarlierPart | None = None
    messages: int = 0
    cut: bool = False

    def preview(
        self,
        profile: ForkProfile | None,
        options: EngineForkOptions,
        text: str = "",
        profiles: ForkProfileRegistry | None = None,
        defaults: SessionConfig | None = None,
    ) -> PreviewedBranch:
        """The branch as it would be now.

        Args:
            profile: need not be registered.
            text: the first message of the person.
            profiles: what the branch's assistant could branch with; None takes those that are registered.
            defaults: the lowest layer; None takes the one that counts.

        Raises: as `plan_fork`.
        """
        if self.cut and options.context is UNSET:
            options = replace(options, context=ContextMode.INHERIT.value)
        plan = plan_fork(self._now(defaults), profile, options)
        comes_along = plan.context != ContextMode.NONE
        pending = plan.context == ContextMode.COMPRESS and self.has_history
        copied = comes_along and not pending
        live = self.parts.options()
        label = clean_label(options.label or "")
        sources = ContextSources(
            label=label,
            system_prompt=plan.config.system_prompt or "",
            summary_pending=pending,
            outline=self._outline(options, label) if live.share_outline else "",
            earlier=replace(self.earlier, covered=0) if copied and self.earlier is not None else None,
            before=self.history if copied else PreparedHistory(),
            records=_opening(plan.opening),
            text=clean_text(text),
            fold_opening=live.fold_opening,
        )
        create = CreateSessionTool(
            profiles or self.parts.profiles, _never, lambda: self.parts.options().allow_compress
        )
        tools = conversation_tools(self.parts, create, plan.config.skills, plan.config.tools)
        built = build_context(sources, tools.definitions())
        own = plan.config.compress_fn is not UNSET
        return PreviewedBranch(
            plan, built, self.messages if comes_along else 0, pending, own or self.can_summarise
        )

    @property
    def has_history(self) -> bool:
        """Whether anything was said that could come along."""
        return bool(self.history.turns) or self.earlier is not None

    @property
    def can_summarise(self) -> bool:
        """Whether something summarises the source, beside what a branch may bring (F-5)."""
        return self.source is not None and self.parts.compress_fn_of(self.source) is not None

    def _now(self, defaults: SessionConfig | None) -> ForkGround:
        fork = replace(self.fork, defaults=self.parts.defaults() if defaults is None else defaults)
        return fork if self.source is None else replace(fork, source=self.parts.runtime.get(self.source))

    def _outline(self, options: EngineForkOptions, label: str) -> str:
        """The outline as the branch would see it (C-3); a place that is refused shows the usual one (F-3)."""
        asked = options.topology_parent_id
        if self.source is None:
            return self.parts.outline_of_new(None if asked is UNSET else asked, label)
        try:
            parent = self.parts.place(self.source, asked)
        except StelloError:
            parent = self.source
        return self.parts.outline_of_new(parent, label)


def _opening(text: str) -> tuple[RecordDraft, ...]:
    """The first message as the fork writes it (F-6)."""
    if not text:
        return ()
    return (RecordDraft(role=Role.ASSISTANT, kind=RecordKind.OPENING, content=text),)


async def _never(_options: EngineForkOptions, _call_id: str) -> TreeEntry:
    raise BrokenRule("a preview opens no branches")


async def prepare(records: Sequence[Record]) -> PreparedHistory:
    """The history as a branch would send it; a long one is made in slices of 4 ms."""
    history = PreparedHistory()
    began = time.perf_counter()
    for start in range(0, len(records), _CHUNK):
        history = history.extended([to_draft(record) for record in records[start : start + _CHUNK]])
        if time.perf_counter() - began > _SLICE_S:
            await asyncio.sleep(0)
            began = time.perf_counter()
    return history


def count_messages(records: Sequence[Record]) -> int:
    """How many of them somebody has said."""
    return sum(record.role in _SPOKEN for record in records)
