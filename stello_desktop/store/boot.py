"""Opening the store before the first paint, with nothing heavier than sqlite3.

The order matters: take the lock, look at the file while nobody has it open, and only then connect.
A file that is newer, foreign or damaged is refused and left exactly as it was.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stello_desktop.domain.errors import StoreError, StoreErrorKind
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.ports import HistoryState
from stello_desktop.domain.topology import Topology
from stello_desktop.store import files
from stello_desktop.store.connections import APPLICATION_ID, connect
from stello_desktop.store.copying import copy_store
from stello_desktop.store.failures import explain
from stello_desktop.store.lock import StoreLock
from stello_desktop.store.migrations import MIGRATIONS, Migration, migrate, version_of
from stello_desktop.store.reading import read_history, read_topology, read_values
from stello_desktop.store.unfinished import mark_interrupted


@dataclass(frozen=True, slots=True)
class Boot:
    """An open store as the first paint needs it.

    Attributes:
        path: the store's file; `Database.open` goes on from here.
        lock: to be released after everything is closed.
        fresh: whether this start made the store.
        interrupted: conversations whose answer was cut off by the end of the last run.
    """

    path: Path
    lock: StoreLock
    topology: Topology
    history: HistoryState
    values: Mapping[str, Any]
    store_id: str
    fresh: bool
    interrupted: tuple[SessionId, ...]


def open_store(folder: Path, *, migrations: Sequence[Migration] = MIGRATIONS) -> Boot:
    """Take the store of a folder, make or migrate it, and read what the first paint shows.

    Raises: StoreError with every kind there is.
    """
    path = folder / files.STORE_NAME
    try:
        files.make_private_folder(folder)
    except OSError as error:
        raise StoreError(StoreErrorKind.READ_ONLY, detail=str(error), path=str(path)) from error
    lock = StoreLock.acquire(folder / files.LOCK_NAME)
    try:
        return _open_locked(folder, lock, migrations)
    except sqlite3.Error as error:
        lock.release()
        raise explain(error, path) from error
    except OSError as error:
        lock.release()
        raise StoreError(StoreErrorKind.READ_ONLY, detail=str(error), path=str(path)) from error
    except BaseException:
        lock.release()
        raise


def _open_locked(folder: Path, lock: StoreLock, migrations: Sequence[Migration]) -> Boot:
    path = folder / files.STORE_NAME
    had_store = (folder / files.MARKER_NAME).exists()
    if not _is_new(path, had_store=had_store):
        _check_header(path, len(migrations), had_store=had_store)
    files.make_private_file(path)
    if not had_store and not files.has_wal(path):
        _stamp(path)
    files.remove_leftovers(folder)
    connection = connect(path, writing=True)
    try:
        fresh = _bring_up_to_date(connection, path, migrations)
        interrupted = mark_interrupted(connection)
        store_id: str = connection.execute("SELECT value FROM fact WHERE name = 'store_id'").fetchone()[0]
        if not had_store:
            files.write_marker(folder, store_id)
        return Boot(
            path,
            lock,
            read_topology(connection),
            read_history(connection),
            read_values(connection),
            store_id,
            fresh,
            interrupted,
        )
    finally:
        connection.close()


def _is_new(path: Path, *, had_store: bool) -> bool:
    """Whether there is nothing yet; where a store used to be, nothing is damage (fault 12)."""
    missing = not path.exists()
    if not missing and path.stat().st_size > 0:
        return False
    if had_store or files.has_wal(path):
        raise files.damaged(path, "the file is missing" if missing else "the file is empty")
    return True


def _stamp(path: Path) -> None:
    """Write our mark before the log exists, so that the file itself always tells whose it is."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    finally:
        connection.close()


def _check_header(path: Path, newest: int, *, had_store: bool) -> None:
    header = files.read_header(path)
    if not header.is_sqlite:
        if had_store:
            raise files.damaged(path, "the file is no database")
        raise StoreError(StoreErrorKind.FOREIGN, path=str(path))
    if header.application_id != APPLICATION_ID:
        raise StoreError(StoreErrorKind.FOREIGN, path=str(path))
    version = header.user_version
    if files.has_wal(path):
        version = max(version, _version_with_log(path))
    if version > newest:
        raise StoreError(StoreErrorKind.NEWER_VERSION, path=str(path), version=version)


def _version_with_log(path: Path) -> int:
    """The version where the newest part lies in the log; reading it writes nothing."""
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    try:
        return version_of(connection)
    finally:
        connection.close()


def _bring_up_to_date(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> bool:
    """Migrate, after a copy where there is something to lose; gives whether the store is new."""
    old = version_of(connection)
    if 0 < old < len(migrations):
        copy_store(connection, path.parent / files.BACKUP_FOLDER / f"stello-version-{old}.db")
    migrate(connection, migrations)
    return old == 0
