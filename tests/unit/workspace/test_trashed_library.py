"""Deleted profiles and skills wait in the trash, over restarts too, and nothing else sees them (P-3)."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.commands import Delete, TrashItem
from stello_desktop.domain.config import EngineForkOptions
from stello_desktop.domain.facts import ProfileState
from stello_desktop.domain.library import LibraryKind, ProfileId, SavedProfile, SavedSkill, TrashedThing
from stello_desktop.workspace.starters import PROFILE_IDS, SKILL_IDS
from stello_desktop.workspace.trash import Amount
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.workspaces import run_in_workspace


async def things(workspace: Workspace) -> list[TrashedThing]:
    return [item for item in await workspace.trash.contents() if isinstance(item, TrashedThing)]


async def the_thing(workspace: Workspace) -> TrashedThing:
    (thing,) = await things(workspace)
    return thing


def names(workspace: Workspace) -> list[str]:
    return [profile.name for profile in workspace.profiles.all]


def test_what_was_deleted_in_one_run_comes_back_in_a_later_one(tmp_path: Path) -> None:
    """With its id, its place and everything that is written in it."""
    profiles: list[SavedProfile] = []
    skills: list[SavedSkill] = []

    async def first(workspace: Workspace) -> None:
        for name in ("Poet", "Critic", "Judge"):
            await workspace.profiles.create(name)
        critic = await workspace.profiles.save(
            replace(workspace.profiles.all[1], instructions="Find {what}.", hue=6, description="Strict.")
        )
        skill = await workspace.skills.create("plan", content="Make a plan.")
        profiles.append(critic)
        skills.append(skill)
        await workspace.profiles.delete(critic.profile_id)
        await workspace.skills.delete(skill.skill_id)

    async def second(workspace: Workspace) -> None:
        assert names(workspace) == ["Poet", "Judge"]
        assert not workspace.skills.own
        skill, profile = await things(workspace)
        assert (skill.kind, skill.name) == (LibraryKind.SKILL, "plan")
        assert (profile.kind, profile.name) == (LibraryKind.PROFILE, "Critic")
        told: list[Changes] = []
        workspace.feed.subscribe(told.append)
        assert await workspace.trash.restore(skill) == "plan"
        assert await workspace.trash.restore(profile) == "Critic"
        assert all(change.library and change.trash for change in told)
        assert [workspace.profiles.all[1]] == profiles
        assert list(workspace.skills.own) == skills
        assert names(workspace) == ["Poet", "Critic", "Judge"]
        assert await workspace.trash.restore(profile) is None, "it is not there any more"

    async def third(workspace: Workspace) -> None:
        assert names(workspace) == ["Poet", "Critic", "Judge"]
        assert await workspace.trash.contents() == ()

    for story in (first, second, third):
        run_in_workspace(tmp_path, story)


def test_the_trash_has_conversations_profiles_and_skills_the_newest_first(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        profile = await workspace.profiles.create("Poet")
        skill = await workspace.skills.create("plan")
        root = await workspace.create_project("Garden")
        await workspace.profiles.delete(profile.profile_id)
        await workspace.apply(Delete((root,)))
        await workspace.skills.delete(skill.skill_id)
        kinds = [
            "conversation" if isinstance(item, TrashItem) else item.kind.value
            for item in await workspace.trash.contents()
        ]
        assert kinds == ["skill", "conversation", "profile"]
        assert await workspace.trash.empty() == Amount(conversations=1, profiles=1, skills=1)
        assert await workspace.trash.contents() == ()

    run_in_workspace(tmp_path, story)


def test_a_name_is_free_while_its_owner_is_in_the_trash_and_gets_a_number_afterwards(tmp_path: Path) -> None:
    """Archived ones may share a name, so they keep theirs."""

    async def story(workspace: Workspace) -> None:
        poet = await workspace.profiles.create("Poet")
        old = await workspace.profiles.create("Old")
        await workspace.profiles.set_archived(old.profile_id, True)
        plan = await workspace.skills.create("plan", content="One.")
        await workspace.profiles.delete_all([poet.profile_id, old.profile_id])
        await workspace.skills.delete(plan.skill_id)
        for name in ("Poet", "Old"):
            assert (await workspace.profiles.create(name)).name == name
        assert (await workspace.skills.create("Plan", content="Two.")).name == "Plan"
        back = await workspace.profiles.restore_all([poet.profile_id, old.profile_id])
        assert {item.profile_id: item.name for item in back} == {
            poet.profile_id: "Poet 2",
            old.profile_id: "Old",
        }
        restored = await workspace.skills.restore(plan.skill_id)
        assert restored is not None
        assert restored.name == "plan 2"
        assert workspace.skills.names == ("plan 2", "Plan")

    run_in_workspace(tmp_path, story)


def test_a_conversation_made_with_it_says_that_it_is_gone_until_it_is_back(tmp_path: Path) -> None:
    """T-8: what the conversation itself is told stays."""

    async def story(workspace: Workspace) -> None:
        expert = await workspace.profiles.create("Expert")
        await workspace.profiles.save(replace(expert, instructions="Know."))
        root = await workspace.create_project("Garden")
        child = await workspace.branches.fork(root, EngineForkOptions(label="Branch", profile="Expert"))
        await workspace.profiles.delete(expert.profile_id)
        facts = await workspace.inspection.facts(child)
        assert (facts.profile, facts.profile_state, facts.system_prompt) == (
            "Expert",
            ProfileState.GONE,
            "Know.",
        )
        await workspace.trash.restore(await the_thing(workspace))
        assert (await workspace.inspection.facts(child)).profile_state is ProfileState.SAME

    run_in_workspace(tmp_path, story)


def test_the_assistant_is_not_offered_what_is_in_the_trash(tmp_path: Path) -> None:
    """X-2, S-1: neither the profile for a branch nor the skill."""

    async def story(workspace: Workspace) -> None:
        expert = await workspace.profiles.create("Expert")
        plan = await workspace.skills.create("plan", content="Make a plan.")
        root = await workspace.create_project("Garden")

        async def offered() -> str:
            facts = await workspace.inspection.facts(root)
            return f"{facts.visible_skills} {facts.tools}"

        assert "plan" in await offered()
        assert "Expert" in await offered()
        await workspace.profiles.delete(expert.profile_id)
        await workspace.skills.delete(plan.skill_id)
        assert "plan" not in await offered()
        assert "Expert" not in await offered()
        assert workspace.profiles.named("Expert") is None
        assert workspace.profile_files.collect([expert.profile_id]).profiles == ()
        await workspace.skills.restore(plan.skill_id)
        assert "plan" in await offered()

    run_in_workspace(tmp_path, story)


def test_restoring_the_starter_set_takes_from_the_trash_and_makes_no_doubles(tmp_path: Path) -> None:
    """What the person had written in one is there again; what nobody had edited speaks the language of now."""

    async def first(workspace: Workspace) -> None:
        await workspace.starters.plant_once("en")
        await workspace.profiles.save(replace(workspace.profiles.all[0], instructions="Mine."))
        await workspace.profiles.delete_all([PROFILE_IDS[0], PROFILE_IDS[1]])
        await workspace.skills.delete(SKILL_IDS[0])

    async def second(workspace: Workspace) -> None:
        assert not await workspace.starters.plant_once("zh_CN"), "none comes back by itself"
        assert len(workspace.profiles.all) == 6
        assert len(await things(workspace)) == 3
        planted = await workspace.starters.restore("zh_CN")
        assert (planted.profiles, planted.skills) == (PROFILE_IDS[:2], SKILL_IDS[:1])
        assert [profile.profile_id for profile in workspace.profiles.all] == list(PROFILE_IDS)
        assert workspace.profiles.all[0].instructions == "Mine."
        assert (workspace.profiles.all[1].name, workspace.skills.own[0].name) == ("唱反调的人", "摘要")
        assert await things(workspace) == []
        assert not await workspace.starters.restore("zh_CN")

    async def third(workspace: Workspace) -> None:
        await workspace.profiles.delete(PROFILE_IDS[0])
        await workspace.trash.empty()
        planted = await workspace.starters.restore("zh_CN")
        assert planted.profiles == PROFILE_IDS[:1]
        assert workspace.profiles.all[-1].instructions != "Mine.", "that was destroyed"
        assert len(workspace.profiles.all) == 8

    for story in (first, second, third):
        run_in_workspace(tmp_path, story)


def test_a_skill_keeps_the_name_by_which_a_deleted_profile_lists_it(tmp_path: Path) -> None:
    """S-1: with another language of the window it would be lost to the profile that comes back."""

    async def story(workspace: Workspace) -> None:
        await workspace.starters.plant_once("en")
        mine = await workspace.profiles.create("Mine")
        await workspace.profiles.save(replace(mine, skills=("summarise",)))
        await workspace.profiles.delete(mine.profile_id)
        await workspace.starters.follow("zh_CN")
        assert workspace.skills.own[0].name == "summarise"
        assert "weekly-review" not in workspace.skills.names

    run_in_workspace(tmp_path, story)


def test_undo_finds_what_went_in_this_run_until_it_is_destroyed(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        one, two = [await workspace.profiles.create(name) for name in ("One", "Two")]
        skill = await workspace.skills.create("plan")
        await workspace.profiles.delete_all([one.profile_id, two.profile_id, ProfileId("nobody")])
        await workspace.skills.delete(skill.skill_id)
        assert workspace.profiles.can_restore(one.profile_id)
        assert not workspace.profiles.can_restore(ProfileId("nobody"))
        await workspace.profiles.restore(one.profile_id)
        assert not workspace.profiles.can_restore(one.profile_id)
        thing = next(item for item in await things(workspace) if item.thing_id == two.profile_id)
        assert await workspace.trash.destroy(thing) == Amount(profiles=1)
        assert await workspace.trash.destroy(thing) == Amount()
        assert not workspace.profiles.can_restore(two.profile_id)
        assert await workspace.profiles.restore(two.profile_id) is None
        assert workspace.skills.can_restore(skill.skill_id)
        assert await workspace.trash.empty() == Amount(skills=1)
        assert not workspace.skills.can_restore(skill.skill_id)
        assert names(workspace) == ["One"]

    run_in_workspace(tmp_path, story)


def test_what_is_taken_back_of_an_import_can_be_found_in_the_trash(tmp_path: Path) -> None:
    """What was written in it since is not destroyed with it."""

    async def story(workspace: Workspace) -> None:
        made = await workspace.profiles.create("Expert")
        path = tmp_path / "experts.json"
        assert await workspace.profile_files.write(path, [made.profile_id]) is None
        await workspace.profiles.delete(made.profile_id)
        await workspace.trash.empty()
        file = await workspace.profile_files.read(path)
        assert not hasattr(file, "reason")
        imported = await workspace.profile_files.import_profiles(workspace.profile_files.plan_import(file))
        (profile,) = workspace.profiles.all
        await workspace.profiles.save(replace(profile, instructions="Typed since."))
        await workspace.profile_files.take_back(imported)
        assert (await the_thing(workspace)).begins == "Typed since."

    run_in_workspace(tmp_path, story)


def test_what_was_typed_while_a_profile_went_comes_back_with_it_as_its_next_version(tmp_path: Path) -> None:
    """T-8: a version that there has been never names another text."""

    async def story(workspace: Workspace) -> None:
        poet = await workspace.profiles.create("Poet")
        for text in ("One.", "Two.", "Three."):
            poet = await workspace.profiles.save(replace(poet, instructions=text))
        await asyncio.gather(
            workspace.profiles.delete(poet.profile_id),
            workspace.profiles.save(replace(poet, instructions="Four."), seen=poet),
        )
        assert names(workspace) == []
        back = await workspace.profiles.restore(poet.profile_id)
        assert back is not None
        assert (back.instructions, back.version) == ("Four.", poet.version + 1)

    run_in_workspace(tmp_path, story)


def test_a_thousand_go_and_come_back_whole(tmp_path: Path) -> None:
    """In their order."""

    async def story(workspace: Workspace) -> None:
        ids = [ProfileId(f"p{number}") for number in range(1_000)]
        many = [SavedProfile(profile_id=key, name=key, instructions="word " * 400) for key in ids]
        await workspace.profiles.put(many)
        await workspace.profiles.delete_all(ids)
        assert workspace.profiles.all == ()
        assert len(await workspace.trash.contents()) == 1_000
        assert await workspace.profiles.restore_all(ids) == tuple(many)
        await workspace.profiles.delete_all(ids)
        assert await workspace.trash.empty() == Amount(profiles=1_000)

    run_in_workspace(tmp_path, story)
