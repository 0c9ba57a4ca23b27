"""The place *Profiles*: the list, the editor, and beside it what a branch would be told (journey 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, override

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QApplication, QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.library import ProfileId, SavedProfile
from stello_desktop.ui import i18n, tasks
from stello_desktop.ui.branching.asking import BranchAsk
from stello_desktop.ui.branching.form import BranchForm
from stello_desktop.ui.page_in_parts import PageInParts
from stello_desktop.ui.profiles.deeds import ProfileDeeds
from stello_desktop.ui.profiles.draft import NOTHING
from stello_desktop.ui.profiles.editor import ProfileEditor
from stello_desktop.ui.profiles.edits import ProfileEdits
from stello_desktop.ui.profiles.empty import NoProfiles
from stello_desktop.ui.profiles.list_panel import ProfileListPanel
from stello_desktop.ui.profiles.mistakes import in_place
from stello_desktop.ui.profiles.preview_side import PreviewSide
from stello_desktop.ui.profiles.room import ProfilesRoom
from stello_desktop.ui.undo_first import UndoFirst
from stello_desktop.workspace.workspace import Workspace

_CHOSEN: Final = "profiles.chosen"
_PLACES: Final = "profiles.places"


class ProfilesPage(PageInParts):
    """One for each window.

    Args:
        selected: the conversation that is chosen on the map, to try profiles with.

    Signals:
        branch_requested: a `BranchAsk` and the `BranchForm` with what was tried here.
        go_to: another place of the window is wanted.
        news(str, object): words for a toast, and what *Undo* in it does; None for none.
        deleted(str, object): such news of a profile that went.
        done(str, object): something was done that is plain to see; what undoes it.
        choice(str, str, object): news, what can be done about it, and what does that.
    """

    branch_requested = Signal(object, object)
    go_to = Signal(str)
    news = Signal(str, object)
    deleted = Signal(str, object)
    done = Signal(str, object)
    choice = Signal(str, str, object)

    def __init__(
        self, workspace: Workspace, selected: Callable[[], SessionId | None], parent: QWidget | None = None
    ) -> None:
        self.room = ProfilesRoom()
        super().__init__("profilesPage", self.room, parent)
        self._workspace = workspace
        self._selected = selected
        self._sourced = self._chose = self._arriving = self._known = False
        self._beside: tuple[str, ...] = ()
        self._soon = QTimer(self, singleShot=True, interval=0)

    @override
    def make_parts(self) -> Iterator[None]:
        self.listing = ProfileListPanel()
        self.room.put_list(self.listing)
        yield
        self.editor = ProfileEditor(self._workspace)
        self.room.editor.put(self.editor)
        yield from self.editor.filling
        self.side = PreviewSide(self._workspace)
        self.room.preview.put(self.side)
        yield from self.side.filling
        self.empty = NoProfiles()
        self.empty.hide()
        self.room.editor.put(self.empty)
        self.edits = ProfileEdits(self.editor, self._workspace)
        self.deeds = ProfileDeeds(self._workspace, self.edits, self)
        self.undo_first = UndoFirst(self)
        self._wire()
        self.room.put_places(self._workspace.view_value(_PLACES))
        yield
        self._show_list()
        self._open_last()

    def _wire(self) -> None:
        self._soon.timeout.connect(self._look)
        self.listing.chosen.connect(lambda item: self._choose(ProfileId(item)))
        self.listing.reorder_requested.connect(self.deeds.reorder)
        self.listing.requested.connect(self.do)
        self.listing.view.clicked.connect(self._clicked)
        self.deeds.made.connect(self._go_to_made)
        self.deeds.left.connect(self._open_another)
        self.deeds.news.connect(self.news)
        self.deeds.deleted.connect(self.deleted)
        for changed in (self.editor.changed, self.news, self.done, self.deeds.made):
            changed.connect(lambda *_: self.undo_first.disarm())
        self.deleted.connect(lambda *_: self.undo_first.arm())
        self.deeds.done.connect(self.done)
        self.deeds.choice.connect(self.choice)
        self.edits.said.connect(self.editor.state.setText)
        self.edits.done.connect(self.done)
        self.edits.went_back.connect(lambda item: self._choose(ProfileId(item)))
        self.edits.went_back.connect(lambda _: self._list_typed())  # it was made while the newer stood here
        self.editor.changed.connect(self._take_typed)
        self.editor.skills_requested.connect(lambda: self.go_to.emit("skills"))
        self.editor.settings_requested.connect(lambda: self.go_to.emit("settings"))
        self.empty.new_requested.connect(lambda: self.do("new"))
        self.empty.restore_requested.connect(lambda: self.do("restore"))
        self.side.branch_requested.connect(self._branch)
        self.room.places_changed.connect(
            lambda: self._workspace.put_view_value(_PLACES, self.room.read_places())
        )
        self.room.back_requested.connect(self.listing.view.setFocus)
        unsubscribe = self._workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_: unsubscribe())

    # -- which profile

    def _open_last(self) -> None:
        kept = self._workspace.view_value(_CHOSEN)
        active = self._workspace.profiles.active
        wanted = self.edits.stored(ProfileId(kept)) if isinstance(kept, str) else None
        if wanted is None and active:
            wanted = active[0]
        if wanted is not None:
            self.open_profile(wanted.profile_id)
        elif self._known:
            self._show_empty(True)
        else:
            self.editor.hide()  # nobody knows yet whether there are any

    def _clicked(self) -> None:
        if self.listing.view.chosen is None:
            return  # the heading of the archive
        self.room.go_to_editor()
        if not self.listing.isVisible():  # only one of them is seen: the focus goes along
            self.do("edit")

    def _choose(self, profile_id: ProfileId) -> None:
        self._chose = True
        self.open_profile(profile_id)

    def open_profile(self, profile_id: ProfileId) -> None:
        """Edit a profile; what was typed into the one before is written at once."""
        profile = self.edits.latest(profile_id)
        if profile is None:
            return
        self.edits.leave()
        self.listing.choose(profile_id)
        self._workspace.put_view_value(_CHOSEN, profile_id)
        self._show(profile)

    def _show(self, profile: SavedProfile) -> None:
        self.side.drop_found()
        self.editor.show_profile(self.edits.with_wanted_name(profile))
        self.edits.begin()
        self.editor.state.setText("")
        self.edits.take_free_name()
        self.room.go_to_top()
        self._show_empty(False)
        self._soon.start()

    def _show_empty(self, empty: bool) -> None:
        """No profile at all: one place that says what profiles are for, and nothing beside it."""
        if not empty and self.empty.isAncestorOf(QApplication.focusWidget() or self):
            self.listing.view.setFocus()
        self.empty.setVisible(empty)
        self.editor.setVisible(not empty)
        self.room.leave_out_preview(empty)
        if empty:
            self.editor.forget()
            self.edits.begin()
            self.listing.choose(NOTHING)
            if self.isVisible():
                self.empty.setFocus()

    def _show_list(self) -> None:
        if beside := self.listing.beside():
            self._beside = beside
        self.listing.show_profiles(self._workspace.profiles.all)
        editing = self.editor.profile
        if editing is not None and self.edits.saving.waits(editing.profile_id):
            self._list_typed()

    def _list_typed(self) -> None:
        """What is typed, under the name that is kept."""
        typed = self.edits.as_kept()
        if typed is not None:
            self.listing.rows.show_typed(typed)

    # -- what is typed

    def _take_typed(self) -> None:
        profile = self.editor.profile
        if profile is None:
            return
        self.edits.take(profile)
        self._list_typed()
        self._soon.start()

    def _look(self) -> None:
        """Once for all that was typed before the window is painted: mistakes, then the preview."""
        profile = self.editor.profile
        if profile is None:
            return
        found = () if self.editor.is_defaults else self._workspace.inspection.check_profile(profile)
        self.editor.show_problems(in_place(found))
        self.side.look_at(profile, found)

    # -- what others change

    def _follow(self, changes: Changes) -> None:
        if not self.filled:
            return
        if changes.library:
            self._show_list()
            self.editor.skills.show_names()
            self._soon.start()
        if changes.library or changes.settings:
            self._take_over()
        self.side.follow(changes)

    def _take_over(self) -> None:
        """What is stored now; one's own echo and what is being typed are left alone."""
        editing = self.editor.profile
        if editing is None:
            if not self.empty.isHidden() and self._workspace.profiles.active:
                self._open_another()
            return
        stored = self.edits.stored(editing.profile_id)
        if stored is None:
            self.edits.saving.forget(editing.profile_id)
            self._open_another()
        elif not self.edits.saving.waits(editing.profile_id) and not self._is_echo(stored, editing):
            self.editor.show_profile(self.edits.with_wanted_name(stored))
            self.edits.begin()
            self._soon.start()
            self.edits.take_free_name()
        else:
            self.edits.take_free_name()

    def _is_echo(self, stored: SavedProfile, editing: SavedProfile) -> bool:
        known = self.edits.saving.kept(stored.profile_id)
        return stored == known or (self.edits.same(editing, stored) and editing.archived == stored.archived)

    def _open_another(self) -> None:
        """The one that was shown is out of use: no key that was meant for it may go into the fields of the next."""
        if self.isAncestorOf(QApplication.focusWidget() or self):
            self.room.go_to_list()
            with self.listing.quietly():
                self.listing.view.setFocus()
        active = [profile.profile_id for profile in self._workspace.profiles.active]
        if active:
            beside = (ProfileId(key) for key in self._beside)
            self.open_profile(next((item for item in beside if item in active), active[0]))
        else:
            self._show_empty(True)

    # -- what the person does

    def do(self, word: str) -> None:
        """What the list's menu asks for."""
        if word == "edit":
            self._go_to_editor()
            (self.editor.instructions if self.editor.is_defaults else self.editor.name).setFocus()
        else:
            self.edits.end()
            self.deeds.do(word, self.listing.current)

    def _go_to_editor(self) -> None:
        self._arriving = False  # the focus has somewhere better to be than the list
        self.room.go_to_editor()

    def _go_to_made(self, profile_id: str, fresh: bool) -> None:
        self._choose(ProfileId(profile_id))
        if fresh:
            self._go_to_editor()
            self.editor.name.setFocus()
            self.editor.name.selectAll()

    # -- branching

    def _branch(self) -> None:
        tasks.start(self._branch_with(), self)

    async def _branch_with(self) -> None:
        await self.edits.saving.flush()
        profile = self.editor.profile
        if profile is None or self.editor.is_defaults:
            return
        if self.side.trying.source is None:
            picker = self.side.trying.pick_source()
            picker.chosen.connect(lambda chosen: self._ask(profile.profile_id) if chosen else None)
            return
        self._ask(profile.profile_id)

    def _ask(self, profile_id: ProfileId) -> None:
        trying = self.side.trying
        if trying.source is None:
            return
        form = BranchForm(
            profile_id=profile_id,
            values={profile_id: dict(trying.variables)},
            own=trying.own or "",
        )
        self.branch_requested.emit(BranchAsk(trying.source, profile_id=profile_id), form)

    # -- coming and going

    @override
    def arrive(self) -> None:
        """The person is here: the list has the focus, and profiles are tried with the conversation of the map."""
        self._arriving = True
        QTimer.singleShot(0, self, self._take_focus)  # once the page before has let go of it
        if not self._sourced:
            self._sourced = True
            self.side.put_source(self._selected())
            tasks.start(self._begin(), self)
        else:
            self._soon.start()  # what a branch would begin with may have been chosen elsewhere

    def _take_focus(self) -> None:
        if self.isVisible() and self._arriving:
            self._arriving = False
            with self.listing.quietly():  # a list that gets the focus makes its first row the current one
                (self.listing.view if self.empty.isHidden() else self.empty).setFocus()

    async def _begin(self) -> None:
        """The first look finds the starter set there; before the store is open nothing was there at all."""
        try:
            await self._workspace.starters.plant_once(i18n.resolve(self._workspace.settings.language))
        finally:
            self._known = True
        self._show_list()
        if self.editor.profile is None and not self._chose:
            self._open_last()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self.filled:
            self.edits.leave()

    async def aclose(self) -> None:
        """The window closes: what is typed is written."""
        if self.filled:
            await self.edits.aclose()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and getattr(self, "filled", False):
            self._soon.start()
