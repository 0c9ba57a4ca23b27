"""Opening a store: whose file it is, who may read it, and what is never touched (reliability 1.1)."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from stello_desktop.domain.errors import StoreError, StoreErrorKind
from stello_desktop.store.boot import open_store
from stello_desktop.store.connections import APPLICATION_ID
from stello_desktop.store.lock import StoreLock
from tests.helpers.stores import OpenedStore, query, with_store


def digest(folder: Path) -> dict[str, str]:
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and not file.name.endswith((".lock", "-shm"))
    }


def refused(folder: Path) -> StoreError:
    with pytest.raises(StoreError) as caught:
        open_store(folder)
    return caught.value


def made(folder: Path) -> Path:
    async def use(store: OpenedStore) -> None:
        await store.say(await store.project("main"), "why?", "because")

    with_store(folder, use)
    return folder / "stello.db"


def test_a_first_start_makes_an_empty_store(tmp_path: Path) -> None:
    boot = open_store(tmp_path / "new" / "store")
    boot.lock.release()
    assert boot.fresh
    assert len(boot.topology) == 0
    again = open_store(tmp_path / "new" / "store")
    again.lock.release()
    assert not again.fresh
    assert again.store_id == boot.store_id
    assert query(tmp_path / "new" / "store", "PRAGMA application_id") == [(APPLICATION_ID,)]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_only_the_owner_may_read_anything(tmp_path: Path, umask: int) -> None:
    """T11: every file, while the store is open and after."""
    folder = tmp_path / "store"

    def modes() -> set[int]:
        return {stat.S_IMODE(file.stat().st_mode) for file in folder.rglob("*") if file.is_file()}

    async def use(store: OpenedStore) -> None:
        await store.project()
        assert (folder / "stello.db-wal").exists()
        assert modes() == {0o600}

    before = os.umask(umask)
    try:
        with_store(folder, use)
    finally:
        os.umask(before)
    assert modes() == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_second_start_is_refused_while_the_first_runs(tmp_path: Path) -> None:
    """Fault 18."""
    boot = open_store(tmp_path)
    assert refused(tmp_path).kind is StoreErrorKind.LOCKED
    boot.lock.release()
    boot.lock.release()
    assert not boot.lock.held
    open_store(tmp_path).lock.release()


def test_the_lock_of_a_killed_program_is_free(tmp_path: Path) -> None:
    """4.5: the kernel frees it; an empty or garbled lock file locks nobody out."""
    script = (
        "import sys, time; from pathlib import Path; from stello_desktop.store.lock import StoreLock;"
        "lock = StoreLock.acquire(Path(sys.argv[1])); print('held', flush=True); time.sleep(60)"
    )
    path = tmp_path / "x.lock"
    path.write_bytes(b"garbage")
    with subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"held\n"
        with pytest.raises(StoreError) as caught:
            StoreLock.acquire(path)
        assert caught.value.full_code == "store.locked"
        child.kill()
        child.wait()
    StoreLock.acquire(path).release()


@pytest.mark.parametrize("where", ["file", "log"])
def test_a_newer_store_is_left_as_it_is(tmp_path: Path, where: str) -> None:
    """Fault 16: byte for byte, also where the newer part still lies in the log."""
    path = made(tmp_path)
    if where == "file":
        query(tmp_path, "PRAGMA user_version = 999")
    else:
        script = (
            "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1]);"
            "c.execute('PRAGMA user_version = 999'); c.commit(); os._exit(9)"
        )
        subprocess.run([sys.executable, "-c", script, str(path)], check=False)
        assert (tmp_path / "stello.db-wal").stat().st_size > 0
    before = digest(tmp_path)
    error = refused(tmp_path)
    assert (error.kind, error.params["version"]) == (StoreErrorKind.NEWER_VERSION, 999)
    assert digest(tmp_path) == before


def test_a_foreign_file_is_left_as_it_is(tmp_path: Path) -> None:
    """Fault 17."""
    connection = sqlite3.connect(tmp_path / "stello.db")
    connection.execute("CREATE TABLE moz_places (id INTEGER)")
    connection.commit()
    connection.close()
    before = digest(tmp_path)
    assert refused(tmp_path).kind is StoreErrorKind.FOREIGN
    assert digest(tmp_path) == before
    (tmp_path / "stello.db").write_text("a letter to a friend, long enough to be longer than a header " * 3)
    assert refused(tmp_path).kind is StoreErrorKind.FOREIGN


@pytest.mark.parametrize("damage", ["empty", "missing", "short", "overwritten"])
def test_a_damaged_store_is_never_a_first_run(tmp_path: Path, damage: str) -> None:
    """Faults 10 and 12."""
    path = made(tmp_path)
    match damage:
        case "empty":
            os.truncate(path, 0)
        case "missing":
            path.unlink()
        case "short":
            os.truncate(path, 50)
        case _:
            with path.open("r+b") as file:
                file.write(bytes(100))
    before = digest(tmp_path)
    error = refused(tmp_path)
    assert error.kind is StoreErrorKind.CORRUPT
    assert error.params["path"] == str(path)
    assert digest(tmp_path) == before


def test_a_torn_store_is_said_to_be_damaged(tmp_path: Path) -> None:
    """Fault 12: cut to half."""
    path = made(tmp_path)
    os.truncate(path, path.stat().st_size // 8)
    assert refused(tmp_path).kind is StoreErrorKind.CORRUPT


def test_a_start_that_died_before_the_first_table_goes_on(tmp_path: Path) -> None:
    (tmp_path / "stello.db").touch()
    boot = open_store(tmp_path)
    boot.lock.release()
    assert boot.fresh
    (tmp_path / "stello.db.id").unlink()
    again = open_store(tmp_path)
    again.lock.release()
    assert (again.fresh, again.store_id) == (False, boot.store_id)
    assert (tmp_path / "stello.db.id").read_text() == boot.store_id


def test_leftovers_of_a_killed_run_are_removed(tmp_path: Path) -> None:
    made(tmp_path)
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "stello-version-1.db.tmp").touch()
    (tmp_path / "stello.db.id.tmp").touch()
    open_store(tmp_path).lock.release()
    assert not list(tmp_path.rglob("*.tmp*"))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a user who can be refused")
def test_a_read_only_folder_is_said_to_be_one(tmp_path: Path) -> None:
    """Fault 9."""
    made(tmp_path)
    tmp_path.chmod(0o500)
    try:
        assert refused(tmp_path).kind is StoreErrorKind.READ_ONLY
    finally:
        tmp_path.chmod(0o700)


def test_a_folder_that_cannot_be_made_is_said_to_be_read_only(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert refused(tmp_path / "file" / "store").kind is StoreErrorKind.READ_ONLY


def test_the_first_paint_needs_nothing_heavy(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from stello_desktop.store.boot import open_store;"
        "open_store(Path(sys.argv[1]));"
        "print([name for name in ('sqlalchemy', 'sqlmodel', 'pydantic', 'numpy', 'asyncio', 'PySide6')"
        " if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], check=True, capture_output=True, text=True
    )
    assert done.stdout.strip() == "[]"
