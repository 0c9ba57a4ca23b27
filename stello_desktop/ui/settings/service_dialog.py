"""The window in which a service is added or changed."""

from __future__ import annotations

from functools import cached_property
from typing import Final, override

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.domain.services import Service
from stello_desktop.ui import dialogs, theme
from stello_desktop.ui.controls import frame
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.settings.known_services import KnownService, known_services
from stello_desktop.ui.settings.preset_list import PresetList
from stello_desktop.ui.settings.service_sheet import ServiceSheet
from stello_desktop.workspace.workspace import Workspace

_LIST_LETTERS: Final = 19
_SHEET_LETTERS: Final = 42
_HEIGHT_LETTERS: Final = 46


class ServiceDialog(QDialog):
    """With a list of well-known services beside the fields, or, for a change, the fields alone.

    The list is there at once and the fields a step of the loop later, so that neither is a stall.

    Signals:
        kept(Service): it is there now.
    """

    kept = Signal(object)

    def __init__(self, parent: QWidget, workspace: Workspace, service: Service | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("serviceDialog")
        self._workspace, self._service = workspace, service
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        room, px = self.screen().availableGeometry(), theme.current().px("base")
        width = px * (_SHEET_LETTERS if service is not None else _SHEET_LETTERS + _LIST_LETTERS)
        self.resize(min(width, room.width()), min(px * _HEIGHT_LETTERS, room.height()))
        self.presets = self._make_list() if service is None else None
        if service is not None:
            self.setWindowTitle(filled(self.tr("Change %1"), service.name))
        else:
            self.setWindowTitle(self.tr("Add an AI service"))
        QTimer.singleShot(0, self, self._show_sheet)

    def _make_list(self) -> PresetList:
        side = frame("side")
        letters = theme.current().px("base") * _LIST_LETTERS
        side.setFixedWidth(min(letters, self.width() // 3))
        self._row.addWidget(side)
        presets = PresetList()
        column = QVBoxLayout(side)
        column.setContentsMargins(12, 14, 12, 12)
        column.addWidget(presets)
        presets.choose(known_services()[0])
        presets.shown.connect(self._show_service)
        presets.entered.connect(self._enter)
        return presets

    @cached_property
    def sheet(self) -> ServiceSheet:
        """The fields, the test and what came of it."""
        sheet = ServiceSheet(self._workspace, self._service)
        self._row.addWidget(sheet, 1)
        sheet.show()  # a layout would do it later, and what is hidden takes no focus
        if self._service is None:
            sheet.show_service(known_services()[0])
        sheet.kept.connect(self._end)
        sheet.cancelled.connect(self._leave)
        return sheet

    def _show_service(self, known: KnownService | None) -> None:
        self.sheet.show_service(known)

    def _enter(self) -> None:
        self.sheet.take_focus()

    def _show_sheet(self) -> None:
        sheet = self.sheet
        if self.presets is None:
            sheet.take_focus()

    def _end(self, service: Service) -> None:
        self.accept()
        self.kept.emit(service)

    @override
    def reject(self) -> None:
        """Escape, or the window's own button: what was put in would be gone, and a key is not found again soon."""
        if "sheet" not in self.__dict__ or not self.sheet.would_lose:
            super().reject()
            return
        if self.findChild(dialogs.Question) is not None:
            return
        dialogs.ask(
            self,
            self.tr("Leave without keeping this?"),
            self.tr("The service is not used, and what you put in here is gone.")
            if self._service is None
            else self.tr("The service stays as it was."),
            self.tr("Leave"),
            self._leave,
            careful=True,
        )

    def _leave(self) -> None:
        super().reject()

    @override
    def done(self, result: int) -> None:
        """However it ends, nothing runs on and no key stays in a field."""
        if "sheet" in self.__dict__:
            self.sheet.end()
        super().done(result)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.presets is not None:
            self.presets.list.search.setFocus()


def open_service_dialog(
    parent: QWidget, workspace: Workspace, service: Service | None = None
) -> ServiceDialog:
    """Add a service, or change one."""
    dialog = ServiceDialog(parent, workspace, service)
    dialog.open()
    return dialog
