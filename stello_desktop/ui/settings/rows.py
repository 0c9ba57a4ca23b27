"""The parts that every section of the settings is made of."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from stello_desktop.ui.controls import button, frame, line, plain_label


def flush_link(*, icon: str = "", name: str) -> QPushButton:
    """A link whose words stand in line with the words above and below it."""
    made = button(kind="link", icon=icon, name=name)
    made.setProperty("flush", True)
    return made


class SettingRow(QWidget):
    """A name with an explanation below it, and the control at the right."""

    def __init__(self, control: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.control = control
        self._name = plain_label(wrap=True)
        self._note = plain_label(size="small", tone="muted", wrap=True)
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addWidget(self._name)
        words.addWidget(self._note)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 12, 16, 12)
        row.setSpacing(20)
        row.addLayout(words, 1)
        row.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)

    def put_words(self, name: str, note: str = "") -> None:
        """Name and explanation."""
        self._name.setText(name)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self.control.setAccessibleName(name)


class Section(QWidget):
    """A heading and a card of rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading: QLabel = plain_label(size="large")
        self.note: QLabel = plain_label(tone="muted", wrap=True)
        self.card: QFrame = frame("card")
        self.rows = QVBoxLayout(self.card)
        self.rows.setContentsMargins(0, 4, 0, 4)
        self.rows.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.heading)
        column.addWidget(self.note)
        column.addWidget(self.card)

    def add_row(self, row: QWidget) -> None:
        """One more row, with a quiet line above it where it is not the first."""
        if self.rows.count():
            self.rows.addWidget(line())
        self.rows.addWidget(row)

    def put_heading(self, heading: str, note: str = "") -> None:
        """The words above the card."""
        self.heading.setText(heading)
        self.note.setText(note)
        self.note.setVisible(bool(note))
