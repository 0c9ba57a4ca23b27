"""The person's skills: their own in the store, others in folders, both known to the engine (S-1, S-2, T18).

A folder's skill is used only while its text is the one that the person has agreed to: all that a folder holds when it
is added, and later each new or changed file once they said so. What stands on disk is looked at when the program
starts, when the page is opened and on *Read again*; nothing watches the disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.library import (
    MAX_INSTRUCTIONS_CHARS,
    MAX_NAME_CHARS,
    FileState,
    FolderReading,
    FolderSkill,
    RejectedSkill,
    SavedSkill,
    SkillId,
    SkillTrouble,
    free_name,
    merged,
    new_skill_id,
    under_free_names,
)
from stello_desktop.domain.text import clean_label, clean_text
from stello_desktop.engine.unbroken import unbroken
from stello_desktop.workspace.backend import Backend
from stello_desktop.workspace.feed import ChangeFeed
from stello_desktop.workspace.folder_reading import Apart, read_skill_folder

if TYPE_CHECKING:
    from stello_desktop.engine.skills import SkillRouter

FOLDERS_KEY: Final = "skills.folders"
AGREED_KEY: Final = "skills.agreed"
_WHOLE: Final = frozenset({SkillTrouble.NO_FOLDER, SkillTrouble.NO_ANSWER})


class Skills:
    """All skills of the workspace; empty until the store is open.

    Args:
        backend: the store, once it is open.
        feed: told with ``Changes(library=True)`` after each change.
        values: what the store kept under `FOLDERS_KEY` and `AGREED_KEY`.
        put_values: keeps such values.
        apart: reads folders beside the loop.
    """

    def __init__(
        self,
        backend: Callable[[], Awaitable[Backend]],
        feed: ChangeFeed,
        values: Mapping[str, Any],
        put_values: Callable[[Mapping[str, Any]], Awaitable[None]],
        apart: Apart | None = None,
    ) -> None:
        self._backend = backend
        self._feed = feed
        self._put_values = put_values
        self._apart = apart or Apart()
        self._own: tuple[SavedSkill, ...] = ()
        self._trashed: set[SkillId] = set()
        self._folders = _texts(values.get(FOLDERS_KEY))
        self._agreed = _digests(values.get(AGREED_KEY))
        self._readings: dict[str, FolderReading] = {}
        self._from_folders: tuple[FolderSkill, ...] = ()
        self._rejected: tuple[RejectedSkill, ...] = ()
        self._router: SkillRouter | None = None
        self._turn = asyncio.Lock()
        self._restoring = asyncio.Lock()
        self._first_look: asyncio.Task[None] | None = None

    def start(self, skills: Sequence[SavedSkill], router: SkillRouter) -> None:
        """Take what the store had, and begin to read the folders; from now on the engine's router follows."""
        self._own, self._router = tuple(skills), router
        self._arrange()
        if self._folders:
            self._first_look = asyncio.get_running_loop().create_task(self.reread())

    async def end(self) -> None:
        """Let nothing run any more."""
        if self._first_look is not None:
            self._first_look.cancel()
            await asyncio.gather(self._first_look, return_exceptions=True)

    # what there is

    @property
    def own(self) -> tuple[SavedSkill, ...]:
        """Written in the program, in their order, archived ones too."""
        return self._own

    @property
    def folders(self) -> tuple[str, ...]:
        """Folders that are read, in the order in which they were added."""
        return self._folders

    @property
    def from_folders(self) -> tuple[FolderSkill, ...]:
        """What was found in them, folder by folder."""
        return self._from_folders

    @property
    def rejected(self) -> tuple[RejectedSkill, ...]:
        """Files and folders that cannot be used, with the reason."""
        return self._rejected

    @property
    def names(self) -> tuple[str, ...]:
        """What conversations can have now, own ones first."""
        return tuple(skill.name for skill in self._usable())

    def get(self, skill_id: SkillId) -> SavedSkill | None:
        """An own skill, or None where there is none."""
        return next((skill for skill in self._own if skill.skill_id == skill_id), None)

    def named(self, name: str) -> SavedSkill | None:
        """The skill that conversations have under this name."""
        return next((skill for skill in self._usable() if skill.name == name), None)

    # own ones

    async def create(self, name: str, *, description: str = "", content: str = "") -> SavedSkill:
        """A new one; the name is made unique. It is offered once it has a text."""
        skill = SavedSkill(
            skill_id=new_skill_id(),
            name=self.free_name(name),
            description=clean_text(description),
            content=_fitting(content),
        )
        await self.put([skill])
        return skill

    async def save(self, skill: SavedSkill, *, seen: SavedSkill | None = None) -> SavedSkill:
        """Keep an edited skill; a blank name, or one that another has, is not taken: the old one stays.

        Args:
            seen: the state that was edited; what is kept differently by now and was not edited stays as it is kept.
        """
        before = self.get(skill.skill_id)
        if seen is not None and before is not None:
            skill = merged(skill, seen, before)
        skill = replace(
            skill,
            name=self.kept_name(skill),
            description=clean_text(skill.description),
            content=_fitting(skill.content),
        )
        if skill != before:
            await self.put([skill])
        return skill

    def kept_name(self, skill: SavedSkill) -> str:
        """Under which name an edited skill is kept: its own, else the one that it had."""
        name, before = _name(skill.name), self.get(skill.skill_id)
        if name and not self.is_taken(name, skill.skill_id):
            return name
        return before.name if before is not None else self.free_name(name)

    async def duplicate(self, skill_id: SkillId) -> SavedSkill | None:
        """The same under another name, an own one where the original lies in a folder."""
        files = (found.skill for found in self._from_folders)
        original = next((skill for skill in (*self._own, *files) if skill.skill_id == skill_id), None)
        if original is None:
            return None
        return await self.create(original.name, description=original.description, content=original.content)

    async def set_archived(self, skill_id: SkillId, archived: bool) -> None:
        """Take a skill out of use, or back; a name that is taken meanwhile gets a number."""
        skill = self.get(skill_id)
        if skill is None or skill.archived == archived:
            return
        name = skill.name if archived else self.free_name(skill.name, besides=skill_id)
        await self.put([replace(skill, archived=archived, name=name)])

    async def delete(self, skill_id: SkillId) -> None:
        """To the trash (P-3); conversations keep what they have read."""
        await self.delete_all([skill_id])

    async def delete_all(self, skill_ids: Sequence[SkillId]) -> None:
        """Several at once to the trash."""
        await unbroken(self._delete(tuple(skill_ids)))

    def can_restore(self, skill_id: SkillId) -> bool:
        """Whether it went to the trash in this run, and is there still."""
        return skill_id in self._trashed

    async def restore(self, skill_id: SkillId) -> SavedSkill | None:
        """Out of the trash; None where it is not there."""
        found = await self.restore_all([skill_id])
        return found[0] if found else None

    async def restore_all(self, skill_ids: Sequence[SkillId]) -> tuple[SavedSkill, ...]:
        """Those that are in the trash: each with its id and all it has, where it stood.

        A name that is taken meanwhile gets a number. Raises: ForkConfigError for one that cannot be read.
        """
        return await unbroken(self._restore(tuple(skill_ids)))

    async def _restore(self, skill_ids: Sequence[SkillId]) -> tuple[SavedSkill, ...]:
        trash = (await self._backend()).library_trash
        async with self._restoring:
            back = under_free_names(await trash.trashed_skills(skill_ids), self.is_taken)
            if back:
                await trash.restore_skills(back)
                self.forget_trashed(skill_ids)
                await self._read_store(trash=True)
        return back

    def forget_trashed(self, skill_ids: Sequence[SkillId] | None = None) -> None:
        """These, or all, are not in the trash any more."""
        self._trashed.difference_update(self._trashed.copy() if skill_ids is None else skill_ids)

    async def put(self, skills: Sequence[SavedSkill]) -> None:
        """Keep them as they are; for callers that have seen to their names."""
        await unbroken(self._write(tuple(skills)))

    def free_name(self, name: str, *, besides: SkillId | None = None) -> str:
        """The name, with a number behind it where another skill in use has it."""
        return free_name(_name(name) or "Skill", lambda candidate: self.is_taken(candidate, besides))

    def is_taken(self, name: str, besides: SkillId | None = None) -> bool:
        """Whether another own skill in use has the name, in whatever case."""
        wanted = _name(name).casefold()
        return any(
            skill.name.casefold() == wanted and skill.skill_id != besides and not skill.archived
            for skill in self._own
        )

    async def _write(self, skills: Sequence[SavedSkill]) -> None:
        await (await self._backend()).library.put_skills(skills)
        await self._read_store()

    async def _delete(self, skill_ids: Sequence[SkillId]) -> None:
        living = {skill.skill_id for skill in self._own}
        await (await self._backend()).library.delete_skills(skill_ids)
        self._trashed.update(living.intersection(skill_ids))
        await self._read_store(trash=True)

    async def _read_store(self, *, trash: bool = False) -> None:
        self._own = await (await self._backend()).library.list_skills()
        self._arrange()
        self._feed.publish(Changes(library=True, trash=trash))

    # folders

    async def add_folder(self, folder: Path) -> FolderReading:
        """Read a folder from now on; all that it holds now is agreed to. One that is not there is not added."""
        async with self._turn:
            reading = await read_skill_folder(self._apart, folder)
            if not any(item.reason in _WHOLE for item in reading.rejected):
                await unbroken(self._add(str(folder), reading))
        return reading

    async def _add(self, folder: str, reading: FolderReading) -> None:
        self._readings[folder] = reading
        self._folders = tuple(dict.fromkeys((*self._folders, folder)))
        agreed = {file.skill.skill_id: file.digest for file in reading.skills}
        self._agreed = {**self._agreed, **agreed}
        await self._keep()

    async def remove_folder(self, folder: str) -> FolderReading | None:
        """Read it no longer; its files stay as they are. Gives what it held; None where it was not read."""
        if folder not in self._folders:
            return None
        async with self._turn:
            self._folders = tuple(item for item in self._folders if item != folder)
            reading = self._readings.pop(folder, FolderReading())
            gone = {file.skill.skill_id for file in reading.skills}
            gone -= {file.skill.skill_id for rest in self._readings.values() for file in rest.skills}
            self._agreed = {key: digest for key, digest in self._agreed.items() if key not in gone}
            await unbroken(self._keep())
        return reading

    async def reread(self) -> None:
        """Look at all folders again; a listener hears of it only where something is different."""
        async with self._turn:
            before = dict(self._readings)
            for folder in self._folders:
                self._readings[folder] = await read_skill_folder(self._apart, Path(folder))
            if self._readings != before:
                self._arrange()
                self._feed.publish(Changes(library=True))

    async def agree(self, skill_ids: Sequence[SkillId]) -> None:
        """Use these new or changed files from now on, as they were read (T18)."""
        digests = {found.skill.skill_id: found.file.digest for found in self._from_folders}
        agreed = {skill_id: digests[skill_id] for skill_id in skill_ids if skill_id in digests}
        if agreed:
            self._agreed = {**self._agreed, **agreed}
            await unbroken(self._keep())

    async def _keep(self) -> None:
        self._arrange()
        await self._put_values({FOLDERS_KEY: list(self._folders), AGREED_KEY: self._agreed})
        self._feed.publish(Changes(library=True))

    # who has which name

    def _arrange(self) -> None:
        own = {skill.name.casefold() for skill in self._own if not skill.archived}
        taken: dict[str, str] = {}
        seen: set[SkillId] = set()
        kept: list[FolderSkill] = []
        rejected: list[RejectedSkill] = []
        for folder in self._folders:
            reading = self._readings.get(folder, FolderReading())
            rejected += reading.rejected
            for file in reading.skills:
                name, key = file.skill.name, file.skill.name.casefold()
                if file.skill.skill_id in seen:  # one folder lies in another
                    continue
                seen.add(file.skill.skill_id)
                if key in own:
                    rejected.append(RejectedSkill(file.path, SkillTrouble.OWN_NAME, {"name": name}))
                elif key in taken:
                    params = {"name": name, "other": taken[key]}
                    rejected.append(RejectedSkill(file.path, SkillTrouble.DUPLICATE_NAME, params))
                else:
                    taken[key] = file.path
                    kept.append(FolderSkill(file, folder, self._state_of(file.skill.skill_id, file.digest)))
        self._from_folders = tuple(kept)
        self._rejected = tuple({item.path: item for item in rejected}.values())
        self._register()

    def _state_of(self, skill_id: SkillId, digest: str) -> FileState:
        agreed = self._agreed.get(skill_id)
        if agreed is None:
            return FileState.NEW
        return FileState.IN_USE if agreed == digest else FileState.CHANGED

    def _usable(self) -> tuple[SavedSkill, ...]:
        own = (skill for skill in self._own if not skill.archived and skill.content.strip())
        files = (found.skill for found in self._from_folders if found.state is FileState.IN_USE)
        return (*own, *files)

    def _register(self) -> None:
        if self._router is None:
            return
        from stello_desktop.engine.skills import Skill  # noqa: PLC0415 - after the first paint

        for known in self._router.list_skills():
            self._router.unregister(known.name)
        for skill in self._usable():
            self._router.register(Skill(skill.name, skill.description, skill.content))


def _name(text: str) -> str:
    return clean_label(text)[:MAX_NAME_CHARS].rstrip()


def _fitting(text: str) -> str:
    return clean_text(text)[:MAX_INSTRUCTIONS_CHARS]


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _digests(value: Any) -> dict[SkillId, str]:
    if not isinstance(value, dict):
        return {}
    return {SkillId(key): digest for key, digest in value.items() if isinstance(digest, str)}
