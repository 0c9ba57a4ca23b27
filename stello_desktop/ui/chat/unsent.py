"""Messages that wait to be sent, as the transcript shows them: a quiet line under each (row 25)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QPushButton, QWidget

from stello_desktop.ui.chat.entries import Ending, Entry, EntryKind
from stello_desktop.ui.controls import button
from stello_desktop.ui.flow_layout import FlowingWords, FlowLayout


@dataclass(frozen=True, slots=True)
class OutboxFacts:
    """What is true of a conversation's waiting messages now.

    Attributes:
        sending: they are on their way, one after another.
        archived: the conversation takes no messages.
        trouble: whether it is known why its service could not be asked.
        keyless: the name of the service whose key is not here (row 58), or was refused; empty where that is not in
            the way.
        refused: the key is here, and the service did not accept it (row 27).
        locked: the key may be in the keyring, which does not give it now.
    """

    sending: bool = False
    archived: bool = False
    trouble: bool = False
    keyless: str = ""
    refused: bool = False
    locked: bool = False


@dataclass(frozen=True, slots=True)
class UnsentNote:
    """What the line under one of them says; ``first`` is the one that is sent next."""

    first: bool
    facts: OutboxFacts


def with_notes(entries: Sequence[Entry], facts: OutboxFacts) -> list[Entry]:
    """The entries, with a line of its own behind each message that waits."""
    shown: list[Entry] = []
    first = True
    for entry in entries:
        shown.append(entry)
        if entry.ending is Ending.WAITING:
            note = UnsentNote(first, facts)
            line = Entry((*entry.key, "unsent", note), EntryKind.ANSWER, "", entry.record_id)
            line.ending, line.unsent = Ending.WAITING, note
            shown.append(line)
            first = False
    return shown


class UnsentLine(QWidget):
    """*Waiting to be sent · Send now · Edit · Remove*, under its message and as quiet as it can be.

    Signals:
        send_requested, edit_requested, remove_requested, why_requested.
    """

    send_requested = Signal()
    edit_requested = Signal()
    remove_requested = Signal()
    why_requested = Signal()

    def __init__(self, note: UnsentNote, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("unsentLine")
        facts = note.facts
        if facts.archived:
            words = self.tr("Waiting to be sent, once the conversation is taken out of the archive")
        elif facts.sending:
            words = self.tr("Its turn comes next") if note.first else self.tr("Waiting for its turn")
        elif facts.keyless and note.first:
            words = self._key_words(facts)
        else:
            words = self.tr("Waiting to be sent")
        self._row = FlowLayout(self, gap_px=2, at_right=True)
        label = FlowingWords(words, "unsentWords")
        label.setContentsMargins(0, 0, 6, 0)
        self._row.addWidget(label)
        if not facts.archived:
            if note.first and not facts.sending:
                entered = bool(facts.keyless) and not facts.locked
                send = self.tr("Enter the key") if entered else self.tr("Send now")
                self._add(send, "unsentSend", self.send_requested)
            self._add(self.tr("Edit"), "unsentEdit", self.edit_requested)
            self._add(self.tr("Remove"), "unsentRemove", self.remove_requested)
        if facts.trouble and note.first:
            self._add(self.tr("Why"), "unsentWhy", self.why_requested)
        self.setAccessibleName(words)

    def _key_words(self, facts: OutboxFacts) -> str:
        words = self.tr("Waiting to be sent: %1 needs its key first")
        if facts.refused:
            words = self.tr("Waiting to be sent: %1 did not accept the key")
        elif facts.locked:
            words = self.tr("Waiting to be sent: this computer's keyring does not give the key of %1")
        return words.replace("%1", facts.keyless)

    def _add(self, words: str, name: str, signal: SignalInstance) -> QPushButton:
        made = button(words, kind="link", name=name)
        made.setProperty("textSize", "small")
        made.clicked.connect(signal)
        self._row.addWidget(made)
        return made
