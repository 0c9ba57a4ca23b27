"""Everything beside the tree that must last, behind its port: settings, drafts, glimpses."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from stello_desktop.domain.errors import BrokenRule
from stello_desktop.domain.ids import RecordId, ServiceId, SessionId
from stello_desktop.domain.inheriting import inheritable, to_draft
from stello_desktop.domain.messages import Record, RecordKind, Role
from stello_desktop.domain.ports import Preview
from stello_desktop.domain.text import clean_text
from stello_desktop.store import tree
from stello_desktop.store.database import Database, driver_connection
from stello_desktop.store.reading import read_values
from stello_desktop.store.records import CHOSEN, add_records, chosen_history, counted, record_by_id

PREVIEW_CHARS = 160
_GLIMPSE_CHARS = 4 * PREVIEW_CHARS
"""Read from the store per preview: enough, even if much of it is white space."""


class DeskStore:
    """Implements `DeskStorage`."""

    def __init__(self, database: Database, *, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now

    async def get_values(self) -> Mapping[str, Any]:
        """All settings."""
        return await self._database.read(lambda connection: read_values(driver_connection(connection)))

    async def put_values(self, values: Mapping[str, Any]) -> None:
        """Add or replace settings; the others stay."""
        rows = [(name, clean_text(json.dumps(value, ensure_ascii=False))) for name, value in values.items()]
        if not rows:
            return
        await self._database.transact(
            lambda connection: connection.exec_driver_sql(
                "INSERT INTO setting (name, value) VALUES (?, ?)"
                " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                rows,
            ).close()
        )

    async def get_draft(self, session_id: SessionId) -> str:
        """What was typed and not sent; empty for nothing."""

        def work(connection: Connection) -> str:
            rows = tree.fetch(connection, "SELECT text FROM draft WHERE session_id = ?", session_id)
            return str(rows[0][0]) if rows else ""

        return await self._database.read(work)

    async def put_draft(self, session_id: SessionId, text: str) -> None:
        """Keep what is typed; empty text forgets it. Raises: SessionNotFound."""
        cleaned = clean_text(text)

        def work(connection: Connection) -> None:
            tree.place_of(connection, session_id)
            if cleaned:
                connection.exec_driver_sql(
                    "INSERT INTO draft (session_id, text) VALUES (?, ?)"
                    " ON CONFLICT (session_id) DO UPDATE SET text = excluded.text",
                    (session_id, cleaned),
                )
            else:
                connection.exec_driver_sql("DELETE FROM draft WHERE session_id = ?", (session_id,))

        await self._database.transact(work)

    async def previews(self, session_ids: Sequence[SessionId]) -> Mapping[SessionId, Preview]:
        """The last words of each conversation that has any, as one line."""
        wanted = json.dumps(list(session_ids))
        rows = await self._database.read(lambda connection: _last_words(connection, wanted))
        return {row[0]: Preview(row[0], " ".join(row[2].split())[:PREVIEW_CHARS], row[1]) for row in rows}

    async def copy_history(
        self, source_id: SessionId, target_id: SessionId, *, until: RecordId | None = None
    ) -> None:
        """Put a conversation, up to ``until``, in front of an untouched branch's opening.

        Raises: SessionNotFound; BrokenRule where the branch has messages of its own.
        """
        now = self._now()
        await self._database.transact(
            lambda connection: _copy_history(connection, source_id, target_id, until, now)
        )

    async def count_bound(self, service_id: ServiceId) -> int:
        """How many living conversations answer with a service (T-8); damaged bindings name none."""

        def work(connection: Connection) -> int:
            rows = tree.fetch(
                connection,
                "SELECT count(*) FROM session WHERE trash_id IS NULL AND json_valid(bindings)"
                " AND json_extract(bindings, '$.model.serviceId') = ?",
                service_id,
            )
            return int(rows[0][0])

        return await self._database.read(work)

    async def mark_read(self, session_id: SessionId) -> None:
        """The person has seen the newest answer."""
        await self._database.transact(
            lambda connection: connection.exec_driver_sql(
                "UPDATE session SET unread = 0 WHERE session_id = ?", (session_id,)
            ).close()
        )


def _last_words(connection: Connection, session_ids: str) -> list[Any]:
    return tree.fetch(
        connection,
        "SELECT w.session_id, w.role, substr(ltrim(w.content, ?), 1, ?) FROM json_each(?) j"  # noqa: S608 - constant
        " JOIN record w ON w.record_id = (SELECT r.record_id FROM record r WHERE r.session_id = j.value"
        " AND r.role IN ('user', 'assistant') AND trim(r.content, ?) <> ''"
        f" AND r.version = {CHOSEN} ORDER BY r.round_no DESC, r.record_id DESC LIMIT 1)",
        " \t\n",
        _GLIMPSE_CHARS,
        session_ids,
        " \t\n",
    )


def _copy_history(
    connection: Connection,
    source_id: SessionId,
    target_id: SessionId,
    until: RecordId | None,
    now: float,
) -> None:
    tree.place_of(connection, source_id)
    tree.place_of(connection, target_id)
    own = chosen_history(connection, target_id)
    if any(record.kind is not RecordKind.OPENING for record in own):
        raise BrokenRule("the branch is no longer untouched")
    source = chosen_history(connection, source_id)
    if until is not None:
        source = _up_to(source, record_by_id(connection, until))
    drafts = [to_draft(record) for record in (*inheritable(source), *own)]
    connection.exec_driver_sql("DELETE FROM record WHERE session_id = ?", (target_id,))
    add_records(connection, target_id, 0, 1, drafts, now)
    connection.exec_driver_sql(
        "UPDATE session SET message_count = ?, updated_at = ? WHERE session_id = ?",
        (counted(drafts), now, target_id),
    )


def _up_to(records: Sequence[Record], last: Record) -> tuple[Record, ...]:
    """Up to a record; where its round was asked again since, up to the question that is chosen now."""
    return tuple(
        record
        for record in records
        if record.round_no < last.round_no
        or (
            record.round_no == last.round_no
            and (record.role is Role.USER or record.record_id <= last.record_id)
        )
    )
