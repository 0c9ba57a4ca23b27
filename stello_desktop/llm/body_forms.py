"""What form the body of an answer has, decided by its first bytes, and lines of JSON (Q7).

The decision needs no more than the first line, so that what comes in lines is heard line by line; and it
is the same however the bytes are cut.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from enum import Enum
from typing import Any, Final

from stello_desktop.llm.sse import BOM, MAX_EVENT_BYTES, EventTooLong

_MAX_LEADING_SPACE: Final = 65_536
_SPACES: Final = re.compile(rb"[ \t\r\n]*")


class Form(Enum):
    """Server-sent events, one JSON value, a JSON value in each line, or a page for a browser."""

    EVENTS = "events"
    DOCUMENT = "document"
    LINES = "lines"
    PAGE = "page"


class Opening:
    """Holds the beginning of a body until it says what it is.

    Attributes:
        held: everything that came so far.
    """

    def __init__(self) -> None:
        self.held = bytearray()
        self._looked = 0
        self._value_at: int | None = None

    @property
    def is_blank(self) -> bool:
        """Whether nothing but space has come."""
        return self._value_at is None

    def feed(self, chunk: bytes) -> Form | None:
        """The form, once it is certain. Raises: EventTooLong."""
        self.held += chunk
        if self._value_at is None:
            if (form := self._look_at_start()) is not None:
                return form
            if self._value_at is None:
                return None
        return self._look_at_line(self._value_at)

    def _look_at_start(self) -> Form | None:
        if self._looked == 0:
            if BOM.startswith(self.held):
                return None
            self._looked = len(BOM) if self.held.startswith(BOM) else 0
        spaces = _SPACES.match(self.held, self._looked)
        self._looked = spaces.end() if spaces else self._looked
        if self._looked >= _MAX_LEADING_SPACE:
            return Form.EVENTS
        first = bytes(self.held[self._looked : self._looked + 1])
        if first in {b"{", b"["}:
            self._value_at = self._looked
            return None
        if first == b"<":
            return Form.PAGE
        return Form.EVENTS if first else None

    def _look_at_line(self, start: int) -> Form | None:
        end = self.held.find(b"\n", self._looked)
        self._looked = len(self.held)
        if (len(self.held) if end < 0 else end) > MAX_EVENT_BYTES:
            raise EventTooLong
        if end < 0:
            return None
        return Form.DOCUMENT if parse(bytes(self.held[start:end])) is None else Form.LINES


class JsonLines:
    """Lines from bytes; the cut of the chunks never changes what comes out."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._bytes = 0

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """The lines that this chunk completes. Raises: EventTooLong."""
        *ended, rest = chunk.split(b"\n")
        for line in ended:
            yield self._finish_line(line)
        self._add(rest)

    def finish(self) -> bytes:
        """What came after the last line end."""
        return self._finish_line(b"")

    def _finish_line(self, tail: bytes) -> bytes:
        self._add(tail)
        line = b"".join(self._pieces)
        self._pieces.clear()
        self._bytes = 0
        return line

    def _add(self, piece: bytes) -> None:
        self._bytes += len(piece)
        if self._bytes > MAX_EVENT_BYTES:
            raise EventTooLong
        if piece:
            self._pieces.append(piece)


def parse(data: bytes) -> Any:
    """The JSON value, or None where the bytes are none; never anything worse."""
    if not data or data.startswith(b"[DONE"):  # the two that every stream has; to fail takes longer
        return None
    try:
        return json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
