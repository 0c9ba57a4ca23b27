"""The first store: conversations, records with round and version, history, trash."""

from __future__ import annotations

import sqlite3
import uuid
from typing import Final

_STATEMENTS: Final = (
    """CREATE TABLE fact (
        name TEXT NOT NULL PRIMARY KEY,
        value TEXT NOT NULL
    )""",
    """CREATE TABLE trash (
        trash_id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        label TEXT NOT NULL,
        parent_label TEXT NOT NULL,
        deleted_at REAL NOT NULL
    )""",
    # source_id is no foreign key: a source never changes, not even when its conversation is destroyed (F-8).
    """CREATE TABLE session (
        seq INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        session_id TEXT NOT NULL UNIQUE,
        parent_id TEXT REFERENCES session (session_id) DEFERRABLE INITIALLY DEFERRED,
        source_id TEXT,
        ord INTEGER NOT NULL,
        label TEXT NOT NULL,
        status TEXT NOT NULL,
        turn_count INTEGER NOT NULL,
        message_count INTEGER NOT NULL,
        created_at REAL NOT NULL,
        updated_at REAL NOT NULL,
        last_active_at REAL NOT NULL,
        dx REAL,
        dy REAL,
        folded INTEGER NOT NULL,
        layout TEXT NOT NULL,
        strategy TEXT NOT NULL,
        flags INTEGER NOT NULL,
        waiting_insights INTEGER NOT NULL,
        trash_id INTEGER REFERENCES trash (trash_id),
        last_split_round INTEGER,
        config TEXT NOT NULL,
        bindings TEXT NOT NULL
    )""",
    "CREATE INDEX session_parent ON session (parent_id)",
    "CREATE INDEX session_ord ON session (ord)",
    "CREATE INDEX session_trash ON session (trash_id) WHERE trash_id IS NOT NULL",
    """CREATE TABLE round (
        session_id TEXT NOT NULL REFERENCES session (session_id) ON DELETE CASCADE,
        round_no INTEGER NOT NULL,
        chosen_version INTEGER NOT NULL,
        completed INTEGER NOT NULL,
        PRIMARY KEY (session_id, round_no)
    )""",
    """CREATE TABLE record (
        record_id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        session_id TEXT NOT NULL REFERENCES session (session_id) ON DELETE CASCADE,
        round_no INTEGER NOT NULL,
        version INTEGER NOT NULL,
        role TEXT NOT NULL,
        kind TEXT NOT NULL,
        state TEXT NOT NULL,
        content TEXT NOT NULL,
        reasoning TEXT NOT NULL,
        tool_calls TEXT NOT NULL,
        tool_call_id TEXT NOT NULL,
        tool_name TEXT NOT NULL,
        model TEXT NOT NULL,
        usage TEXT NOT NULL,
        error_code TEXT NOT NULL,
        error_detail TEXT NOT NULL,
        created_at REAL NOT NULL
    )""",
    "CREATE INDEX record_session ON record (session_id, round_no, record_id)",
    "CREATE INDEX record_pending ON record (session_id) WHERE state = 'pending'",
    """CREATE TABLE insight (
        insight_id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        session_id TEXT NOT NULL REFERENCES session (session_id) ON DELETE CASCADE,
        text TEXT NOT NULL,
        created_at REAL NOT NULL,
        consumed_round INTEGER
    )""",
    "CREATE INDEX insight_session ON insight (session_id)",
    """CREATE TABLE ref (
        session_id TEXT NOT NULL REFERENCES session (session_id) ON DELETE CASCADE,
        target_id TEXT NOT NULL REFERENCES session (session_id) ON DELETE CASCADE,
        PRIMARY KEY (session_id, target_id)
    )""",
    "CREATE INDEX ref_target ON ref (target_id)",
    """CREATE TABLE step (
        step_id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        undone INTEGER NOT NULL,
        name TEXT NOT NULL,
        params TEXT NOT NULL,
        session_ids TEXT NOT NULL,
        change TEXT NOT NULL,
        made_at REAL NOT NULL
    )""",
    """CREATE TABLE draft (
        session_id TEXT NOT NULL PRIMARY KEY REFERENCES session (session_id) ON DELETE CASCADE,
        text TEXT NOT NULL
    )""",
    """CREATE TABLE glance (
        glance_id INTEGER NOT NULL PRIMARY KEY,
        head TEXT NOT NULL,
        ids TEXT NOT NULL,
        labels TEXT NOT NULL,
        numbers BLOB NOT NULL,
        moments BLOB NOT NULL
    )""",
    "CREATE TRIGGER session_inserted AFTER INSERT ON session BEGIN DELETE FROM glance; END",
    "CREATE TRIGGER session_updated AFTER UPDATE ON session BEGIN DELETE FROM glance; END",
    "CREATE TRIGGER session_deleted AFTER DELETE ON session BEGIN DELETE FROM glance; END",
    """CREATE TABLE setting (
        name TEXT NOT NULL PRIMARY KEY,
        value TEXT NOT NULL
    )""",
)


def create_first_store(connection: sqlite3.Connection) -> None:
    """Make every table, and give the store the name by which it is known again."""
    for statement in _STATEMENTS:
        connection.execute(statement)
    connection.execute("INSERT INTO fact (name, value) VALUES ('store_id', ?)", (uuid.uuid4().hex,))
