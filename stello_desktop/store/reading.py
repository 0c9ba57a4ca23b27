"""What the first paint reads, in plain SQL: the whole tree, the history's two ends, the settings."""

from __future__ import annotations

import gc
import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from stello_desktop.domain.commands import Step, StepName
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.ports import HistoryState
from stello_desktop.domain.topology import Topology, TreeEntry
from stello_desktop.store.glance import read_glance

ENTRY_COLUMNS: Final = (
    "session_id, parent_id, source_id, ord, label, status, turn_count, message_count, created_at, updated_at,"
    " last_active_at, dx, dy, folded, layout, strategy, flags, waiting_insights, unread"
)
"""The columns of `TreeEntry`, in its order."""

_TREE: Final = f"SELECT {ENTRY_COLUMNS} FROM session WHERE trash_id IS NULL ORDER BY ord, session_id"  # noqa: S608
_UNDO: Final = (
    "SELECT name, params, session_ids, made_at FROM step WHERE undone = 0 ORDER BY step_id DESC LIMIT 1"
)
_REDO: Final = "SELECT name, params, session_ids, made_at FROM step WHERE undone = 1 ORDER BY step_id LIMIT 1"


def read_topology(connection: sqlite3.Connection) -> Topology:
    """Every living conversation."""
    refs: defaultdict[SessionId, tuple[SessionId, ...]] = defaultdict(tuple)
    for session_id, target_id in connection.execute("SELECT session_id, target_id FROM ref ORDER BY rowid"):
        refs[session_id] += (target_id,)
    with _collector_paused():
        return Topology(read_entries(connection), refs)


def read_entries(connection: sqlite3.Connection) -> list[TreeEntry]:
    """Every living conversation in sibling order: at a glance where that is kept, else row by row."""
    return read_glance(connection) or _read_rows(connection)


def _read_rows(connection: sqlite3.Connection) -> list[TreeEntry]:
    """Strict text first, because a Python call per cell costs more than all the rest."""
    lenient = connection.text_factory
    connection.text_factory = str
    try:
        return list(map(TreeEntry._make, connection.execute(_TREE)))
    except (UnicodeDecodeError, sqlite3.OperationalError):
        connection.text_factory = lenient
        return list(map(TreeEntry._make, connection.execute(_TREE)))
    finally:
        connection.text_factory = lenient


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Thousands of new tuples would wake the cycle collector again and again, for nothing."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def read_history(connection: sqlite3.Connection) -> HistoryState:
    """What undo and redo would do."""
    return HistoryState(_read_step(connection, _UNDO), _read_step(connection, _REDO))


def _read_step(connection: sqlite3.Connection, sql: str) -> Step | None:
    row = connection.execute(sql).fetchone()
    return step_of(*row) if row else None


def step_of(name: str, params: str, session_ids: str, made_at: float) -> Step:
    """A step as menus and toasts show it."""
    return Step(StepName(name), json.loads(params), tuple(json.loads(session_ids)), made_at)


def read_values(connection: sqlite3.Connection) -> dict[str, Any]:
    """All settings; a value that is no JSON is left out, so that it cannot keep the program from starting."""
    values: dict[str, Any] = {}
    for name, value in connection.execute("SELECT name, value FROM setting"):
        try:
            values[name] = json.loads(value)
        except ValueError:
            continue
    return values
