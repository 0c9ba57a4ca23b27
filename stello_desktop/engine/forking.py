"""The fork: everything is checked and worked out first, then one transaction writes it all (F-1 to F-11)."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from stello_desktop.domain.composition import Composition
from stello_desktop.domain.config import (
    UNSET,
    CompressFn,
    ContextMode,
    EngineForkOptions,
    ForkProfile,
    SerializableSessionConfig,
    SessionConfig,
)
from stello_desktop.domain.context_state import EarlierPart
from stello_desktop.domain.errors import ForkConfigError, InvalidLabel, SessionArchived, StelloError
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.inheriting import inheritable, to_draft
from stello_desktop.domain.messages import Record
from stello_desktop.domain.session import (
    Author,
    CallOrigin,
    ChildDraft,
    SessionBindings,
    SessionMeta,
    SessionStatus,
)
from stello_desktop.domain.text import clean_label, clean_text
from stello_desktop.domain.topology import TreeEntry
from stello_desktop.engine.context import as_messages
from stello_desktop.engine.fork_plan import ForkGround, ForkPlan, plan_fork
from stello_desktop.engine.handing_on import hand_on, part_to_hand_on
from stello_desktop.engine.history import Cut
from stello_desktop.engine.hooks import HookRunner, SessionForked, tell
from stello_desktop.engine.parts import EngineParts
from stello_desktop.engine.split_guard import SplitGuard
from stello_desktop.engine.unbroken import committed


@dataclass(frozen=True, slots=True)
class _Brought:
    """What a branch starts with (F-5).

    Attributes:
        records: copied from the source.
        summary: in the place of all of them.
        earlier: in the place of the first of them (C-7).
    """

    records: tuple[Record, ...] = ()
    summary: str = ""
    earlier: EarlierPart | None = None


class Forker:
    """Opens branches of one conversation, one after the other in the order of asking (F-11)."""

    def __init__(self, session_id: SessionId, parts: EngineParts, hooks: HookRunner) -> None:
        self._session_id = session_id
        self._parts = parts
        self._hooks = hooks
        self._order = asyncio.Lock()

    async def fork(
        self,
        options: EngineForkOptions,
        *,
        by: Author,
        completed_rounds: int | None = None,
        branched_at: RecordId | None = None,
        cut: Cut | None = None,
        opened_by: CallOrigin | None = None,
    ) -> TreeEntry:
        """Create a child; any failure leaves nothing behind.

        Args:
            completed_rounds: the count at the start of the round that asks, for the guard (G-1);
                None takes the count of now.
            branched_at: the last record of the source that belongs to the branch's beginning, kept as a
                reference (T-8).
            cut: *branch from here*: the part of the history that the branch is about.
            opened_by: the call that asks for it, kept with it (X-2).

        Raises:
            InvalidLabel, UnknownProfile, SplitRefused, SessionArchived, SessionNotFound,
            MissingTemplateVariables, ForkConfigError, StoreError.
        """
        async with self._order:
            return await self._fork(
                _with_cut(options, cut), by, completed_rounds, branched_at, cut, opened_by
            )

    async def _fork(
        self,
        options: EngineForkOptions,
        by: Author,
        rounds: int | None,
        branched_at: RecordId | None,
        cut: Cut | None,
        opened_by: CallOrigin | None,
    ) -> TreeEntry:
        label = _checked_label(options)
        profile = self._profile(options)
        meta = await self._parts.sessions.get_session(self._session_id)
        split_round = await self._pass_guard(meta, by, rounds)
        if meta.status == SessionStatus.ARCHIVED:
            raise SessionArchived("an archived conversation takes no branches", session_id=self._session_id)
        parent_id = self._parts.place(self._session_id, options.topology_parent_id)
        plan = plan_fork(await self.ground(), profile, options)
        brought = await self._inherit(plan, cut)
        draft = ChildDraft(
            label=label,
            source_session_id=self._session_id,
            topology_parent_id=parent_id,
            by=by,
            config=SerializableSessionConfig.of(plan.config),
            bindings=SessionBindings(
                model=plan.model,
                profile=options.profile or "",
                profile_id=self._parts.profiles.profile_id(options.profile or ""),
                profile_version=self._parts.profiles.version(options.profile or ""),
                profile_vars=dict(options.profile_vars or {}),
                branched_at=branched_at,
                inherited_summary=brought.summary,
                origins=plan.settled,
            ),
            records=tuple(to_draft(record) for record in brought.records),
            opening=plan.opening,
            split_round=split_round,
            opened_by=opened_by,
        )
        return await committed(self._commit(draft, plan.config, brought.earlier))

    async def ground(self) -> ForkGround:
        """What a branch would be worked out from, as it is now. Raises: SessionNotFound."""
        return ForkGround(
            defaults=self._parts.defaults(),
            parent=await self._parts.forks.get_config(self._session_id),
            source=self._parts.runtime.get(self._session_id),
            bound=(await self._parts.sessions.get_bindings(self._session_id)).model,
        )

    async def history(self, cut: Cut | None = None) -> tuple[Record, ...]:
        """What a branch may take over now (F-5, F-9)."""
        records = inheritable(await self._parts.sessions.list_records(self._session_id))
        return records if cut is None else inheritable(cut(records))

    async def compose(self, options: EngineForkOptions) -> Composition:
        """What a branch with these options would be; writes nothing. Raises: as `fork`."""
        return plan_fork(await self.ground(), self._profile(options), options).composition

    def _profile(self, options: EngineForkOptions) -> ForkProfile | None:
        return self._parts.profiles.require(options.profile) if options.profile else None

    async def check_guard(self, completed_rounds: int | None) -> None:
        """Raises: SplitRefused where a branch of the assistant would be refused now (F-2)."""
        meta = await self._parts.sessions.get_session(self._session_id)
        await self._pass_guard(meta, Author.ASSISTANT, completed_rounds)

    async def _pass_guard(self, meta: SessionMeta, by: Author, rounds: int | None) -> int | None:
        live = self._parts.options()
        if not live.guard_on or by == Author.PERSON:
            return None
        count = meta.turn_count if rounds is None else rounds
        guard = SplitGuard(live.guard_min_turns, live.guard_cooldown_turns)
        guard.check(count, await self._parts.forks.get_last_split_round(self._session_id))
        return count

    async def _inherit(self, plan: ForkPlan, cut: Cut | None) -> _Brought:
        """What the branch starts with (F-5)."""
        if plan.context == ContextMode.NONE:
            return _Brought()
        records = await self.history(cut)
        if plan.context == ContextMode.COMPRESS:
            return _Brought(summary=await self._summarise(records, plan.config))
        if callable(plan.context):
            records = inheritable(await _call_context(plan.context, records))
        return _Brought(records, earlier=await self.earlier(records))

    async def earlier(self, records: Sequence[Record]) -> EarlierPart | None:
        """What a branch that takes these over has in the place of the first of them (C-7)."""
        return await part_to_hand_on(self._parts, self._session_id, records)

    async def _summarise(self, records: Sequence[Record], config: SessionConfig) -> str:
        """By what the branch was composed with, else as the source summarises its own earlier part (F-5, C-7)."""
        own = config.compress_fn
        return await _summarise(
            records, self._parts.compress_fn_of(self._session_id) if own is UNSET else own
        )

    async def _commit(
        self, draft: ChildDraft, config: SessionConfig, earlier: EarlierPart | None
    ) -> TreeEntry:
        entry = await self._parts.forks.create_child(draft)
        if earlier is not None:
            await hand_on(self._parts, entry.session_id, earlier)
        self._parts.runtime.keep(entry.session_id, config)
        self._hooks.fire("on_session_fork", entry)
        tell(self._parts.listener, SessionForked(entry, self._session_id, draft.by))
        return entry


def _checked_label(options: EngineForkOptions) -> str:
    label = clean_label(options.label or "")
    if not label:
        raise InvalidLabel("a branch needs a name")
    return label


def _with_cut(options: EngineForkOptions, cut: Cut | None) -> EngineForkOptions:
    """*Branch from here* brings the conversation along, whatever a profile says, unless the options say otherwise."""
    if cut is None or options.context is not UNSET:
        return options
    return replace(options, context=ContextMode.INHERIT.value)


async def _call_context(context: Any, records: tuple[Record, ...]) -> Sequence[Record]:
    try:
        chosen = context(records)
        if inspect.isawaitable(chosen):
            chosen = await chosen
    except StelloError:
        raise
    except Exception as error:
        raise ForkConfigError(str(error) or type(error).__name__, reason="context") from error
    if not all(isinstance(record, Record) for record in chosen):
        raise ForkConfigError("the context function did not return messages", reason="context")
    return tuple(chosen)


async def _summarise(records: Sequence[Record], compress_fn: CompressFn | None) -> str:
    messages = as_messages(records)
    if not messages:
        return ""
    if compress_fn is None:
        raise ForkConfigError("there is nothing that could summarise the conversation", reason="compress")
    try:
        return clean_text(await compress_fn(messages))
    except StelloError:
        raise
    except Exception as error:
        raise ForkConfigError(str(error) or type(error).__name__, reason="compress") from error
