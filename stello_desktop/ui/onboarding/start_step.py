"""The first step: the language is set to the system's; a project of one's own, or an example."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.domain.text import MAX_LABEL_CHARS, clean_label
from stello_desktop.ui import i18n
from stello_desktop.ui.controls import Glyph, button, frame, plain_label
from stello_desktop.ui.line_field import LineField
from stello_desktop.ui.segments import SegmentedChoice


class StartStep(QWidget):
    """One question: what would you like to think about.

    Signals:
        language_chosen: another language.
        project_named: start a project with this name.
        example_chosen: look at the example instead.
    """

    language_chosen = Signal(str)
    project_named = Signal(str)
    example_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._language = SegmentedChoice(tuple(i18n.NAMES), "welcomeLanguage")
        self._language.chosen.connect(lambda language: self.language_chosen.emit(str(language)))
        self._mark = Glyph("map", "accent", 28)
        self._title = plain_label(size="title")
        self._what = plain_label(tone="muted", wrap=True)
        self._own = plain_label(size="large", wrap=True)
        self._own_note = plain_label(tone="muted", wrap=True)
        self._name = LineField("welcomeName", max_chars=MAX_LABEL_CHARS)
        self._start = button(kind="primary", name="welcomeStart")
        self._example_note = plain_label(tone="muted", wrap=True)
        self._example = button(name="welcomeExample")
        self._build()
        self._name.returnPressed.connect(self._name_project)
        self._start.clicked.connect(self._name_project)
        self._example.clicked.connect(self.example_chosen)
        self._retranslate()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        head = QHBoxLayout()
        head.addWidget(self._mark)
        head.addWidget(self._title)
        head.addStretch(1)
        head.addWidget(self._language)
        column.addLayout(head)
        column.addWidget(self._what)
        column.addSpacing(10)
        card = frame("card")
        own = QVBoxLayout(card)
        own.setContentsMargins(22, 18, 22, 20)
        own.setSpacing(10)
        own.addWidget(self._own)
        own.addWidget(self._own_note)
        line = QHBoxLayout()
        line.setSpacing(10)
        line.addWidget(self._name, 1)
        line.addWidget(self._start)
        own.addLayout(line)
        column.addWidget(card)
        column.addSpacing(4)
        foot = QHBoxLayout()
        foot.setSpacing(14)
        foot.addWidget(self._example)
        foot.addWidget(self._example_note, 1)
        column.addLayout(foot)

    def show_language(self, language: str) -> None:
        """Mark the language that is spoken now."""
        self._language.choose(language)

    def focus_name(self) -> None:
        """Let the person type at once."""
        self._name.setFocus(Qt.FocusReason.OtherFocusReason)

    def _name_project(self) -> None:
        self.project_named.emit(clean_label(self._name.text()) or self.tr("My first project"))

    def _retranslate(self) -> None:
        self._language.put_words(self.tr("Language"), list(i18n.NAMES.values()))
        self._title.setText("Stello")
        self._what.setText(
            self.tr("A conversation can branch here, and every branch is a star on a map that you arrange.")
        )
        self._own.setText(self.tr("Start my own project"))
        self._own_note.setText(self.tr("What would you like to think about? You can rename it at any time."))
        self._name.setPlaceholderText(self.tr("My first project"))
        self._name.setAccessibleName(self.tr("Name of the project"))
        self._start.setText(self.tr("Start"))
        self._example.setText(self.tr("Look at an example"))
        self._example_note.setText(self.tr("A small finished project. One click removes it again."))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.StyleChange) and hasattr(
            self, "_example_note"
        ):
            self._retranslate()
