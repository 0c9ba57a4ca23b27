"""Where the person writes: the field, what is said above it, and the buttons for what can be done with the text."""

from __future__ import annotations

import time
from typing import Final, override

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.ui.chat.changing import Change, Changing
from stello_desktop.ui.chat.drafts import join_draft
from stello_desktop.ui.chat.laid import EDGE_PX, MAX_COLUMN_PX
from stello_desktop.ui.chat.late_presses import LatePresses
from stello_desktop.ui.chat.message_edit import MAX_CHARS, MessageEdit
from stello_desktop.ui.chat.notice_line import NoticeLine
from stello_desktop.ui.controls import button, set_plain_tooltip
from stello_desktop.ui.exact_text import exact_text

AIMED_S: Final = 0.6
"""So long a click under the pointer may still be meant for the button that stood there before."""


class Composer(QFrame):
    """The field with its row *Attach · Note · Send*; what needs a text is there as soon as there is one.

    Attributes:
        field: the text field.
        notice: the line that stands above it.

    Signals:
        submitted(str), noted(str): the person wants to send or to keep this.
        stop_requested: the running answer shall end.
        attach_requested: the person wants to quote a file.
        edited: the text has changed.
        edit_cancelled: the last question stays as it was.
    """

    submitted = Signal(str)
    noted = Signal(str)
    stop_requested = Signal()
    attach_requested = Signal()
    edited = Signal()
    edit_cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("composer")
        self.field = MessageEdit()
        self._answering = False
        self._ended_under_hand_at = -AIMED_S
        self._change: Change | None = None
        self._end_answer = self.stop_requested.emit
        self._build()
        self.field.submitted.connect(self._submit)
        self.field.too_long.connect(self._refuse_paste)
        self.field.cancelled.connect(self._escape)
        self.field.textChanged.connect(self._on_text)
        self._translate()
        self._follow()

    def _build(self) -> None:
        self.notice = NoticeLine(self.field)
        self.notice.pressed.connect(self._on_notice)
        self._attach = button("", name="composerAttach", kind="quiet", icon="attach")
        self._note = button("", name="composerNote", kind="quiet", icon="note")
        self._send = button("", name="composerSend", kind="primary", icon="send")
        self._stop = button("", name="composerStop", kind="primary", icon="stop")
        self._attach.clicked.connect(self.attach_requested)
        self._note.clicked.connect(self._keep_note)
        self._send.clicked.connect(self._on_send)
        self._stop.clicked.connect(self.stop_requested)
        self._late = LatePresses(self._stop)
        row = self._buttons = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._attach)
        row.addStretch(1)
        for made in (self._note, self._send, self._stop):
            row.addWidget(made)
        box = self._box = QVBoxLayout(self)
        box.setSpacing(8)
        box.addLayout(self.notice)
        box.addWidget(self.field)
        box.addLayout(row)
        self.setFocusProxy(self.field)
        self._align()

    def put_aside(self, part: QWidget) -> None:
        """Something small at the other end of the row of buttons."""
        self._buttons.insertWidget(1, part)

    def put_above(self, part: QWidget) -> None:
        """Something that is said above the field now and then."""
        self._box.insertWidget(0, part)

    @property
    def text(self) -> str:
        """What is typed."""
        return exact_text(self.field.document())

    @property
    def draft(self) -> str:
        """What is kept for later: while the last question is changed, what was typed before."""
        return self.text if self._change is None else self._change.waiting

    def set_text(self, text: str) -> None:
        """Replace what is typed."""
        self.field.set_text(text)

    def type_text(self, text: str) -> None:
        """Put in text at the cursor, as if it had been typed here."""
        self.field.insert_text(text)

    @property
    def room(self) -> int:
        """So many characters of a quotation still have room."""
        return max(0, MAX_CHARS - self.field.document().characterCount() - 1)

    def quote(self, text: str) -> bool:
        """Put in a quotation at the cursor, on lines of its own; False where it has no room."""
        if not text or len(text) > self.room:
            return False
        cursor = self.field.textCursor()
        before = self.text[: cursor.selectionStart()] if cursor.selectionStart() < MAX_CHARS else ""
        self.field.insert_text(("" if not before or before.endswith("\n") else "\n") + text)
        return True

    def put_before(self, draft: str) -> None:
        """A draft has been found; what was typed before that stands behind it, the cursor where it was."""
        typed = self.text
        if not typed:
            self.set_text(draft)
        elif draft:
            self.field.insert_before(join_draft(draft, typed)[: -len(typed)])

    def take_back(self, text: str) -> None:
        """A message could not be sent: it is here again, before anything typed since."""
        rest = self.text
        self.set_text(f"{text}\n{rest}" if rest.strip() else text)

    def give_again(self, text: str) -> None:
        """A message that was taken back is sent once more; what was typed since stays."""
        if self.text == text:
            self.set_text("")
        elif self.text.startswith(f"{text}\n"):
            self.set_text(self.text.removeprefix(f"{text}\n"))

    def set_answering(self, *, answering: bool) -> None:
        """While an answer runs, *Send* is *Stop*; a click meant for the one of them is none for the other."""
        if self._answering and not answering and self._stop.underMouse():
            self._ended_under_hand_at = time.monotonic()
        if answering and not self._answering:
            self._late.came_up()
        self._answering = answering
        if not answering and self.notice.offers(self._end_answer):
            self.notice.clear()
            self._show_editing()
        self._follow()

    def begin_edit(self, text: str, what: Changing = Changing.QUESTION) -> None:
        """Change a message or a note; what was being typed waits until that is done."""
        self._change = Change(what, text, self.draft)
        self.field.keeps_undo = True
        self.set_text(text)
        self._translate()
        self._follow()
        self._show_editing()
        self.field.setFocus()

    def _show_editing(self) -> None:
        """Say what is being changed, if anything is."""
        match self.changing:
            case None:
                return
            case Changing.UNSENT:
                words = self.tr("You are changing a message that waits to be sent")
            case Changing.NOTE:
                words = self.tr("You are changing a note")
            case _:
                words = self.tr("You are changing your last message")
        self.notice.say(words, self.tr("Cancel"))

    @property
    def changing(self) -> Changing | None:
        """What is being changed; None where a new message is written."""
        return None if self._change is None else self._change.what

    @property
    def _asks_nobody(self) -> bool:
        """Whether what is being changed is kept without an answer, also while one runs."""
        return self._change is not None and self._change.what.asks_nobody

    @property
    def editing(self) -> bool:
        """Whether something is being changed."""
        return self._change is not None

    def end_edit(self) -> None:
        """Back to what was being typed."""
        if self._change is None:
            return
        waiting, self._change = self._change.waiting, None
        self.field.keeps_undo = False
        self.set_text(waiting)
        self.notice.clear()
        self._translate()

    def leave_edit(self) -> None:
        """Go away in the middle of a change: its new words stand before what was being typed, so that none is lost."""
        words = self.text if self._change is not None and self._change.alters(self.text) else ""
        self.end_edit()
        if words.strip():
            self.take_back(words)

    def _on_notice(self) -> None:
        offer = self.notice.take()
        if not offer:
            self._escape()
        elif isinstance(offer, str):
            self.field.insert_text(offer)
        else:
            self._show_editing()
            self.field.setFocus()
            offer()

    def _refuse_paste(self, size: int, part: str) -> None:
        words = self.tr("This text is too long to type in (%1). It can be cut to what fits.")
        shown = f"{size / 1_000_000:.1f} MB" if size >= 1_000_000 else f"{size // 1000} kB"  # noqa: PLR2004 - a megabyte
        action = self.tr("Paste the beginning") if part else self.tr("Close")
        self.notice.say(words.replace("%1", shown), action, part)

    def _on_send(self) -> None:
        if time.monotonic() - self._ended_under_hand_at >= AIMED_S:
            self._submit()

    def _submit(self) -> None:
        if not self.text.strip() or self.field.composing:
            return
        if self._answering and not self._asks_nobody:
            self._refuse_for_now()
        else:
            self.submitted.emit(self.text)

    def _refuse_for_now(self) -> None:
        """One answer at a time: what is typed stays, and the person is told when it can leave."""
        words = self.tr(
            "An answer is still being written. What you typed stays here; send it when that has ended."
        )
        self.notice.say(words, self.tr("Stop the answer"), self._end_answer)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.field, words))

    def _keep_note(self) -> None:
        if self.text.strip() and not self.field.composing:
            self.noted.emit(self.text)

    def _escape(self) -> None:
        if self.editing:
            self.end_edit()
            self.edit_cancelled.emit()

    def _on_text(self) -> None:
        self._follow()
        self.edited.emit()

    def _follow(self) -> None:
        typed = bool(self.text.strip())
        held = self.focusWidget()
        self._send.setVisible((typed or self.editing) and (not self._answering or self._asks_nobody))
        self._note.setVisible(typed and not self.editing)
        self._stop.setVisible(self._answering)
        self._send.setEnabled(typed)
        self._note.setEnabled(typed and not self.editing)
        if held in {self._send, self._note, self._stop} and not held.isVisibleTo(self):
            self.field.setFocus()

    def _translate(self) -> None:
        self.field.setPlaceholderText(self.tr("Write a message or a note…"))
        self.field.setAccessibleName(self.tr("Message"))
        self._attach.setText(self.tr("Attach"))
        set_plain_tooltip(self._attach, self.tr("Quote a text file in this message"))
        self._note.setText(self.tr("Note"))
        set_plain_tooltip(self._note, self.tr("Keep it here; it goes along with your next message"))
        changed = self.tr("Keep the change") if self._asks_nobody else self.tr("Send again")
        self._send.setText(changed if self.editing else self.tr("Send"))
        self._stop.setText(self.tr("Stop"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._translate()
            self.notice.clear()  # its words were in the other language
            self._show_editing()
        super().changeEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._align()

    def _align(self) -> None:
        """In a wide window the field stands under the column of messages."""
        side = max(EDGE_PX, (self.width() - MAX_COLUMN_PX) // 2)
        self._box.setContentsMargins(side, 12, side, 14)

    @override
    def sizeHint(self) -> QSize:
        return QSize(360, super().sizeHint().height())
