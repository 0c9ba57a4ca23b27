"""The place *Skills*: the list, and beside it the skill that is written or read (S-1, S-2, T18)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, override

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.library import FolderSkill, RejectedSkill, SavedSkill, SkillId
from stello_desktop.ui import i18n, tasks
from stello_desktop.ui.edit_ways import EditWays
from stello_desktop.ui.saving import SaveState, Saving
from stello_desktop.ui.skills.deeds import SkillDeeds
from stello_desktop.ui.skills.editor import SkillEditor
from stello_desktop.ui.skills.list_panel import SkillListPanel
from stello_desktop.ui.skills.places import FolderView, NoSkills, RejectedView
from stello_desktop.ui.skills.room import SkillsRoom
from stello_desktop.ui.skills.rows import HEADS, Row
from stello_desktop.workspace.workspace import Workspace

_CHOSEN: Final = "skills.chosen"
_PLACES: Final = "skills.places"
_DONE: Final = object()


class SkillsPage(QWidget):
    """One for each window.

    Attributes:
        filling: makes one more part each time; all of them at once would be a stall.
        filled: everything is there.

    Signals:
        conversation_requested(str): go to a conversation.
        news(str, object): words for a toast, and what *Undo* in it does; None for none.
        done(str, object): something was done that is plain to see; what undoes it.
        choice(str, str, object): news, what can be done about it, and what does that.
    """

    conversation_requested = Signal(str)
    news = Signal(str, object)
    done = Signal(str, object)
    choice = Signal(str, str, object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("skillsPage")
        self._workspace = workspace
        self._desk = workspace.skills
        self._known = False
        self.saving: Saving[SkillId, SavedSkill] = Saving(lambda skill: skill.skill_id, self._write, self)
        self.deeds = SkillDeeds(workspace, lambda: self.listing.current, self.saving, self)
        self.room = SkillsRoom()
        self._soon = QTimer(self, singleShot=True, interval=0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.room)
        self.filled = False
        self.filling = self._fill()

    # -- made part by part

    def fill(self) -> None:
        """Make everything that is not there yet."""
        for _ in self.filling:
            pass

    def _fill(self) -> Iterator[None]:
        self.listing = SkillListPanel()
        self.room.put_list(self.listing)
        yield
        self.editor = SkillEditor()
        self.room.put_part(self.editor)
        yield
        self.folder = FolderView()
        self.room.put_part(self.folder)
        self.rejected = RejectedView()
        self.room.put_part(self.rejected)
        yield
        self.empty = NoSkills()
        self.room.put_part(self.empty)
        self.edits = EditWays(self.editor, self._as_kept, same, self._return, self._words_of_edit)
        self._wire()
        self.filled = True
        self.room.put_places(self._workspace.view_value(_PLACES))
        self._show_list()
        self._open_last()
        if self.isVisible():
            self._arrive()

    def _fill_next(self) -> None:
        """One more part for each turn of the loop, for who comes before it was made ahead."""
        if next(self.filling, _DONE) is not _DONE:
            QTimer.singleShot(0, self, self._fill_next)

    def _wire(self) -> None:
        self._soon.timeout.connect(self._count_users)
        self.listing.chosen.connect(self._choose)
        self.listing.requested.connect(self.do)
        self.listing.view.clicked.connect(self._clicked)
        self.editor.changed.connect(self._typed)
        self.editor.name.editingFinished.connect(self._leave_name)
        self.editor.agreed.connect(lambda skill_id: self.deeds.agree([skill_id]))
        self.editor.copy_requested.connect(lambda: self.do("duplicate"))
        self.editor.users.conversation_requested.connect(self.conversation_requested)
        self.folder.reread_requested.connect(lambda: self.do("reread"))
        self.folder.removal_requested.connect(lambda: self.do("remove_folder"))
        self.folder.agreed.connect(self.deeds.agree)
        self.rejected.reread_requested.connect(lambda: self.do("reread"))
        self.empty.new_requested.connect(lambda: self.do("new"))
        self.empty.folder_requested.connect(lambda: self.do("add_folder"))
        self.empty.restore_requested.connect(lambda: self.do("restore"))
        self.saving.state_changed.connect(self._say_state)
        self.deeds.chosen.connect(self._choose)
        self.deeds.begun.connect(self._begin_writing)
        self.deeds.left.connect(self.listing.view.setFocus)
        self.deeds.news.connect(self.news)
        self.deeds.done.connect(self.done)
        self.deeds.choice.connect(self.choice)
        self.edits.done.connect(self.done)
        self.room.back_requested.connect(self.listing.view.setFocus)
        self.room.places_changed.connect(
            lambda: self._workspace.put_view_value(_PLACES, self.room.read_places())
        )
        unsubscribe = self._workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_: unsubscribe())

    def _clicked(self) -> None:
        row = self.listing.view.row
        if row is not None and row.kind not in HEADS:
            self.room.go_to_editor()
            if not self.listing.isVisible():  # only one of them is seen: the focus goes along
                self._go_to_editor()

    # -- which one

    def _show_list(self) -> None:
        self.listing.show_desk(self._desk)
        editing = self.editor.skill
        if editing is not None and self.saving.waits(editing.skill_id):
            self.listing.rows.show_typed(replace(editing, name=self._desk.kept_name(editing)))

    def _open_last(self) -> None:
        kept = self._workspace.view_value(_CHOSEN)
        row = self.listing.rows.row_of(kept) if isinstance(kept, str) else None
        self.open_row(row if row is not None else self._first())

    def _first(self) -> Row | None:
        return next((row for row in self.listing.rows.rows if row.kind not in HEADS), None)

    def _choose(self, key: str) -> None:
        self.open_row(self.listing.rows.row_of(key))
        self._workspace.put_view_value(_CHOSEN, key)

    def open_row(self, row: Row | None) -> None:
        """Show what stands in a row; what was typed into the one before is written at once."""
        self._put_name_back()
        self.edits.end()
        self.saving.begin()
        self.room.go_to_top()
        if row is None or row.shown is None:
            self.room.show_part(self.empty)
            self.empty.setVisible(self._known)
            return
        self.listing.choose(row.key)
        self._show_row(row)

    def _show_row(self, row: Row) -> None:
        shown = row.shown
        if isinstance(shown, SavedSkill):
            self.editor.show_skill(self.saving.unsaved(shown.skill_id) or shown)
            self.editor.state.setText("")
            self.room.show_part(self.editor)
        elif isinstance(shown, FolderSkill):
            self.editor.show_file(shown)
            self.room.show_part(self.editor)
        elif isinstance(shown, RejectedSkill):
            self.rejected.show_rejected(shown)
            self.room.show_part(self.rejected)
        elif shown is not None:
            inside = [item for item in self._desk.from_folders if item.root == shown]
            self.folder.show_folder(shown, row.name, inside)
            self.room.show_part(self.folder)
        self.edits.begin()
        self._soon.start()

    def _count_users(self) -> None:
        if self.isVisible() and self.room.part is self.editor:
            tasks.start(self._fetch_users(), self)

    async def _fetch_users(self) -> None:
        row = self.listing.current
        if row is None or not isinstance(row.shown, (SavedSkill, FolderSkill)):
            return
        shown = row.shown if isinstance(row.shown, SavedSkill) else row.shown.skill
        users = await self._workspace.skill_use.users_of(shown.name)
        if (now := self.listing.current) is not None and now.key == row.key:
            self.editor.users.show_users(users, self._workspace.topology)

    # -- what is typed

    def _typed(self) -> None:
        skill = self.editor.skill
        if skill is None:
            return
        self.editor.say_taken(taken=self._desk.is_taken(skill.name, skill.skill_id))
        self.saving.put(skill)
        self.listing.rows.show_typed(replace(skill, name=self._desk.kept_name(skill)))
        self.edits.end_unless_writing()

    # -- the way back of what was written

    def _as_kept(self) -> SavedSkill | None:
        skill = self.editor.skill
        return None if skill is None else replace(skill, name=self._desk.kept_name(skill))

    def _return(self, before: SavedSkill, after: SavedSkill) -> bool:
        """As it was before; not where somebody has written in it since."""
        key = before.skill_id
        now = self.saving.unsaved(key) or self._desk.get(key)
        if now is None or not same(now, after):
            return False
        self.saving.put(
            replace(before, archived=now.archived)
        )  # what stands there now, for the next step too
        tasks.start(self._write_back(key), self)
        return True

    async def _write_back(self, key: SkillId) -> None:
        await self.saving.flush()
        self._choose(key)

    def _words_of_edit(self, skill: SavedSkill) -> str:
        return self.tr("Changed “%1”").replace("%1", skill.name)

    # -- what is kept

    async def _write(self, skill: SavedSkill) -> SavedSkill:
        if self._desk.get(skill.skill_id) is None:
            return skill  # deleted meanwhile
        return await self._desk.save(skill)

    @property
    def _name_is_kept(self) -> bool:
        skill = self.editor.skill
        return skill is None or skill.name.strip() == self._desk.kept_name(skill)

    def _leave_name(self) -> None:
        """Enter leaves the field as it is, with what is wrong beside it; who goes on elsewhere finds the kept name."""
        if not self.editor.name.hasFocus():
            self._put_name_back()

    def _put_name_back(self) -> None:
        skill = self.editor.skill
        if skill is not None and not self._name_is_kept:
            self.editor.put_name(self._desk.kept_name(skill))

    def _say_state(self, state: SaveState) -> None:
        words = {
            SaveState.WAITING: "",
            SaveState.SAVED: self.tr("Saved") if self._name_is_kept else self.tr("Saved under the old name"),
            SaveState.FAILED: self.tr("Not saved yet"),
        }
        self.editor.state.setText(words[state] if self.editor.skill is not None else "")
        if state is SaveState.SAVED:
            self._show_list()  # a name that was not taken is the old one again

    # -- what others change

    def _follow(self, changes: Changes) -> None:
        if changes.library:
            self._show_list()
            self._take_over()
        if changes.placed or changes.library:
            self._soon.start()

    def _take_over(self) -> None:
        """What is there now; one's own echo and what is being typed are left alone."""
        row, editing = self.listing.current, self.editor.skill
        if row is None:  # it went, or an own skill has its name now
            self.open_row(self._first())
            return
        if isinstance(row.shown, SavedSkill) and self.room.part is self.editor:
            known = self.saving.kept(row.shown.skill_id)
            if self.saving.waits(row.shown.skill_id) or (row.shown == known and editing is not None):
                return
        self._show_row(row)

    # -- what the person does

    def do(self, word: str) -> None:
        """What the list's menu and the buttons ask for."""
        if word == "edit":
            self._go_to_editor()
        else:
            self.edits.end()
            self.deeds.do(word)

    def _begin_writing(self, key: str) -> None:
        self._choose(key)
        self._go_to_editor()
        self.editor.name.selectAll()

    def _go_to_editor(self) -> None:
        row = self.listing.current
        if row is None:
            return
        self.room.go_to_editor()
        part = self.room.part
        if isinstance(row.shown, SavedSkill):
            self.editor.name.setFocus()
        elif isinstance(row.shown, FolderSkill):
            self.editor.reading.setFocus()
        elif part is not None:
            part.focusNextChild()

    # -- coming and going

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.filled:
            self._arrive()
        else:
            QTimer.singleShot(0, self, self._fill_next)

    def _arrive(self) -> None:
        """The person is here: the list has the focus."""
        self.listing.view.setFocus()
        tasks.start(self._begin(), self)

    async def _begin(self) -> None:
        """The first look finds the starter set there; each look reads the folders again.

        Before the store is open nobody knows whether there are any.
        """
        try:
            await self._workspace.starters.plant_once(i18n.resolve(self._workspace.settings.language))
        finally:
            self._known = True
        self._show_list()
        if self.listing.current is None:
            self._open_last()
        self._soon.start()
        await self._desk.reread()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self.filled:
            self._put_name_back()
            self.edits.end()
        self.saving.begin()

    async def aclose(self) -> None:
        """The window closes: what is typed is written."""
        await self.saving.flush()


def same(one: SavedSkill, other: SavedSkill) -> bool:
    """Whether nothing that is written differs."""
    return replace(one, archived=other.archived) == other
