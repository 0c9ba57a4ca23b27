"""Where a skill is written, and where one from a folder is read before it is used (S-2, T18)."""

from __future__ import annotations

from dataclasses import replace
from typing import override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.domain.library import (
    MAX_LINE_CHARS,
    MAX_NAME_CHARS,
    FileState,
    FolderSkill,
    SavedSkill,
)
from stello_desktop.domain.text import clean_label, clean_text
from stello_desktop.ui.controls import button, frame, plain_label
from stello_desktop.ui.labeled_field import LabeledField
from stello_desktop.ui.line_field import LineField
from stello_desktop.ui.preview.text_box import TextBox
from stello_desktop.ui.skills.users import SkillUsersView


class SkillEditor(QWidget):
    """The three fields of a skill. Saving is somebody else's.

    Signals:
        changed: the person changed something; `skill` has it.
        agreed(str): use a folder's skill with the text that stands here.
        copy_requested: the person wants a copy of their own.
    """

    changed = Signal()
    agreed = Signal(str)
    copy_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skill: SavedSkill | None = None
        self._file: FolderSkill | None = None
        self._taken = self._filling = False
        self.title = plain_label(size="title", wrap=True, name="skillTitle")
        self.state = plain_label(size="small", tone="muted", name="skillState")
        self.name = LineField("skillName", max_chars=MAX_NAME_CHARS)
        self.description = LineField("skillDescription", max_chars=MAX_LINE_CHARS)
        self.content = TextBox("skillText", lines=(12, 34))
        self.content.setUndoRedoEnabled(True)
        self.reading = TextBox("skillReading", lines=(4, 34), read_only=True)
        self.users = SkillUsersView()
        self._origin = plain_label(size="small", tone="muted", wrap=True, name="skillOrigin")
        self._notice = self._make_notice()
        self._copy = button(kind="normal", icon="copy", name="skillCopy")
        self._rows = {
            "name": LabeledField(self.name, "skillName"),
            "description": LabeledField(self.description, "skillDescription"),
            "content": LabeledField(self.content, "skillText"),
        }
        self._build()
        self.name.textEdited.connect(lambda text: self._change(name=clean_label(text)))
        self.description.textEdited.connect(lambda text: self._change(description=clean_text(text)))
        self.content.textChanged.connect(self._take_content)
        self._copy.clicked.connect(self.copy_requested)
        self._use.clicked.connect(self._agree)
        self._retranslate()

    def _make_notice(self) -> QFrame:
        notice = frame("card")
        self._notice_words = plain_label(wrap=True, name="skillNotice")
        self._use = button(kind="primary", icon="check", name="skillAgree")
        row = QHBoxLayout(notice)
        row.setContentsMargins(14, 10, 10, 10)
        row.setSpacing(12)
        row.addWidget(self._notice_words, 1)
        row.addWidget(self._use, 0, Qt.AlignmentFlag.AlignVCenter)
        return notice

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self.title, 1)
        head.addWidget(self.state, 0, Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        column.addLayout(head)
        column.addWidget(self._origin)
        column.addWidget(self._notice)
        for row in self._rows.values():
            column.addWidget(row)
        column.addWidget(self.reading)
        column.addWidget(self._copy, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.users)
        column.addStretch(1)

    # -- what is shown

    @property
    def skill(self) -> SavedSkill | None:
        """The own skill as it stands in the fields; None while a folder's is shown."""
        return self._skill

    def show_skill(self, skill: SavedSkill) -> None:
        """Edit an own skill; what is the same already is not touched."""
        self._filling = True
        other = self._skill is None or self._skill.skill_id != skill.skill_id
        self._skill, self._file, self._taken = skill, None, False
        self.name.put(skill.name)
        self.description.put(skill.description)
        if other:
            self.content.begin_with(skill.content)
            self.content.moveCursor(QTextCursor.MoveOperation.Start)
        elif self.content.text != skill.content:
            self.content.set_text(skill.content)
        self._filling = False
        self._show()

    def show_file(self, file: FolderSkill) -> None:
        """Read a skill that lies in a folder."""
        self._skill, self._file = None, file
        self.reading.put_text(file.skill.content)
        self.state.setText("")
        self._show()

    def put_name(self, name: str) -> None:
        """Another name, as if it had been typed."""
        self.name.put(name)
        self._change(name=name)

    def say_taken(self, *, taken: bool) -> None:
        """Whether another skill has the name that stands in the field."""
        self._taken = taken
        self._say_problems()

    def _show(self) -> None:
        skill, file = self._skill, self._file
        for row in self._rows.values():
            row.setVisible(file is None)
        for part in (self.reading, self._copy):
            part.setVisible(file is not None)
        waiting = file is not None and file.state is not FileState.IN_USE
        self._notice.setVisible(waiting)
        shown = skill if file is None else file.skill
        if shown is None:
            return
        self.title.setText(shown.name or self.tr("Skill"))
        archived = self.tr("Archived: no conversation is offered it.") if shown.archived else ""
        origin = archived if file is None else f"{shown.description}\n{file.file.path}"
        self._origin.setText(origin)
        self._origin.setVisible(bool(origin))
        if waiting and file is not None:
            self._notice_words.setText(
                self.tr(
                    "This file has changed since you agreed to it. It is not used until you agree to this text."
                )
                if file.state is FileState.CHANGED
                else self.tr("This file is new in the folder. It is not used until you agree to its text.")
            )
        self._say_problems()

    def _say_problems(self) -> None:
        skill = self._skill
        if skill is None:
            return
        problem = ""
        if not self.name.text().strip():
            problem = self.tr("a skill needs one; the last one stays")
        elif self._taken:
            problem = self.tr("another skill has it; the last one stays")
        self._rows["name"].put_problem(problem)
        empty = not skill.content.strip()
        self._rows["content"].put_note(
            self.tr("The assistant is offered this skill as soon as it has a text.") if empty else ""
        )

    # -- what is typed

    def _take_content(self) -> None:
        if self._filling or self._skill is None:
            return
        self._change(content=clean_text(self.content.text))

    def _change(self, **fields: str) -> None:
        if self._filling or self._skill is None:
            return
        changed = replace(self._skill, **fields)  # type: ignore[arg-type]  # texts only
        if changed == self._skill:
            return
        self._skill = changed
        if "name" in fields:
            self.title.setText(changed.name or self.tr("Skill"))
        self._say_problems()
        self.changed.emit()

    def _agree(self) -> None:
        if self._file is not None:
            self.agreed.emit(self._file.skill.skill_id)

    def _retranslate(self) -> None:
        rows = self._rows
        rows["name"].put_label(self.tr("Name"))
        rows["description"].put_label(self.tr("When to use it"))
        rows["content"].put_label(self.tr("What to do"))
        self.name.setAccessibleName(self.tr("Name"))
        self.description.setAccessibleName(self.tr("When to use it"))
        self.description.setPlaceholderText(self.tr("One sentence; the assistant chooses by it"))
        self.content.setAccessibleName(self.tr("What to do"))
        self.content.setPlaceholderText(
            self.tr(
                "Write to the assistant as to a colleague: what you want, in which order, and what to leave out."
            )
        )
        self.reading.setAccessibleName(self.tr("Text of the skill"))
        self._copy.setText(self.tr("Make a copy of my own"))
        self._use.setText(self.tr("Use this text"))
        self._show()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_rows"):
            self._retranslate()
