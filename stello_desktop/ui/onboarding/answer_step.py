"""The second step: who answers. What was found here, the practice assistant, the tiny local model, or a key."""

from __future__ import annotations

import asyncio
from typing import override

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.services import PRACTICE, DetectedServer
from stello_desktop.ui import errors, tasks
from stello_desktop.ui.controls import Glyph, button, frame, plain_label, repolish, set_tone
from stello_desktop.ui.settings.found_servers import FoundServers
from stello_desktop.ui.settings.service_dialog import open_service_dialog
from stello_desktop.workspace.workspace import Workspace


class AnswerStep(QWidget):
    """A few ways, each one click away; the tiny model only where it is installed, and never by itself.

    Signals:
        chosen: somebody answers now.
    """

    chosen = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._title = plain_label(size="title", wrap=True)
        self._note = plain_label(tone="muted", wrap=True)
        self.found = FoundServers(workspace)
        self._pictures = {name: Glyph(name, "accent", 24) for name in ("practice", "computer", "key")}
        self._practice_title = plain_label(strong=True)
        self._practice_note = plain_label(size="small", tone="muted", wrap=True)
        self._practice = button(kind="primary", name="welcomePractice")
        self._tiny_title = plain_label(strong=True)
        self._tiny_note = plain_label(size="small", tone="muted", wrap=True, name="welcomeTinyNote")
        self._tiny = button(name="welcomeTiny")
        self._starting: StelloError | bool = False
        self._start: asyncio.Task[None] | None = None
        self._key_title = plain_label(strong=True)
        self._key_note = plain_label(size="small", tone="muted", wrap=True)
        self._key = button(name="welcomeKey")
        self._build()
        self.found.used.connect(lambda _service: self.chosen.emit())
        self.found.looked.connect(self._weigh)
        self._practice.clicked.connect(self._use_practice)
        self._tiny.clicked.connect(self._start_tiny)
        self.chosen.connect(self._give_tiny_up)
        self._key.clicked.connect(self.open_form)
        self._retranslate()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self._title)
        column.addWidget(self._note)
        found = frame("card")
        inner = QVBoxLayout(found)
        inner.setContentsMargins(0, 4, 0, 4)
        inner.addWidget(self.found)
        column.addWidget(found)
        column.addWidget(
            self._make_way("practice", self._practice_title, self._practice_note, self._practice)
        )
        self._tiny_way = self._make_way("computer", self._tiny_title, self._tiny_note, self._tiny)
        self._tiny_way.hide()
        column.addWidget(self._tiny_way)
        column.addWidget(self._make_way("key", self._key_title, self._key_note, self._key))

    def _make_way(self, picture: str, title: QWidget, note: QWidget, action: QWidget) -> QWidget:
        card = frame("card")
        outer = QVBoxLayout(card)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        row = QHBoxLayout()
        row.setContentsMargins(16, 12, 16, 12)
        row.setSpacing(14)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(title)
        words.addWidget(note)
        row.addWidget(self._pictures[picture])
        row.addLayout(words, 1)
        row.addWidget(action)
        outer.addLayout(row)
        return card

    def begin(self) -> None:
        """Look for servers at once; nothing leaves this computer for that."""
        self.found.look()
        tasks.start(self._look_for_tiny(), self)
        self._practice.setFocus()

    async def _look_for_tiny(self) -> None:
        self._tiny_way.setVisible(await self._workspace.services.tiny_available())

    def _start_tiny(self) -> None:
        self._start = tasks.start(self._use_tiny(), self)

    def _give_tiny_up(self) -> None:
        """Something else was chosen while it started."""
        if self._start is not None:
            self._start.cancel()
            self._start, self._starting = None, False
            self._say_tiny()

    async def _use_tiny(self) -> None:
        """Its process takes a moment to start; a failure is said here, and the other ways stay."""
        self._starting = True
        self._say_tiny()
        try:
            service = await self._workspace.services.start_tiny()
            await self._workspace.services.use(service.service_id)
        except StelloError as error:
            self._starting = error
            self._say_tiny()
            self._tiny.setFocus()
            return
        self._start, self._starting = None, False
        self._say_tiny()
        self.chosen.emit()

    def _say_tiny(self) -> None:
        busy, failed = self._starting is True, isinstance(self._starting, StelloError)
        self._tiny.setEnabled(not busy)
        self._tiny.setText(self.tr("Starting…") if busy else self.tr("Start it"))
        words = self.tr(
            "A real language model, but a very small one, on this computer. It answers in simple English and is "
            "often wrong. Good for trying things out, not for work."
        )
        if isinstance(self._starting, StelloError):
            words = errors.sentence(self._starting)
        self._tiny_note.setText(words)
        set_tone(self._tiny_note, "danger" if failed else "muted")

    def _weigh(self, servers: tuple[DetectedServer, ...]) -> None:
        """A real model on this computer is the better first answer."""
        usable = any(server.models for server in servers or ())
        self._practice.setProperty("kind", "normal" if usable else "primary")
        repolish(self._practice)

    def _use_practice(self) -> None:
        tasks.start(self._workspace.services.use(PRACTICE), self)
        self.chosen.emit()

    def open_form(self) -> None:
        """Choose a service and paste its key."""
        dialog = open_service_dialog(self.window(), self._workspace)
        dialog.kept.connect(lambda _service: self.chosen.emit())

    def _retranslate(self) -> None:
        self._title.setText(self.tr("Who should answer?"))
        self._note.setText(self.tr("You can change this at any time in Settings."))
        self._practice_title.setText(self.tr("The practice assistant"))
        self._practice_note.setText(
            self.tr("Not an AI. It needs no network and no key, and shows what this program can do.")
        )
        self._practice.setText(self.tr("Start with it"))
        self._tiny_title.setText(self.tr("Tiny local model"))
        self._say_tiny()
        self._key_title.setText(self.tr("A service that I have a key for"))
        self._key_note.setText(
            self.tr("OpenAI, Anthropic, Gemini, DeepSeek, Kimi and others, or any address of your own.")
        )
        self._key.setText(self.tr("Choose a service"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.StyleChange) and hasattr(self, "_key"):
            self._retranslate()
