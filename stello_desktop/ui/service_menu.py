"""Choosing who answers in one conversation (M-10)."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QRect, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.services import Service
from stello_desktop.ui import tasks
from stello_desktop.ui.model_chooser import ModelPopup
from stello_desktop.ui.other_service import ask_before_it_leaves
from stello_desktop.workspace.workspace import Workspace


class ServiceMenu(QObject):
    """The list behind the chip in a conversation's head.

    Signals:
        settings_requested: the person wants another service than those that are there.
    """

    settings_requested = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._window = parent

    def open(self, session_id: SessionId, place: QPoint) -> None:
        """Show services and models; the one that answers now is ticked."""
        now = self._workspace.answering.service_of(session_id)
        popup = ModelPopup(self._workspace, self._window)
        popup.chosen.connect(lambda ref: self.choose_model(session_id, ref))
        popup.settings_requested.connect(self.settings_requested)
        popup.open_below(QRect(place, place), ModelRef(now.service_id, now.model))

    def choose(self, session_id: SessionId, service: Service) -> None:
        """Let ``service`` answer here with its own model."""
        self.choose_model(session_id, ModelRef(service.service_id, service.model))

    def choose_model(self, session_id: SessionId, ref: ModelRef) -> None:
        """Let a model answer here; asks first where its service would get text that it has not seen."""
        service = self._workspace.answering.service_for(ref)
        if service is None or session_id not in self._workspace.topology:
            return

        def bind() -> None:
            tasks.start(self._workspace.services.bind(session_id, service), self)

        ask_before_it_leaves(self._window, self._workspace, session_id, ref, bind)
