"""Which skills a conversation sees: all, none, or only these (S-1)."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.config import Maybe
from stello_desktop.domain.facts import SessionFacts
from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.controls import plain_label
from stello_desktop.ui.inspector.section import Section
from stello_desktop.ui.listing import listed
from stello_desktop.ui.skills_field import SkillsField
from stello_desktop.workspace.workspace import Workspace


class SkillsSection(Section):
    """Signals: changed(object) other skills were chosen: unset, none, or names; skills_requested to write one."""

    changed = Signal(object)
    skills_requested = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__("inspectSkills", parent)
        self.head.addWidget(self.origin)
        self._shown: SessionId | None = None
        self._field = SkillsField(workspace)
        self._seen = plain_label(size="small", tone="muted", wrap=True, name="inspectSkillsSeen")
        self.body.addWidget(self._field)
        self.body.addWidget(self._seen)
        self._field.changed.connect(lambda: self.changed.emit(self.value))
        self._field.skills_requested.connect(self.skills_requested)
        self.put_words()

    @property
    def value(self) -> Maybe[tuple[str, ...]]:
        """What is chosen."""
        return self._field.value

    @override
    def put_words(self) -> None:
        self.title.setText(self.tr("Skills"))

    @override
    def show_facts(self, facts: SessionFacts) -> None:
        other = self._shown != facts.session_id
        self._shown = facts.session_id
        self._field.show_value(facts.skills, for_defaults=True, other=other)
        self._field.setEnabled(not self.read_only)
        self.origin.show_origin(() if facts.skills_layer is None else (facts.skills_layer,))
        self.origin.setVisible(facts.skills_layer is not None)
        names = [name for name, _ in facts.visible_skills]
        self._seen.setVisible(bool(names))
        self._seen.setText(self.tr("It sees now: %1").replace("%1", listed(names)))
