"""Histories that are kept in memory are what is in the file, whoever wrote and however (R-14)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection

from stello_desktop.domain.commands import Delete
from stello_desktop.domain.errors import SessionNotFound
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import Record, RecordDraft, RecordState, Role
from stello_desktop.store.kept_history import KeptHistories
from stello_desktop.store.records import chosen_history
from tests.helpers.stores import OpenedStore, with_store


async def in_the_file(store: OpenedStore, session_id: SessionId) -> tuple[Record, ...]:
    return await store.database.read(lambda connection: chosen_history(connection, session_id))


async def is_true(store: OpenedStore, session_id: SessionId) -> tuple[Record, ...]:
    found = await store.sessions.list_records(session_id)
    assert found == await in_the_file(store, session_id)
    return found


def test_what_did_not_change_is_read_once(tmp_path: Path) -> None:
    """The same records, not only equal ones: who works on them can keep what was worked out."""

    async def work(store: OpenedStore) -> None:
        session_id, other = await store.project("A"), await store.project("B")
        for number in range(5):
            await store.say(session_id, f"q{number}", f"a{number}")
        first = await is_true(store, session_id)
        await store.say(other, "elsewhere", "yes")
        assert await store.sessions.list_records(session_id) is first
        await store.say(session_id, "q5", "a5")
        second = await is_true(store, session_id)
        assert [a is b for a, b in zip(first, second, strict=False)] == [True] * 10
        assert len(second) == 12

    with_store(tmp_path, work)


def test_every_kind_of_write_is_noticed(tmp_path: Path) -> None:
    """R-9, R-14, R-15, P-3: growing, finishing, versions of earlier rounds, notes, plain SQL, destruction."""

    def by_hand(sql: str, *values: object) -> object:
        return lambda connection: connection.exec_driver_sql(sql, values).close()

    async def work(store: OpenedStore) -> None:
        session_id = await store.project("A")
        assert await is_true(store, session_id) == ()
        for number in range(4):
            await store.say(session_id, f"q{number}", f"a{number}")
        await is_true(store, session_id)
        started = await store.sessions.start_round(session_id, "edited", replaces=2)
        await is_true(store, session_id)
        draft = RecordDraft(role=Role.ASSISTANT, content="", state=RecordState.PENDING)
        (growing,) = await store.sessions.append(session_id, [draft], round=started)
        await store.sessions.save_partial(growing.record_id, content="half")
        assert (await is_true(store, session_id))[3].content == "half"
        await store.sessions.finish_record(growing.record_id, content="whole", state=RecordState.DONE)
        await store.sessions.end_round(started, RecordState.DONE)
        assert [record.content for record in await is_true(store, session_id)][2:4] == ["edited", "whole"]
        await store.sessions.append(session_id, [RecordDraft(role=Role.USER, content="a note")])
        await is_true(store, session_id)
        choose = "UPDATE round SET chosen_version = 1 WHERE session_id = ? AND round_no = 2"
        await store.database.transact(by_hand(choose, session_id))  # type: ignore[arg-type]
        assert [record.content for record in await is_true(store, session_id)][2:4] == ["q1", "a1"]
        await store.database.transact(
            by_hand("DELETE FROM record WHERE record_id = ?", growing.record_id)  # type: ignore[arg-type]
        )
        await is_true(store, session_id)
        other = await store.project("B")
        moved = "UPDATE record SET session_id = ? WHERE session_id = ? AND round_no = 1"
        await is_true(store, other)
        await store.database.transact(by_hand(moved, other, session_id))  # type: ignore[arg-type]
        assert len(await is_true(store, session_id)) == 7
        assert len(await is_true(store, other)) == 2
        await store.tree.apply(Delete((session_id,)))
        assert len(await is_true(store, session_id)) == 7
        await store.tree.empty_trash()
        with pytest.raises(SessionNotFound):
            await store.sessions.list_records(session_id)

    with_store(tmp_path, work)


def test_what_is_rolled_back_was_never_kept(tmp_path: Path) -> None:
    async def work(store: OpenedStore) -> None:
        session_id = await store.project("A")
        await store.say(session_id, "q", "a")
        before = await is_true(store, session_id)

        def half(connection: Connection) -> None:
            connection.exec_driver_sql("UPDATE record SET content = 'lost'").close()
            raise RuntimeError("half way")

        with pytest.raises(RuntimeError):
            await store.database.transact(half)
        assert await is_true(store, session_id) == before

    with_store(tmp_path, work)


def test_reading_while_others_write_is_never_older_than_what_was_told(tmp_path: Path) -> None:
    """Whoever has heard that a write was committed reads it, and every reading is one state of the file."""

    async def work(store: OpenedStore) -> None:
        session_id = await store.project("A")
        for number in range(30):
            await store.say(session_id, f"q{number}", "0")
        told = 0

        async def write() -> None:
            nonlocal told
            for number in range(1, 200):
                text = str(number)
                await store.database.transact(
                    lambda connection, text=text: connection.exec_driver_sql(  # type: ignore[misc]
                        "UPDATE record SET content = ? WHERE role = 'assistant' AND round_no IN (3, 30)",
                        (text,),
                    ).close()
                )
                told = number

        async def read() -> None:
            while told < 199:
                least = told
                records = await store.sessions.list_records(session_id)
                early, late = records[5].content, records[59].content
                assert early == late, "two states in one history"
                assert int(early) >= least

        await asyncio.gather(write(), read(), read(), read())
        await is_true(store, session_id)

    with_store(tmp_path, work)


def test_so_many_are_kept_and_no_more() -> None:
    """The conversation that was read the longest ago goes first."""

    def history(name: str, length: int) -> tuple[Record, ...]:
        values = {"version": 1, "created_at": 0.0, "role": Role.USER, "content": name}
        return tuple(
            Record(record_id=number, session_id=SessionId(name), round_no=number, **values)  # type: ignore[arg-type]
            for number in range(length)
        )

    histories = KeptHistories(most_records=10)
    for name in "abc":
        histories.keep(SessionId(name), history(name, 4), histories.look(SessionId(name)).stamp)
        histories.look(SessionId("a"))
    assert [histories.look(SessionId(name)).whole for name in "abc"] == [True, False, True]
    histories.keep(SessionId("long"), history("long", 40), 0)
    assert histories.look(SessionId("long")).whole
    assert not histories.look(SessionId("a")).whole
    histories.clear()
    assert not histories.look(SessionId("long")).whole
