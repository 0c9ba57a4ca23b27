"""What the end of the last run has cut off, told as it is at the next start (fault 1, R-8).

Plain SQL on the connection of the start, before anybody reads.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from typing import Final

from stello_desktop.domain.codec import tool_calls_from_json, tool_result_to_json
from stello_desktop.domain.cut_short import INTERRUPTED_RESULT
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import ToolResult, branch_result
from stello_desktop.domain.topology import EntryFlag
from stello_desktop.store.opened_by import OPENED_BY_CALL

_log = logging.getLogger(__name__)

_UNANSWERED: Final = """
    SELECT asked.session_id, asked.round_no, asked.version, asked.record_id, asked.tool_calls
    FROM record AS asked
    JOIN record AS question USING (session_id, round_no, version)
    WHERE question.state = 'pending' AND question.role = 'user' AND asked.tool_calls <> ''
      AND NOT EXISTS (
        SELECT 1 FROM record AS later
        WHERE later.session_id = asked.session_id AND later.round_no = asked.round_no
          AND later.version = asked.version AND later.record_id > asked.record_id
      )
"""
"""Answers that end in calls of tools, in rounds that nobody has ended: results come in one piece or not at all."""

_ANSWER: Final = """
    INSERT INTO record (session_id, round_no, version, role, kind, state, content, reasoning, tool_calls,
      tool_call_id, tool_name, model, usage, error_code, error_detail, created_at, service)
    VALUES (?, ?, ?, 'tool', 'message', 'done', ?, '', '', ?, ?, '', '', '', '', ?, '')
"""


def mark_interrupted(connection: sqlite3.Connection) -> tuple[SessionId, ...]:
    """Whatever is pending at a start that holds the lock, a crash has left; gives where it was."""
    found = connection.execute("SELECT DISTINCT session_id FROM record WHERE state = 'pending'").fetchall()
    if not found:
        return ()
    connection.execute("BEGIN IMMEDIATE")
    _answer_calls(connection)
    connection.execute(
        "UPDATE session SET flags = flags | ?"
        " WHERE session_id IN (SELECT session_id FROM record WHERE state = 'pending')",
        (int(EntryFlag.FAILED),),
    )
    connection.execute("UPDATE record SET state = 'interrupted' WHERE state = 'pending'")
    connection.execute("COMMIT")
    return tuple(session_id for (session_id,) in found)


def _answer_calls(connection: sqlite3.Connection) -> None:
    """The stored history is never left dangling: what nobody let come to its end says so (R-8).

    A call whose branch is there has come to its end, and only its result was lost. Calls that cannot be read are
    passed over: one damaged row keeps nobody from all the others.
    """
    now = time.time()
    for session_id, round_no, version, record_id, text in connection.execute(_UNANSWERED).fetchall():
        try:
            calls = tool_calls_from_json(text)
        except (ValueError, LookupError, TypeError):
            _log.warning("the calls of an answer cannot be read; they stay without a result")
            continue
        for call in calls:
            words = tool_result_to_json(_result_of(connection, record_id, call.call_id))
            row = (session_id, round_no, version, words, call.call_id, call.name, now)
            connection.execute(_ANSWER, row)


def _result_of(connection: sqlite3.Connection, record_id: int, call_id: str) -> ToolResult:
    opened = connection.execute(OPENED_BY_CALL, (record_id, call_id)).fetchone()
    return INTERRUPTED_RESULT if opened is None else branch_result(*opened[:2])
