"""The tree at a glance: the same as the rows, gone with any change of them, and never needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from stello_desktop.domain.commands import Delete, Place, Rename, SetArchived
from stello_desktop.domain.ids import SessionId, new_session_id
from stello_desktop.domain.session import Author, ChildDraft, SessionDraft
from stello_desktop.domain.topology import Topology
from stello_desktop.store import glance
from stello_desktop.store.boot import open_store
from stello_desktop.store.connections import connect
from stello_desktop.store.reading import read_entries
from tests.helpers.stores import OpenedStore, query, with_store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A store of 600 conversations of every kind."""
    ids = [new_session_id() for _ in range(600)]
    drafts = [
        SessionDraft(
            session_id,
            f"名 {number}",
            parent_id=ids[number // 3] if number else None,
            source_id=ids[number // 2] if number % 5 else None,
            archived=number % 7 == 0,
        )
        for number, session_id in enumerate(ids)
    ]

    async def use(store: OpenedStore) -> None:
        await store.tree.add_tree(drafts)
        await store.tree.apply(Place(((ids[9], 0.1, -1e6 / 3), (ids[8], 1.0, 2.0))))
        child = ChildDraft(label="x", source_session_id=ids[599], topology_parent_id=ids[1], by=Author.PERSON)
        await store.forks.create_child(child)
        await store.tree.apply(Delete((ids[599],)))
        await store.tree.empty_trash()
        await store.tree.set_folded([ids[4]], folded=True)
        await store.sessions.add_insight(ids[3], "look")

    with_store(tmp_path, use)
    return tmp_path


def kept(folder: Path) -> bool:
    return query(folder, "SELECT count(*) FROM glance") == [(1,)]


def both_ways(folder: Path) -> tuple[list[object], list[object]]:
    connection = connect(folder / "stello.db", writing=True)
    try:
        at_a_glance = glance.read_glance(connection)
        assert at_a_glance is not None
        connection.execute("DELETE FROM glance")
        return list(at_a_glance), list(read_entries(connection))
    finally:
        connection.close()


def test_a_clean_close_keeps_what_the_rows_say(folder: Path) -> None:
    assert kept(folder)
    at_a_glance, rows = both_ways(folder)
    assert at_a_glance == rows
    assert len(rows) == 600


def test_the_tree_is_the_same_with_and_without(folder: Path) -> None:
    def walked(topology: Topology) -> list[object]:
        return [topology[session_id] for session_id in topology.walk()]

    first = open_store(folder)
    first.lock.release()
    query(folder, "DELETE FROM glance")
    second = open_store(folder)
    second.lock.release()
    assert walked(first.topology) == walked(second.topology)


@pytest.mark.parametrize("change", ["rename", "archive", "round", "delete", "fold"])
def test_any_change_of_a_conversation_removes_it_at_once(folder: Path, change: str) -> None:
    async def use(store: OpenedStore) -> None:
        session_id: SessionId = store.boot.topology.roots[0]
        match change:
            case "rename":
                await store.tree.apply(Rename(session_id, "new"))
            case "archive":
                await store.tree.apply(SetArchived((session_id,), archived=False))
            case "round":
                await store.say(store.boot.topology.children(session_id)[1], "why?", "because")
            case "delete":
                await store.tree.apply(Delete((session_id,)))
            case _:
                await store.tree.set_folded([session_id], folded=True)
        assert not kept(folder)

    with_store(folder, use)
    assert kept(folder) == (change != "delete")


def test_one_of_another_shape_is_not_read(folder: Path) -> None:
    query(folder, """UPDATE glance SET head = replace(head, 'waiting_insights', 'something_new')""")
    connection = connect(folder / "stello.db", writing=True)
    assert glance.read_glance(connection) is None
    assert len(read_entries(connection)) == 600
    connection.close()


@pytest.mark.parametrize(
    "damage",
    ["UPDATE session SET label = 'a' || char(10) || 'b' WHERE seq = 5", "UPDATE session SET parent_id = 'x'"],
)
def test_what_it_cannot_tell_is_left_to_the_rows(folder: Path, damage: str) -> None:
    query(folder, damage)

    async def use(store: OpenedStore) -> None:
        assert len(store.boot.topology) == 600

    with_store(folder, use)
    assert not kept(folder)


def test_a_small_tree_needs_none(tmp_path: Path) -> None:
    async def use(store: OpenedStore) -> None:
        await store.a_tree("main > a > b")

    with_store(tmp_path, use)
    assert not kept(tmp_path)
