"""Reminders inside a transaction: rows, and the number on the map that hangs on them (C-4)."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection

from stello_desktop.domain.ids import InsightId, ServiceId, SessionId
from stello_desktop.domain.memory import Insight, InsightDraft, InsightSource
from stello_desktop.domain.text import clean_text
from stello_desktop.store.rounds import count_insights
from stello_desktop.store.tree import fetch, fetch_written

COLUMNS: Final = (
    "insight_id, session_id, text, created_at, source, from_session, consumed_round, delivered_at, removed_at,"
    " edited_at, for_service"
)
_GOES_ALONG: Final = "(consumed_round IS NULL OR consumed_round = ?) AND removed_at IS NULL"
SHOWN: Final = "(replaced = 0 OR consumed_round IS NOT NULL)"
_SOURCES: Final = {source.value: source for source in InsightSource}


def insight_of(row: Any) -> Insight:
    """A row, in the order of `COLUMNS`, as a domain value."""
    insight_id, session_id, text, created_at, source, *rest = row
    return Insight(insight_id, session_id, text, created_at, _SOURCES.get(source, InsightSource.HAND), *rest)


def waiting(
    connection: Connection, session_id: SessionId, with_round: int | None = None
) -> tuple[Insight, ...]:
    """Those that no successful round has used, and those that this one has; oldest first."""
    rows = fetch(
        connection,
        f"SELECT {COLUMNS} FROM insight WHERE session_id = ? AND {_GOES_ALONG} ORDER BY insight_id",  # noqa: S608
        session_id,
        with_round,
    )
    return tuple(insight_of(row) for row in rows)


def add(
    connection: Connection, draft: InsightDraft, now: float, *, edited_at: float | None = None
) -> Insight:
    """A reminder that waits."""
    rows = fetch_written(
        connection,
        "INSERT INTO insight (session_id, text, created_at, source, from_session, edited_at, for_service)"  # noqa: S608
        f" VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING {COLUMNS}",
        draft.session_id,
        clean_text(draft.text),
        now,
        draft.source.value,
        draft.from_session,
        edited_at,
        draft.for_service,
    )
    count_insights(connection, draft.session_id)
    return insight_of(rows[0])


def edit(
    connection: Connection,
    insight_id: InsightId,
    text: str,
    now: float,
    *,
    for_service: ServiceId | None = None,
) -> Insight | None:
    """Other words under a new id, where it still waits; the old row is kept as removed."""
    old = set_removed(connection, insight_id, now)
    if old is None:
        return None
    connection.exec_driver_sql("UPDATE insight SET replaced = 1 WHERE insight_id = ?", (insight_id,))
    draft = InsightDraft(
        session_id=old.session_id,
        text=text,
        source=old.source,
        from_session=old.from_session,
        for_service=for_service or old.for_service,
    )
    return add(connection, draft, old.created_at, edited_at=now)


def set_removed(connection: Connection, insight_id: InsightId, removed_at: float | None) -> Insight | None:
    """Take away one that waits, or bring back one that was taken away (None)."""
    state = "removed_at IS NULL" if removed_at is not None else "removed_at IS NOT NULL AND replaced = 0"
    rows = fetch_written(
        connection,
        f"UPDATE insight SET removed_at = ? WHERE insight_id = ? AND consumed_round IS NULL AND {state}"  # noqa: S608
        f" RETURNING {COLUMNS}",
        removed_at,
        insight_id,
    )
    if not rows:
        return None
    insight = insight_of(rows[0])
    count_insights(connection, insight.session_id)
    return insight
