"""A conversation store in memory: small enough to read, real enough for every test of the engine.

It keeps the same promises as the store on disk: versions, chosen history, all-or-nothing forks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from stello_desktop.domain.config import NOTHING_FROZEN, UNSET, SerializableSessionConfig
from stello_desktop.domain.errors import BrokenRule, InvalidLabel, SessionArchived, SessionNotFound
from stello_desktop.domain.ids import InsightId, RecordId, SessionId, new_session_id
from stello_desktop.domain.memory import Insight, InsightState
from stello_desktop.domain.messages import (
    Record,
    RecordDraft,
    RecordKind,
    RecordState,
    Role,
    ToolCall,
    Usage,
)
from stello_desktop.domain.ports import StartedRound
from stello_desktop.domain.session import (
    CallOrigin,
    ChildDraft,
    SessionBindings,
    SessionMeta,
    SessionStatus,
)
from stello_desktop.domain.text import clean_label, clean_text
from stello_desktop.domain.topology import LayoutKind, StrategyKind, Topology, TreeEntry
from stello_desktop.engine.history import place_of


@dataclass(slots=True)
class _Conversation:
    entry: TreeEntry
    config: SerializableSessionConfig = field(default_factory=SerializableSessionConfig)
    bindings: SessionBindings = field(default_factory=SessionBindings)
    records: list[Record] = field(default_factory=list)
    chosen: dict[int, int] = field(default_factory=dict)
    counted: set[int] = field(default_factory=set)
    insights: list[Insight] = field(default_factory=list)
    last_split: int | None = None


class MemoryStore:
    """`SessionStorage` and `ForkStorage` in dictionaries; time is a counter (L-5)."""

    def __init__(self) -> None:
        self._conversations: dict[SessionId, _Conversation] = {}
        self._opened: dict[CallOrigin, SessionId] = {}
        self._clock = 0

    # building

    def add(
        self,
        label: str,
        *,
        parent: SessionId | None = None,
        config: SerializableSessionConfig | None = None,
        bindings: SessionBindings | None = None,
        strategy: StrategyKind = StrategyKind.HIERARCHICAL,
    ) -> SessionId:
        """A new conversation without a fork."""
        entry = self._entry(label, parent, None, strategy)
        self._conversations[entry.session_id] = _Conversation(
            entry, config or SerializableSessionConfig(), bindings or SessionBindings()
        )
        return entry.session_id

    def _entry(
        self, label: str, parent: SessionId | None, source: SessionId | None, strategy: StrategyKind
    ) -> TreeEntry:
        now = float(self._tick())
        siblings = [c for c in self._conversations.values() if c.entry.parent_id == parent]
        return TreeEntry(
            session_id=new_session_id(),
            parent_id=parent,
            source_id=source,
            order=len(siblings),
            label=label,
            status=SessionStatus.ACTIVE,
            turn_count=0,
            message_count=0,
            created_at=now,
            updated_at=now,
            last_active_at=now,
            dx=None,
            dy=None,
            folded=False,
            layout=LayoutKind.STAR,
            strategy=strategy,
            flags=0,
            waiting_insights=0,
        )

    async def create_root(self, label: str, config: SerializableSessionConfig = NOTHING_FROZEN) -> SessionId:
        """A new root, as `Agent.create_session` asks for it (Q-3). Raises: InvalidLabel."""
        return self.add(_label_of(label), config=config)

    async def set_archived(self, session_id: SessionId, archived: bool) -> None:
        """Archive or unarchive, as `Agent.archive_session` asks for it (R-13)."""
        self.set_status(session_id, SessionStatus.ARCHIVED if archived else SessionStatus.ACTIVE)

    def set_status(self, session_id: SessionId, status: SessionStatus) -> None:
        """Archive or unarchive."""
        self._change(session_id, status=status)

    def rename(self, session_id: SessionId, label: str) -> None:
        """Give another name."""
        self._change(session_id, label=label)

    def forget(self, session_id: SessionId) -> None:
        """Destroy a conversation."""
        del self._conversations[session_id]

    def put_insight(self, session_id: SessionId, text: str) -> Insight:
        """Let an insight wait for the conversation's next round."""
        return self.keep_insight(
            Insight(InsightId(self._tick()), session_id, clean_text(text), float(self._clock))
        )

    def keep_insight(self, insight: Insight) -> Insight:
        """Add an insight, or put it in the place of the one with its id."""
        conversation = self._of(insight.session_id)
        kept = [item for item in conversation.insights if item.insight_id != insight.insight_id]
        conversation.insights = sorted([*kept, insight], key=lambda item: item.insight_id)
        self._count_insights(conversation)
        return insight

    def all_insights(self, session_id: SessionId) -> tuple[Insight, ...]:
        """In every state, the oldest first."""
        return tuple(self._of(session_id).insights)

    def session_ids(self) -> tuple[SessionId, ...]:
        """All conversations there are."""
        return tuple(self._conversations)

    def tick(self) -> int:
        """The next moment, which is also a number that nothing else has."""
        return self._tick()

    def topology(self) -> Topology:
        """The tree as it is now."""
        return Topology(conversation.entry for conversation in self._conversations.values())

    def versions(self, session_id: SessionId) -> tuple[Record, ...]:
        """All records, those of versions that are not chosen included (R-14)."""
        return tuple(self._of(session_id).records)

    # SessionStorage

    async def get_session(self, session_id: SessionId) -> SessionMeta:
        """The facts."""
        return self._of(session_id).entry.meta

    async def get_config(self, session_id: SessionId) -> SerializableSessionConfig:
        """The frozen configuration."""
        return self._of(session_id).config

    async def get_bindings(self, session_id: SessionId) -> SessionBindings:
        """The references beside it."""
        return self._of(session_id).bindings

    async def put_bindings(self, session_id: SessionId, bindings: SessionBindings) -> None:
        """Replace the references."""
        self._of(session_id).bindings = bindings

    async def list_records(self, session_id: SessionId) -> tuple[Record, ...]:
        """The chosen history in order."""
        conversation = self._of(session_id)
        chosen = [
            record
            for record in conversation.records
            if record.version == conversation.chosen.get(record.round_no, record.version)
        ]
        return tuple(sorted(chosen, key=place_of))

    async def start_round(
        self,
        session_id: SessionId,
        text: str,
        *,
        replaces: int | None = None,
        waiting: RecordId | None = None,
    ) -> StartedRound:
        """Write the question, pending, or let one that waits become it."""
        conversation = self._open(session_id)
        if waiting is not None:
            return self._start_waiting(conversation, waiting)
        if replaces is not None and replaces not in {record.round_no for record in conversation.records}:
            raise BrokenRule(f"no round {replaces} to replace")
        versions = [record.version for record in conversation.records if record.round_no == replaces]
        round_no = self._next_round(conversation) if replaces is None else replaces
        version = max(versions, default=0) + 1
        conversation.chosen[round_no] = version
        draft = RecordDraft(role=Role.USER, content=text, state=RecordState.PENDING)
        record = self._write(conversation, draft, round_no, version)
        return StartedRound(session_id, round_no, version, record)

    def _start_waiting(self, conversation: _Conversation, record_id: RecordId) -> StartedRound:
        for record in conversation.records:
            chosen = conversation.chosen.get(record.round_no, record.version)
            fits = (record.record_id, record.state, record.version) == (
                record_id,
                RecordState.WAITING,
                chosen,
            )
            if fits:
                question = self._rewrite(record_id, state=RecordState.PENDING)
                return StartedRound(record.session_id, record.round_no, record.version, question)
        raise BrokenRule("this message does not wait any more")

    async def append(
        self, session_id: SessionId, drafts: Sequence[RecordDraft], *, round: StartedRound | None = None
    ) -> tuple[Record, ...]:
        """Add records; without a round each is a note of its own."""
        conversation = self._of(session_id) if round is not None else self._open(session_id)
        written: list[Record] = []
        for draft in drafts:
            if round is None:
                note = replace(draft, kind=RecordKind.NOTE)
                written.append(self._write(conversation, note, self._next_round(conversation), 1))
            else:
                written.append(self._write(conversation, draft, round.round_no, round.version))
        return tuple(written)

    async def save_partial(
        self,
        record_id: RecordId,
        *,
        content: str,
        reasoning: str = "",
        tool_calls: tuple[ToolCall, ...] = (),
    ) -> None:
        """Rewrite a growing answer; one that is no longer pending is left alone."""
        if self._state_of(record_id) == RecordState.PENDING:
            self._rewrite(record_id, content=content, reasoning=reasoning, tool_calls=tool_calls)

    async def finish_record(
        self,
        record_id: RecordId,
        *,
        content: str,
        state: RecordState,
        reasoning: str = "",
        tool_calls: tuple[ToolCall, ...] = (),
        usage: Usage | None = None,
        error_code: str = "",
        error_detail: str = "",
    ) -> Record:
        """Give an answer its last form."""
        return self._rewrite(
            record_id,
            content=content,
            state=state,
            reasoning=reasoning,
            tool_calls=tool_calls,
            usage=usage,
            error_code=error_code,
            error_detail=error_detail,
        )

    async def end_round(
        self, round: StartedRound, state: RecordState, *, consumed: Sequence[InsightId] = ()
    ) -> SessionMeta:
        """The question's state, the count and the consumed insights together."""
        conversation = self._of(round.session_id)
        if round.user_record is not None:
            self._rewrite(round.user_record.record_id, state=state)
        if state == RecordState.DONE and round.round_no not in conversation.counted:
            conversation.counted.add(round.round_no)
            self._change(round.session_id, turn_count=len(conversation.counted))
        if state == RecordState.DONE:
            conversation.insights = [
                replace(insight, delivered_round=round.round_no, delivered_at=float(self._clock))
                if insight.insight_id in consumed and insight.delivered_round is None
                else insight
                for insight in conversation.insights
            ]
            self._count_insights(conversation)
        return conversation.entry.meta

    async def list_waiting_insights(
        self, session_id: SessionId, *, with_round: int | None = None
    ) -> tuple[Insight, ...]:
        """What waits for the next round, and what went along with ``with_round``."""
        return tuple(
            item
            for item in self._of(session_id).insights
            if item.removed_at is None and item.delivered_round in {None, with_round}
        )

    # ForkStorage

    async def get_last_split_round(self, session_id: SessionId) -> int | None:
        """The source's count at its last split."""
        return self._of(session_id).last_split

    async def create_child(self, draft: ChildDraft) -> TreeEntry:
        """Everything or nothing (F-6). Raises: InvalidLabel, SessionNotFound, SessionArchived."""
        label = _label_of(draft.label)
        source = self._open(draft.source_session_id)
        self._of(draft.topology_parent_id)
        entry = self._entry(
            label, draft.topology_parent_id, draft.source_session_id, StrategyKind.HIERARCHICAL
        )
        child = _Conversation(entry, _frozen(draft.config), draft.bindings)
        for record in draft.records:
            self._write(child, record, 0, 1)
        if draft.opening:
            opening = RecordDraft(role=Role.ASSISTANT, content=draft.opening, kind=RecordKind.OPENING)
            self._write(child, opening, 0, 1)
        self._conversations[entry.session_id] = child
        if draft.split_round is not None:
            source.last_split = draft.split_round
        if draft.opened_by is not None:
            self._opened[draft.opened_by] = entry.session_id
        return child.entry

    async def find_opened(self, call: CallOrigin) -> TreeEntry | None:
        """The branch that was opened for a call."""
        found = self._conversations.get(self._opened.get(call, SessionId("")))
        return None if found is None else found.entry

    # inside

    def _tick(self) -> int:
        self._clock += 1
        return self._clock

    def _of(self, session_id: SessionId) -> _Conversation:
        try:
            return self._conversations[session_id]
        except KeyError:
            raise SessionNotFound(session_id=session_id) from None

    def _open(self, session_id: SessionId) -> _Conversation:
        """One that takes messages and branches (R-13, F-3)."""
        conversation = self._of(session_id)
        if conversation.entry.archived:
            raise SessionArchived(session_id=session_id)
        return conversation

    def _change(self, session_id: SessionId, **values: Any) -> None:
        conversation = self._of(session_id)
        conversation.entry = conversation.entry._replace(**values)

    @staticmethod
    def _count_insights(conversation: _Conversation) -> None:
        waiting = sum(1 for item in conversation.insights if item.state is InsightState.WAITING)
        conversation.entry = conversation.entry._replace(waiting_insights=waiting)

    @staticmethod
    def _next_round(conversation: _Conversation) -> int:
        return max((record.round_no for record in conversation.records), default=0) + 1

    def _write(self, conversation: _Conversation, draft: RecordDraft, round_no: int, version: int) -> Record:
        cleaned = _storable(draft)
        values = {item.name: getattr(cleaned, item.name) for item in fields(RecordDraft)}
        now = self._tick()
        record = Record(
            **values,
            record_id=RecordId(now),
            session_id=conversation.entry.session_id,
            round_no=round_no,
            version=version,
            created_at=float(now),
        )
        conversation.records.append(record)
        return record

    def _state_of(self, record_id: RecordId) -> RecordState | None:
        for conversation in self._conversations.values():
            for record in conversation.records:
                if record.record_id == record_id:
                    return record.state
        return None

    def _rewrite(self, record_id: RecordId, **values: Any) -> Record:
        for conversation in self._conversations.values():
            for index, record in enumerate(conversation.records):
                if record.record_id == record_id:
                    conversation.records[index] = _storable(replace(record, **values))
                    return conversation.records[index]
        raise SessionNotFound(record_id=record_id)


def _frozen(config: SerializableSessionConfig) -> SerializableSessionConfig:
    prompt = config.system_prompt
    return config if prompt is UNSET else replace(config, system_prompt=clean_text(prompt))


def _label_of(text: str) -> str:
    label = clean_label(text)
    if not label:
        raise InvalidLabel
    return label


def _storable[R: RecordDraft](record: R) -> R:
    """Texts as any store keeps them."""
    calls = tuple(
        replace(
            call,
            arguments=clean_text(call.arguments),
            name=clean_text(call.name),
            call_id=clean_text(call.call_id),
            signature=clean_text(call.signature),
        )
        for call in record.tool_calls
    )
    return replace(
        record,
        content=clean_text(record.content),
        reasoning=clean_text(record.reasoning),
        error_detail=clean_text(record.error_detail),
        tool_call_id=clean_text(record.tool_call_id),
        tool_name=clean_text(record.tool_name),
        tool_calls=calls,
    )
