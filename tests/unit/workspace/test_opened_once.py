"""A refused branch that is opened after all is opened once, also where the program ended before it was written down (X-2, G-1)."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from stello_desktop.domain.commands import Delete
from stello_desktop.domain.ids import SessionId
from stello_desktop.llm.scripted import ScriptedModel, tool_reply
from stello_desktop.store.files import STORE_NAME
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.workspaces import open_workspace

type Way = Callable[[Workspace, SessionId], Awaitable[SessionId]]


def a_refused_model() -> ScriptedModel:
    """Asks for a branch at once, which the guard refuses."""
    return ScriptedModel([tool_reply("stello_create_session", call_id="c", label="Costs"), "Sorry."])


async def a_refused_call(workspace: Workspace) -> SessionId:
    """A project in which that has happened."""
    await workspace.change_settings(guard_on=True)
    project = await workspace.create_project("Launch")
    await workspace.rounds.start(project, "Split it").wait()
    return project


async def open_anyway(workspace: Workspace, project: SessionId) -> SessionId:
    """*Open anyway* on the card."""
    return await workspace.branches.open_anyway(project, "c")


async def open_with_what_it_lacked(workspace: Workspace, project: SessionId) -> SessionId:
    """The dialog that opens where the call lacks something."""
    return await workspace.branches.open(project, "Costs", call_id="c")


def result_on_disk(folder: Path, content: str | None = None) -> str:
    """What the call's result says; with ``content`` it says that again, as a kill before the write leaves it."""
    with sqlite3.connect(folder / STORE_NAME) as database:
        if content is not None:
            database.execute("UPDATE record SET content = ? WHERE role = 'tool'", (content,))
        found = str(database.execute("SELECT content FROM record WHERE role = 'tool'").fetchone()[0])
    database.close()
    return found


@pytest.mark.parametrize("way", [open_anyway, open_with_what_it_lacked])
@pytest.mark.parametrize("again", [open_anyway, open_with_what_it_lacked])
def test_what_was_opened_before_the_end_is_found_again(tmp_path: Path, way: Way, again: Way) -> None:
    """Fault 2: pressing it again after the restart leads to the branch that is there."""
    model = a_refused_model()
    found: list[SessionId] = []

    async def first() -> None:
        async with open_workspace(tmp_path, model) as workspace:
            found.append(await a_refused_call(workspace))
            assert workspace.topology.children(found[0]) == ()

    async def second() -> None:
        async with open_workspace(tmp_path, model) as workspace:
            found.append(await way(workspace, found[0]))

    async def third() -> None:
        async with open_workspace(tmp_path, model) as workspace:
            assert await again(workspace, found[0]) == found[1]
            assert workspace.topology.children(found[0]) == (found[1],)

    asyncio.run(first())
    refused = result_on_disk(tmp_path)
    asyncio.run(second())
    opened = result_on_disk(tmp_path)
    assert opened != refused
    result_on_disk(tmp_path, refused)
    asyncio.run(third())
    assert result_on_disk(tmp_path) == opened


@pytest.mark.parametrize("way", [open_anyway, open_with_what_it_lacked])
def test_one_whose_opening_was_undone_is_opened_anew(tmp_path: Path, way: Way) -> None:
    """X-2, G-1: both ways lead to a branch that is there, and to the same one."""
    model = a_refused_model()

    async def story() -> None:
        async with open_workspace(tmp_path, model) as workspace:
            project = await a_refused_call(workspace)
            undone = await workspace.branches.open_anyway(project, "c")
            await workspace.undo()
            assert workspace.topology.children(project) == ()
            other = await way(workspace, project)
            assert other != undone
            assert workspace.topology.children(project) == (other,)
            assert await open_anyway(workspace, project) == other
            assert await open_with_what_it_lacked(workspace, project) == other

    asyncio.run(story())


def test_one_that_was_deleted_before_the_result_was_known_is_opened_anew(tmp_path: Path) -> None:
    """The person has thrown it away and asks for it once more."""
    model = a_refused_model()

    async def first() -> SessionId:
        async with open_workspace(tmp_path, model) as workspace:
            return await a_refused_call(workspace)

    async def then(project: SessionId) -> None:
        async with open_workspace(tmp_path, model) as workspace:
            branch = await workspace.branches.open_anyway(project, "c")
            await workspace.apply(Delete((branch,)))
        result_on_disk(tmp_path, refused)
        async with open_workspace(tmp_path, model) as workspace:
            other = await workspace.branches.open_anyway(project, "c")
            assert other != branch
            assert workspace.topology.children(project) == (other,)

    launch = asyncio.run(first())
    refused = result_on_disk(tmp_path)
    asyncio.run(then(launch))
