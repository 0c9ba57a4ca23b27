"""With which profile a conversation was made, which values it was given, and what became of it (T-8)."""

from __future__ import annotations

from typing import override

from PySide6.QtWidgets import QHBoxLayout, QWidget

from stello_desktop.domain.facts import ProfileState, SessionFacts
from stello_desktop.domain.library import SavedProfile
from stello_desktop.ui.controls import plain_label
from stello_desktop.ui.hue_dot import HueDot
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.inspector.section import Section
from stello_desktop.workspace.workspace import Workspace


class ProfileSection(Section):
    """Takes no room for a project, which has none."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__("inspectProfile", parent)
        self._workspace = workspace
        self._dot = HueDot()
        self._name = plain_label(wrap=True, name="inspectProfileName")
        self._state = plain_label(size="small", tone="muted", wrap=True, name="inspectProfileState")
        self._values = plain_label(size="small", wrap=True, name="inspectProfileValues")
        row = QHBoxLayout()
        row.setSpacing(7)
        row.addWidget(self._dot)
        row.addWidget(self._name, 1)
        self.body.addLayout(row)
        self.body.addWidget(self._values)
        self.body.addWidget(self._state)
        self.body.setSpacing(3)
        self.put_words()

    @override
    def put_words(self) -> None:
        self.title.setText(self.tr("Profile"))

    @override
    def show_facts(self, facts: SessionFacts) -> None:
        self.setVisible(bool(facts.profile) or facts.source is not None)
        profile = facts.profile_now
        self._dot.setVisible(profile is not None)
        if profile is not None:
            self._dot.show_hue(profile.hue)
        self._name.setText(self._name_words(facts))
        labels = {} if profile is None else {item.name: item.label for item in profile.variables}
        values = "\n".join(
            f"{labels.get(name) or name}: {value}" for name, value in facts.profile_vars.items()
        )
        self._values.setText(values)
        self._values.setVisible(bool(values))
        words = self._state_words(facts, profile)
        self._state.setText(words)
        self._state.setVisible(bool(words))

    def _name_words(self, facts: SessionFacts) -> str:
        if not facts.profile:
            return self.tr("Made without a profile")
        if not facts.profile_version:
            return facts.profile
        return filled(self.tr("%1, version %2"), facts.profile, facts.profile_version)

    def _state_words(self, facts: SessionFacts, profile: SavedProfile | None) -> str:
        if facts.profile_state is ProfileState.GONE:
            return self.tr("This profile no longer exists. The conversation keeps what it was told.")
        if facts.profile_state is ProfileState.ARCHIVED:
            return self.tr("This profile is archived. The conversation keeps what it was told.")
        if facts.profile_state is ProfileState.CHANGED and profile is not None:
            if profile.name != facts.profile:
                words = self.tr(
                    "The profile is called %1 now and is at version %2. "
                    "The conversation keeps what it was told."
                )
                return filled(words, profile.name, str(profile.version))
            words = self.tr(
                "The profile has been changed since; it is at version %1 now. "
                "The conversation keeps what it was told."
            )
            return words.replace("%1", str(profile.version))
        return ""
