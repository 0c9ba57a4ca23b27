"""Where notes came from that are results of other conversations."""

from __future__ import annotations

import sqlite3
from typing import Final

_STATEMENTS: Final = (
    # The source is no foreign key: what is said about it stays when it is destroyed.
    """CREATE TABLE result_note (
        record_id INTEGER NOT NULL PRIMARY KEY REFERENCES record (record_id) ON DELETE CASCADE,
        from_session TEXT NOT NULL,
        label TEXT NOT NULL,
        brought_at REAL NOT NULL
    )""",
    "CREATE INDEX result_note_source ON result_note (from_session)",
)


def add_result_notes(connection: sqlite3.Connection) -> None:
    """One small table that goes with its note."""
    for statement in _STATEMENTS:
        connection.execute(statement)
