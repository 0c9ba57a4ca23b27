"""What every implementation of `LibraryTrash` promises, beside a `LibraryStorage` that sends things there (P-3)."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from stello_desktop.domain.errors import ForkConfigError
from stello_desktop.domain.library import (
    LibraryKind,
    LibraryStorage,
    LibraryTrash,
    ProfileId,
    SavedSkill,
    SkillId,
    TrashedThing,
)
from stello_desktop.store.library_storage import LibraryStore
from stello_desktop.store.library_trash import LibraryTrashStore
from tests.contracts.test_library_storage import FULL, a_profile, a_skill
from tests.helpers.stores import StepClock, opened

SKILL = SavedSkill(
    skill_id=SkillId("one"), name="One", description="二", content='---\n"{x}"\n\n  end \n', archived=True
)


@dataclass
class Ground:
    """One implementation, and how a test damages what is stored."""

    library: LibraryStorage
    trash: LibraryTrash
    damage: Callable[[str], None]

    async def profiles(self) -> list[str]:
        return [profile.name for profile in await self.library.list_profiles()]

    async def skills(self) -> list[str]:
        return [skill.name for skill in await self.library.list_skills()]

    async def trashed(self) -> list[str]:
        return [thing.name for thing in await self.trash.list_trash()]

    async def bring_back(self, *keys: str) -> None:
        ids = [ProfileId(key) for key in keys]
        await self.trash.restore_profiles(await self.trash.trashed_profiles(ids))


type Story = Callable[[Ground], Awaitable[None]]
type Run = Callable[[Story], None]


@asynccontextmanager
async def on_disk(folder: Path) -> AsyncIterator[Ground]:
    async with opened(folder) as store:

        def damage(body: str) -> None:
            connection = sqlite3.connect(store.boot.path)
            connection.execute("UPDATE library_trash SET body = ?", (body,))
            connection.commit()
            connection.close()

        yield Ground(LibraryStore(store.database, now=StepClock()), LibraryTrashStore(store.database), damage)


@pytest.fixture(params=[on_disk], ids=["disk"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    def run_on(story: Story) -> None:
        async def main() -> None:
            async with request.param(tmp_path / "store") as ground:
                await story(ground)

        asyncio.run(main())

    return run_on


def test_what_is_deleted_comes_back_to_the_letter(run: Run) -> None:
    """P-3: its id, every field, whatever else was deleted and brought back meanwhile."""

    async def story(ground: Ground) -> None:
        await ground.library.put_profiles([a_profile("A"), FULL])
        await ground.library.put_skills([SKILL, a_skill("B")])
        await ground.library.delete_profiles([FULL.profile_id])
        await ground.library.delete_skills([SKILL.skill_id])
        assert (await ground.profiles(), await ground.skills()) == (["A"], ["B"])
        profiles = await ground.trash.trashed_profiles([FULL.profile_id, ProfileId("a"), ProfileId("nobody")])
        skills = await ground.trash.trashed_skills([SKILL.skill_id, SkillId("b")])
        assert (profiles, skills) == ((FULL,), (SKILL,))
        await ground.trash.restore_profiles(profiles)
        await ground.trash.restore_skills(skills)
        assert await ground.library.list_profiles() == (a_profile("A"), FULL)
        assert await ground.library.list_skills() == (SKILL, a_skill("B"))
        assert await ground.trash.list_trash() == ()

    run(story)


def test_the_trash_lists_the_newest_deletion_first_with_what_it_was(run: Run) -> None:
    """The first words are those of the description, else of the text."""

    async def story(ground: Ground) -> None:
        bare = replace(a_profile("Bare"), instructions="  Be bare. " + "x" * 300)
        await ground.library.put_profiles([FULL, bare, a_profile("Empty")])
        await ground.library.put_skills([a_skill("S")])
        await ground.library.delete_profiles([FULL.profile_id])
        await ground.library.delete_skills([SkillId("s"), SkillId("s"), SkillId("nobody")])
        await ground.library.delete_profiles([ProfileId("bare"), ProfileId("empty")])
        empty, found, skill, full = await ground.trash.list_trash()
        assert (empty.name, empty.begins) == ("Empty", "")
        assert (found.thing_id, found.begins[:9], len(found.begins)) == ("bare", "Be bare. ", 200)
        assert skill == TrashedThing(LibraryKind.SKILL, "s", "S", skill.deleted_at, "for tests")
        assert (full.name, full.begins) == (FULL.name, FULL.description)
        assert found.deleted_at > skill.deleted_at > full.deleted_at

    run(story)


def test_everything_comes_back_to_its_place(run: Run) -> None:
    """In whatever order, where others were added, and where the rest was put in another order meanwhile."""

    async def story(ground: Ground) -> None:
        await ground.library.put_profiles([a_profile(name) for name in "ABCDE"])
        for key in "bae":
            await ground.library.delete_profiles([ProfileId(key)])
        await ground.library.put_profiles([a_profile("F")])
        assert await ground.profiles() == ["C", "D", "F"]
        await ground.bring_back("e")
        await ground.bring_back("a")
        assert await ground.profiles() == ["A", "C", "D", "E", "F"]
        await ground.library.order_profiles([ProfileId(key) for key in "fedca"])
        await ground.bring_back("b")
        assert await ground.profiles() == ["F", "B", "E", "D", "C", "A"], "the second one still"

    run(story)


def test_what_is_written_into_a_deleted_thing_stays_in_the_trash(run: Run) -> None:
    """What was typed at the moment of deletion makes no second one of the same id, and is not lost."""

    async def story(ground: Ground) -> None:
        await ground.library.put_profiles([a_profile("A"), a_profile("B")])
        await ground.library.delete_profiles([ProfileId("a")])
        late = replace(a_profile("A"), name="A late", instructions="typed last")
        await ground.library.put_profiles([late, a_profile("C")])
        assert await ground.profiles() == ["B", "C"]
        assert await ground.trashed() == ["A late"]
        await ground.bring_back("a")
        assert (await ground.library.list_profiles())[0] == late

    run(story)


def test_only_what_is_meant_is_destroyed(run: Run) -> None:
    """P-3: one, then all; a profile and a skill may have the same id, and what lives is never touched."""

    async def story(ground: Ground) -> None:
        await ground.library.put_profiles([a_profile(name) for name in "ABC"])
        await ground.library.put_skills([a_skill(name) for name in "AB"])
        await ground.library.delete_profiles([ProfileId("a"), ProfileId("b")])
        await ground.library.delete_skills([SkillId("a")])
        skill = next(thing for thing in await ground.trash.list_trash() if thing.kind is LibraryKind.SKILL)
        assert await ground.trash.destroy([skill]) == (skill,)
        assert await ground.trash.destroy([skill]) == ()
        assert sorted(await ground.trashed()) == ["A", "B"]
        assert len(await ground.trash.destroy()) == 2
        assert await ground.trash.trashed_profiles([ProfileId("a")]) == ()
        assert (await ground.profiles(), await ground.skills()) == (["C"], ["B"])
        await ground.bring_back("a")
        assert await ground.profiles() == ["C"]

    run(story)


def test_skills_that_deleted_profiles_list_are_known(run: Run) -> None:
    """S-1: they may come back; who inherits everything, or wants none, lists none."""

    async def story(ground: Ground) -> None:
        none = replace(a_profile("None"), skills=())
        await ground.library.put_profiles([FULL, none, a_profile("All")])
        assert await ground.trash.skills_of_profiles() == frozenset()
        await ground.library.delete_profiles([FULL.profile_id, none.profile_id, ProfileId("all")])
        assert await ground.trash.skills_of_profiles() == {"summarise", "weekly review"}

    run(story)


@pytest.mark.parametrize("body", ["{", "[]", '{"name": 7}'])
def test_a_damaged_entry_stays_in_the_trash_and_hides_no_other(run: Run, body: str) -> None:
    async def story(ground: Ground) -> None:
        await ground.library.put_profiles([a_profile("A")])
        await ground.library.delete_profiles([ProfileId("a")])
        ground.damage(body)
        assert await ground.trashed() == ["A"]
        assert await ground.trash.skills_of_profiles() == frozenset()
        with pytest.raises(ForkConfigError):
            await ground.trash.trashed_profiles([ProfileId("a")])
        assert await ground.trashed() == ["A"]

    run(story)


def test_what_is_destroyed_is_in_no_file_any_more(run: Run, tmp_path: Path) -> None:
    """T12: not in the store and not in its log."""

    async def story(ground: Ground) -> None:
        await ground.library.put_profiles([replace(a_profile("A"), instructions="CANARY")])
        await ground.library.delete_profiles([ProfileId("a")])
        await ground.trash.destroy()
        content = b"".join(item.read_bytes() for item in (tmp_path / "store").rglob("*") if item.is_file())
        assert b"CANARY" not in content

    run(story)
