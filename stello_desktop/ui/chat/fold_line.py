"""A rule with words on it that opens to a text: what stands for messages, where the person may want to read it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from stello_desktop.ui import icons
from stello_desktop.ui.controls import Glyph, button, line, plain_label
from stello_desktop.ui.elided_button import ElidedButton
from stello_desktop.ui.flow_layout import FlowLayout
from stello_desktop.ui.preview.text_box import TextBox

MAX_LINES: Final = 14
"""More than this scrolls."""


class FoldLine(QWidget):
    """Folded until somebody asks; the text is plain, and laid out only then.

    Args:
        name: stands before the object names of its parts.
        text: what it opens to; None for a warning that has nothing to open, and says all that there is.

    Signals:
        resized: it wants another height.
    """

    resized = Signal()

    def __init__(self, name: str, text: str | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"{name}Line")
        self._folded_text = text
        self._fold = ElidedButton(kind="quiet", name=f"{name}Fold")
        self._fold.setProperty("tone", "muted")
        self._fold.setProperty("textSize", "small")
        self._fold.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._fold.setCheckable(True)
        self._words = plain_label(tone="muted", size="small", wrap=True, name=f"{name}Words")
        self._text = TextBox(f"{name}Text", lines=(1, MAX_LINES), read_only=True, bare=True)
        self._note = plain_label(tone="muted", size="small", wrap=True, name=f"{name}Note")
        self._links = QWidget()
        self._row = FlowLayout(self._links, gap_px=12)
        self._lay_out()
        self._fold.toggled.connect(lambda _on: self._show_state())

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(10)
        if self._folded_text is None:
            self._fold.setParent(self)
            self._fold.hide()
            head.addWidget(Glyph("warning", "warning", 15), 0, Qt.AlignmentFlag.AlignTop)
            head.addWidget(self._words, 1)
        else:
            self._words.setParent(self)
            self._words.hide()
            head.addWidget(line(), 1)
            head.addWidget(self._fold)
            head.addWidget(line(), 1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 2, 0, 2)
        self._column.setSpacing(4)
        self._column.addLayout(head)
        for part in (self._text, self._note, self._links):
            self._column.addWidget(part)

    def _add(self, name: str, signal: SignalInstance | None) -> QPushButton:
        """One more thing that can be done."""
        made = button(kind="link", name=name)
        if not self._row.count():
            made.setProperty("flush", True)
        if signal is not None:
            made.clicked.connect(signal)
        self._row.addWidget(made)
        return made

    def _say(self, words: str, text_name: str, note: str) -> None:
        """What the rule says, what the text is called, and what is said below it."""
        self._fold.put(words)
        self._words.setText(words)
        self.setAccessibleName(words)
        self._text.setAccessibleName(text_name)
        self._note.setText(note)

    def _show_state(self) -> None:
        warns, unfolded = self._folded_text is None, self._fold.isChecked()
        if self._folded_text is not None and unfolded:
            self._text.set_text(self._folded_text)
        self._text.setVisible(not warns and unfolded)
        self._note.setVisible(warns or unfolded)
        self._links.setVisible(warns or unfolded)
        self._fold.setIcon(icons.icon("chevron_down" if unfolded else "chevron_right", "muted"))
        self.updateGeometry()
        self.resized.emit()
