"""Where the messages begin that are still sent word for word: what stands for those before them (C-7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, override

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from stello_desktop.domain.context_state import EarlierPart, SummaryAuthor
from stello_desktop.domain.messages import Record, RecordState, Role
from stello_desktop.ui import errors
from stello_desktop.ui.chat.entries import Entry, EntryKind
from stello_desktop.ui.chat.fold_line import FoldLine
from stello_desktop.ui.controls import button, plain_label
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.preview.text_box import TextBox
from stello_desktop.ui.whole_height import WholeHeight

_NO_COMPRESS_FN: Final = "no_compress_fn"


def with_earlier(entries: list[Entry], records: Sequence[Record], part: EarlierPart | None) -> list[Entry]:
    """The entries, with a line of its own where the part ends; the messages before it stay where they are."""
    sent = [record for record in records if record.state is not RecordState.WAITING]
    if part is None or part.covered > len(sent):
        return entries
    later = {record.record_id for record in sent[part.covered :]}
    at = next((number for number, entry in enumerate(entries) if entry.record_id in later), len(entries))
    made = Entry(("earlier", part), EntryKind.EARLIER, "")
    made.earlier = (part, count_messages(sent[: part.covered]))
    return [*entries[:at], made, *entries[at:]]


def count_messages(records: Sequence[Record]) -> int:
    """As a person counts: what was said, not what tools gave."""
    return sum(record.role in {Role.USER, Role.ASSISTANT} for record in records)


def earlier_words(part: EarlierPart, count: int) -> str:
    """The line itself, for people and screen readers."""
    if part.left_out:
        return QCoreApplication.translate(
            "EarlierLine", "%n earlier message(s) are not sent any more", "", count
        )
    return QCoreApplication.translate("EarlierLine", "Earlier part summarised: %n message(s)", "", count)


def _params_of(part: EarlierPart) -> dict[str, str]:
    """What the sentence about a summary that could not be made tells: of whom, and why where that is known."""
    params = {} if part.model is None else {"service": part.model.service_id, "model": part.model.model}
    return {**params, "reason": part.detail} if errors.has_reason(part.code, part.detail) else params


class EarlierLine(FoldLine):
    """Opens to the summary; or, where there is none, says why.

    Signals:
        edit_requested, remove_requested, summarise_requested.
    """

    edit_requested = Signal()
    remove_requested = Signal()
    summarise_requested = Signal()

    def __init__(self, part: EarlierPart, count: int, parent: QWidget | None = None) -> None:
        super().__init__("earlier", None if part.left_out else part.text, parent)
        self._part, self._count = part, count
        self._made: dict[str, QPushButton] = {}
        first = (
            ("earlierSummarise", self.summarise_requested)
            if part.left_out
            else ("earlierEdit", self.edit_requested)
        )
        for name, signal in (first, ("earlierRemove", self.remove_requested)):
            self._made[name] = self._add(name, signal)
        self._translate()
        self._show_state()

    def _translate(self) -> None:
        words = earlier_words(self._part, self._count)
        self._say(words, self.tr("Summary of the earlier part"), self._note_words())
        texts = {
            "earlierEdit": (self.tr("Edit"), self.tr("Edit the summary of the earlier part")),
            "earlierSummarise": (
                self.tr("Summarise now"),
                self.tr("Summarise the messages that are left out"),
            ),
            "earlierRemove": (self.tr("Remove"), self.tr("Remove the summary and send everything again"))
            if not self._part.left_out
            else (self.tr("Send everything again"), self.tr("Send the messages that are left out again")),
        }
        for name, made in self._made.items():
            made.setText(texts[name][0])
            made.setAccessibleName(texts[name][1])

    def _note_words(self) -> str:
        part = self._part
        if not part.left_out:
            words = (
                self.tr("In your words.")
                if part.author is SummaryAuthor.HAND
                else self.tr("Written by the model.")
            )
            more = self.tr("It is sent in the place of the messages above, which stay here unchanged.")
            return filled(self.tr("%1 %2"), words, more)
        if part.code == _NO_COMPRESS_FN:
            why = self.tr("Nobody here writes summaries.")
        elif part.code in errors.known_codes():
            why = errors.sentence_for(part.code, _params_of(part))
        else:
            why = self.tr("No summary could be made.")
        words = self.tr("The conversation fills what the model reads, and there is no summary: %1")
        return words.replace("%1", why)

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._translate()
        super().changeEvent(event)


class EarlierDialog(QDialog):
    """The summary in the person's own words.

    Signals:
        saved(str).
    """

    saved = Signal(str)

    def __init__(self, part: EarlierPart, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("earlierDialog")
        self.setWindowTitle(self.tr("Summary of the earlier part"))
        self.setMinimumWidth(520)
        self._box = TextBox("earlierBox", lines=(6, 16))
        self._box.setAccessibleName(self.tr("Summary of the earlier part"))
        self._box.begin_with(part.text)
        self._save = button(self.tr("Save"), kind="primary", name="earlierSave")
        cancel = button(self.tr("Cancel"), name="earlierCancel")
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(self._save)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 22, 24, 20)
        column.setSpacing(12)
        column.addWidget(plain_label(self.tr("Summary of the earlier part"), size="large", wrap=True))
        words = self.tr(
            "The model reads this in the place of the earlier messages, from your next message on. "
            "When the conversation has grown too long again, a new summary is built on it."
        )
        column.addWidget(plain_label(words, tone="muted", wrap=True))
        column.addWidget(self._box)
        column.addLayout(row)
        WholeHeight(self, self._box)
        self._box.textChanged.connect(self._follow)
        self._save.clicked.connect(self._keep)
        cancel.clicked.connect(self.reject)
        self._follow()
        self._box.setFocus()

    def _follow(self) -> None:
        self._save.setEnabled(bool(self._box.text.strip()))

    def _keep(self) -> None:
        self.saved.emit(self._box.text)
        self.accept()
