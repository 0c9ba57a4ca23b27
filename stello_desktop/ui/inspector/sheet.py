"""*What this conversation is told*: a sheet over the messages, while the composer below stays in use (C-5, M-7).

It follows the conversation that is shown. Its parts are made one after the other, when it is opened for the first
time; what it shows is read beside the GUI, and the newest reading counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, override

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.commands import RemoveRef, SetConfig
from stello_desktop.domain.composition import ContextPart
from stello_desktop.domain.config import Maybe
from stello_desktop.domain.errors import SessionNotFound
from stello_desktop.domain.facts import SessionFacts
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.services import Service
from stello_desktop.ui import steps, tasks, theme
from stello_desktop.ui.controls import describe, line, plain_label, tool_button
from stello_desktop.ui.inspector.context_section import ContextSection
from stello_desktop.ui.inspector.instructions_section import InstructionsSection
from stello_desktop.ui.inspector.memory_section import MemorySection
from stello_desktop.ui.inspector.place_section import PlaceSection
from stello_desktop.ui.inspector.profile_section import ProfileSection
from stello_desktop.ui.inspector.section import Section
from stello_desktop.ui.inspector.sent_section import SentSection
from stello_desktop.ui.inspector.service_section import ServiceSection
from stello_desktop.ui.inspector.skills_section import SkillsSection
from stello_desktop.ui.inspector.tools_section import ToolsSection
from stello_desktop.ui.inspector.unsaved import UnsavedInstructions
from stello_desktop.workspace.workspace import Workspace

_QUIET_MS: Final = 150
_MAX_CHARS_WIDE: Final = 56


class InspectorSheet(QWidget):
    """One for the chat.

    Args:
        draft: what stands in the composer now.

    Attributes:
        facts: what is shown; None until it was read.
        parts: the next request as it is shown.

    Signals:
        closed: the person wants the messages back.
        go_requested(str): show another conversation.
        message_requested(str, RecordId): show a message of another conversation.
        settings_requested, skills_requested: other places.
        insights_requested(str): to the summary of a conversation.
        refer_requested(str): choose what the conversation refers to.
        told(str): a change that can be undone, in words.
    """

    closed = Signal()
    go_requested = Signal(str)
    message_requested = Signal(str, object)
    settings_requested = Signal()
    skills_requested = Signal()
    refer_requested = Signal(str)
    insights_requested = Signal(str)
    told = Signal(str)

    def __init__(self, workspace: Workspace, draft: Callable[[], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspectorSheet")
        self._workspace, self._draft = workspace, draft
        self._session_id: SessionId | None = None
        self.facts: SessionFacts | None = None
        self.parts: tuple[ContextPart, ...] = ()
        self._reading = self._sending = 0
        self._title = plain_label(size="large", wrap=True, name="inspectorTitle")
        self.close_button = tool_button("close", name="inspectorClose", size_px=16)
        self._note = plain_label(size="small", tone="muted", wrap=True, name="inspectorNote")
        self.sections: list[Section] = []
        self._lines: list[QFrame] = []
        self._lay_out()
        self._later = QTimer(self, singleShot=True, interval=_QUIET_MS)
        self._later.timeout.connect(self._read_parts)
        self.close_button.clicked.connect(self.closed)
        self._making = self._make_parts()
        unsubscribe = workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_: unsubscribe())
        self._put_words()
        QTimer.singleShot(0, self, self._make_next)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self._inner = QWidget()
        self._column = QVBoxLayout(self._inner)
        self._column.setContentsMargins(16, 14, 16, 20)
        self._column.setSpacing(14)
        self._column.addLayout(head)
        self._column.addWidget(self._note)
        self._column.addStretch(1)
        scroll = QScrollArea()
        scroll.setObjectName("inspectorScroll")
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its controls bring themselves into view
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        ground = QWidget()
        middle = QHBoxLayout(ground)
        middle.setContentsMargins(0, 0, 0, 0)
        middle.addStretch(1)
        middle.addWidget(self._inner, 100)
        middle.addStretch(1)
        scroll.setWidget(ground)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)

    # -- made bit by bit

    def _make_parts(self) -> Iterator[None]:
        for make in (
            self._make_place,
            lambda: ProfileSection(self._workspace),
            self._make_instructions,
            self._make_skills,
            self._make_service,
            self._make_memory,
            self._make_context,
            lambda: ToolsSection(self._workspace),
            self._make_sent,
        ):
            self._add(make())
            yield
        self._read_parts()

    def _make_place(self) -> Section:
        made = PlaceSection()
        made.go_requested.connect(self.go_requested)
        made.message_requested.connect(self.message_requested)
        return made

    def _make_instructions(self) -> Section:
        made = InstructionsSection(UnsavedInstructions(self._workspace, self))
        made.changed.connect(lambda written: self._change_instructions(made, written))
        return made

    def _make_skills(self) -> Section:
        made = SkillsSection(self._workspace)
        made.changed.connect(self._change_skills)
        made.skills_requested.connect(self.skills_requested)
        return made

    def _make_service(self) -> Section:
        made = ServiceSection(self._workspace)
        made.changed.connect(self._change_service)
        made.settings_requested.connect(self.settings_requested)
        return made

    def _make_memory(self) -> Section:
        made = MemorySection(self._workspace)
        made.insights_requested.connect(self.insights_requested)
        return made

    def _make_context(self) -> Section:
        made = ContextSection(self._workspace)
        made.refer_requested.connect(self._refer)
        made.removed.connect(self._unrefer)
        made.go_requested.connect(self.go_requested)
        return made

    def _make_sent(self) -> Section:
        self._sent = SentSection()
        return self._sent

    def _add(self, section: Section) -> None:
        if self.sections:
            ruled = line()
            self._lines.append(ruled)
            self._column.insertWidget(self._column.count() - 1, ruled)
        self.sections.append(section)
        self._column.insertWidget(self._column.count() - 1, section)
        section.setVisible(self.facts is not None)
        if self.facts is not None:
            section.fill(self.facts, read_only=self._read_only)
        self._rule()

    def _make_next(self) -> None:
        try:
            next(self._making)
        except StopIteration:
            return
        QTimer.singleShot(0, self, self._make_next)

    def _rule(self) -> None:
        """A line stands above each part but the first, and goes with its part."""
        for ruled, section in zip(self._lines, self.sections[1:], strict=True):
            ruled.setVisible(not section.isHidden())

    # -- which conversation

    @property
    def _read_only(self) -> bool:
        entry = self._workspace.topology.get(self._session_id)
        return entry is None or entry.archived

    def show_session(self, session_id: SessionId | None) -> None:
        """Follow this conversation."""
        if session_id != self._session_id:
            self._session_id, self.facts = session_id, None
            for part in (*self.sections, *self._lines):
                part.hide()
        self._read()

    def draft_changed(self) -> None:
        """Something was typed: what is sent next is another text."""
        self._later.start()

    def _read(self) -> None:
        if self._session_id is not None and self._session_id in self._workspace.topology:
            self._reading += 1
            tasks.start(self._read_facts(self._session_id, self._reading), self)
            self._later.start()

    async def _read_facts(self, session_id: SessionId, number: int) -> None:
        try:
            facts = await self._workspace.inspection.facts(session_id)
        except SessionNotFound:
            return  # it has gone meanwhile; the feed says so too
        if number != self._reading or session_id != self._session_id:
            return
        self.facts = facts
        read_only = self._read_only
        self._note.setVisible(read_only)
        for section in self.sections:
            section.show()
            section.fill(facts, read_only=read_only)
        self._rule()

    def _read_parts(self) -> None:
        if self._session_id is not None and self.isVisible() and self._session_id in self._workspace.topology:
            self._sending += 1
            tasks.start(self._show_parts(self._session_id, self._sending), self)

    async def _show_parts(self, session_id: SessionId, number: int) -> None:
        try:
            request = await self._workspace.sending.next_request(session_id, self._draft())
        except SessionNotFound:
            return
        if number == self._sending and session_id == self._session_id and hasattr(self, "_sent"):
            self.parts = request.parts
            self._sent.show_request(request)

    def _follow(self, changes: Changes) -> None:
        if self._session_id is None or not self.isVisible():
            return
        if (
            changes.placed
            or changes.services
            or changes.settings
            or changes.library
            or self._session_id in changes.touched | changes.records
        ):
            self._read()

    # -- what is changed

    def _change_instructions(self, section: InstructionsSection, written: Maybe[str]) -> None:
        if self.facts is None:
            return
        command = SetConfig(self.facts.session_id, written, self.facts.skills)

        async def keep() -> None:
            kept = False
            try:
                await self._carry_out(command)
                kept = True
            finally:
                section.settle(command.session_id, kept=kept)

        tasks.start(keep(), self)

    def _change_skills(self, skills: Maybe[tuple[str, ...]]) -> None:
        if self.facts is not None and skills != self.facts.skills:
            self._apply(SetConfig(self.facts.session_id, self.facts.system_prompt, skills))

    def _apply(self, command: SetConfig | RemoveRef) -> None:
        tasks.start(self._carry_out(command), self)

    async def _carry_out(self, command: SetConfig | RemoveRef) -> None:
        self.told.emit(steps.done(await self._workspace.apply(command)))

    def _refer(self) -> None:
        if self.facts is not None:
            self.refer_requested.emit(self.facts.session_id)

    def _unrefer(self, target: str) -> None:
        if self.facts is not None:
            self._apply(RemoveRef(self.facts.session_id, SessionId(target)))

    def _change_service(self, service: Service | None) -> None:
        if self.facts is not None:
            tasks.start(self._workspace.services.bind(self.facts.session_id, service), self)

    # -- how it looks

    def _put_words(self) -> None:
        self._title.setText(self.tr("What this conversation is told"))
        describe(self.close_button, self.tr("Back to the messages"), "Esc")
        self._note.setText(self.tr("This conversation is archived: it can be read, but not changed."))
        self._note.setVisible(self.facts is not None and self._read_only)
        self._inner.setMaximumWidth(theme.current().px("base") * _MAX_CHARS_WIDE)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.StyleChange} and hasattr(self, "_making"):
            self._put_words()
