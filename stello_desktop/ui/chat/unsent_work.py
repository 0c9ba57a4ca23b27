"""What the person does with messages that wait, in the conversation that is shown."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.messages import Record
from stello_desktop.ui import dialogs, tasks
from stello_desktop.ui.chat.card_making import CardMaker
from stello_desktop.ui.chat.changing import Changing
from stello_desktop.ui.chat.composer import Composer
from stello_desktop.ui.chat.conversation import Conversation
from stello_desktop.ui.chat.drafts import Drafts
from stello_desktop.ui.send_waiting import send_waiting
from stello_desktop.workspace.workspace import Workspace


class UnsentWork(QObject):
    """They are changed where messages are written; what is taken away can be written again."""

    def __init__(
        self,
        workspace: Workspace,
        conversation: Conversation,
        composer: Composer,
        drafts: Drafts,
        panel: QWidget,
    ) -> None:
        super().__init__(panel)
        self._workspace = workspace
        self._conversation = conversation
        self._composer = composer
        self._drafts = drafts
        self._panel = panel
        self._editing: RecordId | None = None

    def serve(self, cards: CardMaker) -> None:
        """Do what the cards of messages that wait ask for."""
        cards.send_requested.connect(self.send)
        cards.edit_unsent_requested.connect(self.edit)
        cards.remove_unsent_requested.connect(self.remove)
        cards.why_requested.connect(self.explain)

    @property
    def _shown(self) -> SessionId | None:
        return self._conversation.session_id

    def _record(self, record_id: object) -> Record | None:
        return next((item for item in self._conversation.records if item.record_id == record_id), None)

    def send(self) -> None:
        """Everything that waits here, in order."""
        if self._shown is not None:
            send_waiting(self._panel, self._workspace, (self._shown,))

    def edit(self, record_id: object) -> None:
        """Change a message in the composer; what was being typed comes back after it."""
        record = self._record(record_id)
        if record is not None:
            self._composer.begin_edit(record.content, Changing.UNSENT)
            self._editing = record.record_id

    def change(self, text: str) -> None:
        """Give the message that is being changed other words."""
        session_id, record_id = self._shown, self._editing
        self._editing = None
        if session_id is not None:
            tasks.start(self._change(session_id, record_id, text), self._panel)

    async def _change(self, session_id: SessionId, record_id: RecordId | None, text: str) -> None:
        try:
            kept = record_id is not None and await self._workspace.outbox.edit(session_id, record_id, text)
        except StelloError:
            await self._give_back(session_id, text)
            raise
        if kept:
            return
        await self._give_back(session_id, text)
        if session_id == self._shown:
            self._composer.notice.say(
                self.tr("That message has left meanwhile; your change stands here."), self.tr("Close")
            )

    async def _give_back(self, session_id: SessionId, text: str) -> None:
        """Nothing that was typed is lost: it is where it was typed, or in that conversation's draft."""
        if session_id == self._shown:
            self._composer.take_back(text)
        else:
            await self._drafts.keep_for_later(session_id, text)

    def remove(self, record_id: object) -> None:
        """Take a message away, and offer its words."""
        record = self._record(record_id)
        if record is not None:
            tasks.start(self._remove(record), self._panel)

    async def _remove(self, record: Record) -> None:
        session_id = self._shown
        if session_id is not None and await self._workspace.outbox.remove(session_id, record.record_id):
            self._composer.notice.say(
                self.tr("The message was removed"), self.tr("Bring it back"), record.content
            )

    def explain(self) -> None:
        """Why the service could not be reached, with the technical text."""
        error = None if self._shown is None else self._workspace.outbox.trouble_of(self._shown)
        if error is not None:
            dialogs.show_details(self._panel, error)
