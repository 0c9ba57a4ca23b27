"""What the assistant of a conversation may do by itself: a sentence for each tool (X-1, X-2, Q23)."""

from __future__ import annotations

import re
from typing import Final, override

from PySide6.QtWidgets import QWidget

from stello_desktop.domain.facts import SessionFacts
from stello_desktop.domain.messages import ToolDefinition
from stello_desktop.ui.controls import plain_label
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.inspector.section import Section
from stello_desktop.workspace.workspace import Workspace

_CREATE: Final = "stello_create_session"
_SKILL: Final = "activate_skill"
_SENTENCE: Final = re.compile(r"^.*?[.!?。！？](?=\s|$)", re.DOTALL)
_MAX_CHARS: Final = 300


class ToolsSection(Section):
    """Sentences; only tools that the person has added themselves have names that mean something to them."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__("inspectTools", parent)
        self._workspace = workspace
        self._unable = plain_label(tone="warning", wrap=True, name="inspectUnable")
        self._list = plain_label(wrap=True, name="inspectToolList")
        self.body.addWidget(self._unable)
        self.body.addWidget(self._list)
        self.put_words()

    @override
    def put_words(self) -> None:
        self.title.setText(self.tr("What the assistant can do by itself"))
        self._unable.setText(self.tr("This model cannot open branches by itself. Use the Branch button."))

    @override
    def show_facts(self, facts: SessionFacts) -> None:
        unable = self._workspace.answering.can_open_branches(facts.session_id) is False
        self._unable.setVisible(unable)
        self._list.setVisible(not unable)
        line = self.tr("%1 (%2)", "what a tool does, and its name")
        lines = [
            self._sentence(tool)
            if tool.name in {_CREATE, _SKILL}
            else filled(line, self._sentence(tool), tool.name)
            for tool in facts.tools
        ]
        self._list.setText("\n".join(lines) or self.tr("Nothing but answer."))

    def _sentence(self, tool: ToolDefinition) -> str:
        if tool.name == _CREATE:
            return self.tr("Opens a branch where a subject deserves a conversation of its own.")
        if tool.name == _SKILL:
            return self.tr("Reads one of its skills when it needs it.")
        found = _SENTENCE.match(tool.description)
        return " ".join((found.group() if found else tool.description)[:_MAX_CHARS].split())
