"""Whether a JSON object that arrives in pieces has ended, each character looked at once (Q10)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_OUTSIDE: Final = re.compile(r'[{}\[\]"]')
_INSIDE: Final = re.compile(r'["\\]')
_MAX_DEPTH: Final = 500


class ObjectEnd:
    """Follows one growing text, only as far as somebody asks."""

    def __init__(self) -> None:
        self._seen = 0
        self._depth = 0
        self._in_text = False
        self._escaped = False
        self._ended = False
        self._is_none = False

    def is_at_end_of(self, pieces: Sequence[str]) -> bool:
        """Whether these are one object from its brace to its brace; the pieces only ever grow in number."""
        for piece in pieces[self._seen :] if self._seen < len(pieces) else ():
            self._look(piece)
        self._seen = len(pieces)
        return self._ended and not self._is_none

    def _look(self, piece: str) -> None:
        at = 1 if self._escaped and piece else 0
        self._escaped = self._escaped and not piece
        if not self._depth and piece.strip() and (self._ended or piece.lstrip()[0] != "{"):
            self._is_none = True
        while not self._is_none and (mark := (_INSIDE if self._in_text else _OUTSIDE).search(piece, at)):
            at = mark.end()
            self._pass(mark.group(), piece, at)
            if mark.group() == "\\":
                self._escaped = at == len(piece)
                at += 1

    def _pass(self, mark: str, piece: str, at: int) -> None:
        if mark == '"':
            self._in_text = not self._in_text
        elif mark in "{[":
            self._depth += 1
            self._is_none = self._depth > _MAX_DEPTH
        elif mark in "}]":
            self._depth -= 1
            self._ended = self._depth == 0
            self._is_none = self._depth < 0 or (self._ended and bool(piece[at:].strip()))
