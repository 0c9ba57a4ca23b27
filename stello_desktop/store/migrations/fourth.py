"""How a conversation is sent: choices, summaries of earlier parts, how models count."""

from __future__ import annotations

import sqlite3
from typing import Final

_STATEMENTS: Final = (
    """CREATE TABLE context_choice (
        session_id TEXT NOT NULL PRIMARY KEY REFERENCES session (session_id) ON DELETE CASCADE,
        body TEXT NOT NULL
    )""",
    """CREATE TABLE earlier_part (
        part_id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        session_id TEXT NOT NULL REFERENCES session (session_id) ON DELETE CASCADE,
        covered INTEGER NOT NULL,
        last_record INTEGER NOT NULL,
        mark TEXT NOT NULL,
        text TEXT NOT NULL,
        author TEXT NOT NULL,
        service TEXT NOT NULL,
        model TEXT NOT NULL,
        made_at REAL NOT NULL,
        code TEXT NOT NULL,
        detail TEXT NOT NULL
    )""",
    "CREATE UNIQUE INDEX earlier_part_mark ON earlier_part (session_id, mark)",
    """CREATE TABLE token_ratio (
        session_id TEXT NOT NULL REFERENCES session (session_id) ON DELETE CASCADE,
        service TEXT NOT NULL,
        model TEXT NOT NULL,
        ratio REAL NOT NULL,
        PRIMARY KEY (session_id, service, model)
    )""",
)


def add_context(connection: sqlite3.Connection) -> None:
    """Three small tables that go with their conversation."""
    for statement in _STATEMENTS:
        connection.execute(statement)
