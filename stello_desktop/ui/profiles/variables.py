"""One row for each variable of the instructions: how it is asked for, its default, an example."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from stello_desktop.domain.library import TemplateVariable
from stello_desktop.domain.text import clean_text
from stello_desktop.ui.controls import button, plain_label, set_plain_tooltip, set_tone
from stello_desktop.ui.elided_label import ElidedLabel
from stello_desktop.ui.line_field import LineField
from stello_desktop.ui.profiles.draft import VariableRow

_MAX_CHARS: Final = 10_000
_NAMES: Final = {
    "label": "profileVariableLabel",
    "default": "profileVariableDefault",
    "example": "profileVariableExample",
}
_PARTS: Final = tuple(_NAMES)


class _Row:
    """The widgets of one row; they stay while variables come and go."""

    def __init__(self, number: int) -> None:
        self.shown = VariableRow(TemplateVariable(name=""), used=True)
        self.name = ElidedLabel(f"profileVariableName{number}", size="small")
        self.note: QLabel = plain_label(
            size="tiny", tone="warning", wrap=True, name=f"profileVariableNote{number}"
        )
        self.remove = button(kind="quiet", icon="close", name=f"profileVariableRemove{number}")
        self.fields = {part: LineField(f"{_NAMES[part]}{number}", max_chars=_MAX_CHARS) for part in _PARTS}

    @property
    def parts(self) -> tuple[QWidget, ...]:
        """All that is seen of it but the note and the button of an unused one."""
        return (self.name, *self.fields.values())

    def typed(self) -> TemplateVariable:
        """The variable as it stands there."""
        values = {part: clean_text(field.text()) for part, field in self.fields.items()}
        return replace(self.shown.variable, **values)


class VariableTable(QWidget):
    """All variables; takes no room while there are none.

    Signals:
        changed: a `TemplateVariable` that the person has changed.
        removed: the name of an unused one that the person does not want to keep.
    """

    changed = Signal(object)
    removed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("profileVariables")
        self._rows: list[_Row] = []
        self._count = 0
        self._heads = {part: plain_label(size="tiny", tone="muted") for part in ("name", *_PARTS)}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(6)
        self._grid.setVerticalSpacing(4)
        for column, head in enumerate(self._heads.values()):
            self._grid.addWidget(head, 0, column)
        for column, stretch in enumerate((3, 4, 4, 4)):
            self._grid.setColumnStretch(column, stretch)
        self._put_words()
        self.hide()

    @property
    def names(self) -> tuple[str, ...]:
        """The variables that are shown, in their order."""
        return tuple(row.shown.variable.name for row in self._rows[: self._count])

    def show_rows(self, rows: Sequence[VariableRow]) -> None:
        """Show these; rows are reused, so that nothing moves under somebody who types."""
        for number, shown in enumerate(rows):
            if number == len(self._rows):
                self._rows.append(self._make(number))
            self._show(self._rows[number], shown)
        for row in self._rows[len(rows) : self._count]:
            for part in (*row.parts, row.note, row.remove):
                part.hide()
        self._count = len(rows)
        self.setVisible(bool(rows))

    def _make(self, number: int) -> _Row:
        row = _Row(number)
        line = 1 + number * 2
        for column, part in enumerate(row.parts):
            self._grid.addWidget(part, line, column)
        self._grid.addWidget(row.note, line + 1, 0, 1, 3, Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(row.remove, line + 1, 3, Qt.AlignmentFlag.AlignRight)
        for field in row.fields.values():
            field.textEdited.connect(lambda _text, row=row: self.changed.emit(row.typed()))
        row.remove.clicked.connect(lambda _on=False, row=row: self.removed.emit(row.shown.variable.name))
        row.remove.setText(self.tr("Remove"))
        return row

    def _show(self, row: _Row, shown: VariableRow) -> None:
        visible = not row.name.isHidden() and row.shown == shown
        if visible and row.typed() == shown.variable:
            return
        row.shown = shown
        variable = shown.variable
        row.name.put(f"{{{variable.name}}}")
        set_tone(row.name, "normal" if shown.used else "muted")
        for part, field in row.fields.items():
            field.put(str(getattr(variable, part)))
            field.show()
        row.name.show()
        row.note.setVisible(not shown.used)
        row.remove.setVisible(not shown.used)
        self._name(row)

    def _name(self, row: _Row) -> None:
        name = row.shown.variable.name
        words = self._words()
        for part, field in row.fields.items():
            field.setAccessibleName(f"{name}: {words[part]}")
        row.fields["label"].setPlaceholderText(name)
        row.note.setText(self.tr("Not in the instructions any more"))
        row.remove.setText(self.tr("Remove"))
        row.remove.setAccessibleName(self.tr("Remove the variable “%1”").replace("%1", name))

    def _words(self) -> dict[str, str]:
        return {
            "name": "",
            "label": self.tr("Asked for as"),
            "default": self.tr("Default"),
            "example": self.tr("Example"),
        }

    def _put_words(self) -> None:
        for part, words in self._words().items():
            self._heads[part].setText(words)
        set_plain_tooltip(self._heads["default"], self.tr("Taken where a branch gives no value"))
        set_plain_tooltip(self._heads["example"], self.tr("Shown greyed where the value is asked for"))
        for row in self._rows[: self._count]:
            self._name(row)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._put_words()
