"""*Branch* by hand: what the branch is called, told and given, with a live preview beside it (M-7, M-10, F-5).

The window stands at once; its fields are made one after the other, and what is known about the source
is fetched meanwhile. The preview, the problems and the sizes all come from one `BranchPreview`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final, override

import shiboken6
from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.config import ContextMode
from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.preview import BranchPreview
from stello_desktop.ui import errors, tasks
from stello_desktop.ui.branching.asking import BranchAsk, BranchChoice, Lacking
from stello_desktop.ui.branching.findings import first_error, reason_not_to_open, show_findings
from stello_desktop.ui.branching.foot import DialogFoot
from stello_desktop.ui.branching.form import BranchForm, preview_request
from stello_desktop.ui.branching.form_view import FormView
from stello_desktop.ui.branching.lacking import lacking_words
from stello_desktop.ui.branching.memory import BranchMemory
from stello_desktop.ui.branching.opening import Opening
from stello_desktop.ui.branching.room import SCROLL_PX, DialogRoom
from stello_desktop.ui.controls import plain_label
from stello_desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from stello_desktop.workspace.ground import BranchGround

type OpenBranch = Callable[[BranchAsk, BranchChoice], Awaitable[SessionId]]

_QUIET_MS: Final = 30
_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


class BranchDialog(QDialog):
    """One branch.

    Args:
        open_branch: makes the branch; the dialog stays until it is there, and says so where it fails.
        tried: what was tried elsewhere, and counts here; whoever tries keeps it.
        called: what the assistant asked for (G-1); what was made of that before goes first.

    Attributes:
        form_view: the fields.
        preview: what the branch would be; None until the source was read.

    Signals:
        opened: the branch is there; its id.
        settings_requested: the person wants an AI service that is not there yet.
    """

    opened = Signal(str)
    settings_requested = Signal()

    def __init__(
        self,
        parent: QWidget,
        workspace: Workspace,
        ask: BranchAsk,
        memory: BranchMemory,
        open_branch: OpenBranch,
        tried: BranchForm | None = None,
        called: BranchForm | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("branchDialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._workspace, self._ask, self._memory = workspace, ask, memory
        self._ground: BranchGround | None = None
        self.preview: BranchPreview | None = None
        self._reading = self._wanted = self._opened = False
        self._tried, self._called = tried, called
        self._resting: QWidget | None = None
        self._untouched = self._form_beginning_with(None)
        whole = ask.until is None
        last = memory.context(ask.source) if whole else ContextMode.INHERIT.value
        begun = self._form_beginning_with(memory.form_for(ask))
        self.form_view = FormView(workspace, ask, begun, last)
        self._foot = DialogFoot()
        self.form_view.follow = self._foot.stops
        self._opening = Opening(
            self, self._foot, workspace, ask.source, lambda choice: open_branch(ask, choice)
        )
        self._title = plain_label(size="large", wrap=True, name="branchTitle")
        self._why = plain_label(tone="muted", wrap=True, name="branchWhy")
        self._why.setContentsMargins(0, 0, SCROLL_PX, 0)
        self._why.setVisible(ask.lacking is not None)
        self._room = DialogRoom(self, self.form_view, workspace, memory)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24 - SCROLL_PX, 18)
        self._title.setContentsMargins(0, 0, SCROLL_PX, 0)
        self._foot.setContentsMargins(0, 0, SCROLL_PX, 0)
        column.setSpacing(14)
        column.addWidget(self._title)
        column.addWidget(self._why)
        column.addWidget(self._room, 1)
        column.addWidget(self._foot)
        self._later = QTimer(self, singleShot=True, interval=_QUIET_MS)
        self._connect()
        self._put_words()
        self._room.arrange()
        self.form_view.name.setFocus()
        self._making = self.form_view.build()
        self._follow_form()
        QTimer.singleShot(0, self, self._make_next)
        self._read()

    def _form_beginning_with(self, kept: BranchForm | None) -> BranchForm:
        """The fields as they stand at first: with what was typed here before, or as nobody has touched them yet."""
        last = self._memory.profile_id(self._ask.source)
        kept = kept or self._called or BranchForm(profile_id=last)
        if self._tried is not None:
            kept = kept.with_tried(self._tried)
        if not self._ask.call_id:  # a call is not filled up with what was given another time
            kept = kept.with_proposed(self._memory.values(self._ask.source))
        if self._ask.profile_id is not None:
            kept = replace(kept, profile_id=self._ask.profile_id)
        active = {profile.profile_id for profile in self._workspace.profiles.active}
        return kept if kept.profile_id in active else replace(kept, profile_id=None)

    def _connect(self) -> None:
        self._later.timeout.connect(self._look)
        self.form_view.changed.connect(self._keep)
        self.form_view.changed.connect(self._follow_form)
        self.form_view.settings_requested.connect(self._leave_for_settings)
        self._foot.opened.connect(self.open_branch)
        self._foot.cancelled.connect(self.reject)
        self._foot.preview_toggled.connect(self._show_preview)
        self._opening.begun.connect(self._put_to_rest)
        self._opening.ended.connect(self._wake)
        self._opening.opened.connect(self._finish)
        self._opening.key_entered.connect(self.open_branch)
        self.rejected.connect(self._opening.give_up)
        unsubscribe = self._workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_: unsubscribe())

    # -- made bit by bit

    def _make_next(self) -> None:
        """One part of the form for each turn of the loop, then the preview."""
        try:
            next(self._making)
        except StopIteration:
            self._foot.check_preview(self._room.preview_wanted)
            self._room.show_preview_again(self._after_panel)
            if self._ask.lacking is Lacking.VALUES and self.form_view.name.hasFocus():
                self.form_view.focus_missing()
            return
        QTimer.singleShot(0, self, self._make_next)

    def _after_panel(self) -> None:
        if self.preview is not None:
            self._room.put_preview(self.preview)

    def _read(self) -> None:
        """Read the source; what changes meanwhile is read afterwards."""
        if not self._reading:
            self._reading = True
            tasks.start(self._load(), self)

    async def _load(self) -> None:
        wanted_before = self._wanted
        try:
            ground = await self._workspace.inspection.ground(
                self._ask.source, until=self._ask.until, edited=self._ask.edited is not None
            )
        except StelloError as error:
            self._wanted = False
            self._foot.say(errors.sentence(error), "danger")
            self._foot.allow(False)
            return
        finally:
            self._reading = False
        self._ground = ground
        self._look()
        if self._wanted and (wanted_before or not ground.is_stale):
            self._wanted = False
            self._open_now()
        elif ground.is_stale:
            self._read()

    def _follow(self, changes: Changes) -> None:
        """The source, its place, profiles and services may change while the dialog is open."""
        if self._ask.source not in self._workspace.topology:
            self.reject()
            return
        if self._ground is not None and self._ground.is_stale:
            self._read()
        if changes.placed:
            self._put_words()
        if changes.library:
            self.form_view.refresh_profile()
        if changes.placed or changes.services or self._ask.source in changes.touched:
            self.form_view.refresh_source()
        if changes.library or changes.services or changes.settings or changes.placed:
            self._later.start()

    # -- what the fields say

    def _follow_form(self) -> None:
        self.form_view.mark_missing()
        self._foot.name_profile("" if self.form_view.profile is None else self.form_view.profile.name)
        self._say_reason()
        self._later.start()

    def _say_reason(self) -> None:
        if self._opening.running:
            return
        missing = self.form_view.missing
        reason = reason_not_to_open(missing, self.preview)
        self._foot.say(reason)
        self._foot.allow(not reason or bool(missing))  # it leads to what is missing

    def _look(self) -> None:
        """Ask what the branch would be, and show it everywhere."""
        self._later.stop()
        if self._ground is None:
            return
        view = self.form_view
        request = replace(preview_request(view.choice, view.profile), opening=self._ask.opening)
        self.preview = preview = self._ground.preview(request)
        self._foot.warn(show_findings(view, self._workspace, preview, self._ground))
        self._room.put_preview(preview)
        self._say_reason()

    def _show_preview(self, shown: bool) -> None:
        self._room.toggle_preview(shown, self._after_panel)

    # -- the end

    def open_branch(self) -> None:
        """Open the branch, where everything is there for it; otherwise go to what is missing."""
        if self._opening.running:
            return
        if self.form_view.missing:
            self.form_view.focus_missing()
            return
        if self._ground is None or self._ground.is_stale:
            self._wanted = True
            self._read()
            return
        self._open_now()

    def _open_now(self) -> None:
        """With what was read last, which is never older than the wish."""
        self._look()
        if self.form_view.missing:
            self.form_view.focus_missing()
        elif first_error(self.preview) is None:
            self._opening.begin(self.form_view.choice, self.preview)

    def _put_to_rest(self) -> None:
        """What would be typed now could not count any more; the focus waits on the foot."""
        focused = self.focusWidget()
        self._resting = focused if self.form_view.isAncestorOf(focused) else None
        if self._resting is not None:
            self._foot.setFocus()
        self.form_view.setEnabled(False)

    def _wake(self) -> None:
        self.form_view.setEnabled(True)
        if self._resting is not None and shiboken6.isValid(self._resting) and self._foot.hasFocus():
            self._resting.setFocus()

    def _finish(self, session_id: str) -> None:
        form = self.form_view.form
        self._opened = True
        self._memory.forget(self._ask)
        context = form.context if self._ask.until is None else None
        given = form.given(self.form_view.profile)
        self._memory.remember(self._ask.source, form.profile_id, context, given)
        self.accept()
        self.opened.emit(session_id)

    def _keep(self) -> None:
        """Nothing that is typed is lost, whatever ends the dialog or the program; mere choices count for nothing."""
        if self._opened:
            return
        form, untouched = self.form_view.form, self._untouched
        chosen = form.choices != untouched.choices and not self._ask.is_plain
        if form.typed_texts == untouched.typed_texts and not chosen:
            self._memory.forget(self._ask)
            return
        if self._tried is not None:
            proposed = self._memory.values(self._ask.source)
            form = form.beyond(self._tried.with_proposed(proposed))
        self._memory.keep(self._ask, form)

    def _leave_for_settings(self) -> None:
        self.reject()
        self.settings_requested.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and not event.isAutoRepeat():
            self.open_branch()
            return
        super().keyPressEvent(event)

    def _put_words(self) -> None:
        entry = self._workspace.topology.get(self._ask.source)
        label = "" if entry is None else entry.label
        words = self.tr("Branch from “%1”")
        if self._ask.edited is not None:
            words = self.tr("Branch from “%1”, with the edited message")
        elif self._ask.until is not None:
            words = self.tr("Branch from “%1”, at the chosen message")
        self._title.setText(words.replace("%1", label))
        self._why.setText(lacking_words(self._ask))
        self.setWindowTitle(self._title.text())

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_making"):
            self._put_words()
            self._foot.retranslate()
