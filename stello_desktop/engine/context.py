"""What the model is sent: one builder for the request and for the inspector (C-1, C-5)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

from stello_desktop.domain.composition import ContextPart, OpeningIn, PartKind
from stello_desktop.domain.context_state import EarlierPart
from stello_desktop.domain.ids import RecordId
from stello_desktop.domain.inheriting import clean_history
from stello_desktop.domain.messages import (
    NOBODY,
    ModelMessage,
    ModelRequest,
    Record,
    RecordDraft,
    RecordKind,
    Role,
    ToolDefinition,
)
from stello_desktop.domain.session import Insight
from stello_desktop.domain.text import disarmed, prompt_label
from stello_desktop.engine.history import breaks_off
from stello_desktop.engine.languages import language_of
from stello_desktop.engine.slices import keep_slowly
from stello_desktop.engine.tokens import (
    MESSAGE_TOKENS,
    corrected,
    estimate_message,
    estimate_text,
    estimate_tool,
    estimate_tools,
)

SEPARATOR: Final = "\n\n"
BLOCKS: Final = (
    "parent_context",
    "topology",
    "session_identity",
    "insights",
    "references",
    "earlier_conversation",
    "opening_message",
)
"""The parts before the history stand in tags of these names; only the instructions stand in none (C-1)."""

CONTINUE_TEXTS: Final = {
    "en": (
        "Your last message broke off. Continue it exactly where it stopped, "
        "without repeating anything and without a word about the interruption."
    ),
    "zh": "你的上一条消息在中途断开了。请从断开的地方原样接着写，不要重复已经写过的内容，也不要提到中断。",
}
"""What asks for the rest of an answer, in the language of the conversation (R-9)."""

_HEARD_TURNS: Final = 4
"""So many of the newest turns say in which language a conversation is held now."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """A message of the history on its way into the request.

    Attributes:
        open_end: it broke off, so that a continuation joins it without a gap.
        part: what the inspector shows of it, where that is known already.
        opening: how much of it is an opening message.
    """

    message: ModelMessage
    kind: PartKind = PartKind.HISTORY
    open_end: bool = False
    part: ContextPart | None = None
    opening: OpeningIn = OpeningIn.NONE


@dataclass(frozen=True, slots=True)
class PreparedHistory:
    """Stored messages as they will be sent, with their sizes: worked out once, used in many requests (C-5)."""

    turns: tuple[_Turn, ...] = ()

    def extended(self, records: Sequence[RecordDraft]) -> PreparedHistory:
        """With more messages at the end, which are clean already (F-9)."""
        turns = _merged(_history_turns(records), self.turns)
        return PreparedHistory(
            tuple(turn if turn.part else replace(turn, part=_part(turn)) for turn in turns)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextSources:
    """Everything that can be part of a request.

    Attributes:
        summary_pending: there will be an inherited summary, but nobody has made it yet (F-5).
        references: the digests of the conversations that this one refers to (C-8).
        earlier: what stands for the first of ``records`` (C-7).
        earlier_pending: it will stand for them, but nobody has made it yet.
        ratio: how the model counts, against our estimate (C-6).
        before: history that was worked out earlier; ``records`` follow it.
        records: the chosen history, the question of a running round included.
        question: the record that is the user message of this round, if it is stored already.
        text: the user message where it is not stored, as in the inspector.
        resuming: ask for the rest of an answer that broke off; the asking is never stored.
        fold_opening: put an opening assistant message into the system message.
    """

    label: str
    system_prompt: str = ""
    inherited_summary: str = ""
    summary_pending: bool = False
    outline: str = ""
    insights: tuple[Insight, ...] = ()
    references: str = ""
    earlier: EarlierPart | None = None
    earlier_pending: bool = False
    ratio: float = 1.0
    before: PreparedHistory = PreparedHistory()
    records: tuple[RecordDraft, ...] = ()
    question: RecordId | None = None
    text: str = ""
    resuming: bool = False
    fold_opening: bool = False


@dataclass(frozen=True)
class BuiltContext:
    """The parts for the inspector and the request for the model: two views of one list (C-1, C-5)."""

    leading: tuple[ContextPart, ...]
    turns: tuple[_Turn, ...]
    request: ModelRequest
    ratio: float = 1.0

    @cached_property
    def parts(self) -> tuple[ContextPart, ...]:
        """Part by part, with sizes as the model counts, which make up `tokens` (C-5, C-6); made when somebody looks."""
        leading = list(self.leading)
        first = next((at for at, part in enumerate(leading) if not part.pending), None)
        if first is not None:
            leading[first] = replace(leading[first], tokens=leading[first].tokens + MESSAGE_TOKENS)
        parts = (*leading, *(_part(turn) for turn in self.turns), *map(_tool_part, self.request.tools))
        return parts if self.ratio == 1.0 else tuple(_as_counted(parts, self.ratio))

    @cached_property
    def estimated(self) -> int:
        """The whole request, its tools included, by our own estimate."""
        head = self.request.messages[0].role if self.request.messages else None
        around = MESSAGE_TOKENS if head == Role.SYSTEM else 0
        spoken = sum(part.tokens for part in self.leading) + sum(_tokens(turn) for turn in self.turns)
        return around + spoken + estimate_tools(self.request.tools)

    @property
    def tokens(self) -> int:
        """The same as the model counts, as far as its last call tells (C-6)."""
        return corrected(self.estimated, self.ratio)


def build_context(sources: ContextSources, tools: Sequence[ToolDefinition] = ()) -> BuiltContext:
    """Put the parts in the order of C-1; empty ones are left out.

    The system message is the texts of all parts before the history, joined by two newlines.
    """
    leading = _leading(sources)
    turns = _merged(_turns(sources), sources.before.turns)
    if sources.fold_opening:
        opening, turns = _split_opening(turns)
        leading += [_folded(turn) for turn in opening]
    messages = [turn.message for turn in turns]
    spoken = [part.text for part in leading if not part.pending]
    if spoken:
        messages.insert(0, ModelMessage(Role.SYSTEM, SEPARATOR.join(spoken)))
    request = ModelRequest(tuple(messages), tuple(tools))
    return BuiltContext(tuple(leading), tuple(turns), request, sources.ratio)


def as_messages(records: Sequence[RecordDraft]) -> tuple[ModelMessage, ...]:
    """The history alone, as a model would see it."""
    turns = _merged(_history_turns(clean_history(records)))
    return tuple(turn.message for turn in turns)


def _leading(sources: ContextSources) -> list[ContextPart]:
    """The parts before the history; of what does not exist yet, that it will be there."""
    pending = {
        PartKind.INHERITED_SUMMARY: sources.summary_pending,
        PartKind.COMPRESSION: sources.earlier_pending,
    }
    return [
        ContextPart(kind, text, estimate_text(text), Role.SYSTEM, pending=not text)
        for kind, text in _leading_texts(sources)
        if text or pending.get(kind)
    ]


def _leading_texts(sources: ContextSources) -> tuple[tuple[PartKind, str], ...]:
    earlier = "" if sources.earlier is None else sources.earlier.text
    return (
        (PartKind.SYSTEM_PROMPT, sources.system_prompt),
        (PartKind.INHERITED_SUMMARY, _block("parent_context", sources.inherited_summary)),
        (PartKind.TOPOLOGY, _block("topology", sources.outline)),
        (PartKind.IDENTITY, _identity(sources.label)),
        (PartKind.INSIGHTS, _block("insights", _insight_lines(sources.insights))),
        (PartKind.REFERENCES, _block("references", sources.references)),
        (PartKind.COMPRESSION, _block("earlier_conversation", earlier)),
    )


def _block(tag: str, text: str) -> str:
    """One part; whoever wrote it, it ends where we end it and opens no other (C-1)."""
    return f"<{tag}>\n{disarmed(text, BLOCKS)}\n</{tag}>" if text else ""


def _identity(label: str) -> str:
    """The conversation's name as it is now (C-2)."""
    return _block("session_identity", f'This conversation is called "{prompt_label(label)}".')


