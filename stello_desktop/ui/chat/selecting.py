"""What is selected in the transcript, across blocks and messages, and the text of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QMimeData

from stello_desktop.ui.chat.pieces import FoldPiece, Setting, TextPiece

if TYPE_CHECKING:
    from stello_desktop.ui.chat.laid import Laid, Transcript

MAX_PLAIN_CHARS: Final = 300_000
"""Beyond this, plain text is the source: laying out a book to copy it would take seconds."""


class Place(NamedTuple):
    """A position: the entry's and the piece's number and the position in its document."""

    entry: int
    piece: int
    position: int


class Selection:
    """An anchor and a moving end."""

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self.anchor: Place | None = None
        self.end: Place | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing is selected."""
        return self.anchor is None or self.end is None or self.anchor == self.end

    def clear(self) -> None:
        """Select nothing."""
        self.anchor = self.end = None

    def select(self, anchor: Place, end: Place) -> None:
        """Select what lies between."""
        self.anchor, self.end = anchor, end

    def select_all(self) -> None:
        """Select everything that there is."""
        if self._transcript.items:
            last = len(self._transcript.items) - 1
            self.anchor, self.end = Place(0, 0, 0), Place(last, 1 << 30, 1 << 30)

    @property
    def bounds(self) -> tuple[Place, Place] | None:
        """First and last position; None where nothing is selected."""
        if self.anchor is None or self.end is None or self.anchor == self.end:
            return None
        return (self.anchor, self.end) if self.anchor < self.end else (self.end, self.anchor)

    def range_in(self, entry: int, number: int, length: int) -> tuple[int, int] | None:
        """What is selected of one piece of ``length`` positions."""
        bounds = self.bounds
        if bounds is None:
            return None
        first, last = bounds
        here = (entry, number)
        if here < (first.entry, first.piece) or here > (last.entry, last.piece):
            return None
        start = first.position if here == (first.entry, first.piece) else 0
        end = last.position if here == (last.entry, last.piece) else length
        return (start, min(end, length)) if start < min(end, length) else None

    def texts(self) -> tuple[str, str]:
        """The selection as plain text and as Markdown."""
        bounds = self.bounds
        if bounds is None:
            return "", ""
        items = self._transcript.items[bounds[0].entry : bounds[1].entry + 1]
        if sum(len(laid.entry.text) for laid in items) > MAX_PLAIN_CHARS:
            source = "\n\n".join(laid.entry.text for laid in items)
            return source, source
        plain: list[str] = []
        markdown: list[str] = []
        for offset, laid in enumerate(items):
            one, two = self._texts_of(bounds[0].entry + offset, laid)
            plain += one
            markdown += two
        return "\n\n".join(plain), "\n\n".join(markdown)

    def _texts_of(self, index: int, laid: Laid) -> tuple[list[str], list[str]]:
        plain: list[str] = []
        markdown: list[str] = []
        for number, piece in enumerate(self._transcript.pieces_of(laid)):
            if not isinstance(piece, TextPiece) or isinstance(piece, FoldPiece):
                continue
            rendered = piece.render(self._transcript.style)
            chosen = self.range_in(index, number, rendered.end)
            if chosen is None:
                continue
            words = rendered.text_between(*chosen)
            plain.append(words)
            whole = chosen == (0, rendered.end) and piece.setting is Setting.MARKDOWN
            markdown.append(piece.source.strip("\n") if whole else words)
        return plain, markdown


def mime_of(plain: str, markdown: str) -> QMimeData:
    """Both forms for the clipboard."""
    data = QMimeData()
    data.setText(plain)
    if markdown:
        data.setData("text/markdown", markdown.encode("utf-8", "replace"))
    return data
