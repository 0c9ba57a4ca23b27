"""Digests and reminders behind their port (C-4, D-4, K-1)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection

from stello_desktop.domain.ids import InsightId, ServiceId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.memory import (
    WHOLE_CHARS,
    Covers,
    Digest,
    DigestDraft,
    DigestGround,
    Insight,
    InsightDraft,
    MemoryAuthor,
    UnmadeKey,
    ground_of,
)
from stello_desktop.domain.services import PRACTICE
from stello_desktop.domain.text import clean_text
from stello_desktop.store import insights
from stello_desktop.store.database import Database
from stello_desktop.store.records import chosen_history
from stello_desktop.store.session_storage import require_living
from stello_desktop.store.tree import fetch
from stello_desktop.store.unmade import read_unmade, write_unmade

_COLUMNS: Final = (
    "d.session_id, d.version, d.text, d.author, d.service, d.model, d.made_at, d.rounds, d.last_record, d.mark,"
    " d.revision"
)
_REVISION: Final = "coalesce((SELECT r.number FROM revision r WHERE r.session_id = d.session_id), 0)"
_HOLDS: Final = "d.version = (SELECT max(o.version) FROM digest o WHERE o.session_id = d.session_id)"
_WANTED: Final = "json_each(?) j CROSS JOIN session s ON s.session_id = j.value AND s.trash_id IS NULL"

_CHARS_PER_TOKEN: Final = 4
_SIZES: Final = f"""
    SELECT session_id, sum(chars), sum(bytes - chars), sum(chars * fresh), sum((bytes - chars) * fresh) FROM (
        SELECT s.session_id, j.key AS place, length(r.content) AS chars, length(CAST(r.content AS BLOB)) AS bytes,
            d.last_record IS NULL OR d.service = '{PRACTICE}' OR r.record_id > d.last_record AS fresh
        FROM {_WANTED} JOIN record r ON r.session_id = s.session_id
        LEFT JOIN round o ON o.session_id = r.session_id AND o.round_no = r.round_no
        LEFT JOIN digest d ON d.session_id = s.session_id AND {_HOLDS}
        WHERE r.role IN ('user', 'assistant') AND r.state NOT IN ('waiting', 'pending')
            AND r.version = coalesce(o.chosen_version, 1)
    ) GROUP BY session_id ORDER BY place
