"""Source and place: where a conversation came from, and where it hangs now (F-8, T-6, P-1)."""

from __future__ import annotations

import re
from typing import Final, override

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from stello_desktop.domain.config import ContextMode
from stello_desktop.domain.facts import Neighbour, SessionFacts
from stello_desktop.ui.controls import button, plain_label
from stello_desktop.ui.flow_layout import FlowLayout
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.inspector.section import Section
from stello_desktop.ui.short_names import shortened

_MARKS: Final = re.compile(r"[|*#`>]+|-{3,}|:-+:?")
_MAX_CHARS: Final = 110


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
        for part in (self._source, self._message, self._show, self._parent, self._began):
            self.body.addWidget(part)
        self.body.setAlignment(self._show, Qt.AlignmentFlag.AlignLeft)
        self.body.setSpacing(3)
        self._source.go_requested.connect(self.go_requested)
        self._parent.go_requested.connect(self.go_requested)
        self._show.clicked.connect(self._ask_for_message)
        self.put_words()

    @override
    def put_words(self) -> None:
        self.title.setText(self.tr("Where it comes from"))
        self._show.setText(self.tr("Show this message"))

    @override
    def show_facts(self, facts: SessionFacts) -> None:
        source, excerpt = facts.source, facts.branched_at
        if source is None:
            self._source.say(self.tr("A project of its own; it branched from nothing."), None)
        elif not source.there:
            self._source.say(self.tr("Branched from a conversation that no longer exists."), None)
        else:
            self._source.say(self.tr("Branched from"), source)
        self._message.setVisible(excerpt is not None)
        self._show.setVisible(excerpt is not None and source is not None and source.there)
        if excerpt is not None:
            self._message.setText(self.tr("At this message: “%1”").replace("%1", first_words(excerpt.text)))
        self._parent.setVisible(source is not None)
        if facts.parent is None:
            self._parent.say(self.tr("It is a project of its own now."), None)
        elif facts.moved:
            self._parent.say(self.tr("It hangs under another one now:"), facts.parent)
        else:
            self._parent.say(self.tr("It hangs under it still:"), facts.parent)
        words = self._began_words(facts)
        self._began.setText(words)
        self._began.setVisible(bool(words) and source is not None)

    def _ask_for_message(self) -> None:
        facts = self.facts
        if facts is not None and facts.source is not None and facts.branched_at is not None:
            self.message_requested.emit(facts.source.session_id, facts.branched_at.record_id)

    def _began_words(self, facts: SessionFacts) -> str:
        if facts.began_with is ContextMode.INHERIT:
            return self.tr("It began with what had been said there.")
        if facts.began_with is ContextMode.COMPRESS:
            return self.tr("It began with a summary of what had been said there.")
        if facts.began_with is ContextMode.NONE:
            return self.tr("It began empty.")
        return ""
