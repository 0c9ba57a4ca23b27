"""The one question about automatic summaries, once an AI service of the person's has answered (D-1).

It comes as quiet news when nothing else is said and nobody is being answered, never over what the person does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.services import ServiceKind
from stello_desktop.ui import tasks
from stello_desktop.ui.toasts import Toast
from stello_desktop.workspace.workspace import Workspace

QUIET_MS: Final = 2_500
SHOWN_MS: Final = 20_000


class MemoryOffer(QObject):
    """Lives until it has asked.

    Args:
        is_free: whether the person is where the news may come.
        selected: the conversation that is open.

    Signals:
        choose_requested: to where summaries are chosen.
    """

    choose_requested = Signal()

    def __init__(
        self,
        workspace: Workspace,
        toast: Toast,
        is_free: Callable[[], bool],
        selected: Callable[[], SessionId | None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._workspace, self._toast = workspace, toast
        self._is_free, self._selected = is_free, selected
        self._cut_short = False
        self._later = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._later.timeout.connect(self._ask)
        unsubscribe = workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_: unsubscribe())

    def _follow(self, changes: Changes) -> None:
        if (changes.touched or changes.records) and self._workspace.settings.asks_about_memory:
            self._later.start()

    def _has_answered(self) -> bool:
        """Whether the open conversation has an answer of a real service."""
        session_id = self._selected()
        entry = self._workspace.topology.get(session_id)
        if session_id is None or entry is None or not entry.turn_count:
            return False
        return self._workspace.answering.service_of(session_id).kind is ServiceKind.OPENAI

    def _ask(self) -> None:
        workspace = self._workspace
        if not workspace.settings.asks_about_memory or not self._has_answered():
            return
        if workspace.rounds.live_sessions or self._toast.words or not self._is_free():
            return  # with the next answer
        self._show()
        tasks.start(workspace.making.choose_schedule(workspace.settings.memory_schedule), self)

    def _show(self) -> None:
        self._toast.show_news(
            self.tr("Conversations can be summarised as you go. Now that is done only when you say so."),
            self.tr("Choose…"),
            self._choose,
            shown_ms=SHOWN_MS,
        )

    def _choose(self) -> None:
        self.choose_requested.emit()

    def follow_place(self) -> None:
        """In another place it would cover what is written there; it waits for the person to come back."""
        if not self._is_free():
            self._cut_short = self._toast.forget(self._choose) or self._cut_short
        elif self._cut_short and not self._toast.words:
            self._cut_short = False
            self._show()
