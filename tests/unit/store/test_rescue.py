"""A store that cannot be opened is set aside or replaced by a copy; nothing is deleted."""

from __future__ import annotations

import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from stello_desktop.domain.errors import StoreError, StoreErrorKind
from stello_desktop.store import files
from stello_desktop.store.boot import open_store
from stello_desktop.store.connections import connect
from stello_desktop.store.copying import copy_store
from stello_desktop.store.lock import StoreLock
from stello_desktop.store.rescue import newest_copy, put_copy_in_place, set_aside

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


def a_store(folder: Path) -> str:
    """Make a store; gives its id."""
    opened = open_store(folder)
    opened.lock.release()
    return opened.store_id


def a_copy(folder: Path, name: str, age_s: int) -> Path:
    target = folder / files.BACKUP_FOLDER / name
    connection = connect(folder / files.STORE_NAME, writing=True)
    copy_store(connection, target)
    connection.close()
    seconds = NOW.timestamp() - age_s
    os.utime(target, (seconds, seconds))
    return target


def damage(folder: Path) -> None:
    (folder / files.STORE_NAME).write_bytes(b"no database at all" * 20)


def test_a_damaged_store_is_set_aside_with_its_log_and_the_next_start_is_new(tmp_path: Path) -> None:
    a_store(tmp_path)
    damage(tmp_path)
    for ending in ("-wal", "-shm"):
        (tmp_path / (files.STORE_NAME + ending)).write_text(ending)
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(StoreError):
        open_store(tmp_path)
    moved = set_aside(tmp_path, NOW)
    assert [path.name for path in moved] == [
        "stello.damaged-20260304-050607.db",
        "stello.damaged-20260304-050607.db-wal",
        "stello.damaged-20260304-050607.db-shm",
    ]
    assert moved[0].read_bytes().startswith(b"no database")
    assert moved[1].read_text() == "-wal"
    opened = open_store(tmp_path)
    opened.lock.release()
    assert opened.fresh
    assert all(path.exists() for path in moved)
    assert (tmp_path / "letter.txt").read_text() == "mine"


def test_a_name_is_never_used_twice(tmp_path: Path) -> None:
    for expected in ("", "-2", "-3"):
        a_store(tmp_path)
        damage(tmp_path)
        assert set_aside(tmp_path, NOW)[0].name == f"stello.damaged-20260304-050607{expected}.db"


def test_a_missing_store_is_forgotten(tmp_path: Path) -> None:
    a_store(tmp_path)
    (tmp_path / files.STORE_NAME).unlink()
    with pytest.raises(StoreError, match="corrupt"):
        open_store(tmp_path)
    assert set_aside(tmp_path, NOW) == ()
    opened = open_store(tmp_path)
    opened.lock.release()
    assert opened.fresh


def test_the_newest_sound_copy_takes_the_place_of_the_store(tmp_path: Path) -> None:
    assert newest_copy(tmp_path) is None
    store_id = a_store(tmp_path)
    a_copy(tmp_path, "stello-version-1.db", age_s=300)
    newer = a_copy(tmp_path, "stello-version-2.db", age_s=200)
    (tmp_path / files.BACKUP_FOLDER / "stello-version-3.db").write_bytes(b"torn")
    damage(tmp_path)
    found = newest_copy(tmp_path)
    assert found is not None
    assert found.path == newer
    assert found.made_at.timestamp() == NOW.timestamp() - 200
    moved = put_copy_in_place(tmp_path, found.path, NOW)
    assert moved[0].read_bytes().startswith(b"no database")
    opened = open_store(tmp_path)
    opened.lock.release()
    assert opened.store_id == store_id
    assert newer.exists()


def test_a_copy_of_a_newer_version_or_of_another_program_is_not_offered(tmp_path: Path) -> None:
    a_store(tmp_path)
    copy = a_copy(tmp_path, "stello-version-9.db", age_s=10)
    connection = sqlite3.connect(copy)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    assert newest_copy(tmp_path) is None


def test_a_store_in_use_is_left_alone(tmp_path: Path) -> None:
    a_store(tmp_path)
    lock = StoreLock.acquire(tmp_path / files.LOCK_NAME)
    with pytest.raises(StoreError) as caught:
        set_aside(tmp_path, NOW)
    lock.release()
    assert caught.value.kind is StoreErrorKind.LOCKED
    assert (tmp_path / files.STORE_NAME).exists()


def test_what_the_system_refuses_is_told_and_the_store_stays(tmp_path: Path) -> None:
    a_store(tmp_path)
    with pytest.raises(StoreError) as caught:
        put_copy_in_place(tmp_path, tmp_path / "not there.db", NOW)
    assert caught.value.kind is StoreErrorKind.READ_ONLY
    assert (tmp_path / files.STORE_NAME).exists()
    assert not list(tmp_path.glob("*.tmp"))
