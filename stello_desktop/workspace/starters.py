"""The starter set: profiles and skills that a library begins with, written by hand in each language.

They are planted once, when the library is first opened, in the language of that moment; a mark in the store keeps
one that was deleted from coming back. *Restore* brings back those that are missing and touches no other.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from stello_desktop.domain.errors import BrokenRule
from stello_desktop.domain.library import ProfileId, SavedProfile, SavedSkill, SkillId
from stello_desktop.domain.sharing import ProfileFile
from stello_desktop.engine.unbroken import unbroken
from stello_desktop.resources import resource

if TYPE_CHECKING:
    from stello_desktop.workspace.profile_files import ProfileFiles
    from stello_desktop.workspace.profiles import Profiles
    from stello_desktop.workspace.skills import Skills

PLANTED_KEY: Final = "library.planted"
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


class Starters:
    """Plants the set of one workspace.

    Args:
        values: what the store kept; under `PLANTED_KEY` whether it was planted.
        put_values: keeps such values.
        ready: waits until profiles and skills are there.
    """

    def __init__(
        self,
        profiles: Profiles,
        skills: Skills,
        files: ProfileFiles,
        values: Mapping[str, Any],
        put_values: Callable[[Mapping[str, Any]], Awaitable[None]],
        ready: Callable[[], Awaitable[object]],
    ) -> None:
        self._profiles = profiles
        self._skills = skills
        self._files = files
        self._planted = values.get(PLANTED_KEY) is True
        self._put_values = put_values
        self._ready = ready

    async def plant_once(self, language: str) -> Planted:
        """The whole set, where this store never had it: the person looks at profiles or skills for the first time.

        Where it had, this waits until profiles and skills are there; before, none are.
        """
        if self._planted:
            await self._ready()
            return Planted()
        self._planted = True
        try:
            planted = await self.restore(language)
            await self._put_values({PLANTED_KEY: True})
        except BaseException:
            self._planted = False  # the next time it is whole
            raise
        return planted

    async def restore(self, language: str) -> Planted:
        """Those of the set that are missing; archived and edited ones are there."""
        await self._ready()
        file = await self._read(language)
        return await unbroken(self._plant(file))

    async def _read(self, language: str) -> ProfileFile:
        file = await self._files.read(starter_path(language))
        if not isinstance(file, ProfileFile):
            raise BrokenRule(f"the starter set cannot be read: {file.reason}", detail=str(file.params))
        return file

    async def _plant(self, file: ProfileFile) -> Planted:
        profiles = self._missing_profiles(file)
        skills = self._missing_skills(file)
        if skills:
            await self._skills.put(skills)
        if profiles:
            await self._profiles.put(profiles)
        return Planted(
            tuple(profile.profile_id for profile in profiles), tuple(skill.skill_id for skill in skills)
        )

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
