"""JSON as models write it: in fences, with prose around it, trailing commas, bare line ends, broken off in the middle.

What was cut off is told from what is whole: a text or a number that has no end reads as `CUT`. Reading never raises.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

MOST_CHARS: Final = 400_000
DEPTH: Final = 40

_SPACE: Final = " \t\r\n\u00a0\ufeff\u3000"
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", '"': '"', "\\": "\\", "/": "/"}
_WORD = re.compile(r"[A-Za-z0-9_.+\-$]+")
_WORDS: Final = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
_QUOTES: Final = {'"': '"', "\u201c": "\u201d", "\u201e": "\u201d"}
_SEPARATORS: Final = ",\uff0c"
_COLONS: Final = ":\uff1a"
_AFTER_TEXT: Final = "}]" + _SEPARATORS + _COLONS
_PAIR: Final = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_HEX: Final = re.compile("[0-9a-fA-F]{4}")


class Cut:
    """Stands for a value that broke off."""

    def __repr__(self) -> str:
        return "CUT"


CUT: Final = Cut()


class Bare(str):
    """A word or a number without quotes around it."""

    __slots__ = ()


def objects_in(text: str) -> Iterator[dict[str, Any]]:
    """Every object that begins in a text and is not part of one before it, in order."""
    text = text[:MOST_CHARS]
    place = text.find("{")
    while place >= 0:
        reader = _Reader(text, place)
        value = reader.value(0)
        if isinstance(value, dict):
            yield value
        place = text.find("{", max(reader.place, place + 1))


def _join_pair(pair: re.Match[str]) -> str:
    return pair.group().encode("utf-16-le", "surrogatepass").decode("utf-16-le")


class _Reader:
    """One reading, from one place on; ``place`` is behind what was read."""

    def __init__(self, text: str, place: int) -> None:
        self._text = text
        self.place = place

    def value(self, depth: int) -> Any:
        char = self._peek()
        if not char or depth > DEPTH:
            self.place = self.place if not char else len(self._text)
            return CUT
        if char == "{":
            return self._object(depth)
        if char == "[":
            return self._array(depth)
        if char in _QUOTES:
            return self._string(_QUOTES[char])
        return self._word()

    def _peek(self) -> str:
        """The next character that is no space; empty at the end."""
        while self.place < len(self._text) and self._text[self.place] in _SPACE:
            self.place += 1
        return self._text[self.place : self.place + 1]

    def _object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self.place += 1
        while char := self._peek():
            if char == "}":
                self.place += 1
                break
            if char in _SEPARATORS:
                self.place += 1
                continue
            name = self._string(_QUOTES[char]) if char in _QUOTES else self._word()
            if self._peek() not in _COLONS or not self._peek():
                break  # no pair: what follows is no object any more
            self.place += 1
            value = self.value(depth + 1)
            if isinstance(name, str):
                found.setdefault(name, value)
        return found

    def _array(self, depth: int) -> list[Any]:
        found: list[Any] = []
        self.place += 1
        while char := self._peek():
            if char == "]":
                self.place += 1
                break
            if char in _SEPARATORS:
                self.place += 1
                continue
            if char == "}" or char in _COLONS:
                break  # the array has no end
            found.append(self.value(depth + 1))
        return found

    def _string(self, end: str) -> str | Cut:
        """Its text. A quote that nothing follows which may follow a text is part of it, since models forget to mark it."""
        pieces: list[str] = []
        self.place += 1
        while self.place < len(self._text):
            char = self._text[self.place]
            self.place += 1
            if char == end and self._may_end():
                return _PAIR.sub(_join_pair, "".join(pieces))
            pieces.append(self._escaped() if char == "\\" else char)
        return CUT

    def _may_end(self) -> bool:
        here = self.place
        follows = self._peek()
        self.place = here
        return not follows or follows in _AFTER_TEXT

    def _escaped(self) -> str:
        char = self._text[self.place : self.place + 1]
        self.place += 1
        if char == "u" and (digits := _HEX.match(self._text, self.place)):
            self.place += 4
            return chr(int(digits.group(), 16))
        return _ESCAPES.get(char, char)

    def _word(self) -> Any:
        found = _WORD.match(self._text, self.place)
        if found is None:
            self.place += 1
            return CUT
        self.place = found.end()
        if self.place >= len(self._text):
            return CUT
        word = found.group()
        return _WORDS[word] if word in _WORDS else Bare(word)
