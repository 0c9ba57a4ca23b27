"""Where instructions are written: variables stand out, stray braces and doubtful names are underlined in place (M-5)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto
from typing import Final, override

from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.composition import Layer
from stello_desktop.domain.templates import Piece, PieceKind, pieces
from stello_desktop.domain.text import clean_text
from stello_desktop.ui import theme
from stello_desktop.ui.exact_text import exact_text
from stello_desktop.ui.preview import layers
from stello_desktop.ui.preview.place_marks import PlaceMarks
from stello_desktop.ui.preview.text_box import TextBox

MAX_KEPT: Final = 20
MAX_KEPT_CHARS: Final = 1_000_000
"""Of so many profiles, and of so much text, each key can be undone in this run."""


class Standing(Enum):
    """Why a place stands out."""

    VARIABLE = auto()
    DOUBTFUL = auto()
    STRAY = auto()


def _forms() -> dict[Standing, QTextCharFormat]:
    tokens = theme.current()
    color = layers.color(Layer.PROFILE)
    ground = QColor(color)
    ground.setAlphaF(0.2)
    forms = {standing: QTextCharFormat() for standing in Standing}
    for standing in (Standing.VARIABLE, Standing.DOUBTFUL):
        forms[standing].setBackground(ground)
    for standing, name in ((Standing.DOUBTFUL, "danger"), (Standing.STRAY, "warning")):
        forms[standing].setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        forms[standing].setUnderlineColor(tokens.color(name))
    return forms


class InstructionsEdit(TextBox):
    """The field itself. Of the profiles that were edited last, what was typed can be undone after a look elsewhere."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, lines=(6, 22), places=True, parent=parent)
        self._kept: dict[str, QTextDocument] = {}
        self._doubtful: frozenset[str] = frozenset()
        self._braces = True
        self._marks = PlaceMarks[Standing](self)
        self._marks.dress(_forms())
        self._show(self._make())
        self._set_all("")
        self.textChanged.connect(self._mark)

    def _make(self) -> QTextDocument:
        document = QTextDocument(self)
        self._prepare(document)
        return document

    # -- what stands out

    @property
    def marked(self) -> tuple[tuple[str, Standing], ...]:
        """What stands out where it is seen, in order."""
        return self._marks.shown

    def show_doubtful(self, names: Iterable[str]) -> None:
        """Underline these variables."""
        doubtful = frozenset(names)
        if doubtful != self._doubtful:
            self._doubtful = doubtful
            self._mark()

    def heed_braces(self, heed: bool) -> None:
        """Whether braces mean anything in this text."""
        if heed is not self._braces:
            self._braces = heed
            self._mark()

    def _mark(self) -> None:
        text = self.text
        found = pieces(text) if self._braces else ()
        standing = [piece for piece in found if piece.kind is not PieceKind.TEXT]
        self._marks.put(
            text, [(piece.start, piece.end) for piece in standing], [self._why(piece) for piece in standing]
        )

    def _why(self, piece: Piece) -> Standing:
        if piece.kind is PieceKind.STRAY:
            return Standing.STRAY
        return Standing.DOUBTFUL if piece.text in self._doubtful else Standing.VARIABLE

    # -- one text after another

    def open_text(self, key: str, text: str) -> None:
        """Edit the text of another profile; where it still is what was left here, with the way back of each key."""
        text = clean_text(text)
        kept = self._kept.pop(key, None)
        self._show(kept or self._make())
        if kept is not None and exact_text(kept) == text:
            self.moveCursor(QTextCursor.MoveOperation.Start)
            self._mark()
        else:
            self.begin_with(text)
        self._kept[key] = self.document()
        self._let_go()

    def _show(self, document: QTextDocument) -> None:
        if document is not self.document():
            self._marks.put("")
            self.change_document(document)

    def _let_go(self) -> None:
        """Not more than one could remember, nor so much that it would be felt."""
        sizes = {key: kept.characterCount() for key, kept in self._kept.items()}
        for key in list(sizes)[:-1]:
            if len(sizes) <= MAX_KEPT and sum(sizes.values()) <= MAX_KEPT_CHARS:
                return
            del sizes[key]
            self._kept.pop(key).deleteLater()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.StyleChange, QEvent.Type.PaletteChange} and hasattr(self, "_marks"):
            self._marks.dress(_forms())
