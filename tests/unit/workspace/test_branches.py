"""Branches with profiles, models and instructions of their own, made and kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stello_desktop.domain.config import UNSET, ContextMode
from stello_desktop.domain.errors import ForkConfigError, UnknownProfile
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.library import SavedProfile, TemplateVariable
from stello_desktop.domain.messages import Role
from stello_desktop.domain.ports import BranchProposal
from stello_desktop.domain.services import PRACTICE
from stello_desktop.domain.topology import Topology
from stello_desktop.llm.scripted import Script, ScriptedModel, tool_reply
from stello_desktop.workspace.settings import Settings
from stello_desktop.workspace.turns import LiveTurn, TurnState
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.workspaces import a_service, open_workspace, run_in_workspace


async def a_profile(workspace: Workspace, name: str = "Expert", **values: Any) -> SavedProfile:
    profile = await workspace.profiles.create(name)
    return await workspace.profiles.save(replace(profile, **values))


async def talk(workspace: Workspace, session_id: SessionId, text: str = "Hi") -> LiveTurn:
    turn = workspace.rounds.start(session_id, text)
    await turn.wait()
    return turn


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not happened():  # noqa: ASYNC110 - a turn is read, it does not call
            await asyncio.sleep(0.002)


async def said(workspace: Workspace, session_id: SessionId) -> list[str]:
    return [record.content for record in await workspace.messages.list_records(session_id)]


def one_child(topology: Topology, parent: SessionId) -> SessionId:
    (child,) = topology.children(parent)
    return child


def talker(name: str, *replies: Script) -> ScriptedModel:
    return ScriptedModel(replies or [f"From {name}."], repeat_last=True)


def test_a_branch_keeps_its_profile_and_what_it_was_given(tmp_path: Path) -> None:
    """T-8, M-5, F-1, F-6: name, version and values, also after a restart; another name is an UnknownProfile."""

    async def make(workspace: Workspace) -> None:
        profile = await a_profile(
            workspace,
            instructions="Know {region} in {year}.",
            variables=(TemplateVariable(name="year", default="2027"),),
            opening="Welcome",
        )
        assert profile.version == 2
        root = await workspace.create_project("Plan")
        child = await workspace.branches.open(
            root,
            "Side",
            profile="Expert",
            variables={"region": "the Alps", "year": ""},
            own="Be brief.",
            skills=("plan",),
        )
        assert await said(workspace, child) == ["Welcome"]
        with pytest.raises(UnknownProfile):
            await workspace.branches.open(root, "Other", profile="Nobody")

    async def look(workspace: Workspace) -> None:
        facts = await workspace.inspection.facts(one_child(workspace.topology, workspace.topology.roots[0]))
        assert (facts.profile, facts.profile_version) == ("Expert", 2)
        assert facts.profile_vars == {"region": "the Alps"}
        assert facts.system_prompt == "Know the Alps in 2027.\n\nBe brief."
        assert facts.skills == ("plan",)

    run_in_workspace(tmp_path, make)
    run_in_workspace(tmp_path, look)


def test_branch_from_here_may_still_start_with_nothing(tmp_path: Path) -> None:
    """F-5: the person's word beats the place; a profile's word does not."""

    async def story(workspace: Workspace) -> None:
        root = await workspace.create_project("Plan")
        await talk(workspace, root)
        records = await workspace.messages.list_records(root)
        await a_profile(workspace, context=ContextMode.NONE)
        here = records[0].record_id
        empty = await workspace.branches.open(root, "a", context="none", until=here)
        assert await said(workspace, empty) == []
        facts = await workspace.inspection.facts(empty)
        assert facts.branched_at is not None
        assert (facts.branched_at.record_id, facts.branched_at.text, facts.branched_at.role) == (
            here,
            "Hi",
            Role.USER,
        )
        cut = await workspace.branches.open(root, "b", until=here)
        profiled = await workspace.branches.open(root, "c", profile="Expert", until=here)
        assert await said(workspace, cut) == await said(workspace, profiled) == ["Hi"]
        with pytest.raises(ForkConfigError):
            await workspace.branches.open(root, "d", context="compress", until=here)

    run_in_workspace(tmp_path, story)


def test_a_profiles_model_is_whoever_that_is_when_it_is_asked(tmp_path: Path) -> None:
    """M-10, T-8: a service that is added, removed and added again after the profile was read."""

    async def story() -> None:
        models = {"Cloud": talker("cloud")}
        async with open_workspace(tmp_path, models=models) as workspace:
            cloud = await a_service(workspace, "Cloud", default=False)
            await a_profile(workspace, model=ModelRef(cloud, "large"))
            root = await workspace.create_project("Plan")
            await workspace.services.remove(cloud)
            child = await workspace.branches.open(root, "Side", profile="Expert")
            turn = await talk(workspace, child)
            assert turn.state is TurnState.FAILED
            assert turn.error is not None
            assert turn.error.full_code == "provider.not_found"
            assert await a_service(workspace, "Cloud", default=False) == cloud
            turn = await talk(workspace, child)
            assert turn.state is TurnState.DONE
            assert (await said(workspace, child))[-1] == "From cloud."
            assert workspace.answering.service_of(child).service_id == cloud
            await workspace.services.change(cloud, name="Renamed")
            assert workspace.answering.service_of(child).name == "Renamed"

    asyncio.run(story())


def test_what_the_person_chooses_later_beats_the_profiles_model(tmp_path: Path) -> None:
    """M-9, M-10, T-8: at once, for branches of the branch, and after a restart."""

    def models() -> dict[str, ScriptedModel]:
        return {"Cloud": talker("cloud"), "Home": talker("home")}

    async def choose() -> None:
        async with open_workspace(tmp_path, models=models()) as workspace:
            cloud = await a_service(workspace, "Cloud", default=False, address="http://127.0.0.1:8/v1")
            home = await a_service(workspace, "Home", default=False)
            await a_profile(workspace, model=ModelRef(cloud, "large"))
            root = await workspace.create_project("Plan")
            child = await workspace.branches.open(root, "Side", profile="Expert")
            await talk(workspace, child)
            assert (await said(workspace, child))[-1] == "From cloud."
            await workspace.services.bind(
                child, next(item for item in workspace.answering.services if item.service_id == home)
            )
            await talk(workspace, child)
            assert (await said(workspace, child))[-1] == "From home."
            grandchild = await workspace.branches.open(child, "Deep")
            await talk(workspace, grandchild)
            assert (await said(workspace, grandchild))[-1] == "From home."
            facts = await workspace.inspection.facts(child)
            assert (facts.service.service_id, facts.model_is_default) == (home, False)

    async def reopen() -> None:
        async with open_workspace(tmp_path, models=models()) as workspace:
            child = one_child(workspace.topology, workspace.topology.roots[0])
            await talk(workspace, child)
            assert (await said(workspace, child))[-1] == "From home."
            await workspace.services.bind(child, None)
            await talk(workspace, child)
            assert (await said(workspace, child))[-1] != "From home."

    asyncio.run(choose())
    asyncio.run(reopen())


def test_a_chosen_model_beats_the_profiles(tmp_path: Path) -> None:
    """M-1."""

    async def story() -> None:
        models = {"Cloud": talker("cloud"), "Home": talker("home")}
        async with open_workspace(tmp_path, models=models) as workspace:
            cloud = await a_service(workspace, "Cloud", default=False, address="http://127.0.0.1:8/v1")
            home = await a_service(workspace, "Home", default=False)
            await a_profile(workspace, model=ModelRef(cloud, "large"))
            root = await workspace.create_project("Plan")
            child = await workspace.branches.open(root, "Side", profile="Expert", model=ModelRef(home, ""))
            await talk(workspace, child)
            assert (await said(workspace, child))[-1] == "From home."

    asyncio.run(story())


async def _assistant_branches(folder: Path, **call: Any) -> tuple[list[str | None], list[str]]:
    """Let the assistant open a branch with a profile of another service, and say no where the person is asked.

    Gives the services that the question named, and the labels of what was opened.
    """
    home = ScriptedModel([tool_reply("stello_create_session", label="Side", **call), "Done."])
    async with open_workspace(folder, models={"Home": home}) as workspace:
        cloud = await a_service(workspace, "Cloud", default=False, address="http://127.0.0.1:8/v1")
        await a_service(workspace, "Home")
        await a_profile(workspace, "Abroad", model=ModelRef(cloud, "large"))
        await a_profile(workspace, "At home")
        root = await workspace.create_project("Plan")
        turn = workspace.rounds.start(root, "Branch!")
        await until(lambda: turn.ended or turn.question is not None)
        asked: list[str | None] = []
        if turn.question is not None:
            asked = [
                None if proposal.leaves_for is None else proposal.leaves_for.name
                for proposal in turn.question.proposals
            ]
            turn.question.decide((False,))
        await turn.wait()
        children = workspace.topology.children(root)
        return asked, [workspace.topology[child].label for child in children]


def test_a_branch_of_the_assistant_never_takes_the_conversation_away_unasked(tmp_path: Path) -> None:
    """M-10, X-5: asked only where text would reach a service that has not had it, and then always."""

    async def story() -> None:
        for number, (call, expected) in enumerate(
            (
                ({"profile": "Abroad", "context": "inherit"}, (["Cloud"], [])),
                ({"profile": "Abroad", "context": "none"}, ([], ["Side"])),
                ({"profile": "Abroad"}, ([], ["Side"])),
                ({"profile": "At home", "context": "inherit"}, ([], ["Side"])),
                ({"context": "inherit"}, ([], ["Side"])),
            )
        ):
            folder = tmp_path / str(number)
            folder.mkdir()
            assert await _assistant_branches(folder, **call) == expected, call

    asyncio.run(story())


def test_session_defaults_are_the_lowest_layer_and_last(tmp_path: Path) -> None:
    """M-1, M-4, M-8, M-10: read live, kept over a restart, and never a model."""

    async def choose(workspace: Workspace) -> None:
        before = await workspace.create_project("Before")
        await workspace.set_defaults(system_prompt="Be kind.\r\n", skills=())
        assert workspace.defaults.system_prompt == "Be kind.\n"
        child = await workspace.branches.open(before, "Side")
        facts = await workspace.inspection.facts(child)
        assert (facts.system_prompt, facts.skills, facts.model) == ("Be kind.\n", (), None)
        assert (await workspace.inspection.facts(before)).system_prompt is UNSET

    async def look(workspace: Workspace) -> None:
        assert (workspace.defaults.system_prompt, workspace.defaults.skills) == ("Be kind.\n", ())
        fresh = await workspace.inspection.facts(await workspace.create_project("After"))
        assert [(part.text, part.layer.value) for part in fresh.segments] == [("Be kind.\n", "defaults")]
        await workspace.set_defaults()
        assert workspace.defaults.is_empty

    run_in_workspace(tmp_path, choose)
    run_in_workspace(tmp_path, look)


def test_damaged_defaults_are_none() -> None:
    """A setting never keeps the program from starting."""
    values: list[Any] = [5, [], {"systemPrompt": 5}, {"skills": "all"}]
    for damaged in values:
        assert Settings.from_values({"session_defaults": damaged}).session_defaults.is_empty


def test_the_practice_assistant_is_no_other_service(tmp_path: Path) -> None:
    """M-10: it is this program."""

    async def story(workspace: Workspace) -> None:
        await a_service(workspace, "Cloud")
        root = await workspace.create_project("Plan")
        assert await workspace.branches.leaves_for(root, ModelRef(PRACTICE, "practice")) is None
        assert await workspace.branches.leaves_for(root, ModelRef(ServiceId("tiny"), "t")) is None

    run_in_workspace(tmp_path, story)


def test_m10_where_nobody_can_be_asked_no_conversation_goes_to_another_service(tmp_path: Path) -> None:
    """M-10: one that starts empty takes nothing along; one that answers with the same service tells nobody new."""

    async def story(workspace: Workspace) -> None:
        home = await a_service(workspace, "Home")
        other = await a_service(workspace, "Other", default=False, address="http://127.0.0.1:8/v1")
        project = await workspace.create_project("Launch")

        def asked(service_id: ServiceId, context: str) -> BranchProposal:
            return BranchProposal("1", "branch", "", "", context, model=ModelRef(service_id, "m"))

        proposals = (asked(other, "inherit"), asked(other, "none"), asked(home, "inherit"))
        assert workspace.rounds.live_turn(project) is None
        assert await workspace.rounds.decide(project, proposals) == (False, True, True)

    run_in_workspace(tmp_path, story)
