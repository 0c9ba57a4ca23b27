"""Questions about the tree inside a transaction; the answers are rows, not guesses of a caller.

Recursive queries use UNION, never UNION ALL, so that a cycle in damaged data ends (fault 23).
"""

# ruff: noqa: S608 - every piece of SQL is a constant of this file or of reading.py

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection

from stello_desktop.domain.errors import InvalidLabel, SessionNotFound
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.text import clean_label
from stello_desktop.domain.topology import TreeEntry
from stello_desktop.store.connections import lenient_text
from stello_desktop.store.database import driver_connection
from stello_desktop.store.reading import ENTRY_COLUMNS


class Place(NamedTuple):
    """The structural columns of one row."""

    seq: int
    session_id: SessionId
    parent_id: SessionId | None
    ord: int
    label: str
    status: str
    dx: float | None
    dy: float | None
    layout: str
    strategy: str
    trash_id: int | None


_PLACE = f"SELECT {', '.join(Place._fields)} FROM session"


def fetch(connection: Connection, sql: str, *params: Any) -> list[Any]:
    """All rows as plain tuples, straight from the driver: what SQLAlchemy puts around a result costs more than the query."""
    return driver_connection(connection).execute(sql, params).fetchall()


def fetch_written(connection: Connection, sql: str, *params: Any) -> list[Any]:
    """What a statement that writes gives back (RETURNING)."""
    return list(connection.exec_driver_sql(sql, params).cursor.fetchall())


def fetch_text(connection: Connection, sql: str, *params: Any) -> list[Any]:
    """The same for rows full of text: strict first, because lenient decoding is a Python call per cell."""
    driver = driver_connection(connection)
    try:
        driver.text_factory = str
        return driver.execute(sql, params).fetchall()
    except sqlite3.OperationalError:
        driver.text_factory = lenient_text
        return driver.execute(sql, params).fetchall()
    finally:
        driver.text_factory = lenient_text


def place_of(connection: Connection, session_id: SessionId) -> Place:
    """A living conversation. Raises: SessionNotFound."""
    return places_of(connection, [session_id])[0]


def places_of(connection: Connection, session_ids: Sequence[SessionId]) -> list[Place]:
    """Living conversations, each once, in sibling order. Raises: SessionNotFound if one is not there."""
    rows = fetch(
        connection,
        f"{_PLACE} WHERE session_id IN (SELECT value FROM json_each(?)) AND trash_id IS NULL ORDER BY ord",
        json.dumps(session_ids),
    )
    places = [Place._make(row) for row in rows]
    known = {place.session_id for place in places}
    for session_id in session_ids:
        if session_id not in known:
            raise SessionNotFound(session_id=session_id)
    return places


def children_of(connection: Connection, session_ids: Sequence[SessionId]) -> list[Place]:
    """Living children, in sibling order."""
    rows = fetch(
        connection,
        f"{_PLACE} WHERE parent_id IN (SELECT value FROM json_each(?)) AND trash_id IS NULL ORDER BY ord",
        json.dumps(session_ids),
    )
    return [Place._make(row) for row in rows]


def places_of_seqs(connection: Connection, seqs: Sequence[int]) -> list[Place]:
    """The rows of these numbers, in sibling order."""
    rows = fetch(
        connection, f"{_PLACE} WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY ord", json.dumps(seqs)
    )
    return [Place._make(row) for row in rows]


def places_in_trash(connection: Connection, trash_id: int) -> list[Place]:
    """Everything that one deletion took, in sibling order."""
    return [
        Place._make(row) for row in fetch(connection, f"{_PLACE} WHERE trash_id = ? ORDER BY ord", trash_id)
    ]


