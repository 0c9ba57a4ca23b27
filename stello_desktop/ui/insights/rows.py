"""The list of the place *Insights* as a model: the overview, the reminders, the summaries of all conversations.

Rows of conversations are ids; what they say is looked up when they are painted, so that thousands cost nothing. Qt
itself counts them: the view asks for the count twice for each row when it lays them out, and thousands of calls into
Python are longer than a frame.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, override

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QStringListModel, Qt

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.memory import Digest, MemoryKind, MemoryWork, Scope, Synthesis, WorkState
from stello_desktop.domain.topology import Topology
from stello_desktop.ui import errors
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.insights import words

_FIRST_LINE_CHARS: Final = 160

type _Index = QModelIndex | QPersistentModelIndex


class RowKind(StrEnum):
    """What stands in a row."""

    SYNTHESIS = "synthesis"
    REMINDERS = "reminders"
    SUMMARIES = "summaries"
    CONVERSATION = "conversation"


FIXED: Final = (RowKind.SYNTHESIS, RowKind.REMINDERS, RowKind.SUMMARIES)


@dataclass(frozen=True, slots=True)
class Row:
    """One row; ``session_id`` is set for conversations alone."""

    kind: RowKind
    session_id: SessionId | None = None

    @property
    def key(self) -> str:
        """Tells it from all others, also after a restart."""
        return self.session_id or self.kind.value


@dataclass(frozen=True, slots=True)
class Known:
    """Everything that the rows say.

    Attributes:
        digests: those that hold, by conversation.
        changed: conversations with messages that no digest knows.
        waiting: how many reminders wait.
        work: what is being made, or could not be.
    """

    scope: Scope = None
    synthesis: Synthesis | None = None
    digests: Mapping[SessionId, Digest] | None = None
    changed: frozenset[SessionId] = frozenset()
    waiting: int = 0
    work: tuple[MemoryWork, ...] = ()

    def work_of(self, kind: MemoryKind, session_id: Scope) -> MemoryWork | None:
        """What is being made of one conversation, or of the scope."""
        return next((item for item in self.work if item.kind is kind and item.session_id == session_id), None)

    def digest_of(self, session_id: SessionId) -> Digest | None:
        """The digest of a conversation."""
        return None if self.digests is None else self.digests.get(session_id)


class InsightRows(QStringListModel):
    """Three rows for what is about all of them, then one for each conversation that has messages."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._topology = Topology()
        self._sessions: Sequence[SessionId] = ()
        self._places: dict[SessionId, int] = {}
        self._running: dict[SessionId, MemoryWork] = {}
        self._counts = 0, 0
        self.known = Known()
        self._told = False
        self.setStringList([kind.value for kind in FIXED])

    def put_sessions(self, topology: Topology, sessions: Sequence[SessionId]) -> None:
        """Show these conversations, in this order."""
        self._topology = topology
        if list(sessions) == list(self._sessions):
            self._refresh()
            return
        self._sessions = sessions
        self._places = {session_id: place for place, session_id in enumerate(sessions)}
        self._counts = self._count()
        self.setStringList([*(kind.value for kind in FIXED), *sessions])

    def put_known(self, known: Known) -> None:
        """Say this of them."""
        self.known, self._told = known, True
        self._counts = self._count()
        self._running = {
            item.session_id: item
            for item in known.work
            if item.kind is MemoryKind.DIGEST and item.session_id is not None
        }
        self._refresh()

    def _refresh(self) -> None:
        self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))

    @property
    def sessions(self) -> Sequence[SessionId]:
        """The conversations that are listed."""
        return self._sessions

    def row_at(self, index: _Index) -> Row | None:
        """The row of an index."""
        number = index.row() if index.isValid() else -1
        if 0 <= number < len(FIXED):
            return Row(FIXED[number])
        place = number - len(FIXED)
        if 0 <= place < len(self._sessions):
            return Row(RowKind.CONVERSATION, self._sessions[place])
        return None

    def index_of(self, key: str) -> QModelIndex:
        """Where it stands; an invalid index where it does not."""
        for number, kind in enumerate(FIXED):
            if kind.value == key:
                return self.index(number)
        place = self._places.get(SessionId(key))
        return QModelIndex() if place is None else self.index(place + len(FIXED))

    def key_at(self, index: _Index) -> str | None:
        """The key of a row; None for no row."""
        row = self.row_at(index)
        return None if row is None else row.key

    def depth(self, row: Row) -> int:
        """How deep a conversation hangs below the scope."""
        session_id, scope = row.session_id, self.known.scope
        if session_id is None or session_id not in self._topology:
            return 0
        above = self._topology.depth(scope) if scope is not None and scope in self._topology else 0
        return max(0, self._topology.depth(session_id) - above)

    # -- what Qt asks

    @override
    def flags(self, index: _Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag
        return flags.ItemIsEnabled | flags.ItemIsSelectable | flags.ItemNeverHasChildren

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.title(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            reason = self._reason(row)
            return f"<span>{html.escape(reason)}</span>" if reason else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            parts = (self.title(row), self.state(row), self.note(row), self.age(row))
            return ", ".join(part for part in parts if part)
        return None

    def title(self, row: Row) -> str:
        """The first line."""
        if row.kind is RowKind.SYNTHESIS:
            return self.tr("Overview")
        if row.kind is RowKind.REMINDERS:
            return self.tr("Reminders")
        if row.kind is RowKind.SUMMARIES:
            return self.tr("Summaries")
        entry = self._topology.get(row.session_id)
        return "" if entry is None else entry.label

    def state(self, row: Row) -> str:
        """A word or two before the second line; empty where all is well."""
        if row.session_id is None:
            return ""
        work = self.work(row)
        if work is not None:
            return {
                WorkState.QUEUED: self.tr("waits its turn"),
                WorkState.RUNNING: self.tr("being summarised…"),
                WorkState.OFFLINE: self.tr("cannot be reached"),
                WorkState.FAILED: self.tr("failed"),
                WorkState.ASKS: self.tr("asks first"),
                WorkState.INTERRUPTED: self.tr("was interrupted"),
            }[work.state]
        digest = self.known.digest_of(row.session_id)
        return self.tr("changed since") if digest is not None and self.has_changed(row) else ""

    def _reason(self, row: Row) -> str:
        """Why it failed, in a sentence; empty where it did not (D-3)."""
        work = self.work(row)
        return errors.sentence(work.error) if work and work.state is WorkState.FAILED and work.error else ""

    def work(self, row: Row) -> MemoryWork | None:
        """What is being made of a row."""
        if row.session_id is not None:
            return self._running.get(row.session_id)
        if row.kind is RowKind.SYNTHESIS:
            return self.known.work_of(MemoryKind.REFLECTION, self.known.scope)
        return None

    def has_changed(self, row: Row) -> bool:
        """Whether a conversation has messages that its summary does not know."""
        return row.session_id in self.known.changed

    def note(self, row: Row) -> str:
        """The second line; empty until something is known."""
        known = self.known
        if not self._told:
            return ""
        if row.kind is RowKind.SYNTHESIS:
            work = self.work(row)
            if work is not None:
                if work.state is WorkState.INTERRUPTED:
                    return self.tr("was interrupted")
                return self.tr("failed") if work.state is WorkState.FAILED else self.tr("in the making…")
            return self.tr("not made yet") if known.synthesis is None else words.age(known.synthesis.made_at)
        if row.kind is RowKind.REMINDERS:
            return self.tr("%n wait(s)", "", known.waiting) if known.waiting else self.tr("none waits")
        if row.kind is RowKind.SUMMARIES:
            if known.digests is None:
                return ""
            text = filled(self.tr("%1 of %2"), self.count_made(), len(self._sessions))
            changed = self.count_changed()
            return text if not changed else f"{text} · " + self.tr("%n changed", "", changed)
        return self._digest_line(row)

    def count_made(self) -> int:
        """How many of the listed conversations have a summary."""
        return self._counts[0]

    def count_changed(self) -> int:
        """How many of the listed conversations have a summary that does not know all."""
        return self._counts[1]

    def _count(self) -> tuple[int, int]:
        """Once for each reading: rows are painted at every move of the mouse."""
        digests, places = self.known.digests or {}, self._places
        made = sum(1 for session_id in digests if session_id in places)
        return made, sum(1 for item in self.known.changed if item in digests and item in places)

    @property
    def due(self) -> tuple[SessionId, ...]:
        """The listed conversations that *Summarise all* is about: not those whose summary a person wrote (K-4)."""
        digests = self.known.digests or {}
        return tuple(
            item
            for item in self._sessions
            if item in self.known.changed and not (item in digests and digests[item].by_hand)
        )

    def _digest_line(self, row: Row) -> str:
        if row.session_id is None or self.known.digests is None:
            return ""
        if reason := self._reason(row):
            return reason
        digest = self.known.digest_of(row.session_id)
        if digest is None:
            return "" if self.work(row) is not None else self.tr("no summary yet")
        return " ".join(digest.text[:_FIRST_LINE_CHARS].split())

    def age(self, row: Row) -> str:
        """How old a summary is."""
        digest = None if row.session_id is None else self.known.digest_of(row.session_id)
        return "" if digest is None else words.age(digest.made_at)
