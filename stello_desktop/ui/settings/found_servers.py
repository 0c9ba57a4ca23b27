"""Model servers that were found on this computer, each with *Use*; and *Look again*."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.services import DetectedServer, Service
from stello_desktop.ui import tasks, theme
from stello_desktop.ui.controls import button, describe, plain_label, tool_button
from stello_desktop.ui.settings.known_services import named
from stello_desktop.workspace.workspace import Workspace


class FoundServers(QWidget):
    """Looks only at the usual ports of this computer.

    Args:
        below_list: it stands below the services that are set up, so that nothing is offered or missed that is there.

    Signals:
        used: a server was chosen and is the default now.
        looked: a search ended; the servers.
    """

    used = Signal(object)
    looked = Signal(object)

    def __init__(
        self, workspace: Workspace, parent: QWidget | None = None, *, below_list: bool = False
    ) -> None:
        super().__init__(parent)
        self._workspace, self._below_list = workspace, below_list
        self._servers: tuple[DetectedServer, ...] | None = None
        self._looking = False
        self._shown_own: tuple[Service, ...] = ()
        self._news = plain_label(tone="muted", wrap=True, name="foundServersNews")
        self._again = button(icon="retry", name="lookAgain")
        self._again.clicked.connect(self.look)
        unsubscribe = workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_: unsubscribe())
        self._rows = QVBoxLayout()
        self._rows.setSpacing(8)
        head = QHBoxLayout()
        head.addWidget(self._news, 1)
        head.addWidget(self._again)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 16, 10)
        column.setSpacing(8)
        column.addLayout(head)
        column.addLayout(self._rows)
        self._retranslate()

    def look(self) -> None:
        """Search; half a second at most."""
        if not self._looking:
            self._looking = True
            tasks.start(self._look(), self)
            self._retranslate()

    def _follow(self, changes: Changes) -> None:
        """What is set up by now need not be offered, nor missed."""
        if (changes.services or changes.settings) and self._shown_own != self._own:
            self._show_servers()
            self._retranslate()

    def _has(self, server: DetectedServer) -> bool:
        return any(own.base_url == server.base_url for own in self._own)

    @property
    def _own(self) -> tuple[Service, ...]:
        """The services of the person's own in the list above; none where no list is above."""
        return self._workspace.settings.services if self._below_list else ()

    async def _look(self) -> None:
        try:
            servers = await self._workspace.services.detect()
        finally:
            self._looking = False
            self._retranslate()
        self.show_servers(servers)

    def show_servers(self, servers: tuple[DetectedServer, ...]) -> None:
        """List what was found."""
        self._servers = servers
        self._show_servers()
        self._retranslate()
        self.looked.emit(servers)

    def _show_servers(self) -> None:
        self._shown_own = self._own
        focused = QApplication.focusWidget()
        held = focused is not None and focused is not self._again and self.isAncestorOf(focused)
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for server in self._servers or ():
            self._rows.addWidget(self._make_row(server))
        if held:
            self._again.setFocus()

    def _make_row(self, server: DetectedServer) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(plain_label(server.name, strong=True))
        row.addWidget(plain_label(server.base_url, size="small", tone="muted"), 1)
        if self._has(server):
            name = f"foundThere_{server.name}"
            row.addWidget(plain_label(self.tr("is set up"), size="small", tone="muted", name=name))
            return holder
        models = QComboBox()
        models.setObjectName(f"foundModels_{server.name}")
        models.addItems(list(server.models))
        models.setAccessibleName(self.tr("Model of %1").replace("%1", server.name))
        models.setMaximumWidth(theme.current().px("base") * 17)
        use = button(self.tr("Use"), kind="primary", name=f"foundUse_{server.name}")
        use.setAccessibleName(self.tr("Answer with %1").replace("%1", server.name))
        use.setEnabled(bool(server.models))
        use.clicked.connect(lambda: tasks.start(self._use(server, models.currentText()), self))
        row.addWidget(models)
        models.setVisible(len(server.models) > 1)
        row.addWidget(use)
        if server.models:
            return holder
        outer = QWidget()
        column = QVBoxLayout(outer)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(holder)
        column.addLayout(self._make_advice(server))
        return outer

    def _make_advice(self, server: DetectedServer) -> QHBoxLayout:
        """How a server without a model gets one."""
        known = named(server.name)
        command = known.pull if known is not None else ""
        words = (
            self.tr("It has no model yet. This command gets one: %1").replace("%1", command)
            if command
            else self.tr("It has no model yet. Get one in that program, then look again.")
        )
        row = QHBoxLayout()
        row.addWidget(
            plain_label(words, size="small", tone="warning", wrap=True, name=f"foundAdvice_{server.name}"), 1
        )
        if command:
            copy = tool_button("copy", name=f"foundCopy_{server.name}", size_px=14)
            describe(copy, self.tr("Copy the command"))
            copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(command))
            row.addWidget(copy)
        return row

    async def _use(self, server: DetectedServer, model: str) -> None:
        service = await self._workspace.services.add(
            name=server.name, address=server.base_url, model=model or server.models[0], local=True
        )
        await self._workspace.services.use(service.service_id)
        tasks.start(self._workspace.services.ask_sizes(service), self)
        self.used.emit(service)

    def _retranslate(self) -> None:
        self._again.setText(self.tr("Look again"))
        self._again.setEnabled(not self._looking)
        if self._looking:
            self._news.setText(self.tr("Looking for model servers on this computer…"))
        elif self._servers:
            self._news.setText(self.tr("Found on this computer:"))
        elif any(own.local for own in self._own):
            self._news.setText(self.tr("No other model server was found on this computer."))
        elif self._own:
            self._news.setText(
                self.tr("Ollama, LM Studio, llama.cpp and Jan are found by themselves on this computer.")
            )
        else:
            self._news.setText(
                self.tr(
                    "No model server found on this computer. Ollama, LM Studio, llama.cpp and Jan are found by themselves."
                )
            )

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._show_servers()
            self._retranslate()
