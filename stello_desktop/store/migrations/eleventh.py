"""Summaries and overviews that were asked for and are not made (D-3): a row for each, since each changes by itself."""

from __future__ import annotations

import sqlite3
from typing import Final

_TABLE: Final = """CREATE TABLE unmade (
    unmade_id INTEGER NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    scope TEXT NOT NULL,
    value TEXT NOT NULL,
    UNIQUE (kind, scope)
)"""
# The scope is empty for everything.


def add_unmade(connection: sqlite3.Connection) -> None:
    """One small table, in the order of asking."""
    connection.execute(_TABLE)
