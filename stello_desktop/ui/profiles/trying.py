"""With what a profile is tried: a conversation to branch from, values for its variables, the branch's own instructions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from stello_desktop.domain.config import UNSET, Maybe
from stello_desktop.domain.given import given_instructions, given_values
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.library import MAX_LINE_CHARS, ProfileId, SavedProfile, TemplateVariable
from stello_desktop.ui.controls import plain_label
from stello_desktop.ui.field_button import FieldButton
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.line_field import LineField
from stello_desktop.ui.listing import listed
from stello_desktop.ui.move_picker import PlacePicker
from stello_desktop.ui.preview.braces import braces_note
from stello_desktop.ui.preview.text_box import TextBox
from stello_desktop.ui.profiles.draft import DEFAULTS, variable_rows
from stello_desktop.ui.profiles.field import EditorField
from stello_desktop.ui.rows_in_parts import PAGE_ROWS, Pager, RowsInParts
from stello_desktop.ui.short_names import shortened
from stello_desktop.workspace.workspace import Workspace

_NAMED: Final = 8
"""So many values that are missing are named; nobody reads more."""


class _Value(QWidget):
    """One value: a quiet label over a line."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.name = ""
        self.line = LineField(f"tryVariable{number}", max_chars=MAX_LINE_CHARS)
        self._label = plain_label(size="small", tone="muted", wrap=True)
        self._label.setBuddy(self.line)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        column.addStretch(1)
        column.addWidget(self._label)
        column.addWidget(self.line)

    def ask_for(self, variable: TemplateVariable, text: str) -> None:
        """Ask for another variable, or the same one."""
        self.name = variable.name
        label = variable.label or variable.name
        if label != self._label.text():
            self._label.setText(label)
            self.line.setAccessibleName(label)
        hint = variable.default or variable.example
        if hint != self.line.placeholderText():
            self.line.setPlaceholderText(hint)
        self.line.put(text)


