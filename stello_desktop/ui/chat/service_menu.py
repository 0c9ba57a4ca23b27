"""Choosing who answers in one conversation, and the one question before its text goes somewhere new (M-10)."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QMenu, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.services import Service, ServiceKind
from stello_desktop.ui import dialogs, tasks
from stello_desktop.ui.service_words import name_of, place_of
from stello_desktop.workspace.workspace import Workspace


class ServiceMenu(QObject):
    """The menu behind the chip in a conversation's head.

    Signals:
        settings_requested: the person wants another service than those that are there.
    """

    settings_requested = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._window = parent

    def open(self, session_id: SessionId, place: QPoint) -> None:
        """Show the services; the one that answers now is ticked."""
        menu = QMenu(self._window)
        menu.setObjectName("serviceMenu")
        menu.aboutToHide.connect(menu.deleteLater)
        now = self._workspace.service_of(session_id)
        for service in self._workspace.services:
            action = menu.addAction(self._words(service).replace("&", "&&"))
            action.setObjectName(f"answerWith_{service.service_id}")
            action.setCheckable(True)
            action.setChecked(service.service_id == now.service_id)
            action.triggered.connect(lambda _=False, service=service: self.choose(session_id, service))
        menu.addSeparator()
        menu.addAction(self.tr("AI services…"), self.settings_requested.emit)
        menu.popup(place)

    def _words(self, service: Service) -> str:
        name = name_of(service)
        if service.kind is not ServiceKind.OPENAI or not service.model or name.endswith(service.model):
            return name
        return self.tr("%1 · %2").replace("%1", name).replace("%2", service.model)

    def choose(self, session_id: SessionId, service: Service) -> None:
        """Let ``service`` answer here; asks first where it would get text that it has not seen."""
        entry = self._workspace.topology[session_id]
        same = self._workspace.service_of(session_id).service_id == service.service_id
        if same or not entry.message_count or service.kind is not ServiceKind.OPENAI:
            self._bind(session_id, service)
            return
        dialogs.ask(
            self._window,
            self.tr("Send this conversation to %1?").replace("%1", name_of(service)),
            self.tr("With the next message everything that was said here goes to %1.").replace(
                "%1", place_of(service)
            ),
            self.tr("Answer with it"),
            lambda: self._bind(session_id, service),
            careful=True,
        )

    def _bind(self, session_id: SessionId, service: Service) -> None:
        tasks.start(self._workspace.bind_service(session_id, service), self)
