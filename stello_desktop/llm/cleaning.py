"""Text that arrives in pieces, cleaned as if it had arrived whole.

A surrogate pair or a CRLF may be split between two pieces; its first half waits for the second.
"""

from __future__ import annotations

import re
from typing import Final

from stello_desktop.domain.text import clean_text

_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_HIGH_FIRST: Final = "\ud800"
_HIGH_LAST: Final = "\udbff"


class PieceCleaner:
    """`clean_text` over a stream of pieces; the pieces' cut does not change the joined result."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, piece: str) -> str:
        """What of the text so far is certain and was not given yet."""
        text = self._held + piece
        if not text:
            return ""
        last = text[-1]
        self._held = last if last == "\r" or _HIGH_FIRST <= last <= _HIGH_LAST else ""
        return _clean(text[: len(text) - len(self._held)])

    def finish(self) -> str:
        """What waited for a second half that never came."""
        held, self._held = self._held, ""
        return _clean(held)


def _clean(text: str) -> str:
    return clean_text(_PAIR.sub(_join_pair, text))


def _join_pair(pair: re.Match[str]) -> str:
    return pair.group().encode("utf-16-le", "surrogatepass").decode("utf-16-le")
