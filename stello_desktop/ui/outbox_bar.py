"""The quiet state at the window's foot while messages wait to be sent; gone as soon as none does (rows 25, 58)."""

from __future__ import annotations

from collections.abc import Callable
from typing import override

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.services import ServiceKind
from stello_desktop.ui.controls import Glyph, button, describe, plain_label
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.send_waiting import send_waiting
from stello_desktop.ui.service_words import name_of
from stello_desktop.workspace.workspace import Workspace


class OutboxBar(QFrame):
    """*Offline: 3 messages wait · Show · Send*.

    Args:
        refocus: what had the focus here goes; brings the person to where they write.

    Signals:
        show_requested(str): a conversation in which something waits.
        offered(str, str, object): what waits could be sent again; the words to say it with, once, and what is pressed.
    """

    show_requested = Signal(str)
    offered = Signal(str, str, object)

    def __init__(
        self, workspace: Workspace, refocus: Callable[[], object], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("outboxBar")
        self.setProperty("area", "foot")
        self._workspace = workspace
        self._refocus = refocus
        self._held_before = ""
        self._silent = ""
        self._is_back = False
        self._looked_at = -1
        self._words = plain_label(tone="muted", size="small", name="outboxWords")
        self._show = button(kind="link", name="outboxShow")
        self._send = button(kind="link", name="outboxSend")
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 1, 10, 1)
        row.setSpacing(8)
        row.addWidget(Glyph("send", "muted", 14))
        row.addWidget(self._words, 1)
        row.addWidget(self._send)
        row.addWidget(self._show)  # last, so that it does not come under the pointer as the other goes
        self._show.clicked.connect(self._ask_to_show)
        self._send.clicked.connect(self._send_all)
        self.hide()
        self._unsubscribe = workspace.feed.subscribe(self._on_changes)
        self.destroyed.connect(self._unsubscribe)
        self.follow()

    def _on_changes(self, changes: Changes) -> None:
        if changes.outbox or changes.placed or changes.services or changes.settings:
            self.follow()

    def follow(self) -> None:
        """Show what is true now."""
        outbox = self._workspace.outbox
        count, sending = outbox.count, bool(outbox.sending)
        held = "" if sending else self._what_holds()
        before, self._held_before = self._held_before, held
        self._follow_line(before, held, waits=count > 0 and not sending)
        self._say(count, sending=sending, held=held)
        pressed = self.window().focusWidget() is self._send
        self._send.setVisible(not sending)
        if pressed and sending:
            self._refocus()
        if count == 0 and not self.isHidden():
            self._leave()
        elif count and self.isHidden():
            self.show()
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self._words.text()))
        if before and not held and count and not sending:
            self._offer(count, before)

    def _what_holds(self) -> str:
        outbox = self._workspace.outbox
        if outbox.offline:
            return "line"
        return "refused" if outbox.refused else "key" if outbox.keyless else ""

    def _follow_line(self, before: str, held: str, *, waits: bool) -> None:
        """Know who is silent, and whether they answer again: as long as nothing else becomes of what waits."""
        if held or not waits:
            self._is_back = False
        elif before:
            self._is_back = before == "line"
        if held == "line":
            self._silent = self._silent_here()

    def _offer(self, count: int, before: str) -> None:
        """Say once that nothing is in the way any more; not to a person who is just about to send."""
        if before == "line" and self._silent:
            words = self.tr("%1 answers again; %n message(s) can be sent", "", count)
            words = filled(words, self._silent)
        elif before == "line":
            words = self.tr("The connection is back; %n message(s) can be sent", "", count)
        elif QApplication.activeModalWidget() is None:  # else the key was asked for so that something is sent
            words = self.tr("The key is there; %n message(s) can be sent", "", count)
        else:
            return
        self.offered.emit(words, self.tr("Send"), self._send_all)

    def _say(self, count: int, *, sending: bool, held: str) -> None:
        if sending:
            words = self.tr("Sending; %n message(s) left", "", count)
        elif held == "refused":
            words = self.tr("%n message(s) wait: their AI service did not accept the key", "", count)
        elif held == "key":
            words = self.tr("%n message(s) wait for the key of their AI service", "", count)
        elif held and self._silent:
            words = self.tr("%1 does not answer: is it running? %n message(s) wait", "", count)
            words = filled(words, self._silent)
        elif held:
            words = self.tr("Offline: %n message(s) wait", "", count)
        elif self._is_back and self._silent:
            words = filled(self.tr("%1 answers again: %n message(s) wait", "", count), self._silent)
        elif self._is_back:
            words = self.tr("The connection is back: %n message(s) wait", "", count)
        else:
            words = self.tr("%n message(s) wait to be sent", "", count)
        self._words.setText(words)
        self._show.setText(self.tr("Show"))
        self._send.setText(self.tr("Send"))
        describe(self._show, self.tr("Show a conversation in which a message waits"))
        describe(self._send, self.tr("Send everything that waits, in order"))
        self.setAccessibleName(words)

    def _silent_here(self) -> str:
        """The server on this computer that all that is held waits for; empty where any other is among them."""
        outbox, answering = self._workspace.outbox, self._workspace.answering
        held = {answering.service_of(item) for item in outbox.waiting if outbox.trouble_of(item) is not None}
        (first, *others) = held or (None,)
        mine = first is not None and first.local and first.kind is ServiceKind.OPENAI
        return name_of(first) if first is not None and mine and not others else ""

    def _leave(self) -> None:
        held = self.window().focusWidget() in {self._show, self._send}
        self.hide()
        if held:
            self._refocus()

    def _ask_to_show(self) -> None:
        """The next one at each press, so that all can be looked at."""
        waiting = list(self._workspace.outbox.waiting)
        if waiting:
            self._looked_at += 1
            self.show_requested.emit(waiting[self._looked_at % len(waiting)])

    def _send_all(self) -> None:
        send_waiting(self.window(), self._workspace)

    def close_feed(self) -> None:
        """Listen no more; part of closing the window."""
        self._unsubscribe()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.follow()
