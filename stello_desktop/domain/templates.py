"""The ``{name}`` placeholders of a profile's text: where they are, and what only looks like one (M-5).

``{{`` and ``}}`` are braces; a lone brace, or braces around anything but a name, stay as typed. The engine fills
the places, the editor shows them; both read this.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

MAX_STRAY: Final = 400
"""More braces than this are not pointed at one by one: the rest is text, and as quick as any other."""

_TOKEN = re.compile(r"[^{}]*+(?:((?:\{\{|\}\})+|\{([^{}]*)\}|[{}])|\Z)")
"""What stands before the next token, and the token or the end; to search for it letter by letter takes longer."""
_AFTER_STRAY = re.compile(r"((?:\{\{|\}\})+|\{([^{}]*)\})")
"""The same where no stray brace counts any more."""


_BRACED = re.compile(r"(?<!\{)\{\{([^{}]{1,80})\}\}(?!\})")
"""Two braces on each side of something short, which is what other programs write for a variable."""


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
    """The template from its beginning to its end, nothing left out; at most `MAX_STRAY` pieces are stray braces.

    The last few are kept, because at each key the same text is checked, filled and shown.
    """
    found: list[Piece] = []
    token, position, stray = _TOKEN, 0, 0
    while True:
        position, stray = _read(template, token, found, position, stray)
        if token is _AFTER_STRAY or stray < MAX_STRAY:
            break
        token = _AFTER_STRAY
    if position < len(template):
        found.append(Piece(PieceKind.TEXT, template[position:], position, len(template)))
    return tuple(found)


def _read(
    template: str, token: re.Pattern[str], found: list[Piece], position: int, stray: int
) -> tuple[int, int]:
    """Add pieces up to the last token, or the last stray brace that counts; the place reached, and how many there were."""
    make, add, text_kind, name_kind = Piece, found.append, PieceKind.TEXT, PieceKind.NAME
    for match in token.finditer(template, position):
        start, end = match.span(1)
        if start < 0:
            break
        inside = match[2]
        name = _name_in(inside) if inside else ""
        if not name and token is _AFTER_STRAY and inside is not None:
            continue
        if start > position:
            add(make(text_kind, template[position:start], position, start))
        if name:
            add(make(name_kind, name, start, end))
        elif inside is None and end - start > 1:
            add(make(text_kind, template[start:end:2], start, end))
        else:
            stray += 1
            add(make(PieceKind.STRAY, template[start:end], start, end))
        position = end
        if stray == MAX_STRAY and token is _TOKEN:
            break
    return position, stray


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


def braced_name(template: str) -> Piece | None:
    """The first ``{{name}}``: text with braces, though it looks like a variable; its text is the name."""
    for match in _BRACED.finditer(template) if "{{" in template else ():
        if is_name(name := match[1].strip()):
            return Piece(PieceKind.TEXT, name, match.start(), match.end())
    return None
