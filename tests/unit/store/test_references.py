"""References between conversations on disk: steps of the history like any other (P-2, P-4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from stello_desktop.domain.commands import AddRef, Delete, RemoveRef, Reparent, Restore, StepName
from stello_desktop.domain.errors import InvalidReference, SessionNotFound
from stello_desktop.domain.ids import new_session_id
from tests.helpers.stores import OpenedStore, query, with_store


def test_a_reference_is_one_step_that_survives_a_restart(tmp_path: Path) -> None:
    """P-2, P-4: made, taken back after a restart, done again after another."""

    async def make(store: OpenedStore) -> dict[str, str]:
        ids = await store.a_tree("main > a", "other")
        applied = await store.tree.apply(AddRef(ids["a"], ids["other"]))
        assert applied.refs == {ids["a"]: (ids["other"],)}
        assert applied.step.name is StepName.REFER
        assert applied.step.params["label"] == "a"
        assert applied.step.params["target"] == "other"
        return {label: str(item) for label, item in ids.items()}

    ids = with_store(tmp_path, make)

    async def take_back(store: OpenedStore) -> None:
        assert (await store.topology()).node(ids["a"]).refs == (ids["other"],)  # type: ignore[arg-type]
        undone = await store.tree.undo()
        assert undone is not None
        assert undone.refs == {ids["a"]: ()}
        assert (await store.topology()).referring == ()

    with_store(tmp_path, take_back)

    async def again(store: OpenedStore) -> None:
        redone = await store.tree.redo()
        assert redone is not None
        assert redone.refs == {ids["a"]: (ids["other"],)}

    with_store(tmp_path, again)


def test_twice_is_once_and_no_second_step(tmp_path: Path) -> None:
    """P-2: an undo after the second asking takes the first away."""

    async def story(store: OpenedStore) -> None:
        ids = await store.a_tree("main > a", "other")
        await store.tree.apply(AddRef(ids["a"], ids["other"]))
        twice = await store.tree.apply(AddRef(ids["a"], ids["other"]))
        assert twice.refs == {}
        await store.tree.undo()
        assert (await store.topology()).refs_of(ids["a"]) == ()

    with_store(tmp_path, story)
    assert query(tmp_path, "SELECT count(*) FROM ref") == [(0,)]


def test_each_of_several_is_its_own_step_and_both_ways_are_two_references(tmp_path: Path) -> None:
    """P-2: directed."""

    async def story(store: OpenedStore) -> None:
        ids = await store.a_tree("main > a", "other > b", "third")
        a, b, third = ids["a"], ids["b"], ids["third"]
        for command in (AddRef(a, b), AddRef(b, a), AddRef(a, third), RemoveRef(a, b)):
            await store.tree.apply(command)
        assert (await store.topology()).refs_of(a) == (third,)
        await store.tree.undo()
        assert set((await store.topology()).refs_of(a)) == {b, third}
        for _ in range(3):
            await store.tree.undo()
        assert (await store.topology()).referring == ()
        redone = await store.tree.redo()
        assert redone is not None
        assert redone.step.name is StepName.REFER

    with_store(tmp_path, story)


def test_what_is_refused_leaves_nothing(tmp_path: Path) -> None:
    """P-2: neither to itself nor along one's own line."""

    async def story(store: OpenedStore) -> None:
        ids = await store.a_tree("main > a > b", "other")
        for session_id, target_id, reason in (
            (ids["a"], ids["a"], "self"),
            (ids["b"], ids["main"], "ancestor"),
            (ids["main"], ids["b"], "descendant"),
        ):
            with pytest.raises(InvalidReference) as error:
                await store.tree.apply(AddRef(session_id, target_id))
            assert error.value.params["reason"] == reason
        with pytest.raises(SessionNotFound):
            await store.tree.apply(AddRef(ids["a"], new_session_id()))
        with pytest.raises(SessionNotFound):
            await store.tree.apply(RemoveRef(ids["a"], new_session_id()))
        assert (await store.tree.history()).undo is not None

    with_store(tmp_path, story)
    assert query(tmp_path, "SELECT count(*) FROM ref") == [(0,)]
    assert query(tmp_path, "SELECT count(*) FROM step WHERE name = 'refer'") == [(0,)]


def test_references_come_back_with_what_they_refer_to(tmp_path: Path) -> None:
    """P-2, P-3: the trash keeps them; emptying it takes them, and the steps that made them."""

    async def story(store: OpenedStore) -> None:
        ids = await store.a_tree("main > a", "other")
        await store.tree.apply(AddRef(ids["a"], ids["other"]))
        await store.tree.apply(Delete((ids["other"],)))
        assert (await store.topology()).refs_of(ids["a"]) == ()
        (item,) = await store.tree.list_trash()
        await store.tree.apply(Restore(item.trash_id))
        assert (await store.topology()).refs_of(ids["a"]) == (ids["other"],)
        await store.tree.apply(Delete((ids["other"],)))
        await store.tree.empty_trash()
        assert (await store.topology()).referring == ()
        state = await store.tree.history()
        assert state.undo is not None
        assert state.undo.name is StepName.BRANCH

    with_store(tmp_path, story)
    assert query(tmp_path, "SELECT count(*) FROM ref") == [(0,)]


def test_a_move_under_what_one_refers_to_keeps_the_reference_asleep(tmp_path: Path) -> None:
    """P-2, P-1: undoing the move wakes it."""

    async def story(store: OpenedStore) -> None:
        ids = await store.a_tree("main > a", "other")
        await store.tree.apply(AddRef(ids["a"], ids["other"]))
        await store.tree.apply(Reparent((ids["a"],), ids["other"]))
        assert (await store.topology()).refs_of(ids["a"]) == ()
        await store.tree.undo()
        assert (await store.topology()).refs_of(ids["a"]) == (ids["other"],)

    with_store(tmp_path, story)
