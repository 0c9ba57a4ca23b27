"""What can be done about a store that cannot be opened: set it aside, or take a copy of it. Nothing is ever deleted.

Each step may be the last before a power cut: the file itself moves first, so that what is left over is
never taken for a store, and the marker goes last.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from errno import ENOSPC
from pathlib import Path
from typing import Final

from stello_desktop.domain.errors import StoreError, StoreErrorKind
from stello_desktop.store import files
from stello_desktop.store.connections import APPLICATION_ID
from stello_desktop.store.lock import StoreLock
from stello_desktop.store.migrations import MIGRATIONS

_BESIDE: Final = ("", "-wal", "-shm")


@dataclass(frozen=True, slots=True)
class StoreCopy:
    """A sound copy in the folder of copies, and when it was made."""

    path: Path
    made_at: datetime


def newest_copy(folder: Path) -> StoreCopy | None:
    """The newest copy that this version can open; looking at it writes nothing."""
    found: list[StoreCopy] = []
    for path in (folder / files.BACKUP_FOLDER).glob("*.db"):
        try:
            found.append(StoreCopy(path, datetime.fromtimestamp(path.stat().st_mtime).astimezone()))
        except OSError:
            continue  # it has gone, or may not be looked at
    found.sort(key=lambda copy: copy.made_at, reverse=True)
    return next((copy for copy in found if _is_sound(copy.path)), None)


def _is_sound(path: Path) -> bool:
    try:
        header = files.read_header(path)
        if header.application_id != APPLICATION_ID or not 0 < header.user_version <= len(MIGRATIONS):
            return False
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
        finally:
            connection.close()
    except (OSError, sqlite3.Error):
        return False


def set_aside(folder: Path, now: datetime) -> tuple[Path, ...]:
    """Rename the store and its log, so that the next start makes a new one; gives the new names.

    Raises: StoreError (locked, read_only).
    """
    with _alone(folder):
        return _set_aside(folder, now)


def put_copy_in_place(folder: Path, copy: Path, now: datetime) -> tuple[Path, ...]:
    """Set the store aside and put a copy of the copy there; gives what was set aside.

    Raises: StoreError (locked, full, read_only).
    """
    with _alone(folder):
        path = folder / files.STORE_NAME
        temporary = folder / (files.STORE_NAME + files.TEMPORARY_SUFFIX)
        temporary.unlink(missing_ok=True)
        files.make_private_file(temporary)
        try:
            shutil.copyfile(copy, temporary)
            files.sync_file(temporary)
            moved = _set_aside(folder, now)
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
        files.sync_folder(folder)
        return moved


def _set_aside(folder: Path, now: datetime) -> tuple[Path, ...]:
    name = _free_name(folder, now)
    moved: list[Path] = []
    for ending in _BESIDE:
        source = folder / (files.STORE_NAME + ending)
        if source.exists():
            moved.append(source.rename(folder / (name + ending)))
    files.sync_folder(folder)
    (folder / files.MARKER_NAME).unlink(missing_ok=True)
    files.sync_folder(folder)
    return tuple(moved)


def _free_name(folder: Path, now: datetime) -> str:
    stem = f"stello.damaged-{now:%Y%m%d-%H%M%S}"
    name, number = f"{stem}.db", 2
    while any((folder / (name + ending)).exists() for ending in _BESIDE):
        name, number = f"{stem}-{number}.db", number + 1
    return name


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Nobody else opens the store meanwhile; what the system refuses is said as a store's error."""
    path = folder / files.STORE_NAME
    lock = StoreLock.acquire(folder / files.LOCK_NAME)
    try:
        yield
    except OSError as error:
        kind = StoreErrorKind.FULL if error.errno == ENOSPC else StoreErrorKind.READ_ONLY
        raise StoreError(kind, detail=str(error), path=str(path)) from error
    finally:
        lock.release()
