"""The place *Skills*: the list, and beside it the skill that is written or read (S-1, S-2, T18)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, override

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.library import FolderSkill, RejectedSkill, SavedSkill
from stello_desktop.ui import i18n, tasks
from stello_desktop.ui.page_in_parts import PageInParts
from stello_desktop.ui.saving import SaveState
from stello_desktop.ui.skills.deeds import SkillDeeds
from stello_desktop.ui.skills.editor import SkillEditor
from stello_desktop.ui.skills.edits import SkillEdits
from stello_desktop.ui.skills.list_panel import SkillListPanel
from stello_desktop.ui.skills.places import FolderView, NoSkills, RejectedView
from stello_desktop.ui.skills.room import SkillsRoom
from stello_desktop.ui.skills.rows import Row
from stello_desktop.ui.skills.users import barred_by
from stello_desktop.ui.undo_first import UndoFirst
from stello_desktop.workspace.workspace import Workspace

_CHOSEN: Final = "skills.chosen"
_PLACES: Final = "skills.places"


class SkillsPage(PageInParts):
    """One for each window.

    Signals:
        conversation_requested(str): go to a conversation.
        news(str, object): words for a toast, and what *Undo* in it does; None for none.
        deleted(str, object): such news of a skill that went.
        done(str, object): something was done that is plain to see; what undoes it.
        choice(str, str, object): news, what can be done about it, and what does that.
    """

    conversation_requested = Signal(str)
    news = Signal(str, object)
    deleted = Signal(str, object)
    done = Signal(str, object)
    choice = Signal(str, str, object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        self.room = SkillsRoom()
        super().__init__("skillsPage", self.room, parent)
        self._workspace = workspace
        self._desk = workspace.skills
        self._known = False
        self._beside: tuple[str, ...] = ()
        self._soon = QTimer(self, singleShot=True, interval=0)

    @override
    def make_parts(self) -> Iterator[None]:
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
        self.edits = SkillEdits(self.editor, self._workspace)
        self.deeds = SkillDeeds(self._workspace, lambda: self.listing.current, self.edits, self)
        self.undo_first = UndoFirst(self)
        self._wire()
        self.room.put_places(self._workspace.view_value(_PLACES))
        self._show_list()
        self._open_last()

    def _wire(self) -> None:
        self._soon.timeout.connect(self._count_users)
        self.listing.chosen.connect(self._choose)
        self.listing.requested.connect(self.do)
        self.listing.view.clicked.connect(self._clicked)
        self.editor.changed.connect(self._take_typed)
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
        self.deeds.chosen.connect(self._choose)
        self.deeds.begun.connect(self._begin_writing)
        self.deeds.left.connect(self.listing.view.setFocus)
        self.deeds.news.connect(self.news)
        self.deeds.deleted.connect(self.deleted)
        for changed in (self.editor.changed, self.news, self.done, self.deeds.begun, self.deeds.chosen):
            changed.connect(lambda *_: self.undo_first.disarm())
        self.deleted.connect(lambda *_: self.undo_first.arm())
        self.deeds.done.connect(self.done)
        self.deeds.choice.connect(self.choice)
        self.edits.said.connect(self.editor.state.setText)
        self.edits.done.connect(self.done)
        self.edits.went_back.connect(self._choose)
        self.edits.went_back.connect(lambda _: self._list_typed())  # it was made while the newer stood here
        self.edits.saving.state_changed.connect(self._follow_saving)
        self.room.back_requested.connect(self.listing.view.setFocus)
        self.room.places_changed.connect(
            lambda: self._workspace.put_view_value(_PLACES, self.room.read_places())
        )
        unsubscribe = self._workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_: unsubscribe())

    def _clicked(self) -> None:
        if self.listing.rows.key_at(self.listing.view.currentIndex()) is None:
            return  # a heading
        self.room.go_to_editor()
        if not self.listing.isVisible():  # only one of them is seen: the focus goes along
            self._go_to_editor()

    # -- which one

    def _show_list(self) -> None:
        if beside := self.listing.beside():
            self._beside = beside
        self.listing.show_desk(self._desk)
        editing = self.editor.skill
        if editing is not None and self.edits.saving.waits(editing.skill_id):
            self._list_typed()

    def _open_last(self) -> None:
        kept = self._workspace.view_value(_CHOSEN)
        row = self.listing.rows.row_of(kept) if isinstance(kept, str) else None
        self.open_row(row if row is not None else self._first())

    def _first(self) -> Row | None:
        return next((row for row in self.listing.rows.rows if not row.is_head), None)

    def _choose(self, key: str) -> None:
        self.open_row(self.listing.rows.row_of(key))
        self._workspace.put_view_value(_CHOSEN, key)

    def open_row(self, row: Row | None) -> None:
        """Show what stands in a row; what was typed into the one before is written at once."""
        self.edits.leave()
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
            typed = self.edits.saving.unsaved(shown.skill_id) or shown
            self.editor.show_skill(self.edits.with_wanted_name(typed))
            self._say_taken()
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
        self.edits.take_free_name()
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
            self.editor.users.show_users(users, self._workspace.topology, barred_by(row.shown))

    # -- what is typed

    def _take_typed(self) -> None:
        skill = self.editor.skill
        if skill is None:
            return
        self._say_taken()
        self.edits.take(skill)
        self._list_typed()

    def _say_taken(self) -> None:
        """Whether another skill has the name, which may have changed without a key in the field."""
        skill = self.editor.skill
        if skill is not None:
            self.editor.say_taken(taken=self._desk.is_taken(skill.name, skill.skill_id))

    def _list_typed(self) -> None:
        """What is typed, under the name that is kept."""
        typed = self.edits.as_kept()
        if typed is not None:
            self.listing.rows.show_typed(typed)

    def _follow_saving(self, state: SaveState) -> None:
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
            beside = (self.listing.rows.row_of(key) for key in self._beside)
            self.open_row(next((near for near in beside if near is not None), self._first()))
            return
        if isinstance(row.shown, SavedSkill) and self.room.part is self.editor:
            saving, key = self.edits.saving, row.shown.skill_id
            if saving.waits(key) or (row.shown == saving.kept(key) and editing is not None):
                self._say_taken()
                self.edits.take_free_name()
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
    def arrive(self) -> None:
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
            self.edits.leave()

    async def aclose(self) -> None:
        """The window closes: what is typed is written."""
        if self.filled:
            await self.edits.aclose()
