"""One conversation on the canvas: its records from disk, and the answer that runs now.

The running answer is read from its events; the records that it has already written are left out until
it has ended, so that nothing is shown twice and nothing jumps when it becomes history.
"""

from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import count
from operator import attrgetter
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

from stello_desktop.domain.context_state import EarlierPart
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.messages import Record, RecordKind, RecordState, Role
from stello_desktop.domain.reach import is_key_refused, is_keyless
from stello_desktop.domain.results import Provenance
from stello_desktop.domain.versions import ChosenVersion, RoundVersions
from stello_desktop.ui import tasks
from stello_desktop.ui.chat.beginning import Beginning, with_beginning
from stello_desktop.ui.chat.came_from import with_origins
from stello_desktop.ui.chat.canvas import TranscriptCanvas
from stello_desktop.ui.chat.earlier import with_earlier
from stello_desktop.ui.chat.entries import Ending, Entry, EntryKind, end_said, entries_of
from stello_desktop.ui.chat.live import LiveAnswer
from stello_desktop.ui.chat.unsent import OutboxFacts, with_notes
from stello_desktop.ui.chat.versions import with_versions
from stello_desktop.ui.chat.waiting_words import waiting_words
from stello_desktop.ui.key_words import MENDABLE
from stello_desktop.ui.service_words import name_of
from stello_desktop.workspace.turns import LiveTurn
from stello_desktop.workspace.workspace import Workspace

CLOCK_MS: Final = 16
"""The shortest interval; a slower update makes it longer, so that a third of the time is free at least."""

MAX_CLOCK_MS: Final = 250
_SLOW_FACTOR: Final = 3
_SPOKEN_CHARS: Final = 5_000


class Kind(Enum):
    """What a turn was begun for."""

    SEND = "send"
    RETRY = "retry"
    EDIT = "edit"
    RESUME = "resume"
    FOUND = "found"


@dataclass(slots=True)
class _Running:
    """A turn that is followed, and what was on disk before it."""

    live: LiveAnswer
    kind: Kind
    known: frozenset[RecordId]
    replaced_round: int = -1

    @property
    def goes_on(self) -> bool:
        """Whether it goes on with an answer that broke off, also where that was begun elsewhere (R-9)."""
        started = self.live.turn.started
        found = self.kind is Kind.FOUND and started is not None and started.user_record is None
        return self.kind is Kind.RESUME or found


