"""What a branch began with that is no message of it: the summary of the conversation it came from (F-5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import override

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.chat.entries import Entry, EntryKind
from stello_desktop.ui.chat.fold_line import FoldLine
from stello_desktop.ui.controls import plain_label, set_plain_tooltip
from stello_desktop.ui.copying import copies
from stello_desktop.ui.short_names import shortened


@dataclass(frozen=True, slots=True)
class Beginning:
    """A summary that stands before the first message.

    Attributes:
        label: what the conversation it is of is called now; None where that is gone.
        alone: nothing has been said since.
    """

    text: str
    source: SessionId | None
    label: str | None
    alone: bool = False


def with_beginning(entries: list[Entry], beginning: Beginning | None) -> list[Entry]:
    """The entries, below a line of its own that says what the branch began with."""
    if beginning is None:
        return entries
    made = Entry(("beginning", beginning), EntryKind.BEGINNING, "")
    made.beginning = beginning
    return [made, *entries]


def beginning_words(beginning: Beginning) -> str:
    """The line itself, for people and screen readers."""
    if beginning.label is None:
        return QCoreApplication.translate(
            "BeginningLine", "It began with a summary of a conversation that is no longer there"
        )
    words = QCoreApplication.translate("BeginningLine", "It began with a summary of “%1”")
    return words.replace("%1", beginning.label)


class BeginningLine(FoldLine):
    """Opens to the summary, as the model reads it; it is text, whoever wrote it.

    Signals:
        go_requested: to the conversation that it is of.
    """

    go_requested = Signal()

    def __init__(self, beginning: Beginning, parent: QWidget | None = None) -> None:
        super().__init__("beginning", beginning.text, parent)
        self._beginning = beginning
        self._copy = self._add("beginningCopy", None)
        copies(self._copy, lambda: beginning.text)
        self._go = self._add("beginningGo", self.go_requested)
        self._go.setVisible(beginning.label is not None)
        self._alone = plain_label(tone="muted", size="small", wrap=True, name="beginningAlone")
        self._alone.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._alone.setContentsMargins(0, 6, 0, 0)
        self._alone.setVisible(beginning.alone)
        self._column.addWidget(self._alone)
        self._translate()
        self._show_state()

    def _translate(self) -> None:
        label = self._beginning.label
        self._say(
            beginning_words(self._beginning),
            self.tr("The summary that this branch began with"),
            self.tr("It is sent before the messages, and stays as it was when this branch was opened."),
        )
        self._copy.setText(self.tr("Copy"))
        self._copy.setAccessibleName(self.tr("Copy the summary"))
        if label is not None:
            words = self.tr("Go to “%1”")
            self._go.setText(words.replace("%1", shortened(label)).replace("&", "&&"))
            self._go.setAccessibleName(words.replace("%1", label))
            set_plain_tooltip(self._go, words.replace("%1", label))
        self._alone.setText(self.tr("Nothing has been said here since. Ask something below."))

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._translate()
        super().changeEvent(event)
