"""What is typed and not sent, kept for each conversation a moment after each change.

Typing never waits: what is typed before the stored draft is known stands behind it, or is joined to it
on disk where the person has gone on to another conversation by then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui import tasks
from stello_desktop.workspace.workspace import Workspace

SAVE_AFTER_MS: Final = 200
"""So long after the last key it is written."""

SAVE_AT_LEAST_MS: Final = 800
"""Who types without a pause loses at most so much when the program is killed."""


def join_draft(stored: str, typed: str) -> str:
    """What was kept, and behind it what was typed before that was known."""
    gap = "\n" if stored.strip() and typed and not stored.endswith(("\n", " ")) else ""
    return f"{stored}{gap}{typed}"


class Drafts(QObject):
    """Saves the text of the composer under the session that it was typed in."""

    def __init__(self, workspace: Workspace, text: Callable[[], str], parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._text = text
        self._session_id: SessionId | None = None
        self._saved: str | None = None
        self._writing: dict[SessionId, asyncio.Task[None]] = {}
        self._timer = QTimer(self, singleShot=True, interval=SAVE_AFTER_MS)
        self._timer.timeout.connect(self.save)
        self._longest = QTimer(self, singleShot=True, interval=SAVE_AT_LEAST_MS)
        self._longest.timeout.connect(self.save)

    @property
    def known(self) -> bool:
        """Whether it is known what is on disk."""
        return self._saved is not None

    def begin(self, session_id: SessionId | None) -> None:
        """From now on the text belongs to this session; what is on disk will be told by `found`."""
        self._stop()
        self._session_id, self._saved = session_id, None

    async def load(self, session_id: SessionId) -> str:
        """What is on disk, after everything that is on its way there."""
        writing = self._writing.get(session_id)
        if writing is not None:
            await asyncio.wait([writing])
        return await self._workspace.messages.get_draft(session_id)

    def found(self, stored: str) -> None:
        """This is on disk; what was typed meanwhile is saved soon."""
        self._saved = stored
        self._soon()

    def on_edit(self) -> None:
        """The text has changed."""
        if self._session_id is not None and self.known:
            self._soon()

    def _soon(self) -> None:
        """A moment after the last key, and after the first one that is unwritten at the latest."""
        self._timer.start()
        if not self._longest.isActive():
            self._longest.start()

    def _stop(self) -> None:
        self._timer.stop()
        self._longest.stop()

    def sent(self) -> None:
        """The text has become a message or a note; the workspace clears its draft with it."""
        self._stop()
        if self.known:
            self.found("")

    def save(self) -> None:
        """Write now, where something is unwritten; before the stored draft is known nothing is."""
        self._stop()
        session_id, text = self._session_id, self._text()
        if session_id is not None and self.known and text != self._saved:
            self._saved = text
            self._write(session_id, self._workspace.messages.put_draft(session_id, text))

    def leave(self) -> None:
        """Write what was typed, whatever is known, and belong to no session any more."""
        self.save()
        session_id, text = self._session_id, self._text()
        if session_id is not None and not self.known and text.strip():
            self._write(session_id, self._join(session_id, text))
        self.begin(None)

    async def keep_for_later(self, session_id: SessionId, text: str) -> None:
        """What could not be kept in a conversation that is left by now stands before its draft. Raises: StelloError."""
        draft = await self.load(session_id)
        await self._write(session_id, self._workspace.messages.put_draft(session_id, join_draft(text, draft)))

    def _write(self, session_id: SessionId, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = self._writing[session_id] = tasks.start(work, self)

        def settle(_ended: object) -> None:
            if self._writing.get(session_id) is task:
                del self._writing[session_id]

        task.add_done_callback(settle)
        return task

    async def _join(self, session_id: SessionId, typed: str) -> None:
        stored = await self._workspace.messages.get_draft(session_id)
        await self._workspace.messages.put_draft(session_id, join_draft(stored, typed))

    async def settled(self) -> None:
        """Until everything that was written is on disk; part of closing."""
        if self._writing:
            await asyncio.wait(list(self._writing.values()))
