"""Instructions that were typed and not saved: kept in the store as they are typed, for the next start too.

They belong to the view of a conversation, not to the conversation: nothing of them is told to a model before they are
saved. How soon they are on disk is the rule of all view values (`workspace.view_state`).
"""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QObject

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.ids import SessionId
from stello_desktop.ui import tasks
from stello_desktop.workspace.workspace import Workspace

_KEY: Final = "inspector.unsaved"


class UnsavedInstructions(QObject):
    """One text, and whether none at all is chosen, for each conversation where that was changed.

    None is let go for want of room: each may be the only copy. What belongs to a conversation goes when that is
    destroyed.
    """

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        unsubscribe = workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_: unsubscribe())
        if self._all():
            tasks.start(self._forget_destroyed(), self)

    def read(self, session_id: SessionId) -> tuple[str, bool] | None:
        """What was typed there; None where nothing waits to be saved."""
        match self._all().get(session_id):
            case [str(text), bool(none_at_all)]:
                return text, none_at_all
        return None

    def keep(self, session_id: SessionId, text: str, *, none_at_all: bool) -> None:
        """Remember what stands there now."""
        self._workspace.put_view_value(_KEY, {**self._all(), str(session_id): [text, none_at_all]})

    def forget(self, session_id: SessionId) -> None:
        """It was saved, or given up."""
        kept = self._all()
        if kept.pop(session_id, None) is not None:
            self._workspace.put_view_value(_KEY, kept)

    def _all(self) -> dict[str, Any]:
        kept = self._workspace.view_value(_KEY)
        return dict(kept) if isinstance(kept, dict) else {}

    def _follow(self, changes: Changes) -> None:
        if changes.trash and self._all():
            tasks.start(self._forget_destroyed(), self)

    async def _forget_destroyed(self) -> None:
        """What is in the trash, or was taken back by undo, may come again, and wants its text then."""
        away = [SessionId(key) for key in self._all() if SessionId(key) not in self._workspace.topology]
        for session_id in await self._workspace.branches.destroyed(away):
            self.forget(session_id)
