"""The place *Profiles*: the list, the editor, and beside it what a branch would be told (journey 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final, override

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.config import UNSET
from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.library import ProfileId, SavedProfile
from stello_desktop.domain.preview import Problem, ProblemCode, Severity
from stello_desktop.domain.text import clean_label
from stello_desktop.ui import i18n, tasks
from stello_desktop.ui.branching.asking import BranchAsk
from stello_desktop.ui.branching.form import BranchForm
from stello_desktop.ui.profiles.deeds import ProfileDeeds
from stello_desktop.ui.profiles.draft import DEFAULTS, NOTHING, defaults_as_profile
from stello_desktop.ui.profiles.editor import ProfileEditor
from stello_desktop.ui.profiles.edits import ProfileEdits
from stello_desktop.ui.profiles.empty import NoProfiles
from stello_desktop.ui.profiles.list_panel import ProfileListPanel
from stello_desktop.ui.profiles.preview_side import PreviewSide
from stello_desktop.ui.profiles.room import ProfilesRoom
from stello_desktop.ui.saving import SaveState, Saving
from stello_desktop.workspace.workspace import Workspace

_DONE: Final = object()
_CHOSEN: Final = "profiles.chosen"
_PLACES: Final = "profiles.places"
_MAX_STRAY: Final = 3
_SHOWN_ELSEWHERE: Final = frozenset({ProblemCode.UNUSED_VARIABLE, ProblemCode.MISSING_VALUE})
"""An unused variable is said at its own row, a missing value at the field where it is tried."""


class ProfilesPage(QWidget):
    """One for each window.

    Attributes:
        filling: makes one more part each time; all of them at once would be a stall.
        filled: everything is there.

    Args:
        selected: the conversation that is chosen on the map, to try profiles with.

    Signals:
        branch_requested: a `BranchAsk` and the `BranchForm` with what was tried here.
        go_to: another place of the window is wanted.
        news(str, object): words for a toast, and what *Undo* in it does; None for none.
        done(str, object): something was done that is plain to see; what undoes it.
        choice(str, str, object): news, what can be done about it, and what does that.
    """

    branch_requested = Signal(object, object)
    go_to = Signal(str)
    news = Signal(str, object)
    done = Signal(str, object)
    choice = Signal(str, str, object)

    def __init__(
        self, workspace: Workspace, selected: Callable[[], SessionId | None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("profilesPage")
        self._workspace = workspace
        self._selected = selected
        self._sourced = self._chose = self._arriving = self._known = False
        self.saving: Saving[ProfileId, SavedProfile] = Saving(_key_of, self._write, self)
        self.deeds = ProfileDeeds(workspace, self.saving, self)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self.room = ProfilesRoom()
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
        self.listing = ProfileListPanel()
        self.room.put_list(self.listing)
        yield
        self.editor = ProfileEditor(self._workspace)
        self.room.editor.put(self.editor)
        for _ in self.editor.filling:
            yield
        self.side = PreviewSide(self._workspace)
        self.room.preview.put(self.side)
        for _ in self.side.filling:
            yield
        self.empty = NoProfiles()
        self.empty.hide()
        self.room.editor.put(self.empty)
        self.edits = ProfileEdits(self.editor, self.saving, self._stored, self._workspace.profiles.kept_name)
        self._wire()
        self.room.put_places(self._workspace.view_value(_PLACES))
        yield
        self.filled = True
        self._show_list()
        self._open_last()
        if self.isVisible():
            self._arrive()

    def _fill_next(self) -> None:
        """One more part for each turn of the loop, for who comes before it was made ahead."""
        if next(self.filling, _DONE) is not _DONE:
            QTimer.singleShot(0, self, self._fill_next)

    def _wire(self) -> None:
        self._soon.timeout.connect(self._look)
        self.listing.chosen.connect(lambda item: self._choose(ProfileId(item)))
        self.listing.reorder_requested.connect(self.deeds.reorder)
        self.listing.requested.connect(self.do)
        self.listing.view.clicked.connect(self._clicked)
        self.deeds.made.connect(self._go_to_made)
        self.deeds.left.connect(self._open_another)
        self.deeds.news.connect(self.news)
        self.deeds.done.connect(self.done)
        self.deeds.choice.connect(self.choice)
        self.edits.done.connect(self.done)
        self.edits.went_back.connect(lambda item: self._choose(ProfileId(item)))
        self.editor.changed.connect(self._typed)
        self.editor.name.editingFinished.connect(self._leave_name)
        self.editor.skills_requested.connect(lambda: self.go_to.emit("skills"))
        self.editor.settings_requested.connect(lambda: self.go_to.emit("settings"))
        self.empty.new_requested.connect(lambda: self.do("new"))
        self.empty.restore_requested.connect(lambda: self.do("restore"))
        self.side.branch_requested.connect(self._branch)
        self.saving.state_changed.connect(self._say_state)
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
        wanted = self._stored(ProfileId(kept)) if isinstance(kept, str) else None
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

    def _stored(self, profile_id: ProfileId) -> SavedProfile | None:
        if profile_id == DEFAULTS:
            return defaults_as_profile(self._workspace.defaults)
        return self._workspace.profiles.get(profile_id)

    def _choose(self, profile_id: ProfileId) -> None:
        self._chose = True
        self.open_profile(profile_id)

    def open_profile(self, profile_id: ProfileId) -> None:
        """Edit a profile; what was typed into the one before is written at once."""
        profile = self.saving.unsaved(profile_id) or self._stored(profile_id)
        if profile is None:
            return
        self._put_name_back()
        self.edits.end()
        self.saving.begin()
        self.listing.choose(profile_id)
        self._workspace.put_view_value(_CHOSEN, profile_id)
        self._show(profile)

    def _show(self, profile: SavedProfile) -> None:
        self.side.drop_found()
        self.editor.show_profile(profile)
        self.edits.begin()
        self.editor.state.setText("")
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
        self.listing.show_profiles(self._workspace.profiles.all)
        editing = self.editor.profile
        if editing is not None and self.saving.waits(editing.profile_id):
            self._list_typed(editing)

    def _list_typed(self, profile: SavedProfile) -> None:
        """What is typed, under the name that is kept."""
        if profile.profile_id != DEFAULTS:
            profile = replace(profile, name=self._workspace.profiles.kept_name(profile))
        self.listing.rows.show_typed(profile)

    # -- what is typed

    def _typed(self) -> None:
        profile = self.editor.profile
        if profile is None:
            return
        self.saving.put(profile)
        self._list_typed(profile)
        self.edits.end_unless_writing()
        self._soon.start()

    def _look(self) -> None:
        """Once for all that was typed before the window is painted: mistakes, then the preview."""
        profile = self.editor.profile
        if profile is None:
            return
        found = () if self.editor.is_defaults else self._workspace.inspection.check_profile(profile)
        self.editor.show_problems(in_place(found))
        self.side.look_at(profile, found)

    async def _write(self, profile: SavedProfile) -> SavedProfile:
        if profile.profile_id == DEFAULTS:
            text = "" if profile.no_instructions else profile.instructions
            keeps = UNSET if not text and not profile.no_instructions else text
            await self._workspace.set_defaults(system_prompt=keeps, skills=profile.skills)
            return defaults_as_profile(self._workspace.defaults)
        if self._workspace.profiles.get(profile.profile_id) is None:
            return profile  # deleted meanwhile
        return await self._workspace.profiles.save(profile)

    @property
    def _name_is_kept(self) -> bool:
        profile = self.editor.profile
        if profile is None or self.editor.is_defaults:
            return True
        return clean_label(profile.name) == self._workspace.profiles.kept_name(profile)

    def _leave_name(self) -> None:
        """Enter leaves the field as it is, with what is wrong below it; who goes on elsewhere finds the kept name."""
        if not self.editor.name.hasFocus():
            self._put_name_back()

    def _put_name_back(self) -> None:
        profile = self.editor.profile
        if profile is not None and not self._name_is_kept:
            self.editor.put_name(self._workspace.profiles.kept_name(profile))

    def _say_state(self, state: SaveState) -> None:
        words = {
            SaveState.WAITING: "",
            SaveState.SAVED: self.tr("Saved") if self._name_is_kept else self.tr("Saved under the old name"),
            SaveState.FAILED: self.tr("Not saved yet"),
        }
        self.editor.state.setText(words[state])

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
        stored = self._stored(editing.profile_id)
        if stored is None:
            self.saving.forget(editing.profile_id)
            self._open_another()
        elif not self.saving.waits(editing.profile_id) and not self._is_echo(stored, editing):
            self.editor.show_profile(stored)
            self.edits.begin()
            self._soon.start()

    def _is_echo(self, stored: SavedProfile, editing: SavedProfile) -> bool:
        return stored == self.saving.kept(stored.profile_id) or (
            replace(editing, version=stored.version, archived=stored.archived) == stored
            and editing.archived == stored.archived
        )

    def _open_another(self) -> None:
        active = self._workspace.profiles.active
        if active:
            self.open_profile(active[0].profile_id)
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
        await self.saving.flush()
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
        own = trying.own or ""
        form = BranchForm(
            profile_id=profile_id,
            values={profile_id: dict(trying.variables)},
            own=own,
            own_shown=bool(own),
        )
        self.branch_requested.emit(BranchAsk(trying.source, profile_id=profile_id), form)

    # -- coming and going

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.filled:
            self._arrive()
        else:
            QTimer.singleShot(0, self, self._fill_next)

    def _arrive(self) -> None:
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
            self._put_name_back()
            self.edits.end()
        self.saving.begin()

    async def aclose(self) -> None:
        """The window closes: what is typed is written; where that fails, the window has said so before."""
        try:
            await self.saving.flush()
        except StelloError as error:
            tasks.report(error, self)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and getattr(self, "filled", False):
            self._soon.start()


def _key_of(profile: SavedProfile) -> ProfileId:
    return profile.profile_id


def in_place(problems: Iterable[Problem]) -> Iterator[Problem]:
    """What the editor says at its fields.

    A name that the text asks for is a row of its own below the text, so only a doubtful one is a mistake; all
    stray braces are one sentence.
    """
    stray: list[Problem] = []
    for problem in problems:
        if problem.code in _SHOWN_ELSEWHERE:
            continue
        if problem.code is ProblemCode.STRAY_BRACE:
            stray.append(problem)
        elif problem.code is not ProblemCode.UNKNOWN_VARIABLE or problem.severity is not Severity.HINT:
            yield problem
    if stray:
        texts = dict.fromkeys(" ".join(str(problem.params.get("text", "")).split()) for problem in stray)
        yield replace(stray[0], params={"text": "”, “".join(list(texts)[:_MAX_STRAY])})
