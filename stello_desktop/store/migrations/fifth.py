"""Digests, syntheses, and where reminders come from and go to.

``revision`` counts the changes to each conversation's settled history, so that it is known without reading a message
whether a digest knows everything. Triggers count, whatever writes a record. What a branch inherited (``round_no`` 0)
does not count: a fork of thousands of messages must cost nothing for it. An answer that is still growing does not
count either, only its end.
"""

from __future__ import annotations

import sqlite3
from typing import Final

_SETTLED: Final = "{row}.round_no > 0 AND {row}.state NOT IN ('pending', 'waiting')"

_BUMP: Final = """INSERT INTO revision (session_id, number) VALUES (NEW.session_id, 1)
    ON CONFLICT (session_id) DO UPDATE SET number = number + 1;"""
# A destroyed conversation takes its records along: then there is nothing to count any more.
_BUMP_OLD: Final = "UPDATE revision SET number = number + 1 WHERE session_id = OLD.session_id;"

_STATEMENTS: Final = (
    "ALTER TABLE insight ADD COLUMN source TEXT NOT NULL DEFAULT 'hand'",
    # No foreign key: where a reminder came from never changes, not even when that conversation is destroyed.
    "ALTER TABLE insight ADD COLUMN from_session TEXT",
    "ALTER TABLE insight ADD COLUMN delivered_at REAL",
    "ALTER TABLE insight ADD COLUMN removed_at REAL",
    "ALTER TABLE insight ADD COLUMN edited_at REAL",
    # Other words make another row; the old one counts only if a round that ran meanwhile has used it.
    "ALTER TABLE insight ADD COLUMN replaced INTEGER NOT NULL DEFAULT 0",
    """CREATE TABLE revision (
        session_id TEXT NOT NULL PRIMARY KEY REFERENCES session (session_id) ON DELETE CASCADE,
        number INTEGER NOT NULL
    ) WITHOUT ROWID""",
    "INSERT INTO revision SELECT DISTINCT session_id, 1 FROM record WHERE round_no > 0",
    f"""CREATE TRIGGER record_revision_insert AFTER INSERT ON record
        WHEN {_SETTLED.format(row="NEW")} BEGIN {_BUMP} END""",
    f"""CREATE TRIGGER record_revision_update AFTER UPDATE OF content, state ON record
        WHEN {_SETTLED.format(row="NEW")} AND (OLD.content IS NOT NEW.content OR OLD.state IS NOT NEW.state)
        BEGIN {_BUMP} END""",
    f"""CREATE TRIGGER record_revision_delete AFTER DELETE ON record
        WHEN {_SETTLED.format(row="OLD")} BEGIN {_BUMP_OLD} END""",
    f"""CREATE TRIGGER round_revision AFTER UPDATE OF chosen_version ON round
        WHEN OLD.chosen_version IS NOT NEW.chosen_version BEGIN {_BUMP} END""",
    """CREATE TABLE digest (
        session_id TEXT NOT NULL REFERENCES session (session_id) ON DELETE CASCADE,
        version INTEGER NOT NULL,
        text TEXT NOT NULL,
        author TEXT NOT NULL,
        service TEXT NOT NULL,
        model TEXT NOT NULL,
        made_at REAL NOT NULL,
        rounds INTEGER NOT NULL,
        last_record INTEGER,
        mark TEXT NOT NULL,
        revision INTEGER NOT NULL,
        PRIMARY KEY (session_id, version)
    )""",
    """CREATE TABLE synthesis (
        synthesis_id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        scope TEXT REFERENCES session (session_id) ON DELETE CASCADE,
        version INTEGER NOT NULL,
        text TEXT NOT NULL,
        author TEXT NOT NULL,
        service TEXT NOT NULL,
        model TEXT NOT NULL,
        made_at REAL NOT NULL,
        count INTEGER NOT NULL,
        mark TEXT NOT NULL
    )""",
    "CREATE INDEX synthesis_scope ON synthesis (scope, version)",
    # The scope is empty for everything.
    """CREATE TABLE pin (
        scope TEXT NOT NULL PRIMARY KEY,
        session_id TEXT NOT NULL REFERENCES session (session_id) ON DELETE CASCADE
    )""",
    """CREATE TABLE reader (
        session_id TEXT NOT NULL REFERENCES session (session_id) ON DELETE CASCADE,
        service TEXT NOT NULL,
        PRIMARY KEY (session_id, service)
    )""",
)


def add_memory(connection: sqlite3.Connection) -> None:
    """Four tables, a count of changes, and more about each reminder."""
    for statement in _STATEMENTS:
        connection.execute(statement)
