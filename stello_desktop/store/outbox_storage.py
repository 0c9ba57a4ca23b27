"""Messages that wait to be sent, behind their port."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import Connection

from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.outbox import WaitingMessage
from stello_desktop.domain.ports import StartedRound
from stello_desktop.domain.text import clean_text
from stello_desktop.store import rounds
from stello_desktop.store.database import Database
from stello_desktop.store.records import CHOSEN
from stello_desktop.store.session_storage import require_open
from stello_desktop.store.tree import fetch

_WAITING = (
    "SELECT r.session_id, r.record_id, r.round_no FROM record r"  # noqa: S608 - constants of ours
    f" WHERE r.state = 'waiting' AND r.version = {CHOSEN}"
)


class OutboxStore:
    """Implements `OutboxStorage`."""

    def __init__(self, database: Database, *, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now

    async def list_waiting(self) -> tuple[WaitingMessage, ...]:
        """All, those of archived and deleted conversations too."""
        rows = await self._database.read(
            lambda connection: fetch(connection, f"{_WAITING} ORDER BY r.session_id, r.round_no, r.record_id")
        )
        return tuple(WaitingMessage(*row) for row in rows)

    async def next_waiting(self, session_id: SessionId) -> WaitingMessage | None:
        """The first of a conversation."""
        sql = f"{_WAITING} AND r.session_id = ? ORDER BY r.round_no, r.record_id LIMIT 1"
        rows = await self._database.read(lambda connection: fetch(connection, sql, session_id))
        return WaitingMessage(*rows[0]) if rows else None

    async def add_waiting(self, session_id: SessionId, text: str) -> StartedRound:
        """At the end of its conversation."""
        now, cleaned = self._now(), clean_text(text)

        def work(connection: Connection) -> StartedRound:
            require_open(connection, session_id)
            return rounds.add_waiting(connection, session_id, cleaned, now)

        return await self._database.transact(work)

    async def edit_waiting(self, record_id: RecordId, text: str) -> bool:
        """Only as long as it waits."""
        cleaned = clean_text(text)
        sql = "UPDATE record SET content = ? WHERE record_id = ? AND state = 'waiting'"
        return await self._database.transact(
            lambda connection: connection.exec_driver_sql(sql, (cleaned, record_id)).rowcount > 0
        )

    async def remove_waiting(self, record_id: RecordId) -> bool:
        """Only as long as it waits."""
        now = self._now()
        return await self._database.transact(
            lambda connection: rounds.remove_waiting(connection, record_id, now)
        )
