"""The inspector in the chat: its sheet lies over the messages until somebody wants them back (C-5)."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.ui.inspector.sent_sheet import SentSheet
from stello_desktop.ui.inspector.sheet import InspectorSheet
from stello_desktop.workspace.workspace import Workspace


class Inspecting(QObject):
    """Makes the sheet when it is wanted for the first time, and lets it follow the conversation.

    Attributes:
        sheet: None before that.
        sent: *What is sent?*; None before that.

    Signals:
        skills_requested: the person wants to write a skill.
        insights_requested(str): to the summary of a conversation.
        told(str): a change that can be undone, in words.
    """

    skills_requested = Signal()
    insights_requested = Signal(str)
    told = Signal(str)

    def __init__(self, workspace: Workspace, chat: ChatPanel) -> None:
        super().__init__(chat)
        self._workspace, self._chat = workspace, chat
        self.sheet: InspectorSheet | None = None
        self.sent: SentSheet | None = None
        self._shown = self._sent_shown = False
        self._wanted: tuple[SessionId, RecordId] | None = None
        chat.conversation.loaded.connect(self._show_wanted)
        chat.session_shown.connect(self._follow)
        chat.sheet_changed.connect(self._turned)
        chat.composer.edited.connect(self._follow_draft)

    def toggle(self) -> None:
        """Show what the open conversation is told, or its messages again."""
        if self._shown:
            self._chat.lay_over(None)
        elif self._chat.session_id is not None:
            sheet = self._make()
            self._chat.lay_over(sheet)
            sheet.show_session(self._chat.session_id)
            sheet.close_button.setFocus()

    def toggle_sent(self) -> None:
        """Show what the next message would send, or the messages again (C-5)."""
        if self._sent_shown:
            self._chat.lay_over(None)
        elif self._chat.session_id is not None:
            sent = self._make_sent()
            self._chat.lay_over(sent)
            sent.show_session(self._chat.session_id)
            sent.close_button.setFocus()

    def _turned(self, sheet: object) -> None:
        self._shown = sheet is not None and sheet is self.sheet
        self._sent_shown = sheet is not None and sheet is self.sent

    def _follow(self, session_id: SessionId | None) -> None:
        if session_id is None:
            self._chat.lay_over(None)
        elif self._shown and self.sheet is not None:
            self.sheet.show_session(session_id)
        elif self._sent_shown and self.sent is not None:
            self.sent.show_session(session_id)

    def _go_to_message(self, session_id: str, record_id: RecordId) -> None:
        """Its messages lie open then, with this one in sight."""
        self._wanted = SessionId(session_id), record_id
        self._chat.lay_over(None)
        self._chat.go_to.emit(session_id)
        self._show_wanted()

    def _show_wanted(self) -> None:
        """As soon as its conversation has been read; another one that is opened meanwhile lets go of it."""
        chat, wanted = self._chat, self._wanted
        if wanted is None or not chat.conversation.is_loaded:
            return
        self._wanted = None
        if chat.session_id == wanted[0]:
            entries = enumerate(chat.canvas.entries)
            chat.canvas.go_to_entry(next((at for at, item in entries if item.record_id == wanted[1]), -1))

    def _follow_draft(self) -> None:
        if self._shown and self.sheet is not None:
            self.sheet.draft_changed()
        elif self._sent_shown and self.sent is not None:
            self.sent.draft_changed()

    def _make_sent(self) -> SentSheet:
        if self.sent is None:
            chat = self._chat
            sent = self.sent = SentSheet(self._workspace, lambda: chat.composer.draft)
            sent.closed.connect(lambda: chat.lay_over(None))
            sent.inspect_requested.connect(self.toggle)
        return self.sent

    def _make(self) -> InspectorSheet:
        if self.sheet is None:
            chat = self._chat
            sheet = self.sheet = InspectorSheet(self._workspace, lambda: chat.composer.draft)
            sheet.closed.connect(lambda: chat.lay_over(None))
            sheet.go_requested.connect(chat.go_to)
            sheet.message_requested.connect(self._go_to_message)
            sheet.settings_requested.connect(chat.settings_requested)
            sheet.skills_requested.connect(self.skills_requested)
            sheet.refer_requested.connect(chat.refer_requested)
            sheet.insights_requested.connect(self.insights_requested)
            sheet.told.connect(self.told)
        return self.sheet
