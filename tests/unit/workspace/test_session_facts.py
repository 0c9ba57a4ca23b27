"""What is known about one conversation, and instructions that are edited by hand."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.commands import Delete, Reparent, SetConfig, StepName
from stello_desktop.domain.composition import Layer
from stello_desktop.domain.config import UNSET, ContextMode
from stello_desktop.domain.errors import SessionNotFound
from stello_desktop.domain.facts import Neighbour, ProfileState, SessionFacts
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ToolDefinition
from stello_desktop.domain.preview import PreviewRequest
from stello_desktop.domain.session import SessionBindings
from stello_desktop.engine.skills import Skill
from stello_desktop.llm.scripted import ScriptedModel, tool_reply
from stello_desktop.store.files import STORE_NAME
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.workspaces import a_service, open_workspace, run_in_workspace


async def a_profile(workspace: Workspace, **values: Any) -> None:
    profile = await workspace.profiles.create("Expert")
    await workspace.profiles.save(replace(profile, **values))


def layers(facts: SessionFacts) -> list[tuple[str, str]]:
    return [(part.text, part.layer.value) for part in facts.segments]


def names(tools: tuple[ToolDefinition, ...]) -> list[str]:
    return [tool.name for tool in tools]


async def a_branch(workspace: Workspace) -> SessionId:
    """*Side*, of a profile and of its own words, below *Plan*."""
    await workspace.set_defaults(skills=("plan",))
    await a_profile(workspace, instructions="Know {region}.")
    root = await workspace.create_project("Plan")
    return await workspace.branches.open(
        root, "Side", profile="Expert", variables={"region": "X"}, own="Own.", context="inherit"
    )


def test_the_facts_say_where_everything_came_from(tmp_path: Path) -> None:
    """M-7, T-6 to T-8, S-1."""

    async def story(workspace: Workspace) -> None:
        agent, _ = await workspace._agent_ready()
        agent.skills.register(Skill("plan", "plans", "how"))
        agent.skills.register(Skill("write", "writes", "how"))
        child = await a_branch(workspace)
        root = workspace.topology.roots[0]
        facts = await workspace.inspection.facts(child)
        assert layers(facts) == [("Know X.", "profile"), ("Own.", "options")]
        assert (facts.skills, facts.skills_layer) == (("plan",), Layer.PARENT)
        assert (facts.source, facts.parent, facts.moved) == (
            Neighbour(root, "Plan"),
            Neighbour(root, "Plan"),
            False,
        )
        assert (facts.label, facts.began_with) == ("Side", ContextMode.INHERIT)
        assert facts.created_at == workspace.topology[child].created_at
        assert (facts.model, facts.model_is_default, facts.model_layer) == (None, True, None)
        assert facts.visible_skills == (("plan", "plans"),)
        assert names(facts.tools) == ["stello_create_session", "activate_skill"]
        top = await workspace.inspection.facts(root)
        assert (top.source, top.parent, top.moved, top.profile_state) == (
            None,
            None,
            False,
            ProfileState.NONE,
        )
        assert (layers(top), top.skills_layer) == ([], Layer.DEFAULTS)

    run_in_workspace(tmp_path, story)


def test_a_renamed_profile_is_still_the_same_and_another_of_its_name_is_not(tmp_path: Path) -> None:
    """T-8: a branch knows its profile under any name, also after a restart."""

    async def story() -> None:
        async with open_workspace(tmp_path) as workspace:
            child = await a_branch(workspace)
            (profile,) = [item for item in workspace.profiles.all if item.name == "Expert"]
            await workspace.profiles.save(replace(profile, name="Old hand"))
            await workspace.profiles.create("Expert")
        async with open_workspace(tmp_path) as workspace:
            facts = await workspace.inspection.facts(child)
            assert (facts.profile, facts.profile_state) == ("Expert", ProfileState.CHANGED)
            assert facts.profile_now is not None
            assert facts.profile_now.name == "Old hand"
            await workspace.profiles.delete(profile.profile_id)
            facts = await workspace.inspection.facts(child)
            assert (facts.profile_state, facts.profile_now) == (ProfileState.GONE, None)

    asyncio.run(story())


def test_a_branch_of_an_earlier_version_knows_its_profile_by_name(tmp_path: Path) -> None:
    """T-8: nobody wrote down which one it was."""

    async def story() -> None:
        async with open_workspace(tmp_path) as workspace:
            child = await a_branch(workspace)
        store = sqlite3.connect(tmp_path / STORE_NAME)
        with store:
            taken = "UPDATE session SET bindings = json_remove(bindings, '$.profileId') WHERE session_id = ?"
            store.execute(taken, (child,))
        store.close()
        async with open_workspace(tmp_path) as workspace:
            assert (await workspace.inspection.facts(child)).profile_state is ProfileState.SAME

    asyncio.run(story())


def test_the_facts_follow_moves_deletions_and_the_profile(tmp_path: Path) -> None:
    """T-6, T-8, P-1: the source never changes, but may be gone (SessionNotFound); the profile may be another."""

    async def story(workspace: Workspace) -> None:
        child = await a_branch(workspace)
        root, other = workspace.topology.roots[0], await workspace.create_project("Other")
        assert (await workspace.inspection.facts(child)).profile_state is ProfileState.SAME
        await workspace.apply(Reparent((child,), other))
        (profile,) = [item for item in workspace.profiles.all if item.name == "Expert"]
        await workspace.profiles.save(replace(profile, instructions="Otherwise."))
        facts = await workspace.inspection.facts(child)
        assert (facts.parent, facts.moved) == (Neighbour(other, "Other"), True)
        assert facts.profile_state is ProfileState.CHANGED
        assert facts.system_prompt == "Know X.\n\nOwn."
        await workspace.profiles.set_archived(profile.profile_id, True)
        facts = await workspace.inspection.facts(child)
        assert (facts.profile_state, facts.profile_now) == (ProfileState.ARCHIVED, None)
        await workspace.apply(Delete((root,)))
        await workspace.profiles.delete(profile.profile_id)
        facts = await workspace.inspection.facts(child)
        assert facts.source == Neighbour(root, "", there=False)
        assert facts.profile_state is ProfileState.GONE
        with pytest.raises(SessionNotFound):
            await workspace.inspection.facts(root)

    run_in_workspace(tmp_path, story)


def test_the_facts_say_who_chose_the_model(tmp_path: Path) -> None:
    """M-9, T-8."""

    async def story(workspace: Workspace) -> None:
        cloud = await a_service(workspace, "Cloud", default=False)
        await a_profile(workspace, model=ModelRef(cloud, "large"))
        root = await workspace.create_project("Plan")
        child = await workspace.branches.open(root, "Side", profile="Expert")
        deep = await workspace.branches.open(child, "Deep")
        facts = await workspace.inspection.facts(child)
        assert (facts.model, facts.model_layer) == (ModelRef(cloud, "large"), Layer.PROFILE)
        assert (facts.service.name, facts.service.model) == ("Cloud", "large")
        assert (await workspace.inspection.facts(deep)).model_layer is Layer.SOURCE
        service = next(item for item in workspace.answering.services if item.service_id == cloud)
        await workspace.services.bind(child, service)
        assert (await workspace.inspection.facts(child)).model_layer is Layer.HAND
        await workspace.services.bind(child, None)
        assert (await workspace.inspection.facts(child)).model_is_default

    run_in_workspace(tmp_path, story)


def test_a_branch_of_which_nobody_wrote_down_the_layers_says_so(tmp_path: Path) -> None:
    """M-7: made before that was kept."""

    async def story(workspace: Workspace) -> None:
        child = await a_branch(workspace)
        _, backend = await workspace._agent_ready()
        await backend.sessions.put_bindings(child, SessionBindings(profile="Expert", profile_version=2))
        facts = await workspace.inspection.facts(child)
        assert layers(facts) == [("Know X.\n\nOwn.", "unknown")]
        assert (facts.skills_layer, facts.began_with) == (Layer.UNKNOWN, None)

    run_in_workspace(tmp_path, story)


def test_instructions_edited_by_hand_are_one_step_that_can_be_taken_back(tmp_path: Path) -> None:
    """T-5, P-4, M-7: each field for itself; undone, they come from where they came; after a restart too."""

    async def edit(workspace: Workspace) -> None:
        child = await a_branch(workspace)
        changes: list[Changes] = []
        workspace.feed.subscribe(changes.append)
        step = await workspace.apply(SetConfig(child, "By hand.\r\n", ("plan",)))
        assert (step.name, step.params["label"], step.session_ids) == (
            StepName.INSTRUCTIONS,
            "Side",
            (child,),
        )
        assert child in changes[-1].placed
        facts = await workspace.inspection.facts(child)
        assert layers(facts) == [("By hand.\n", "hand")]
        assert facts.skills_layer is Layer.PARENT
        await workspace.apply(SetConfig(child, "By hand.\n", ()))
        assert (await workspace.inspection.facts(child)).skills_layer is Layer.HAND
        again = await workspace.apply(SetConfig(child, "By hand.\n", ()))
        assert again.name is StepName.INSTRUCTIONS
        with pytest.raises(SessionNotFound):
            await workspace.apply(SetConfig(SessionId("nobody"), "x"))

    async def take_back(workspace: Workspace) -> None:
        (child,) = workspace.topology.children(workspace.topology.roots[0])
        assert workspace.history.undo is not None
        assert workspace.history.undo.name is StepName.INSTRUCTIONS
        facts = await workspace.inspection.facts(child)
        assert (layers(facts), facts.skills) == ([("By hand.\n", "hand")], ())
        await workspace.undo()
        assert (await workspace.inspection.facts(child)).skills == ("plan",)
        await workspace.undo()
        facts = await workspace.inspection.facts(child)
        assert layers(facts) == [("Know X.", "profile"), ("Own.", "options")]
        assert facts.profile == "Expert"
        await workspace.redo()
        assert layers(await workspace.inspection.facts(child)) == [("By hand.\n", "hand")]
        await workspace.redo()
        assert (await workspace.inspection.facts(child)).skills == ()
        assert await workspace.redo() is None

    run_in_workspace(tmp_path, edit)
    run_in_workspace(tmp_path, take_back)


def test_taking_instructions_away_is_not_having_empty_ones(tmp_path: Path) -> None:
    """T-1, T-5, S-1."""

    async def story(workspace: Workspace) -> None:
        root = await workspace.create_project("Plan")
        await workspace.apply(SetConfig(root, "", ()))
        facts = await workspace.inspection.facts(root)
        assert (facts.system_prompt, facts.skills, layers(facts)) == ("", (), [("", "hand")])
        await workspace.apply(SetConfig(root))
        facts = await workspace.inspection.facts(root)
        assert (facts.system_prompt, facts.skills, layers(facts)) == (UNSET, UNSET, [])

    run_in_workspace(tmp_path, story)


def test_undoing_instructions_leaves_the_service_that_was_chosen_since(tmp_path: Path) -> None:
    """P-4, T-8: a step changes its own columns only."""

    async def story(workspace: Workspace) -> None:
        cloud = await a_service(workspace, "Cloud", default=False)
        root = await workspace.create_project("Plan")
        await workspace.apply(SetConfig(root, "By hand."))
        await workspace.services.bind(
            root, next(item for item in workspace.answering.services if item.service_id == cloud)
        )
        await workspace.undo()
        facts = await workspace.inspection.facts(root)
        assert (facts.system_prompt, facts.service.service_id) == (UNSET, cloud)

    run_in_workspace(tmp_path, story)


def test_a_round_ends_with_the_instructions_that_it_began_with(tmp_path: Path) -> None:
    """T-5, R-2: edited while it runs, they count from the next round on."""

    async def story() -> None:
        model = ScriptedModel([tool_reply("stello_create_session", label="Side"), "Done.", "Again."])
        async with open_workspace(tmp_path, model) as workspace:
            await workspace.change_settings(assistant_branches="ask")
            root = await workspace.create_project("Plan")
            await workspace.apply(SetConfig(root, "Before."))
            turn = workspace.rounds.start(root, "Branch!")
            async with asyncio.timeout(5):
                while turn.question is None:  # noqa: ASYNC110 - a turn is read, it does not call
                    await asyncio.sleep(0.002)
            await workspace.apply(SetConfig(root, "After."))
            turn.question.decide((False,))
            await turn.wait()
            await workspace.rounds.start(root, "And now?").wait()
            begun = [request.messages[0].content.split("\n")[0] for request in model.requests]
            assert begun == ["Before.", "Before.", "After."]
            ground = await workspace.inspection.ground(root)
            assert ground.preview(PreviewRequest()).segments[0].text == "After."

    asyncio.run(story())
