"""One part of the inspector: a title, where its value came from, and what belongs to it."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.domain.facts import SessionFacts
from stello_desktop.ui.controls import plain_label
from stello_desktop.ui.preview.origin_table import OriginMark


class Section(QWidget):
    """Subclasses say what they show in `show_facts` and put their words in `put_words`.

    Attributes:
        facts: what was shown last; None before the first time.
        origin: at the right of the title; hidden until a layer is known.
        body: the column below the title.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.facts: SessionFacts | None = None
        self.read_only = False
        self.title = plain_label(strong=True, wrap=True, name=f"{name}Title")
        self.origin = OriginMark(f"{name}From")
        self.origin.setParent(self)  # not every part shows it
        self.origin.hide()
        self.head = QHBoxLayout()
        self.head.setSpacing(8)
        self.head.addWidget(self.title, 1)
        self.body = QVBoxLayout()
        self.body.setSpacing(6)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(self.head)
        column.addLayout(self.body)

    def fill(self, facts: SessionFacts, *, read_only: bool) -> None:
        """Show a conversation; ``read_only`` where nothing of it may be changed."""
        self.facts, self.read_only = facts, read_only
        self.show_facts(facts)

    def show_facts(self, facts: SessionFacts) -> None:
        """Show this."""
        raise NotImplementedError

    def put_words(self) -> None:
        """Read the words again, after a language change too."""

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "body"):
            self.put_words()
            if self.facts is not None:
                self.show_facts(self.facts)
