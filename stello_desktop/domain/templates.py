"""The ``{name}`` placeholders of a profile's text: where they are, and what only looks like one (M-5).

``{{`` and ``}}`` are braces; a lone brace, or braces around anything but a name, stay as typed. The engine fills
the places, the editor shows them; both read this.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

_TOKEN = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")


class PieceKind(StrEnum):
    """What a piece of a template is; ``stray`` is what the editor points at."""

    TEXT = "text"
    NAME = "name"
    STRAY = "stray"


class Piece(NamedTuple):
    """A piece of a template; a named tuple, because a long text has thousands at each key.

    Attributes:
        text: what it stands for: the text itself, or the name of a variable.
        start, end: its place in the template, in characters.
    """

    kind: PieceKind
    text: str
    start: int
    end: int


@lru_cache(maxsize=4)
def pieces(template: str) -> tuple[Piece, ...]:
    """The template from its beginning to its end, nothing left out.

    The last few are kept, because at each key the same text is checked, filled and shown.
    """
    return tuple(_pieces(template))


def _pieces(template: str) -> Iterator[Piece]:
    position, make, text_kind = 0, Piece, PieceKind.TEXT
    for token in _TOKEN.finditer(template):
        start, end = token.span()
        if start > position:
            yield make(text_kind, template[position:start], position, start)
        inside = token[1]
        name = _name_in(inside) if inside else ""
        if name:
            yield make(PieceKind.NAME, name, start, end)
        elif inside is None and end - start == len("{{"):
            yield make(text_kind, template[start], start, end)
        else:
            yield make(PieceKind.STRAY, template[start:end], start, end)
        position = end
    if position < len(template):
        yield make(text_kind, template[position:], position, len(template))


@lru_cache(maxsize=256)
def _name_in(inside: str) -> str:
    """The variable between braces; empty where it is none."""
    return normal_name(inside) if is_name(inside) else ""


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
