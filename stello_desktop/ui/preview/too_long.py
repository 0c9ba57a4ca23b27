"""A paste that has no room is not taken; one sentence in the field says so and offers its beginning."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final, override

from PySide6.QtCore import QByteArray, QEvent, QLocale, QMimeData, QSize, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from stello_desktop.domain.text import clean_text
from stello_desktop.ui.controls import button, describe, plain_label, tool_button

_BYTES_OF_A_CHAR: Final = 4
_MEGABYTE: Final = 1_000_000
_KILOBYTE: Final = 1_000
_LAST_WORD: Final = 80
"""So far back a place between two words is looked for."""


class Lack(Enum):
    """What has no room: more text, a longer paragraph, or more places of variables."""

    TEXT = auto()
    PARAGRAPH = auto()
    PLACES = auto()


def size_words(size: int) -> str:
    """A number of bytes, in the unit that a person would choose."""
    if size >= _MEGABYTE:
        return f"{QLocale().toString(size / _MEGABYTE, 'f', 1)} MB"
    return f"{QLocale().toString(max(1, round(size / _KILOBYTE)))} kB"


def over_long(source: QMimeData, room: int) -> tuple[int, str] | None:
    """What has no room, read only as far as it could be wanted; None where all of it fits.

    Args:
        room: how many characters the field still takes, with what is selected in it given up.

    Returns:
        Its size in bytes, and its first characters, more than ``room`` of them.
    """
    raw: QByteArray = source.data("text/plain")
    most = (room + 1) * _BYTES_OF_A_CHAR
    if raw.size() > most:
        return raw.size(), clean_text(bytes(raw.left(most).data()).decode("utf-8", "ignore"))
    text = source.text()
    return (raw.size() or len(text.encode()), clean_text(text)) if len(text) > room else None


def beginning(text: str, room: int) -> str:
    """So much of a text as has room, up to the end of a word where one is near."""
    if len(text) <= room:
        return text
    part = text[: max(0, room)]
    if part and not text[room].isspace():
        tail = part[-_LAST_WORD:]
        kept = len(tail.rstrip()) if tail[-1].isspace() else max(tail.rfind(" "), tail.rfind("\n"))
        if kept > 0:
            part = part[: len(part) - len(tail) + kept]
    return part


class TooLongStrip(QFrame):
    """At the foot of a field: what was not taken, and what can be done.

    Signals:
        wanted: the beginning of what was refused shall be pasted.
        closed: the person has read it.
    """

    wanted = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        field = parent.objectName()
        self.setObjectName(f"{field}TooLong")
        self._words = plain_label(size="small", tone="warning", wrap=True, name=f"{field}TooLongWords")
        self._paste = button(kind="link", name=f"{field}TooLongPaste")
        self._close = tool_button("close", name=f"{field}TooLongClose", size_px=14)
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 8, 0, 2)
        row.setSpacing(8)
        row.addWidget(self._words, 1)
        row.addWidget(self._paste)
        row.addWidget(self._close)
        self._paste.clicked.connect(self.wanted)
        self._close.clicked.connect(self.closed)
        QWidget.setTabOrder(parent, self._paste)
        QWidget.setTabOrder(self._paste, self._close)
        self._lack, self._size, self._most = Lack.TEXT, 0, 0
        self.hide()

    def tell(self, lack: Lack, size: int, most: int, *, fits: bool) -> None:
        """Say it.

        Args:
            size: the bytes of what was not pasted; 0 where a key was pressed in a full field.
            most: how many characters, or places of variables, there can be.
            fits: whether there is room for a beginning.
        """
        self._lack, self._size, self._most = lack, size, most
        self._paste.setVisible(fits)
        self._put_words()
        self.show()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self._words.text()))

    def _put_words(self) -> None:
        if self._lack is Lack.TEXT and self._size:
            words = self.tr("This text is too long for this field (%1) and was not pasted.")
            self._words.setText(words.replace("%1", size_words(self._size)))
        else:
            self._words.setText(self._most_words().replace("%1", self.locale().toString(self._most)))
        self._paste.setText(self.tr("Paste the beginning"))
        describe(self._close, self.tr("Close"))

    def _most_words(self) -> str:
        if self._lack is Lack.PLACES:
            return self.tr(
                "Variables can stand in %1 places of a text; in this one they stand in more, and it was not pasted."
            )
        if self._lack is Lack.TEXT:
            return self.tr("This field is full; it takes %1 characters.")
        if self._size:
            return self.tr("A paragraph takes %1 characters; this one is longer and was not pasted.")
        return self.tr("This paragraph is full; it takes %1 characters. Enter begins another one.")

    def height_for(self, width_px: int) -> int:
        """As tall as its words need in this width."""
        self.ensurePolished()
        layout = self.layout()
        return 0 if layout is None else max(layout.totalHeightForWidth(width_px), layout.sizeHint().height())

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.width(), self.height_for(self.width()))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self._most:
            self._put_words()
