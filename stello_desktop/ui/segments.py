"""A choice between a few values, all of them visible: joined buttons, one of them chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QSizePolicy, QWidget


class SegmentedChoice(QWidget):
    """Joined buttons over fixed values; their words are put by the owner, again after a language change.

    Signals:
        chosen: the person picked another value.
    """

    chosen = Signal(object)

    def __init__(self, values: Sequence[Any], name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._values = tuple(values)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        last = len(self._values) - 1
        for number, value in enumerate(self._values):
            part = QPushButton()
            part.setCheckable(True)
            part.setAutoDefault(False)
            part.setObjectName(f"{name}_{value}")
            part.setProperty("kind", "segment")
            part.setProperty(
                "end",
                "only" if last == 0 else "first" if number == 0 else "last" if number == last else "middle",
            )
            self._group.addButton(part, number)
            row.addWidget(part)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._group.idClicked.connect(lambda number: self.chosen.emit(self._values[number]))

    @property
    def value(self) -> Any:
        """The chosen value; None where none is."""
        number = self._group.checkedId()
        return self._values[number] if number >= 0 else None

    def choose(self, value: Any) -> None:
        """Mark a value without telling anyone."""
        if value in self._values:
            self._group.button(self._values.index(value)).setChecked(True)

    def focus_chosen(self) -> None:
        """The keyboard stands on the chosen value."""
        if (part := self._group.checkedButton()) is not None:
            part.setFocus()

    def put_words(self, name: str, words: Sequence[str]) -> None:
        """The words on the buttons, and what the choice is about for a screen reader."""
        self.setAccessibleName(name)
        for number, text in enumerate(words):
            part = self._group.button(number)
            part.setText(text)
            part.setAccessibleName(f"{name}: {text}")
