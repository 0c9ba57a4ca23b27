"""The tree on disk: moving, deleting, restoring, and taking each of them back (P-1, P-3, P-4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from stello_desktop.domain.commands import (
    CreateProject,
    Delete,
    Place,
    Rename,
    Reparent,
    Restore,
    SetArchived,
    SetLayout,
    SetStrategy,
    StepName,
    TidyUp,
)
from stello_desktop.domain.errors import BrokenRule, InvalidLabel, SessionNotFound, TopologyCycle
from stello_desktop.domain.ids import SessionId, TrashId, new_session_id
from stello_desktop.domain.messages import RecordDraft, RecordKind, Role
from stello_desktop.domain.session import SessionDraft, SessionStatus
from stello_desktop.domain.topology import EntryFlag, LayoutKind, StrategyKind
from tests.helpers.stores import OpenedStore, outline, query, with_store


async def shape(store: OpenedStore) -> str:
    return outline(await store.topology())


def test_a_moved_branch_takes_all_below_it_and_keeps_its_source(tmp_path: Path) -> None:
    """P-1."""

    async def test(store: OpenedStore) -> None:
        found = await store.a_tree("main > a > b", "main > c")
        applied = await store.tree.apply(Reparent((found["a"],), found["c"]))
        assert await shape(store) == "main\n  c\n    a\n      b"
        assert [entry.session_id for entry in applied.changed] == [found["a"]]
        assert applied.changed[0].source_id == found["main"]
        assert (applied.step.name, applied.step.params["target"]) == (StepName.MOVE, "c")

    with_store(tmp_path, test)


def test_nothing_can_hang_under_itself_or_below_itself(tmp_path: Path) -> None:
    """P-1: TopologyCycle, nothing written, no step."""

    async def test(store: OpenedStore) -> None:
        found = await store.a_tree("main > a > b > c")
        before = await store.tree.load()
        for parent in ("a", "b", "c"):
            with pytest.raises(TopologyCycle):
                await store.tree.apply(Reparent((found["a"],), found[parent]))
        with pytest.raises(TopologyCycle):
            await store.tree.apply(Reparent((found["c"], found["a"]), found["b"]))
        after = await store.tree.load()
        assert list(after[0].entries()) == list(before[0].entries())
        assert after[1] == before[1]

    with_store(tmp_path, test)


def test_several_at_once_keep_their_order_and_leave_companions_with_their_parent(tmp_path: Path) -> None:
    """P-1."""

    async def test(store: OpenedStore) -> None:
        found = await store.a_tree("main > a > b", "main > c", "main > d", "other")
        moved = [found[label] for label in ("d", "b", "c", "a")]
        applied = await store.tree.apply(Reparent(tuple(moved), found["other"]))
        assert await shape(store) == "main\nother\n  a\n    b\n  c\n  d"
        assert applied.step.params["count"] == 3
        await store.tree.undo()
        assert await shape(store) == "main\n  a\n    b\n  c\n  d\nother"

    with_store(tmp_path, test)


def test_a_branch_that_becomes_a_project_keeps_the_kinds_of_its_project(tmp_path: Path) -> None:
    """P-1, O-1."""

    async def test(store: OpenedStore) -> None:
        found = await store.a_tree("main > a > b")
        await store.tree.apply(SetLayout(found["main"], LayoutKind.MIND_MAP))
        await store.tree.apply(SetStrategy(found["main"], StrategyKind.FLAT))
        applied = await store.tree.apply(Reparent((found["b"],), None))
        assert applied.step.name is StepName.MAKE_PROJECT
        assert (applied.changed[0].layout, applied.changed[0].strategy) == (
            LayoutKind.MIND_MAP,
            StrategyKind.FLAT,
        )
        await store.tree.undo()
        entry = (await store.topology())[found["b"]]
        assert (entry.parent_id, entry.layout, entry.strategy) == (
            found["a"],
            LayoutKind.STAR,
            StrategyKind.HIERARCHICAL,
        )

    with_store(tmp_path, test)


def test_a_move_drops_the_own_place_and_undo_brings_it_back(tmp_path: Path) -> None:
    """P-1, P-4."""

    async def test(store: OpenedStore) -> None:
        found = await store.a_tree("main > a", "main > b")
        await store.tree.apply(Place(((found["b"], 12.5, -3.25), (found["a"], 1.0, 2.0))))
        moved = await store.tree.apply(Reparent((found["b"],), found["a"]))
        assert (moved.changed[0].dx, moved.changed[0].dy) == (None, None)
        await store.tree.undo()
        tidied = await store.tree.apply(TidyUp(found["main"]))
        assert {entry.session_id for entry in tidied.changed} == {found["a"], found["b"]}
        await store.tree.undo()
        topology = await store.topology()
        assert (topology[found["b"]].dx, topology[found["b"]].dy) == (12.5, -3.25)

    with_store(tmp_path, test)


def test_creation_and_first_name_are_one_step(tmp_path: Path) -> None:
    """I6."""

    async def test(store: OpenedStore) -> None:
        found = await store.a_tree("main > untitled")
        await store.tree.apply(Rename(found["untitled"], "  money\n", joins_creation=True))
        state = await store.tree.history()
        assert state.undo is not None
        assert (state.undo.name, state.undo.params["label"]) == (StepName.BRANCH, "money")
        await store.tree.undo()
        assert await shape(store) == "main"
        redone = await store.tree.redo()
        assert redone is not None
        assert await shape(store) == "main\n  money"

    with_store(tmp_path, test)


def test_a_later_name_is_a_step_of_its_own(tmp_path: Path) -> None:
    """P-4."""

    async def test(store: OpenedStore) -> None:
        found = await store.a_tree("main > a", "main > b")
        await store.tree.apply(Rename(found["a"], "money", joins_creation=True))
        await store.tree.undo()
        assert await shape(store) == "main\n  a\n  b"
        with pytest.raises(InvalidLabel):
            await store.tree.apply(Rename(found["a"], " \u202e\n "))
        with pytest.raises(InvalidLabel):
            await store.tree.apply(CreateProject(new_session_id(), ""))

    with_store(tmp_path, test)


def test_undoing_a_branch_puts_it_with_its_messages_into_the_trash(tmp_path: Path) -> None:
    """P-3, P-4."""

    async def test(store: OpenedStore) -> None:
        found = await store.a_tree("main > a")
        await store.say(found["a"], "why?", "because")
        undone = await store.tree.undo()
        assert undone is not None
        assert undone.removed == (found["a"],)
        assert undone.trash
        (item,) = await store.tree.list_trash()
        assert (item.label, item.count, item.parent_label) == ("a", 1, "main")
        with pytest.raises(SessionNotFound):
            await store.sessions.start_round(found["a"], "hello")
        await store.tree.redo()
        assert await store.tree.list_trash() == ()
        assert [record.content for record in await store.sessions.list_records(found["a"])] == [
            "why?",
            "because",
        ]

    with_store(tmp_path, test)


def test_deleting_takes_the_subtree_and_restoring_puts_it_back_where_it_was(tmp_path: Path) -> None:
    """P-3."""

    async def test(store: OpenedStore) -> None:
        found = await store.a_tree("main > a > b", "main > c")
        before = await shape(store)
        deleted = await store.tree.apply(Delete((found["a"],)))
        assert set(deleted.removed) == {found["a"], found["b"]}
        assert deleted.step.params == {"label": "a", "count": 2}
        assert await shape(store) == "main\n  c"
        (item,) = await store.tree.list_trash()
        assert (item.label, item.count, item.parent_label) == ("a", 2, "main")
        await store.tree.apply(Restore(item.trash_id))
        assert await shape(store) == before
        assert await store.tree.list_trash() == ()
        await store.tree.undo()
        assert await shape(store) == "main\n  c"
        with pytest.raises(SessionNotFound):
            await store.tree.apply(Restore(TrashId(999)))

    with_store(tmp_path, test)


def test_deleting_one_alone_lifts_its_children(tmp_path: Path) -> None:
    """P-3."""

    async def test(store: OpenedStore) -> None:
        found = await store.a_tree("main > a > b > x", "main > a > c", "main > d")
        await store.tree.apply(Delete((found["a"], found["b"]), lift_children=True))
        assert await shape(store) == "main\n  d\n  x\n  c"
        await store.tree.undo()
        assert await shape(store) == "main\n  a\n    b\n      x\n    c\n  d"
        await store.tree.apply(Delete((found["main"],), lift_children=True))
        assert await shape(store) == "a\n  b\n    x\n  c\nd"

    with_store(tmp_path, test)


def test_what_loses_its_parent_is_restored_under_the_nearest_living_ancestor(tmp_path: Path) -> None:
    """P-3."""

    async def test(store: OpenedStore) -> None:
        found = await store.a_tree("main > a > b > c")
        await store.tree.apply(Delete((found["c"],)))
        await store.tree.apply(Delete((found["a"],)))
        inner = (await store.tree.list_trash())[1]
        assert inner.label == "c"
        await store.tree.apply(Restore(inner.trash_id))
        assert await shape(store) == "main\n  c"
        await store.tree.apply(Delete((found["c"],)))
        await store.tree.apply(Delete((found["main"],)))
        innermost = next(item for item in await store.tree.list_trash() if item.label == "c")
        await store.tree.apply(Restore(innermost.trash_id))
        assert await shape(store) == "c"

    with_store(tmp_path, test)


def test_archiving_does_not_cascade(tmp_path: Path) -> None:
    """P-3."""

    async def test(store: OpenedStore) -> None:
        found = await store.a_tree("main > a > b")
        applied = await store.tree.apply(SetArchived((found["a"],), archived=True))
        assert applied.step.name is StepName.ARCHIVE
        topology = await store.topology()
        assert [topology[found[label]].archived for label in ("main", "a", "b")] == [False, True, False]
        await store.tree.apply(SetArchived((found["a"],), archived=False))
        await store.tree.undo()
        assert (await store.topology())[found["a"]].status == SessionStatus.ARCHIVED

    with_store(tmp_path, test)


def test_undo_and_redo_survive_a_restart(tmp_path: Path) -> None:
    """P-4."""

    async def first(store: OpenedStore) -> dict[str, SessionId]:
        found = await store.a_tree("main > a", "main > b")
        await store.tree.apply(Reparent((found["b"],), found["a"]))
        await store.tree.apply(Delete((found["a"],)))
        await store.tree.undo()
        return found

    async def second(store: OpenedStore) -> None:
        assert outline(store.boot.topology) == "main\n  a\n    b"
        assert store.boot.history.undo is not None
        assert store.boot.history.redo is not None
        assert (store.boot.history.undo.name, store.boot.history.redo.name) == (
            StepName.MOVE,
            StepName.DELETE,
        )
        await store.tree.undo()
        assert await shape(store) == "main\n  a\n  b"
        await store.tree.redo()
        await store.tree.redo()
        assert await shape(store) == "main"

    with_store(tmp_path, first)
    with_store(tmp_path, second)


def test_a_new_change_forgets_what_was_undone(tmp_path: Path) -> None:
    """P-4."""

    async def test(store: OpenedStore) -> None:
        found = await store.a_tree("main > a")
        await store.tree.apply(Rename(found["a"], "b"))
        await store.tree.undo()
        await store.tree.apply(Rename(found["a"], "c"))
        assert (await store.tree.history()).redo is None
        assert await store.tree.redo() is None
        assert await shape(store) == "main\n  c"

    with_store(tmp_path, test)


def test_with_nothing_to_undo_there_is_nothing(tmp_path: Path) -> None:
    """P-4."""

    async def test(store: OpenedStore) -> None:
        assert await store.tree.undo() is None
        assert await store.tree.redo() is None
        assert (await store.tree.history()).undo is None

    with_store(tmp_path, test)


def test_emptying_the_trash_destroys_text_and_the_steps_that_needed_it(tmp_path: Path) -> None:
    """P-3, T12: not a trace in any file."""

    async def test(store: OpenedStore) -> None:
        found = await store.a_tree("main > a > b", "main > c")
        await store.say(found["b"], "the secret word is xyzzyplugh", "noted")
        await store.desk.put_draft(found["b"], "xyzzyplugh again")
        await store.tree.apply(Reparent((found["c"],), found["a"]))
        await store.tree.apply(Reparent((found["c"],), found["main"]))
        await store.tree.apply(Delete((found["a"],)))
        await store.tree.apply(Rename(found["c"], "kept"))
        assert await store.tree.empty_trash() == 2
        assert await store.tree.empty_trash() == 0
        assert await store.tree.list_trash() == ()
        assert await shape(store) == "main\n  kept"
        with pytest.raises(SessionNotFound):
            await store.sessions.list_records(found["b"])
        await store.tree.undo()
        assert await shape(store) == "main\n  c"
        assert await store.tree.undo() is None

    with_store(tmp_path, test)
    assert query(tmp_path, "SELECT count(*) FROM record") == [(0,)]
    for file in tmp_path.rglob("*"):
        assert b"xyzzyplugh" not in file.read_bytes()


def test_one_deletion_is_destroyed_and_the_others_stay(tmp_path: Path) -> None:
    """P-3: what hung under it and was deleted earlier can still be restored, under what is left."""

    async def test(store: OpenedStore) -> None:
        found = await store.a_tree("main > a > b > c", "main > d")
        for label in ("c", "a", "d"):
            await store.tree.apply(Delete((found[label],)))
        items = {item.label: item for item in await store.tree.list_trash()}
        assert {label: item.count for label, item in items.items()} == {"a": 2, "c": 1, "d": 1}
        assert await store.tree.empty_trash(items["a"].trash_id) == 2
        assert await store.tree.empty_trash(items["a"].trash_id) == 0
        assert [item.label for item in await store.tree.list_trash()] == ["d", "c"]
        with pytest.raises(SessionNotFound):
            await store.sessions.list_records(found["b"])
        await store.tree.apply(Restore(items["c"].trash_id))
        await store.tree.undo()
        await store.tree.redo()
        assert await shape(store) == "main\n  c"
        assert await store.tree.empty_trash() == 1

    with_store(tmp_path, test)
    assert query(tmp_path, "PRAGMA foreign_key_check") == []
    assert query(tmp_path, "SELECT count(*) FROM trash") == [(0,)]


def test_emptying_the_trash_keeps_the_steps_that_can_still_be_undone(tmp_path: Path) -> None:
    """P-3, P-4."""

    async def test(store: OpenedStore) -> None:
        found = await store.a_tree("main > a", "main > b", "main > c")
        await store.tree.apply(Reparent((found["a"], found["b"]), found["c"]))
        await store.tree.apply(Delete((found["b"],)))
        await store.tree.empty_trash()
        undone = await store.tree.undo()
        assert undone is not None
        assert undone.step.name is StepName.MOVE
        assert await shape(store) == "main\n  a\n  c"

    with_store(tmp_path, test)


def test_folding_is_kept_and_no_step(tmp_path: Path) -> None:
    """P-4."""

    async def test(store: OpenedStore) -> None:
        found = await store.a_tree("main > a")
        before = await store.tree.history()
        await store.tree.set_folded([found["main"]], folded=True)
        (entry,) = await store.tree.entries([found["main"]])
        assert entry.folded
        assert await store.tree.history() == before

    with_store(tmp_path, test)


def test_entries_come_as_asked_for_and_only_the_living(tmp_path: Path) -> None:
    async def test(store: OpenedStore) -> None:
        found = await store.a_tree("main > a > b")
        await store.tree.apply(Delete((found["b"],)))
        asked = (found["a"], new_session_id(), found["b"], found["main"])
        entries = await store.tree.entries(asked)
        assert [entry.label for entry in entries] == ["a", "main"]

    with_store(tmp_path, test)


def test_a_planted_tree_is_one_step(tmp_path: Path) -> None:
    """P-4."""
    root, child = new_session_id(), new_session_id()
    messages = (
        RecordDraft(role=Role.ASSISTANT, content="Welcome", kind=RecordKind.OPENING),
        RecordDraft(role=Role.USER, content="why?"),
        RecordDraft(role=Role.ASSISTANT, content="because"),
        RecordDraft(role=Role.USER, content="remember", kind=RecordKind.NOTE),
    )
    drafts = [
        SessionDraft(root, "Example", example=True, messages=messages),
        SessionDraft(child, "Branch", parent_id=root, source_id=root, archived=True),
    ]

    async def test(store: OpenedStore) -> None:
        planted = await store.tree.add_tree(drafts)
        assert (planted.step.name, planted.step.params["count"]) == (StepName.CREATE_PROJECT, 2)
        topology = await store.topology()
        assert (topology[root].turn_count, topology[root].message_count) == (1, 4)
        assert topology[root].flags == EntryFlag.EXAMPLE
        assert topology[child].archived
        assert [record.round_no for record in await store.sessions.list_records(root)] == [0, 1, 1, 2]
        assert (await store.sessions.start_round(root, "more")).round_no == 3
        await store.tree.undo()
        assert len(await store.topology()) == 0
        await store.tree.redo()
        assert await shape(store) == "Example\n  Branch"
        with pytest.raises(BrokenRule):
            await store.tree.add_tree([SessionDraft(new_session_id(), "x", parent_id=root)])
        with pytest.raises(BrokenRule):
            await store.tree.add_tree([])

    with_store(tmp_path, test)


def test_deleting_five_thousand_is_one_small_step(tmp_path: Path) -> None:
    """P-3, P-4."""
    root = new_session_id()
    ids = [new_session_id() for _ in range(5_000)]
    drafts = [SessionDraft(root, "root")]
    drafts += [SessionDraft(item, "x", parent_id=root) for item in ids]

    async def test(store: OpenedStore) -> None:
        await store.tree.add_tree(drafts)
        deleted = await store.tree.apply(Delete((root,)))
        assert len(deleted.removed) == 5_001
        assert deleted.step.session_ids == (root,)
        undone = await store.tree.undo()
        assert undone is not None
        assert len(undone.changed) == 5_001

    with_store(tmp_path, test)
    assert query(tmp_path, "SELECT max(length(change)) < 40000 FROM step") == [(1,)]


def test_a_cycle_in_damaged_data_ends(tmp_path: Path) -> None:
    """Fault 23: the store opens, and every conversation can be reached."""

    async def first(store: OpenedStore) -> dict[str, SessionId]:
        return await store.a_tree("main > a > b")

    found = with_store(tmp_path, first)
    query(tmp_path, "UPDATE session SET parent_id = ? WHERE session_id = ?", found["b"], found["a"])

    async def second(store: OpenedStore) -> None:
        assert len(list(store.boot.topology.walk())) == 3
        await store.tree.apply(Reparent((found["a"],), found["main"]))
        assert await shape(store) == "main\n  a\n    b"

    with_store(tmp_path, second)


def test_emptying_the_trash_leaves_nothing_in_the_log_of_a_running_program(tmp_path: Path) -> None:
    """P-3, T12: the program may run for weeks, or be killed."""

    async def test(store: OpenedStore) -> None:
        found = await store.a_tree("main > a")
        await store.say(found["a"], "secret", "noted")
        await store.tree.apply(Delete((found["a"],)))
        log = store.boot.path.with_name("stello.db-wal")
        assert log.stat().st_size > 0
        await store.tree.empty_trash()
        assert log.stat().st_size == 0

    with_store(tmp_path, test)
