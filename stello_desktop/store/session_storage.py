"""A conversation's own data behind its port: records, rounds, what it is frozen with."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, update

from stello_desktop.domain.codec import usage_to_json
from stello_desktop.domain.config import SerializableSessionConfig
from stello_desktop.domain.errors import SessionArchived, SessionNotFound
from stello_desktop.domain.ids import InsightId, RecordId, SessionId
from stello_desktop.domain.memory import Insight, InsightDraft
from stello_desktop.domain.messages import Record, RecordDraft, RecordState, ToolCall, Usage
from stello_desktop.domain.ports import StartedRound
from stello_desktop.domain.session import SessionBindings, SessionMeta, SessionStatus
from stello_desktop.domain.text import clean_text
from stello_desktop.store import insights, note_steps, rounds
from stello_desktop.store.creation import bindings_text, read_bindings, read_config
from stello_desktop.store.database import Database
from stello_desktop.store.records import calls_text, chosen_history, record_by_id
from stello_desktop.store.rows import RECORD
from stello_desktop.store.tree import fetch


class SessionStore:
    """Implements `SessionStorage`."""

    def __init__(self, database: Database, *, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now

    async def get_session(self, session_id: SessionId) -> SessionMeta:
        """A living conversation's facts. Raises: SessionNotFound, for one in the trash too."""
        return await self._database.read(lambda connection: _living_meta(connection, session_id))

    async def get_config(self, session_id: SessionId) -> SerializableSessionConfig:
        """What was frozen when it was made. Raises: SessionNotFound."""
        return read_config(await self._column(session_id, "config"))

    async def get_bindings(self, session_id: SessionId) -> SessionBindings:
        """Its references (T-8). Raises: SessionNotFound."""
        return read_bindings(await self._column(session_id, "bindings"))

    async def put_bindings(self, session_id: SessionId, bindings: SessionBindings) -> None:
        """Replace its references. Raises: SessionNotFound."""
        values = bindings_text(bindings)

        def work(connection: Connection) -> None:
            _living_meta(connection, session_id)
            connection.exec_driver_sql(
                "UPDATE session SET bindings = ? WHERE session_id = ?", (values, session_id)
            )

        await self._database.transact(work)

    async def list_records(self, session_id: SessionId) -> tuple[Record, ...]:
        """The chosen history, of one in the trash too. Raises: SessionNotFound."""
        histories = self._database.histories
        kept = histories.look(session_id)
        if kept.whole and kept.records:
            return kept.records
        found = kept.records + await self._history(session_id, kept.from_round if kept.records else -1)
        if kept.records and not histories.is_current(session_id, kept.stamp):
            return await self._history(session_id, -1)
        histories.keep(session_id, found, kept.stamp)
        return found

    async def _history(self, session_id: SessionId, from_round: int) -> tuple[Record, ...]:
        def work(connection: Connection) -> tuple[Record, ...]:
            found = chosen_history(connection, session_id, from_round)
            if not found:
                read_meta(connection, session_id)
            return found

        return await self._database.read(work)

    async def start_round(
        self,
        session_id: SessionId,
        text: str,
        *,
        replaces: int | None = None,
        waiting: RecordId | None = None,
    ) -> StartedRound:
        """Put the question on disk. Raises: SessionNotFound, SessionArchived, BrokenRule, StoreError."""
        now = self._now()

        def work(connection: Connection) -> StartedRound:
            require_open(connection, session_id)
            if waiting is not None:
                return rounds.start_waiting(connection, session_id, waiting, now)
            return rounds.start(connection, session_id, text, replaces, now)

        return await self._database.transact(work)

    async def append(
        self,
        session_id: SessionId,
        drafts: Sequence[RecordDraft],
        *,
        round: StartedRound | None = None,
    ) -> tuple[Record, ...]:
        """Add records: to a round that runs, else as notes, which is a step (P-4). Raises: SessionNotFound, SessionArchived."""
        now, added = self._now(), tuple(drafts)

        def work(connection: Connection) -> tuple[Record, ...]:
            if round is not None:
                read_meta(connection, session_id)
                return rounds.add(connection, round, added, now)
            require_open(connection, session_id)
            notes = rounds.add_notes(connection, session_id, added, now)
            note_steps.written(connection, session_id, [record.record_id for record in notes], now)
            return notes

        return await self._database.transact(work)

    async def save_partial(
        self, record_id: RecordId, *, content: str, reasoning: str = "", tool_calls: tuple[ToolCall, ...] = ()
    ) -> None:
        """Keep what has arrived; a record that is no longer pending is left alone."""
        values = (clean_text(content), clean_text(reasoning), calls_text(tool_calls), record_id)
        await self._database.transact(
            lambda connection: connection.exec_driver_sql(
                "UPDATE record SET content = ?, reasoning = ?, tool_calls = ?"
                " WHERE record_id = ? AND state = 'pending'",
                values,
            ).close()
        )

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
        """Its last form. Raises: SessionNotFound where the record was destroyed meanwhile."""
        values: dict[str, Any] = {
            "content": clean_text(content),
            "state": state.value,
            "reasoning": clean_text(reasoning),
            "tool_calls": calls_text(tool_calls),
            "usage": usage_to_json(usage),
            "error_code": error_code,
            "error_detail": clean_text(error_detail),
        }

        def work(connection: Connection) -> Record:
            connection.execute(update(RECORD).where(RECORD.c.record_id == record_id).values(values))
            return record_by_id(connection, record_id)

        return await self._database.transact(work)

    async def end_round(
        self,
        round: StartedRound,
        state: RecordState,
        *,
        consumed: Sequence[InsightId] = (),
    ) -> SessionMeta:
        """Settle a round, its question, the counts, and the insights it has used. Raises: SessionNotFound."""
        now, used = self._now(), tuple(consumed)

        def work(connection: Connection) -> SessionMeta:
            read_meta(connection, round.session_id)
            rounds.end(connection, round, state, used, now)
            return read_meta(connection, round.session_id)

        return await self._database.transact(work)

    async def list_waiting_insights(
        self, session_id: SessionId, *, with_round: int | None = None
    ) -> tuple[Insight, ...]:
        """Those that no successful round has used, and those of ``with_round``; oldest first. Raises: SessionNotFound."""

        def work(connection: Connection) -> tuple[Insight, ...]:
            read_meta(connection, session_id)
            return insights.waiting(connection, session_id, with_round)

        return await self._database.read(work)

    async def add_insight(self, session_id: SessionId, text: str) -> Insight:
        """Leave a reminder for the next round (C-4). Raises: SessionNotFound."""
        now = self._now()

        def work(connection: Connection) -> Insight:
            _living_meta(connection, session_id)
            return insights.add(connection, InsightDraft(session_id=session_id, text=text), now)

        return await self._database.transact(work)

    async def _column(self, session_id: SessionId, column: str) -> str:
        def work(connection: Connection) -> str:
            rows = fetch(
                connection,
                f"SELECT {column} FROM session WHERE session_id = ?",  # noqa: S608 - ours
                session_id,
            )
            if not rows:
                raise SessionNotFound(session_id=session_id)
            return str(rows[0][0])

        return await self._database.read(work)


