"""One field for each variable of a profile; a missing value is said at its field (M-5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import override

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from stello_desktop.domain.library import MAX_LINE_CHARS, ProfileId, SavedProfile, TemplateVariable
from stello_desktop.ui.branching.form import wanted_variables
from stello_desktop.ui.labeled_field import LabeledField
from stello_desktop.ui.line_field import LineField


class VariableFields(QWidget):
    """The fields of one profile at a time.

    A value that is missing is told quietly while nobody has been in its field, in red afterwards.

    Signals:
        edited(str, str): the name of a variable, and what stands in its field now.
    """

    edited = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("branchVariables")
        self._rows: dict[str, LabeledField] = {}
        self._profile_id: ProfileId | None = None
        self._left: set[str] = set()
        self._missing: frozenset[str] = frozenset()
        self._shown: tuple[TemplateVariable, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(10)
        self.hide()

    def show_profile(self, profile: SavedProfile | None, typed: Mapping[str, str]) -> None:
        """The fields of a profile with what stands in them; none for no profile.

        A field that was there for the same profile stays as it is, with the focus and the place of who writes in it.
        """
        self._shown = () if profile is None else wanted_variables(profile)
        profile_id = None if profile is None else profile.profile_id
        if profile_id != self._profile_id:
            self._profile_id = profile_id
            self._left.clear()
            self._let_go(tuple(self._rows))
        names = {variable.name for variable in self._shown}
        self._let_go([name for name in self._rows if name not in names])
        before, self._rows = self._rows, {}
        for number, variable in enumerate(self._shown):
            row = before.get(variable.name) or self._make_row(variable.name)
            self._rows[variable.name] = row
            if self._column.indexOf(row) != number:
                self._column.insertWidget(number, row)
            row.put_name(f"branchVariable{number}")
            row.field.setObjectName(f"branchVariable{number}")
            self._dress(row, variable)
            if isinstance(row.field, LineField):
                row.field.put(typed.get(variable.name, ""))
        self.setVisible(bool(self._shown))

    def _let_go(self, names: Collection[str]) -> None:
        for name in names:
            row = self._rows.pop(name)
            row.hide()
            self._column.removeWidget(row)
            row.deleteLater()
            self._left.discard(name)

    def _make_row(self, name: str) -> LabeledField:
        field = LineField("branchVariable", max_chars=MAX_LINE_CHARS)
        field.textEdited.connect(lambda now: self.edited.emit(name, now))
        field.installEventFilter(self)
        return LabeledField(field, "branchVariable")

    def _dress(self, row: LabeledField, variable: TemplateVariable) -> None:
        label = variable.label or variable.name
        row.put_label(label)
        if isinstance(row.field, LineField):
            row.field.setAccessibleName(label)
            row.field.setPlaceholderText(variable.default or self._example_words(variable))

    def _example_words(self, variable: TemplateVariable) -> str:
        return self.tr("Such as %1").replace("%1", variable.example) if variable.example else ""

    @property
    def fields(self) -> tuple[QLineEdit, ...]:
        """The fields from top to bottom."""
        made = (row.field for row in self._rows.values())
        return tuple(field for field in made if isinstance(field, QLineEdit))

    def mark_missing(self, names: Collection[str], *, loudly: bool = False) -> None:
        """Say at their fields which values are missing; ``loudly`` all of them in red."""
        self._missing = frozenset(names)
        if loudly:
            self._left.update(names)
        for name, row in self._rows.items():
            words = self.tr("a value is needed") if name in self._missing else ""
            row.put_problem(words, "danger" if name in self._left else "muted")

    def focus(self, name: str) -> None:
        """Go to the field of a variable."""
        if name in self._rows:
            self._rows[name].field.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFocusEvent) and event.type() == QEvent.Type.FocusOut:
            for name, row in self._rows.items():
                if row.field is watched and event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
                    self._left.add(name)
                    self.mark_missing(self._missing)
        return super().eventFilter(watched, event)

    def retranslate(self) -> None:
        """Read the words again."""
        for variable in self._shown:
            self._dress(self._rows[variable.name], variable)
        self.mark_missing(self._missing)
