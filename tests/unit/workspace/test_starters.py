"""The starter set: good in both languages, planted once, never forced on anybody (T-2, M-3, M-5)."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from pathlib import Path

import pytest

from stello_desktop.domain.commands import Delete
from stello_desktop.domain.config import UNSET, EngineForkOptions, PromptMode
from stello_desktop.domain.errors import MissingTemplateVariables
from stello_desktop.domain.sharing import ProfileFile
from stello_desktop.domain.templates import PieceKind, is_name, pieces, placeholders
from stello_desktop.exchange.profile_file import read_profiles
from stello_desktop.workspace.starters import PROFILE_IDS, SKILL_IDS, starter_path
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.workspaces import run_in_workspace

LANGUAGES = ("en", "zh_CN")


def the_set(language: str) -> ProfileFile:
    file = read_profiles(starter_path(language).read_bytes())
    assert isinstance(file, ProfileFile)
    return file


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_set_is_complete_and_shows_every_way_to_write_a_profile(language: str) -> None:
    file = the_set(language)
    profiles = [shared.profile for shared in file.profiles]
    assert len(profiles) == len(PROFILE_IDS) == 8
    assert len(file.skills) == len(SKILL_IDS) == 3
    assert {profile.mode for profile in profiles} == set(PromptMode)
    assert {profile.hue for profile in profiles} == set(range(8))
    assert len({profile.name for profile in profiles}) == 8
    assert any(profile.opening for profile in profiles)
    assert any(profile.skills == () for profile in profiles)
    assert all(not shared.service for shared in file.profiles)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_worth_having(language: str) -> None:
    """Three lines at least, a description, no slip of a brace, no variable that nobody asks for."""
    for shared in the_set(language).profiles:
        profile = shared.profile
        assert len(profile.instructions.splitlines()) >= 3, profile.name
        assert profile.description, profile.name
        kinds = {piece.kind for piece in pieces(profile.instructions)}
        assert PieceKind.STRAY not in kinds, profile.name
        used = placeholders(profile.instructions)
        assert used == tuple(variable.name for variable in profile.variables), profile.name
        for variable in profile.variables:
            assert is_name(variable.name)
            assert variable.label, profile.name
            assert variable.example, profile.name
    for skill in the_set(language).skills:
        assert len(skill.content.splitlines()) >= 3
        assert skill.description


def test_both_languages_say_the_same_in_their_own_words() -> None:
    english, chinese = (the_set(language) for language in LANGUAGES)
    for one, other in zip(english.profiles, chinese.profiles, strict=True):
        mine, theirs = one.profile, other.profile
        assert (mine.mode, mine.hue, mine.context, bool(mine.opening)) == (
            theirs.mode,
            theirs.hue,
            theirs.context,
            bool(theirs.opening),
        )
        assert [item.name for item in mine.variables] == [item.name for item in theirs.variables]
        assert re.search("[\u4e00-\u9fff]", theirs.name + theirs.instructions)
        assert not re.search("[\u4e00-\u9fff]", mine.name + mine.description + mine.instructions)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_profile_makes_a_branch_on_the_real_engine(tmp_path: Path, language: str) -> None:
    """M-3: the frozen instructions are the profile's text with its values, joined as its mode says."""

    async def story(workspace: Workspace) -> None:
        await workspace.starters.plant_once(language)
        root = await workspace.create_project("root")
        await workspace.messages.add_note(root, "what was said before")
        _, backend = await workspace._agent_ready()
        for profile in workspace.profiles.active:
            needed = {v.name: v.example for v in profile.variables if not v.default}
            options = EngineForkOptions(
                label=profile.name, profile=profile.name, profile_vars=needed, system_prompt="OWN"
            )
            branch = await workspace.branches.fork(root, options)
            config = await backend.sessions.get_config(branch)
            prompt = str(config.system_prompt)
            assert not placeholders(prompt), prompt
            for value in (*needed.values(), *profile.defaults.values()):
                assert value in prompt
            wanted = {
                PromptMode.PRESET: not prompt.startswith("OWN") and not prompt.endswith("OWN"),
                PromptMode.PREPEND: prompt.endswith("\n\nOWN"),
                PromptMode.APPEND: prompt.startswith("OWN\n\n"),
            }
            assert wanted[profile.mode], profile.name
            assert config.skills == profile.skills
            contents = [record.content for record in await backend.sessions.list_records(branch)]
            came_along = ["what was said before"] if profile.context == "inherit" else []
            assert contents == came_along + ([profile.opening] if profile.opening else [])
            if needed:
                with pytest.raises(MissingTemplateVariables):
                    await workspace.branches.fork(root, replace(options, profile_vars=UNSET))

    run_in_workspace(tmp_path, story)