def read_meta(connection: Connection, session_id: SessionId) -> SessionMeta:
    """A conversation's facts, alive or in the trash. Raises: SessionNotFound."""
    return _meta(connection, session_id, "")


def require_living(connection: Connection, session_id: SessionId) -> None:
    """One that is not in the trash. Raises: SessionNotFound."""
    _living_meta(connection, session_id)


def _living_meta(connection: Connection, session_id: SessionId) -> SessionMeta:
    return _meta(connection, session_id, " AND trash_id IS NULL")


def _meta(connection: Connection, session_id: SessionId, condition: str) -> SessionMeta:
    rows = fetch(
        connection,
        "SELECT session_id, label, status, turn_count, created_at, updated_at, last_active_at FROM session"  # noqa: S608
        f" WHERE session_id = ?{condition}",
        session_id,
    )
    if not rows:
        raise SessionNotFound(session_id=session_id)
    row = rows[0]
    return SessionMeta(row[0], row[1], SessionStatus(row[2]), *row[3:])


def require_open(connection: Connection, session_id: SessionId) -> None:
    """A living conversation that takes messages. Raises: SessionNotFound, SessionArchived (R-13)."""
    if _living_meta(connection, session_id).status == SessionStatus.ARCHIVED:
        raise SessionArchived(session_id=session_id)
