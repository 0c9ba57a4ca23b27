"""Results of branches behind their port: notes with provenance (R-15), and what was brought last."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from sqlalchemy import Connection

from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.memory import InsightSource
from stello_desktop.domain.messages import RecordDraft, RecordKind, Role
from stello_desktop.domain.results import LastBrought, Provenance, ResultDraft, ResultForm
from stello_desktop.domain.text import clean_text
from stello_desktop.store import note_steps, rounds
from stello_desktop.store.database import Database
from stello_desktop.store.records import CHOSEN
from stello_desktop.store.session_storage import require_open
from stello_desktop.store.tree import fetch, label_at


class ResultShelf:
    """Implements `ResultStorage`."""

    def __init__(self, database: Database, *, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now

    async def put_note(self, draft: ResultDraft) -> RecordId:
        """At the end of the conversation, in a round of its own."""
        now = self._now()
        note = RecordDraft(role=Role.USER, content=clean_text(draft.text), kind=RecordKind.NOTE)

        def work(connection: Connection) -> RecordId:
            require_open(connection, draft.to_session)
            (record,) = rounds.add_notes(connection, draft.to_session, [note], now)
            note_steps.written(connection, draft.to_session, [record.record_id], now)
            connection.exec_driver_sql(
                "INSERT INTO result_note (record_id, from_session, label, brought_at) VALUES (?, ?, ?, ?)",
                (record.record_id, draft.from_session, label_at(connection, draft.from_session), now),
            )
            return record.record_id

        return await self._database.transact(work)

    async def unread_note(self, record_id: RecordId) -> RecordId | None:
        """By its round, which it has to itself: its words may have been changed since (R-15)."""
        rows = await self._database.read(
            lambda connection: fetch(
                connection,
                "SELECT r.record_id FROM record first JOIN record r"  # noqa: S608 - constant of ours
                " ON r.session_id = first.session_id AND r.round_no = first.round_no"
                f" WHERE first.record_id = ? AND r.kind = ? AND r.version = {CHOSEN} AND NOT EXISTS (SELECT 1"
                " FROM record o WHERE o.session_id = r.session_id AND o.round_no > r.round_no AND o.kind <> ?"
                " AND o.state <> 'waiting')",
                record_id,
                RecordKind.NOTE.value,
                RecordKind.NOTE.value,
            )
        )
        return RecordId(rows[0][0]) if rows else None

    async def provenance(self, session_id: SessionId) -> Mapping[RecordId, Provenance]:
        """By the note's id."""
        rows = await self._database.read(
            lambda connection: fetch(
                connection,
                "SELECT n.record_id, n.from_session, n.label, n.brought_at FROM record r"
                " JOIN result_note n ON n.record_id = r.record_id WHERE r.session_id = ?",
                session_id,
            )
        )
        return {RecordId(row[0]): Provenance(SessionId(row[1]), row[2], row[3]) for row in rows}

    async def last_brought(self, from_session: SessionId) -> LastBrought | None:
        """Of both forms; not what lies in the trash, nor a reminder that was taken away."""
        rows = await self._database.read(
            lambda connection: fetch(
                connection,
                "SELECT s.session_id, found.form, found.at FROM ("  # noqa: S608 - constant of ours
                " SELECT r.session_id AS target, ? AS form, n.brought_at AS at FROM result_note n"
                f" JOIN record r ON r.record_id = n.record_id AND r.version = {CHOSEN} WHERE n.from_session = ?"
                " UNION ALL SELECT i.session_id, ?, i.created_at FROM insight i"
                " WHERE i.from_session = ? AND i.source = ? AND i.removed_at IS NULL"
                ") found JOIN session s ON s.session_id = found.target AND s.trash_id IS NULL"
                " ORDER BY found.at DESC LIMIT 1",
                ResultForm.NOTE.value,
                from_session,
                ResultForm.REMINDER.value,
                from_session,
                InsightSource.RESULT.value,
            )
        )
        return LastBrought(SessionId(rows[0][0]), ResultForm(rows[0][1]), rows[0][2]) if rows else None
