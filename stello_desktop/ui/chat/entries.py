"""What the transcript shows, as values: one entry for each message of the person or the assistant.

Tool messages belong to the answer that asked for them. Everything here is derived from records or
from the events of a running turn; nothing is drawn.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Any, Final

from stello_desktop.domain.codec import tool_result_from_json
from stello_desktop.domain.cut_short import CALL_INTERRUPTED, CALL_STOPPED, INTERRUPTED_RESULT
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.messages import Record, RecordKind, RecordState, Role, ToolCall, ToolResult, Usage
from stello_desktop.domain.results import Provenance
from stello_desktop.workspace.turns import BranchQuestion

CREATE_SESSION: Final = "stello_create_session"

SPLIT_REFUSED: Final = "split_refused"
BRANCH_DECLINED: Final = "branch_declined"
UNREADABLE: Final = ""
"""The arguments did not fit the tool; such a result has no code (R-7)."""

LACKING: Final = frozenset({UNREADABLE, "missing_template_variables", "unknown_profile", "invalid_label"})
"""Refusals after which the person can give what the call did not."""

_OPENABLE: Final = frozenset({SPLIT_REFUSED, BRANCH_DECLINED, CALL_STOPPED, CALL_INTERRUPTED}) | LACKING

_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class EntryKind(Enum):
    """Who speaks, and how it is set."""

    QUESTION = "question"
    ANSWER = "answer"
    NOTE = "note"
    OPENING = "opening"
    VERSIONS = "versions"
    EARLIER = "earlier"
    BEGINNING = "beginning"


LINES: Final = frozenset({EntryKind.VERSIONS, EntryKind.EARLIER, EntryKind.BEGINNING})
"""Quiet lines about messages: nobody says them, and nothing is done with them as with a message."""


class Ending(Enum):
    """How an answer ended, where that needs a word."""

    NONE = "none"
    GROWING = "growing"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"
    FAILED = "failed"
    CUT_OFF = "cut_off"
    WAITING = "waiting"
    NOTED = "noted"


@dataclass(frozen=True, slots=True)
class CallView:
    """A tool call with what it gave; ``result`` is None while it runs.

    Attributes:
        openable: the branch it asked for was refused by the guard or the person, or lacks something, or the
            answer ended before anybody decided; it can be opened anyway (G-1, X-5, R-9).
    """

    call_id: str
    name: str
    arguments: Mapping[str, Any]
    result: ToolResult | None
    raw_arguments: str = ""
    openable: bool = False

    @property
    def opens_branch(self) -> bool:
        """Whether it is the one that gets a card of its own."""
        return self.name == CREATE_SESSION

    @property
    def branch_id(self) -> SessionId | None:
        """The branch that it opened."""
        data = self.result.data if self.result is not None and self.result.success else None
        found = data.get("sessionId") if isinstance(data, dict) else None
        return SessionId(found) if isinstance(found, str) else None

    def text(self, name: str) -> str:
        """An argument that is text; empty where it is not."""
        value = self.arguments.get(name)
        return value if isinstance(value, str) else ""


@dataclass(slots=True)
class Entry:
    """One message.

    Attributes:
        key: the same for the same message in the same form; equal keys keep their layout.
        record_id: where it is on disk already.
        newest: whether the actions for the last answer belong to it.
        resumes: whether anything of its round has arrived, here or above, that *Continue* goes on from (R-9).
        question: the assistant asks whether it may open branches (X-5).
        usage: the tokens of the call that it came from.
        origin: the conversation that a note is the result of.
        unsent: what the line under a message that waits to be sent says; on the line itself.
        versions: which version of its round is shown; on the line that says so.
        earlier: what stands for the messages above, and how many they are; on the line that says so (C-7).
        beginning: what stands for all that was said before the first message; on the line that says so (F-5).
        waiting_note: what is being waited for, where it is more than an answer; changes by the second.
        waiting_long: whether it has taken so long that the person decides (Q34).
    """

    key: tuple[Any, ...]
    kind: EntryKind
    text: str
    record_id: RecordId | None = None
    reasoning: str = ""
    calls: tuple[CallView, ...] = ()
    ending: Ending = Ending.NONE
    error_code: str = ""
    error_detail: str = ""
    error_params: Mapping[str, Any] = _NOTHING
    newest: bool = False
    resumes: bool = False
    question: BranchQuestion | None = None
    origin: Provenance | None = None
    unsent: object = None
    versions: object = None
    earlier: object = None
    beginning: object = None
    usage: Usage | None = None
    waiting_note: str = ""
    waiting_long: bool = False

    @property
    def by_person(self) -> bool:
        """Whether the person wrote it."""
        return self.kind in {EntryKind.QUESTION, EntryKind.NOTE}

    @property
    def wordless_failure(self) -> bool:
        """Whether it is a failure of which nothing has arrived: what is tried below it takes its place."""
        failed = self.kind is EntryKind.ANSWER and self.ending is Ending.FAILED
        return failed and not (self.text or self.reasoning or self.calls)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to see."""
        return not (self.text or self.reasoning or self.calls or self.ending is not Ending.NONE)


