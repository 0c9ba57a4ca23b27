"""Choosing another version of a round, in the conversation that is shown (R-14)."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.versions import RoundVersions
from stello_desktop.ui import tasks
from stello_desktop.ui.chat.canvas import TranscriptCanvas
from stello_desktop.ui.chat.conversation import Conversation
from stello_desktop.ui.chat.entries import Entry
from stello_desktop.ui.chat.versions import words_of
from stello_desktop.workspace.workspace import Workspace


class VersionWork(QObject):
    """Takes steps one at a time: each begins at the version that is seen."""

    def __init__(
        self, workspace: Workspace, conversation: Conversation, canvas: TranscriptCanvas, panel: QWidget
    ) -> None:
        super().__init__(panel)
        self._workspace = workspace
        self._conversation = conversation
        self._canvas = canvas
        self._panel = panel
        self._choosing = False
        canvas.version_requested.connect(self._step_at)

    def _step_at(self, index: int, step: int) -> None:
        entries = self._canvas.transcript.items
        if 0 <= index < len(entries):
            self.step(entries[index].entry, step)

    def step(self, entry: Entry, step: int) -> None:
        """Show the version so many places away, where there is one and no answer runs."""
        versions = self._conversation.versions_of(entry)
        wanted = None if versions is None else versions.beside(step)
        if versions is None or wanted is None or self._choosing or self._conversation.answering:
            return
        self._choosing = True
        tasks.start(self._choose(versions, wanted), self._panel)

    async def _choose(self, versions: RoundVersions, wanted: int) -> None:
        session_id = self._conversation.session_id
        try:
            if session_id is None:
                return
            chosen = await self._workspace.messages.choose_version(
                session_id, versions.round_no, wanted, origin=self._panel
            )
        finally:
            self._choosing = False
        if session_id != self._conversation.session_id:
            return
        self._conversation.show_version(chosen)
        words = words_of(chosen.versions.place, len(chosen.versions.versions))
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._canvas, words))
