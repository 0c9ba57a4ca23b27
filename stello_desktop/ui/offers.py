"""What is offered once the store is open: a server on this computer, and automatic summaries."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.main_window import MainWindow
from stello_desktop.ui.news import News
from stello_desktop.workspace.workspace import Workspace


class Offers(QObject):
    """Quiet news with something to choose, each told once.

    Args:
        selected: the chosen conversation; None where there is none.

    Signals:
        summary_requested(str): to the summary of a conversation.
        summaries_requested: to where it is chosen which summaries are made.
    """

    summary_requested = Signal(str)
    summaries_requested = Signal()

    def __init__(
        self, workspace: Workspace, window: MainWindow, news: News, selected: Callable[[], SessionId | None]
    ) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._window = window
        self._news = news
        self._selected = selected

    async def begin(self) -> None:
        """Listen for what can be offered, and look for a server."""
        from stello_desktop.ui.local_offer import LocalOffer  # noqa: PLC0415 - not for the first frame

        window = self._window
        server = LocalOffer(self._workspace, window.toast, lambda: window.place != "welcome", self)
        server.used.connect(self._news.tell_service)
        self._offer_summaries()
        await server.look()

    def _offer_summaries(self) -> None:
        """Ask once about automatic summaries (D-1); who was asked is never asked again."""
        from stello_desktop.ui.insights.held import HeldSummaries  # noqa: PLC0415 - not for the first frame
        from stello_desktop.ui.insights.offer import MemoryOffer  # noqa: PLC0415 - the same

        window = self._window
        held = HeldSummaries(self._workspace, window.toast, self)
        held.show_requested.connect(self.summary_requested)
        if not self._workspace.settings.memory_asked:
            offer = MemoryOffer(
                self._workspace, window.toast, lambda: window.place == "map", self._selected, self
            )
            offer.choose_requested.connect(self.summaries_requested)
            window.place_changed.connect(offer.follow_place)