class TryFields(QWidget):
    """What the preview is made with; nothing of it is kept in the profile.

    Signals:
        changed: a value or the branch's own instructions changed.
        source_changed: another conversation is tried with.
    """

    changed = Signal()
    source_changed = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._source: SessionId | None = None
        self._typed: dict[ProfileId, dict[str, str]] = {}
        self._profile: SavedProfile | None = None
        self._newest: _Value | None = None
        self._from = FieldButton("trySource")
        self._own = TextBox("tryOwn", lines=(1, 6))
        self.from_field = EditorField("trySource", self._from)
        self.own_field = EditorField("tryOwn", self._own)
        self._make_values()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        self._missing = plain_label(size="small", tone="muted", wrap=True, name="tryMissing")
        self._missing.hide()
        self._own_ignored = False
        for part in (self.from_field, self._grid_box, self._missing, self.own_field):
            column.addWidget(part)
        self._grid_box.hide()
        self._from.clicked.connect(self.pick_source)
        self._own.textChanged.connect(self._own_changed)
        self._last_own = ""
        self._put_words()

    def _make_values(self) -> None:
        self._grid_box = QWidget()
        self._grid = QGridLayout(self._grid_box)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 1)
        pager = Pager("tryVariables")
        self._values: RowsInParts[_Value, TemplateVariable] = RowsInParts(
            pager, self._make_value, self._ask_for, _Value.hide
        )
        self._values.make_first()
        self._grid.addWidget(pager, PAGE_ROWS, 0, 1, 2)

    # -- the conversation

    @property
    def source(self) -> SessionId | None:
        """The conversation that is branched from; None for an imagined one."""
        return self._source

    def put_source(self, source: SessionId | None) -> None:
        """Try with another conversation, without telling anyone."""
        self._source = source if source in self._workspace.topology else None
        self.show_source()

    def show_source(self) -> None:
        """Its path, again after the tree has changed; one that is gone becomes an imagined one."""
        topology = self._workspace.topology
        if self._source is not None and self._source not in topology:
            self._source = None
            self.source_changed.emit()
        words = self.tr("An imagined conversation")
        if self._source is not None:
            words = " › ".join(topology[item].label for item in topology.path(self._source))
        self._from.put_words(self.from_field.label.text(), words, Qt.TextElideMode.ElideLeft)

    def pick_source(self) -> PlacePicker:
        """Choose a conversation by name."""
        picker = PlacePicker(
            self.window(),
            self._workspace.topology,
            self._workspace.topology.walk(),
            heading=self.tr("Try with: branching from"),
            verb=self.tr("Choose"),
            first=self.tr("An imagined conversation"),
        )
        picker.chosen.connect(self._take_source)
        picker.open()
        return picker

    def _take_source(self, chosen: str) -> None:
        source = SessionId(chosen) if chosen else None
        if source != self._source:
            self.put_source(source)
            self.source_changed.emit()

    # -- values

    @property
    def variables(self) -> Mapping[str, str]:
        """What is typed for the variables of the profile."""
        if self._profile is None:
            return {}
        typed = self._typed.get(self._profile.profile_id, {})
        return given_values({item.name: typed.get(item.name, "") for item in self._values.items})

    @property
    def own(self) -> Maybe[str]:
        """The branch's own instructions; an empty box is unset (M-5b)."""
        return given_instructions(self._own.text or UNSET)

    @property
    def own_box(self) -> TextBox:
        """Where the branch's own instructions are written."""
        return self._own

    def value_field(self, name: str) -> LineField | None:
        """Where the value of a variable is written; None where nobody asks for it, or on another page."""
        return next((value.line for value, item in self._values.shown if item.name == name), None)

    def show_profile(self, profile: SavedProfile) -> None:
        """Ask for the variables of a profile as it stands in the editor."""
        other = self._profile is None or self._profile.profile_id != profile.profile_id
        self._profile = profile
        defaults = profile.profile_id == DEFAULTS
        rows = () if defaults or profile.no_instructions else variable_rows(profile)
        asked = tuple(row.variable for row in rows if row.used)
        self._values.put(asked)
        self._grid_box.setVisible(bool(asked))
        if other:
            self._missing.setMinimumHeight(0)
        policy = self._missing.sizePolicy()
        policy.setRetainSizeWhenHidden(
            bool(asked)
        )  # what is below stays where it is when the last is filled in
        self._missing.setSizePolicy(policy)

    def _make_value(self, number: int) -> _Value:
        value = _Value(number)
        value.line.textEdited.connect(lambda text: self._take_value(value.name, text))
        self._grid.addWidget(value, number // 2, number % 2)
        if self._newest is not None:
            self.setTabOrder(self._newest.line, value.line)
        self._newest = value
        return value

    def _ask_for(self, value: _Value, variable: TemplateVariable) -> None:
        if self._profile is not None:
            typed = self._typed.get(self._profile.profile_id, {})
            value.ask_for(variable, typed.get(variable.name, ""))
            value.show()

    def _take_value(self, name: str, text: str) -> None:
        if self._profile is not None:
            self._typed.setdefault(self._profile.profile_id, {})[name] = text
            self.changed.emit()

    def mark_missing(self, names: Collection[str]) -> None:
        """Say which values a branch could not do without; the preview has examples or the bare names for them."""
        missing = frozenset(names)
        labels = [item.label or item.name for item in self._values.items if item.name in missing]
        words = ""
        if labels:
            quoted = listed(f"“{shortened(label)}”" for label in labels[:_NAMED])
            asks = self.tr("A branch still asks for %1.")
            if len(labels) > _NAMED:
                asks = self.tr("A branch still asks for %1 and others.")
            words = filled(asks, quoted)
        if words and words != self._missing.text():
            self._missing.setText(words)
            needed_px = self._missing.heightForWidth(self._missing.width())
            self._missing.setMinimumHeight(max(self._missing.minimumHeight(), needed_px))
        self._missing.setVisible(bool(words))

    def say_own_ignored(self, ignored: bool) -> None:
        """Whether the branch's own instructions are not used; then nothing is said about how they are sent."""
        self._own_ignored = ignored
        self._note_own()

    def _own_changed(self) -> None:
        own = self._own.text
        if own != self._last_own:
            self._last_own = own
            self._note_own()
            self.changed.emit()

    def _note_own(self) -> None:
        self.own_field.put_note("" if self._own_ignored else braces_note(self._own.text))

    def _put_words(self) -> None:
        self.from_field.put_label(self.tr("Try with: branching from"))
        self.own_field.put_label(self.tr("The branch's own instructions"))
        self._own.setPlaceholderText(self.tr("What only this branch is told; may be empty"))
        self._note_own()
        self.show_source()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._put_words()
