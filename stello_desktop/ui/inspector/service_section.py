"""Who answers in a conversation, and the question before its text goes to another service (M-10, T-8)."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.facts import SessionFacts
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.ui.controls import plain_label
from stello_desktop.ui.inspector.section import Section
from stello_desktop.ui.model_chooser import ModelChooser
from stello_desktop.ui.other_service import ask_before_it_leaves
from stello_desktop.ui.service_words import full_name
from stello_desktop.workspace.workspace import Workspace


class ServiceSection(Section):
    """Signals: changed(object) a `Service`, or None for the person's default; settings_requested."""

    changed = Signal(object)
    settings_requested = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__("inspectService", parent)
        self._workspace = workspace
        self.head.addWidget(self.origin)
        self._chooser = ModelChooser(workspace)
        self._chooser.setObjectName("inspectModel")
        self._gone = plain_label(size="small", tone="warning", wrap=True, name="inspectServiceGone")
        self.body.addWidget(self._chooser)
        self.body.addWidget(self._gone)
        self._chooser.chosen.connect(self._choose)
        self._chooser.settings_requested.connect(self.settings_requested)
        self.put_words()

    @override
    def put_words(self) -> None:
        words = self.tr("Answers with")
        self.title.setText(words)
        default = self.tr("Your usual one: %1").replace("%1", full_name(self._workspace.answering.default))
        self._chooser.put_words(words, default)
        self._gone.setText(
            self.tr(
                "This AI service was removed. The conversation cannot go on until another one answers here."
            )
        )

    @override
    def show_facts(self, facts: SessionFacts) -> None:
        self.put_words()
        self._chooser.set_choice(facts.model)
        self._chooser.setEnabled(not self.read_only)
        gone = facts.model is not None and self._workspace.answering.service_for(facts.model) is None
        self._gone.setVisible(gone)
        layer = facts.model_layer
        self.origin.show_origin(() if layer is None else (layer,))
        self.origin.setVisible(layer is not None)

    def _choose(self, ref: ModelRef | None) -> None:
        facts = self.facts
        if facts is None:
            return
        default = self._workspace.answering.default
        target = ModelRef(default.service_id, default.model) if ref is None else ref
        service = None if ref is None else self._workspace.answering.service_for(ref)
        question = ask_before_it_leaves(
            self, self._workspace, facts.session_id, target, lambda: self.changed.emit(service)
        )
        if question is not None:
            question.rejected.connect(lambda: self._chooser.set_choice(facts.model))
