"""Source and place: where a conversation came from, and where it hangs now (F-8, T-6, P-1)."""

from __future__ import annotations

import re
from typing import Final, override

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from stello_desktop.domain.config import ContextMode
from stello_desktop.domain.facts import Neighbour, SessionFacts
from stello_desktop.ui.controls import button, plain_label
from stello_desktop.ui.copying import copies
from stello_desktop.ui.flow_layout import FlowLayout
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.inspector.section import Section
from stello_desktop.ui.preview.text_box import TextBox
from stello_desktop.ui.short_names import shortened

_MARKS: Final = re.compile(r"[|*#`>]+|-{3,}|:-+:?")
_MAX_CHARS: Final = 110
_MAX_LINES: Final = 10
"""Of the summary; more than this scrolls."""


def first_words(text: str) -> str:
    """The beginning of a message as one line, without what marks tables, lists and headings."""
    words = " ".join(_MARKS.sub(" ", text).split())
    return words if len(words) <= _MAX_CHARS else words[: _MAX_CHARS - 1].rstrip() + "…"


class LinkLine(QWidget):
    """Words and the name of another conversation; a click goes there.

    Signals:
        go_requested(str).
    """

    go_requested = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._target = ""
        self.words: QLabel = plain_label(tone="muted", name=f"{name}Words")
        self.link: QPushButton = button(kind="link", name=name)
        self.link.setProperty("flush", True)
        row = FlowLayout(self, gap_px=5)
        row.addWidget(self.words)
        row.addWidget(self.link)
        self.link.clicked.connect(lambda: self.go_requested.emit(self._target))

    def say(self, words: str, target: Neighbour | None) -> None:
        """Show the line; without a target, or with one that is gone, it is words alone."""
        there = target is not None and target.there
        self.words.setText(words)
        self.link.setVisible(there)
        if there and target is not None:
            self._target = target.session_id
            self.link.setText(shortened(target.label).replace("&", "&&"))
            self.link.setAccessibleName(filled(self.tr("%1 %2"), words, target.label))


class PlaceSection(Section):
    """Signals: go_requested(str) show another conversation; message_requested(str, RecordId) one message of it."""

    go_requested = Signal(str)
    message_requested = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("inspectPlace", parent)
        self._source = LinkLine("inspectSource")
        self._message = plain_label(size="small", tone="muted", wrap=True, name="inspectMessage")
        self._show = button(kind="link", name="inspectShowMessage")
        self._show.setProperty("flush", True)
        self._parent = LinkLine("inspectParent")
        self._began = plain_label(size="small", tone="muted", wrap=True, name="inspectBegan")
        self._began.setContentsMargins(0, 0, 0, 3)
        self._summary = TextBox("inspectInherited", lines=(1, _MAX_LINES), read_only=True)
        self._summary.hide()
        self._copy = button(kind="link", icon="copy", name="inspectInheritedCopy")
        self._copy.setProperty("flush", True)
        self._copy.hide()
        copies(self._copy, lambda: self._summary.text)
        for part in (
            self._source,
            self._message,
            self._show,
            self._parent,
            self._began,
            self._summary,
            self._copy,
        ):
            self.body.addWidget(part)
        for link in (self._show, self._copy):
            self.body.setAlignment(link, Qt.AlignmentFlag.AlignLeft)
        self.body.setSpacing(3)
        self._source.go_requested.connect(self.go_requested)
        self._parent.go_requested.connect(self.go_requested)
        self._show.clicked.connect(self._ask_for_message)
        self.put_words()

    @override
    def put_words(self) -> None:
        self.title.setText(self.tr("Where it comes from"))
        self._show.setText(self.tr("Show this message"))
        self._summary.setAccessibleName(self.tr("The summary that it began with"))
        self._copy.setText(self.tr("Copy"))
        self._copy.setAccessibleName(self.tr("Copy the summary that it began with"))

    @override
    def show_facts(self, facts: SessionFacts) -> None:
        source, excerpt = facts.source, facts.branched_at
        if source is None and facts.parent is None:
            self._source.say(self.tr("A project of its own; it branched from nothing."), None)
        elif source is None:
            self._source.say(self.tr("It was a project of its own; it branched from nothing."), None)
        elif not source.there:
            self._source.say(self.tr("Branched from a conversation that no longer exists."), None)
        else:
            self._source.say(self.tr("Branched from"), source)
        self._message.setVisible(excerpt is not None)
        self._show.setVisible(excerpt is not None and source is not None and source.there)
        if excerpt is not None:
            self._message.setText(self.tr("At this message: “%1”").replace("%1", first_words(excerpt.text)))
        settled = facts.parent is None if source is None else not facts.moved
        self._parent.setVisible(not settled)  # else it hangs under what it branched from, and that is said
        if facts.parent is None:
            self._parent.say(self.tr("It is a project of its own now."), None)
        else:
            self._parent.say(self.tr("It hangs under another one now:"), facts.parent)
        words = self._began_words(facts)
        self._began.setText(words)
        self._began.setVisible(bool(words) and source is not None)
        self._summary.put_text(facts.inherited_summary)
        for part in (self._summary, self._copy):
            part.setVisible(bool(facts.inherited_summary))

    def _ask_for_message(self) -> None:
        facts = self.facts
        if facts is not None and facts.source is not None and facts.branched_at is not None:
            self.message_requested.emit(facts.source.session_id, facts.branched_at.record_id)

    def _began_words(self, facts: SessionFacts) -> str:
        if facts.began_with is ContextMode.INHERIT:
            words = self.tr("It began with what had been said there.")
        elif facts.inherited_summary:
            words = self.tr("It began with a summary of what had been said there.")
        elif facts.began_with is ContextMode.COMPRESS:
            words = self.tr("Nothing had been said there yet, so it began empty.")
        else:
            return self.tr("It began empty.") if facts.began_with is ContextMode.NONE else ""
        if not facts.source_had_summary or facts.source is None:
            return words
        left = self.tr("The summary that “%1” itself had begun with did not come along.")
        return filled(self.tr("%1 %2"), words, left.replace("%1", shortened(facts.source.label)))
