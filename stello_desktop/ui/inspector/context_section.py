"""What a conversation reads beside its own messages: summaries of others, titles of its project (C-3, C-8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, override

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.context_state import ContextChoices
from stello_desktop.domain.errors import SessionNotFound
from stello_desktop.domain.facts import SessionFacts
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.services import Service
from stello_desktop.ui import dialogs, tasks
from stello_desktop.ui.controls import button, describe, plain_label, repolish, tool_button
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.inspector.section import Section
from stello_desktop.ui.listing import listed
from stello_desktop.ui.segments import SegmentedChoice
from stello_desktop.ui.service_words import full_name
from stello_desktop.ui.short_names import shortened
from stello_desktop.workspace.workspace import Workspace

_OUTLINE: Final = ("workspace", "yes", "no")
_VALUES: Final = {"workspace": None, "yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class _Reference:
    """One row: where it leads, and what there is of it to be read."""

    session_id: SessionId
    label: str
    has_summary: bool
    unseen_by: Service | None


class ContextSection(Section):
    """Signals: refer_requested, removed(str) a reference, go_requested(str)."""

    refer_requested = Signal()
    removed = Signal(str)
    go_requested = Signal(str)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__("inspectContext", parent)
        self._workspace = workspace
        self._reading = 0
        self._choices = ContextChoices()
        self._references: tuple[_Reference, ...] = ()
        self._refer = button(kind="link", name="inspectRefer")
        self.head.addWidget(self._refer)
        self._none = plain_label(size="small", tone="muted", wrap=True, name="inspectNoReferences")
        self._rows = QVBoxLayout()
        self._rows.setSpacing(2)
        self._read = QCheckBox()
        self._read.setObjectName("inspectReadReferences")
        self._note = plain_label(size="small", tone="muted", wrap=True, name="inspectReadNote")
        self._ask = plain_label(name="inspectTitlesLabel")
        self._titles = SegmentedChoice(_OUTLINE, "inspectTitles")
        self._titles_note = plain_label(size="small", tone="muted", wrap=True, name="inspectTitlesNote")
        self.body.addWidget(self._none)
        self.body.addLayout(self._rows)
        for part in (self._read, self._note):
            self.body.addWidget(part)
        self.body.addSpacing(6)
        self.body.addWidget(self._ask)
        self.body.addWidget(self._titles)
        self.body.addWidget(self._titles_note)
        self._refer.clicked.connect(self.refer_requested)
        self._read.clicked.connect(self._choose_reading)
        self._titles.chosen.connect(lambda value: self._choose(share_outline=_VALUES[value]))
        unsubscribe = workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_: unsubscribe())
        self.put_words()

    @override
    def put_words(self) -> None:
        self.title.setText(self.tr("What it reads of other conversations"))
        self._refer.setText(self.tr("Refer to…"))
        self._none.setText(
            self.tr("It refers to no other conversation. A reference lets it read another one's summary.")
        )
        self._read.setText(self.tr("Read their summaries"))
        self._ask.setText(self.tr("Titles of the project's conversations"))
        self._show()

    @override
    def show_facts(self, facts: SessionFacts) -> None:
        """Read beside the window; the newest reading counts."""
        self._reading += 1
        tasks.start(self._fetch(facts.session_id, self._reading), self)

    def _follow(self, changes: Changes) -> None:
        if changes.memory and self.facts is not None and self.isVisible():
            self.show_facts(self.facts)

    async def _fetch(self, session_id: SessionId, number: int) -> None:
        sending, topology = self._workspace.sending, self._workspace.topology
        try:
            choices = await sending.choices(session_id)
        except SessionNotFound:
            return
        targets = topology.refs_of(session_id) if session_id in topology else ()
        found: tuple[_Reference, ...] = ()
        if targets:
            digests = {item.session_id for item in await self._workspace.memory.digests(targets) if item.text}
            unseen = dict(await sending.unseen_references(session_id))
            found = tuple(
                _Reference(item, topology[item].label, item in digests, unseen.get(item)) for item in targets
            )
        if number != self._reading:
            return
        same = found == self._references
        self._choices, self._references = choices, found
        if not same:
            self._fill()
        self._show()

    # -- what is seen

    def _fill(self) -> None:
        """New rows; the focus stays near where it was."""
        focused: QWidget | None = self.window().focusWidget()
        held = False
        while (item := self._rows.takeAt(0)) is not None:
            if (gone := item.widget()) is not None:
                held = held or (focused is not None and gone.isAncestorOf(focused))
                gone.hide()
                gone.deleteLater()
        for reference in self._references:
            self._rows.addWidget(self._row(reference))
        if held:
            self._refer.setFocus()

    def _row(self, reference: _Reference) -> QWidget:
        made = QWidget()
        made.setObjectName(f"inspectReference_{reference.session_id}")
        go: QPushButton = button(kind="link", name="inspectReferenceGo")
        go.setProperty("flush", True)
        go.setText(shortened(reference.label).replace("&", "&&"))
        go.setAccessibleName(self.tr("Go to “%1”").replace("%1", reference.label))
        go.clicked.connect(lambda: self.go_requested.emit(reference.session_id))
        note = plain_label(self._row_words(reference), size="small", tone="muted", wrap=True)
        remove = tool_button("close", name="inspectReferenceRemove", size_px=13)
        describe(remove, self.tr("Refer to “%1” no longer").replace("%1", reference.label))
        remove.clicked.connect(lambda: self.removed.emit(reference.session_id))
        remove.setVisible(not self.read_only)
        row = QHBoxLayout(made)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(go)
        row.addWidget(note, 1)
        if reference.unseen_by is not None and not self.read_only:
            allow = button(self.tr("Allow…"), kind="link", name="inspectReferenceAllow")
            allow.setProperty("textSize", "small")
            allow.clicked.connect(lambda: self._ask_leave([reference]))
            row.addWidget(allow)
        row.addWidget(remove, 0, Qt.AlignmentFlag.AlignVCenter)
        repolish(made)
        return made

    def _row_words(self, reference: _Reference) -> str:
        if reference.unseen_by is not None:
            words = self.tr("not read: %1 has not seen it")
            return words.replace("%1", full_name(reference.unseen_by))
        return "" if reference.has_summary else self.tr("no summary yet")

    def _show(self) -> None:
        there = bool(self._references)
        self._none.setVisible(not there)
        self._read.setVisible(there)
        self._read.setChecked(self._choices.read_references)
        self._note.setVisible(there)
        self._note.setText(
            self.tr("Their summaries go along with each message, to this conversation's AI service.")
            if self._choices.read_references
            else self.tr("Off: nothing of them is sent.")
        )
        shared = self._workspace.settings.share_outline
        words = (self.tr("As in Settings"), self.tr("Tell"), self.tr("Do not tell"))
        self._titles.put_words(self._ask.text(), words)
        own = self._choices.share_outline
        self._titles.choose("workspace" if own is None else "yes" if own else "no")
        told = shared if own is None else own
        self._titles_note.setText(
            self.tr("Its AI service is told the titles of the conversations of this project.")
            if told
            else self.tr("Its AI service is not told the titles of other conversations.")
        )
        self._refer.setVisible(not self.read_only)
        self._read.setEnabled(not self.read_only)
        self._titles.setEnabled(not self.read_only)

    # -- what is chosen

    def _choose(self, **changes: object) -> None:
        if self.facts is not None:
            tasks.start(self._workspace.sending.choose(self.facts.session_id, **changes), self)

    def _choose_reading(self, on: bool) -> None:
        unseen = [reference for reference in self._references if reference.unseen_by is not None]
        if on and unseen:
            self._read.setChecked(False)
            self._ask_leave(unseen, turn_on=True)
        else:
            self._choose(read_references=on)

    def _ask_leave(self, references: Sequence[_Reference], *, turn_on: bool = False) -> None:
        """One question that names the service which would see them for the first time (M-10)."""
        facts, service = self.facts, references[0].unseen_by
        if facts is None or service is None:
            return
        names = listed(f"“{shortened(reference.label)}”" for reference in references[:3])
        if len(references) > len(references[:3]):
            names = self.tr("%1 and %n more", "", len(references) - 3).replace("%1", names)
        text = self.tr(
            "This conversation answers with %1, which has not seen %2 yet. "
            "Their summaries would go there with each message."
        )

        async def allow() -> None:
            await self._workspace.sending.allow_references(
                [reference.session_id for reference in references], service.service_id
            )
            if turn_on:
                await self._workspace.sending.choose(facts.session_id, read_references=True)
            elif self.facts is not None:
                self.show_facts(self.facts)

        dialogs.ask(
            self.window(),
            self.tr("Send summaries to %1?").replace("%1", full_name(service)),
            filled(text, full_name(service), names),
            self.tr("Send them"),
            lambda: tasks.start(allow(), self),
            careful=True,
        )
