"""The inspector in the chat: its sheet lies over the messages until somebody wants them back (C-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.chat.composer import Composer
from stello_desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from stello_desktop.ui.inspector.sheet import InspectorSheet


class Inspecting(QObject):
    """Makes the sheet when it is wanted for the first time.

    Attributes:
        sheet: None before that.
        shown: whether it lies over the messages.

    Signals:
        changed: it was opened or closed.
        go_requested(str), settings_requested, skills_requested: as the sheet's.
        told(str): a change that can be undone, in words.
    """

    changed = Signal()
    go_requested = Signal(str)
    settings_requested = Signal()
    skills_requested = Signal()
    told = Signal(str)

    def __init__(
        self, workspace: Workspace, body: QStackedWidget, composer: Composer, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._workspace, self._body, self._composer = workspace, body, composer
        self.sheet: InspectorSheet | None = None
        self.shown = False
        composer.edited.connect(self._follow_draft)

    def toggle(self, session_id: SessionId | None) -> None:
        """Show the sheet for a conversation, or the messages again."""
        if self.shown:
            self.close()
        elif session_id is not None:
            self.open(session_id)

    def open(self, session_id: SessionId) -> None:
        """Show the sheet, with the focus in it."""
        sheet = self._make()
        self.shown = True
        self.changed.emit()
        sheet.show_session(session_id)
        sheet.close_button.setFocus()

    def close(self) -> None:
        """Show the messages again."""
        if self.shown:
            self.shown = False
            self.changed.emit()

    def follow(self, session_id: SessionId | None) -> None:
        """Another conversation is shown."""
        if session_id is None:
            self.close()
        elif self.shown and self.sheet is not None:
            self.sheet.show_session(session_id)

    def _follow_draft(self) -> None:
        if self.shown and self.sheet is not None:
            self.sheet.draft_changed()

    def _make(self) -> InspectorSheet:
        if self.sheet is None:
            from stello_desktop.ui.inspector.sheet import InspectorSheet  # noqa: PLC0415 - only when it is wanted

            sheet = self.sheet = InspectorSheet(self._workspace, lambda: self._composer.draft)
            self._body.addWidget(sheet)
            sheet.closed.connect(self.close)
            sheet.go_requested.connect(self.go_requested)
            sheet.settings_requested.connect(self.settings_requested)
            sheet.skills_requested.connect(self.skills_requested)
            sheet.told.connect(self.told)
        return self.sheet
