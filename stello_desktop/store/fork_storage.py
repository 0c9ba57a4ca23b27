"""One atomic fork behind its port (F-6)."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import Connection

from stello_desktop.domain.commands import Step, StepName
from stello_desktop.domain.config import SerializableSessionConfig
from stello_desktop.domain.errors import SessionArchived, SessionNotFound
from stello_desktop.domain.ids import SessionId, new_session_id
from stello_desktop.domain.messages import RecordDraft, RecordKind, Role
from stello_desktop.domain.session import Author, CallOrigin, ChildDraft, SessionStatus
from stello_desktop.domain.topology import TreeEntry
from stello_desktop.store import tree
from stello_desktop.store.creation import NewSession, insert_session, read_config
from stello_desktop.store.database import Database
from stello_desktop.store.history import record_step
from stello_desktop.store.images import Change
from stello_desktop.store.opened_by import OPENED_BY_CALL
from stello_desktop.store.records import counted, insert_records


class ForkStore:
    """Implements `ForkStorage`."""

    def __init__(self, database: Database, *, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now

    async def get_config(self, session_id: SessionId) -> SerializableSessionConfig:
        """What the source is frozen with. Raises: SessionNotFound."""
        return read_config(str(await self._column(session_id, "config")))

    async def get_last_split_round(self, session_id: SessionId) -> int | None:
        """When the source was last split (G-1); None for never. Raises: SessionNotFound."""
        value = await self._column(session_id, "last_split_round")
        return None if value is None else int(value)

    async def create_child(self, draft: ChildDraft) -> TreeEntry:
        """Write a whole branch or nothing.

        Raises: InvalidLabel, SessionNotFound, SessionArchived (the source), StoreError.
        """
        now, session_id = self._now(), new_session_id()
        return await self._database.transact(lambda connection: _create(connection, draft, session_id, now))

    async def find_opened(self, call: CallOrigin) -> TreeEntry | None:
        """The living branch of a call; the first where a restored one stands beside it."""

        def work(connection: Connection) -> TreeEntry | None:
            for session_id, _, lives in tree.fetch(connection, OPENED_BY_CALL, call.record_id, call.call_id):
                return tree.entries_of_ids(connection, [session_id])[0] if lives else None
            return None

        return await self._database.read(work)

    async def _column(self, session_id: SessionId, column: str) -> str | int | None:
        def work(connection: Connection) -> str | int | None:
            rows = tree.fetch(
                connection,
                f"SELECT {column} FROM session WHERE session_id = ?",  # noqa: S608 - ours
                session_id,
            )
            if not rows:
                raise SessionNotFound(session_id=session_id)
            value: str | int | None = rows[0][0]
            return value

        return await self._database.read(work)


def _create(connection: Connection, draft: ChildDraft, session_id: SessionId, now: float) -> TreeEntry:
    label = tree.label_of(draft.label)
    source = tree.place_of(connection, draft.source_session_id)
    if source.status == SessionStatus.ARCHIVED:
        raise SessionArchived(session_id=source.session_id)
    parent = tree.place_of(connection, draft.topology_parent_id)
    new = NewSession(session_id, label, parent.session_id, source.session_id, draft.config, draft.bindings)
    seq = insert_session(connection, new, now)
    _write_beginning(connection, session_id, draft, now)
    if draft.split_round is not None:
        connection.exec_driver_sql(
            "UPDATE session SET last_split_round = ? WHERE seq = ?", (draft.split_round, source.seq)
        )
    if draft.opened_by is not None:
        connection.exec_driver_sql(
            "INSERT INTO branch_call (seq, record_id, call_id) VALUES (?, ?, ?)",
            (seq, draft.opened_by.record_id, draft.opened_by.call_id),
        )
    name = StepName.BRANCHES_BY_ASSISTANT if draft.by is Author.ASSISTANT else StepName.BRANCH
    step = Step(name, {"label": label, "count": 1, "source": source.label}, (session_id,))
    record_step(connection, step, Change(revived=[seq]), now)
    return tree.entries_of_ids(connection, [session_id])[0]


def _write_beginning(connection: Connection, session_id: SessionId, draft: ChildDraft, now: float) -> None:
    """What the branch inherits, then its opening message: all before its first round."""
    drafts = [*draft.records]
    if draft.opening:
        drafts.append(RecordDraft(role=Role.ASSISTANT, kind=RecordKind.OPENING, content=draft.opening))
    insert_records(connection, session_id, 0, 1, drafts, now)
    connection.exec_driver_sql(
        "UPDATE session SET message_count = ? WHERE session_id = ?", (counted(drafts), session_id)
    )