def subtree_seqs(connection: Connection, session_ids: Sequence[SessionId]) -> list[int]:
    """Living conversations and all living ones below them."""
    rows = fetch(
        connection,
        "WITH RECURSIVE below (seq, session_id) AS ("
        " SELECT seq, session_id FROM session WHERE session_id IN (SELECT value FROM json_each(?))"
        " AND trash_id IS NULL"
        " UNION SELECT s.seq, s.session_id FROM session s JOIN below b ON s.parent_id = b.session_id"
        " WHERE s.trash_id IS NULL) SELECT seq FROM below",
        json.dumps(session_ids),
    )
    return [row[0] for row in rows]


def ancestors_of(connection: Connection, session_id: SessionId) -> list[tuple[SessionId, bool]]:
    """From the parent up, each with whether it is alive; trashed ones included."""
    rows = fetch(
        connection,
        "WITH RECURSIVE above (session_id, parent_id, trash_id, depth) AS ("
        " SELECT session_id, parent_id, trash_id, 0 FROM session WHERE session_id = ?"
        " UNION SELECT s.session_id, s.parent_id, s.trash_id, 1 FROM session s"
        " JOIN above a ON s.session_id = a.parent_id)"
        " SELECT session_id, parent_id, trash_id FROM above",
        session_id,
    )
    by_id = {row[0]: row for row in rows}
    found: list[tuple[SessionId, bool]] = []
    current = by_id[session_id][1] if session_id in by_id else None
    seen = {session_id}
    while current is not None and current in by_id and current not in seen:
        seen.add(current)
        found.append((current, by_id[current][2] is None))
        current = by_id[current][1]
    return found


def next_order(connection: Connection) -> int:
    """A place after everything there is, trashed rows included, so that nothing ever collides."""
    return int(fetch(connection, "SELECT coalesce(max(ord), -1) + 1 FROM session")[0][0])


def entries_of_ids(connection: Connection, session_ids: Sequence[SessionId]) -> list[TreeEntry]:
    """Living conversations in the order asked for; the others are left out."""
    rows = fetch(
        connection,
        f"SELECT {ENTRY_COLUMNS} FROM session"
        " WHERE session_id IN (SELECT value FROM json_each(?)) AND trash_id IS NULL",
        json.dumps(session_ids),
    )
    by_id = {row[0]: TreeEntry._make(row) for row in rows}
    return [by_id[session_id] for session_id in dict.fromkeys(session_ids) if session_id in by_id]


def split_by_life(
    connection: Connection, seqs: Iterable[int]
) -> tuple[tuple[TreeEntry, ...], tuple[SessionId, ...]]:
    """The living as entries in sibling order, and the ids of those that are not."""
    rows = fetch(
        connection,
        f"SELECT {ENTRY_COLUMNS}, trash_id FROM session"
        " WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY ord",
        json.dumps(list(seqs)),
    )
    living = tuple(TreeEntry._make(row[:-1]) for row in rows if row[-1] is None)
    return living, tuple(row[0] for row in rows if row[-1] is not None)


def label_of(text: str) -> str:
    """A label as it is stored. Raises: InvalidLabel."""
    label = clean_label(text)
    if not label:
        raise InvalidLabel
    return label


def label_at(connection: Connection, session_id: SessionId | None) -> str:
    """The label of a conversation, alive or not; empty for none."""
    rows = fetch(connection, "SELECT label FROM session WHERE session_id = ?", session_id)
    return str(rows[0][0]) if rows else ""


def refs_of_seqs(connection: Connection, seqs: Sequence[int]) -> dict[SessionId, tuple[SessionId, ...]]:
    """Everything that these conversations refer to, in the order of adding; an empty one where it is nothing."""
    rows = fetch(
        connection,
        "SELECT s.session_id, r.target_id FROM session s LEFT JOIN ref r ON r.session_id = s.session_id"
        " WHERE s.seq IN (SELECT value FROM json_each(?)) ORDER BY s.seq, r.rowid",
        json.dumps(seqs),
    )
    found: dict[SessionId, tuple[SessionId, ...]] = {}
    for session_id, target_id in rows:
        found[session_id] = (*found.get(session_id, ()), *(() if target_id is None else (target_id,)))
    return found
