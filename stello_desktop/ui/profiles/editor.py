"""Where a profile is written. It holds the profile as it stands in the fields; saving is somebody else's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, override

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.domain.config import UNSET, ContextMode, PromptMode
from stello_desktop.domain.library import MAX_LINE_CHARS, SavedProfile, TemplateVariable
from stello_desktop.domain.preview import Problem, ProblemCode
from stello_desktop.domain.templates import normal_name
from stello_desktop.domain.text import MAX_LABEL_CHARS, clean_text
from stello_desktop.ui.controls import plain_label
from stello_desktop.ui.line_field import LineField
from stello_desktop.ui.model_chooser import ModelChooser
from stello_desktop.ui.preview.braces import braces_note
from stello_desktop.ui.preview.problems import ProblemList
from stello_desktop.ui.preview.text_box import TextBox
from stello_desktop.ui.profiles.draft import DEFAULTS, variable_rows, with_variable, without_variable
from stello_desktop.ui.profiles.field import EditorField
from stello_desktop.ui.profiles.instructions import InstructionsEdit
from stello_desktop.ui.profiles.swatches import HueSwatches
from stello_desktop.ui.profiles.variables import VariableTable
from stello_desktop.ui.roomy_choice import RoomyChoice
from stello_desktop.ui.skills_field import SkillsField
from stello_desktop.workspace.workspace import Workspace


class ProfileEditor(QWidget):
    """All fields of one profile, or the two of the defaults.

    Attributes:
        filling: makes a few more fields each time; all of them at once would be a stall.

    Signals:
        changed: the person changed something; `profile` has it.
        skills_requested, settings_requested: the person wants a skill or a service that is not there.
    """

    changed = Signal()
    skills_requested = Signal()
    settings_requested = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._profile: SavedProfile | None = None
        self._filling = False
        self._fields: dict[str, EditorField] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(16)
        self.filling = self._fill()

    def _fill(self) -> Iterator[None]:
        self._make_head()
        yield
        self._make_instructions()
        yield
        self._make_joining()
        yield
        self._make_beginning()
        yield
        self._column.addStretch(1)
        self._wire()
        self.retranslate()
        yield

    def _add(self, name: str, *controls: QWidget) -> EditorField:
        field = self._fields[name] = EditorField(f"profile{name.title()}", *controls)
        self._column.addWidget(field)
        return field

    def _make_head(self) -> None:
        self.name = LineField("profileName", max_chars=MAX_LABEL_CHARS)
        self.name.setProperty("kind", "title")
        self.title = plain_label(size="title", name="profileTitle")
        self.state = plain_label(size="small", tone="muted", name="profileState")
        self.intro = plain_label(tone="muted", wrap=True, name="profileIntro")
        self.name_problems = ProblemList("profileNameProblems")
        self._head = QHBoxLayout()
        self._head.setSpacing(12)
        self._head.addWidget(self.name, 1)
        self._head.addWidget(self.title, 1)
        self._head.addWidget(self.state)
        block = QVBoxLayout()
        block.setSpacing(2)
        block.addLayout(self._head)
        block.addWidget(self.name_problems)
        self._column.addLayout(block)
        self._column.addWidget(self.intro)
        self.swatches = HueSwatches()
        self.description = LineField("profileDescription", max_chars=MAX_LINE_CHARS)
        self._add("description", self.description).head.addWidget(self.swatches)

    def _make_instructions(self) -> None:
        self.instructions = InstructionsEdit("profileInstructions")
        self.none = QCheckBox()
        self.none.setObjectName("profileNone")
        self.variables = VariableTable()
        self._add("instructions", self.instructions, self.none)
        self._add("variables", self.variables)

    def _make_joining(self) -> None:
        self.mode = RoomyChoice(tuple(PromptMode), "profileMode")
        self.skills = SkillsField(self._workspace)
        self._add("mode", self.mode)
        self._add("skills", self.skills)

    def _make_beginning(self) -> None:
        self.context = RoomyChoice((None, *ContextMode), "profileContext")
        self.opening = TextBox("profileOpening", lines=(1, 5))
        self.model = ModelChooser(self._workspace)
        self.model.setObjectName("profileModel")
        self._add("context", self.context)
        self._add("opening", self.opening)
        self._add("model", self.model)

    def _wire(self) -> None:
        self.name.textEdited.connect(lambda text: self._change(name=text))
        self.swatches.chosen.connect(lambda hue: self._change(hue=hue))
        self.description.textEdited.connect(lambda text: self._change(description=clean_text(text)))
        self.instructions.textChanged.connect(self._take_instructions)
        self.none.toggled.connect(lambda on: self._change(no_instructions=on))
        self.variables.changed.connect(self._take_variable)
        self.variables.removed.connect(self._remove_variable)
        self.mode.chosen.connect(lambda mode: self._change(mode=mode))
        self.skills.changed.connect(lambda: self._change(skills=self.skills.value))
        self.skills.skills_requested.connect(self.skills_requested)
        self.context.chosen.connect(
            lambda value: self._change(context=UNSET if value is None else ContextMode(value))
        )
        self.opening.textChanged.connect(self._take_opening)
        self.model.chosen.connect(lambda ref: self._change(model=ref))
        self.model.settings_requested.connect(self.settings_requested)

    # -- what is edited

    @property
    def profile(self) -> SavedProfile | None:
        """The profile as it stands in the fields."""
        return self._profile

    @property
    def is_defaults(self) -> bool:
        """Whether the defaults of every conversation are edited."""
        return self._profile is not None and self._profile.profile_id == DEFAULTS

    def forget(self) -> None:
        """Edit nothing any more."""
        self._profile = None

    def show_profile(self, profile: SavedProfile) -> None:
        """Edit another profile, or the same as somebody else changed it; what is the same is not touched."""
        self._filling = True
        before, self._profile = self._profile, profile
        other = before is None or before.profile_id != profile.profile_id
        self.name.put(profile.name)
        self.description.put(profile.description)
        self.swatches.choose(profile.hue)
        if other or self.instructions.text != profile.instructions:
            self.instructions.open_text(profile.profile_id, profile.instructions)
        self.instructions.heed_braces(profile.profile_id != DEFAULTS)
        if other or self.opening.text != profile.opening:
            self.opening.begin_with(profile.opening)
        self.none.setChecked(profile.no_instructions)
        self.mode.choose(profile.mode)
        self.skills.show_value(profile.skills, for_defaults=self.is_defaults, other=other)
        self.context.choose(None if profile.context is UNSET else profile.context)
        self.model.set_choice(profile.model)
        self._filling = False
        self._show_parts()
        self._follow()

    def put_name(self, name: str) -> None:
        """Another name, as if it had been typed."""
        self.name.put(name)
        self._change(name=name)

    def _show_parts(self) -> None:
        defaults = self.is_defaults
        for name, field in self._fields.items():
            if name not in {"instructions", "skills", "variables"}:
                field.setVisible(not defaults)
        for part, shown in ((self.intro, defaults), (self.title, defaults), (self.name, not defaults)):
            part.setVisible(shown)
        self._put_placeholder()

    def _change(self, **changes: Any) -> None:
        if self._profile is None or self._filling:
            return
        changed = replace(self._profile, **changes)
        if changed != self._profile:
            self._profile = changed
            self._follow()
            self.changed.emit()

    def _take_instructions(self) -> None:
        if self._profile is not None and not self._filling:
            self._change(instructions=clean_text(self.instructions.text))

    def _take_opening(self) -> None:
        if self._profile is not None and not self._filling:
            self._change(opening=clean_text(self.opening.text))

    def _take_variable(self, variable: TemplateVariable) -> None:
        if self._profile is not None:
            self._change(variables=with_variable(self._profile, variable).variables)

    def _remove_variable(self, name: str) -> None:
        if self._profile is not None:
            self.instructions.setFocus()
            self._change(variables=without_variable(self._profile, name).variables)

    def _follow(self) -> None:
        """What depends on other fields: the rows of variables, sentences, what is switched off."""
        profile = self._profile
        if profile is None:
            return
        rows = () if self.is_defaults or profile.no_instructions else variable_rows(profile)
        self.variables.show_rows(rows)
        self._fields["variables"].setVisible(bool(rows))
        if self.instructions.isEnabled() is profile.no_instructions:
            self.instructions.setEnabled(not profile.no_instructions)
        self._put_notes(profile)

    # -- mistakes

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """Name each mistake at its field."""
        found: dict[str, list[Problem]] = {name: [] for name in (*self._fields, "name")}
        for problem in problems:
            found.get(problem.field, found["instructions"]).append(problem)
        self.name_problems.show_problems(found.pop("name"))
        self.name.setAccessibleDescription(" ".join(self.name_problems.words))
        for name, of_field in found.items():
            self._fields[name].show_problems(of_field)
        self.instructions.show_doubtful(
            normal_name(str(problem.params.get("name", "")))
            for problem in found["instructions"]
            if problem.code is ProblemCode.UNKNOWN_VARIABLE
        )

    def field(self, name: str) -> EditorField:
        """One field by the name that problems use."""
        return self._fields[name]

    # -- words

    def _put_notes(self, profile: SavedProfile) -> None:
        self._fields["mode"].put_note(self._mode_words(profile.mode))
        self._fields["context"].put_note(self._context_words())
        self._fields["opening"].put_note(braces_note(profile.opening))
        if self.is_defaults:
            told = "" if profile.no_instructions else profile.instructions
            self._fields["instructions"].put_note(braces_note(told))
        elif profile.no_instructions:
            words = self.tr("A branch is told nothing, whatever else is written elsewhere.")
            if profile.mode is not PromptMode.PRESET:
                words = self.tr("This profile adds nothing; the branch's own instructions count.")
            self._fields["instructions"].put_note(words)
        else:
            self._fields["instructions"].put_note("")

    def _mode_words(self, mode: PromptMode) -> str:
        return {
            PromptMode.PRESET: self.tr("A branch is told these instructions and nothing else."),
            PromptMode.PREPEND: self.tr(
                "These instructions come first; the branch's own follow after an empty line."
            ),
            PromptMode.APPEND: self.tr(
                "The branch's own instructions come first; these follow after an empty line."
            ),
        }[mode]

    def _context_words(self) -> str:
        return {
            None: self.tr("Whoever opens the branch decides."),
            ContextMode.NONE: self.tr("A branch starts empty."),
            ContextMode.INHERIT: self.tr("A branch starts with all messages of the conversation."),
            ContextMode.COMPRESS: self.tr(
                "A branch starts with a summary of the conversation, made when it is opened."
            ),
        }[self.context.value]

    def _put_placeholder(self) -> None:
        """Braces mean something in profiles alone."""
        self.instructions.setPlaceholderText(
            self.tr("What the model is told where nothing else is said.")
            if self.is_defaults
            else self.tr("What the model is told. Write {region}, and each branch asks for a value.")
        )

    def retranslate(self) -> None:
        """Read the words again."""
        labels: Sequence[tuple[str, str]] = (
            ("description", self.tr("Description")),
            ("instructions", self.tr("Instructions")),
            ("variables", self.tr("Variables")),
            ("mode", self.tr("How they join the branch's own instructions")),
            ("skills", self.tr("Skills")),
            ("context", self.tr("What a branch starts with")),
            ("opening", self.tr("Opening message")),
            ("model", self.tr("AI service")),
        )
        for name, words in labels:
            self._fields[name].put_label(words)
        self.name.setAccessibleName(self.tr("Name"))
        self.name.setPlaceholderText(self.tr("Name of the profile"))
        self.title.setText(self.tr("Defaults, where nothing else is said"))
        self.intro.setText(
            self.tr(
                "For new branches and projects, where nothing else is chosen. Instructions of the profile, of the "
                "branch itself or of the conversation that it branches from take the place of these and are never "
                "joined with them; skills likewise."
            )
        )
        self.description.setPlaceholderText(self.tr("One line that says what it is for"))
        self.opening.setPlaceholderText(self.tr("What a branch says first; empty for nothing"))
        self._put_placeholder()
        self.none.setText(self.tr("No instructions at all"))
        self.mode.put_words(
            self.tr("How they join"),
            (self.tr("Only these"), self.tr("Before the branch's own"), self.tr("After the branch's own")),
            (self.tr("Only these"), self.tr("Before"), self.tr("After")),
            ("preset", "prepend", "append"),
        )
        self.context.put_words(
            self.tr("What a branch starts with"),
            (
                self.tr("Up to the branch"),
                self.tr("Nothing"),
                self.tr("The conversation"),
                self.tr("A summary"),
            ),
            (self.tr("Open"), self.tr("Nothing"), self.tr("All"), self.tr("Summary")),
        )
        self.model.put_words(self.tr("AI service"), self.tr("As in the conversation that it branches from"))
        if self._profile is not None:
            self._put_notes(self._profile)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and "model" in self._fields:
            self.retranslate()
