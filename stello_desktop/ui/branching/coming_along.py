"""What comes along into the branch, and how much that is (F-5, X-5, C-6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import override

from PySide6.QtCore import QEvent, QLocale, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from stello_desktop.domain.config import ContextMode
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.labeled_field import LabeledField
from stello_desktop.ui.segments import SegmentedChoice
from stello_desktop.ui.short_names import shortened

_ORDER = (ContextMode.INHERIT.value, ContextMode.COMPRESS.value, ContextMode.NONE.value)


@dataclass(frozen=True, slots=True)
class Along:
    """How much would come along.

    Attributes:
        messages: how many messages the choice takes or sums up.
        tokens: how many tokens that makes, about; None while nobody knows.
        whole: how many the whole request has.
        limit: how much the model reads, where the request is longer than that because of what comes along.
        answers: who answers in the branch.
        left_behind: the conversation that began with a summary, which does not come along (F-5); empty for none.
    """

    messages: int
    tokens: int | None = None
    whole: int = 0
    limit: int | None = None
    answers: str = ""
    left_behind: str = ""


class ComingAlong(LabeledField):
    """Three choices and one sentence below.

    Signals:
        chosen: ``inherit``, ``compress`` or ``none``.
    """

    chosen = Signal(str)

    def __init__(self, *, from_message: bool, edited: bool, parent: QWidget | None = None) -> None:
        self._choice = SegmentedChoice(_ORDER, "branchStarts")
        super().__init__(self._choice, "branchStarts", parent)
        self._from_message, self._edited = from_message, edited
        self._along = Along(0)
        self._can_sum_up = True
        self._choice.chosen.connect(self._pick)
        self.retranslate()

    @property
    def value(self) -> str:
        """What is chosen."""
        return str(self._choice.value)

    @property
    def stops(self) -> tuple[QPushButton, ...]:
        """Where Tab stops."""
        return tuple(self._choice.findChildren(QPushButton))

    def show_choice(self, context: str) -> None:
        """Show a choice without telling anyone."""
        self._choice.choose(context)
        self._explain()

    def show_along(self, along: Along, *, can_sum_up: bool) -> None:
        """Say how much it is; a summary is offered only where somebody can write one, or where it is chosen."""
        self._along, self._can_sum_up = along, can_sum_up
        self._explain()

    def _pick(self, value: str) -> None:
        self._explain()
        self.chosen.emit(value)

    def _explain(self) -> None:
        summary = self._choice.findChild(QWidget, "branchStarts_compress")
        if isinstance(summary, QWidget):
            summary.setVisible(self._can_sum_up or self.value == ContextMode.COMPRESS)
        if self.value != ContextMode.NONE and self._along.limit is not None:
            self.put_note(self._too_long_words(self._along.limit), "warning")
        else:
            self.put_note(self._words())

    def _words(self) -> str:
        if self.value == ContextMode.NONE:
            return self.tr("The branch begins empty. This conversation stays as it is.")
        if not self._along.left_behind:
            return self._along_words()
        stays = self.tr("The summary that “%1” began with does not come along.")
        both = self.tr("%1 %2", "what comes along, and what does not")
        return filled(both, self._along_words(), filled(stays, shortened(self._along.left_behind)))

    def _along_words(self) -> str:
        along = self._along
        if not along.messages:
            return self.tr("There is nothing here yet that could come along.")
        if self.value == ContextMode.COMPRESS:
            words = self.tr(
                "%n message(s) come along as a summary, which %1 writes first.", "", along.messages
            )
            return words.replace("%1", along.answers)
        if self._edited:
            words = self.tr(
                "%n message(s) before the edited one come along%1. The new text waits in the branch.",
                "",
                along.messages,
            )
        elif self._from_message:
            words = self.tr(
                "%n message(s) up to the chosen one come along%1. This conversation stays as it is.",
                "",
                along.messages,
            )
        else:
            words = self.tr(
                "%n message(s) come along%1. This conversation stays as it is.", "", along.messages
            )
        return words.replace("%1", self._size_words())

    def _size_words(self) -> str:
        if self._along.tokens is None:
            return ""
        return self.tr(", about %1 tokens").replace("%1", QLocale().toString(self._along.tokens))

    def _too_long_words(self, limit: int) -> str:
        along = self._along
        words = self.tr(
            "%n message(s) would come along%1. With all the rest that makes about %2 tokens, and %4 reads %3.",
            "",
            along.messages,
        )
        help_words = self.tr("Take nothing along, or choose another model.")
        if self._can_sum_up:
            help_words = self.tr("Take a summary or nothing along, or choose another model.")
        locale = QLocale()
        sizes = (locale.toString(along.whole), locale.toString(limit))
        both = self.tr("%1 %2", "what is too long, and what can help")
        return filled(both, filled(words, self._size_words(), *sizes, along.answers), help_words)

    def retranslate(self) -> None:
        """Read the words again."""
        label = self.tr("Comes along")
        self.put_label(label)
        self._choice.put_words(
            label, [self.tr("This conversation"), self.tr("A summary"), self.tr("Nothing")]
        )
        self._explain()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_along"):
            self.retranslate()