_ENDINGS: Final = {
    RecordState.STOPPED: Ending.STOPPED,
    RecordState.INTERRUPTED: Ending.INTERRUPTED,
    RecordState.FAILED: Ending.FAILED,
    RecordState.PENDING: Ending.NONE,
    RecordState.DONE: Ending.NONE,
    RecordState.WAITING: Ending.WAITING,
}


def entries_of(records: Sequence[Record], *, settled: bool = True) -> list[Entry]:
    """The entries of a conversation on disk, in order; ``settled`` where no answer is running."""
    entries: list[Entry] = []
    askers = {call.call_id: record.record_id for record in records for call in record.tool_calls}
    for position, record in enumerate(records):
        if record.role is not Role.TOOL and record.role is not Role.SYSTEM:
            entry = _entry_of(record, _answers_to(records, position) if record.tool_calls else {})
            if entry.calls:
                entry.calls = tuple(
                    _offer_opening(call, newest=askers[call.call_id] == record.record_id)
                    for call in entry.calls
                )
                entry.key = (*entry.key, *((call.openable, call.branch_id) for call in entry.calls))
            if entries and entry.kind is EntryKind.ANSWER and entries[-1].wordless_failure:
                entries.pop()
            entries.append(entry)
    _tell_endings(entries)
    if settled:
        _end_open_calls(entries)
        _mark_newest(entries, records)
    return entries


_BROKEN: Final = frozenset({Ending.STOPPED, Ending.INTERRUPTED, Ending.FAILED, Ending.CUT_OFF})


def _tell_endings(entries: Sequence[Entry]) -> None:
    """What is said below a broken answer is true: whether anything had arrived, and nothing once it has gone on (R-9)."""
    arrived, broken = False, list[Entry]()
    for entry in entries:
        if entry.by_person:
            arrived, broken = False, []
        if entry.kind is not EntryKind.ANSWER:
            continue
        if entry.text or entry.calls:
            arrived = True
            for before in broken:
                end_said(before)
            broken = []
        entry.resumes = arrived
        if entry.ending in _BROKEN:
            entry.key = (*entry.key, arrived)
            broken.append(entry)


def end_said(entry: Entry) -> None:
    """An answer that broke off has gone on below, so nothing is said about its end."""
    entry.ending = Ending.NONE
    entry.key = (*entry.key, "gone on")


def _end_open_calls(entries: Sequence[Entry]) -> None:
    """Where nothing runs, no call is running: one without a result was cut off (R-8, fault 1)."""
    for entry in entries:
        if any(call.result is None for call in entry.calls):
            entry.calls = tuple(
                call if call.result is not None else replace(call, result=INTERRUPTED_RESULT)
                for call in entry.calls
            )
            entry.key = (*entry.key, "cut off")


