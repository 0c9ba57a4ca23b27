"""One row for each variable of the instructions: how it is asked for, its default, an example."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from stello_desktop.domain.library import MAX_LINE_CHARS, TemplateVariable
from stello_desktop.domain.text import clean_text
from stello_desktop.ui.controls import button, plain_label, set_plain_tooltip, set_tone
from stello_desktop.ui.elided_label import ElidedLabel
from stello_desktop.ui.line_field import LineField
from stello_desktop.ui.profiles.draft import VariableRow
from stello_desktop.ui.rows_in_parts import PAGE_ROWS, Pager, RowsInParts

_NAMES: Final = {
    "label": "profileVariableLabel",
    "default": "profileVariableDefault",
    "example": "profileVariableExample",
}
_PARTS: Final = tuple(_NAMES)


class _Row:
    """The widgets of one row; they stay while variables come and go."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.shown = VariableRow(TemplateVariable(name=""), used=True)
        self.name = ElidedLabel(f"profileVariableName{number}", size="small")
        self.fields = {
            part: LineField(f"{_NAMES[part]}{number}", max_chars=MAX_LINE_CHARS) for part in _PARTS
        }
        self.note: QLabel | None = None
        self.remove: QPushButton | None = None

    @property
    def parts(self) -> tuple[QWidget, ...]:
        """All that is seen of it but the note and the button of an unused one."""
        return (self.name, *self.fields.values())

    @property
    def last(self) -> QWidget:
        """Where Tab goes on from to the next row."""
        return self.remove or self.fields[_PARTS[-1]]

    def holds(self, part: str) -> bool:
        """Whether what is typed for this part is what is shown."""
        return clean_text(self.fields[part].text()) == str(getattr(self.shown.variable, part))

    def with_part(self, part: str) -> TemplateVariable:
        """The variable with this one of its texts as it stands in the field; what nobody writes in stays as it is."""
        typed: dict[str, str] = {part: clean_text(self.fields[part].text())}
        return replace(self.shown.variable, **typed)


class VariableTable(QWidget):
    """All variables, a page at a time; takes no room while there are none.

    Signals:
        changed: a `TemplateVariable` that the person has changed.
        removed: the name of an unused one that the person does not want to keep.
    """

    changed = Signal(object)
    removed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("profileVariables")
        self._heads = {part: plain_label(size="tiny", tone="muted") for part in ("name", *_PARTS)}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(6)
        self._grid.setVerticalSpacing(4)
        for column, head in enumerate(self._heads.values()):
            self._grid.addWidget(head, 0, column)
        for column, stretch in enumerate((3, 4, 4, 4)):
            self._grid.setColumnStretch(column, stretch)
        pager = Pager("profileVariables")
        self._newest: _Row | None = None
        self._rows: RowsInParts[_Row, VariableRow] = RowsInParts(pager, self._make, self._show, self._hide)
        self._rows.make_first()
        self._grid.addWidget(pager, 1 + 2 * PAGE_ROWS, 0, 1, 4)
        self._put_words()
        self.hide()

    @property
    def names(self) -> tuple[str, ...]:
        """The variables that there are, in their order."""
        return tuple(row.variable.name for row in self._rows.items)

    def show_rows(self, rows: Sequence[VariableRow]) -> None:
        """Show these; rows are reused, so that nothing moves under somebody who types."""
        self._rows.put(rows)
        self.setVisible(bool(rows))

    def _make(self, number: int) -> _Row:
        row = _Row(number)
        for column, shown in enumerate(row.parts):
            self._grid.addWidget(shown, 1 + number * 2, column)
        before = None if self._newest is None else self._newest.last
        for part, field in row.fields.items():
            field.textEdited.connect(lambda _text, part=part: self.changed.emit(row.with_part(part)))
            if before is not None:
                self.setTabOrder(before, field)
            before = field
        self._newest = row
        return row

    def _make_unused(self, row: _Row) -> None:
        """What only a variable has that the instructions do not use any more."""
        row.note = plain_label(
            size="tiny", tone="warning", wrap=True, name=f"profileVariableNote{row.number}"
        )
        row.remove = button(kind="quiet", icon="close", name=f"profileVariableRemove{row.number}")
        line = 2 + row.number * 2
        self._grid.addWidget(row.note, line, 0, 1, 3, Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(row.remove, line, 3, Qt.AlignmentFlag.AlignRight)
        self.setTabOrder(row.fields[_PARTS[-1]], row.remove)
        row.remove.clicked.connect(lambda: self.removed.emit(row.shown.variable.name))

    def _show(self, row: _Row, shown: VariableRow) -> None:
        variable = shown.variable
        if not row.name.isHidden() and row.shown == shown and all(map(row.holds, _PARTS)):
            return
        row.shown = shown
        row.name.put(f"{{{variable.name}}}")
        set_tone(row.name, "normal" if shown.used else "muted")
        for part, field in row.fields.items():
            field.put(str(getattr(variable, part)))
            field.show()
        row.name.show()
        if not shown.used and row.note is None:
            self._make_unused(row)
        for only_unused in (row.note, row.remove):
            if only_unused is not None:
                only_unused.setVisible(not shown.used)
        self._name(row)

    @staticmethod
    def _hide(row: _Row) -> None:
        for part in (*row.parts, row.note, row.remove):
            if part is not None:
                part.hide()

    def _name(self, row: _Row) -> None:
        name = row.shown.variable.name
        words = self._words()
        for part, field in row.fields.items():
            field.setAccessibleName(f"{name}: {words[part]}")
        row.fields["label"].setPlaceholderText(name)
        if row.note is not None and row.remove is not None:
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
        for row, _shown in self._rows.shown:
            self._name(row)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._put_words()
