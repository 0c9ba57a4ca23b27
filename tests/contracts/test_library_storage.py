"""What every implementation of `LibraryStorage` promises."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from stello_desktop.domain.commands import Delete
from stello_desktop.domain.config import UNSET, ContextMode, Maybe, PromptMode, SerializableSessionConfig
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.library import (
    LibraryStorage,
    ProfileId,
    SavedProfile,
    SavedSkill,
    SkillId,
    TemplateVariable,
)
from stello_desktop.domain.session import Author, ChildDraft
from stello_desktop.store.library_storage import LibraryStore
from tests.helpers.stores import OpenedStore, opened

FULL = SavedProfile(
    profile_id=ProfileId("full"),
    name="Regional expert 区域专家",
    hue=5,
    description="Knows one place.",
    instructions="You know {region}.\n\n{{literal}}",
    mode=PromptMode.APPEND,
    variables=(
        TemplateVariable(name="region", label="Which region?", default="Bavaria", example="Yunnan"),
        TemplateVariable(name="año"),
    ),
    skills=("summarise", "weekly review"),
    context=ContextMode.INHERIT,
    opening="What do you want to know?",
    model=ModelRef(ServiceId("home-1"), "large:7b"),
    version=4,
    archived=True,
)
"""Every field differs from its default."""


def a_profile(name: str) -> SavedProfile:
    return SavedProfile(profile_id=ProfileId(name.lower()), name=name)


def a_skill(name: str) -> SavedSkill:
    return SavedSkill(skill_id=SkillId(name.lower()), name=name, description="for tests", content="Do it.")


@dataclass
class Ground:
    """One implementation, how a test makes conversations beside it, and how it damages what is stored."""

    library: LibraryStorage
    conversation: Callable[[Maybe[tuple[str, ...]]], Awaitable[SessionId]]
    throw_away: Callable[[SessionId], Awaitable[object]]
    damage: Callable[[str, str], None]

    async def profile_names(self) -> list[str]:
        return [profile.name for profile in await self.library.list_profiles()]

    async def skill_names(self) -> list[str]:
        return [skill.name for skill in await self.library.list_skills()]


type Story = Callable[[Ground], Awaitable[None]]
type Run = Callable[[Story], None]


@asynccontextmanager
async def on_disk(folder: Path) -> AsyncIterator[Ground]:
    async with opened(folder) as store:
        root = await store.project("root")
        yield Ground(
            LibraryStore(store.database),
            lambda skills: _conversation(store, root, skills),
            lambda session_id: store.tree.apply(Delete((session_id,))),
            lambda profile_id, body: _damage(store.boot.path, profile_id, body),
        )


async def _conversation(store: OpenedStore, root: SessionId, skills: Maybe[tuple[str, ...]]) -> SessionId:
    draft = ChildDraft(
        label="branch",
        source_session_id=root,
        topology_parent_id=root,
        by=Author.PERSON,
        config=SerializableSessionConfig(system_prompt="Skills: “skills”", skills=skills),
    )
    return (await store.forks.create_child(draft)).session_id


def _damage(path: Path, profile_id: str, body: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute("UPDATE profile SET body = ? WHERE profile_id = ?", (body, profile_id))
    connection.commit()
    connection.close()


@pytest.fixture(params=[on_disk], ids=["disk"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    def run_on(story: Story) -> None:
        async def main() -> None:
            async with request.param(tmp_path / "store") as ground:
                await story(ground)

        asyncio.run(main())

    return run_on


def test_a_new_library_is_empty(run: Run) -> None:
    async def story(ground: Ground) -> None:
        await ground.library.put_profiles([])
        await ground.library.put_skills([])
        assert await ground.library.list_profiles() == ()
        assert await ground.library.list_skills() == ()

    run(story)


def test_a_profile_comes_back_as_it_was(run: Run) -> None:
    """T-1, T-2: every field, and what is unset stays apart from what is empty."""
    bare = a_profile("Bare")
    none = replace(
        a_profile("None"), skills=(), context=ContextMode.NONE, no_instructions=True, instructions="kept"
    )

    async def story(ground: Ground) -> None:
        await ground.library.put_profiles([FULL, bare, none])
        assert await ground.library.list_profiles() == (FULL, bare, none)
        assert (await ground.library.list_profiles())[1].skills is UNSET

    run(story)


def test_a_skill_comes_back_as_it_was(run: Run) -> None:
    """S-2: its text to the letter."""
    skill = SavedSkill(
        skill_id=SkillId("one"), name="One", description="二", content='---\n"{x}"\n\n  end \n', archived=True
    )

    async def story(ground: Ground) -> None:
        await ground.library.put_skills([skill])
        assert await ground.library.list_skills() == (skill,)

    run(story)


def test_what_is_put_again_is_replaced_in_its_place_and_what_is_new_comes_last(run: Run) -> None:
    async def story(ground: Ground) -> None:
        library = ground.library
        await library.put_profiles([a_profile("A"), a_profile("B")])
        await library.put_profiles([replace(a_profile("A"), name="A changed"), a_profile("C")])
        assert await ground.profile_names() == ["A changed", "B", "C"]
        await library.put_skills([a_skill("A"), a_skill("B")])
        await library.put_skills([replace(a_skill("A"), name="A changed"), a_skill("C")])
        assert await ground.skill_names() == ["A changed", "B", "C"]

    run(story)


def test_the_order_is_the_persons_and_who_is_left_out_follows(run: Run) -> None:
    """Ids that are unknown or named twice are no matter."""

    async def story(ground: Ground) -> None:
        library = ground.library
        await library.order_profiles([ProfileId("nobody")])
        await library.put_profiles([a_profile(name) for name in "ABCD"])
        await library.order_profiles([ProfileId(key) for key in ("d", "nobody", "b", "d")])
        assert await ground.profile_names() == ["D", "B", "A", "C"]
        await library.put_profiles([a_profile("E")])
        assert await ground.profile_names() == ["D", "B", "A", "C", "E"]

    run(story)


def test_what_is_deleted_is_gone_and_the_rest_stays(run: Run) -> None:
    """Deleting twice, or what never was, is no matter."""

    async def story(ground: Ground) -> None:
        library = ground.library
        await library.put_profiles([a_profile(name) for name in "ABC"])
        await library.put_skills([a_skill(name) for name in "ABC"])
        for _ in range(2):
            await library.delete_profiles([ProfileId("b"), ProfileId("nobody")])
            await library.delete_skills([SkillId("a"), SkillId("c")])
        await library.delete_profiles([])
        assert await ground.profile_names() == ["A", "C"]
        assert await ground.skill_names() == ["B"]

    run(story)


def test_a_text_that_cannot_be_encoded_is_stored_all_the_same(run: Run) -> None:
    """A lone surrogate comes back as the sign for what cannot be read."""

    async def story(ground: Ground) -> None:
        await ground.library.put_profiles([replace(a_profile("A"), instructions="half \ud83d of it")])
        await ground.library.put_skills([replace(a_skill("A"), content="half \udc00 of it")])
        assert (await ground.library.list_profiles())[0].instructions == "half \ufffd of it"
        assert (await ground.library.list_skills())[0].content == "half \ufffd of it"

    run(story)


@pytest.mark.parametrize("body", ["{", "[]", '{"name": 7}', '{"name": "A", "systemPromptMode": "loud"}'])
def test_one_damaged_entry_does_not_hide_the_others(run: Run, body: str) -> None:
    """A damaged entry must not keep the program from starting; it stays on disk as it is."""

    async def story(ground: Ground) -> None:
        await ground.library.put_profiles([a_profile(name) for name in "ABC"])
        ground.damage("b", body)
        assert await ground.profile_names() == ["A", "C"]

    run(story)


def test_conversations_that_are_limited_to_some_skills_are_known(run: Run) -> None:
    """S-1: frozen lists only, of what is not in the trash; who inherits everything is not limited."""

    async def story(ground: Ground) -> None:
        await ground.conversation(UNSET)
        two = await ground.conversation(("summarise", "总结"))
        none = await ground.conversation(())
        gone = await ground.conversation(("summarise",))
        await ground.throw_away(gone)
        living = {two: ("summarise", "总结"), none: ()}
        assert await ground.library.skill_limits() == living
        assert await ground.library.skill_limits(trashed=True) == {**living, gone: ("summarise",)}

    run(story)