def _insight_lines(insights: Iterable[Insight]) -> str:
    return "\n".join(f"- {insight.text}" for insight in insights)


def _turns(sources: ContextSources) -> list[_Turn]:
    covered = 0 if sources.earlier is None else sources.earlier.covered
    records = sources.records[covered:] if covered else sources.records
    turns = list(_history_turns(clean_history(records), sources.question))
    if sources.text:
        turns.append(_Turn(ModelMessage(Role.USER, sources.text), PartKind.USER_MESSAGE))
    last = turns[-1] if turns else sources.before.turns[-1] if sources.before.turns else None
    if sources.resuming and last is not None and _is_words(last.message):
        newest = (*sources.before.turns, *turns)[-_HEARD_TURNS:]
        asking = CONTINUE_TEXTS[language_of(turn.message for turn in newest)]
        turns.append(_Turn(ModelMessage(Role.USER, asking), PartKind.USER_MESSAGE))
    return turns


def _history_turns(records: Iterable[RecordDraft], question: RecordId | None = None) -> Iterator[_Turn]:
    for record in records:
        turn = _turn_of(record)
        if turn is not None:
            asked = question is not None and isinstance(record, Record) and record.record_id == question
            yield replace(turn, kind=PartKind.USER_MESSAGE, part=None) if asked else turn


def _turn_of(record: RecordDraft) -> _Turn | None:
    kept = _kept.get(id(record))
    if kept is None or kept[0] is not record:
        kept = _keep(record)
    return kept[1]


