"""What is written leaves: as a message, as another try, as a note; and what cannot leave is back where it was typed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.ui import errors, tasks
from stello_desktop.ui.chat.card_making import CardMaker
from stello_desktop.ui.chat.changing import Changing
from stello_desktop.ui.chat.composer import Composer
from stello_desktop.ui.chat.conversation import Conversation, Kind
from stello_desktop.ui.chat.drafts import Drafts
from stello_desktop.ui.chat.note_work import NoteWork
from stello_desktop.ui.chat.unsent_work import UnsentWork
from stello_desktop.workspace.turns import LiveTurn
from stello_desktop.workspace.workspace import Workspace

type Begin = Callable[[SessionId], LiveTurn]


class Sending(QObject):
    """Works on the conversation that is shown when it is asked.

    Signals:
        leaving: something is about to be sent; the messages are what the person wants to see.
        begun: the button that was pressed may go, and must not take the focus elsewhere.
        noted: a note stands below the messages.
    """

    leaving = Signal()
    begun = Signal()
    noted = Signal()

    def __init__(
        self,
        workspace: Workspace,
        conversation: Conversation,
        composer: Composer,
        drafts: Drafts,
        notes: NoteWork,
        unsent: UnsentWork,
        panel: QWidget,
    ) -> None:
        super().__init__(panel)
        self._workspace = workspace
        self._conversation = conversation
        self._composer = composer
        self._drafts = drafts
        self._notes = notes
        self._unsent = unsent
        composer.submitted.connect(self.send)
        composer.noted.connect(self._note)
        composer.stop_requested.connect(self.stop)
        conversation.turn_failed.connect(self._on_failed_turn)

    def serve(self, cards: CardMaker) -> None:
        """Do what the cards of answers ask for."""
        cards.retry_requested.connect(self.retry)
        cards.stop_requested.connect(self.stop)
        cards.resume_requested.connect(self.resume)

    def send(self, text: str) -> None:
        """Send what was written, or keep what was changed."""
        session_id = self._conversation.session_id
        if session_id is None:
            return
        self.leaving.emit()
        self.begun.emit()
        changing = self._composer.changing
        if changing is not None and changing.asks_nobody:
            self._composer.end_edit()
            (self._notes if changing is Changing.NOTE else self._unsent).change(text)
            return
        editing = self._composer.editing
        begin = self._workspace.rounds.edit_last if editing else self._workspace.rounds.start
        try:
            turn = begin(session_id, text)
        except StelloError as error:
            tasks.report(error, self)
            return
        if editing:
            turn.typed_since = True  # what is on disk is what was being written before, and comes back now
            self._composer.end_edit()
        else:
            self._composer.notice.clear()
            self._composer.set_text("")
            if not self._drafts.known:
                turn.typed_since = True  # what is on disk is not this message, so it stays
            self._drafts.sent()
        self._conversation.follow(turn, Kind.EDIT if editing else Kind.SEND)

    def send_note(self, record_id: RecordId) -> None:
        """A note becomes a message."""
        self._begin(partial(self._workspace.rounds.send_note, record_id=record_id), Kind.SEND)

    def retry(self) -> None:
        """Ask the last question again."""
        turn = self._conversation.turn
        if turn is not None and turn.ended and turn.started is None and turn.error is not None and turn.text:
            self._composer.give_again(turn.text)
            self._begin(lambda session_id: self._workspace.rounds.start(session_id, turn.text), Kind.SEND)
        else:
            self._begin(self._workspace.rounds.retry, Kind.RETRY)

    def resume(self) -> None:
        """Let a broken answer go on."""
        self._begin(self._workspace.rounds.resume, Kind.RESUME)

    def other_try(self, resumes: bool) -> Callable[[], None]:
        """After what stopped an answer is out of the way: what has arrived is not asked for once more (R-9)."""
        return self.resume if resumes else self.retry

    def _begin(self, begin: Begin, kind: Kind) -> None:
        session_id = self._conversation.session_id
        if session_id is None or self._conversation.answering:
            return
        self.begun.emit()
        try:
            turn = begin(session_id)
        except StelloError as error:
            tasks.report(error, self)
            return
        self._conversation.follow(turn, kind)

    def stop(self) -> None:
        """End the running answer; what arrived is kept."""
        self.begun.emit()
        turn = self._conversation.turn
        if turn is not None:
            turn.stop()

    def _on_failed_turn(self, turn: LiveTurn) -> None:
        """Nothing reached the disk: the message is back where it was typed."""
        if turn.text:
            self._composer.take_back(turn.text)

    def _note(self, text: str) -> None:
        session_id = self._conversation.session_id
        if session_id is None:
            return
        self.begun.emit()
        self._composer.set_text("")  # at once, so that a second click finds nothing to note
        tasks.start(self._keep_note(session_id, text), self)

    async def _keep_note(self, session_id: SessionId, text: str) -> None:
        try:
            await self._workspace.messages.add_note(session_id, text)
        except StelloError:
            if session_id == self._conversation.session_id:
                self._composer.take_back(text)
            else:
                await self._drafts.keep_for_later(session_id, text)
            raise
        if session_id == self._conversation.session_id:
            self._drafts.sent()
            self.noted.emit()

    def show_failure(self, error: BaseException) -> bool:
        """One quiet sentence above the composer; not where that is hidden, as in an archived conversation."""
        if not self._composer.isVisible():
            return False
        self._composer.notice.say(errors.sentence(error), self.tr("Close"))
        return True
