"""How many answers nobody has seen, instead of whether there is one; and a quick way to rounds with versions."""

from __future__ import annotations

import sqlite3
from typing import Final

_STATEMENTS: Final = (
    "ALTER TABLE session ADD COLUMN unread INTEGER NOT NULL DEFAULT 0",
    "UPDATE session SET unread = 1, flags = flags & ~4 WHERE flags & 4",
    "CREATE INDEX record_versions ON record (session_id, round_no, version) WHERE version > 1",
)


def add_unread_and_versions(connection: sqlite3.Connection) -> None:
    """A count where a flag was, and an index that only rounds with several versions are in (R-14)."""
    for statement in _STATEMENTS:
        connection.execute(statement)
