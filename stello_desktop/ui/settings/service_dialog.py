"""The window in which a service is added or changed."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.domain.services import Service
from stello_desktop.ui import theme
from stello_desktop.ui.controls import frame
from stello_desktop.ui.settings.known_services import KnownService, known_services
from stello_desktop.ui.settings.preset_list import PresetList
from stello_desktop.ui.settings.service_sheet import ServiceSheet
from stello_desktop.workspace.workspace import Workspace

_LIST_LETTERS: Final = 19
_SHEET_LETTERS: Final = 42
_HEIGHT_LETTERS: Final = 44


class ServiceDialog(QDialog):
    """With a list of well-known services beside the fields, or, for a change, the fields alone.

    Signals:
        kept(Service): it is there now.
    """

    kept = Signal(object)

    def __init__(self, parent: QWidget, workspace: Workspace, service: Service | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("serviceDialog")
        px = theme.current().px("base")
        self.sheet = ServiceSheet(workspace, service)
        self.presets = PresetList() if service is None else None
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        width = _SHEET_LETTERS
        if self.presets is not None:
            self.setWindowTitle(self.tr("Add an AI service"))
            side = frame("side")
            side.setFixedWidth(min(px * _LIST_LETTERS, self.screen().availableGeometry().width() // 3))
            column = QVBoxLayout(side)
            column.setContentsMargins(12, 14, 12, 12)
            column.addWidget(self.presets)
            row.addWidget(side)
            width += _LIST_LETTERS
            self.presets.shown.connect(self.sheet.show_service)
            self.presets.entered.connect(self.sheet.take_focus)
            self._begin_with(known_services()[0])
        elif service is not None:
            self.setWindowTitle(self.tr("Change %1").replace("%1", service.name))
        row.addWidget(self.sheet, 1)
        self.sheet.kept.connect(self._end)
        self.sheet.cancelled.connect(self.reject)
        room = self.screen().availableGeometry()
        self.resize(min(px * width, room.width()), min(px * _HEIGHT_LETTERS, room.height()))

    def _begin_with(self, known: KnownService) -> None:
        if self.presets is not None:
            self.presets.choose(known)
            self.sheet.show_service(known)

    def _end(self, service: Service) -> None:
        self.accept()
        self.kept.emit(service)

    @override
    def done(self, result: int) -> None:
        """However it ends, nothing runs on and no key stays in a field."""
        self.sheet.end()
        super().done(result)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.presets is not None:
            self.presets.list.search.setFocus()
        else:
            self.sheet.take_focus()


def open_service_dialog(
    parent: QWidget, workspace: Workspace, service: Service | None = None
) -> ServiceDialog:
    """Add a service, or change one."""
    dialog = ServiceDialog(parent, workspace, service)
    dialog.open()
    return dialog
