"""What a person changes in a history that stands, behind its port (R-14, R-15)."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import Connection

from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.text import clean_text
from stello_desktop.domain.versions import ChosenVersion, RoundVersions
from stello_desktop.store import revising
from stello_desktop.store.database import Database
from stello_desktop.store.records import round_records
from stello_desktop.store.session_storage import read_meta, require_open


class RevisionStore:
    """Implements `RevisionStorage`."""

    def __init__(self, database: Database, *, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now

    async def list_versions(self, session_id: SessionId) -> tuple[RoundVersions, ...]:
        """The rounds that have several, of a conversation in the trash too. Raises: SessionNotFound."""

        def work(connection: Connection) -> tuple[RoundVersions, ...]:
            found = revising.list_versions(connection, session_id)
            if not found:
                read_meta(connection, session_id)
            return found

        return await self._database.read(work)

    async def choose_version(self, session_id: SessionId, round_no: int, version: int) -> ChosenVersion:
        """Let another version count. Raises: SessionNotFound, SessionArchived, BrokenRule."""
        now = self._now()

        def work(connection: Connection) -> ChosenVersion:
            require_open(connection, session_id)
            versions = revising.choose(connection, session_id, round_no, version, now)
            return ChosenVersion(round_records(connection, session_id, round_no, version), versions)

        return await self._database.transact(work)

    async def edit_note(self, session_id: SessionId, record_id: RecordId, text: str) -> RecordId:
        """Other words for a note. Raises: SessionNotFound, SessionArchived, BrokenRule."""
        now, cleaned = self._now(), clean_text(text)

        def work(connection: Connection) -> RecordId:
            require_open(connection, session_id)
            return revising.edit_note(connection, session_id, record_id, cleaned, now)

        return await self._database.transact(work)

    async def ask_note(self, session_id: SessionId, record_id: RecordId) -> RecordId:
        """A note becomes a question that waits. Raises: SessionNotFound, SessionArchived, BrokenRule."""
        now = self._now()

        def work(connection: Connection) -> RecordId:
            require_open(connection, session_id)
            return revising.ask_note(connection, session_id, record_id, now)

        return await self._database.transact(work)
