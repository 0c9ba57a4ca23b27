"""The starter set: profiles and skills that a library begins with, written by hand in each language.

They are planted once, when the library is first opened, in the language of that moment; a mark in the store keeps
one that was deleted from coming back. *Restore* brings back those that are missing and touches no other; what is in
the trash comes from there, as the person had it. What nobody
has edited follows the language of the window.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from stello_desktop.domain.errors import BrokenRule
from stello_desktop.domain.library import (
    ProfileId,
    SavedProfile,
    SavedSkill,
    SkillId,
    new_profile_id,
    new_skill_id,
)
from stello_desktop.domain.sharing import ProfileFile
from stello_desktop.engine.unbroken import unbroken
from stello_desktop.resources import resource

if TYPE_CHECKING:
    from stello_desktop.workspace.profile_files import ProfileFiles
    from stello_desktop.workspace.profiles import Profiles
    from stello_desktop.workspace.skills import Skills

LANGUAGES: Final = ("en", "zh_CN")
PLANTED_KEY: Final = "library.planted"
LANGUAGE_KEY: Final = "library.language"
PROFILE_IDS: Final = tuple(
    ProfileId(f"starter-{name}")
    for name in (
        "regional-expert",
        "devils-advocate",
        "plain-language",
        "researcher",
        "project-planner",
        "finance",
        "interview",
        "meeting-notes",
    )
)
"""The profiles of every language's file, in its order."""

SKILL_IDS: Final = tuple(
    SkillId(f"starter-{name}") for name in ("summarise", "decision-table", "weekly-review")
)


@dataclass(frozen=True, slots=True)
class Planted:
    """What came."""

    profiles: tuple[ProfileId, ...] = ()
    skills: tuple[SkillId, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.profiles or self.skills)


def starter_path(language: str) -> Path:
    """The file of a language."""
    return resource(f"starter/{language}.json")


@dataclass(frozen=True, slots=True)
class Originals:
    """The set's own texts of what the person has changed since, as new ones beside theirs; not kept yet."""

    profiles: tuple[SavedProfile, ...] = ()
    skills: tuple[SavedSkill, ...] = ()


