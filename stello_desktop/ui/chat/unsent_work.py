"""What the person does with messages that wait, in the conversation that is shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.ui import dialogs
from stello_desktop.workspace.workspace import Workspace


class UnsentWork(QObject):
    """Asked with the session that is shown; None where there is none.

    Attributes:
        editing: the message that is being changed in the composer.
    """

    def __init__(self, workspace: Workspace, shown: Callable[[], SessionId | None], parent: QWidget) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._shown = shown
        self._panel = parent
        self.editing: RecordId | None = None

    def send(self) -> None:
        """Everything that waits here, in order."""
        session_id = self._shown()
        if session_id is not None:
            self._workspace.outbox.send((session_id,))

    async def change(self, text: str) -> bool:
        """Give the message that is being changed other words; False where it has left meanwhile."""
        session_id, record_id = self._shown(), self.editing
        self.editing = None
        if session_id is None or record_id is None:
            return False
        return await self._workspace.outbox.edit(session_id, record_id, text)

    async def remove(self, record_id: RecordId) -> bool:
        """Take a message away; False where it has left meanwhile."""
        session_id = self._shown()
        return session_id is not None and await self._workspace.outbox.remove(session_id, record_id)

    def explain(self) -> None:
        """Why the service could not be reached, with the technical text."""
        session_id = self._shown()
        error = None if session_id is None else self._workspace.outbox.trouble_of(session_id)
        if error is not None:
            dialogs.show_details(self._panel, error)
