"""Records as rows: the chosen history, adding, counting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select

from stello_desktop.domain.codec import (
    tool_calls_from_json,
    tool_calls_to_json,
    usage_from_json,
    usage_to_json,
)
from stello_desktop.domain.errors import SessionNotFound
from stello_desktop.domain.ids import RecordId, ServiceId, SessionId
from stello_desktop.domain.messages import Record, RecordDraft, RecordKind, RecordState, Role, ToolCall
from stello_desktop.domain.text import clean_text
from stello_desktop.store.rows import RECORD
from stello_desktop.store.tree import fetch, fetch_text

_COLUMNS = (
    RECORD.c.record_id,
    RECORD.c.session_id,
    RECORD.c.round_no,
    RECORD.c.version,
    RECORD.c.role,
    RECORD.c.kind,
    RECORD.c.state,
    RECORD.c.content,
    RECORD.c.reasoning,
    RECORD.c.tool_calls,
    RECORD.c.tool_call_id,
    RECORD.c.tool_name,
    RECORD.c.model,
    RECORD.c.usage,
    RECORD.c.error_code,
    RECORD.c.error_detail,
    RECORD.c.created_at,
    RECORD.c.service,
)
_NAMES = ", ".join(f"r.{column.name}" for column in _COLUMNS)
CHOSEN = "coalesce((SELECT o.chosen_version FROM round o WHERE o.session_id = r.session_id AND o.round_no = r.round_no), 1)"
"""The version of a record's round that counts; what was there before the first round has one."""

_ROLES = {role.value: role for role in Role}
_KINDS = {kind.value: kind for kind in RecordKind}
_STATES = {state.value: state for state in RecordState}

COUNTED_ROLES = frozenset({Role.USER, Role.ASSISTANT})


def chosen_history(connection: Connection, session_id: SessionId, from_round: int = -1) -> tuple[Record, ...]:
    """A conversation as the model and the person see it (R-14), ordered by id, never by clock.

    Args:
        from_round: leave the rounds before it out.
    """
    chosen = dict(
        fetch(
            connection,
            "SELECT round_no, chosen_version FROM round WHERE session_id = ? AND round_no >= ?",
            session_id,
            from_round,
        )
    )
    rows = fetch_text(
        connection,
        f"SELECT {_NAMES} FROM record r WHERE r.session_id = ? AND r.round_no >= ?"  # noqa: S608
        " ORDER BY r.round_no, r.record_id",
        session_id,
        from_round,
    )
    return tuple(record_of(row) for row in rows if row[3] == chosen.get(row[2], 1))


def round_records(
    connection: Connection, session_id: SessionId, round_no: int, version: int
) -> tuple[Record, ...]:
    """One version of a round, in order (R-14)."""
    rows = fetch_text(
        connection,
        f"SELECT {_NAMES} FROM record r WHERE r.session_id = ? AND r.round_no = ? AND r.version = ?"  # noqa: S608
        " ORDER BY r.record_id",
        session_id,
        round_no,
        version,
    )
    return tuple(record_of(row) for row in rows)


def record_by_id(connection: Connection, record_id: RecordId) -> Record:
    """One record. Raises: SessionNotFound."""
    row = connection.execute(select(*_COLUMNS).where(RECORD.c.record_id == record_id)).first()
    if row is None:
        raise SessionNotFound(record_id=record_id)
    return record_of(row)


def record_of(row: Any) -> Record:
    """A row, in the order of the columns, as a domain value."""
    return Record(
        record_id=RecordId(row[0]),
        session_id=SessionId(row[1]),
        round_no=row[2],
        version=row[3],
        role=_ROLES[row[4]],
        kind=_KINDS[row[5]],
        state=_STATES[row[6]],
        content=row[7],
        reasoning=row[8],
        tool_calls=tool_calls_from_json(row[9]),
        tool_call_id=row[10],
        tool_name=row[11],
        model=row[12],
        usage=usage_from_json(row[13]),
        error_code=row[14],
        error_detail=row[15],
        created_at=row[16],
        service=ServiceId(row[17]),
    )


def add_records(
    connection: Connection,
    session_id: SessionId,
    round_no: int,
    version: int,
    drafts: Sequence[RecordDraft],
    now: float,
) -> tuple[Record, ...]:
    """Insert at the end of a round; the counts of the conversation are the caller's."""
    rows = insert_records(connection, session_id, round_no, version, drafts, now)
    return tuple(record_of(row) for row in rows)


def insert_records(
    connection: Connection,
    session_id: SessionId,
    round_no: int,
    version: int,
    drafts: Sequence[RecordDraft],
    now: float,
) -> list[tuple[Any, ...]]:
    """The same for those who do not need the records; gives the rows."""
    if not drafts:
        return []
    first = (
        int(
            fetch(connection, "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'record'")[0][0]
        )
        + 1
    )
    rows = [
        _row(draft, first + offset, session_id, round_no, version, now) for offset, draft in enumerate(drafts)
    ]
    connection.exec_driver_sql(_INSERT, rows)
    return rows


_INSERT = (
    f"INSERT INTO record ({', '.join(column.name for column in _COLUMNS)})"  # noqa: S608 - our own names
    f" VALUES ({', '.join('?' * len(_COLUMNS))})"
)


def _row(
    draft: RecordDraft, record_id: int, session_id: SessionId, round_no: int, version: int, now: float
) -> tuple[Any, ...]:
    """In the order of the columns."""
    return (
        record_id,
        session_id,
        round_no,
        version,
        draft.role.value,
        draft.kind.value,
        draft.state.value,
        clean_text(draft.content),
        clean_text(draft.reasoning),
        calls_text(draft.tool_calls),
        clean_text(draft.tool_call_id),
        clean_text(draft.tool_name),
        clean_text(draft.model),
        usage_to_json(draft.usage),
        draft.error_code,
        clean_text(draft.error_detail),
        now,
        clean_text(draft.service),
    )


def calls_text(calls: Sequence[ToolCall]) -> str:
    """Tool calls as the store keeps them."""
    return clean_text(tool_calls_to_json(calls))


def counted(drafts: Sequence[RecordDraft]) -> int:
    """How many of them the person sees as messages."""
    return sum(draft.role in COUNTED_ROLES for draft in drafts)


def count_version(connection: Connection, session_id: SessionId, round_no: int, version: int) -> int:
    """How many messages one version of a round has."""
    rows = fetch(
        connection,
        "SELECT count(*) FROM record WHERE session_id = ? AND round_no = ? AND version = ?"
        " AND role IN ('user', 'assistant')",
        session_id,
        round_no,
        version,
    )
    return int(rows[0][0])
