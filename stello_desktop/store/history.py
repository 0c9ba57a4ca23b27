"""The history: what was done, with images by which it is taken back, also after a restart (P-4).

Undone steps are always the newest ones, because a new step forgets them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import Connection

from stello_desktop.domain.commands import CREATING, Step
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.ports import HistoryState
from stello_desktop.store.database import driver_connection
from stello_desktop.store.images import Change, TrashLabel, write_change
from stello_desktop.store.reading import read_history, step_of
from stello_desktop.store.tree import fetch, label_at


class StoredStep(NamedTuple):
    """One row of the history."""

    step_id: int
    step: Step
    change: Change


def history_state(connection: Connection) -> HistoryState:
    """What undo and redo would do now."""
    return read_history(driver_connection(connection))


def record_step(connection: Connection, step: Step, change: Change, now: float) -> Step:
    """Add a step that was just done; what had been undone can no longer be redone. Gives it with its time."""
    connection.exec_driver_sql("DELETE FROM step WHERE undone = 1")
    connection.exec_driver_sql(
        "INSERT INTO step (undone, name, params, session_ids, change, made_at) VALUES (0, ?, ?, ?, ?, ?)",
        (step.name, _json(step.params), _json(step.session_ids), change.to_json(), now),
    )
    return replace(step, made_at=now)


def newest_done(connection: Connection) -> StoredStep | None:
    """The step that undo would take back."""
    return _one(connection, "undone = 0 ORDER BY step_id DESC")


def oldest_undone(connection: Connection) -> StoredStep | None:
    """The step that redo would do again."""
    return _one(connection, "undone = 1 ORDER BY step_id")


def take_back(connection: Connection, stored: StoredStep, now: float) -> Change:
    """Undo one step; gives the change that was written."""
    return _replay(connection, stored, stored.change.reversed(), now, undone=1)


def do_again(connection: Connection, stored: StoredStep, now: float) -> Change:
    """Redo one step; gives the change that was written."""
    return _replay(connection, stored, stored.change, now, undone=0)


def let_stand(connection: Connection, step: Step) -> bool:
    """Leave the newest step done for good, so that undo goes on with the one before; says whether that is so now.

    Not where another one is the newest by now, or none is before it.
    """
    newest = fetch(connection, "SELECT step_id FROM step WHERE undone = 0 ORDER BY step_id DESC LIMIT 2")
    stored = newest_done(connection)
    if stored is None or stored.step != step or len(newest) < 2:  # noqa: PLR2004 - it and the one before
        return False
    connection.exec_driver_sql("DELETE FROM step WHERE step_id = ?", (stored.step_id,))
    return True


def join_creation(connection: Connection, session_id: SessionId, label: str) -> Step | None:
    """Fold a first name into the creating step (I6); None where that is not the newest step.

    The label needs no image: undoing a creation keeps the row as it is, in the trash.
    """
    stored = newest_done(connection)
    if stored is None or stored.step.name not in CREATING or stored.step.session_ids != (session_id,):
        return None
    step = replace(stored.step, params={**stored.step.params, "label": label})
    connection.exec_driver_sql("DELETE FROM step WHERE undone = 1")
    connection.exec_driver_sql(
        "UPDATE step SET params = ? WHERE step_id = ?", (_json(step.params), stored.step_id)
    )
    return step


def forget_destroyed(
    connection: Connection,
    seqs: Collection[int],
    session_ids: Collection[str],
    records: Collection[int] = (),
) -> None:
    """Take destroyed rows out of the history, and cut it where a survivor would need one of them.

    ``records`` are destroyed notes of survivors (R-15).

    Rows of a step that were destroyed are left out of it. Where a row that lives on was, or would be,
    under a destroyed one, that state cannot come back: this step goes, and with it everything that
    lies beyond it in that direction.
    """
    for undone, direction in ((0, "DESC"), (1, "ASC")):
        rows = fetch(
            connection,
            "SELECT step_id, name, params, session_ids, change, made_at FROM step"  # noqa: S608 - constant
            f" WHERE undone = ? ORDER BY step_id {direction}",
            undone,
        )
        _trim([_stored(row) for row in rows], connection, set(seqs), set(session_ids), set(records))


def _trim(
    steps: Sequence[StoredStep],
    connection: Connection,
    seqs: set[int],
    session_ids: set[str],
    records: set[int],
) -> None:
    cut = False
    gone: list[int] = []
    for stored in steps:
        rest = stored.change.without(seqs, records)
        cut = cut or not session_ids.isdisjoint(rest.parents())
        if cut or rest.is_empty:
            gone.append(stored.step_id)
        elif not seqs.isdisjoint(stored.change.seqs) or len(rest.notes) < len(stored.change.notes):
            shown = [session_id for session_id in stored.step.session_ids if session_id not in session_ids]
            connection.exec_driver_sql(
                "UPDATE step SET change = ?, session_ids = ? WHERE step_id = ?",
                (rest.to_json(), _json(shown), stored.step_id),
            )
    connection.exec_driver_sql(
        "DELETE FROM step WHERE step_id IN (SELECT value FROM json_each(?))", (json.dumps(gone),)
    )


def _replay(connection: Connection, stored: StoredStep, change: Change, now: float, *, undone: int) -> Change:
    label = str(stored.step.params.get("label", ""))
    shown = stored.step.session_ids
    parent = ""
    if change.trashed and shown:
        rows = fetch(connection, "SELECT parent_id FROM session WHERE session_id = ?", shown[0])
        parent = label_at(connection, rows[0][0]) if rows else ""
    write_change(connection, change, TrashLabel(label, parent), now)
    connection.exec_driver_sql("UPDATE step SET undone = ? WHERE step_id = ?", (undone, stored.step_id))
    return change


def _one(connection: Connection, condition: str) -> StoredStep | None:
    rows = fetch(
        connection,
        f"SELECT step_id, name, params, session_ids, change, made_at FROM step WHERE {condition} LIMIT 1",  # noqa: S608
    )
    return _stored(rows[0]) if rows else None


def _stored(row: Sequence[Any]) -> StoredStep:
    return StoredStep(row[0], step_of(row[1], row[2], row[3], row[5]), Change.from_json(row[4]))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
