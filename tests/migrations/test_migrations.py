"""From any shape the store ever had to the newest, killed anywhere on the way (fault 3)."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine
from sqlmodel import SQLModel

from stello_desktop.domain.codec import tool_result_to_json
from stello_desktop.domain.cut_short import INTERRUPTED_RESULT
from stello_desktop.domain.errors import StoreError, StoreErrorKind
from stello_desktop.domain.library import ProfileId
from stello_desktop.store import rows
from stello_desktop.store.boot import open_store
from stello_desktop.store.library_storage import LibraryStore
from stello_desktop.store.library_trash import LibraryTrashStore
from stello_desktop.store.migrations import MIGRATIONS, migrate, version_of
from tests.helpers.stores import OpenedStore, query, with_store

NEWEST = len(MIGRATIONS)


def add_colour(connection: sqlite3.Connection) -> None:
    """A migration that no release has, to migrate a store that has something to lose."""
    connection.execute("ALTER TABLE session ADD COLUMN colour TEXT")
    connection.execute("UPDATE session SET colour = 'blue'")
    connection.execute("CREATE INDEX session_colour ON session (colour)")


FUTURE = (*MIGRATIONS, add_colour)


SAME_TYPE = {"VARCHAR": "TEXT", "FLOAT": "REAL"}
"""One to SQLite, two names to the tools."""


def described(connection: sqlite3.Connection) -> Mapping[str, Any]:
    """Tables with their columns, keys and indices, as SQLite understood them."""
    tables = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
    ).fetchall()
    return {
        name: {
            "columns": [
                (column, SAME_TYPE.get(kind, kind), bool(required), key)
                for _, column, kind, required, _, key in connection.execute(f"PRAGMA table_info({name})")
            ],
            "foreign": sorted(row[2:] for row in connection.execute(f"PRAGMA foreign_key_list({name})")),
            "indices": sorted(_indices(connection, name)),
            "autoincrement": "AUTOINCREMENT" in sql,
            "deferred": "DEFERRABLE INITIALLY DEFERRED" in sql,
        }
        for name, sql in tables
    }


def _indices(connection: sqlite3.Connection, table: str) -> list[tuple[Any, ...]]:
    found = []
    for _, name, unique, origin, partial in connection.execute(f"PRAGMA index_list({table})").fetchall():
        columns = tuple(row[2] for row in connection.execute(f"PRAGMA index_info({name})"))
        # The key of a table without row ids is the table itself, and has no entry of its own.
        row = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()
        condition = ((row and row[0]) or "").partition("WHERE")[2].strip()
        found.append((unique, origin, partial, columns, condition, name if origin == "c" else ""))
    return found


def test_the_row_classes_are_what_the_migrations_build(tmp_path: Path) -> None:
    assert rows.SessionRow.metadata is SQLModel.metadata
    engine = create_engine(f"sqlite:///{tmp_path / 'declared.db'}")
    SQLModel.metadata.create_all(engine)
    engine.dispose()
    declared = sqlite3.connect(tmp_path / "declared.db")
    migrated = sqlite3.connect(tmp_path / "migrated.db", isolation_level=None)
    try:
        migrate(migrated)
        assert described(migrated) == described(declared)
    finally:
        declared.close()
        migrated.close()


def filled(folder: Path) -> None:
    async def use(store: OpenedStore) -> None:
        found = await store.a_tree("main > a", "main > b")
        await store.say(found["a"], "why? 为什么 \U0001f642", "because")

    with_store(folder, use)


def test_an_old_store_is_copied_and_then_migrated(tmp_path: Path) -> None:
    filled(tmp_path)
    boot = open_store(tmp_path, migrations=FUTURE)
    boot.lock.release()
    assert [entry.label for entry in boot.topology.entries()] == ["main", "a", "b"]
    assert query(tmp_path, "SELECT DISTINCT colour FROM session") == [("blue",)]
    copy = tmp_path / "backups" / f"stello-version-{NEWEST}.db"
    assert os.name == "nt" or copy.stat().st_mode & 0o777 == 0o600
    connection = sqlite3.connect(copy)
    assert version_of(connection) == NEWEST
    assert connection.execute("SELECT count(*) FROM session").fetchone() == (3,)
    assert connection.execute("SELECT content FROM record").fetchone() == ("why? 为什么 \U0001f642",)
    connection.close()


def test_a_first_run_and_a_migrated_store_need_no_copy(tmp_path: Path) -> None:
    filled(tmp_path)
    open_store(tmp_path).lock.release()
    assert not (tmp_path / "backups").exists()


def test_a_migration_that_fails_leaves_the_old_store(tmp_path: Path) -> None:
    filled(tmp_path)

    def broken(connection: sqlite3.Connection) -> None:
        add_colour(connection)
        connection.execute("INSERT INTO fact (name, value) VALUES ('store_id', 'twice')")

    with pytest.raises(Exception, match="broken_rule"):
        open_store(tmp_path, migrations=(*MIGRATIONS, broken))
    boot = open_store(tmp_path)
    boot.lock.release()
    assert len(boot.topology) == 3


def test_a_damaged_store_is_not_migrated(tmp_path: Path) -> None:
    """The copy is checked before the first change; VACUUM INTO reads every page."""
    filled(tmp_path)
    path = tmp_path / "stello.db"
    with path.open("r+b") as file:
        for page in range(3, 12):
            file.seek(page * 4096)
            file.write(b"\xff" * 64)
    before = path.read_bytes()
    with pytest.raises(StoreError) as caught:
        open_store(tmp_path, migrations=FUTURE)
    assert caught.value.kind is StoreErrorKind.CORRUPT
    assert path.read_bytes() == before
    assert not list((tmp_path / "backups").iterdir())


def test_a_store_from_before_branches_knew_their_calls_says_of_a_cut_off_call_what_it_knows(
    tmp_path: Path,
) -> None:
    """Fault 1, X-2: the branch of such a call is kept; which call it was, nobody wrote down."""
    open_store(tmp_path, migrations=MIGRATIONS[:9]).lock.release()
    connection = sqlite3.connect(tmp_path / "stello.db")
    assert version_of(connection) == 9
    place = (
        "INSERT INTO session (session_id, parent_id, source_id, ord, label, status, turn_count, message_count,"
        " created_at, updated_at, last_active_at, folded, layout, strategy, flags, waiting_insights, config,"
        " bindings, unread) VALUES (?, ?, ?, ?, ?, 'active', 0, 0, 1, 1, 1, 0, 'star', 'hierarchical', 0, 0,"
        " '', '', 0)"
    )
    connection.execute(place, ("plan", None, None, 1, "Plan"))
    connection.execute(place, ("costs", "plan", "plan", 2, "Costs"))
    connection.execute("INSERT INTO round VALUES ('plan', 1, 1, 0)")
    said = (
        "INSERT INTO record (session_id, round_no, version, role, kind, state, content, reasoning, tool_calls,"
        " tool_call_id, tool_name, model, usage, error_code, error_detail, created_at, service)"
        " VALUES ('plan', 1, 1, ?, 'message', ?, ?, '', ?, '', '', '', '', '', '', 1, '')"
    )
    call = '[{"id": "c", "name": "stello_create_session", "arguments": "{}"}]'
    connection.execute(said, ("user", "pending", "split it", ""))
    connection.execute(said, ("assistant", "done", "", call))
    connection.commit()
    connection.close()
    boot = open_store(tmp_path)
    boot.lock.release()
    assert [entry.label for entry in boot.topology.entries()] == ["Plan", "Costs"]
    assert query(tmp_path, "PRAGMA user_version") == [(NEWEST,)]
    assert query(tmp_path, "SELECT count(*) FROM branch_call") == [(0,)]
    assert query(tmp_path, "SELECT tool_call_id, content FROM record WHERE role = 'tool'") == [
        ("c", tool_result_to_json(INTERRUPTED_RESULT))
    ]


BEFORE_LIBRARY_TRASH = 11


def with_a_library(folder: Path) -> None:
    """A store of the version before deleted profiles and skills were kept."""
    open_store(folder, migrations=MIGRATIONS[:BEFORE_LIBRARY_TRASH]).lock.release()
    connection = sqlite3.connect(folder / "stello.db")
    assert version_of(connection) == BEFORE_LIBRARY_TRASH
    for kind, ids in (("profile", "abc"), ("skill", "xy")):
        for number, key in enumerate(ids):
            body = json.dumps({"name": key.upper(), "systemPrompt": f"为什么 {key}", "content": "Do it."})
            connection.execute(f"INSERT INTO {kind} VALUES (?, ?, ?)", (key, 2 * number, body))  # noqa: S608 - ours
    connection.commit()
    connection.close()


def test_a_store_from_before_the_trash_had_profiles_keeps_them_and_takes_deletions(tmp_path: Path) -> None:
    """P-3: all as it stood, in its order; from now on what is deleted comes back."""
    with_a_library(tmp_path)

    async def use(store: OpenedStore) -> None:
        library, trash = LibraryStore(store.database), LibraryTrashStore(store.database)
        before = await library.list_profiles()
        assert [(item.name, item.instructions) for item in before] == [
            (key.upper(), f"为什么 {key}") for key in "abc"
        ]
        assert [item.name for item in await library.list_skills()] == ["X", "Y"]
        assert await trash.list_trash() == ()
        await library.delete_profiles([ProfileId("b")])
        assert [item.name for item in await library.list_profiles()] == ["A", "C"]
        await trash.restore_profiles(await trash.trashed_profiles([ProfileId("b")]))
        assert await library.list_profiles() == before

    with_store(tmp_path, use)
    assert query(tmp_path, "PRAGMA user_version") == [(NEWEST,)]
    copy = sqlite3.connect(tmp_path / "backups" / f"stello-version-{BEFORE_LIBRARY_TRASH}.db")
    assert copy.execute("SELECT count(*) FROM profile").fetchone() == (3,)
    copy.close()


KILLED_EVERYWHERE = """
import os, shutil, sqlite3, sys
from pathlib import Path
from stello_desktop.store import boot
from tests.migrations.test_migrations import FUTURE

