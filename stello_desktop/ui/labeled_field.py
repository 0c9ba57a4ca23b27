"""A field with its label above it; what is wrong stands beside the label, both in red."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QVBoxLayout, QWidget

from stello_desktop.ui.controls import Tone, plain_label, repolish, set_tone
from stello_desktop.ui.i18n import filled

_ENDS: Final = ("?", "!", ":", ".", "？", "！", "：", "。", "…")


class LabeledField(QWidget):
    """One row of a form.

    Attributes:
        field: the control below the label.
        note: quiet words below the control; takes no room while it has none.
    """

    def __init__(self, field: QWidget, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        self._label, self._problem = "", ""
        self._title = plain_label(size="small", tone="muted", wrap=True)
        self._title.setBuddy(field)
        self.note = plain_label(size="small", tone="muted", wrap=True)
        self.note.hide()
        self.put_name(name)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._title)
        column.addWidget(field)
        column.addWidget(self.note)

    def put_name(self, name: str) -> None:
        """How the row and its parts are called among all widgets; the field keeps its own name."""
        self.setObjectName(f"{name}Row")
        self._title.setObjectName(f"{name}Label")
        self.note.setObjectName(f"{name}Note")

    @property
    def title_text(self) -> str:
        """The label as it is shown, with what is wrong."""
        return self._title.text()

    def put_label(self, words: str) -> None:
        """What is asked for."""
        self._label = words
        self._show()

    def put_problem(self, words: str, tone: Tone = "danger") -> None:
        """Say what is wrong beside the label; empty for nothing."""
        if words == self._problem and self._title.property("tone") == (tone if words else "muted"):
            return
        self._problem = words
        set_tone(self._title, tone if words else "muted")
        wrong = bool(words) and tone == "danger"
        if bool(self.field.property("wrong")) != wrong:
            self.field.setProperty("wrong", wrong)
            repolish(self.field)
        self._show()

    def put_note(self, words: str, tone: Tone = "muted") -> None:
        """Quiet words below the field."""
        set_tone(self.note, tone)
        self.note.setText(words)
        self.note.setVisible(bool(words))

    def _show(self) -> None:
        words = self._label
        if self._problem:
            both = self.tr("%1: %2")
            if self._label.endswith(_ENDS):  # a question has its mark already
                both = self.tr("%1 %2", "a label that ends in a mark, and what is wrong")
            words = filled(both, self._label, self._problem)
        self._title.setText(words)
        self.field.setAccessibleDescription(self._problem)
