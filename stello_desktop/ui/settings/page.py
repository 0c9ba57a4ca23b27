"""The settings as one calm column."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, override

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.services import Service
from stello_desktop.ui import tasks, theme
from stello_desktop.ui.controls import plain_label
from stello_desktop.ui.page_frame import frame_page
from stello_desktop.ui.settings.branch_section import BranchSection
from stello_desktop.ui.settings.data_section import AboutSection, DataSection
from stello_desktop.ui.settings.look_section import LookSection
from stello_desktop.ui.settings.services_section import ServicesSection
from stello_desktop.workspace.workspace import Workspace


class SettingsPage(QWidget):
    """Every change is kept and used at once; there is nothing to save.

    Attributes:
        filling: makes one more section each time; all of them at once would be a stall.
    """

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._arriving = False
        self._title = plain_label(size="title")
        self._column = QWidget()
        self._parts = QVBoxLayout(self._column)
        self._parts.setContentsMargins(0, 28, 0, 36)
        self._parts.setSpacing(28)
        self._parts.addWidget(self._title)
        self._parts.addStretch(1)
        frame_page(self, QWidget(), self._column, side_px=28)
        self.filling = self._fill()
        self._retranslate()

    def fill(self) -> None:
        """Make the sections that are still missing."""
        for _ in self.filling:
            pass

    def show_service(self, service: Service) -> None:
        """Lead to the card of one AI service."""
        self._arriving = False
        self.fill()
        self.services.cards.take_focus(service)

    def _fill(self) -> Iterator[QWidget]:
        self.services = ServicesSection(self._workspace)
        yield self._add(self.services)
        self.look = LookSection()
        self.look.changed.connect(self._change)
        yield self._add(self.look)
        self.branches = BranchSection()
        self.branches.changed.connect(self._change)
        yield self._add(self.branches)
        yield self._add(DataSection(self._workspace.data_folder))
        yield self._add(AboutSection())
        unsubscribe = self._workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_: unsubscribe())
        self._show_settings()

    def _add(self, part: QWidget) -> QWidget:
        self._parts.insertWidget(self._parts.count() - 1, part)
        part.show()
        part.sizeHint()
        return part

    def _change(self, name: str, value: Any) -> None:
        tasks.start(self._workspace.change_settings(**{name: value}), self)

    def _follow(self, changes: Changes) -> None:
        if changes.settings:
            self._show_settings()

    def _show_settings(self) -> None:
        self.look.show_settings(self._workspace.settings)
        self.branches.show_settings(self._workspace.settings)

    def _retranslate(self) -> None:
        self._title.setText(self.tr("Settings"))
        self._column.setMaximumWidth(theme.current().px("base") * 60)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._arriving = True
        QTimer.singleShot(0, self, self._begin)  # once the page before has let go of the focus
        tasks.start(self.services.refresh(), self)

    def _begin(self) -> None:
        if self._arriving:
            self._arriving = False
            self.services.cards.begin_at_chosen()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.StyleChange) and hasattr(self, "_column"):
            self._retranslate()
