"""Server-sent events from bytes, by the standard and beyond it, however the bytes are cut (Q4).

Lines end with CR, LF or CRLF; a byte order mark may come first; comments, unknown fields and events
without data are passed over. An event is capped, so that a line without end cannot fill the memory.

Two mistakes of servers are understood, where no correct stream has the same bytes. A value that begins where
another has just ended is the next event, though no blank line stands between them; and JSON without its
``data:`` is an event by itself, which is how some say that they broke (Q6).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

MAX_EVENT_BYTES: Final = 8 * 1024 * 1024

_LINE_END = re.compile(rb"\r\n|\n|\r")
BOM: Final = b"\xef\xbb\xbf"
_OPENING: Final = (b"{", b"[")
_CLOSING: Final = (b"}", b"]")
_FIELDS: Final = frozenset({b"", b"data", b"event", b"id", b"retry"})


class EventTooLong(Exception):
    """One event grew over its cap."""


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """One dispatched event: its type (empty for the usual one) and its data lines joined by newlines.

    ``bare`` says that the lines were no data by the standard.
    """

    name: str
    data: bytes
    bare: bool = False


class EventFraming:
    """Fed with chunks, gives events; the cut of the chunks never changes what comes out."""

    def __init__(self, max_event_bytes: int = MAX_EVENT_BYTES) -> None:
        self._max_bytes = max_event_bytes
        self._pieces: list[bytes] = []
        self._pieces_bytes = 0
        self._data: list[bytes] = []
        self._bare: list[bytes] = []
        self._name = ""
        self._name_of_data = ""
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
        line = tail
        if self._pieces:
            line = b"".join([*self._pieces, tail])
            self._pieces.clear()
            self._pieces_bytes = 0
        if self._first_line:
            self._first_line = False
            line = line.removeprefix(BOM)
        return line

    def _take_line(self, line: bytes) -> Sequence[ServerEvent]:
        if not line:
            return self._dispatch()
        self._check_size(len(line))
        field, _, value = line.partition(b":")
        ended: Sequence[ServerEvent] = ()
        if field in _FIELDS:
            if self._bare:
                ended = self._dispatch()
        elif self._bare or line.startswith(_OPENING):
            return self._take_bare(line)
        if field == b"data":
            value = value.removeprefix(b" ")
            if self._data and _begins_another(self._data, value):
                ended = (*ended, self._take_data())
            self._data.append(value)
            self._event_bytes += len(value) + 1
            self._name_of_data = self._name
        elif field == b"event":
            self._name = value.removeprefix(b" ").decode("utf-8", "replace")
        return ended

    def _take_bare(self, line: bytes) -> Sequence[ServerEvent]:
        begins = self._data or _begins_another(self._bare, line)
        ended = self._dispatch() if begins else ()
        self._bare.append(line)
        self._event_bytes += len(line) + 1
        return ended

    def _take_data(self) -> ServerEvent:
        """The event that ended without a blank line; a name that came after its data is the next one's."""
        event = ServerEvent(self._name_of_data, b"\n".join(self._data))
        if self._name == self._name_of_data:
            self._name = ""
        self._data.clear()
        self._event_bytes = 0
        return event

    def _dispatch(self) -> Sequence[ServerEvent]:
        ended: list[ServerEvent] = []
        if self._data:
            ended.append(ServerEvent(self._name, b"\n".join(self._data)))
            self._data.clear()
        if self._bare:
            ended.append(ServerEvent("", b"\n".join(self._bare), bare=True))
            self._bare.clear()
        self._name = ""
        self._event_bytes = 0
        return ended

    def _check_size(self, line_bytes: int) -> None:
        if self._event_bytes + line_bytes > self._max_bytes:
            raise EventTooLong


def _begins_another(lines: list[bytes], line: bytes) -> bool:
    """Whether the line begins a value where the lines before have just ended one, which no JSON does inside."""
    return bool(lines) and lines[-1].rstrip().endswith(_CLOSING) and line.startswith(_OPENING)
