"""From *Open* to the branch: the one question before text goes somewhere new, the waiting, the failure (M-10)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.config import ContextMode
from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.preview import BranchPreview
from stello_desktop.domain.reach import is_key_trouble
from stello_desktop.domain.services import Service
from stello_desktop.ui import tasks
from stello_desktop.ui.branching.asking import BranchChoice
from stello_desktop.ui.branching.failing import failure_words
from stello_desktop.ui.branching.foot import DialogFoot
from stello_desktop.ui.elapsed import Elapsed
from stello_desktop.ui.keys_first import with_keys
from stello_desktop.ui.other_service import ask_before_it_leaves
from stello_desktop.ui.service_key import ask_for_key
from stello_desktop.ui.service_words import full_name
from stello_desktop.workspace.workspace import Workspace

_SLOW_MS: Final = 300


class Opening(QObject):
    """Signals: opened(str) the branch is there; key_entered what failed for want of a key can be tried again.

    begun: the branch is being made of what was chosen so far; ended: it is not being made any more.
    """

    opened = Signal(str)
    begun = Signal()
    ended = Signal()
    key_entered = Signal()

    def __init__(
        self,
        dialog: QWidget,
        foot: DialogFoot,
        workspace: Workspace,
        source: SessionId,
        make: Callable[[BranchChoice], Awaitable[SessionId]],
    ) -> None:
        super().__init__(dialog)
        self._dialog, self._foot, self._make = dialog, foot, make
        self._workspace, self._source = workspace, source
        self._task: asyncio.Task[None] | None = None
        self._given_up = False
        self._slow = QTimer(self, singleShot=True, interval=_SLOW_MS)
        self._slow.timeout.connect(self._say_slow)
        self._elapsed = Elapsed(foot.say, foot)
        self._going_on, self._begun_at = "", 0.0
        foot.key_wanted.connect(self._ask_for_key)

    @property
    def running(self) -> bool:
        """Whether the branch is being made."""
        return self._task is not None

    def begin(self, choice: BranchChoice, preview: BranchPreview | None) -> None:
        """Make the branch; asks first where text would go to a service that has not seen it, and for a missing key."""
        sums_up = preview is not None and preview.context == ContextMode.COMPRESS and preview.messages > 0
        if preview is None or preview.leaves_for is None:
            self._start_with_key(choice, sums_up=sums_up)
            return
        ask_before_it_leaves(
            self._dialog,
            self._workspace,
            self._source,
            preview.model,
            lambda: self._start_with_key(choice, sums_up=sums_up),
            branching=True,
        )

    @property
    def _summariser(self) -> Service:
        """Who writes a summary of the source: whoever answers there (F-5)."""
        return self._workspace.answering.service_of(self._source)

    def _start_with_key(self, choice: BranchChoice, *, sums_up: bool) -> None:
        """A summary is a request: a key that is not here is asked for first (row 58)."""
        if not sums_up:
            self._start(choice, "")
            return
        with_keys(
            self._dialog,
            self._workspace,
            (choice,),
            lambda _choice: self._summariser,
            lambda _wanted: self._start(choice, full_name(self._summariser)),
            _verb(),
        )

    def _ask_for_key(self) -> None:
        ask_for_key(self._dialog, self._workspace, self._summariser, self.key_entered.emit, _verb())

    def _start(self, choice: BranchChoice, summariser: str) -> None:
        if self.running or self._given_up:
            return
        going_on = _going_on_words(summariser)
        self._going_on, self._begun_at = going_on, time.monotonic()
        self._foot.say("")
        self._foot.setAccessibleName(
            going_on
        )  # it may hold the focus meanwhile; a screen reader hears no clock
        self._slow.start()
        self._foot.allow(False)
        self._task = tasks.start(self._open(choice, summariser), self)
        self.begun.emit()

    async def _open(self, choice: BranchChoice, summariser: str) -> None:
        try:
            session_id = await self._make(choice)
        except StelloError as error:
            if self._is_awaited:
                self._elapsed.end()
                self._foot.say(failure_words(error, summariser), "danger", wants_key=is_key_trouble(error))
        else:
            if self._is_awaited:
                self.opened.emit(session_id)
        finally:
            if self._is_awaited:
                self._slow.stop()
                self._elapsed.end()
                self._task = None
                self.ended.emit()
                self._foot.allow(True)

    @property
    def _is_awaited(self) -> bool:
        """Whether the dialog still stands; it may be deleted while the branch is let go."""
        return not self._given_up and shiboken6.isValid(self)

    def _say_slow(self) -> None:
        self._elapsed.begin(self._going_on, self._begun_at)

    def give_up(self) -> None:
        """The dialog is closed: no branch, and a service that writes its summary is let go at once (F-5)."""
        self._given_up = True
        self._slow.stop()
        self._elapsed.end()
        if self._task is not None:
            self._task.cancel()


def _going_on_words(summariser: str) -> str:
    if not summariser:
        return QCoreApplication.translate("BranchDialog", "Opening the branch…")
    words = QCoreApplication.translate("BranchDialog", "%1 summarises the conversation…")
    return words.replace("%1", summariser)


def _verb() -> str:
    """What the question for a key says that happens then."""
    return QCoreApplication.translate("BranchDialog", "Use and open")
