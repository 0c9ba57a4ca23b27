"""The one text field of the map: a name, typed where it stands."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.text import MAX_LABEL_CHARS, clean_label
from stello_desktop.ui.line_field import keep_short


class RenameEditor(QLineEdit):
    """Edits one name at a time and then hides.

    Signals:
        committed: a conversation and its cleaned new name, which is not empty.
        abandoned: a conversation whose name stays; True where it was its first name and stayed empty.
    """

    committed = Signal(str, str)
    abandoned = Signal(str, bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("mapRenameEditor")
        keep_short(self, MAX_LABEL_CHARS)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.session_id: SessionId | None = None
        self._before = ""
        self._first = False
        self.hide()

    def open_for(self, session_id: SessionId, label: str, at: QRect, *, first: bool) -> None:
        """Start typing; ``first`` is the name of a conversation that was just made."""
        self.close_now()
        self.session_id, self._before, self._first = session_id, label, first
        self.setText("" if first else label)
        self.setPlaceholderText(label if first else "")
        self.setAccessibleName(self.tr("Name of the conversation"))
        self.setGeometry(at)
        self.show()
        self.raise_()
        self.selectAll()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_now(self) -> None:
        """Take the name as it stands; the old one where nothing was typed."""
        if self.session_id is None:
            return
        name = clean_label(self.text())
        if name and name != self._before:
            self._finish(name)
        else:
            self._finish(None)

    def _finish(self, name: str | None, *, escaped: bool = False) -> None:
        session_id, self.session_id = self.session_id, None
        if session_id is None:
            return
        if name is not None:
            self.committed.emit(session_id, name)
        else:
            self.abandoned.emit(session_id, self._first and escaped)
        self.hide()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            typed = clean_label(self.text())
            self._finish(None, escaped=not typed)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab):
            self.close_now()
        else:
            super().keyPressEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.close_now()
