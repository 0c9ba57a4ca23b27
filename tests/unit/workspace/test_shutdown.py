"""The end of a workspace: in order, and to the end whatever fails on the way."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
from pathlib import Path

import pytest

from stello_desktop.domain.ids import new_session_id
from stello_desktop.domain.topology import EntryFlag, Topology
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.resources import resource
from stello_desktop.workspace.backend import Backend, BootState
from stello_desktop.workspace.turns import TurnState
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.workspaces import open_workspace, run_in_workspace


def test_closing_in_the_middle_of_an_answer_keeps_it_and_the_view(tmp_path: Path) -> None:
    """Fault 74, R-9."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        workspace.put_view_value("open", project)
        turn = workspace.rounds.start(project, "Hello")
        await workspace.shutdown()
        assert turn.state is TurnState.STOPPED

    async def after(workspace: Workspace) -> None:
        (project,) = workspace.topology.roots
        assert workspace.view_value("open") == project
        assert [item.state for item in await workspace.messages.list_records(project)] == [
            "interrupted"  # nobody has stopped it
        ]
        assert workspace.topology[project].flags & EntryFlag.FAILED

    run_in_workspace(tmp_path, story, ScriptedModel(["never"], delay_s=5))
    run_in_workspace(tmp_path, after)


def test_a_store_that_never_opened_can_still_be_left(tmp_path: Path) -> None:
    async def story() -> None:
        async def broken() -> Backend:
            raise ImportError("a library is missing")

        state = BootState(Topology())
        workspace = Workspace(state, broken, data_folder=tmp_path, examples=resource("examples"))
        workspace.put_view_value("zoom", 2)
        with pytest.raises(ImportError):
            await workspace.ready()
        turn = workspace.rounds.start(new_session_id(), "Hello")
        await turn.wait()
        assert turn.state is TurnState.FAILED
        await workspace.shutdown()

    unheard: list[dict[str, object]] = []

    async def watched() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
        await story()
        gc.collect()

    asyncio.run(watched())
    assert unheard == []


def test_the_store_is_closed_even_if_a_model_does_not_let_go(tmp_path: Path) -> None:
    """Reliability 1.1, 8: one whole file at a clean end."""

    async def story() -> None:
        async with open_workspace(tmp_path) as workspace:
            backend = await workspace.open()

            async def stuck() -> None:
                raise OSError("the process does not answer")

            backend.catalog.aclose = stuck  # type: ignore[method-assign]
            with pytest.raises(OSError, match="does not answer"):
                await workspace.shutdown()
            with pytest.raises(RuntimeError):
                await backend.desk.get_values()
            backend.catalog.aclose = no_more  # type: ignore[method-assign]

    async def no_more() -> None:
        return

    asyncio.run(story())
    assert not (tmp_path / "stello.db-wal").exists()
    with sqlite3.connect(tmp_path / "stello.db") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
