"""Instructions that were typed and not saved: kept in the store as they are typed, for the next start too.

They belong to the view of a conversation, not to the conversation: nothing of them is told to a model before they are
saved. How soon they are on disk is the rule of all view values (`workspace.view_state`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from PySide6.QtCore import QObject

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.until_destroyed import UntilDestroyed
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
        UntilDestroyed(workspace, lambda: map(SessionId, self._all()), self._forget_all, self).look()

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
        self._forget_all((session_id,))

    def _forget_all(self, session_ids: Collection[SessionId]) -> None:
        kept = self._all()
        left = {key: value for key, value in kept.items() if key not in session_ids}
        if left != kept:
            self._workspace.put_view_value(_KEY, left)

    def _all(self) -> dict[str, Any]:
        kept = self._workspace.view_value(_KEY)
        return dict(kept) if isinstance(kept, dict) else {}
