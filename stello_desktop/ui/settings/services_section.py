"""Who answers: the services that are set up, what was found here, and how to add another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import override

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.services import Service, ServiceKind
from stello_desktop.ui import dialogs, tasks
from stello_desktop.ui.controls import button, line, plain_label
from stello_desktop.ui.service_words import name_of
from stello_desktop.ui.settings.found_servers import FoundServers
from stello_desktop.ui.settings.rows import Section
from stello_desktop.ui.settings.service_card import ServiceCard
from stello_desktop.ui.settings.service_form import ServiceForm
from stello_desktop.workspace.workspace import Workspace


class ServicesSection(Section):
    """Signals: service_changed(service) when another one answers from now on."""

    service_changed = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._cards: list[ServiceCard] = []
        self._card_box = QVBoxLayout()
        self._card_box.setSpacing(0)
        self.rows.addLayout(self._card_box)
        self.found = FoundServers(workspace)
        self._tiny = self._make_tiny()
        self._add = button(icon="plus", kind="link", name="serviceAdd")
        adding = QHBoxLayout()
        adding.setContentsMargins(8, 6, 12, 6)
        adding.addWidget(self._add)
        adding.addStretch(1)
        for part in (line(), self.found, line(), self._tiny):
            self.rows.addWidget(part)
        self.rows.addWidget(line())
        self.rows.addLayout(adding)
        self._add.clicked.connect(self.open_form)
        self.found.used.connect(self.service_changed)
        unsubscribe = workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_: unsubscribe())
        self._show_services()
        self._retranslate()

    @cached_property
    def _form(self) -> ServiceForm:
        """Made when it is first opened: few people ever add a second service."""
        form = ServiceForm(self._workspace)
        form.cancelled.connect(self._cancel_form)
        form.added.connect(self._end_form)
        form.added.connect(self.service_changed)
        self.rows.addWidget(form)
        return form

    def _make_tiny(self) -> QWidget:
        holder = QWidget()
        self._tiny_name = plain_label(strong=True)
        self._tiny_words = plain_label(size="small", tone="muted", wrap=True)
        self._tiny_start = button(name="tinyStart")
        self._tiny_start.clicked.connect(lambda: tasks.start(self._start_tiny(), self))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._tiny_name)
        words.addWidget(self._tiny_words)
        row = QHBoxLayout(holder)
        row.setContentsMargins(16, 10, 12, 10)
        row.addLayout(words, 1)
        row.addWidget(self._tiny_start)
        return holder

    def _follow(self, changes: Changes) -> None:
        if changes.services or changes.settings:
            self._show_services()

    def _show_services(self) -> None:
        services = self._workspace.services
        if [card.service for card in self._cards] != list(services):
            self._remake_cards(services)
        for card in self._cards:
            card.show_state()

    def _remake_cards(self, services: tuple[Service, ...]) -> None:
        while (item := self._card_box.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._cards = []
        for service in services:
            if self._cards:
                self._card_box.addWidget(line())
            card = ServiceCard(self._workspace, service)
            card.chosen.connect(self._choose)
            card.removal_requested.connect(self.ask_to_remove)
            self._cards.append(card)
            self._card_box.addWidget(card)

    def _choose(self, service: Service) -> None:
        async def use() -> None:
            await self._workspace.use_service(service.service_id)
            self.service_changed.emit(service)

        tasks.start(use(), self)

    def ask_to_remove(self, service: Service) -> None:
        """One question before a service is forgotten."""
        dialogs.ask(
            self.window(),
            self.tr("Remove %1?").replace("%1", name_of(service)),
            self.tr("Conversations keep their messages. Those that used it ask you for another service."),
            self.tr("Remove"),
            lambda: tasks.start(self._workspace.remove_service(service.service_id), self),
            kind="danger",
        )

    def open_form(self) -> None:
        """Show the fields of another service."""
        self._form.clear()
        self._form.show()
        self._add.hide()
        self._form.focus_first()

    def _cancel_form(self) -> None:
        self._add.show()
        self._add.setFocus()
        self._form.hide()

    def _end_form(self, service: Service) -> None:
        """The new service's row is where the person goes on."""
        card = next((card for card in self._cards if card.service.service_id == service.service_id), None)
        self._add.show()
        if card is not None:
            card.take_focus()
        self._form.hide()
        area = next((item for item in _above(self) if isinstance(item, QScrollArea)), None)
        if area is not None and card is not None:
            area.ensureWidgetVisible(card)

    # -- the tiny model

    async def refresh(self) -> None:
        """Look for what this computer offers, once the page is seen."""
        self.found.look()
        available = await self._workspace.tiny_available()
        running = any(service.kind is ServiceKind.TINY for service in self._workspace.services)
        self._tiny.setVisible(available and not running)

    async def _start_tiny(self) -> None:
        self._tiny_start.setEnabled(False)
        self._tiny_start.setText(self.tr("Starting…"))
        try:
            service = await self._workspace.start_tiny()
            await self._workspace.use_service(service.service_id)
        finally:
            self._tiny_start.setEnabled(True)
            self._retranslate()
        self._tiny.hide()
        self.service_changed.emit(service)

    def _retranslate(self) -> None:
        self.put_heading(
            self.tr("AI services"),
            self.tr(
                "The marked one answers in new projects, and where only the practice assistant has answered so far. "
                "Every other conversation keeps its own. Its text goes only to the service that answers in it."
            ),
        )
        self._add.setText(self.tr("Add another service"))
        self._tiny_name.setText(self.tr("Tiny local model"))
        self._tiny_words.setText(
            self.tr(
                "A real language model of 135 million parameters that runs on this computer. It is very small: "
                "it answers fast, in simple English, and is often wrong. Good for trying things out, not for work."
            )
        )
        self._tiny_start.setText(self.tr("Start it"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()


def _above(widget: QWidget) -> Iterator[QWidget]:
    parent = widget.parentWidget()
    while parent is not None:
        yield parent
        parent = parent.parentWidget()
