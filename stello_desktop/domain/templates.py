"""The ``{name}`` placeholders of a profile's text: where they are, and what only looks like one (M-5).

``{{`` and ``}}`` are braces; a lone brace, or braces around anything but a name, stay as typed. The engine fills
the places, the editor shows them; both read this.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

_TOKEN = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")


class PieceKind(StrEnum):
    """What a piece of a template is; ``stray`` is what the editor points at."""

    TEXT = "text"
    NAME = "name"
    STRAY = "stray"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a template.

    Attributes:
        text: what it stands for: the text itself, or the name of a variable.
        start, end: its place in the template, in characters.
    """

    kind: PieceKind
    text: str
    start: int
    end: int


def pieces(template: str) -> Iterator[Piece]:
    """The template from its beginning to its end, nothing left out."""
    position = 0
    for token in _TOKEN.finditer(template):
        if token.start() > position:
            yield Piece(PieceKind.TEXT, template[position : token.start()], position, token.start())
        yield _piece_of(token)
        position = token.end()
    if position < len(template):
        yield Piece(PieceKind.TEXT, template[position:], position, len(template))


def _piece_of(token: re.Match[str]) -> Piece:
    text, start, end = token.group(), token.start(), token.end()
    if text in {"{{", "}}"}:
        return Piece(PieceKind.TEXT, text[0], start, end)
    inside = token.group(1)
    if inside is not None and is_name(inside):
        return Piece(PieceKind.NAME, normal_name(inside), start, end)
    return Piece(PieceKind.STRAY, text, start, end)


def is_name(text: str) -> bool:
    """Letters, digits and ``_`` of any script, with the marks that belong to its letters."""
    return bool(text) and all(char == "_" or char.isalnum() or _is_mark(char) for char in text)


def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


def normal_name(name: str) -> str:
    """One spelling for a name that looks the same, so that a variable is found."""
    return unicodedata.normalize("NFC", name)


def placeholders(template: str) -> tuple[str, ...]:
    """The names a text needs, each once, in order of appearance."""
    return tuple(dict.fromkeys(piece.text for piece in pieces(template) if piece.kind is PieceKind.NAME))


def stray_braces(template: str) -> tuple[Piece, ...]:
    """Braces that stay as typed and may be a slip."""
    return tuple(piece for piece in pieces(template) if piece.kind is PieceKind.STRAY)