def test_who_asks_for_the_set_while_it_is_planted_waits_for_it(tmp_path: Path) -> None:
    """The window and its page of profiles ask at once, in a language that is chosen at that moment."""

    async def story(workspace: Workspace) -> None:
        starters = workspace.starters
        planted = await asyncio.gather(
            starters.plant_once("zh_CN"),
            starters.plant_once("en"),
            starters.follow("zh_CN"),
            starters.restore("en"),
            starters.originals("en"),
        )
        assert [bool(item) for item in planted[:2]] == [True, False]
        assert tuple(profile.profile_id for profile in workspace.profiles.all) == PROFILE_IDS
        assert workspace.profiles.all[0].name == "地方通"

    for number in range(5):  # who comes first where is up to the threads that read
        run_in_workspace(tmp_path / str(number), story)


def test_the_set_is_there_when_the_library_is_first_opened_and_not_before(tmp_path: Path) -> None:
    """In the language of that moment, and only once, whatever is opened later; then it follows the language."""

    async def first(workspace: Workspace) -> None:
        assert (workspace.profiles.all, workspace.skills.own) == ((), ())
        planted = await workspace.starters.plant_once("zh_CN")
        assert (planted.profiles, planted.skills) == (PROFILE_IDS, SKILL_IDS)
        assert workspace.profiles.all[0].name == "地方通"
        assert not await workspace.starters.plant_once("en")

    async def second(workspace: Workspace) -> None:
        await workspace.profiles.delete(PROFILE_IDS[0])
        await workspace.skills.delete(SKILL_IDS[0])
        assert not await workspace.starters.plant_once("en")
        assert len(workspace.profiles.all) == 7

    async def third(workspace: Workspace) -> None:
        assert not await workspace.starters.plant_once("en")
        assert len(workspace.profiles.all) == 7
        assert len(workspace.skills.own) == 2

    for story in (first, second, third):
        run_in_workspace(tmp_path, story)


