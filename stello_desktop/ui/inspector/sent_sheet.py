"""*What is sent?*: the next request, part by part, over the messages (C-5 to C-7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, override

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.composition import NextRequest
from stello_desktop.domain.errors import SessionNotFound
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.services import ServiceKind
from stello_desktop.ui import tasks, theme
from stello_desktop.ui.controls import button, describe, plain_label, tool_button
from stello_desktop.ui.preview.request_view import RequestView
from stello_desktop.ui.preview.token_line import TokenLine
from stello_desktop.ui.service_words import full_name
from stello_desktop.workspace.workspace import Workspace

_QUIET_MS: Final = 150
_MAX_CHARS_WIDE: Final = 56


class SentSheet(QWidget):
    """One for the chat.

    Args:
        draft: what stands in the composer now.

    Attributes:
        request: what is shown; None until it was read.

    Signals:
        closed: the person wants the messages back.
        inspect_requested: the person wants to change what the conversation is told.
    """

    closed = Signal()
    inspect_requested = Signal()

    def __init__(self, workspace: Workspace, draft: Callable[[], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sentSheet")
        self._workspace, self._draft = workspace, draft
        self._session_id: SessionId | None = None
        self.request: NextRequest | None = None
        self._reading = 0
        self._title = plain_label(size="large", wrap=True, name="sentTitle")
        self.close_button = tool_button("close", name="sentClose", size_px=16)
        self._size = plain_label(wrap=True, name="sentSize")
        self._note = plain_label(size="small", tone="muted", wrap=True, name="sentNote")
        self._tokens = TokenLine()
        self._view = RequestView(next_one=True)
        self._change = button(kind="link", name="sentChange")
        self._change.setProperty("flush", True)
        self._lay_out()
        self._later = QTimer(self, singleShot=True, interval=_QUIET_MS)
        self._later.timeout.connect(self._read)
        self.close_button.clicked.connect(self.closed)
        self._change.clicked.connect(self.inspect_requested)
        unsubscribe = workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_: unsubscribe())
        self._put_words()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        size = QHBoxLayout()
        size.addWidget(self._size, 1)
        size.addWidget(self._tokens, 0, Qt.AlignmentFlag.AlignTop)
        self._inner = QWidget()
        column = QVBoxLayout(self._inner)
        column.setContentsMargins(16, 14, 16, 20)
        column.setSpacing(12)
        column.addLayout(head)
        column.addLayout(size)
        column.addWidget(self._note)
        column.addWidget(self._view)
        column.addWidget(self._change, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        ground = QWidget()
        middle = QHBoxLayout(ground)
        middle.setContentsMargins(0, 0, 0, 0)
        middle.addStretch(1)
        middle.addWidget(self._inner, 100)
        middle.addStretch(1)
        scroll = QScrollArea()
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(ground)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)
        self._view.unfold(True)

    # -- which conversation

    def show_session(self, session_id: SessionId | None) -> None:
        """Follow this conversation."""
        if session_id != self._session_id:
            self._session_id, self.request = session_id, None
            self._say()
        self._later.start()

    def draft_changed(self) -> None:
        """Something was typed: what is sent next is another text."""
        self._later.start()

    def _follow(self, changes: Changes) -> None:
        if self._session_id is None or not self.isVisible():
            return
        touched = self._session_id in changes.touched | changes.records
        if changes.placed or changes.services or changes.settings or changes.library or touched:
            self._later.start()

    def _read(self) -> None:
        if self._session_id is not None and self.isVisible() and self._session_id in self._workspace.topology:
            self._reading += 1
            tasks.start(self._show(self._session_id, self._reading), self)

    async def _show(self, session_id: SessionId, number: int) -> None:
        try:
            request = await self._workspace.sending.next_request(session_id, self._draft())
        except SessionNotFound:
            return
        if number == self._reading and session_id == self._session_id:
            self.request = request
            self._tokens.show_tokens(request.tokens, request.limit)
            self._view.show_request(request.parts, None, request.waiting)
            self._say()

    # -- how it looks

    def _say(self) -> None:
        request = self.request
        for part in (self._tokens, self._view, self._size):
            part.setVisible(request is not None)
        self._note.setVisible(request is not None and request.shortened)
        if request is None:
            return
        service = (
            self._workspace.answering.service_of(self._session_id) if self._session_id is not None else None
        )
        model = "" if service is None else full_name(service)
        endless = service is not None and service.kind is ServiceKind.PRACTICE  # a script has no limit
        if request.limit is None and not endless:
            words = self.tr("Goes to %1. How much it reads is not known.")
        else:
            words = self.tr("Goes to %1")
        self._size.setText(words.replace("%1", model))
        self._note.setText(
            self.tr(
                "That is more than fits well: before it leaves, the earlier messages become a summary. "
                "Below is what then remains."
            )
        )

    def _put_words(self) -> None:
        self._title.setText(self.tr("What your next message sends"))
        describe(self.close_button, self.tr("Back to the messages"), "Esc")
        self._change.setText(self.tr("Change what this conversation is told"))
        self._inner.setMaximumWidth(theme.current().px("base") * _MAX_CHARS_WIDE)
        self._say()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.StyleChange} and hasattr(self, "_later"):
            self._put_words()
