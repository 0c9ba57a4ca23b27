"""The small bar of buttons beside the message under the pointer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import override

from PySide6.QtCore import QEvent, Signal, SignalInstance
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from stello_desktop.ui.chat.versions import VersionNote, VersionStrip
from stello_desktop.ui.controls import describe, plain_label, set_plain_tooltip, tool_button
from stello_desktop.ui.shift_click import ShiftClick


@dataclass(frozen=True, slots=True)
class MessageActions:
    """Which actions a message has, and the tokens that it took, in words.

    Attributes:
        note: it is a note that can be sent as a message, or removed.
        versions: which version of its round it is of.
    """

    copy: bool = True
    branch: bool = False
    edit: bool = False
    edit_in_branch: bool = False
    retry: bool = False
    note: bool = False
    versions: VersionNote | None = None
    tokens: str = ""


class ActionBar(QFrame):
    """Buttons for the message under the pointer.

    Signals:
        copy_requested, branch_requested, edit_requested, retry_requested.
        send_note_requested, remove_note_requested.
        version_requested(int): another version, so many places away.
        plain_branch_requested: branch at once, without a question.
    """

    copy_requested = Signal()
    branch_requested = Signal()
    plain_branch_requested = Signal()
    edit_requested = Signal()
    retry_requested = Signal()
    send_note_requested = Signal()
    remove_note_requested = Signal()
    version_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageActions")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._copy = self._add("copy", "messageCopy", self.copy_requested)
        self._branch = self._add("branch", "messageBranch")
        branching = ShiftClick(self._branch)
        branching.clicked.connect(self.branch_requested)
        branching.shifted.connect(self.plain_branch_requested)
        self._edit = self._add("edit", "messageEdit", self.edit_requested)
        self._retry = self._add("retry", "messageRetry", self.retry_requested)
        self._send = self._add("send", "messageSendNote", self.send_note_requested)
        self._remove = self._add("trash", "messageRemoveNote", self.remove_note_requested)
        self._versions = VersionStrip()
        self._versions.step_requested.connect(self.version_requested)
        row.addWidget(self._versions)
        self._tokens = plain_label(size="tiny", tone="muted", name="messageTokens")
        self._tokens.setContentsMargins(6, 0, 6, 0)
        row.addWidget(self._tokens)
        self._translate()
        self.hide()

    def _add(self, picture: str, name: str, signal: SignalInstance | None = None) -> QToolButton:
        made = tool_button(picture, name=name, size_px=14)
        made.setStyleSheet("QToolButton { padding: 3px; }")
        if signal is not None:
            made.clicked.connect(signal)
        layout = self.layout()
        if layout is not None:
            layout.addWidget(made)
        return made

    def offer(self, actions: MessageActions) -> None:
        """Show only what is possible."""
        self._copy.setVisible(actions.copy)
        self._branch.setVisible(actions.branch)
        self._edit.setVisible(actions.edit or actions.edit_in_branch)
        self._retry.setVisible(actions.retry)
        self._send.setVisible(actions.note)
        self._remove.setVisible(actions.note)
        self._versions.setVisible(actions.versions is not None)
        if actions.versions is not None:
            self._versions.show_note(actions.versions)
        describe(self._edit, self.tr("Edit in a branch") if actions.edit_in_branch else self.tr("Edit"))
        self._tokens.setText(actions.tokens)
        self._tokens.setVisible(bool(actions.tokens))
        self.adjustSize()

    def stand_over(self, *, text: bool) -> None:
        """Stand on a ground of its own where there is text below."""
        area = "card" if text else ""
        if self.property("area") != area:
            self.setProperty("area", area)
            self.style().unpolish(self)
            self.style().polish(self)

    def _translate(self) -> None:
        set_plain_tooltip(
            self._tokens,
            self.tr(
                "In tokens, which are pieces of words: what was sent for this answer, and how long it is"
            ),
        )
        for made, words in (
            (self._copy, self.tr("Copy")),
            (self._branch, self.tr("Branch from here")),
            (self._edit, self.tr("Edit")),
            (self._retry, self.tr("Retry")),
            (self._send, self.tr("Send as message")),
            (self._remove, self.tr("Remove the note")),
        ):
            describe(made, words)
        set_plain_tooltip(self._branch, self.tr("Branch from here. With Shift: at once, without a question"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._translate()
        super().changeEvent(event)
