"""One row of the editor: a quiet label, the control, and what is wrong with it directly below."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.domain.preview import Problem
from stello_desktop.ui.controls import plain_label
from stello_desktop.ui.preview.problems import ProblemList


class EditorField(QWidget):
    """A label over a control.

    Attributes:
        head: the row of the label, for what stands at its other end.
        problems: the mistakes of this field.
    """

    def __init__(self, name: str, *controls: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = plain_label(size="small", tone="muted")
        self.label.setBuddy(controls[0])
        self._note = plain_label(size="small", tone="muted", wrap=True, name=f"{name}Note")
        self._note.hide()
        self.problems = ProblemList(f"{name}Problems")
        self._controls = controls
        self.head = QHBoxLayout()
        self.head.setSpacing(8)
        self.head.addWidget(self.label, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        column.addLayout(self.head)
        for control in controls:
            column.addWidget(control)
        column.addWidget(self._note)
        column.addWidget(self.problems)

    @property
    def note(self) -> str:
        """The quiet words below the control."""
        return self._note.text()

    def put_label(self, words: str) -> None:
        """What the control is for; its screen reader's name too where it has none."""
        self.label.setText(words)
        self._controls[0].setAccessibleName(words)

    def put_note(self, words: str) -> None:
        """Quiet words below the control; empty for none."""
        if words != self._note.text():
            self._note.setText(words)
        self._note.setVisible(bool(words))

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """Name the mistakes here, and tell a screen reader at the control."""
        self.problems.show_problems(problems)
        words = " ".join(self.problems.words)
        if words != self._controls[0].accessibleDescription():
            self._controls[0].setAccessibleDescription(words)
