"""From *Open* to the branch: the one question before text goes somewhere new, the waiting, the failure (M-10)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.preview import BranchPreview
from stello_desktop.ui import errors, tasks
from stello_desktop.ui.branching.asking import BranchChoice
from stello_desktop.ui.branching.foot import DialogFoot
from stello_desktop.ui.other_service import ask_before_it_leaves
from stello_desktop.workspace.workspace import Workspace

_SLOW_MS: Final = 300


class Opening(QObject):
    """Signals: opened(str) the branch is there."""

    opened = Signal(str)

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

    @property
    def running(self) -> bool:
        """Whether the branch is being made."""
        return self._task is not None

    def begin(self, choice: BranchChoice, preview: BranchPreview | None) -> None:
        """Make the branch; asks first where text would go to a service that has not seen it."""
        if preview is None or preview.leaves_for is None:
            self._start(choice)
            return
        ask_before_it_leaves(
            self._dialog,
            self._workspace,
            self._source,
            preview.model,
            lambda: self._start(choice),
            branching=True,
        )

    def _start(self, choice: BranchChoice) -> None:
        if self.running:
            return
        self._slow.start()
        self._foot.allow(False)
        self._task = tasks.start(self._open(choice), self)

    async def _open(self, choice: BranchChoice) -> None:
        try:
            session_id = await self._make(choice)
        except StelloError as error:
            if self._is_awaited:
                self._foot.say(errors.sentence(error), "danger")
        else:
            if self._is_awaited:
                self.opened.emit(session_id)
        finally:
            if self._is_awaited:
                self._slow.stop()
                self._task = None
                self._foot.allow(True)

    @property
    def _is_awaited(self) -> bool:
        """Whether the dialog still stands; it may be deleted while the branch is let go."""
        return not self._given_up and shiboken6.isValid(self)

    def _say_slow(self) -> None:
        self._foot.say(QCoreApplication.translate("BranchDialog", "Opening the branch…"))

    def give_up(self) -> None:
        """The dialog is closed: no branch, and a service that writes its summary is let go at once (F-5)."""
        self._given_up = True
        self._slow.stop()
        if self._task is not None:
            self._task.cancel()
