"""What is typed and not sent, kept for each conversation a moment after each change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui import tasks
from stello_desktop.workspace.workspace import Workspace

SAVE_AFTER_MS: Final = 500


class Drafts(QObject):
    """Saves the text of the composer under the session that it was typed in."""

    def __init__(self, workspace: Workspace, text: Callable[[], str], parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._text = text
        self._session_id: SessionId | None = None
        self._saved = ""
        self._timer = QTimer(self, singleShot=True, interval=SAVE_AFTER_MS)
        self._timer.timeout.connect(self.save)

    def begin(self, session_id: SessionId | None, saved: str) -> None:
        """From now on the text belongs to this session; ``saved`` is what is on disk."""
        self._timer.stop()
        self._session_id, self._saved = session_id, saved

    def on_edit(self) -> None:
        """The text has changed."""
        if self._session_id is not None:
            self._timer.start()

    def sent(self) -> None:
        """The text has become a message; the workspace clears its draft with it."""
        self._timer.stop()
        self._saved = ""

    def save(self) -> None:
        """Write now, where something is unwritten."""
        self._timer.stop()
        text = self._text()
        if self._session_id is None or text == self._saved:
            return
        self._saved = text
        tasks.start(self._workspace.put_draft(self._session_id, text), self)

    async def flush(self) -> None:
        """Write now, and wait until it is on disk; part of closing."""
        self._timer.stop()
        text = self._text()
        if self._session_id is not None and text != self._saved:
            self._saved = text
            await self._workspace.put_draft(self._session_id, text)