class Starters:
    """Plants the set of one workspace.

    Args:
        values: what the store kept; under `PLANTED_KEY` whether it was planted, under `LANGUAGE_KEY` in which language
            what nobody has edited is written.
        put_values: keeps such values.
        ready: waits until profiles and skills are there.
        named_skills: the names of skills that are listed anywhere, in the trash too.
    """

    def __init__(
        self,
        profiles: Profiles,
        skills: Skills,
        files: ProfileFiles,
        values: Mapping[str, Any],
        put_values: Callable[[Mapping[str, Any]], Awaitable[None]],
        ready: Callable[[], Awaitable[object]],
        named_skills: Callable[[], Awaitable[Collection[str]]],
    ) -> None:
        self._profiles = profiles
        self._skills = skills
        self._files = files
        self._planted = values.get(PLANTED_KEY) is True
        self._language = values.get(LANGUAGE_KEY)
        self._put_values = put_values
        self._ready = ready
        self._named_skills = named_skills
        self._turn = asyncio.Lock()

    async def plant_once(self, language: str) -> Planted:
        """The whole set, where this store never had it: the person looks at profiles or skills for the first time.

        Where it had, this waits until profiles and skills are there, in this language; before, none are.
        """
        async with self._turn:
            if self._planted:
                await self._ready()
                await self._follow(language)
                return Planted()
            planted = await self._restore(language)
            await self._put_values({PLANTED_KEY: True, LANGUAGE_KEY: language})
            self._planted, self._language = True, language
            return planted

    async def follow(self, language: str) -> None:
        """The window speaks another language: what is the set's own, word for word, says the same in that one.

        It stays what it was otherwise: the same id, colour and place. A skill that is listed anywhere keeps its name, by
        which it is found, and so its text.
        """
        async with self._turn:
            await self._follow(language)

    async def _follow(self, language: str) -> None:
        if not self._planted or self._language == language:
            return
        await self._ready()
        others = [await self._read(known) for known in LANGUAGES if known != language]
        await unbroken(self._translate(others, await self._read(language), await self._named_skills()))
        self._language = language
        await self._put_values({LANGUAGE_KEY: language})

    async def _translate(
        self, others: Sequence[ProfileFile], wanted: ProfileFile, named: Collection[str]
    ) -> None:
        skills = [
            replace(
                text,
                skill_id=key,
                name=self._skills.free_name(text.name, besides=key),
                archived=kept.archived,
            )
            for number, (key, text) in enumerate(zip(SKILL_IDS, wanted.skills, strict=True))
            if (kept := self._skills.get(key)) is not None
            and kept.name not in named
            and any(
                _is_skill(kept, original, self._skills.free_name(original.name, besides=key))
                for original in (file.skills[number] for file in others)
            )
        ]
        await self._put(skills, self._translated_profiles(others, wanted))

    def _translated_profiles(
        self, others: Sequence[ProfileFile], wanted: ProfileFile
    ) -> Sequence[SavedProfile]:
        return [
            replace(
                shared.profile,
                profile_id=key,
                name=self._profiles.free_name(shared.profile.name, besides=key),
                hue=kept.hue,
                archived=kept.archived,
                version=kept.version + 1,
            )
            for number, (key, shared) in enumerate(zip(PROFILE_IDS, wanted.profiles, strict=True))
            if (kept := self._profiles.get(key)) is not None
            and any(
                _is_profile(kept, original, self._profiles.free_name(original.name, besides=key))
                for original in (file.profiles[number].profile for file in others)
            )
        ]

    async def restore(self, language: str) -> Planted:
        """Those of the set that are missing; archived and edited ones are there.

        What is in the trash leaves it, so that there is never a second one (P-3); what nobody had edited speaks this
        language.
        """
        async with self._turn:
            return await self._restore(language)

    async def _restore(self, language: str) -> Planted:
        await self._ready()
        file = await self._read(language)
        others = [await self._read(known) for known in LANGUAGES if known != language]
        return await unbroken(self._plant(file, others))

    async def originals(self, language: str) -> Originals:
        """Of profiles and skills of the set whose text is not the set's any more, in any language, and stands nowhere else."""
        await self._ready()
        files = [await self._read(known) for known in LANGUAGES]
        wanted = await self._read(language)
        profiles = [
            replace(
                shared.profile,
                profile_id=new_profile_id(),
                name=self._profiles.free_name(shared.profile.name),
            )
            for number, shared in enumerate(wanted.profiles)
            if self._is_changed_profile(number, [file.profiles[number].profile for file in files])
        ]
        skills = [
            replace(skill, skill_id=new_skill_id(), name=self._skills.free_name(skill.name))
            for number, skill in enumerate(wanted.skills)
            if self._is_changed_skill(number, [file.skills[number] for file in files])
        ]
        return Originals(tuple(profiles), tuple(skills))

    def _is_changed_profile(self, number: int, originals: Sequence[SavedProfile]) -> bool:
        if self._profiles.get(PROFILE_IDS[number]) is None:
            return False
        known = [_text_of_profile(original) for original in originals]
        return not any(_text_of_profile(profile) in known for profile in self._profiles.all)

    def _is_changed_skill(self, number: int, originals: Sequence[SavedSkill]) -> bool:
        if self._skills.get(SKILL_IDS[number]) is None:
            return False
        known = [(original.description, original.content) for original in originals]
        return not any((skill.description, skill.content) in known for skill in self._skills.own)

    async def _read(self, language: str) -> ProfileFile:
        file = await self._files.read(starter_path(language))
        if not isinstance(file, ProfileFile):
            raise BrokenRule(f"the starter set cannot be read: {file.reason}", detail=str(file.params))
        return file

    async def _plant(self, file: ProfileFile, others: Sequence[ProfileFile]) -> Planted:
        skills_back = await self._skills.restore_all(
            [key for key in SKILL_IDS if self._skills.get(key) is None]
        )
        profiles_back = await self._profiles.restore_all(
            [key for key in PROFILE_IDS if self._profiles.get(key) is None]
        )
        if skills_back or profiles_back:
            await self._translate(others, file, await self._named_skills())
        profiles = self._missing_profiles(file)
        skills = self._missing_skills(file)
        await self._put(skills, profiles)
        came_profiles = {item.profile_id for item in (*profiles_back, *profiles)}
        came_skills = {item.skill_id for item in (*skills_back, *skills)}
        return Planted(
            tuple(key for key in PROFILE_IDS if key in came_profiles),
            tuple(key for key in SKILL_IDS if key in came_skills),
        )

    async def _put(self, skills: Sequence[SavedSkill], profiles: Sequence[SavedProfile]) -> None:
        if skills:
            await self._skills.put(skills)
        if profiles:
            await self._profiles.put(profiles)

    def _missing_profiles(self, file: ProfileFile) -> list[SavedProfile]:
        return [
            replace(shared.profile, profile_id=key, name=self._profiles.free_name(shared.profile.name))
            for key, shared in zip(PROFILE_IDS, file.profiles, strict=True)
            if self._profiles.get(key) is None
        ]

    def _missing_skills(self, file: ProfileFile) -> list[SavedSkill]:
        return [
            replace(skill, skill_id=key, name=self._skills.free_name(skill.name))
            for key, skill in zip(SKILL_IDS, file.skills, strict=True)
            if self._skills.get(key) is None
        ]


def _text_of_profile(profile: SavedProfile) -> SavedProfile:
    """What is written in it; its name, colour and place are the person's."""
    return replace(profile, profile_id=PROFILE_IDS[0], name="", hue=0, version=1, archived=False)


def _is_profile(kept: SavedProfile, original: SavedProfile, numbered: str) -> bool:
    """Whether nobody has edited it, nor given it another name.

    ``numbered`` is the name that it has of us where the person has one of that name: the number is told by what else
    there is, since a name that ends in a number may be the person's own.
    """
    texts = _text_of_profile(kept) == _text_of_profile(original)
    return texts and kept.name in {original.name, numbered}


def _is_skill(kept: SavedSkill, original: SavedSkill, numbered: str) -> bool:
    texts = (kept.description, kept.content) == (original.description, original.content)
    return texts and kept.name in {original.name, numbered}
