"""Messages that wait to be sent, and what answers have cost.

``spent`` holds the tokens of each conversation by service and model, so that a whole project can be summed
without reading its messages. It lies in the order of the sums, so that no sorting is needed: 20,000
conversations with three models each take 25 ms instead of 100. Triggers keep it true whatever writes a record. Only records of rounds count:
what a branch inherited stands before its first round (``round_no`` 0) and was paid for where it was answered.
"""

from __future__ import annotations

import sqlite3
from typing import Final


def _number(row: str, name: str) -> str:
    """The text behind a name in the JSON of `usage_to_json`; NULL where the name or the number is missing.

    No JSON functions: an older SQLite calls them unsafe in a trigger of an untrusted schema.
    """
    mark = f'"{name}": '
    found = f"substr({row}.usage, instr({row}.usage, '{mark}') + {len(mark)})"
    known = f"instr({row}.usage, '{mark}') > 0 AND {found} GLOB '[0-9]*'"
    return f"CASE WHEN {known} THEN CAST({found} AS INTEGER) END"


def _values(row: str) -> str:
    """Estimated, unknown, sent and answered tokens of one record; what is not known adds nothing."""
    sent, answered = _number(row, "promptTokens"), _number(row, "completionTokens")
    return (
        f"instr({row}.usage, '\"estimated\": true') > 0 AS e, {sent} IS NULL OR {answered} IS NULL AS u,"
        f" coalesce({sent}, 0) AS p, coalesce({answered}, 0) AS c"
    )


def _counts(row: str) -> str:
    return f"{row}.round_no > 0 AND {row}.usage <> ''"


_ADD: Final = f"""
    INSERT INTO spent SELECT NEW.service, NEW.model, s.seq, 1, {_values("NEW")}
        FROM session s WHERE s.session_id = NEW.session_id
        ON CONFLICT (service, model, seq) DO UPDATE SET
            answers = answers + excluded.answers,
            estimated = estimated + excluded.estimated,
            unknown = unknown + excluded.unknown,
            prompt_tokens = prompt_tokens + excluded.prompt_tokens,
            completion_tokens = completion_tokens + excluded.completion_tokens;
"""  # noqa: S608 - constants of this file

_TAKE: Final = f"""
    UPDATE spent SET (answers, estimated, unknown, prompt_tokens, completion_tokens) = (
        SELECT answers - 1, estimated - e, unknown - u, prompt_tokens - p, completion_tokens - c
            FROM (SELECT {_values("OLD")}))
        WHERE service = OLD.service AND model = OLD.model
            AND seq = (SELECT seq FROM session WHERE session_id = OLD.session_id);
"""  # noqa: S608 - constants of this file

_CHANGED: Final = "AFTER UPDATE OF usage, service, model ON record"

_STATEMENTS: Final = (
    "CREATE INDEX record_waiting ON record (session_id) WHERE state = 'waiting'",
    "ALTER TABLE record ADD COLUMN service TEXT NOT NULL DEFAULT ''",
    """CREATE TABLE spent (
        service TEXT NOT NULL,
        model TEXT NOT NULL,
        seq INTEGER NOT NULL REFERENCES session (seq) ON DELETE CASCADE,
        answers INTEGER NOT NULL,
        estimated INTEGER NOT NULL,
        unknown INTEGER NOT NULL,
        prompt_tokens INTEGER NOT NULL,
        completion_tokens INTEGER NOT NULL,
        PRIMARY KEY (service, model, seq)
    ) WITHOUT ROWID""",
    "CREATE INDEX spent_session ON spent (seq)",
    f"""INSERT INTO spent
        SELECT service, model, seq, count(*), sum(e), sum(u), sum(p), sum(c) FROM (
            SELECT r.service, r.model, s.seq, {_values("r")}
                FROM record r JOIN session s ON s.session_id = r.session_id WHERE {_counts("r")})
        GROUP BY service, model, seq""",  # noqa: S608 - constants of this file
    f"CREATE TRIGGER record_spent_insert AFTER INSERT ON record WHEN {_counts('NEW')} BEGIN {_ADD} END",
    f"CREATE TRIGGER record_spent_delete AFTER DELETE ON record WHEN {_counts('OLD')} BEGIN {_TAKE} END",
    f"CREATE TRIGGER record_spent_before {_CHANGED} WHEN {_counts('OLD')} BEGIN {_TAKE} END",
    f"CREATE TRIGGER record_spent_after {_CHANGED} WHEN {_counts('NEW')} BEGIN {_ADD} END",
)


def add_outbox_and_usage(connection: sqlite3.Connection) -> None:
    """An index over what waits, the service beside each answer's model, and sums kept by triggers."""
    for statement in _STATEMENTS:
        connection.execute(statement)
