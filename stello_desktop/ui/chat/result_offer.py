"""Offers a settled branch's result quietly: once, where the branch is archived, until one was brought."""

from __future__ import annotations

from PySide6.QtCore import QObject

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.ids import SessionId
from stello_desktop.ui import tasks
from stello_desktop.ui.chat.pages import ArchivedBar
from stello_desktop.workspace.workspace import Workspace


class ResultOffer(QObject):
    """Looks beside the window whether there is anything to offer."""

    def __init__(self, workspace: Workspace, bar: ArchivedBar) -> None:
        super().__init__(bar)
        self._workspace, self._bar = workspace, bar
        self._session_id: SessionId | None = None
        self._looked = 0
        unsubscribe = workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_: unsubscribe())

    def show_archived(self, session_id: SessionId | None) -> None:
        """An archived conversation is shown; None where it is none."""
        if session_id != self._session_id:
            self._session_id = session_id
            self._look()

    def _follow(self, changes: Changes) -> None:
        if self._session_id is not None and (changes.memory or changes.placed or changes.trash):
            self._look()

    def _look(self) -> None:
        self._looked += 1
        session_id = self._session_id
        entry = self._workspace.topology.get(session_id)
        if (
            session_id is None
            or entry is None
            or not entry.turn_count
            or self._workspace.results.usual_target(session_id) is None
        ):
            self._bar.offer_result(offered=False)
        else:
            tasks.start(self._ask(session_id, self._looked), self)

    async def _ask(self, session_id: SessionId, number: int) -> None:
        last = await self._workspace.results.last_brought(session_id)
        if number == self._looked:
            self._bar.offer_result(offered=last is None)
