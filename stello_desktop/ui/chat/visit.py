"""A visit to a conversation: what was left there is found again, the half-written message and the place in it."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui import tasks
from stello_desktop.ui.chat.canvas import TranscriptCanvas
from stello_desktop.ui.chat.composer import Composer
from stello_desktop.ui.chat.conversation import Conversation
from stello_desktop.ui.chat.drafts import Drafts
from stello_desktop.ui.chat.places import read_place, write_place
from stello_desktop.workspace.workspace import Workspace


class Visit(QObject):
    """One at a time: where another begins, the one before has ended."""

    def __init__(
        self,
        workspace: Workspace,
        conversation: Conversation,
        canvas: TranscriptCanvas,
        composer: Composer,
        drafts: Drafts,
        panel: QWidget,
    ) -> None:
        super().__init__(panel)
        self._workspace = workspace
        self._conversation = conversation
        self._canvas = canvas
        self._composer = composer
        self._drafts = drafts
        self._panel = panel
        self._number = 0

    def begin(self, session_id: SessionId | None) -> None:
        """Go to a conversation, or to none; it is empty until something of it is fetched."""
        self.keep()
        self._drafts.leave()
        self._composer.notice.clear()
        self._conversation.clear(session_id)
        self._composer.set_text("")
        self._drafts.begin(session_id)

    def fetch(self) -> None:
        """Get its draft and its messages."""
        session_id = self._conversation.session_id
        if session_id is not None:
            self._number += 1
            tasks.start(self._fetch(session_id, self._number), self._panel)

    async def _fetch(self, session_id: SessionId, number: int) -> None:
        """The person may be typing, or sending, meanwhile."""
        draft = await self._drafts.load(session_id)
        if number != self._number or session_id != self._conversation.session_id:
            return
        self._drafts.found(draft)
        self._composer.put_before(draft)
        await self._conversation.load()

    def find_place(self) -> None:
        """Show the messages where they were left; at their end where one more is being written."""
        session_id = self._conversation.session_id
        if session_id is None:
            return
        if self._conversation.turn is None:
            self._canvas.restore_place(read_place(self._workspace, session_id))
        else:
            self._canvas.scroll_to_end()

    def keep(self) -> None:
        """Nothing is lost if the person does not come back: what was typed, and the place, are kept."""
        self._composer.leave_edit()
        session_id = self._conversation.session_id
        if session_id is None:
            return
        if session_id not in self._workspace.topology:
            self._drafts.begin(None)  # it has gone, and its draft with it
            return
        self._drafts.save()
        if self._conversation.is_loaded:
            write_place(self._workspace, session_id, self._canvas.place)

    async def end(self) -> None:
        """Keep everything, and wait until it is on disk."""
        self.keep()
        self._drafts.leave()
        await self._drafts.settled()
