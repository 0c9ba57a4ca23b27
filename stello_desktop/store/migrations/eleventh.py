"""Summaries and overviews that were asked for and are not made (D-3): a row for each, since each changes by itself."""

from __future__ import annotations

import json
import sqlite3
from typing import Final

_BEFORE: Final = "memory.unmade"
"""The setting that held all of them as one list."""

_TABLE: Final = """CREATE TABLE unmade (
    unmade_id INTEGER NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    scope TEXT NOT NULL,
    value TEXT NOT NULL,
    UNIQUE (kind, scope)
)"""
# The scope is empty for everything.


def add_unmade(connection: sqlite3.Connection) -> None:
    """One small table, in the order of asking; what a setting held until now moves there."""
    connection.execute(_TABLE)
    for (text,) in connection.execute("SELECT value FROM setting WHERE name = ?", (_BEFORE,)).fetchall():
        connection.executemany(
            "INSERT OR IGNORE INTO unmade (kind, scope, value) VALUES (?, ?, ?)", _rows_of(text)
        )
    connection.execute("DELETE FROM setting WHERE name = ?", (_BEFORE,))


def _rows_of(text: str) -> list[tuple[str, str, str]]:
    """What cannot be read is left out: it was to be asked for again, and can be."""
    try:
        values = json.loads(text)
    except ValueError:
        return []
    items = [item for item in values if isinstance(item, dict)] if isinstance(values, list) else []
    return [
        (str(item.get("kind")), str(item.get("scope") or ""), json.dumps(item, ensure_ascii=False))
        for item in items
    ]
