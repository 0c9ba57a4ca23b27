"""For which call of the assistant a branch was opened: nothing is opened a second time after a crash (fault 1, X-2)."""

from __future__ import annotations

import sqlite3
from typing import Final

_STATEMENTS: Final = (
    # The record is no foreign key: it lies in the source, which may be destroyed before the branch.
    """CREATE TABLE branch_call (
        seq INTEGER NOT NULL PRIMARY KEY REFERENCES session (seq) ON DELETE CASCADE,
        record_id INTEGER NOT NULL,
        call_id TEXT NOT NULL
    )""",
    "CREATE INDEX branch_call_record ON branch_call (record_id)",
)


def add_branch_calls(connection: sqlite3.Connection) -> None:
    """One small table that goes with its branch; of branches from before nobody knows it."""
    for statement in _STATEMENTS:
        connection.execute(statement)
