"""The overview of a project, or of everything: what all its conversations come to (K-2)."""

from __future__ import annotations

import asyncio
from typing import override

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.memory import MemoryKind, MemoryWork, Scope, Synthesis
from stello_desktop.domain.services import Service
from stello_desktop.ui import tasks
from stello_desktop.ui.controls import button, plain_label
from stello_desktop.ui.elided_label import ElidedLabel
from stello_desktop.ui.insights import words
from stello_desktop.ui.insights.rows import Known
from stello_desktop.ui.insights.versioned_text import TextVersion, VersionedText
from stello_desktop.ui.insights.work_strip import WorkStrip
from stello_desktop.ui.keys_first import with_keys
from stello_desktop.ui.service_words import full_name
from stello_desktop.workspace.workspace import Workspace


class SynthesisPart(QWidget):
    """One for the page.

    Attributes:
        writing: what was changed by hand last, on its way to the disk.

    Signals:
        reflect_requested: the person wants to see what a reflection would read, and begin it.
        summaries_requested: there is nothing to read yet; go to where summaries are made.
    """

    reflect_requested = Signal()
    summaries_requested = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("synthesisPart")
        self._workspace = workspace
        self._scope: Scope = None
        self._synthesis: Synthesis | None = None
        self._known = Known()
        self._began = False
        self.writing: asyncio.Task[Synthesis] | None = None
        self._title = ElidedLabel("synthesisTitle", size="title")
        self._line = plain_label(size="small", tone="muted", wrap=True, name="synthesisLine")
        self._about = plain_label(tone="muted", wrap=True, name="synthesisAbout")
        self.work = WorkStrip("synthesis")
        self._reflect = button(kind="primary", icon="sparkle", name="synthesisReflect")
        self._pin = button(name="synthesisPin", icon="pin")
        self._first = button(kind="primary", icon="note", name="synthesisSummaries")
        self.text = VersionedText("synthesis", (self._reflect, self._first, self._pin))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        for shown in (self._title, self._line, self._about, self.work, self.text):
            column.addWidget(shown)
        column.addStretch(1)
        self._reflect.clicked.connect(self.reflect_requested)
        self._first.clicked.connect(self.summaries_requested)
        self._pin.clicked.connect(self._toggle_pin)
        self.work.retry_requested.connect(self._retry)
        self.work.stop_requested.connect(workspace.making.stop)
        self.work.left.connect(lambda: QTimer.singleShot(0, self, self._reflect.setFocus))
        self.text.editing_changed.connect(self._show_deeds)
        self.text.written.connect(self._write)
        self.text.restored.connect(self._restore)
        self.text.versions_wanted.connect(lambda: tasks.start(self._list_versions(), self))

    def show_known(self, known: Known, *, readable: int) -> None:
        """Show the overview of a scope; ``readable`` summaries could be read."""
        other = not self._began or known.scope != self._scope
        if other:
            self.text.save()
        self._began, self._known, self._scope, self._synthesis = True, known, known.scope, known.synthesis
        self._readable = readable
        self.text.put_text("" if self._synthesis is None else self._synthesis.text, other=other)
        work = known.work_of(MemoryKind.REFLECTION, known.scope)
        self.work.show_work(work, self._reader_name())
        self._show()

    _readable = 0

    def _reader_name(self) -> str:
        return full_name(self._reader_of(self._scope))

    def _reader_of(self, scope: Scope) -> Service:
        if scope is not None and scope in self._workspace.topology:
            return self._workspace.answering.service_of(scope)
        return self._workspace.answering.default

    def _retry(self, work: MemoryWork) -> None:
        """A key that is not here is asked for first (row 58)."""
        with_keys(
            self.window(),
            self._workspace,
            (work,),
            lambda item: self._reader_of(item.session_id),
            lambda _wanted: self._workspace.making.retry(work),
        )

    def _show(self) -> None:
        synthesis, name = self._synthesis, words.scope_name(self._workspace, self._scope)
        self._title.put(self.tr("Overview: %1").replace("%1", name))
        self._line.setText("" if synthesis is None else words.synthesis_line(self._workspace, synthesis))
        self._line.setVisible(synthesis is not None)
        self._about.setVisible(synthesis is None)
        self._about.setText(
            self.tr(
                "A reflection reads the summaries of all conversations together. It writes what they come to, and "
                "reminds single conversations of what concerns them."
            )
            if self._readable
            else self.tr(
                "An overview says what all conversations come to. It is made from their summaries, and there is "
                "none yet: begin with them."
            )
        )
        held = self.window().focusWidget() in {self._reflect, self._first}
        self._show_deeds()
        if held and self.work.work is not None:
            self.work.take_focus()
        self._reflect.setText(self.tr("Reflect now…"))
        self._first.setText(self.tr("Go to the summaries"))
        pinned = synthesis is not None and synthesis.pinned_to is not None
        self._pin.setText(self.tr("Unpin") if pinned else self.tr("Pin to the project"))
        self.text.describe_text(self._title.words)

    def _show_deeds(self) -> None:
        """One thing at a time: while the text is changed, only that can be ended."""
        synthesis, editing = self._synthesis, self.text.editing
        free = self.work.work is None and not editing
        self._reflect.setVisible(free and bool(self._readable))
        self._first.setVisible(free and not self._readable)
        can_pin = synthesis is not None and bool(synthesis.text) and self._pin_target is not None
        self._pin.setVisible(can_pin and not editing)

    @property
    def _pin_target(self) -> SessionId | None:
        """A project keeps its own overview; that of everything is kept by no conversation."""
        return self._scope

    # -- what the person does

    def _toggle_pin(self) -> None:
        pinned = self._synthesis is not None and self._synthesis.pinned_to is not None
        to = None if pinned else self._pin_target
        tasks.start(self._workspace.memory.pin_synthesis(self._scope, to), self)

    def _write(self, text: str) -> None:
        self.writing = tasks.start(self._workspace.memory.write_synthesis(self._scope, text), self)

    def _restore(self, version: int) -> None:
        tasks.start(self._workspace.memory.restore_synthesis(self._scope, version), self)

    async def _list_versions(self) -> None:
        scope = self._scope
        found = await self._workspace.memory.synthesis_versions(scope)
        if scope == self._scope:
            self.text.put_versions(
                [
                    TextVersion(item.version, item.text, words.synthesis_line(self._workspace, item))
                    for item in found
                ]
            )

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_first"):
            self._show()
