"""The one door to the store: settings of every connection, order, rollback, and what errors become."""

from __future__ import annotations

import asyncio
import sqlite3
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection

from stello_desktop.domain.errors import BrokenRule, StoreError, StoreErrorKind
from stello_desktop.store.boot import open_store
from stello_desktop.store.connections import connect
from stello_desktop.store.database import Database
from stello_desktop.store.tree import fetch
from tests.helpers.stores import OpenedStore, query, with_store

EXPECTED = {
    "journal_mode": "wal",
    "synchronous": 2,
    "foreign_keys": 1,
    "busy_timeout": 5_000,
    "trusted_schema": 0,
    "cell_size_check": 1,
    "journal_size_limit": 64 * 1024 * 1024,
    "wal_autocheckpoint": 1_000,
    "secure_delete": 1,
    "temp_store": 2,
}


def pragmas(connection: Connection) -> dict[str, object]:
    return {name: fetch(connection, f"PRAGMA {name}")[0][0] for name in (*EXPECTED, "query_only")}


def add(connection: Connection, name: str) -> None:
    connection.exec_driver_sql("INSERT INTO setting (name, value) VALUES (?, '1')", (name,))


def names(connection: Connection) -> list[str]:
    return [row[0] for row in fetch(connection, "SELECT name FROM setting ORDER BY rowid")]


def test_every_connection_has_the_settings_of_the_rules(tmp_path: Path) -> None:
    """Reliability 1.1, 1 and 2."""

    async def test(store: OpenedStore) -> None:
        assert await store.database.transact(pragmas) == {**EXPECTED, "query_only": 0}
        assert await store.database.read(pragmas) == {**EXPECTED, "query_only": 1}

    with_store(tmp_path, test)
    for writing in (True, False):
        connection = connect(tmp_path / "stello.db", writing=writing)
        found = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in EXPECTED}
        connection.close()
        assert found == EXPECTED


def test_a_failing_piece_of_work_leaves_nothing(tmp_path: Path) -> None:
    """F-6, P-4: one transaction."""

    async def test(store: OpenedStore) -> None:
        def half(connection: Connection) -> None:
            add(connection, "half")
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await store.database.transact(half)
        await store.database.transact(lambda connection: add(connection, "whole"))
        assert await store.database.read(names) == ["whole"]

    with_store(tmp_path, test)


def test_writes_keep_the_order_in_which_they_were_asked_for(tmp_path: Path) -> None:
    async def test(store: OpenedStore) -> None:
        await asyncio.gather(
            *(store.database.transact(partial(add, name=f"{number:03}")) for number in range(100))
        )
        assert await store.database.read(names) == [f"{number:03}" for number in range(100)]

    with_store(tmp_path, test)


def test_the_reader_cannot_write(tmp_path: Path) -> None:
    async def test(store: OpenedStore) -> None:
        with pytest.raises(StoreError) as caught:
            await store.database.read(lambda connection: add(connection, "x"))
        assert caught.value.kind is StoreErrorKind.READ_ONLY

    with_store(tmp_path, test)


def test_a_full_disk_is_said_and_reading_goes_on(tmp_path: Path) -> None:
    """Fault 6: nothing is half written, and writing resumes when there is room."""

    def limit(connection: Connection, pages: int) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    async def test(store: OpenedStore) -> None:
        session_id = await store.project("kept")
        used = await store.database.read(lambda connection: fetch(connection, "PRAGMA page_count")[0][0])
        await store.database.transact(lambda connection: limit(connection, used))
        with pytest.raises(StoreError) as caught:
            await store.sessions.start_round(session_id, "long " * 50_000)
        assert caught.value.kind is StoreErrorKind.FULL
        assert "long" not in str(caught.value) + caught.value.detail
        assert await store.sessions.list_records(session_id) == ()
        assert [entry.label for entry in (await store.topology()).entries()] == ["kept"]
        await store.database.transact(lambda connection: limit(connection, 1_000_000))
        await store.say(session_id, "long " * 50_000, "yes")
        assert len(await store.sessions.list_records(session_id)) == 2

    with_store(tmp_path, test)


def test_a_lock_of_another_program_is_said(tmp_path: Path) -> None:
    """Fault 19."""

    async def test(store: OpenedStore) -> None:
        await store.database.transact(
            lambda connection: connection.exec_driver_sql("PRAGMA busy_timeout = 50").close()
        )
        other = sqlite3.connect(tmp_path / "stello.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            with pytest.raises(StoreError) as caught:
                await store.project()
            assert caught.value.kind is StoreErrorKind.LOCKED
        finally:
            other.close()
        await store.project()

    with_store(tmp_path, test)


def test_our_own_mistakes_are_no_fault_of_the_store(tmp_path: Path) -> None:
    async def test(store: OpenedStore) -> None:
        with pytest.raises(BrokenRule) as caught:
            await store.database.transact(lambda connection: fetch(connection, "SELECT nonsense"))
        assert "nonsense" in caught.value.detail
        await store.database.transact(lambda connection: add(connection, "x"))
        with pytest.raises(BrokenRule):
            await store.database.transact(lambda connection: add(connection, "x"))

    with_store(tmp_path, test)


def test_a_clean_close_leaves_one_whole_file(tmp_path: Path) -> None:
    """Reliability 1.1, 8."""

    async def use(store: OpenedStore) -> None:
        await store.project()
        assert (tmp_path / "stello.db-wal").stat().st_size > 0

    with_store(tmp_path, use)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["stello.db", "stello.db.id", "stello.db.lock"]
    assert query(tmp_path, "SELECT count(*) FROM session") == [(1,)]


def test_closing_waits_for_what_was_asked_for_and_twice_is_once(tmp_path: Path) -> None:
    boot = open_store(tmp_path)

    async def run() -> None:
        database = await Database.open(boot.path)
        writing = asyncio.ensure_future(database.transact(lambda connection: add(connection, "last")))
        await asyncio.sleep(0)
        await database.close()
        await database.close()
        await writing
        with pytest.raises(RuntimeError):
            await database.transact(lambda connection: add(connection, "later"))

    asyncio.run(run())
    boot.lock.release()
    assert query(tmp_path, "SELECT name FROM setting") == [("last",)]


def test_what_cannot_be_opened_is_an_error_and_no_thread_stays(tmp_path: Path) -> None:
    async def run() -> None:
        with pytest.raises(StoreError) as caught:
            await Database.open(tmp_path / "nowhere.db")
        assert caught.value.kind is StoreErrorKind.READ_ONLY

    asyncio.run(run())


def test_a_read_sees_one_state_while_a_write_goes_on(tmp_path: Path) -> None:
    async def test(store: OpenedStore) -> None:
        loop = asyncio.get_running_loop()

        def slow(connection: Connection) -> tuple[int, int]:
            first = len(names(connection))
            asyncio.run_coroutine_threadsafe(
                store.database.transact(lambda writer: add(writer, "between")), loop
            ).result()
            return first, len(names(connection))

        assert await store.database.read(slow) == (0, 0)
        assert await store.database.read(names) == ["between"]

    with_store(tmp_path, test)
