"""Changing the tree through the workspace: committed first, told once, undone in one step."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.commands import Delete, Rename, Reparent, StepName
from stello_desktop.domain.errors import InvalidLabel, TopologyCycle
from stello_desktop.domain.topology import EntryFlag
from stello_desktop.workspace.trash import Amount
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.workspaces import run_in_workspace


def test_moving_a_branch_changes_its_place_and_nothing_else(tmp_path: Path) -> None:
    """P-1: source, history and instructions stay; undo works after a restart (P-4)."""

    async def move(workspace: Workspace) -> None:
        root = await workspace.create_project("Launch")
        market, product = [await workspace.branches.open(root, label) for label in ("Market", "Product")]
        pricing = await workspace.branches.open(market, "Pricing")
        step = await workspace.apply(Reparent((pricing,), product))
        assert step.name is StepName.MOVE
        assert workspace.topology.parent(pricing) == product
        assert workspace.topology.branched_elsewhere(pricing) == market

    async def undo(workspace: Workspace) -> None:
        named = {entry.label: entry.session_id for entry in workspace.topology.entries()}
        await workspace.undo()
        assert workspace.topology.parent(named["Pricing"]) == named["Market"]
        await workspace.redo()
        assert workspace.topology.parent(named["Pricing"]) == named["Product"]

    run_in_workspace(tmp_path, move)
    run_in_workspace(tmp_path, undo)


def test_a_refused_move_tells_nobody_and_changes_nothing(tmp_path: Path) -> None:
    """P-1."""

    async def story(workspace: Workspace) -> None:
        root = await workspace.create_project("Launch")
        child = await workspace.branches.open(root, "Market")
        heard: list[Changes] = []
        workspace.feed.subscribe(heard.append)
        before = workspace.topology
        with pytest.raises(TopologyCycle):
            await workspace.apply(Reparent((root,), child))
        assert (heard, workspace.topology) == ([], before)

    run_in_workspace(tmp_path, story)


def test_every_change_is_told_once_with_its_origin(tmp_path: Path) -> None:
    """P-4."""

    async def story(workspace: Workspace) -> None:
        root = await workspace.create_project("Launch")
        heard: list[Changes] = []
        workspace.feed.subscribe(heard.append)
        view = object()
        await workspace.apply(Rename(root, "Start"), origin=view)
        (change,) = heard
        assert change.placed == {root}
        assert change.origin is view
        await workspace.undo()
        assert heard[-1].reveal == (root,)

    run_in_workspace(tmp_path, story)


def test_making_and_first_naming_are_one_step(tmp_path: Path) -> None:
    """I6."""

    async def story(workspace: Workspace) -> None:
        root = await workspace.create_project("Launch")
        child = await workspace.branches.open(root, "New branch")
        await workspace.apply(Rename(child, "Market", joins_creation=True))
        await workspace.undo()
        assert child not in workspace.topology
        await workspace.redo()
        assert workspace.topology[child].label == "Market"

    run_in_workspace(tmp_path, story)


def test_a_blank_name_is_refused(tmp_path: Path) -> None:
    """T-3."""

    async def story(workspace: Workspace) -> None:
        with pytest.raises(InvalidLabel):
            await workspace.create_project(" \u202e ")
        assert len(workspace.topology) == 0

    run_in_workspace(tmp_path, story)


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_example_is_labelled_and_leaves_with_one_click(tmp_path: Path, language: str) -> None:
    """Journey 1: hand-written in each language; one undo step brings it and takes it."""

    async def story(workspace: Workspace) -> None:
        mine = await workspace.create_project("Mine")
        root = await workspace.examples.plant(language)
        entries = [workspace.topology[item] for item in workspace.topology.subtree(root)]
        assert len(entries) > 5
        assert all(entry.flags & EntryFlag.EXAMPLE for entry in entries)
        assert any(entry.archived for entry in entries)
        assert any(workspace.topology.branched_elsewhere(entry.session_id) for entry in entries)
        assert all([await workspace.messages.list_records(entry.session_id) for entry in entries])
        await workspace.examples.remove()
        assert workspace.topology.roots == (mine,)

    run_in_workspace(tmp_path, story)


def test_emptying_the_trash_is_the_only_thing_that_destroys(tmp_path: Path) -> None:
    """P-3."""

    async def story(workspace: Workspace) -> None:
        root = await workspace.create_project("Launch")
        await workspace.messages.add_note(root, "CANARY")
        await workspace.apply(Delete((root,)))
        assert await workspace.trash.empty() == Amount(conversations=1)
        assert workspace.history.undo is None
        assert await workspace.trash.items() == ()

    run_in_workspace(tmp_path, story)
    content = b"".join(item.read_bytes() for item in tmp_path.rglob("*") if item.is_file())
    assert b"CANARY" not in content


@pytest.mark.parametrize("turns", range(8))
def test_a_caller_who_gives_up_never_leaves_the_tree_behind_the_store(tmp_path: Path, turns: int) -> None:
    """P-4: what was committed is shown and what is shown was committed, wherever the cancellation falls."""

    async def story(workspace: Workspace) -> None:
        root = await workspace.create_project("Launch")
        works = (
            workspace.create_project("Second"),
            workspace.branches.open(root, "Market"),
            workspace.apply(Rename(root, "Start")),
            workspace.undo(),
            workspace.redo(),
        )
        for work in works:
            task = asyncio.ensure_future(work)
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait([task])
        shown = {entry.session_id: entry.label for entry in workspace.topology.entries()}
        backend = await workspace.open()
        topology, history = await backend.tree.load()
        assert {entry.session_id: entry.label for entry in topology.entries()} == shown
        assert workspace.history == history

    run_in_workspace(tmp_path, story)


def test_the_agent_archives_as_a_step_of_the_history(tmp_path: Path) -> None:
    """Q-1, Q-3, P-4."""

    async def story(workspace: Workspace) -> None:
        root = await workspace.create_project("Launch")
        await workspace._agent.archive_session(root)
        assert workspace.topology[root].archived
        await workspace.undo()
        assert not workspace.topology[root].archived

    run_in_workspace(tmp_path, story)
