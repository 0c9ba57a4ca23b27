"""The conversation that is shown gets another name, or, just opened, its first one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.commands import Rename
from stello_desktop.domain.ids import SessionId
from stello_desktop.ui import tasks
from stello_desktop.ui.chat.header import ChatHeader
from stello_desktop.workspace.workspace import Workspace


class Naming(QObject):
    """The first name belongs to the step that opened the conversation, so that one *Undo* takes back both.

    Signals:
        ended: Enter or Escape ended the first naming; what comes next is to write.
    """

    ended = Signal()

    def __init__(
        self, workspace: Workspace, header: ChatHeader, shown: Callable[[], SessionId | None], panel: QWidget
    ) -> None:
        super().__init__(panel)
        self._workspace = workspace
        self._title = header.title
        self._shown = shown
        self._panel = panel
        self._fresh: SessionId | None = None
        self._first = False
        header.renamed.connect(self._rename)
        header.title.finished.connect(self._end)

    def begin(self, session_id: SessionId) -> None:
        """Let the person type the first name of a branch that has just been opened."""
        if session_id == self._shown():
            self._fresh, self._first = session_id, True
            self._title.begin()

    def _rename(self, label: str) -> None:
        session_id = self._shown()
        if session_id is not None:
            first, self._fresh = self._fresh == session_id, None
            tasks.start(self._workspace.apply(Rename(session_id, label, joins_creation=first)), self._panel)

    def _end(self) -> None:
        if self._first:
            self._first, self._fresh = False, None
            self.ended.emit()
