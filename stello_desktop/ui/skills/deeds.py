"""What a person can do with a skill or a folder of skills, each with its way back."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.library import SavedSkill, SkillId, SkillTrouble
from stello_desktop.ui import i18n, tasks
from stello_desktop.ui.file_picker import FilePicker
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.skills.edits import SkillEdits
from stello_desktop.ui.skills.rows import Row, key_of
from stello_desktop.ui.skills.words import trouble_words
from stello_desktop.workspace.workspace import Workspace

_NOT_ADDED: Final = frozenset({SkillTrouble.NO_FOLDER, SkillTrouble.NO_ANSWER})


class SkillDeeds(QObject):
    """Starts what the list's menu and the page's buttons ask for by a word.

    Args:
        current: the row that is chosen.

    Signals:
        chosen(str): the key of a row that shall be shown now.
        begun(str): a new skill's key; the person goes on in its name.
        left: what had the focus went; the list has it now.
        news(str, object): words for a toast, and what *Undo* in it does; None for none.
        deleted(str, object): such news of a skill that went to the trash.
        done(str, object): something was done that is plain to see; what undoes it.
        choice(str, str, object): news, what can be done about it, and what does that.
    """

    chosen = Signal(str)
    begun = Signal(str)
    left = Signal()
    news = Signal(str, object)
    deleted = Signal(str, object)
    done = Signal(str, object)
    choice = Signal(str, str, object)

    def __init__(
        self,
        workspace: Workspace,
        current: Callable[[], Row | None],
        edits: SkillEdits,
        page: QWidget,
    ) -> None:
        super().__init__(page)
        self._page = page
        self._workspace = workspace
        self._desk = workspace.skills
        self._current = current
        self._edits, self._saving = edits, edits.saving

    def do(self, word: str) -> None:
        """Start one; unknown words are somebody else's."""
        starts: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {
            "new": self._new,
            "restore": self._restore,
            "reread": self._desk.reread,
            "duplicate": self._duplicate,
            "archive": self._archive,
            "unarchive": self._archive,
            "delete": self._delete,
            "remove_folder": self._remove_folder,
        }
        if word == "add_folder":
            self._pick_folder()
        elif word in starts:
            tasks.start(starts[word](), self)

    @property
    def _own(self) -> SavedSkill | None:
        row = self._current()
        return self._desk.get(SkillId(row.key)) if row is not None else None

    def _say(self, words: str, undo: Callable[[], Coroutine[Any, Any, object]] | None = None) -> None:
        self.news.emit(words, None if undo is None else lambda: tasks.start(undo(), self))

    # -- own ones

    async def _new(self) -> None:
        await self._saving.flush()
        skill = await self._desk.create(self.tr("New skill"))
        self.begun.emit(skill.skill_id)
        self._tell_made(skill)

    async def _duplicate(self) -> None:
        await self._saving.flush()
        row = self._current()
        copy = await self._desk.duplicate(SkillId(row.key)) if row is not None else None
        if copy is not None:
            self.begun.emit(copy.skill_id)
            self._tell_made(copy)

    def _tell_made(self, skill: SavedSkill) -> None:
        words = self.tr("Made “%1”").replace("%1", skill.name)
        self.done.emit(words, self._edits.way_back_of([skill], self._desk.delete_all))

    async def _archive(self) -> None:
        await self._saving.flush()
        skill = self._own
        if skill is None:
            return
        archived = not skill.archived
        if archived:
            self.left.emit()  # before another one stands in the fields
        await self._desk.set_archived(skill.skill_id, archived)
        words = self.tr("Archived “%1”") if archived else self.tr("“%1” can be used again")
        self._say(
            words.replace("%1", skill.name), lambda: self._desk.set_archived(skill.skill_id, not archived)
        )

    async def _delete(self) -> None:
        await self._saving.flush()
        skill = self._own
        if skill is None:
            return
        self._saving.forget(skill.skill_id)
        self.left.emit()  # before another one stands in the fields
        await self._desk.delete(skill.skill_id)
        words = self.tr("Moved “%1” to the trash").replace("%1", skill.name)
        self.deleted.emit(words, lambda: self._take_back(skill))

    def _take_back(self, skill: SavedSkill) -> bool:
        """Out of the trash, where it is there still."""
        there = self._desk.can_restore(skill.skill_id)
        if there:
            tasks.start(self._bring_back(skill.skill_id), self)
        else:
            self._say(self.tr("“%1” is not in the trash any more").replace("%1", skill.name))
        return there

    async def _bring_back(self, skill_id: SkillId) -> None:
        if await self._desk.restore(skill_id) is not None:
            self.chosen.emit(skill_id)

    async def _restore(self) -> None:
        await self._saving.flush()
        planted = await self._workspace.starters.restore(i18n.resolve(self._workspace.settings.language))
        if planted.skills:
            self.chosen.emit(planted.skills[0])
            self._say(self.tr("Brought back %n skill(s)", "", len(planted.skills)))
        elif originals := await self._changed_originals():
            self._offer_originals(originals)
        else:
            self._say_all_there()

    async def _changed_originals(self) -> Sequence[SavedSkill]:
        """As the set has them, those that the person has changed."""
        language = i18n.resolve(self._workspace.settings.language)
        return (await self._workspace.starters.originals(language)).skills

    def _say_all_there(self) -> None:
        self._say(self.tr("All skills of the starter set are here"))

    def _offer_originals(self, originals: Sequence[SavedSkill]) -> None:
        """What the person wrote stays; the text of the set comes as a skill beside it, if they want that."""
        words = self.tr("All are there; %n of them is not as it was", "", len(originals))
        self.choice.emit(words, self.tr("Add the original"), lambda: tasks.start(self._add_originals(), self))

    async def _add_originals(self) -> None:
        """Those that are missing still; one may have come back since by *Undo*."""
        await self._saving.flush()
        originals = await self._changed_originals()
        if not originals:
            self._say_all_there()
            return
        await self._desk.put(originals)
        self.chosen.emit(originals[0].skill_id)
        words = self.tr("Added %n skill(s)", "", len(originals))
        self.news.emit(words, self._edits.way_back_of(originals, self._desk.delete_all))

    # -- folders

    def _pick_folder(self) -> None:
        picker = FilePicker("skillFolderPicker", self.tr("Folder with skills"), self._page)
        picker.setFileMode(FilePicker.FileMode.Directory)
        picker.setOption(FilePicker.Option.ShowDirsOnly)
        picker.fileSelected.connect(lambda path: tasks.start(self.add_folder(Path(path)), self))
        picker.open()

    async def add_folder(self, folder: Path) -> None:
        """Read a folder from now on, and say what was found."""
        reading = await self._desk.add_folder(folder)
        failed = next((item for item in reading.rejected if item.reason in _NOT_ADDED), None)
        if failed is not None:
            self._say(trouble_words(failed))
            return
        self.chosen.emit(key_of(str(folder)))
        usable = sum(item.root == str(folder) for item in self._desk.from_folders)
        words = self.tr("%n skill(s) found.", "", usable)
        others = len(reading.skills) - usable + len(reading.rejected)
        if others:
            more = self.tr("%n other(s) cannot be used; the list says why.", "", others)
            words = filled(self.tr("%1 %2"), words, more)
        self._say(words, lambda: self._desk.remove_folder(str(folder)))

    async def _remove_folder(self) -> None:
        row = self._current()
        if row is None or not isinstance(row.shown, str):
            return
        folder = row.shown
        await self._desk.remove_folder(folder)
        self.left.emit()
        words = self.tr("“%1” is read no longer; its files stay").replace("%1", row.name)
        self._say(words, lambda: self._desk.add_folder(Path(folder)))

    def agree(self, skill_ids: list[str]) -> None:
        """Use these files as they stand now (T18)."""
        tasks.start(self._desk.agree([SkillId(item) for item in skill_ids]), self)
        self.left.emit()
