"""What can be done to whole profiles: made, doubled, put away, deleted, brought back, taken to files."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.library import ProfileId, SavedProfile
from stello_desktop.ui import i18n, tasks
from stello_desktop.ui.profiles.edits import ProfileEdits
from stello_desktop.workspace.workspace import Workspace


class ProfileDeeds(QObject):
    """Carries out what the list's menu asks for; what is typed is written before.

    Signals:
        made(str, bool): the id of a profile to go to, and whether it is to be named at once.
        left: the profile that was chosen is out of use.
        news(str, object): words for a toast, and what *Undo* in it does; None for none.
        deleted(str, object): such news of a profile that went to the trash.
        done(str, object): something was done that is plain to see; what undoes it.
        choice(str, str, object): news, what can be done about it, and what does that.
    """

    made = Signal(str, bool)
    left = Signal()
    news = Signal(str, object)
    deleted = Signal(str, object)
    done = Signal(str, object)
    choice = Signal(str, str, object)

    def __init__(self, workspace: Workspace, edits: ProfileEdits, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self._workspace = workspace
        self._desk = workspace.profiles
        self._edits, self._saving = edits, edits.saving

    def do(self, word: str, profile_id: ProfileId) -> None:
        """One word of the menu, for one profile."""
        profile = self._desk.get(profile_id)
        if word == "new":
            tasks.start(self._new(), self)
        elif word == "restore":
            tasks.start(self._restore(), self)
        elif word == "import":
            from stello_desktop.ui.profiles.file_dialogs import import_profiles  # noqa: PLC0415 - when it is wanted

            import_profiles(
                self._page, self._workspace, self.news.emit, self._show_imported, self._saving.waits
            )
        elif profile is not None:
            self._do_with(word, profile)

    def _show_imported(self, profile_id: ProfileId) -> None:
        self.made.emit(profile_id, False)

    def _do_with(self, word: str, profile: SavedProfile) -> None:
        if word == "duplicate":
            tasks.start(self._duplicate(profile.profile_id), self)
        elif word in {"archive", "unarchive"}:
            tasks.start(self._archive(profile, archived=word == "archive"), self)
        elif word == "delete":
            tasks.start(self._delete(profile.profile_id), self)
        elif word == "export":
            tasks.start(self._export(profile.profile_id), self)

    async def _new(self) -> None:
        await self._saving.flush()
        profile = await self._desk.create(self.tr("New profile"))
        self.made.emit(profile.profile_id, True)
        self._tell_made(profile)

    async def _duplicate(self, profile_id: ProfileId) -> None:
        await self._saving.flush()
        copy = await self._desk.duplicate(profile_id)
        if copy is not None:
            self.made.emit(copy.profile_id, False)
            self._tell_made(copy)

    def _tell_made(self, profile: SavedProfile) -> None:
        words = self.tr("Made “%1”").replace("%1", profile.name)
        self.done.emit(words, self._edits.way_back_of([profile], self._desk.delete_all))

    def reorder(self, profile_ids: Sequence[ProfileId]) -> None:
        """The person's order."""
        before = [profile.profile_id for profile in self._desk.all]
        tasks.start(self._desk.reorder(profile_ids), self)
        self.done.emit(self.tr("Moved a profile"), lambda: tasks.start(self._desk.reorder(before), self))

    async def _archive(self, profile: SavedProfile, *, archived: bool) -> None:
        await self._saving.flush()
        await self._desk.set_archived(profile.profile_id, archived)
        words = self.tr("Archived “%1”") if archived else self.tr("“%1” can be branched with again")
        back = self._desk.set_archived
        self.news.emit(
            words.replace("%1", profile.name),
            lambda: tasks.start(back(profile.profile_id, not archived), self),
        )
        if archived:
            self.left.emit()

    async def _delete(self, profile_id: ProfileId) -> None:
        """To the trash; branches that were made with it keep their instructions."""
        await self._saving.flush()  # what was typed last comes back with it
        profile = self._desk.get(profile_id)
        if profile is None:
            return
        self._saving.forget(profile_id)
        await self._desk.delete(profile_id)
        self.deleted.emit(
            self.tr("Moved “%1” to the trash").replace("%1", profile.name),
            lambda: self._take_back(profile),
        )

    def _take_back(self, profile: SavedProfile) -> bool:
        """Out of the trash, where it is there still."""
        there = self._desk.can_restore(profile.profile_id)
        if there:
            tasks.start(self._bring_back(profile.profile_id), self)
        else:
            self.news.emit(self.tr("“%1” is not in the trash any more").replace("%1", profile.name), None)
        return there

    async def _bring_back(self, profile_id: ProfileId) -> None:
        if await self._desk.restore(profile_id) is not None:
            self.made.emit(profile_id, False)

    async def _restore(self) -> None:
        await self._saving.flush()
        had_some = bool(self._desk.active)
        planted = await self._workspace.starters.restore(i18n.resolve(self._workspace.settings.language))
        active = self._desk.active
        if active and not had_some:
            self.made.emit(active[0].profile_id, False)
        elif planted.profiles:
            self.made.emit(planted.profiles[0], False)
            self.news.emit(self.tr("Brought back %n profile(s)", "", len(planted.profiles)), None)
        elif originals := await self._changed_originals():
            self._offer_originals(originals)
        else:
            self._say_all_there()

    async def _changed_originals(self) -> Sequence[SavedProfile]:
        """As the set has them, those that the person has changed."""
        language = i18n.resolve(self._workspace.settings.language)
        return (await self._workspace.starters.originals(language)).profiles

    def _say_all_there(self) -> None:
        self.news.emit(self.tr("All profiles of the starter set are there"), None)

    def _offer_originals(self, originals: Sequence[SavedProfile]) -> None:
        """What the person wrote stays; the text of the set comes as a profile beside it, if they want that."""
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
        self.made.emit(originals[0].profile_id, False)
        words = self.tr("Added %n profile(s)", "", len(originals))
        self.news.emit(words, self._edits.way_back_of(originals, self._desk.delete_all))

    async def _export(self, profile_id: ProfileId) -> None:
        from stello_desktop.ui.profiles.file_dialogs import export_profile  # noqa: PLC0415 - when it is wanted

        await self._saving.flush()
        profile = self._desk.get(profile_id)
        if profile is not None:
            export_profile(self._page, self._workspace, profile)