def size_of(records: Iterable[RecordDraft]) -> int:
    """What these would add to a request, by our own estimate; clean ones (F-9)."""
    return sum(_tokens(turn) for record in records if (turn := _turn_of(record)) is not None)


async def look_slowly(records: Sequence[RecordDraft]) -> None:
    """Let a later `build_context` be quick: a history that nobody has looked at yet is read in slices."""
    await keep_slowly(records, _kept, _keep)


_MOST_KEPT: Final = 20_000
_kept: dict[int, tuple[RecordDraft, _Turn | None]] = {}
"""Records as turns, by identity: a history is sent again at every request, and a store gives the same records."""


def _keep(record: RecordDraft) -> tuple[RecordDraft, _Turn | None]:
    message = message_of(record)
    opening = OpeningIn.ALL if record.kind is RecordKind.OPENING else OpeningIn.NONE
    turn = None if message is None else _Turn(message, open_end=breaks_off(record), opening=opening)
    if len(_kept) >= _MOST_KEPT:
        _kept.clear()
    kept = _kept[id(record)] = (record, turn and replace(turn, part=_part(turn)))
    return kept


def _is_words(message: ModelMessage) -> bool:
    return message.role == Role.ASSISTANT and not message.tool_calls


def message_of(record: RecordDraft) -> ModelMessage | None:
    """The record as a message; empty answers are none (Q22).

    Thinking goes back only beside tool calls, where some services insist on it (Q13).
    """
    if record.role == Role.ASSISTANT and not record.content and not record.tool_calls:
        return None
    signed = any(call.signature for call in record.tool_calls)
    return ModelMessage(
        record.role,
        record.content,
        record.tool_calls,
        record.tool_call_id,
        record.reasoning if record.tool_calls else "",
        record.service if signed else NOBODY,
        record.model if signed else "",
    )


def _merged(turns: Iterable[_Turn], before: Sequence[_Turn] = ()) -> list[_Turn]:
    """Neighbours of one role become one message, since many services insist on turns (Q22).

    ``before`` is merged already and stays in front.
    """
    merged = list(before)
    for turn in turns:
        if merged and _may_merge(merged[-1].message, turn.message):
            merged[-1] = _join(merged[-1], turn)
        else:
            merged.append(turn)
    return merged


def _may_merge(first: ModelMessage, second: ModelMessage) -> bool:
    return first.role == second.role and first.role != Role.TOOL and not first.tool_calls


def _join(first: _Turn, second: _Turn) -> _Turn:
    gap = "" if first.open_end or not first.message.content or not second.message.content else SEPARATOR
    message = replace(second.message, content=f"{first.message.content}{gap}{second.message.content}")
    kind = PartKind.USER_MESSAGE if PartKind.USER_MESSAGE in {first.kind, second.kind} else PartKind.HISTORY
    opening = first.opening if first.opening is second.opening else OpeningIn.SOME
    return _Turn(message, kind, second.open_end, opening=opening)


def _split_opening(turns: list[_Turn]) -> tuple[list[_Turn], list[_Turn]]:
    count = 0
    while count < len(turns) and _is_words(turns[count].message):
        count += 1
    return turns[:count], turns[count:]


def _folded(turn: _Turn) -> ContextPart:
    text = _block("opening_message", turn.message.content)
    return ContextPart(PartKind.HISTORY, text, estimate_text(text), Role.SYSTEM, opening=turn.opening)


def _tokens(turn: _Turn) -> int:
    """By our own estimate."""
    return estimate_message(turn.message) if turn.part is None else turn.part.tokens


def _as_counted(parts: Iterable[ContextPart], ratio: float) -> Iterator[ContextPart]:
    """Each part as the model counts, rounded so that all of them together are the whole (C-6)."""
    estimated = counted = 0
    for part in parts:
        estimated += part.tokens
        before, counted = counted, corrected(estimated, ratio)
        yield replace(part, tokens=counted - before)


def _tool_part(tool: ToolDefinition) -> ContextPart:
    text = f"{tool.name}\n{tool.description}\n{_readable(json.dumps(tool.parameters, ensure_ascii=False))}"
    return ContextPart(PartKind.TOOL, text, estimate_tool(tool), Role.TOOL, name=tool.name)


@lru_cache(maxsize=32)
def _readable(schema: str) -> str:
    """A schema on many lines; kept, because every key in a profile asks for it and indenting is slow."""
    return json.dumps(json.loads(schema), ensure_ascii=False, indent=2)


def _part(turn: _Turn) -> ContextPart:
    """By our own estimate."""
    if turn.part is not None:
        return turn.part
    calls = [f"{call.name}({call.arguments})" for call in turn.message.tool_calls]
    text = "\n".join(text for text in (turn.message.content, *calls) if text)
    return ContextPart(turn.kind, text, _tokens(turn), turn.message.role, opening=turn.opening)
