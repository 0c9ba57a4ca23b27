"""Where instructions are written: variables stand out, stray braces and doubtful names are underlined in place (M-5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, override

from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.composition import Layer
from stello_desktop.domain.templates import PieceKind, pieces
from stello_desktop.ui import theme
from stello_desktop.ui.preview import layers
from stello_desktop.ui.preview.spans import is_wide, units
from stello_desktop.ui.preview.text_box import TextBox

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
        wide = is_wide(text)
        marked = 0
        for piece in pieces(text):
            if piece.kind is PieceKind.TEXT:
                continue
            marked += 1
            if marked > _MAX_MARKS:
                return
            form = self._form(piece.kind, piece.text)
            start, length = piece.start, piece.end - piece.start
            if wide:
                start, length = units(text[:start]), units(text[start : piece.end])
            self.setFormat(start, length, form)

    def _form(self, kind: PieceKind, name: str) -> QTextCharFormat:
        if kind is PieceKind.STRAY:
            return self._stray
        return self._wrong if name in self._doubtful else self._name


class InstructionsEdit(TextBox):
    """The field itself."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, lines=(6, 22), parent=parent)
        self.marks = PlaceholderMarks(self.document())
        self.setUndoRedoEnabled(True)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.StyleChange, QEvent.Type.PaletteChange} and hasattr(self, "marks"):
            self.marks.show_theme()
