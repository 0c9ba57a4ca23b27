"""Quiet news about a summary that was not begun by itself, because it takes many requests (D-1).

It is told once for each, where nothing else is said; *Insights* goes on saying so, with a button.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.memory import WorkState
from stello_desktop.ui.insights import words
from stello_desktop.ui.toasts import Toast
from stello_desktop.workspace.workspace import Workspace

SHOWN_MS = 15_000


class HeldSummaries(QObject):
    """One for the window.

    Signals:
        show_requested(str): to the summary of a conversation.
    """

    show_requested = Signal(str)

    def __init__(self, workspace: Workspace, toast: Toast, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace, self._toast = workspace, toast
        self._told: frozenset[SessionId] = frozenset()
        unsubscribe = workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_: unsubscribe())

    def _follow(self, changes: Changes) -> None:
        if not changes.memory:
            return
        held = {
            item.session_id: words.requests_of(item)
            for item in self._workspace.making.work
            if item.state is WorkState.ASKS and item.session_id is not None
        }
        fresh = [item for item in held if item not in self._told]
        if fresh and not self._toast.words:
            self._tell(fresh[-1], held[fresh[-1]])
        self._told = frozenset(held)

    def _tell(self, session_id: SessionId, requests: int) -> None:
        text = self.tr(
            "The summary of “%1” takes about %n request(s), so it was not begun by itself.", "", requests
        )
        self._toast.show_news(
            text.replace("%1", words.label_of(self._workspace, session_id)),
            self.tr("Show"),
            lambda: self.show_requested.emit(session_id),
            shown_ms=SHOWN_MS,
        )