place, template = Path(sys.argv[1]), Path(sys.argv[2])
plain = sqlite3.connect

def start(folder, at):
    count = 0
    def trace(statement):
        nonlocal count
        count += 1
        if count == at:
            os._exit(9)
    def connect(*args, **values):
        connection = plain(*args, **values)
        connection.set_trace_callback(trace)
        return connection
    sqlite3.connect = connect
    boot.open_store(folder, migrations=FUTURE)

at, status = 0, 9
while status == 9:
    at += 1
    folder = place / str(at)
    if template.exists():
        shutil.copytree(template, folder)
    child = os.fork()
    if not child:
        start(folder, at)
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
print(status, at)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills hundreds of copies of one process")
@pytest.mark.parametrize(
    "make",
    [filled, with_a_library, None],
    ids=["an old store", "a store from before the trash had profiles", "a first run"],
)
def test_a_start_killed_at_any_statement_is_made_up_for_by_the_next(
    tmp_path: Path, make: Callable[[Path], None] | None
) -> None:
    """Fault 3: every statement of the whole start, those of SQLite's own copy included."""
    if make is not None:
        make(tmp_path / "template")
    place = tmp_path / "killed"
    done = subprocess.run(
        [sys.executable, "-c", KILLED_EVERYWHERE, str(place), str(tmp_path / "template")],
        check=True,
        capture_output=True,
        text=True,
    )
    status, tried = map(int, done.stdout.split())
    assert status == 0
    assert tried > (40 if make is None else 50)
    for folder in place.iterdir():
        boot = open_store(folder, migrations=FUTURE)
        boot.lock.release()
        assert len(boot.topology) == (3 if make is filled else 0)
        names = query(folder, "SELECT body ->> '$.name' FROM profile ORDER BY ord")
        assert names == ([("A",), ("B",), ("C",)] if make is with_a_library else [])
        assert query(folder, "PRAGMA integrity_check") == [("ok",)]
        assert query(folder, "PRAGMA user_version") == [(len(FUTURE),)]
        assert not list(folder.rglob("*.tmp*"))
