"""Versions of a round as the transcript shows them: a quiet ‹ 2/3 › between its question and its answer (R-14).

It stands over the answer, at its edge, where all versions ask the same; under the question where that differs too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, override

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from stello_desktop.domain.ids import RecordId
from stello_desktop.domain.messages import Record, RecordKind, Role
from stello_desktop.domain.versions import RoundVersions
from stello_desktop.ui.chat.entries import Entry, EntryKind
from stello_desktop.ui.controls import describe, plain_label, tool_button
from stello_desktop.ui.i18n import filled

_ICON_PX = 14
_MOST_CHARS: Final = 60


@dataclass(frozen=True, slots=True)
class VersionNote:
    """What the line says: the ``place``-th of ``count``; ``free`` while another may be chosen.

    Attributes:
        question: the first words of the round, which tell its line from those of others.
        of_answer: only the answers differ.
    """

    round_no: int
    place: int
    count: int
    free: bool = True
    question: str = ""
    of_answer: bool = False


def words_of(place: int, count: int) -> str:
    """For people and screen readers: *Version 2 of 3*."""
    words = QCoreApplication.translate("VersionStrip", "Version %1 of %2")
    return filled(words, str(place), str(count))


def note_words(note: VersionNote) -> str:
    """Which version of which question."""
    return _about(words_of(note.place, note.count), note.question)


def first_words(text: str) -> str:
    """A question in one short line."""
    line = " ".join(text[: _MOST_CHARS * 4].split())
    return line if len(line) <= _MOST_CHARS else line[: _MOST_CHARS - 1].rstrip() + "…"


def _about(words: str, question: str) -> str:
    """The words, with the question that they are about."""
    if not question:
        return words
    about = QCoreApplication.translate("VersionStrip", "%1: “%2”")
    return filled(about, words, question)


def with_versions(
    entries: Sequence[Entry],
    records: Sequence[Record],
    versions: Mapping[int, RoundVersions],
    *,
    free: bool,
) -> list[Entry]:
    """The entries, with a line of its own behind the words of the person in each round with versions."""
    if not versions:
        return list(entries)
    rounds: dict[RecordId, int] = {}
    for record in records:
        first = record.role is Role.USER and record.kind is not RecordKind.OPENING
        if first and record.round_no in versions:
            rounds[record.record_id] = record.round_no
    shown: list[Entry] = []
    for entry in entries:
        shown.append(entry)
        if entry.record_id is not None and entry.by_person and entry.record_id in rounds:
            about = versions[rounds[entry.record_id]]
            shown.append(_line(entry.record_id, about, first_words(entry.text), free=free))
    return shown


def _line(record_id: RecordId, versions: RoundVersions, question: str, *, free: bool) -> Entry:
    note = VersionNote(
        versions.round_no, versions.place, len(versions.versions), free, question, versions.alike
    )
    line = Entry((record_id, "versions", note), EntryKind.VERSIONS, "", record_id)
    line.versions = note
    return line


class VersionStrip(QWidget):
    """*‹ 2/3 ›*: two buttons and a count, as quiet as it can be.

    Args:
        in_column: it has the width of the messages, and stands at the edge of what it is about.

    Signals:
        step_requested(int): the version so many places away.
    """

    step_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None, *, in_column: bool = False) -> None:
        super().__init__(parent)
        self.setObjectName("versionStrip")
        self._note: VersionNote | None = None
        self._earlier = tool_button("chevron_left", name="versionEarlier", size_px=_ICON_PX)
        self._later = tool_button("chevron_right", name="versionLater", size_px=_ICON_PX)
        self._words = plain_label(size="tiny", tone="muted", name="versionWords")
        for made, step in ((self._earlier, -1), (self._later, 1)):
            made.setStyleSheet("QToolButton { padding: 2px; }")
            made.clicked.connect(lambda *_, step=step: self.step_requested.emit(step))
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        if in_column:
            row.addStretch(1)
        for part in (self._earlier, self._words, self._later):
            row.addWidget(part, 0, Qt.AlignmentFlag.AlignVCenter)
        if in_column:
            row.addStretch(0)
        self._in_column = in_column
        self._retranslate()

    def show_note(self, note: VersionNote) -> None:
        """Say which one it is; a button that has nowhere to go hands its focus to the other one."""
        self._note = note
        if self._in_column:
            self._row.setStretch(0, 0 if note.of_answer else 1)
            self._row.setStretch(self._row.count() - 1, 1 if note.of_answer else 0)
        here = self._earlier if self._earlier.hasFocus() else self._later if self._later.hasFocus() else None
        for made, there in ((self._earlier, note.place > 1), (self._later, note.place < note.count)):
            made.setEnabled(there and note.free)
        if here is not None and not here.isEnabled():
            other = self._later if here is self._earlier else self._earlier
            if other.isEnabled():
                other.setFocus()
        self._retranslate()

    def _retranslate(self) -> None:
        question = "" if self._note is None else self._note.question
        describe(self._earlier, _about(self.tr("Earlier version"), question))
        describe(self._later, _about(self.tr("Later version"), question))
        if self._note is not None:
            words = note_words(self._note)
            self._words.setText(f"{self._note.place}/{self._note.count}")
            self._words.setAccessibleName(words)
            self.setAccessibleName(words)

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)
