"""How much a field takes: what has no room is refused whole, and its beginning offered; nothing written is lost."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QMimeData, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QTextEdit

from stello_desktop.domain.templates import PieceKind, pieces
from stello_desktop.domain.text import clean_text
from stello_desktop.ui.exact_text import exact_text
from stello_desktop.ui.preview.too_long import Lack, TooLongStrip, beginning, over_long

MAX_PARAGRAPH_CHARS: Final = 50_000
"""Qt lays out a paragraph as a whole at each key; so many characters without a line break take about a frame."""

MAX_PLACES: Final = 2_000
"""Each place of a variable is filled, checked and shown at each key."""


def _end_of_paragraphs(text: str, before: int, behind: int) -> int:
    """How many characters of a text have room in paragraphs.

    Args:
        before, behind: so many characters of the paragraph stand before the place where it comes in, and behind it.
    """
    lines, end = text.split("\n"), 0
    for number, line in enumerate(lines):
        beside = (0 if number else before) + (0 if number < len(lines) - 1 else behind)
        if len(line) + beside > MAX_PARAGRAPH_CHARS:
            return end + max(0, MAX_PARAGRAPH_CHARS - (0 if number else before) - behind)
        end += len(line) + 1
    return len(text)


def _end_of_places(text: str, room: int) -> int:
    """How many characters of a text there are before a place of a variable that is one too many."""
    places = [piece.start for piece in pieces(text) if piece.kind is PieceKind.NAME]
    return places[max(0, room)] if len(places) > room else len(text)


def _writes(event: QKeyEvent) -> bool:
    """Whether a key puts in a letter or begins a line."""
    if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
        return False
    return bool(event.text()) and (event.text().isprintable() or event.text() in {"\r", "\n"})


class LengthLimit(QObject):
    """Stands between the keys and a field.

    Args:
        box: the field.
        most: how many characters it takes.
        places: whether braces stand for variables in it.

    Signals:
        insert(str): a beginning that has room is wanted.
        foot_changed(int): the strip at the field's foot is so tall now, in pixels; 0 where there is none.
    """

    insert = Signal(str)
    foot_changed = Signal(int)

    def __init__(self, box: QTextEdit, most: int, *, places: bool = False) -> None:
        super().__init__(box)
        self._box, self._most, self._has_places = box, most, places
        self._strip: TooLongStrip | None = None
        self._lack, self._refused, self._size = Lack.TEXT, "", 0
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._tell)
        box.textChanged.connect(self.forget)

    def _room(self) -> int:
        """For so many characters there is room, with what is selected given up."""
        cursor, document = self._box.textCursor(), self._box.document()
        written = document.characterCount() - 1
        selected = cursor.selectionEnd() - cursor.selectionStart()
        if written - selected >= self._most:  # Qt counts some characters twice
            written, selected = len(exact_text(document)), len(cursor.selectedText())
        return self._most - written + selected

    def _around(self) -> tuple[int, int]:
        """How many characters of its paragraph stand before what is selected, and behind it."""
        cursor, document = self._box.textCursor(), self._box.document()
        begin, end = cursor.selectionStart(), cursor.selectionEnd()
        last = document.findBlock(end)
        return begin - document.findBlock(begin).position(), last.position() + last.length() - 1 - end

    def _lacks(self, more: int, *, in_paragraph: int) -> Lack | None:
        """What so many more characters would have no room in."""
        if more > self._room():
            return Lack.TEXT
        if in_paragraph and sum(self._around()) + in_paragraph > MAX_PARAGRAPH_CHARS:
            return Lack.PARAGRAPH
        return None

    def _fitting_part(self, text: str) -> tuple[int, Lack | None]:
        """How many of its first characters have room, and what the next one lacks."""
        ends = {Lack.TEXT: self._room(), Lack.PARAGRAPH: _end_of_paragraphs(text, *self._around())}
        if self._has_places and "{" in text:
            ends[Lack.PLACES] = _end_of_places(text, MAX_PLACES - self._count_places())
        lack = min(ends, key=lambda item: ends[item])
        return ends[lack], lack if ends[lack] < len(text) else None

    def _count_places(self) -> int:
        """Those that are written already, with what is selected given up."""
        cursor = self._box.textCursor()
        texts = (exact_text(self._box.document()), cursor.selectedText())
        written, selected = (
            sum(piece.kind is PieceKind.NAME for piece in pieces(text)) if "{" in text else 0
            for text in texts
        )
        return written - selected

    # -- what comes

    def takes_key(self, event: QKeyEvent) -> bool:
        """Whether a key may do what it does; says why where it may not."""
        if self._box.isReadOnly() or not _writes(event):
            return True
        lack = self._lacks(1, in_paragraph=0 if event.text() in {"\r", "\n"} else 1)
        if lack is not None:
            self._refuse(lack, 0, "")
        return lack is None

    def check_commit(self, event: QInputMethodEvent) -> None:
        """Take away what an input method would put in without room for it."""
        commit = event.commitString()
        more = len(commit) - event.replacementLength()
        lack = self._lacks(more, in_paragraph=more) if commit else None
        if lack is not None:
            event.setCommitString("")
            self._refuse(lack, 0, "")

    def fitting(self, source: QMimeData) -> str | None:
        """The text of a paste or a drop, cleaned; None where it has no room, which is said."""
        over = over_long(source, self._room())
        if over is not None:
            self._refuse(Lack.TEXT, *over)
            return None
        text = clean_text(source.text())
        _, lack = self._fitting_part(text)
        if lack is not None:
            self._refuse(lack, len(text.encode()), text)
            return None
        return text

    # -- what is refused

    def _refuse(self, lack: Lack, size: int, text: str) -> None:
        self._lack, self._refused, self._size = lack, text, size
        self._soon.start()  # a drop has not ended yet; in the midst of it nothing may be laid out

    def _tell(self) -> None:
        if self._strip is None:
            self._strip = TooLongStrip(self._box)
            self._strip.wanted.connect(self._paste_beginning)
            self._strip.closed.connect(self._close)
        most = {Lack.PARAGRAPH: MAX_PARAGRAPH_CHARS, Lack.PLACES: MAX_PLACES}.get(self._lack, self._most)
        fits = bool(self._refused) and self._fitting_part(self._refused)[0] > 0
        self._strip.tell(self._lack, self._size, most, fits=fits)
        self.place()
        self._box.ensureCursorVisible()

    def _paste_beginning(self) -> None:
        part = beginning(self._refused, self._fitting_part(self._refused)[0])
        self._close()
        self.insert.emit(part)

    def _close(self) -> None:
        self.forget()
        self._box.setFocus()

    @property
    def is_telling(self) -> bool:
        """Whether something was refused a moment ago."""
        return self._strip is not None and not self._strip.isHidden()

    def forget(self) -> None:
        """Something else stands there, or was chosen: what was refused is not offered any more."""
        self._soon.stop()
        self._refused = ""
        if self._strip is not None and self.is_telling:
            self._strip.hide()
            self.foot_changed.emit(0)

    def place(self) -> None:
        """The strip has the foot of the field for itself."""
        if self._strip is None or not self.is_telling:
            return
        edge = self._box.frameWidth() + 2
        width = self._box.width() - 2 * edge
        height = self._strip.height_for(width)
        self.foot_changed.emit(height)
        self._strip.setGeometry(edge, self._box.height() - edge - height, width, height)