"""  # noqa: S608 - constants of ours


class MemoryShelf:
    """Implements `MemoryStorage`."""

    def __init__(self, database: Database, *, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now

    async def digest_ground(self, session_id: SessionId) -> DigestGround:
        """Read in one transaction, and worked out on the store's thread."""

        def work(connection: Connection) -> DigestGround:
            require_living(connection, session_id)
            return ground_of(
                session_id,
                chosen_history(connection, session_id),
                _holding(connection, session_id),
                _revision(connection, session_id),
            )

        return await self._database.read(work)

    async def put_digest(self, draft: DigestDraft, *, replaces: int | None = None) -> Digest | None:
        """The next version, unless another one holds than the caller has seen; the same words are no version."""
        now = self._now()

        def work(connection: Connection) -> Digest | None:
            require_living(connection, draft.session_id)
            holding = _holding(connection, draft.session_id)
            version = 0 if holding is None else holding.version
            if replaces is not None and replaces != version:
                return None
            if holding is not None and _says_the_same(holding, draft):
                _move_cover(connection, draft)
            else:
                _insert(connection, draft, version + 1, now)
            return _holding(connection, draft.session_id)

        return await self._database.transact(work)

    async def get_digests(self, session_ids: Callable[[], Sequence[SessionId]]) -> tuple[Digest, ...]:
        """In the order asked for; one of many queries' worth of text, so on the reader's thread."""

        def work(connection: Connection) -> tuple[Digest, ...]:
            rows = fetch(
                connection,
                f"SELECT {_COLUMNS}, {_REVISION} FROM {_WANTED}"  # noqa: S608 - constants of ours
                f" CROSS JOIN digest d ON d.session_id = s.session_id WHERE {_HOLDS} AND d.text <> '' ORDER BY j.key",
                _ids(session_ids()),
            )
            return tuple(digest_of(row[:-1], revision=row[-1]) for row in rows)

        return await self._database.read(work)

    async def digest_versions(self, session_id: SessionId) -> tuple[Digest, ...]:
        """The one that holds first, the only one that can be outdated."""

        def work(connection: Connection) -> tuple[Digest, ...]:
            require_living(connection, session_id)
            rows = fetch(
                connection,
                f"SELECT {_COLUMNS} FROM digest d WHERE d.session_id = ? ORDER BY d.version DESC",  # noqa: S608
                session_id,
            )
            revision = _revision(connection, session_id)
            return tuple(
                digest_of(row, revision=None if place else revision) for place, row in enumerate(rows)
            )

        return await self._database.read(work)

    async def list_changed(self, session_ids: Callable[[], Sequence[SessionId]]) -> tuple[SessionId, ...]:
        """Compares two numbers for each; no message is read."""

        def work(connection: Connection) -> tuple[SessionId, ...]:
            rows = fetch(
                connection,
                f"SELECT s.session_id FROM {_WANTED}"  # noqa: S608 - constants of ours
                " JOIN revision v ON v.session_id = s.session_id"
                f" LEFT JOIN digest d ON d.session_id = s.session_id AND {_HOLDS}"
                " WHERE d.revision IS NOT v.number ORDER BY j.key",
                _ids(session_ids()),
            )
            return tuple(row[0] for row in rows)

        return await self._database.read(work)

    async def digest_sizes(self, session_ids: Callable[[], Sequence[SessionId]]) -> dict[SessionId, int]:
        """By lengths alone, on the reader's thread: what takes three bytes a character counts as a token each."""

        def work(connection: Connection) -> dict[SessionId, int]:
            rows = fetch(connection, _SIZES, _ids(session_ids()))
            sizes: dict[SessionId, int] = {}
            for session_id, chars, surplus, fresh_chars, fresh_surplus in rows:
                if chars > WHOLE_CHARS:
                    chars, surplus = fresh_chars, fresh_surplus  # noqa: PLW2901 - what a longer one reads
                dense = surplus // 2
                sizes[session_id] = dense + -(-(chars - dense) // _CHARS_PER_TOKEN)
            return sizes

        return await self._database.read(work)

    async def list_unmade(self) -> dict[UnmadeKey, Any]:
        """In the order of asking."""
        return await self._database.read(read_unmade)

    async def put_unmade(self, changes: Mapping[UnmadeKey, Mapping[str, Any] | None]) -> None:
        """Row by row."""
        await self._database.transact(lambda connection: write_unmade(connection, changes))

    async def put_insight(self, draft: InsightDraft) -> Insight:
        """At the end of what waits."""
        now = self._now()

        def work(connection: Connection) -> Insight:
            require_living(connection, draft.session_id)
            return insights.add(connection, draft, now)

        return await self._database.transact(work)

    async def list_insights(
        self, session_id: SessionId | None = None, *, limit: int = 1_000
    ) -> tuple[Insight, ...]:
        """The newest first."""

        def work(connection: Connection) -> tuple[Insight, ...]:
            if session_id is not None:
                require_living(connection, session_id)
            living = (
                "= ?" if session_id is not None else "IN (SELECT session_id FROM session WHERE trash_id IS ?)"
            )
            rows = fetch(
                connection,
                f"SELECT {insights.COLUMNS} FROM insight WHERE {insights.SHOWN} AND session_id {living}"  # noqa: S608
                " ORDER BY insight_id DESC LIMIT ?",
                session_id,
                limit,
            )
            return tuple(insights.insight_of(row) for row in rows)

        return await self._database.read(work)

    async def edit_insight(
        self, insight_id: InsightId, text: str, *, for_service: ServiceId | None = None
    ) -> Insight | None:
        """Under a new id."""
        now = self._now()
        return await self._database.transact(
            lambda connection: insights.edit(connection, insight_id, text, now, for_service=for_service)
        )

    async def set_insight_removed(self, insight_id: InsightId, removed: bool) -> Insight | None:
        """Only as long as no round has used it."""
        at = self._now() if removed else None
        return await self._database.transact(
            lambda connection: insights.set_removed(connection, insight_id, at)
        )


def digest_of(row: Any, *, revision: int | None) -> Digest:
    """A row, in the order of the columns; ``revision`` of now where the version holds."""
    model = None if not row[4] and not row[5] else ModelRef(ServiceId(row[4]), row[5])
    covers = Covers(rounds=row[7], last_record=row[8], mark=row[9], revision=row[10])
    return Digest(
        session_id=row[0],
        version=row[1],
        text=row[2],
        author=MemoryAuthor.HAND if row[3] == MemoryAuthor.HAND else MemoryAuthor.MODEL,
        model=model,
        made_at=row[6],
        covers=covers,
        outdated=revision is not None and revision != covers.revision,
    )


def _holding(connection: Connection, session_id: SessionId) -> Digest | None:
    rows = fetch(
        connection,
        f"SELECT {_COLUMNS}, {_REVISION} FROM digest d WHERE d.session_id = ?"  # noqa: S608 - constants of ours
        " ORDER BY d.version DESC LIMIT 1",
        session_id,
    )
    return digest_of(rows[0][:-1], revision=rows[0][-1]) if rows else None


def _says_the_same(holding: Digest, draft: DigestDraft) -> bool:
    """The same words by the same author: nothing that a version of its own would keep."""
    return (holding.text, holding.author, holding.model) == (
        clean_text(draft.text),
        draft.author,
        draft.model,
    )


def _move_cover(connection: Connection, draft: DigestDraft) -> None:
    covers = draft.covers
    connection.exec_driver_sql(
        "UPDATE digest AS d SET rounds = ?, last_record = ?, mark = ?, revision = ?"  # noqa: S608 - a constant
        f" WHERE d.session_id = ? AND {_HOLDS}",
        (covers.rounds, covers.last_record, covers.mark, covers.revision, draft.session_id),
    )


def _revision(connection: Connection, session_id: SessionId) -> int:
    rows = fetch(connection, "SELECT number FROM revision WHERE session_id = ?", session_id)
    return int(rows[0][0]) if rows else 0


def _insert(connection: Connection, draft: DigestDraft, version: int, now: float) -> None:
    covers, ref = draft.covers, draft.model
    connection.exec_driver_sql(
        "INSERT INTO digest (session_id, version, text, author, service, model, made_at, rounds, last_record,"
        " mark, revision) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            draft.session_id,
            version,
            clean_text(draft.text),
            draft.author.value,
            "" if ref is None else ref.service_id,
            "" if ref is None else ref.model,
            now,
            covers.rounds,
            covers.last_record,
            covers.mark,
            covers.revision,
        ),
    )


def _ids(session_ids: Sequence[SessionId]) -> str:
    return json.dumps(list(dict.fromkeys(session_ids)))
