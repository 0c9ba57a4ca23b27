"""Where instructions are written: variables stand out, stray braces and doubtful names are underlined in place (M-5)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Final, override

from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.composition import Layer
from stello_desktop.domain.templates import PieceKind, pieces
from stello_desktop.domain.text import clean_text
from stello_desktop.ui import theme
from stello_desktop.ui.preview import layers
from stello_desktop.ui.preview.spans import in_units
from stello_desktop.ui.preview.text_box import TextBox

MAX_KEPT: Final = 20
MAX_KEPT_CHARS: Final = 1_000_000
"""Of so many profiles, and of so much text, each key can be undone in this run."""

_MAX_MARKS: Final = 400
"""More braces than this in one paragraph are not looked at; nobody reads them."""


class PlaceholderMarks(QSyntaxHighlighter):
    """Looks only at the paragraph in which somebody types."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._doubtful: frozenset[str] = frozenset()
        self._on = True
        self._read_theme()

    def _read_theme(self) -> None:
        tokens = theme.current()
        self._name = QTextCharFormat()
        self._name.setForeground(layers.color(Layer.PROFILE))
        self._name.setFontWeight(QFont.Weight.DemiBold)
        self._wrong = self._underlined(tokens.color("danger"), QTextCharFormat(self._name))
        self._stray = self._underlined(tokens.color("warning"), QTextCharFormat())

    @staticmethod
    def _underlined(color: QColor, form: QTextCharFormat) -> QTextCharFormat:
        form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        form.setUnderlineColor(color)
        return form

    def show_theme(self) -> None:
        """Colours of another theme."""
        self._read_theme()
        self.rehighlight()

    def show_doubtful(self, names: Iterable[str]) -> None:
        """Underline these names."""
        doubtful = frozenset(names)
        if doubtful != self._doubtful:
            self._doubtful = doubtful
            self.rehighlight()

    def switch(self, *, on: bool) -> None:
        """Whether braces mean anything in this text."""
        if on is not self._on:
            self._on = on
            self.rehighlight()

    @override
    def highlightBlock(self, text: str) -> None:
        if not self._on or ("{" not in text and "}" not in text):
            return
        named = (piece for piece in pieces(text) if piece.kind is not PieceKind.TEXT)
        marked = tuple(itertools.islice(named, _MAX_MARKS))
        places = in_units(text, [(piece.start, piece.end) for piece in marked])
        for piece, (start, end) in zip(marked, places, strict=True):
            self.setFormat(start, end - start, self._form(piece.kind, piece.text))

    def _form(self, kind: PieceKind, name: str) -> QTextCharFormat:
        if kind is PieceKind.STRAY:
            return self._stray
        return self._wrong if name in self._doubtful else self._name


class _Kept:
    """The text of one profile, with all that can be undone in it."""

    def __init__(self, document: QTextDocument) -> None:
        self.document = document
        self.marks = PlaceholderMarks(document)
        self.look: object = theme.current()


class InstructionsEdit(TextBox):
    """The field itself. Of the profiles that were edited last, what was typed can be undone after a look elsewhere."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, lines=(6, 22), places=True, parent=parent)
        self._kept: dict[str, _Kept] = {}
        self._shows = self._make()
        self.change_document(self._shows.document)
        self._set_all("")

    def _make(self) -> _Kept:
        document = QTextDocument(self)
        self._prepare(document)
        return _Kept(document)

    @property
    def marks(self) -> PlaceholderMarks:
        """What stands out in the text that is shown."""
        return self._shows.marks

    def open_text(self, key: str, text: str) -> None:
        """Edit the text of another profile; where it still is what was left here, with the way back of each key."""
        text = clean_text(text)
        kept = self._kept.pop(key, None)
        if kept is not None and kept.document.toPlainText() == text:
            self._show(kept)
            self.moveCursor(QTextCursor.MoveOperation.Start)
        else:
            self._show(kept or self._make())
            self.begin_with(text)
        self._kept[key] = self._shows
        self._let_go()

    def _show(self, kept: _Kept) -> None:
        self._shows = kept
        if kept.document is not self.document():
            self.change_document(kept.document)
        if kept.look is not theme.current():
            kept.look = theme.current()
            kept.marks.show_theme()

    def _let_go(self) -> None:
        """Not more than one could remember, nor so much that it would be felt."""
        sizes = {key: kept.document.characterCount() for key, kept in self._kept.items()}
        for key in list(sizes)[:-1]:
            if len(sizes) <= MAX_KEPT and sum(sizes.values()) <= MAX_KEPT_CHARS:
                return
            del sizes[key]
            self._kept.pop(key).document.deleteLater()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.StyleChange, QEvent.Type.PaletteChange} and hasattr(self, "_shows"):
            self._shows.look = theme.current()
            self.marks.show_theme()
