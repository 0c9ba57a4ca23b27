"""A model server that runs on this computer is offered once, quietly, while only the practice assistant answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Signal

from stello_desktop.domain.services import PRACTICE, DetectedServer
from stello_desktop.ui import tasks
from stello_desktop.ui.toasts import Toast
from stello_desktop.workspace.workspace import Workspace

DISMISSED_KEY: Final = "localOffer.dismissed"
SHOWN_MS: Final = 15_000
_KEPT: Final = 50


class LocalOffer(QObject):
    """Looks at the usual ports of this computer, and nowhere else.

    Signals:
        used(Service): the person took the offer.
    """

    used = Signal(object)

    def __init__(
        self, workspace: Workspace, toast: Toast, wanted: Callable[[], bool], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._toast = toast
        self._wanted = wanted

    async def look(self) -> None:
        """Look once; says nothing where somebody else answers, or nothing new is found."""
        if self._may_offer():
            servers = await self._workspace.services.detect()
            fresh = next((server for server in servers if self._is_news(server)), None)
            if fresh is not None and self._may_offer():
                self._show(fresh)

    def _may_offer(self) -> bool:
        return self._wanted() and self._workspace.answering.default.service_id == PRACTICE

    def _is_news(self, server: DetectedServer) -> bool:
        known = {service.base_url for service in self._workspace.settings.services}
        return (
            bool(server.models) and server.base_url not in known and server.base_url not in self._dismissed()
        )

    def _dismissed(self) -> list[str]:
        kept = self._workspace.view_value(DISMISSED_KEY, [])
        return [item for item in kept if isinstance(item, str)] if isinstance(kept, list) else []

    def _show(self, server: DetectedServer) -> None:
        self._toast.show_news(
            self.tr("%1 is running on this computer").replace("%1", server.name),
            self.tr("Use it"),
            lambda: tasks.start(self._use(server), self),
            on_dismiss=lambda: self._dismiss(server),
            shown_ms=SHOWN_MS,
        )

    def _dismiss(self, server: DetectedServer) -> None:
        kept = [item for item in self._dismissed() if item != server.base_url]
        self._workspace.put_view_value(DISMISSED_KEY, [*kept, server.base_url][-_KEPT:])

    async def _use(self, server: DetectedServer) -> None:
        service = await self._workspace.services.add(
            name=server.name, address=server.base_url, model=server.models[0], local=True
        )
        await self._workspace.services.use(service.service_id)
        tasks.start(self._workspace.services.ask_sizes(service), self)
        self.used.emit(service)