def _offer_opening(call: CallView, *, newest: bool) -> CallView:
    """A refused branch can be opened anyway, unless a later call was given the same id."""
    if not newest or not call.opens_branch or call.result is None or call.result.code not in _OPENABLE:
        return call
    if call.result.success or (call.result.code == UNREADABLE and not call.arguments):
        return call
    return replace(call, openable=True)


def _answers_to(records: Sequence[Record], position: int) -> dict[str, Record]:
    """The tool messages directly after an answer; services use the same call ids again and again."""
    found: dict[str, Record] = {}
    for record in records[position + 1 :]:
        if record.role is not Role.TOOL:
            break
        found.setdefault(record.tool_call_id, record)
    return found


def _entry_of(record: Record, results: Mapping[str, Record]) -> Entry:
    content, state = record.content, record.state
    key = (record.record_id, state, len(content), record.error_code)
    if record.role is Role.USER:
        kind = EntryKind.NOTE if record.kind is RecordKind.NOTE else EntryKind.QUESTION
        waits = state is RecordState.WAITING
        return Entry(key, kind, content, record.record_id, ending=Ending.WAITING if waits else Ending.NONE)
    kind = EntryKind.OPENING if record.kind is RecordKind.OPENING else EntryKind.ANSWER
    entry = Entry(key, kind, content, record.record_id, record.reasoning)
    entry.usage = record.usage if record.round_no else None  # of a copy it was paid for elsewhere
    if state is not RecordState.DONE or record.error_code:
        entry.ending = _ENDINGS[state]
        if entry.ending is Ending.NONE and record.error_code:
            entry.ending = Ending.CUT_OFF if record.error_code == "length" else Ending.NOTED
        entry.error_code, entry.error_detail = record.error_code, record.error_detail
    if record.tool_calls:
        entry.calls = tuple(_call_view(call, results.get(call.call_id)) for call in record.tool_calls)
        entry.key = (*key, len(entry.calls), sum(call.result is not None for call in entry.calls))
    return entry


def _call_view(call: ToolCall, answer: Record | None) -> CallView:
    result = None
    if answer is not None:
        result = tool_result_from_json(answer.content) or ToolResult(True, answer.content)
    return CallView(call.call_id, call.name, read_arguments(call.arguments), result, call.arguments)


def read_arguments(text: str) -> Mapping[str, Any]:
    """Arguments as an object; empty where they are none, however wrong the text is (R-7)."""
    try:
        values = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    return values if isinstance(values, dict) else {}


def _mark_newest(entries: list[Entry], records: Sequence[Record]) -> None:
    """The last answer carries the actions, whatever was noted or waits below it; a question without one says why."""
    at = len(entries) - 1
    while at >= 0 and (entries[at].kind is EntryKind.NOTE or entries[at].ending is Ending.WAITING):
        at -= 1
    if at < 0:
        return
    last = entries[at]
    if last.kind is EntryKind.QUESTION:
        record = next(item for item in reversed(records) if item.record_id == last.record_id)
        ending = _ENDINGS[record.state]
        if ending is not Ending.NONE:
            silent = Entry((*last.key, "unanswered"), EntryKind.ANSWER, "", ending=ending)
            silent.error_code, silent.error_detail = record.error_code, record.error_detail
            at += 1
            entries.insert(at, silent)
            last = silent
    if last.kind is EntryKind.ANSWER:
        if last.ending is Ending.NONE and last.calls:
            last.ending = _ending_of_round(last, records)
        last.newest = True
        last.key = (*last.key, "newest", last.resumes, last.ending)


def _ending_of_round(entry: Entry, records: Sequence[Record]) -> Ending:
    """How a round ended that came no further than calls of tools: its question knows."""
    round_no = next(record.round_no for record in records if record.record_id == entry.record_id)
    asked = [record for record in records if record.round_no == round_no and record.role is Role.USER]
    return _ENDINGS[asked[-1].state] if asked else Ending.NONE
