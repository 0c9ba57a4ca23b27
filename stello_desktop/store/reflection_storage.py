"""Syntheses behind their port, and who may read whose digests (K-2, M-10)."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Final

from sqlalchemy import Connection

from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.memory import (
    InsightDraft,
    MemoryAuthor,
    Reflected,
    Scope,
    Synthesis,
    SynthesisDraft,
)
from stello_desktop.domain.session import SessionStatus
from stello_desktop.domain.text import clean_text
from stello_desktop.store import insights
from stello_desktop.store.creation import read_bindings
from stello_desktop.store.database import Database
from stello_desktop.store.session_storage import require_living
from stello_desktop.store.tree import fetch

_SYNTHESIS: Final = (
    "SELECT y.scope, y.version, y.text, y.author, y.service, y.model, y.made_at, y.count, y.mark,"
    " (SELECT p.session_id FROM pin p JOIN session s ON s.session_id = p.session_id AND s.trash_id IS NULL"
    " WHERE p.scope = coalesce(y.scope, '')) FROM synthesis y"
)


class ReflectionShelf:
    """Implements `ReflectionStorage`."""

    def __init__(self, database: Database, *, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now

    async def put_reflection(
        self,
        draft: SynthesisDraft,
        insight_drafts: Sequence[InsightDraft] = (),
        *,
        replaces: int | None = None,
    ) -> Reflected | None:
        """All or nothing."""
        now, addressed = self._now(), tuple(insight_drafts)

        def work(connection: Connection) -> Reflected | None:
            if draft.scope is not None:
                require_living(connection, draft.scope)
            version = _version(connection, draft.scope)
            if replaces is not None and replaces != version:
                return None
            _insert(connection, draft, version + 1, now)
            (synthesis, *_) = _versions(connection, draft.scope, limit=1)
            open_ids = _open(connection, [item.session_id for item in addressed])
            added = [insights.add(connection, item, now) for item in addressed if item.session_id in open_ids]
            return Reflected(synthesis, tuple(added))

        return await self._database.transact(work)

    async def list_syntheses(self) -> tuple[Synthesis, ...]:
        """One for each scope."""
        sql = (
            f"{_SYNTHESIS} WHERE y.version = (SELECT max(o.version) FROM synthesis o WHERE o.scope IS y.scope)"  # noqa: S608
            " AND (y.scope IS NULL OR EXISTS (SELECT 1 FROM session s WHERE s.session_id = y.scope AND"
            " s.trash_id IS NULL)) ORDER BY y.scope IS NOT NULL, y.scope"
        )
        rows = await self._database.read(lambda connection: fetch(connection, sql))
        return tuple(_synthesis_of(row) for row in rows)

    async def synthesis_versions(self, scope: Scope) -> tuple[Synthesis, ...]:
        """The one that holds first."""

        def work(connection: Connection) -> tuple[Synthesis, ...]:
            if scope is not None:
                require_living(connection, scope)
            return _versions(connection, scope)

        return await self._database.read(work)

    async def pin_synthesis(self, scope: Scope, to: SessionId | None) -> None:
        """At one place at a time."""

        def work(connection: Connection) -> None:
            connection.exec_driver_sql("DELETE FROM pin WHERE scope = ?", (scope or "",))
            if to is not None:
                require_living(connection, to)
                connection.exec_driver_sql(
                    "INSERT INTO pin (scope, session_id) VALUES (?, ?)", (scope or "", to)
                )

        await self._database.transact(work)

    async def readers_of(
        self, session_ids: Callable[[], Sequence[SessionId]]
    ) -> dict[SessionId, frozenset[ServiceId]]:
        """Only conversations that any other service may read."""
        sql = "SELECT session_id, service FROM reader WHERE session_id IN (SELECT value FROM json_each(?))"
        rows = await self._database.read(
            lambda connection: fetch(connection, sql, json.dumps(list(session_ids())))
        )
        found: defaultdict[SessionId, set[ServiceId]] = defaultdict(set)
        for session_id, service in rows:
            found[session_id].add(ServiceId(service))
        return {session_id: frozenset(services) for session_id, services in found.items()}

    async def models_of(
        self, session_ids: Callable[[], Sequence[SessionId]]
    ) -> dict[SessionId, ModelRef | None]:
        """In one query, on the reader's thread."""

        def work(connection: Connection) -> dict[SessionId, ModelRef | None]:
            rows = fetch(
                connection,
                "SELECT session_id, bindings FROM session WHERE trash_id IS NULL"
                " AND session_id IN (SELECT value FROM json_each(?))",
                json.dumps(list(session_ids())),
            )
            return {SessionId(session_id): read_bindings(text).model for session_id, text in rows}

        return await self._database.read(work)

    async def allow_reader(self, session_ids: Sequence[SessionId], service_id: ServiceId) -> None:
        """Conversations that are gone by now are no matter."""
        ids = json.dumps(list(session_ids))
        await self._database.transact(
            lambda connection: connection.exec_driver_sql(
                "INSERT OR IGNORE INTO reader (session_id, service) SELECT s.session_id, ? FROM session s"
                " WHERE s.session_id IN (SELECT value FROM json_each(?))",
                (service_id, ids),
            ).close()
        )


def _versions(connection: Connection, scope: Scope, *, limit: int = -1) -> tuple[Synthesis, ...]:
    sql = f"{_SYNTHESIS} WHERE y.scope IS ? ORDER BY y.version DESC LIMIT ?"
    return tuple(_synthesis_of(row) for row in fetch(connection, sql, scope, limit))


def _version(connection: Connection, scope: Scope) -> int:
    rows = fetch(connection, "SELECT coalesce(max(version), 0) FROM synthesis WHERE scope IS ?", scope)
    return int(rows[0][0])


def _synthesis_of(row: Any) -> Synthesis:
    return Synthesis(
        scope=row[0],
        version=row[1],
        text=row[2],
        author=MemoryAuthor.HAND if row[3] == MemoryAuthor.HAND else MemoryAuthor.MODEL,
        model=None if not row[4] and not row[5] else ModelRef(ServiceId(row[4]), row[5]),
        made_at=row[6],
        count=row[7],
        mark=row[8],
        pinned_to=row[9],
    )


def _insert(connection: Connection, draft: SynthesisDraft, version: int, now: float) -> None:
    ref = draft.model
    connection.exec_driver_sql(
        "INSERT INTO synthesis (scope, version, text, author, service, model, made_at, count, mark)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            draft.scope,
            version,
            clean_text(draft.text),
            draft.author.value,
            "" if ref is None else ref.service_id,
            "" if ref is None else ref.model,
            now,
            draft.count,
            draft.mark,
        ),
    )


def _open(connection: Connection, session_ids: Sequence[SessionId]) -> frozenset[SessionId]:
    """The living among them that take messages."""
    rows = fetch(
        connection,
        "SELECT session_id FROM session WHERE session_id IN (SELECT value FROM json_each(?))"
        " AND trash_id IS NULL AND status = ?",
        json.dumps(list(session_ids)),
        SessionStatus.ACTIVE.value,
    )
    return frozenset(row[0] for row in rows)
