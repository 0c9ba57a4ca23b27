"""Archiving by hand goes through the lane of each conversation (Q-1, R-12, R-13)."""

from __future__ import annotations

import asyncio
from pathlib import Path

from stello_desktop.domain.commands import SetArchived, StepName
from stello_desktop.domain.ids import SessionId
from stello_desktop.engine.agent import Agent
from stello_desktop.engine.hooks import EngineHooks
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.workspace.archiving import Archiving
from stello_desktop.workspace.backend import Backend
from stello_desktop.workspace.turns import TurnState
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.workspaces import run_in_workspace


def test_archiving_waits_until_the_answer_has_ended(tmp_path: Path) -> None:
    """Q-1: several are one step; who archives by redo waits as well."""
    model = ScriptedModel(["a slow answer"], repeat_last=True, delay_s=0.03)

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        other = await workspace.branches.open(talk, "Other")
        turn = workspace.rounds.start(talk, "first")
        step = await workspace.apply(SetArchived((talk, other), archived=True))
        assert turn.state is TurnState.DONE
        assert step.name is StepName.ARCHIVE
        assert all(workspace.topology[item].archived for item in (talk, other))
        await workspace.undo()
        again = workspace.rounds.start(talk, "second")
        await workspace.redo()
        assert again.state is TurnState.DONE
        assert workspace.topology[talk].archived

    run_in_workspace(tmp_path, story, model)


def test_who_gives_up_while_an_answer_runs_archives_nothing(tmp_path: Path) -> None:
    """Q-1."""
    model = ScriptedModel(["a slow answer"], repeat_last=True, delay_s=0.03)

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        turn = workspace.rounds.start(talk, "first")
        archiving = asyncio.ensure_future(workspace.apply(SetArchived((talk,), archived=True)))
        await asyncio.sleep(0)
        assert not archiving.done()
        archiving.cancel()
        await turn.wait()
        await asyncio.gather(archiving, return_exceptions=True)
        assert archiving.cancelled()
        assert not workspace.topology[talk].archived

    run_in_workspace(tmp_path, story, model)


def test_two_who_archive_the_same_at_once_do_not_wait_for_each_other(tmp_path: Path) -> None:
    """Q-1: lanes are entered in one order."""

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        other = await workspace.create_project("Other")
        lane = workspace._agent.lane
        async with lane(talk), lane(other):  # so that both have to wait for both
            both = [
                asyncio.ensure_future(workspace.apply(SetArchived(order, archived=True)))
                for order in ((talk, other), (other, talk))
            ]
            await asyncio.sleep(0.05)
        await asyncio.wait_for(asyncio.gather(*both), 5)
        assert all(workspace.topology[item].archived for item in (talk, other))

    run_in_workspace(tmp_path, story, ScriptedModel(["x"]))


def test_the_hooks_hear_of_what_was_not_archived_before(tmp_path: Path) -> None:
    """R-12: ``on_session_archive`` fires, whether by command, undo or redo."""

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        other = await workspace.create_project("Other")
        tree, backend = workspace._tree, await workspace._backend()
        told: list[SessionId] = []
        agent = Agent(
            sessions=backend.sessions,
            forks=backend.forks,
            topology=lambda: tree.topology,
            resolve_model=lambda _session_id: ScriptedModel(["x"]),
            hooks=EngineHooks(on_session_archive=told.append),
        )

        async def opened() -> tuple[Agent, Backend]:
            return agent, backend

        archiving = Archiving(opened, tree)

        async def archive(*session_ids: SessionId, archived: bool = True) -> None:
            command = SetArchived(session_ids, archived)
            await archiving.change(lambda: tree.apply(command), session_ids)
            await agent.settle()

        await archive(talk)
        assert told == [talk]
        await archive(talk, other)
        assert told == [talk, other]
        await archive(talk, archived=False)
        assert told == [talk, other]
        await archiving.travel(tree.undo, tree.history.undo)
        await agent.settle()
        assert told == [talk, other, talk]
        await agent.aclose()

    run_in_workspace(tmp_path, story)
