"""From the bytes of an answer to its events, whatever a server sends.

The reader raises nothing but what cancels it, ends with exactly one `StreamEnd`, and gives the same
events however the bytes are cut. It decides by what the bytes are, since servers mislabel them: server-sent
events, one JSON document where streaming was ignored (Q7), lines of JSON, or a web page.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Iterator, Mapping
from enum import Enum
from typing import Any, Final

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason, StreamEnd, StreamEvent
from stello_desktop.domain.redaction import redact
from stello_desktop.domain.text import clean_label
from stello_desktop.llm.reply import Reply
from stello_desktop.llm.sse import MAX_EVENT_BYTES, EventFraming, EventTooLong, ServerEvent

MAX_REPLY_BYTES: Final = 32 * 1024 * 1024

WEB_PAGE: Final = "This address answered with a web page."
EMPTY_BODY: Final = "This address answered with nothing at all."
NOT_AN_ANSWER: Final = "This address did not answer with a chat server's answer."
TOO_LONG: Final = "The answer is longer than the program reads."
CORRUPT: Final = "A part of the answer could not be read."

_MAX_LEADING_SPACE: Final = 65_536
_SPACE: Final = b" \t\r\n"
_BOM: Final = b"\xef\xbb\xbf"
_HARMLESS = re.compile(rb'[^{}\[\]"]{0,200}')
_DONE = re.compile(rb"\s*\[?DONE\]?\s*", re.IGNORECASE)


class _Form(Enum):
    UNKNOWN = "unknown"
    EVENTS = "events"
    DOCUMENT = "document"
    PAGE = "page"


class _Unreadable(Exception):
    """The bytes are no answer; the message says why."""

    def __init__(self, words: str, kind: ProviderErrorKind = ProviderErrorKind.PROTOCOL) -> None:
        super().__init__(words)
        self.kind = kind


async def read_stream(
    chunks: AsyncIterable[bytes], *, content_type: str = "", id_prefix: str = "call"
) -> AsyncGenerator[StreamEvent]:
    """Read one answer; the last event is its one `StreamEnd`.

    Whatever the source raises means that the rest never came: the answer is *interrupted*, or complete where
    its end had been there already. Cancelling is told apart by whom it meant. Where the task that reads is
    cancelled, the source is closed and the cancellation goes on at once, without an event: nobody is there to
    read one (R-9). Where the source alone gives up, its reader is told so by an end that says *cancelled*.

    Args:
        chunks: the decoded body, however cut; closed at the end where it can be.
        content_type: of the response; only a hint, but ``text/html`` is believed.
        id_prefix: begins the ids of tool calls that came without one.
    """
    reading = _Reading(content_type, id_prefix)
    broken: StreamEnd | None = None
    source: AsyncIterator[bytes] | None = None
    cancels_before = _cancels()
    try:
        source = aiter(chunks)
        async for chunk in source:
            for event in reading.feed(chunk):
                yield event
            if reading.is_over:
                break
        else:
            for event in reading.finish():
                yield event
    except asyncio.CancelledError:
        if _cancels() > cancels_before:
            raise
        broken = StreamEnd(EndReason.CANCELLED)
    except Exception as error:  # noqa: BLE001 - whatever breaks the source, the answer has one end
        broken = _broken_end(error)
    finally:
        await _close(source)
    for event in reading.reply.end(broken=broken):
        yield event


def _cancels() -> int:
    """How often the running task was asked to end; outside a task nobody can be."""
    try:
        task = asyncio.current_task()
    except RuntimeError:
        return 0
    return 0 if task is None else task.cancelling()


def _broken_end(error: Exception) -> StreamEnd:
    if isinstance(error, EventTooLong):
        return StreamEnd(EndReason.UNREADABLE, ProviderErrorKind.TOO_LARGE, TOO_LONG)
    if isinstance(error, _Unreadable):
        return StreamEnd(EndReason.UNREADABLE, error.kind, str(error))
    if isinstance(error, ProviderError):
        return StreamEnd(EndReason.INTERRUPTED, error.kind, redact(error.detail))
    return StreamEnd(EndReason.INTERRUPTED, ProviderErrorKind.LOST, type(error).__name__)


async def _close(source: AsyncIterator[bytes] | None) -> None:
    """Let go of the source; one that fails even then has nothing more to say."""
    close = getattr(source, "aclose", None)
    if close is not None:
        with contextlib.suppress(Exception):
            await close()


class _Reading:
    """The form of one body, and what it has given so far."""

    def __init__(self, content_type: str, id_prefix: str) -> None:
        self.reply = Reply(id_prefix)
        self._content_type = content_type
        self._form = _Form.PAGE if "html" in content_type.lower() else _Form.UNKNOWN
        self._framing = EventFraming()
        self._held: list[bytes] = []
        self._bytes = 0
        self._saw_chunk = False
        self._done = False

    @property
    def is_over(self) -> bool:
        """Whether the rest of the body does not matter."""
        return self._done or self.reply.failure is not None

    def feed(self, chunk: bytes) -> Iterator[StreamEvent]:
        allowed = bytes(chunk[: MAX_REPLY_BYTES - self._bytes])
        self._bytes += len(allowed)
        if self._form is _Form.UNKNOWN:
            self._held.append(allowed)
            allowed = self._sniff()
        if self._form is _Form.PAGE:
            raise self._no_answer(WEB_PAGE)
        if self._form is _Form.DOCUMENT:
            self._held.append(allowed)
            if self._bytes > MAX_EVENT_BYTES:  # a document is one event
                raise _Unreadable(TOO_LONG, ProviderErrorKind.TOO_LARGE)
        elif self._form is _Form.EVENTS:
            yield from self._take_events(self._framing.feed(allowed))
        if self._bytes >= MAX_REPLY_BYTES and not self.is_over:
            raise _Unreadable(TOO_LONG, ProviderErrorKind.TOO_LARGE)

    def finish(self) -> Iterator[StreamEvent]:
        if self._bytes == 0 or self._form is _Form.UNKNOWN:
            raise self._no_answer(WEB_PAGE if self._form is _Form.PAGE else EMPTY_BODY)
        if self._form is _Form.DOCUMENT:
            yield from self._take_document(b"".join(self._held))
        elif self._form is _Form.EVENTS:
            yield from self._take_events(self._framing.finish(), last=True)

    def _no_answer(self, words: str) -> _Unreadable:
        """Row 32: what came instead, with the type that it was said to have."""
        kind = clean_label(self._content_type.partition(";")[0])[:80]
        what = ProviderErrorKind.WEB_PAGE if words == WEB_PAGE else ProviderErrorKind.NOT_AN_ANSWER
        return _Unreadable(f"{words} ({kind})" if kind else words, what)

    def _sniff(self) -> bytes:
        """Decide the form at the first byte that is no space; until then keep everything."""
        body = b"".join(self._held)
        start = body.removeprefix(_BOM).lstrip(_SPACE)
        if (not start or _BOM.startswith(body)) and len(body) < _MAX_LEADING_SPACE:
            return b""
        first = start[:1]
        if first == b"<":
            self._form = _Form.PAGE
        else:
            self._form = _Form.DOCUMENT if first in {b"{", b"["} else _Form.EVENTS
        self._held.clear()
        return body

    def _take_events(self, events: Iterator[ServerEvent], *, last: bool = False) -> Iterator[StreamEvent]:
        for event in events:
            try:
                yield from self._take_event(event)
            except _Unreadable:
                if last:  # cut in the middle of an event: broken off, not corrupt
                    return
                raise
            if self.is_over:
                return
        if last and not self._saw_chunk and not self.reply.is_settled:
            raise self._no_answer(NOT_AN_ANSWER)

    def _take_event(self, event: ServerEvent) -> Iterator[StreamEvent]:
        if _DONE.fullmatch(event.data):
            self._done = True
            self.reply.mark_done()
            return
        value = _parse(event.data)
        if value is None and not _HARMLESS.fullmatch(event.data):
            raise _Unreadable(CORRUPT)
        if value is None and event.name == "error":
            value = {"error": event.data.decode("utf-8", "replace")}
        yield from self._take_value(value, event.name)

    def _take_document(self, body: bytes) -> Iterator[StreamEvent]:
        body = body.removeprefix(_BOM)
        value = _parse(body)
        if value is not None:
            yield from self._take_value(value)
        else:
            for line in body.splitlines():
                value = _parse(line)
                if value is None and line.strip():
                    raise _Unreadable(CORRUPT)
                yield from self._take_value(value)
                if self.is_over:
                    return
        if not self._saw_chunk and self.reply.failure is None:
            raise self._no_answer(NOT_AN_ANSWER)
        self.reply.mark_done()

    def _take_value(self, value: Any, event_name: str = "") -> Iterator[StreamEvent]:
        for chunk in value if isinstance(value, list) else [value]:
            if isinstance(chunk, Mapping) and self.reply.failure is None:
                self._saw_chunk = self._saw_chunk or "choices" in chunk or "message" in chunk
                yield from self.reply.take(chunk, event_name)


def _parse(data: bytes) -> Any:
    """The JSON value, or None where the bytes are none; never anything worse."""
    try:
        return json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
