"""Who answers: the services that are set up, what was found here, and how to add another."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.domain.services import Service, ServiceKind
from stello_desktop.ui import tasks
from stello_desktop.ui.controls import button, line, plain_label
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.service_words import name_of
from stello_desktop.ui.settings.found_servers import FoundServers
from stello_desktop.ui.settings.rows import Section
from stello_desktop.ui.settings.service_cards import ServiceCards
from stello_desktop.ui.settings.service_dialog import open_service_dialog
from stello_desktop.workspace.workspace import Workspace


class ServicesSection(Section):
    """The person's services, then what this computer offers.

    Signals:
        service_changed(Service): another one answers from now on.
        news(str, object): a sentence, and what *Undo* does.
    """

    service_changed = Signal(object)
    news = Signal(str, object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._starts_tiny = False
        self.cards = ServiceCards(workspace)
        self.rows.addWidget(self.cards)
        self.found = FoundServers(workspace, below_list=True)
        self._tiny, self._tiny_line = self._make_tiny(), line()
        self._show_tiny(shown=False)
        self._add = button(icon="plus", kind="link", name="serviceAdd")
        adding = QHBoxLayout()
        adding.setContentsMargins(8, 6, 12, 6)
        adding.addWidget(self._add)
        adding.addStretch(1)
        self.rows.addWidget(line())
        self.rows.addLayout(adding)
        for part in (line(), self.found, self._tiny_line, self._tiny):
            self.rows.addWidget(part)
        self._add.clicked.connect(self.open_form)
        self.found.used.connect(self.service_changed)
        self.cards.chosen.connect(self._choose)
        self.cards.change_requested.connect(self._change)
        self.cards.removal_requested.connect(self.remove)
        self._retranslate()

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
        row.setContentsMargins(16, 10, 16, 10)
        row.addLayout(words, 1)
        row.setSpacing(16)
        row.addWidget(self._tiny_start)
        return holder

    def _choose(self, service: Service) -> None:
        async def use() -> None:
            await self._workspace.services.use(service.service_id)
            self.service_changed.emit(service)

        tasks.start(use(), self)

    def remove(self, service: Service) -> None:
        """Forget a service; what becomes of its conversations is said beside *Undo*. The tiny model is stopped."""
        stops = service.kind is ServiceKind.TINY
        tasks.start(self._stop_tiny() if stops else self._remove(service), self)

    async def _remove(self, service: Service) -> None:
        own = self._workspace.settings.services
        at = next((n for n, item in enumerate(own) if item.service_id == service.service_id), len(own))
        default = self._workspace.settings.default_service == service.service_id
        bound = await self._workspace.services.count_bound(service.service_id)
        self._add.setFocus()
        try:
            await self._workspace.services.remove(service.service_id)
        finally:  # it is gone even where the keyring may still have its key
            words = filled(self.tr("%1 removed"), name_of(service))
            if bound:
                later = self.tr("%n conversation(s) will ask you for another service", "", bound)
                words = filled(self.tr("%1; %2"), words, later)
            self.news.emit(words, lambda: self._bring_back(service, at, default=default))

    def _bring_back(self, service: Service, at: int, *, default: bool) -> None:
        tasks.start(self._workspace.services.bring_back(service, at=at, default=default), self)

    def open_form(self) -> None:
        """Add a service."""
        dialog = open_service_dialog(self.window(), self._workspace)
        dialog.kept.connect(self._end_adding)

    def _end_adding(self, service: Service) -> None:
        """The new service's row is where the person goes on."""
        self.cards.take_focus(service)
        self.service_changed.emit(service)

    def _change(self, service: Service) -> None:
        dialog = open_service_dialog(self.window(), self._workspace, service)
        dialog.finished.connect(lambda _result: self.cards.take_focus(service, changed=True))

    # -- the tiny model

    async def refresh(self) -> None:
        """Look for what this computer offers, once the page is seen."""
        self.found.look()
        available = await self._workspace.services.tiny_available()
        running = any(service.kind is ServiceKind.TINY for service in self._workspace.answering.services)
        self._show_tiny(shown=available and not running)

    def _show_tiny(self, *, shown: bool) -> None:
        """With the line above it, which separates nothing while it is hidden."""
        self._tiny.setVisible(shown)
        self._tiny_line.setVisible(shown)

    async def _start_tiny(self) -> None:
        """It answers in new projects only where there is no other service: the person has chosen that one."""
        if self._starts_tiny:
            return
        self._starts_tiny = True  # the button keeps the focus meanwhile, so it stays enabled
        self._tiny_start.setText(self.tr("Starting…"))
        try:
            service = await self._workspace.services.start_tiny()
            alone = not self._workspace.settings.services
            if alone:
                await self._workspace.services.use(service.service_id)
        finally:
            self._starts_tiny = False
            self._retranslate()
        if self._tiny_start.hasFocus():
            self.cards.take_focus(service)
        self._show_tiny(shown=False)
        default = self._workspace.answering.default
        if default.kind is ServiceKind.TINY:
            self.service_changed.emit(service)
            return
        words = self.tr("%1 runs now. %2 still answers in new projects.")
        self.news.emit(filled(words, name_of(service), name_of(default)), None)

    async def _stop_tiny(self) -> None:
        """Its row goes, and where it was started it can be started again."""
        await self._workspace.services.stop_tiny()
        self._show_tiny(shown=True)
        self._tiny_start.setFocus()
        default = self._workspace.answering.default
        words = self.tr("The tiny local model is stopped. %1 answers in new projects.")
        self.news.emit(filled(words, name_of(default)), None)

    def _retranslate(self) -> None:
        self.put_heading(
            self.tr("AI services"),
            self.tr(
                "The marked one answers in new projects, and where only the practice assistant has answered so far. "
                "Every other conversation keeps its own. Its text goes only to the service that answers in it."
            ),
        )
        self._add.setText(self.tr("Add a service"))
        self._tiny_name.setText(self.tr("Tiny local model"))
        self._tiny_words.setText(
            self.tr(
                "A real language model of 135 million parameters that runs on this computer. It is very small: "
                "it answers fast, in simple English, and is often wrong. Good for trying things out, not for work. "
                "It came with the installation, and while it is stopped it uses no memory."
            )
        )
        self._tiny_start.setText(self.tr("Start it"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
