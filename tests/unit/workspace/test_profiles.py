"""The desk of profiles: kept, ordered, known to the engine, told to the views (T-2, T-3b)."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.config import ContextMode, EngineForkOptions, PromptMode
from stello_desktop.domain.errors import MissingTemplateVariables, UnknownProfile
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.library import ProfileId, TemplateVariable
from stello_desktop.domain.session import Author
from stello_desktop.store.files import STORE_NAME
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.workspaces import open_workspace, run_in_workspace


def names_of(workspace: Workspace) -> list[str]:
    return [profile.name for profile in workspace.profiles.all]


async def registered(workspace: Workspace) -> tuple[str, ...]:
    """What the engine offers to the assistant."""
    agent, _ = await workspace._agent_ready()
    return agent.profiles.list_names()


async def fork_with(workspace: Workspace, source: SessionId, **options: object) -> tuple[str, list[str]]:
    """A branch by the engine: its frozen instructions and its messages."""
    agent, backend = await workspace._agent_ready()
    wanted = EngineForkOptions(label="branch", **options)  # type: ignore[arg-type]  # names of the call
    entry = await agent.fork_session(source, wanted, by=Author.PERSON)
    config = await backend.sessions.get_config(entry.session_id)
    records = await backend.sessions.list_records(entry.session_id)
    return str(config.system_prompt), [record.content for record in records]


def test_a_new_profile_is_kept_known_and_told(tmp_path: Path) -> None:
    """T-3b: after a restart too."""

    async def first(workspace: Workspace) -> None:
        told: list[Changes] = []
        workspace.feed.subscribe(told.append)
        profile = await workspace.profiles.create("  Devil's\nadvocate ")
        assert profile.name == "Devil's advocate"
        assert workspace.profiles.get(profile.profile_id) == profile
        assert await registered(workspace) == ("Devil's advocate",)
        assert [changes.library for changes in told] == [True]

    async def second(workspace: Workspace) -> None:
        assert names_of(workspace) == ["Devil's advocate"]
        assert await registered(workspace) == ("Devil's advocate",)

    run_in_workspace(tmp_path, first)
    run_in_workspace(tmp_path, second)


def test_names_are_unique_among_those_in_use(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        desk = workspace.profiles
        first = await desk.create("Critic")
        second = await desk.create("Critic")
        assert (await desk.create("")).name == "Profile"
        assert second.name == "Critic 2"
        assert (await desk.save(replace(second, name="Critic"))).name == "Critic 2"
        assert (await desk.save(replace(second, name=" \n"))).name == "Critic 2"
        await desk.set_archived(first.profile_id, archived=True)
        assert (await desk.save(replace(second, name="Critic"))).name == "Critic"
        await desk.set_archived(first.profile_id, archived=False)
        assert names_of(workspace) == ["Critic 2", "Critic", "Profile"]

    run_in_workspace(tmp_path, story)


def test_a_version_grows_with_each_change_and_only_then(tmp_path: Path) -> None:
    """T-8: a branch remembers which version it was made with."""

    async def story(workspace: Workspace) -> None:
        desk = workspace.profiles
        profile = await desk.create("Critic")
        changed = await desk.save(replace(profile, instructions="Doubt it.", version=99))
        assert changed.version == 2
        told: list[Changes] = []
        workspace.feed.subscribe(told.append)
        assert await desk.save(changed) == changed
        assert told == []

    run_in_workspace(tmp_path, story)


def test_what_is_archived_is_not_offered_and_comes_back(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        desk = workspace.profiles
        profile = await desk.create("Critic")
        await desk.set_archived(profile.profile_id, archived=True)
        assert desk.active == ()
        assert desk.named("Critic") is None
        assert await registered(workspace) == ()
        root = await workspace.create_project("root")
        with pytest.raises(UnknownProfile):
            await fork_with(workspace, root, profile="Critic")
        await desk.set_archived(profile.profile_id, archived=False)
        assert await registered(workspace) == ("Critic",)

    run_in_workspace(tmp_path, story)


def test_a_copy_stands_behind_its_original_and_lives_on_its_own(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        desk = workspace.profiles
        first = await desk.save(replace(await desk.create("A"), instructions="one"))
        await desk.create("B")
        copy = await desk.duplicate(first.profile_id)
        assert copy is not None
        assert (copy.instructions, copy.version) == ("one", 1)
        assert names_of(workspace) == ["A", "A 2", "B"]
        await desk.save(replace(copy, instructions="two"))
        kept = desk.get(first.profile_id)
        assert kept is not None
        assert kept.instructions == "one"
        assert await desk.duplicate(ProfileId("nobody")) is None

    run_in_workspace(tmp_path, story)


def test_the_order_is_the_persons_and_the_assistants_list_follows(tmp_path: Path) -> None:
    """T-3b: in order of registration."""

    async def story(workspace: Workspace) -> None:
        desk = workspace.profiles
        ids = [(await desk.create(name)).profile_id for name in "ABC"]
        await desk.reorder([ids[2], ids[0]])
        assert names_of(workspace) == ["C", "A", "B"]
        assert await registered(workspace) == ("C", "A", "B")

    run_in_workspace(tmp_path, story)


def test_a_deleted_profile_leaves_its_branches_as_they_are(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        desk = workspace.profiles
        profile = await desk.save(replace(await desk.create("Critic"), instructions="Doubt it."))
        root = await workspace.create_project("root")
        agent, backend = await workspace._agent_ready()
        branch = await agent.fork_session(
            root, EngineForkOptions(label="b", profile="Critic"), by=Author.PERSON
        )
        await desk.delete(profile.profile_id)
        assert await registered(workspace) == ()
        config = await backend.sessions.get_config(branch.session_id)
        assert config.system_prompt == "Doubt it."

    run_in_workspace(tmp_path, story)


def test_the_engine_makes_of_a_profile_what_the_person_wrote(tmp_path: Path) -> None:
    """M-3, M-5, T-4: placeholders, defaults, mode, context, opening message."""

    async def story(workspace: Workspace) -> None:
        desk = workspace.profiles
        profile = replace(
            await desk.create("Regional expert"),
            instructions="You know {region} in {year}.",
            mode=PromptMode.APPEND,
            variables=(TemplateVariable(name="year", default="2030"), TemplateVariable(name="region")),
            context=ContextMode.INHERIT,
            opening="Ask me.",
        )
        await desk.save(profile)
        root = await workspace.create_project("root")
        await workspace.messages.add_note(root, "a thought")
        prompt, messages = await fork_with(
            workspace,
            root,
            profile="Regional expert",
            profile_vars={"region": "Yunnan"},
            system_prompt="Short.",
        )
        assert prompt == "Short.\n\nYou know Yunnan in 2030."
        assert messages == ["a thought", "Ask me."]
        with pytest.raises(MissingTemplateVariables) as caught:
            await fork_with(workspace, root, profile="Regional expert")
        assert caught.value.params["names"] == ("region",)

    run_in_workspace(tmp_path, story)


def test_no_instructions_at_all_is_a_choice(tmp_path: Path) -> None:
    """M-5b: an empty box is unset, the choice is the empty prompt."""

    async def story(workspace: Workspace) -> None:
        desk = workspace.profiles
        unset = await desk.create("Unset")
        await desk.save(replace(await desk.create("Silent"), no_instructions=True, mode=PromptMode.PRESET))
        root = await workspace.create_project("root")
        assert desk.as_fork_profile(unset).system_prompt_fn is desk.as_fork_profile(unset).system_prompt
        prompt, _ = await fork_with(workspace, root, profile="Silent", system_prompt="mine")
        assert prompt == ""

    run_in_workspace(tmp_path, story)


def test_what_is_asked_for_is_written_even_if_nobody_waits(tmp_path: Path) -> None:
    """A caller may be cancelled at any time; what it asked for is kept and told."""

    async def story() -> None:
        async with open_workspace(tmp_path) as workspace:
            told: list[Changes] = []
            workspace.feed.subscribe(told.append)
            asked = asyncio.create_task(workspace.profiles.create("Critic"))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            assert names_of(workspace) == ["Critic"]
            assert len(told) == 1

    asyncio.run(story())


def test_saving_one_profile_leaves_the_others_as_the_engine_has_them(tmp_path: Path) -> None:
    """A library of long texts is saved while somebody types: only what has changed is made anew."""

    async def story(workspace: Workspace) -> None:
        first, second = [await workspace.profiles.create(name) for name in ("First", "Second")]
        agent, _ = await workspace._agent_ready()
        before = agent.profiles.require("First"), agent.profiles.require("Second")
        await workspace.profiles.save(replace(first, opening="Hello"))
        assert agent.profiles.require("First") is not before[0]
        assert agent.profiles.require("First").prompt == "Hello"
        assert agent.profiles.require("Second") is before[1]
        await workspace.profiles.save(replace(second, name="Third"))
        assert agent.profiles.list_names() == ("First", "Third")

    run_in_workspace(tmp_path, story)


def test_many_long_profiles_are_read_beside_the_window(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Taking megabytes of JSON apart is no work for the thread that draws."""

    async def story() -> None:
        async with open_workspace(tmp_path) as workspace:
            damaged = await workspace.profiles.create("Damaged")
        store = sqlite3.connect(tmp_path / STORE_NAME)
        with store:
            store.execute("UPDATE profile SET body = '{' WHERE profile_id = ?", (damaged.profile_id,))
        store.close()
        async with open_workspace(tmp_path) as workspace:
            assert workspace.profiles.all == ()

    asyncio.run(story())
    (told,) = [record for record in caplog.records if "cannot be read" in record.getMessage()]
    assert (told.threadName or "").startswith("store-reader")
