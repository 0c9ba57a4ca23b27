"""Profiles to a file and from one: read, look at what an import would do, then do it; and take it back (T-2, T18)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stello_desktop.domain.config import UNSET
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.library import (
    ProfileId,
    SavedProfile,
    SavedSkill,
    free_name,
    new_profile_id,
    new_skill_id,
)
from stello_desktop.domain.profile_json import profile_to_json
from stello_desktop.domain.services import PRACTICE, TINY
from stello_desktop.domain.sharing import (
    NOBODY,
    FileTrouble,
    Imported,
    ImportKind,
    ImportPlan,
    PlannedProfile,
    ProfileFile,
    RefusedFile,
    SharedProfile,
)
from stello_desktop.workspace.folder_reading import Apart, NoAnswer

if TYPE_CHECKING:
    from stello_desktop.domain.services import Service
    from stello_desktop.workspace.profiles import Profiles
    from stello_desktop.workspace.skills import Skills

_BUILT_IN = frozenset({PRACTICE, TINY})
"""Services that are not set up by the person; a file does not name them."""

_NOT_COMPARED = frozenset({"version", "hue", "archived"})


class ProfileFiles:
    """Export and import for one workspace.

    Args:
        services: all that are set up now.
    """

    def __init__(
        self, profiles: Profiles, skills: Skills, services: Callable[[], tuple[Service, ...]]
    ) -> None:
        self._profiles = profiles
        self._skills = skills
        self._services = services
        self._apart = Apart()

    # out

    def collect(self, profile_ids: Sequence[ProfileId], *, with_skills: bool = True) -> ProfileFile:
        """What a file of these profiles would hold; unknown ids are left out."""
        found = [self._profiles.get(profile_id) for profile_id in profile_ids]
        profiles = [profile for profile in found if profile is not None]
        skills = self._named_skills(profiles) if with_skills else ()
        return ProfileFile(profiles=tuple(map(self._shared, profiles)), skills=skills)

    async def write(
        self, path: Path, profile_ids: Sequence[ProfileId], *, with_skills: bool = True
    ) -> RefusedFile | None:
        """Write them to a file; gives why it could not be written."""
        file = self.collect(profile_ids, with_skills=with_skills)

        def work(target: Path) -> RefusedFile | None:
            from stello_desktop.exchange import plain_files, profile_file  # noqa: PLC0415 - imported in the thread

            data = profile_file.write_profiles(file)
            if len(data) > profile_file.MAX_FILE_BYTES:  # nobody could read it again
                return RefusedFile(FileTrouble.TOO_LARGE, {"limit": profile_file.MAX_FILE_BYTES // 1000})
            plain_files.write_whole(target, data)
            return None

        try:
            return await self._apart.run(path, work)
        except NoAnswer:
            return RefusedFile(FileTrouble.NO_ANSWER)
        except OSError:
            return RefusedFile(FileTrouble.UNREADABLE)

    def _shared(self, profile: SavedProfile) -> SharedProfile:
        bare = replace(profile, profile_id=NOBODY, model=None, version=1, archived=False)
        ref = profile.model
        service = None if ref is None or ref.service_id in _BUILT_IN else self._service(ref)
        if ref is None or service is None:
            return SharedProfile(profile=bare)
        return SharedProfile(profile=bare, service=service.name, model=ref.model or service.model)

    def _service(self, ref: ModelRef) -> Service | None:
        return next((item for item in self._services() if item.service_id == ref.service_id), None)

    def _named_skills(self, profiles: Sequence[SavedProfile]) -> tuple[SavedSkill, ...]:
        names = dict.fromkeys(
            name for profile in profiles if profile.skills is not UNSET for name in profile.skills
        )
        found = (self._skills.named(name) for name in names)
        return tuple(skill for skill in found if skill is not None)

    # in

    async def read(self, path: Path) -> ProfileFile | RefusedFile:
        """What a file holds, or why it is not taken."""

        def work(source: Path) -> ProfileFile | RefusedFile:
            from stello_desktop.exchange import plain_files, profile_file  # noqa: PLC0415 - imported in the thread

            data = plain_files.read_plain(source, profile_file.MAX_FILE_BYTES)
            return profile_file.read_profiles(data)

        try:
            return await self._apart.run(path, work)
        except NoAnswer:
            return RefusedFile(FileTrouble.NO_ANSWER)
        except OSError:
            return RefusedFile(FileTrouble.UNREADABLE)

    def plan_import(self, file: ProfileFile) -> ImportPlan:
        """What an import would do now; changes nothing."""
        new, kept = self._plan_skills(file.skills)
        have = {*self._skills.names, *(skill.name for skill in new)}
        planned: list[PlannedProfile] = []
        for shared in file.profiles:
            taken = {item.profile.name for item in planned}
            planned.append(self._plan_one(shared, taken, have))
        return ImportPlan(profiles=tuple(planned), skills=new, kept_skills=kept)

    async def import_profiles(self, plan: ImportPlan) -> Imported:
        """Do it. A name that was taken since the plan was made gets another number."""
        skills = [replace(skill, name=self._skills.free_name(skill.name)) for skill in plan.skills]
        if skills:
            await self._skills.put(skills)
        profiles = []
        names: set[str] = set()
        for profile in plan.added:
            name = self._free_name(profile.name, names)
            names.add(name)
            profiles.append(replace(profile, name=name))
        if profiles:
            await self._profiles.put(profiles)
        return Imported(
            tuple(profile.profile_id for profile in profiles), tuple(skill.skill_id for skill in skills)
        )

    async def take_back(self, imported: Imported) -> None:
        """Undo an import; what was edited since goes too."""
        if imported.profile_ids:
            await self._profiles.delete_all(imported.profile_ids)
        if imported.skill_ids:
            await self._skills.delete_all(imported.skill_ids)

    def _plan_skills(self, skills: Sequence[SavedSkill]) -> tuple[tuple[SavedSkill, ...], tuple[str, ...]]:
        new: dict[str, SavedSkill] = {}
        kept: list[str] = []
        mine = {name.casefold(): self._skills.named(name) for name in self._skills.names}
        for skill in skills:
            key = skill.name.casefold()
            there = mine.get(key) or new.get(key)
            if there is None and not self._skills.is_taken(skill.name):
                new[key] = replace(skill, skill_id=new_skill_id())
            elif there is None or _text_of(there) != _text_of(skill):
                kept.append(skill.name)
        return tuple(new.values()), tuple(dict.fromkeys(kept))

    def _plan_one(self, shared: SharedProfile, taken: set[str], skills: set[str]) -> PlannedProfile:
        model, missing_service = self._match(shared)
        profile = replace(shared.profile, profile_id=new_profile_id(), model=model)
        wished = profile.name
        listed = profile.skills if profile.skills is not UNSET else ()
        missing_skills = tuple(name for name in listed if name not in skills)
        there = self._profiles.named(wished)
        if there is not None and _content_of(there) == _content_of(profile):
            kind, profile = ImportKind.UNCHANGED, there
        else:
            profile = replace(profile, name=self._free_name(wished, taken))
            kind = ImportKind.NEW if profile.name == wished else ImportKind.RENAMED
        return PlannedProfile(
            profile=profile,
            kind=kind,
            wished_name=wished,
            missing_skills=missing_skills,
            missing_service=missing_service,
        )

    def _match(self, shared: SharedProfile) -> tuple[ModelRef | None, str]:
        """The model by the names of the file; where nobody has that service, its name."""
        if not shared.service:
            return None, ""
        wanted = shared.service.casefold()
        for service in self._services():
            if service.service_id not in _BUILT_IN and service.name.casefold() == wanted:
                return ModelRef(service.service_id, shared.model or service.model), ""
        return None, shared.service

    def _free_name(self, name: str, taken: set[str]) -> str:
        return free_name(
            name, lambda candidate: candidate in taken or self._profiles.named(candidate) is not None
        )


def _text_of(skill: SavedSkill) -> tuple[str, str]:
    return skill.description.strip(), skill.content.strip()


def _content_of(profile: SavedProfile) -> dict[str, Any]:
    return {name: value for name, value in profile_to_json(profile).items() if name not in _NOT_COMPARED}
