"""What a person does with the summary of an earlier part: edit it, remove it, have it made again (C-7)."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.context_state import EarlierPart
from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.events import CompressionEnded
from stello_desktop.domain.ids import SessionId
from stello_desktop.ui import errors, tasks
from stello_desktop.ui.chat.earlier import EarlierDialog
from stello_desktop.ui.elapsed import Elapsed
from stello_desktop.ui.ways_back import BothWays
from stello_desktop.workspace.turns import LiveTurn
from stello_desktop.workspace.workspace import Workspace

type Work = Callable[[], Coroutine[Any, Any, object]]


class EarlierWork(QObject):
    """Works on the conversation that is shown when it is asked.

    Signals:
        told(str, object): words, and what takes it back or None.
        noted(str): something quiet above the composer; empty takes it away.
        noted_again(str, str): what was noted, where that still stands, and what it is now.
    """

    told = Signal(str, object)
    noted = Signal(str)
    noted_again = Signal(str, str)

    def __init__(
        self, workspace: Workspace, session_id: Callable[[], SessionId | None], owner: QWidget
    ) -> None:
        super().__init__(owner)
        self._workspace, self._session_id, self._owner = workspace, session_id, owner
        self._making: dict[SessionId, float] = {}
        self._noted = ""
        self._elapsed = Elapsed(self._note_again, owner)
        self._told = 0

    def tell_of(self, turn: LiveTurn | None) -> None:
        """Messages that were left out for want of a summary are told of where the person is looking, once (C-7)."""
        if turn is None or not turn.ended or turn.number <= self._told:
            return
        self._told = turn.number
        ended = [event for event in turn.events if isinstance(event, CompressionEnded)]
        if ended and ended[-1].left_out:
            self.noted.emit(
                self.tr(
                    "The earlier messages were left out, because no summary could be made. "
                    "A line in the conversation shows where."
                )
            )

    def do(self, what: str, part: object) -> None:
        """``edit``, ``remove`` or ``summarise`` the part that is shown."""
        session_id = self._session_id()
        if session_id is None or not isinstance(part, EarlierPart):
            return
        if what == "edit":
            self._edit(session_id, part)
        elif what == "remove":
            tasks.start(self._remove(session_id, part), self)
        elif session_id not in self._making:
            tasks.start(self._summarise(session_id, part), self)

    def _edit(self, session_id: SessionId, part: EarlierPart) -> None:
        dialog = EarlierDialog(part, self._owner)
        dialog.saved.connect(lambda text: tasks.start(self._write(session_id, part, text), self))
        dialog.open()

    async def _write(self, session_id: SessionId, part: EarlierPart, text: str) -> None:
        sending = self._workspace.sending
        await sending.write_earlier(session_id, part, text)
        self._tell(
            self.tr("The summary of the earlier part was changed"),
            lambda: sending.bring_earlier_back(session_id, part),
            lambda: sending.write_earlier(session_id, part, text),
        )

    async def _remove(self, session_id: SessionId, part: EarlierPart) -> None:
        sending = self._workspace.sending
        await sending.remove_earlier(session_id)
        self._tell(
            self.tr("Everything is sent again, as long as it fits"),
            lambda: sending.bring_earlier_back(session_id, part),
            lambda: sending.remove_earlier(session_id),
        )

    def _tell(self, words: str, back: Work, again: Work) -> None:
        """Say what was done, with both ways."""
        self.told.emit(words, BothWays(lambda: tasks.start(back(), self), lambda: tasks.start(again(), self)))

    def show_session(self, session_id: SessionId | None) -> None:
        """Another conversation is shown; that its earlier part is being summarised is said in it again."""
        self._elapsed.end()
        if session_id in self._making:
            self._note_making(self._making[session_id])

    def _note_making(self, since: float) -> None:
        self._noted = self.tr("Summarising the earlier part…")
        self.noted.emit(self._noted)
        self._elapsed.begin(self._noted, since)

    def _note_again(self, words: str) -> None:
        before, self._noted = self._noted, words
        if before != words:
            self.noted_again.emit(before, words)

    async def _summarise(self, session_id: SessionId, before: EarlierPart) -> None:
        since = self._making[session_id] = time.monotonic()
        self._note_making(since)
        words, made, sending = "", None, self._workspace.sending
        try:
            made = await sending.summarise_earlier(session_id)
        except StelloError as error:
            words = errors.sentence(error)
        finally:
            del self._making[session_id]
            if session_id == self._session_id():
                self._elapsed.end()
        if session_id == self._session_id():
            self.noted.emit(words)
        if made is not None:
            self._tell(
                self.tr("The earlier part is summarised"),
                lambda: sending.bring_earlier_back(session_id, before),
                lambda: sending.bring_earlier_back(session_id, made),
            )
