"""What others know of a conversation: its summary, and the overview that is pinned to it; neither is sent here (C-1, K-2)."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.errors import SessionNotFound
from stello_desktop.domain.facts import SessionFacts
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.memory import Digest, InsightState, Synthesis
from stello_desktop.ui import tasks
from stello_desktop.ui.controls import button, plain_label
from stello_desktop.ui.insights import words
from stello_desktop.ui.inspector.section import Section
from stello_desktop.workspace.workspace import Workspace


class MemorySection(Section):
    """Signals: insights_requested(str) to the summary of this conversation in the place *Insights*."""

    insights_requested = Signal(str)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__("inspectMemory", parent)
        self._workspace = workspace
        self._reading = 0
        self._line = plain_label(size="small", tone="muted", wrap=True, name="inspectMemoryLine")
        self._text = plain_label(wrap=True, name="inspectMemoryText")
        self._waiting = plain_label(size="small", wrap=True, name="inspectMemoryWaiting")
        self._pinned = plain_label(size="small", tone="muted", wrap=True, name="inspectPinnedLine")
        self._overview = plain_label(wrap=True, name="inspectPinnedText")
        self._go = button(kind="link", name="inspectMemoryGo")
        self._go.setProperty("flush", True)
        for text in (self._text, self._overview):
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for part in (self._line, self._text, self._waiting, self._pinned, self._overview):
            part.hide()
            self.body.addWidget(part)
        self.body.addWidget(self._go, 0, Qt.AlignmentFlag.AlignLeft)
        self._go.clicked.connect(self._ask_to_go)
        self.put_words()

    @override
    def put_words(self) -> None:
        self.title.setText(self.tr("What others know of it"))
        self._go.setText(self.tr("Open in Insights"))

    @override
    def show_facts(self, facts: SessionFacts) -> None:
        """Read beside the window; the newest reading counts."""
        self._reading += 1
        tasks.start(self._read(facts.session_id, self._reading), self)

    async def _read(self, session_id: SessionId, number: int) -> None:
        memory = self._workspace.memory
        try:
            digest = await memory.digest(session_id)
            waiting = await memory.insights(session_id, state=InsightState.WAITING)
        except SessionNotFound:
            return  # it has gone meanwhile; the feed says so too
        pinned = [item for item in await memory.syntheses() if item.pinned_to == session_id and item.text]
        if number == self._reading:
            self._show(digest, len(waiting), pinned[0] if pinned else None)

    def _show(self, digest: Digest | None, waiting: int, pinned: Synthesis | None) -> None:
        if digest is None:
            self._line.setText(self.tr("There is no summary of this conversation yet."))
        else:
            known = words.digest_line(self._workspace, digest)
            self._line.setText(self.tr("Summary, never sent here · %1").replace("%1", known))
            self._text.setText(digest.text)
        self._line.show()
        self._text.setVisible(digest is not None)
        self._waiting.setText(self.tr("%n reminder(s) go along with the next message.", "", waiting))
        self._waiting.setVisible(waiting > 0)
        if pinned is not None:
            made = words.synthesis_line(self._workspace, pinned)
            self._pinned.setText(self.tr("Overview, never sent here · %1").replace("%1", made))
            self._overview.setText(pinned.text)
        for part in (self._pinned, self._overview):
            part.setVisible(pinned is not None)

    def _ask_to_go(self) -> None:
        if self.facts is not None:
            self.insights_requested.emit(self.facts.session_id)
