"""Deleted profiles and skills (P-3): in a table of their own, so that nothing else can see them by mistake."""

from __future__ import annotations

import sqlite3
from typing import Final

_TABLE: Final = """CREATE TABLE library_trash (
    kind TEXT NOT NULL,
    thing_id TEXT NOT NULL,
    ord INTEGER NOT NULL,
    name TEXT NOT NULL,
    begins TEXT NOT NULL,
    deleted_at REAL NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (kind, thing_id)
)"""
# The body comes last: a list of what is there reads no long texts.


def add_library_trash(connection: sqlite3.Connection) -> None:
    """One table; what was deleted before is gone, as it was."""
    connection.execute(_TABLE)
