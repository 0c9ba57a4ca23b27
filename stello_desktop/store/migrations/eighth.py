"""What requests beside the answers have used: summaries, digests, reflections, proposed results."""

from __future__ import annotations

import sqlite3
from typing import Final

_STATEMENTS: Final = (
    # In the order of the sums, like ``spent``; written by the program, since no record holds these tokens.
    """CREATE TABLE spent_beside (
        service TEXT NOT NULL,
        model TEXT NOT NULL,
        purpose TEXT NOT NULL,
        seq INTEGER NOT NULL REFERENCES session (seq) ON DELETE CASCADE,
        answers INTEGER NOT NULL,
        estimated INTEGER NOT NULL,
        unknown INTEGER NOT NULL,
        prompt_tokens INTEGER NOT NULL,
        completion_tokens INTEGER NOT NULL,
        PRIMARY KEY (service, model, purpose, seq)
    ) WITHOUT ROWID""",
    "CREATE INDEX spent_beside_session ON spent_beside (seq)",
)


def add_spent_beside(connection: sqlite3.Connection) -> None:
    """One small table that goes with its conversation."""
    for statement in _STATEMENTS:
        connection.execute(statement)
