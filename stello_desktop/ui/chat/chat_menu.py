"""What stands behind *More* at the head of a conversation; made anew each time it opens."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.chat.conversation import Conversation
from stello_desktop.ui.chat.header import ChatHeader
from stello_desktop.ui.icons import icon
from stello_desktop.workspace.workspace import Workspace


class ChatMenu(QObject):
    """Fills the menu of one head.

    Signals:
        inspect_requested, sent_requested: what the conversation is told; what its next message sends.
        refer_requested(str), result_requested(str): choose what it refers to; bring its result to another one.
        full_screen_toggled: the conversation wants the whole window, or gives it back.
        archive_requested(bool): archive it, or take it out again.
    """

    inspect_requested = Signal()
    sent_requested = Signal()
    refer_requested = Signal(str)
    result_requested = Signal(str)
    full_screen_toggled = Signal()
    archive_requested = Signal(bool)

    def __init__(
        self, workspace: Workspace, header: ChatHeader, conversation: Conversation, panel: QWidget
    ) -> None:
        super().__init__(panel)
        self._workspace = workspace
        self._header = header
        self._conversation = conversation
        self._panel = panel
        header.menu.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """Everything that can be done with the conversation now."""
        menu, session_id = self._header.menu, self._conversation.session_id
        entry = self._workspace.topology.get(session_id)
        menu.clear()
        if entry is None or session_id is None:
            return
        rename = menu.addAction(icon("edit"), self.tr("Rename"), self._header.title.begin)
        rename.setEnabled(not entry.archived)
        menu.addAction(icon("info"), self.tr("What this conversation is told"), self.inspect_requested.emit)
        menu.addAction(icon("send"), self.tr("What is sent?"), self.sent_requested.emit)
        if not entry.archived:
            menu.addAction(icon("link"), self.tr("Refer to…"), lambda: self.refer_requested.emit(session_id))
        if self._workspace.results.near_targets(session_id):
            menu.addAction(
                icon("result"),
                self.tr("Bring the result back…"),
                lambda: self.result_requested.emit(session_id),
            )
        menu.addAction(icon("meter"), self.tr("Usage"), lambda: self._show_usage(session_id))
        menu.addAction(icon("copy"), self.tr("Copy the conversation"), self._copy_all)
        menu.addAction(icon("expand"), self.tr("Whole window or back"), self.full_screen_toggled.emit)
        menu.addSeparator()
        words = self.tr("Take out of the archive") if entry.archived else self.tr("Archive")
        picture = icon("unarchive" if entry.archived else "archive")
        menu.addAction(picture, words, lambda: self.archive_requested.emit(not entry.archived))

    def _show_usage(self, session_id: SessionId) -> None:
        from stello_desktop.ui.chat.usage_panel import show_usage  # noqa: PLC0415 - rarely looked at

        show_usage(self._workspace, session_id, self._panel)

    def _copy_all(self) -> None:
        QGuiApplication.clipboard().setText("\n\n".join(self._conversation.texts))
