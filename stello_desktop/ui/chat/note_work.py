"""What the person does with their notes, in the conversation that is shown (R-15)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.commands import RemoveNote, Step
from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.ui import tasks
from stello_desktop.ui.chat.changing import Changing
from stello_desktop.ui.chat.composer import Composer
from stello_desktop.ui.chat.drafts import Drafts
from stello_desktop.workspace.workspace import Workspace


class NoteWork(QObject):
    """Notes are changed where messages are written; what is removed comes back with one click, or by undo."""

    def __init__(
        self,
        workspace: Workspace,
        shown: Callable[[], SessionId | None],
        composer: Composer,
        drafts: Drafts,
        panel: QWidget,
    ) -> None:
        super().__init__(panel)
        self._workspace = workspace
        self._shown = shown
        self._composer = composer
        self._drafts = drafts
        self._panel = panel
        self._editing: RecordId | None = None
        self._offered: tuple[Step, Callable[[], object]] | None = None

    def edit(self, record_id: RecordId, text: str) -> None:
        """Change a note in the composer; what was being typed comes back after it."""
        self._composer.begin_edit(text, Changing.NOTE)
        self._editing = record_id

    def change(self, text: str) -> None:
        """Keep what the note that is being changed says now."""
        session_id, record_id = self._shown(), self._editing
        self._editing = None
        if session_id is not None and record_id is not None:
            tasks.start(self._change(session_id, record_id, text), self._panel)

    async def _change(self, session_id: SessionId, record_id: RecordId, text: str) -> None:
        try:
            await self._workspace.messages.edit_note(session_id, record_id, text)
        except StelloError:
            if session_id == self._shown():  # nothing that was typed is lost
                self._composer.take_back(text)
            else:
                await self._drafts.keep_for_later(session_id, text)
            raise

    def remove(self, record_id: RecordId) -> None:
        """Take a note away, and offer it back."""
        session_id = self._shown()
        if session_id is not None:
            tasks.start(self._remove(session_id, record_id), self._panel)

    async def _remove(self, session_id: SessionId, record_id: RecordId) -> None:
        step = await self._workspace.apply(RemoveNote(session_id, record_id))
        if session_id == self._shown():
            back = partial(self._bring_back, step)
            self._offered = step, back
            self._composer.notice.say(self.tr("The note was removed"), self.tr("Undo"), back)

    def follow(self) -> None:
        """What was undone by a key is not offered any more."""
        if self._offered is not None and self._workspace.history.redo == self._offered[0]:
            self._composer.notice.withdraw(self._offered[1])
            self._offered = None

    def _bring_back(self, step: Step) -> None:
        if self._workspace.history.undo == step:  # what was done since is not what is meant
            tasks.start(self._workspace.undo(), self._panel)
        else:
            self._composer.notice.say(
                self.tr("Something else was done since; undo that first"), self.tr("Close")
            )
