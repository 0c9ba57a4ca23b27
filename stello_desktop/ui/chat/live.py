"""A running answer as entries, read from its events on the view's own clock."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from stello_desktop.domain.events import (
    BranchOpened,
    CompressionEnded,
    CompressionStarted,
    ContextCut,
    EndReason,
    ErrorRaised,
    ReasoningDelta,
    Retrying,
    RoundEvent,
    SubRoundEnded,
    TextDelta,
    ToolCallArguments,
    ToolCallFinished,
    ToolCallStarted,
    UsageReport,
)
from stello_desktop.domain.messages import ToolResult
from stello_desktop.ui.chat.entries import CallView, Ending, Entry, EntryKind, read_arguments
from stello_desktop.ui.chat.growing import GrowingText
from stello_desktop.workspace.turns import LiveTurn, TurnState

_ENDINGS: Final = {
    TurnState.DONE: Ending.NONE,
    TurnState.STOPPED: Ending.STOPPED,
    TurnState.FAILED: Ending.FAILED,
    TurnState.UNSENT: Ending.NONE,
}


class LiveAnswer:
    """Follows one turn; `read` takes over what is new and says whether anything is.

    Attributes:
        entries: what is shown of it, the growing one last; never empty.
        texts: the growing text of each entry, by its key.
        retrying: the newest `Retrying`, until something arrives.
        continues: it goes on with an answer that stands above (R-9).
        compressing: the earlier part is being summarised before the request leaves (C-7).
    """

    def __init__(self, turn: LiveTurn, *, continues: bool = False) -> None:
        self.turn = turn
        self.continues = continues
        self.entries: list[Entry] = []
        self.texts: dict[tuple[object, ...], GrowingText] = {}
        self.retrying: Retrying | None = None
        self.compressing: CompressionStarted | None = None
        self.settled = False
        self._position = 0
        self._closed = False
        self._new_entry()

    def read(self) -> set[int]:
        """Take over new events; gives the numbers of the entries that changed."""
        changed: set[int] = set()
        events = self.turn.events[self._position :]
        self._position += len(events)
        text: list[str] = []
        for event in events:
            if isinstance(event, TextDelta):
                text.append(event.text)
                continue
            self._flush(text, changed)
            self._take(event, changed)
        self._flush(text, changed)
        self._follow_state(changed)
        return changed

    def _flush(self, text: list[str], changed: set[int]) -> None:
        if not text:
            return
        entry = self._open_entry(changed)
        growing = self.texts[entry.key]
        growing.push("".join(text))
        entry.text = growing.text
        self.retrying = None
        text.clear()

    def _take(self, event: RoundEvent, changed: set[int]) -> None:
        match event:
            case ReasoningDelta(text):
                self._open_entry(changed).reasoning += text
                self.retrying = None
            case ToolCallStarted(call_id, name):
                entry = self._open_entry(changed)
                entry.calls = (*entry.calls, CallView(call_id, name, {}, None))
            case ToolCallArguments(call_id, fragment):
                self._more_arguments(call_id, fragment, changed)
            case ToolCallFinished(call_id, _, result):
                self._set_result(call_id, result, changed)
            case BranchOpened(call_id, session_id, label):
                data = {"sessionId": session_id, "label": label}
                self._set_result(call_id, ToolResult(True, data), changed)
            case SubRoundEnded(reason):
                self._close(reason, changed)
            case Retrying():
                self.retrying = event
                changed.add(len(self.entries) - 1)
            case CompressionStarted():
                self.compressing = event
                changed.add(len(self.entries) - 1)
            case CompressionEnded():
                self.compressing = None
                changed.add(len(self.entries) - 1)
            case UsageReport() | ContextCut() | ErrorRaised() | TextDelta():
                pass

    def _new_entry(self) -> Entry:
        key = ("live", self.turn.number, len(self.entries))
        entry = Entry(key, EntryKind.ANSWER, "", ending=Ending.GROWING)
        self.texts[key] = GrowingText()
        self.entries.append(entry)
        self._closed = False
        return entry

    def _open_entry(self, changed: set[int]) -> Entry:
        entry = self._new_entry() if self._closed else self.entries[-1]
        changed.add(len(self.entries) - 1)
        return entry

    def _close(self, reason: EndReason, changed: set[int]) -> None:
        entry = self.entries[-1]
        self.texts[entry.key].finish()
        if reason is EndReason.LENGTH:
            entry.ending = Ending.CUT_OFF
        self._closed = True
        changed.add(len(self.entries) - 1)

    def _find_call(self, call_id: str) -> tuple[int, int] | None:
        for number in range(len(self.entries) - 1, -1, -1):
            for position, call in enumerate(self.entries[number].calls):
                if call.call_id == call_id:
                    return number, position
        return None

    def _replace_call(self, at: tuple[int, int], call: CallView, changed: set[int]) -> None:
        entry = self.entries[at[0]]
        entry.calls = (*entry.calls[: at[1]], call, *entry.calls[at[1] + 1 :])
        changed.add(at[0])

    def _more_arguments(self, call_id: str, fragment: str, changed: set[int]) -> None:
        at = self._find_call(call_id)
        if at is None:
            return
        call = self.entries[at[0]].calls[at[1]]
        raw = call.raw_arguments + fragment
        arguments = read_arguments(raw) if raw.rstrip().endswith("}") else call.arguments
        self._replace_call(at, replace(call, raw_arguments=raw, arguments=arguments), changed)
        if arguments == call.arguments:
            changed.discard(at[0])  # nothing that can be seen yet

    def _set_result(self, call_id: str, result: ToolResult, changed: set[int]) -> None:
        at = self._find_call(call_id)
        if at is None:
            return
        call = self.entries[at[0]].calls[at[1]]
        if call.result != result:
            self._replace_call(at, replace(call, result=result), changed)

    def _follow_state(self, changed: set[int]) -> None:
        """Where the turn is: asking, going on, or ended."""
        last = self.entries[-1]
        if last.question is not self.turn.question:
            last.question = self.turn.question
            changed.add(len(self.entries) - 1)
        for number, entry in enumerate(self.entries[:-1]):
            if entry.ending is Ending.GROWING:
                entry.ending = Ending.NONE
                changed.add(number)
        if self.turn.ended and not self.settled:
            self.settled = True
            self.texts[last.key].finish()
            if last.ending is Ending.GROWING:
                last.ending = _ENDINGS[self.turn.state]
            if self.turn.error is not None:
                last.ending = Ending.FAILED
                last.error_code = self.turn.error.full_code
                last.error_detail = self.turn.error.detail or str(self.turn.error)
                last.error_params = self.turn.error.params
            last.newest = True
            last.resumes = self.continues or any(entry.text or entry.calls for entry in self.entries)
            changed.add(len(self.entries) - 1)
