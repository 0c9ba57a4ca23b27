"""The transcript for a screen reader: one child for each message, with who speaks and what is said."""

from __future__ import annotations

from typing import Final, override

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, QRect
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from stello_desktop.ui.accessible_children import AccessibleChildren, InterfaceFactory
from stello_desktop.ui.chat.beginning import Beginning, beginning_words
from stello_desktop.ui.chat.canvas import TranscriptCanvas
from stello_desktop.ui.chat.earlier import earlier_words
from stello_desktop.ui.chat.entries import Ending, Entry, EntryKind
from stello_desktop.ui.chat.pieces import CardPiece
from stello_desktop.ui.chat.versions import VersionNote, note_words

MAX_SPOKEN_CHARS: Final = 20_000


def speaker_of(entry: Entry) -> str:
    """Who speaks, as a word."""
    match entry.kind:
        case EntryKind.QUESTION:
            return QCoreApplication.translate("TranscriptCanvas", "You")
        case EntryKind.NOTE:
            return QCoreApplication.translate("TranscriptCanvas", "Your note")
        case EntryKind.OPENING:
            return QCoreApplication.translate("TranscriptCanvas", "Opening message")
        case EntryKind.ANSWER | EntryKind.VERSIONS | EntryKind.EARLIER | EntryKind.BEGINNING:
            return QCoreApplication.translate("TranscriptCanvas", "Assistant")


class MessageInterface(QAccessibleInterface):
    """One message; its cards are its children."""

    def __init__(self, canvas: TranscriptCanvas, index: int) -> None:
        super().__init__()
        self._canvas = canvas
        self._index = index

    @property
    def _entry(self) -> Entry | None:
        items = self._canvas.transcript.items if shiboken6.isValid(self._canvas) else []
        return items[self._index].entry if self._index < len(items) else None

    def _cards(self) -> list[QWidget]:
        if self._entry is None:
            return []
        pieces = self._canvas.transcript.items[self._index].pieces or []
        return [piece.widget for piece in pieces if isinstance(piece, CardPiece) and piece.widget is not None]

    @override
    def isValid(self) -> bool:
        return self._entry is not None

    @override
    def object(self) -> QObject | None:  # type: ignore[override]
        return None

    @override
    def parent(self) -> QAccessibleInterface:
        return QAccessible.queryAccessibleInterface(self._canvas)

    @override
    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Paragraph

    @override
    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        state.readOnly = True
        state.focusable = True
        state.focused = self._canvas.hasFocus() and self._canvas.current == self._index
        entry = self._entry
        state.busy = entry is not None and entry.ending is Ending.GROWING
        return state

    @override
    def text(self, kind: QAccessible.Text) -> str:
        entry = self._entry
        if entry is None:
            return ""
        if isinstance(entry.versions, VersionNote):
            said = note_words(entry.versions)
            return said if kind in {QAccessible.Text.Name, QAccessible.Text.Value} else ""
        if isinstance(entry.earlier, tuple):
            said = earlier_words(*entry.earlier)
            return said if kind in {QAccessible.Text.Name, QAccessible.Text.Value} else ""
        if isinstance(entry.beginning, Beginning):
            said = beginning_words(entry.beginning)
            return said if kind in {QAccessible.Text.Name, QAccessible.Text.Value} else ""
        if kind == QAccessible.Text.Name:
            return f"{speaker_of(entry)}: {entry.text[:MAX_SPOKEN_CHARS]}"
        return entry.text[:MAX_SPOKEN_CHARS] if kind == QAccessible.Text.Value else ""

    @override
    def rect(self) -> QRect:
        if self._entry is None:
            return QRect()
        rect = self._canvas.entry_rect_in_view(self._index)
        return QRect(self._canvas.viewport().mapToGlobal(rect.topLeft()), rect.size())

    @override
    def childCount(self) -> int:
        return len(self._cards())

    @override
    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        cards = self._cards()
        return QAccessible.queryAccessibleInterface(cards[index]) if 0 <= index < len(cards) else None

    @override
    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        for card in self._cards():
            if card.rect().contains(card.mapFromGlobal(QRect(x, y, 1, 1).topLeft())):
                return QAccessible.queryAccessibleInterface(card)
        return None

    @override
    def indexOfChild(self, child: QAccessibleInterface) -> int:
        cards = self._cards()
        return cards.index(child.object()) if child.object() in cards else -1  # type: ignore[arg-type]


class TranscriptInterface(QAccessibleWidget):
    """The list of messages."""

    def __init__(self, canvas: TranscriptCanvas) -> None:
        super().__init__(canvas, QAccessible.Role.List, canvas.accessibleName())
        self._canvas = canvas
        self._messages = AccessibleChildren[int](canvas)

    def _message(self, index: int) -> MessageInterface:
        return self._messages.get(index, lambda: MessageInterface(self._canvas, index))

    @override
    def childCount(self) -> int:
        return len(self._canvas.transcript.items)

    @override
    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return self._message(index) if 0 <= index < self.childCount() else None

    @override
    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        view = self._canvas.viewport()
        index = self._canvas.entry_at(view.mapFromGlobal(QRect(x, y, 1, 1).topLeft()))
        return self.child(index)

    @override
    def indexOfChild(self, child: QAccessibleInterface) -> int:
        index = self._messages.key_of(child)
        return -1 if index is None else index

    @override
    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        return self.child(self._canvas.current) if self._canvas.current >= 0 else None


_factory = InterfaceFactory(TranscriptCanvas, TranscriptInterface)


def install() -> None:
    """Teach Qt about the transcript; once is enough."""
    _factory.install()
