"""What the person typed for a conversation is kept as long as that can come back, and forgotten once it is destroyed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from PySide6.QtCore import QObject

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.ids import SessionId
from stello_desktop.ui import tasks
from stello_desktop.workspace.workspace import Workspace


class UntilDestroyed(QObject):
    """Looks whenever the trash changes. What is in it, or was taken back by undo, may come again and wants its text then.

    Args:
        kept_for: the conversations that something is kept for.
        forget: called with those of them that are gone for good.
    """

    def __init__(
        self,
        workspace: Workspace,
        kept_for: Callable[[], Iterable[SessionId]],
        forget: Callable[[Collection[SessionId]], object],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace, self._kept_for, self._forget = workspace, kept_for, forget
        unsubscribe = workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_: unsubscribe())

    def look(self) -> None:
        """Now: what was destroyed while nobody looked."""
        away = [item for item in self._kept_for() if item not in self._workspace.topology]
        if away:
            tasks.start(self._let_go(away), self)

    def _follow(self, changes: Changes) -> None:
        if changes.trash:
            self.look()

    async def _let_go(self, away: Collection[SessionId]) -> None:
        self._forget(await self._workspace.branches.destroyed(away))
