"""Server-sent events from bytes, by the standard, however the bytes are cut (Q4).

Lines end with CR, LF or CRLF; a byte order mark may come first; comments, unknown fields and events
without data are passed over. An event is capped, so that a line without end cannot fill the memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

MAX_EVENT_BYTES: Final = 8 * 1024 * 1024

_LINE_END = re.compile(rb"\r\n|\n|\r")
_BOM: Final = b"\xef\xbb\xbf"


class EventTooLong(Exception):
    """One event grew over its cap."""


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """One dispatched event: its type (empty for the usual one) and its data lines joined by newlines."""

    name: str
    data: bytes


class EventFraming:
    """Fed with chunks, gives events; the cut of the chunks never changes what comes out."""

    def __init__(self, max_event_bytes: int = MAX_EVENT_BYTES) -> None:
        self._max_bytes = max_event_bytes
        self._pieces: list[bytes] = []
        self._pieces_bytes = 0
        self._data: list[bytes] = []
        self._name = ""
        self._event_bytes = 0
        self._after_cr = False
        self._first_line = True

    def feed(self, chunk: bytes) -> Iterator[ServerEvent]:
        """The events that this chunk completes. Raises: EventTooLong."""
        if self._after_cr and chunk:
            self._after_cr = False
            chunk = chunk.removeprefix(b"\n")
        start = 0
        for end in _LINE_END.finditer(chunk):
            yield from self._take_line(self._finish_line(chunk[start : end.start()]))
            start = end.end()
            self._after_cr = start == len(chunk) and end.group() == b"\r"
        if start < len(chunk):
            self._pieces.append(chunk[start:])
            self._pieces_bytes += len(chunk) - start
            self._check_size(self._pieces_bytes)

    def finish(self) -> Iterator[ServerEvent]:
        """What the end of the stream completes: servers forget the last blank line, so it counts as there."""
        if self._pieces:
            yield from self._take_line(self._finish_line(b""))
        yield from self._dispatch()

    def _finish_line(self, tail: bytes) -> bytes:
        line = b"".join([*self._pieces, tail])
        self._pieces.clear()
        self._pieces_bytes = 0
        if self._first_line:
            self._first_line = False
            line = line.removeprefix(_BOM)
        return line

    def _take_line(self, line: bytes) -> Iterator[ServerEvent]:
        if not line:
            yield from self._dispatch()
            return
        self._check_size(len(line))
        field, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if field == b"data":
            self._data.append(value)
            self._event_bytes += len(value) + 1
        elif field == b"event":
            self._name = value.decode("utf-8", "replace")

    def _dispatch(self) -> Iterator[ServerEvent]:
        event = ServerEvent(self._name, b"\n".join(self._data)) if self._data else None
        self._data.clear()
        self._name = ""
        self._event_bytes = 0
        if event is not None:
            yield event

    def _check_size(self, line_bytes: int) -> None:
        if self._event_bytes + line_bytes > self._max_bytes:
            raise EventTooLong
