"""The cards of the transcript: real widgets, so that keyboard and screen reader find their buttons."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Final, override

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from stello_desktop.domain.ports import BranchProposal
from stello_desktop.domain.text import clean_label
from stello_desktop.ui import theme
from stello_desktop.ui.chat.profile_tag import ProfileTag
from stello_desktop.ui.controls import Glyph, button, plain_label
from stello_desktop.ui.copying import copies
from stello_desktop.ui.durations import duration_words
from stello_desktop.ui.elided_tick import ElidedTick
from stello_desktop.ui.flow_layout import FlowingWords, FlowLayout
from stello_desktop.ui.hanging import hang
from stello_desktop.ui.service_words import full_name

_SECOND_MS: Final = 1000
_PICTURE_PX: Final = 20
_PICTURE_GAP_PX: Final = 12


class Card(QFrame):
    """A raised ground with a picture, words, and buttons that move below the words where it is narrow."""

    def __init__(self, picture: str, role: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("area", "card")
        self.title = plain_label(strong=True, wrap=True)
        self.line = plain_label(tone="muted", size="small", wrap=True)
        self.words = QVBoxLayout()
        self.words.setSpacing(2)
        self.words.addWidget(self.title)
        self.words.addWidget(self.line)
        self.buttons = FlowLayout()
        head = QHBoxLayout()
        head.setSpacing(_PICTURE_GAP_PX)
        head.addWidget(Glyph(picture, role, _PICTURE_PX), 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(self.words, 1)
        self._head = head
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(14, 12, 14, 12)
        self.body.setSpacing(10)
        self.body.addLayout(head)
        self.body.addLayout(self.buttons)
        hang(self.buttons, self, picture_px=_PICTURE_PX, gap_px=_PICTURE_GAP_PX)

    def add_button(self, made: QPushButton) -> QPushButton:
        """A button in the row, before the free space."""
        made.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.buttons.addWidget(made)
        return made

    def set_line(self, text: str) -> None:
        """The quiet second line; no room is kept for an empty one."""
        self.line.setText(text)
        self.line.setVisible(bool(text))


class TechnicalText(QObject):
    """The technical text of a card, and its *Copy*, behind a button; nothing where there is no text.

    Args:
        names: of the button, the text and its *Copy*.

    Signals:
        resized: it came or went.
    """

    resized = Signal()

    def __init__(self, card: Card, detail: str, names: tuple[str, str, str]) -> None:
        super().__init__(card)
        self._card, self._detail, self._names = card, detail, names
        self._text: QPlainTextEdit | None = None
        self._button = card.add_button(button(self.tr("Details"), name=names[0], kind="quiet"))
        self._button.setVisible(bool(detail))
        self._button.clicked.connect(self._toggle)

    def _toggle(self) -> None:
        if self._text is None:
            self._text = QPlainTextEdit(self._detail[:20_000])
            self._text.setObjectName(self._names[1])
            self._text.setAccessibleName(self.tr("Details"))
            self._text.setReadOnly(True)
            self._text.setFixedHeight(round(theme.current().px("base") * 8))
            copy = button(self.tr("Copy details"), name=self._names[2], icon="copy")
            copies(copy, lambda: self._detail)
            self._card.body.addWidget(self._text)
            self._card.add_button(copy)
            self._copy = copy
            shown = True
        else:
            shown = not self._text.isVisibleTo(self._card)
            self._text.setVisible(shown)
            self._copy.setVisible(shown)
        self._button.setText(self.tr("Hide details") if shown else self.tr("Details"))
        self.resized.emit()


class BranchCard(Card):
    """A branch that the assistant opened.

    Signals:
        go_requested, undo_requested, bring_requested.
    """

    go_requested = Signal()
    undo_requested = Signal()
    bring_requested = Signal()

    def __init__(
        self,
        label: str,
        *,
        inherits: bool,
        living: bool,
        untouched: bool,
        profile: ProfileTag | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("branch", "good" if living else "muted", parent)
        self.setObjectName("branchCard")
        self._label, self._inherits, self._living = clean_label(label), inherits, living
        if profile is not None:
            self.words.addWidget(profile)
        self._go = self.add_button(button("", name="branchCardGo", kind="primary"))
        self._undo = self.add_button(button("", name="branchCardUndo"))
        self._bring = self.add_button(button("", name="branchCardBring"))
        self._go.clicked.connect(self.go_requested)
        self._undo.clicked.connect(self.undo_requested)
        self._bring.clicked.connect(self.bring_requested)
        self._go.setVisible(living)
        self._undo.setVisible(living and untouched)
        self._bring.setVisible(living and untouched and not inherits)
        self._translate()

    def _translate(self) -> None:
        self.title.setText(self.tr("Opened a branch: %1").replace("%1", self._label))
        if not self._living:
            self.set_line(self.tr("No longer there; look in the trash, or redo"))
        else:
            self.set_line(
                self.tr("Starts with this conversation") if self._inherits else self.tr("Starts empty")
            )
        self._go.setText(self.tr("Go there"))
        self._undo.setText(self.tr("Undo"))
        self._bring.setText(self.tr("Bring messages along"))
        self.setAccessibleName(self.title.text())
        self.setAccessibleDescription(self.line.text())

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._translate()
        super().changeEvent(event)


class RefusedBranchCard(Card):
    """A branch that was not opened, and why; the technical text one click away.

    Signals:
        open_requested: the person wants it all the same (G-1).
        resized: the technical text came or went.

    Args:
        lacking: it cannot be opened as it was asked for; the button leads to what is missing.
    """

    open_requested = Signal()
    resized = Signal()

    def __init__(
        self,
        label: str,
        reason: str,
        *,
        detail: str = "",
        openable: bool = False,
        lacking: bool = False,
        profile: ProfileTag | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("branch", "muted", parent)
        self.setObjectName("refusedBranchCard")
        if profile is not None:  # as on the card that takes its place, which so is as high
            self.words.addWidget(profile)
        name = clean_label(label)
        title = self.tr("Not opened: %1").replace("%1", name) if name else self.tr("A branch was not opened")
        self.title.setText(title)
        self.set_line(reason[:400])
        if openable:
            verb = self.tr("Fill in…") if lacking else self.tr("Open anyway")
            anyway = self.add_button(button(verb, name="refusedBranchOpen"))
            anyway.clicked.connect(self.open_requested)
        names = ("refusedDetails", "refusedDetailsText", "refusedCopy")
        TechnicalText(self, detail, names).resized.connect(self.resized)
        self.setAccessibleName(self.title.text())
        self.setAccessibleDescription(self.line.text())


class BranchQuestionCard(Card):
    """The assistant wants to open branches: one card, a tick for each (X-5).

    Signals:
        decided(tuple of bool): one decision for each proposal, in order.

    Args:
        hue_of: the colour of a profile by its name; None where there is none.
    """

    decided = Signal(tuple)

    def __init__(
        self,
        proposals: Sequence[BranchProposal],
        parent: QWidget | None = None,
        *,
        hue_of: Callable[[str], int | None] = lambda _profile: None,
    ) -> None:
        super().__init__("branch", "accent", parent)
        self.setObjectName("branchQuestionCard")
        self._count = len(proposals)
        self._ticks: list[ElidedTick] = []
        for number, proposal in enumerate(proposals):
            tick = ElidedTick(clean_label(proposal.label), f"branchQuestionTick{number}")
            tick.setChecked(True)
            tick.toggled.connect(self._follow)
            self._ticks.append(tick)
            row = QVBoxLayout()
            hang(row, self, picture_px=_PICTURE_PX, gap_px=_PICTURE_GAP_PX)
            row.setSpacing(0)
            row.addWidget(tick)
            note = plain_label(self._starts_with(proposal), tone="muted", size="small", wrap=True)
            note.setContentsMargins(28, 0, 0, 0)
            row.addWidget(note)
            if proposal.profile:
                tag = ProfileTag(proposal.profile, hue_of(proposal.profile))
                tag.setContentsMargins(28, 0, 0, 0)
                row.addWidget(tag)
            self.body.insertLayout(self.body.count() - 1, row)
        self._open = self.add_button(button(self.tr("Open"), name="branchQuestionOpen", kind="primary"))
        self._not_now = self.add_button(button(self.tr("Not now"), name="branchQuestionNotNow"))
        self._open.clicked.connect(lambda: self._decide(tuple(tick.isChecked() for tick in self._ticks)))
        self._not_now.clicked.connect(lambda: self._decide((False,) * self._count))
        title = self.tr("The assistant would like to open a branch")
        if self._count > 1:
            title = self.tr("The assistant would like to open %1 branches").replace("%1", str(self._count))
        self.title.setText(title)
        self.set_line("")
        self.setAccessibleName(title)

    def _starts_with(self, proposal: BranchProposal) -> str:
        if proposal.leaves_for is not None:
            words = self.tr("Starts with this conversation, which then goes to %1")
            return words.replace("%1", full_name(proposal.leaves_for))
        if proposal.context == "inherit":
            return self.tr("Starts with this conversation")
        if proposal.context == "compress":
            return self.tr("Starts with a summary of this conversation")
        return self.tr("Starts empty")

    def _follow(self) -> None:
        self._open.setEnabled(any(tick.isChecked() for tick in self._ticks))

    def _decide(self, decisions: tuple[bool, ...]) -> None:
        for widget in (*self._ticks, self._open, self._not_now):
            widget.setEnabled(False)
        self.decided.emit(decisions)


class ErrorCard(Card):
    """One sentence about what failed, what to do, and the technical text one click away.

    Signals:
        retry_requested, resume_requested, settings_requested, branch_requested.
        choice_requested: choose another service.
        key_requested: enter the key, then try again.
        allow_requested: ask whether what stopped the answer may be allowed, then try again.
    """

    retry_requested = Signal()
    resume_requested = Signal()
    settings_requested = Signal()
    choice_requested = Signal()
    key_requested = Signal()
    allow_requested = Signal()
    branch_requested = Signal()
    resized = Signal()

    def __init__(
        self,
        sentence: str,
        detail: str,
        *,
        actions: Sequence[str] = ("retry",),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("warning", "danger", parent)
        self.setObjectName("errorCard")
        self.title.setText(sentence)
        self.title.setProperty("strong", "false")
        self.set_line("")
        self.setAccessibleName(sentence)
        wanted = {
            "retry": (self.tr("Retry"), "errorRetry", self.retry_requested, "retry"),
            "resume": (self.tr("Continue"), "errorContinue", self.resume_requested, "play"),
            "settings": (self.tr("AI services"), "errorServices", self.settings_requested, ""),
            "allow": (self.tr("Allow…"), "errorAllow", self.allow_requested, ""),
            "choose": (self.tr("Choose a service"), "errorChoose", self.choice_requested, ""),
            "key": (self.tr("Enter the key"), "errorKey", self.key_requested, "key"),
            "branch": (self.tr("Branch"), "errorBranch", self.branch_requested, "branch"),
        }
        for action in actions:
            text, name, signal, icon = wanted[action]
            self.add_button(button(text, name=name, icon=icon)).clicked.connect(signal)
        names = ("errorDetails", "errorDetailsText", "errorCopy")
        TechnicalText(self, detail, names).resized.connect(self.resized)

    def count_down(self, due_at: float) -> None:
        """Tell how long the service wants to be left alone; the person may try at any time (Q25).

        Args:
            due_at: seconds of `time.monotonic`.
        """

        def tell() -> None:
            left_s = math.ceil(due_at - time.monotonic())
            if left_s > 0:
                self.set_line(self.tr("It may answer again in %1").replace("%1", duration_words(left_s)))
            else:
                self.set_line(self.tr("It may answer again now"))
                clock.stop()

        clock = QTimer(self)
        clock.timeout.connect(tell)
        clock.start(_SECOND_MS)
        tell()


class EndingStrip(QWidget):
    """How the last answer ended, with what can be done about it.

    Signals:
        resume_requested, retry_requested, branch_requested.
    """

    resume_requested = Signal()
    retry_requested = Signal()
    branch_requested = Signal()

    def __init__(
        self,
        text: str,
        *,
        retry: bool = True,
        resume: bool = True,
        branch: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("endingStrip")
        parts = FlowLayout(self)
        parts.setContentsMargins(0, 2, 0, 2)
        parts.addWidget(_stated(text))
        deeds = QWidget()
        parts.addWidget(deeds)
        row = FlowLayout(deeds)
        if resume:
            go_on = button(self.tr("Continue"), name="endingContinue", icon="play")
            go_on.clicked.connect(self.resume_requested)
            row.addWidget(go_on)
        if retry:
            again = button(self.tr("Retry"), name="endingRetry", icon="retry")
            again.clicked.connect(self.retry_requested)
            row.addWidget(again)
        if branch:
            fork = button(self.tr("Branch"), name="endingBranch", icon="branch")
            fork.clicked.connect(self.branch_requested)
            row.addWidget(fork)
        self.setAccessibleName(text)


def _stated(text: str) -> QWidget:
    """What has happened, with its picture."""
    made = QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 4, 0)
    row.setSpacing(8)
    row.addWidget(Glyph("info", "warning", 16), 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(FlowingWords(text, "endingWords"), 1)
    return made
