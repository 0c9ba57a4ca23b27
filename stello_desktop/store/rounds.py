"""Rounds inside a transaction: numbers, versions, and the counts that hang on them (R-1, R-14)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection

from stello_desktop.domain.errors import BrokenRule
from stello_desktop.domain.ids import InsightId, RecordId, SessionId
from stello_desktop.domain.messages import Record, RecordDraft, RecordKind, RecordState, Role
from stello_desktop.domain.ports import StartedRound
from stello_desktop.domain.topology import EntryFlag
from stello_desktop.store.records import CHOSEN, add_records, count_version, counted, record_by_id
from stello_desktop.store.tree import fetch, fetch_written

_TELLS = frozenset({RecordState.DONE, RecordState.FAILED})
"""How an answer ends that the person may not have seen; what they stopped themselves, they know."""

_BROKE_OFF = frozenset({RecordState.FAILED, RecordState.INTERRUPTED})
"""How an answer ends that waits for somebody to look after it, also after the next start."""

_NONE = EntryFlag(0)


def start(
    connection: Connection, session_id: SessionId, text: str, replaces: int | None, now: float
) -> StartedRound:
    """A new round, or a new version of one, with its pending question."""
    if replaces is None:
        round_no, version, hidden = _open_round(connection, session_id), 1, 0
    else:
        round_no = replaces
        _forget_failure(connection, session_id, replaces)
        version, hidden = _open_version(connection, session_id, replaces)
    question = RecordDraft(role=Role.USER, content=text, state=RecordState.PENDING)
    (record,) = add_records(connection, session_id, round_no, version, [question], now)
    _count_messages(connection, session_id, 1 - hidden, now)
    _set_flags(connection, session_id, clear=EntryFlag.FAILED)
    return StartedRound(session_id, round_no, version, record)


def start_waiting(
    connection: Connection, session_id: SessionId, record_id: RecordId, now: float
) -> StartedRound:
    """A message that waits becomes the pending question of its round, if it still waits: once, whoever asks.

    Raises: BrokenRule where it does not; then nothing may be sent.
    """
    rows = fetch_written(
        connection,
        "UPDATE record AS r SET state = 'pending' WHERE record_id = ? AND session_id = ? AND state = 'waiting'"  # noqa: S608 - constant
        f" AND version = {CHOSEN} RETURNING round_no, version",
        record_id,
        session_id,
    )
    if not rows:
        raise BrokenRule("this message does not wait any more")
    _count_messages(connection, session_id, 0, now)
    _set_flags(connection, session_id, clear=EntryFlag.FAILED)
    round_no, version = rows[0]
    return StartedRound(session_id, round_no, version, record_by_id(connection, record_id))


def add_waiting(connection: Connection, session_id: SessionId, text: str, now: float) -> StartedRound:
    """A question behind those that wait already."""
    question = RecordDraft(role=Role.USER, content=text, state=RecordState.WAITING)
    round_no = _open_round(connection, session_id)
    (record,) = add_records(connection, session_id, round_no, 1, [question], now)
    _count_messages(connection, session_id, 1, now)
    return StartedRound(session_id, round_no, 1, record)


def remove_waiting(connection: Connection, record_id: RecordId, now: float) -> bool:
    """Take away a message that was never sent; an earlier version of its round counts again (R-14)."""
    rows = fetch_written(
        connection,
        "DELETE FROM record WHERE record_id = ? AND state = 'waiting' RETURNING session_id, round_no",
        record_id,
    )
    if not rows:
        return False
    session_id, round_no = rows[0]
    newest = fetch(
        connection,
        "SELECT max(version) FROM record WHERE session_id = ? AND round_no = ?",
        session_id,
        round_no,
    )[0][0]
    shown = 0
    if newest is None:
        sql, values = "DELETE FROM round WHERE session_id = ? AND round_no = ?", (session_id, round_no)
        connection.exec_driver_sql(sql, values)
    else:
        shown = count_version(connection, session_id, round_no, newest)
        connection.exec_driver_sql(
            "UPDATE round SET chosen_version = ? WHERE session_id = ? AND round_no = ?",
            (newest, session_id, round_no),
        )
    _count_messages(connection, session_id, shown - 1, now)
    return True


def _open_round(connection: Connection, session_id: SessionId) -> int:
    rows = fetch_written(
        connection,
        "INSERT INTO round (session_id, round_no, chosen_version, completed)"
        " SELECT ?, coalesce(max(round_no), 0) + 1, 1, 0 FROM round WHERE session_id = ? RETURNING round_no",
        session_id,
        session_id,
    )
    return int(rows[0][0])


def _forget_failure(connection: Connection, session_id: SessionId, round_no: int) -> None:
    """A failed answer that is asked for again is nothing to look at any more: the next one is (R-9)."""
    connection.exec_driver_sql(
        "UPDATE session SET unread = unread - 1 WHERE session_id = ? AND unread > 0"  # noqa: S608 - constant
        " AND EXISTS (SELECT 1 FROM record r WHERE r.session_id = session.session_id AND r.round_no = ?"
        f" AND r.state = 'failed' AND r.role = 'user' AND r.kind = 'message' AND r.version = {CHOSEN})",
        (session_id, round_no),
    )


def _open_version(connection: Connection, session_id: SessionId, round_no: int) -> tuple[int, int]:
    """The new version and how many messages of the one chosen so far are no longer seen."""
    chosen = fetch(
        connection,
        "SELECT chosen_version FROM round WHERE session_id = ? AND round_no = ?",
        session_id,
        round_no,
    )
    if not chosen:
        raise BrokenRule(f"no round {round_no} to replace")
    hidden = count_version(connection, session_id, round_no, chosen[0][0])
    newest = fetch(
        connection,
        "SELECT max(version) FROM record WHERE session_id = ? AND round_no = ?",
        session_id,
        round_no,
    )
    version = int(newest[0][0] or 0) + 1
    connection.exec_driver_sql(
        "UPDATE round SET chosen_version = ? WHERE session_id = ? AND round_no = ?",
        (version, session_id, round_no),
    )
    return version, hidden


def add(
    connection: Connection, round_: StartedRound, drafts: Sequence[RecordDraft], now: float
) -> tuple[Record, ...]:
    """Records of a round that runs."""
    added = add_records(connection, round_.session_id, round_.round_no, round_.version, drafts, now)
    chosen = fetch(
        connection,
        "SELECT chosen_version FROM round WHERE session_id = ? AND round_no = ?",
        round_.session_id,
        round_.round_no,
    )
    if not chosen or chosen[0][0] == round_.version:
        _count_messages(connection, round_.session_id, counted(drafts), now)
    return added


def add_notes(
    connection: Connection, session_id: SessionId, drafts: Sequence[RecordDraft], now: float
) -> tuple[Record, ...]:
    """Notes, each in a round of its own (R-15)."""
    added: list[Record] = []
    for draft in drafts:
        note = replace(draft, kind=RecordKind.NOTE)
        added += add_records(connection, session_id, _open_round(connection, session_id), 1, [note], now)
    _count_messages(connection, session_id, counted(drafts), now)
    return tuple(added)


def end(
    connection: Connection,
    round_: StartedRound,
    state: RecordState,
    consumed: Sequence[InsightId],
    now: float,
) -> None:
    """Settle the question and everything that counts rounds."""
    session_id = round_.session_id
    connection.exec_driver_sql(
        "UPDATE record SET state = ? WHERE session_id = ? AND round_no = ? AND version = ?"
        " AND role = 'user' AND kind = 'message'",
        (state.value, session_id, round_.round_no, round_.version),
    )
    if state is RecordState.DONE:
        _complete(connection, round_)
        _consume(connection, round_, consumed, now)
    failed = EntryFlag.FAILED if state in _BROKE_OFF else _NONE
    _set_flags(connection, session_id, add=failed, clear=EntryFlag.FAILED & ~failed)
    if state in _TELLS:
        connection.exec_driver_sql(
            "UPDATE session SET unread = unread + 1 WHERE session_id = ?", (session_id,)
        )
    _count_messages(connection, session_id, 0, now)


def _complete(connection: Connection, round_: StartedRound) -> None:
    """A round that succeeds again counts once (T-7)."""
    key = (round_.session_id, round_.round_no)
    result = connection.exec_driver_sql(
        "UPDATE round SET completed = 1 WHERE session_id = ? AND round_no = ? AND completed = 0", key
    )
    if result.rowcount:
        connection.exec_driver_sql(
            "UPDATE session SET turn_count = turn_count + 1 WHERE session_id = ?", (round_.session_id,)
        )


def _consume(connection: Connection, round_: StartedRound, consumed: Sequence[InsightId], now: float) -> None:
    if not consumed:
        return
    connection.exec_driver_sql(
        "UPDATE insight SET consumed_round = ?, delivered_at = ? WHERE session_id = ? AND consumed_round IS NULL"
        " AND insight_id IN (SELECT value FROM json_each(?))",
        (round_.round_no, now, round_.session_id, json.dumps(consumed)),
    )
    count_insights(connection, round_.session_id)


def count_insights(connection: Connection, session_id: SessionId) -> None:
    """Keep the number on the map true."""
    connection.exec_driver_sql(
        "UPDATE session SET waiting_insights ="
        " (SELECT count(*) FROM insight i WHERE i.session_id = session.session_id AND i.consumed_round IS NULL"
        " AND i.removed_at IS NULL)"
        " WHERE session_id = ?",
        (session_id,),
    )


def _count_messages(connection: Connection, session_id: SessionId, more: int, now: float) -> None:
    connection.exec_driver_sql(
        "UPDATE session SET message_count = message_count + ?, updated_at = ?, last_active_at = ?"
        " WHERE session_id = ?",
        (more, now, now, session_id),
    )


def _set_flags(
    connection: Connection,
    session_id: SessionId,
    *,
    add: EntryFlag = _NONE,
    clear: EntryFlag = _NONE,
) -> None:
    connection.exec_driver_sql(
        "UPDATE session SET flags = (flags & ~?) | ? WHERE session_id = ?", (int(clear), int(add), session_id)
    )