def test_restoring_brings_back_what_is_missing_and_touches_no_other(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        await workspace.starters.plant_once("en")
        edited = replace(workspace.profiles.all[1], instructions="Mine now.")
        edited = await workspace.profiles.save(edited)
        await workspace.profiles.set_archived(PROFILE_IDS[2], archived=True)
        await workspace.profiles.delete(PROFILE_IDS[0])
        await workspace.skills.delete(SKILL_IDS[2])
        planted = await workspace.starters.restore("en")
        assert (planted.profiles, planted.skills) == (PROFILE_IDS[:1], SKILL_IDS[2:])
        assert workspace.profiles.get(PROFILE_IDS[1]) == edited
        archived = workspace.profiles.get(PROFILE_IDS[2])
        assert archived is not None
        assert archived.archived
        assert len(workspace.profiles.all) == 8
        assert not await workspace.starters.restore("en")

    run_in_workspace(tmp_path, story)


def test_a_name_of_the_persons_own_stays_theirs(tmp_path: Path) -> None:
    """A store that has profiles already gets the set too, once."""

    async def story(workspace: Workspace) -> None:
        mine = await workspace.profiles.create("Researcher")
        await workspace.skills.create("Summarise", content="Mine.")
        await workspace.starters.plant_once("en")
        assert workspace.profiles.named("Researcher") == mine
        assert workspace.profiles.named("Researcher 2") is not None
        assert "summarise 2" in workspace.skills.names

    run_in_workspace(tmp_path, story)


def test_the_original_of_what_was_changed_comes_beside_it(tmp_path: Path) -> None:
    """Nothing that the person wrote is overwritten, a new name is no change, and nothing is offered twice."""

    async def story(workspace: Workspace) -> None:
        await workspace.starters.plant_once("en")
        assert not (await workspace.starters.originals("en")).profiles
        assert not (await workspace.starters.originals("zh_CN")).profiles, "in no language"
        first, second = workspace.profiles.all[:2]
        await workspace.profiles.save(replace(first, instructions="Mine."))
        await workspace.profiles.save(replace(second, name="Renamed"))
        skill = workspace.skills.own[0]
        await workspace.skills.save(replace(skill, content="Mine."))
        originals = await workspace.starters.originals("en")
        assert [item.instructions for item in originals.profiles] == [first.instructions]
        assert [item.content for item in originals.skills] == [skill.content]
        await workspace.profiles.put(originals.profiles)
        await workspace.skills.put(originals.skills)
        assert workspace.profiles.all[0].instructions == "Mine."
        assert len({item.name for item in workspace.profiles.all}) == 9
        again = await workspace.starters.originals("en")
        assert (again.profiles, again.skills) == ((), ())

    run_in_workspace(tmp_path, story)


def test_what_nobody_has_edited_follows_the_language(tmp_path: Path) -> None:
    """In place, under the same id; colour, place and archive are the person's, and so is what they wrote."""

    async def first(workspace: Workspace) -> None:
        await workspace.starters.plant_once("en")
        regional, devil, plain, *_ = workspace.profiles.all
        edited = await workspace.profiles.save(replace(devil, instructions="Mine."))
        renamed = await workspace.profiles.save(replace(plain, name="My editor"))
        recoloured = await workspace.profiles.save(replace(regional, hue=4))
        await workspace.profiles.set_archived(PROFILE_IDS[3], archived=True)
        await workspace.profiles.delete(PROFILE_IDS[4])
        order = [profile.profile_id for profile in workspace.profiles.all]
        await workspace.starters.follow("zh_CN")
        now = workspace.profiles.get(PROFILE_IDS[0])
        assert now is not None
        chinese = the_set("zh_CN").profiles[0].profile
        assert (now.name, now.instructions, now.hue) == (chinese.name, chinese.instructions, 4)
        assert [item.label for item in now.variables] == [item.label for item in chinese.variables]
        assert now.version == recoloured.version + 1
        assert workspace.profiles.get(devil.profile_id) == edited
        assert workspace.profiles.get(plain.profile_id) == renamed
        archived = workspace.profiles.get(PROFILE_IDS[3])
        assert archived is not None
        assert archived.archived
        assert archived.name == the_set("zh_CN").profiles[3].profile.name
        assert [profile.profile_id for profile in workspace.profiles.all] == order
        assert workspace.skills.names == tuple(skill.name for skill in the_set("zh_CN").skills)

    async def second(workspace: Workspace) -> None:
        assert not await workspace.starters.plant_once("en"), "changed while the program did not run"
        names = {profile.profile_id: profile.name for profile in workspace.profiles.all}
        assert names[PROFILE_IDS[0]] == "Regional expert"
        assert PROFILE_IDS[4] not in names
        assert names[PROFILE_IDS[2]] == "My editor"

    run_in_workspace(tmp_path, first)
    run_in_workspace(tmp_path, second)


def test_following_plants_nothing_and_takes_no_name_of_the_persons_own(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        await workspace.starters.follow("zh_CN")
        assert workspace.profiles.all == (), "nothing is planted by it"
        await workspace.starters.plant_once("en")
        mine = await workspace.profiles.create("地方通")
        await workspace.starters.follow("zh_CN")
        names = [profile.name for profile in workspace.profiles.active]
        assert "地方通 2" in names, "a name of the person's own stays theirs"
        assert workspace.profiles.get(mine.profile_id) == mine
        await workspace.starters.follow("en")
        assert workspace.profiles.named("Regional expert") is not None

    run_in_workspace(tmp_path, story)


def test_a_name_that_ends_in_a_number_is_the_persons_own_where_nothing_else_has_that_name(
    tmp_path: Path,
) -> None:
    """T-2, S-2: only the number that the program gives is the program's: with it, it follows the language."""

    async def story(workspace: Workspace) -> None:
        await workspace.profiles.create("Researcher")
        await workspace.starters.plant_once("en")
        for place, name in ((6, "Interview partner 2026"), (5, "Money 2")):
            kept = workspace.profiles.get(PROFILE_IDS[place])
            assert kept is not None
            await workspace.profiles.save(replace(kept, name=name))
        plain = workspace.profiles.get(PROFILE_IDS[2])
        assert plain is not None
        second = await workspace.profiles.save(replace(plain, name=f"{plain.name} 2"))
        skill = await workspace.skills.save(
            replace(workspace.skills.own[0], name=f"{workspace.skills.names[0]} 12")
        )
        assert skill is not None
        await workspace.starters.follow("zh_CN")
        names = {profile.profile_id: profile.name for profile in workspace.profiles.all}
        assert names[PROFILE_IDS[6]] == "Interview partner 2026"
        assert names[PROFILE_IDS[5]] == "Money 2"
        assert names[PROFILE_IDS[2]] == second.name, "there is no other of that name"
        assert names[PROFILE_IDS[3]] == the_set("zh_CN").profiles[3].profile.name, "it was Researcher 2"
        assert workspace.skills.names[0] == skill.name

    run_in_workspace(tmp_path, story)


def test_a_skill_that_a_branch_in_the_trash_lists_is_found_when_it_comes_back(tmp_path: Path) -> None:
    """S-1, P-3."""

    async def story(workspace: Workspace) -> None:
        await workspace.starters.plant_once("en")
        one = workspace.skills.names[0]
        root = await workspace.create_project("root")
        branch = await workspace.branches.open(root, "branch", skills=(one,))
        await workspace.apply(Delete((branch,)))
        await workspace.starters.follow("zh_CN")
        await workspace.undo()
        assert branch in workspace.topology
        assert (await workspace.skill_use.users_of(one)).named == (branch,)
        assert workspace.skills.names[0] == one

    run_in_workspace(tmp_path, story)


def test_a_skill_that_is_listed_anywhere_keeps_the_name_by_which_it_is_found(tmp_path: Path) -> None:
    """S-1: by a conversation, a profile or the defaults; the others follow the language."""

    async def story(workspace: Workspace) -> None:
        await workspace.starters.plant_once("en")
        one, two, _ = workspace.skills.names
        profile = await workspace.profiles.create("Mine")
        await workspace.profiles.save(replace(profile, skills=(one,)))
        root = await workspace.create_project("root")
        await workspace.branches.open(root, "branch", skills=(two,))
        await workspace.starters.follow("zh_CN")
        assert workspace.skills.names == (one, two, the_set("zh_CN").skills[2].name)

    run_in_workspace(tmp_path, story)