class Conversation(QObject):
    """Keeps the canvas true to one session.

    Signals:
        loaded: the records of a newly shown session are there.
        turn_changed: an answer has begun, asks something, or has ended.
        turn_failed(LiveTurn): nothing of this turn reached the disk.
    """

    loaded = Signal()
    turn_changed = Signal()
    turn_failed = Signal(object)

    def __init__(self, workspace: Workspace, canvas: TranscriptCanvas) -> None:
        super().__init__(canvas)
        self._workspace = workspace
        self._canvas = canvas
        self._records: tuple[Record, ...] = ()
        self._origins: Mapping[RecordId, Provenance] = {}
        self._versions: dict[int, RoundVersions] = {}
        self._earlier: EarlierPart | None = None
        self._summary = ""
        self._beginning: Beginning | None = None
        self._running: _Running | None = None
        self._loading = 0
        self._numbers = count(1)
        self._newest = 0
        self._behind = 0
        self._noting = False
        self._spent_ms = 0.0
        self._clock = QTimer(self)
        self._clock.setInterval(CLOCK_MS)
        self._clock.timeout.connect(self.tick)
        canvas.shown.connect(self._on_shown)
        self.session_id: SessionId | None = None
        self.is_loaded = False

    # -- records --------------------------------------------------------------------------------

    def clear(self, session_id: SessionId | None) -> None:
        """Show nothing yet of another session."""
        self._clock.stop()
        self._newest = next(self._numbers)
        self._records, self._origins, self._running = (), {}, None
        self._versions, self._earlier = {}, None
        self._summary, self._beginning = "", None
        self.session_id, self.is_loaded = session_id, False
        self._canvas.set_entries([])

    async def load(self) -> bool:
        """Read the session from disk and show it; False where it was overtaken meanwhile."""
        session_id = self.session_id
        if session_id is None:
            return False
        number = self._newest = next(self._numbers)
        before = self._running
        ended = before is not None and before.live.turn.ended
        self._loading += 1
        try:
            records = await self._workspace.messages.list_records(session_id)
            versions = await self._workspace.messages.list_versions(session_id)
            earlier = await self._workspace.sending.earlier_part(session_id, records)
            summary = await self._read_summary(session_id)
            origins = self._origins
            if any(record.kind is RecordKind.NOTE for record in records):
                origins = await self._workspace.results.provenance(session_id)
        finally:
            self._loading -= 1
        if number != self._newest or session_id != self.session_id:
            return False
        self._records, self._origins, self._earlier = records, origins, earlier
        self._summary = summary
        self._versions = {item.round_no: item for item in versions}
        running = self._running
        if (
            running is not None
            and running is before  # another may have begun while the records were read
            and ended
            and (running.live.turn.started or not running.live.turn.error)
        ):
            self._running = None
        elif running is not None and not self.is_loaded:
            self._take_up(running.live)  # it was begun before anybody knew what is on disk
        self._find_running()
        self._show()
        if not self.is_loaded:
            self.is_loaded = True
            self.loaded.emit()
        return True

    @property
    def records(self) -> tuple[Record, ...]:
        """What is on disk."""
        return self._records

    @property
    def texts(self) -> list[str]:
        """What is shown, from above; without what has no words."""
        return [entry.text for entry in self._canvas.entries if entry.text]

    @property
    def last_question(self) -> Record | None:
        """The last message of the person that asked something."""
        asked = [
            record
            for record in self._records
            if record.role is Role.USER
            and record.kind is RecordKind.MESSAGE
            and record.state is not RecordState.WAITING
        ]
        return asked[-1] if asked else None

    # -- turns ----------------------------------------------------------------------------------

    @property
    def turn(self) -> LiveTurn | None:
        """The turn that is followed, running or just ended."""
        return self._running.live.turn if self._running is not None else None

    @property
    def answering(self) -> bool:
        """Whether an answer runs."""
        turn = self.turn
        return turn is not None and not turn.ended

    def follow(self, turn: LiveTurn, kind: Kind) -> None:
        """Show a turn that was begun here."""
        known = frozenset(record.record_id for record in self._records)
        question = self.last_question
        replaced = question.round_no if question is not None and kind in {Kind.RETRY, Kind.EDIT} else -1
        live = LiveAnswer(turn, continues=kind is Kind.RESUME)
        self._running = _Running(live, kind, known, replaced)
        self._canvas.at_end = True
        self._start()

    def _find_running(self) -> None:
        """Take up a turn that was begun elsewhere, or before this view looked."""
        if self._running is not None or self.session_id is None:
            return
        turn = self._workspace.rounds.live_turn(self.session_id)
        if turn is None or turn.ended:
            return
        self._take_up(LiveAnswer(turn))
        self._start()

    def _take_up(self, live: LiveAnswer) -> None:
        known = frozenset(record.record_id for record in self._records if not _written_by(live.turn, record))
        self._running = _Running(live, Kind.FOUND, known)

    def _start(self) -> None:
        self._noting = False
        if self._running is not None:
            self._running.live.read()
        self._show()
        self.wake()
        self.turn_changed.emit()

    def _on_shown(self, visible: bool) -> None:
        if visible:
            self.wake()
        else:
            self.rest()

    def wake(self) -> None:
        """Let the clock run, where there is something to follow and someone to see it."""
        if self._running is not None and not self._running.live.settled and self._canvas.isVisible():
            self._clock.start(CLOCK_MS)
            self.tick()

    def rest(self) -> None:
        """Nobody looks."""
        self._clock.stop()

    def tick(self) -> None:
        """Take over what has arrived; the interval follows what that costs."""
        running = self._running
        if running is None or not self._canvas.isVisible():
            self._clock.stop()
            return
        began = time.perf_counter()
        live = running.live
        count_before, asking = len(live.entries), live.entries[-1].question
        changed = live.read()
        changed |= self._note_wait(live)
        if len(live.entries) != count_before:
            self._show()
        self._refresh(live, changed)
        self._choose_interval((time.perf_counter() - began) * 1000)
        if live.settled:
            self._clock.stop()
            words = live.entries[-1].text[:_SPOKEN_CHARS]
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._canvas, words))
            if live.turn.error is not None and live.turn.started is None:
                self.turn_failed.emit(live.turn)
        if live.settled or asking is not live.entries[-1].question:
            self.turn_changed.emit()

    def _choose_interval(self, spent_ms: float) -> None:
        """A slow update makes the next wait longer; one that was slow by chance does not."""
        usual_ms = min(spent_ms, self._spent_ms)
        self._spent_ms = spent_ms
        self._clock.setInterval(max(CLOCK_MS, min(MAX_CLOCK_MS, round(_SLOW_FACTOR * usual_ms))))

    def _note_wait(self, live: LiveAnswer) -> set[int]:
        """What is waited for, where nothing has come for long or a call is tried again (Q25, Q34)."""
        last, shown = live.entries[-1], self._noting
        if live.settled or live.turn.question is not None:
            words, is_long = "", False
        else:
            words, is_long = waiting_words(live), live.turn.silence.is_long
        if is_long and not last.waiting_long:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._canvas, words))
        last.waiting_note, last.waiting_long = words, is_long
        self._noting = bool(words)
        return {len(live.entries) - 1} if self._noting != shown else set()

    def _refresh(self, live: LiveAnswer, changed: set[int]) -> None:
        items = self._canvas.transcript.items
        first = len(items) - self._behind - len(live.entries)
        for number in sorted(changed):
            if 0 <= first + number < len(items):
                self._canvas.refresh_entry(items[first + number])

    # -- showing --------------------------------------------------------------------------------

    def _show(self) -> None:
        running = self._running
        facts = self._outbox_facts()
        self._beginning = self._begun()
        if running is None:
            entries = self._told_more(entries_of(self._records))
            entries = with_beginning(with_earlier(entries, self._records, self._earlier), self._beginning)
            self._canvas.set_entries(self._dressed(entries, facts))
            return
        kept = [record for record in self._records if not self._hidden(running, record)]
        entries = entries_of(kept, settled=False)
        question = self._unsaved_question(running, kept)
        if question is not None:
            entries.append(question)
        entries = with_beginning(with_earlier(entries, self._records, self._earlier), self._beginning)
        place = self._place_of_answer(running, entries, kept)
        if place and entries[place - 1].wordless_failure:  # what is tried below it takes its place
            place -= 1
            del entries[place]
        if place and running.goes_on and entries[place - 1].kind is EntryKind.ANSWER:
            end_said(entries[place - 1])
        before, behind = self._dressed(entries[:place]), self._dressed(entries[place:], facts)
        self._canvas.set_entries([*before, *running.live.entries, *behind])
        self._behind = len(behind)
        items = self._canvas.transcript.items
        for laid in items[len(before) : len(items) - len(behind)]:
            if laid.growing is None:
                laid.growing = running.live.texts[laid.entry.key]
                self._canvas.refresh_entry(laid)

    def _dressed(self, entries: list[Entry], facts: OutboxFacts | None = None) -> list[Entry]:
        """With the lines that say where a message came from, that it waits, and which version it is."""
        with_origins(entries, self._origins)
        lined = entries if facts is None else with_notes(entries, facts)
        return with_versions(lined, self._records, self._versions, free=not self.answering)

    # -- what it began with ---------------------------------------------------------------------

    async def _read_summary(self, session_id: SessionId) -> str:
        """Of the conversation that it branched from; what did not branch has none (F-5)."""
        entry = self._workspace.topology.get(session_id)
        if entry is None or entry.source_id is None:
            return ""
        return await self._workspace.inspection.inherited_summary(session_id)

    def _begun(self) -> Beginning | None:
        """The summary it began with, under the name that its source has now."""
        entry = self._workspace.topology.get(self.session_id)
        if not self._summary or entry is None:
            return None
        source = self._workspace.topology.get(entry.source_id)
        alone = not self._records and self._running is None
        return Beginning(self._summary, entry.source_id, None if source is None else source.label, alone)

    def refresh_beginning(self) -> None:
        """Its source may have another name, or be gone."""
        if self.is_loaded and self._begun() != self._beginning:
            self._show()

    # -- versions -------------------------------------------------------------------------------

    def versions_of(self, entry: Entry) -> RoundVersions | None:
        """The versions of the round that an entry belongs to; None where it has but one."""
        if entry.record_id is None or not self._versions:
            return None
        round_no = next((item.round_no for item in self._records if item.record_id == entry.record_id), -1)
        return self._versions.get(round_no)

    def is_own(self, entry: Entry) -> bool:
        """Whether a message was written here, and did not come along from another conversation."""
        found = next((item for item in self._records if item.record_id == entry.record_id), None)
        return found is not None and found.round_no > 0

    def show_version(self, chosen: ChosenVersion) -> None:
        """Show another version of a round where the one before stood; nothing else is made anew (R-14)."""
        round_no = chosen.versions.round_no
        first = bisect_left(self._records, round_no, key=attrgetter("round_no"))
        last = bisect_right(self._records, round_no, key=attrgetter("round_no"))
        gone = {record.record_id for record in self._records[first:last]}
        self._records = (*self._records[:first], *chosen.records, *self._records[last:])
        self._versions = {**self._versions, round_no: chosen.versions}
        if len(chosen.versions.versions) == 1:  # the attempt that was left had brought nothing
            del self._versions[round_no]
        if self._loading:  # what is being read may be older than this
            tasks.start(self.load(), self)
        items = self._canvas.transcript.items
        places = [at for at, laid in enumerate(items) if laid.entry.record_id in gone]
        if self._running is not None or not places:
            self._show()
            return
        question = self.last_question
        if question is None or question.round_no <= round_no:  # marks of the newest answer are due below it
            entries, end = self._told_more(entries_of(self._records[first:])), len(items)
        else:
            entries, end = entries_of(chosen.records, settled=False), places[-1] + 1
        self._canvas.replace_entries(places[0], end, self._dressed(entries, self._outbox_facts()))

    def _place_of_answer(self, running: _Running, entries: list[Entry], kept: list[Record]) -> int:
        """Behind its question: what waits to be sent and what was noted since stand below it."""
        started = running.live.turn.started
        round_no = started.round_no if started is not None else running.replaced_round
        later = {record.record_id for record in kept if record.state is RecordState.WAITING}
        if round_no >= 0:
            later = {record.record_id for record in kept if record.round_no > round_no}
        return next((at for at, entry in enumerate(entries) if entry.record_id in later), len(entries))

    def _outbox_facts(self) -> OutboxFacts:
        session_id = self.session_id
        if session_id is None or not self._has_unsent:
            return OutboxFacts()
        entry = self._workspace.topology.get(session_id)
        outbox = self._workspace.outbox
        trouble = outbox.trouble_of(session_id)
        keyless = trouble is not None and is_keyless(trouble)
        refused = trouble is not None and is_key_refused(trouble)
        service = self._workspace.answering.service_of(session_id)
        return OutboxFacts(
            sending=session_id in outbox.sending,
            archived=entry is not None and entry.archived,
            trouble=trouble is not None,
            keyless=name_of(service) if keyless or refused else "",
            refused=refused,
            locked=keyless and self._workspace.keys.state(service).trouble in MENDABLE,
        )

    def refresh_unsent(self) -> None:
        """What is true of the messages that wait has changed, not they themselves."""
        if self.is_loaded and self._has_unsent:
            self._show()

    @property
    def _has_unsent(self) -> bool:
        return any(record.state is RecordState.WAITING for record in self._records)

    def _told_more(self, entries: list[Entry]) -> list[Entry]:
        """A failure of this run knows more than the disk keeps: sizes, the host, how long to wait."""
        turn = self._workspace.rounds.live_turn(self.session_id) if self.session_id is not None else None
        last = entries[-1] if entries else None
        if turn is None or turn.error is None or last is None:
            return entries
        if last.ending is Ending.FAILED and last.error_code == turn.error.full_code:
            last.error_params = turn.error.params
        return entries

    def _hidden(self, running: _Running, record: Record) -> bool:
        """Whether the running turn shows this record itself, or has replaced it."""
        if record.record_id in running.known:
            if record.round_no != running.replaced_round:
                return False
            return record.role is not Role.USER or running.kind is Kind.EDIT
        return record.role is not Role.USER

    def _unsaved_question(self, running: _Running, kept: list[Record]) -> Entry | None:
        turn = running.live.turn
        if running.kind in {Kind.RETRY, Kind.RESUME} or not turn.text:
            return None
        saved = any(
            record.record_id not in running.known and record.role is Role.USER for record in kept
        ) or (running.kind is Kind.FOUND and turn.started is not None)
        if saved:
            return None
        return Entry(("live", turn.number, "question"), EntryKind.QUESTION, turn.text)


def _written_by(turn: LiveTurn, record: Record) -> bool:
    """Whether a running turn has written this record, as far as that can be told."""
    pending = record.state is RecordState.PENDING
    if record.role is Role.USER:
        return pending and record.content == turn.text
    if turn.started is None:
        return pending
    if turn.started.user_record is None:
        return pending
    return record.round_no == turn.started.round_no and record.version == turn.started.version
