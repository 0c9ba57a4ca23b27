"""From the bytes of an answer to its events, whatever a server sends.

The reader raises nothing but what cancels it, ends with exactly one `StreamEnd`, and gives the same
events however the bytes are cut. It decides by what the bytes are, whatever they are called: server-sent
events, one JSON document where streaming was ignored (Q7), lines of JSON, or a web page. What they are called
only says what came instead, where they are no answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Callable,
    Iterable,
    Iterator,
)
from typing import Any, Final

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason, StreamEnd, StreamEvent
from stello_desktop.domain.redaction import redact
from stello_desktop.domain.text import clean_label
from stello_desktop.llm.body_forms import Form, JsonLines, Opening, parse
from stello_desktop.llm.reply import Reply
from stello_desktop.llm.sse import BOM, MAX_EVENT_BYTES, EventFraming, EventTooLong, ServerEvent

MAX_REPLY_BYTES: Final = 32 * 1024 * 1024

WEB_PAGE: Final = "This address answered with a web page."
EMPTY_BODY: Final = "This address answered with nothing at all."
NOT_AN_ANSWER: Final = "This address did not answer with a chat server's answer."
TOO_LONG: Final = "The answer is longer than the program reads."
CORRUPT: Final = "A part of the answer could not be read."

_HARMLESS = re.compile(rb'[^{}\[\]"]{0,200}')
_DONE = re.compile(rb"\s*\[?DONE\]?\s*", re.IGNORECASE)


class _Unreadable(Exception):
    """The bytes are no answer; the message says why."""

    def __init__(self, words: str, kind: ProviderErrorKind = ProviderErrorKind.PROTOCOL) -> None:
        super().__init__(words)
        self.kind = kind


async def read_stream(
    chunks: AsyncIterable[bytes],
    *,
    content_type: str = "",
    id_prefix: str = "call",
    on_settled: Callable[[], None] = lambda: None,
) -> AsyncGenerator[StreamEvent]:
    """Read one answer; the last event is its one `StreamEnd`.

    Whatever the source raises means that the rest never came: the answer is *interrupted*, or complete where
    its end had been there already. Cancelling is told apart by whom it meant. Where the task that reads is
    cancelled, the source is closed and the cancellation goes on at once, without an event: nobody is there to
    read one (R-9). Where the source alone gives up, its reader is told so by an end that says *cancelled*.

    Args:
        chunks: the decoded body, however cut; closed at the end where it can be.
        content_type: of the response, as it stands there.
        id_prefix: begins the ids of tool calls that came without one.
        on_settled: called when the answer has said why it ends, and again when it says more: the rest comes soon.
    """
    reading = _Reading(content_type, id_prefix, on_settled)
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
    if broken is not None and broken.reason is EndReason.INTERRUPTED:
        for event in reading.rescue():
            yield event
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

    def __init__(self, content_type: str, id_prefix: str, on_settled: Callable[[], None]) -> None:
        self.reply = Reply(id_prefix)
        self._on_settled = on_settled
        self._content_type = content_type
        self._form: Form | None = None
        self._opening = Opening()
        self._framing = EventFraming()
        self._lines = JsonLines()
        self._document: list[bytes] = []
        self._bytes = 0
        self._values = 0
        self._saw_chunk = False
        self._done = False

    @property
    def is_over(self) -> bool:
        """Whether the rest of the body does not matter."""
        return self._done or self.reply.failure is not None

    def feed(self, chunk: bytes) -> Iterator[StreamEvent]:
        allowed = bytes(chunk[: MAX_REPLY_BYTES - self._bytes])
        self._bytes += len(allowed)
        if self._form is None:
            self._form = self._opening.feed(allowed)
            allowed = b"" if self._form is None else bytes(self._opening.held)
        if self._form is Form.PAGE:
            raise self._no_answer(WEB_PAGE)
        if self._form is Form.DOCUMENT:
            self._document.append(allowed)
            if self._bytes > MAX_EVENT_BYTES:  # a document is one event
                raise EventTooLong
        elif self._form is Form.LINES:
            yield from self._take_lines(self._lines.feed(allowed))
        elif self._form is Form.EVENTS:
            yield from self._take_events(self._framing.feed(allowed))
        if self._bytes >= MAX_REPLY_BYTES and not self.is_over:
            raise EventTooLong

    def finish(self) -> Iterator[StreamEvent]:
        if self._form is None and self._opening.is_blank:
            raise self._no_answer(EMPTY_BODY)
        if self._form is Form.EVENTS:
            yield from self._take_events(self._framing.finish(), last=True)
            return
        if self._form is Form.LINES:
            last = self._lines.finish()
            yield from self._take_lines([last] if parse(last) is not None else [])
        else:
            body = self._opening.held if self._form is None else b"".join(self._document)
            value = parse(bytes(body).removeprefix(BOM))
            if value is None:
                raise _Unreadable(CORRUPT)
            yield from self._take_value(value)
        if not self._saw_chunk and self.reply.failure is None:
            raise self._no_answer(NOT_AN_ANSWER)
        if self._values <= 1:  # of several the last one has to say that it is
            self.reply.mark_whole()

    def rescue(self) -> Iterator[StreamEvent]:
        """What had come whole when the connection broke, though its end was missing (row 33)."""
        with contextlib.suppress(_Unreadable, EventTooLong):
            yield from self.finish()

    def _no_answer(self, words: str) -> _Unreadable:
        """Row 32: what came instead, with the type that it was said to have."""
        kind = clean_label(self._content_type.partition(";")[0])[:80]
        is_page = words == WEB_PAGE or "html" in kind.lower()
        what = ProviderErrorKind.WEB_PAGE if is_page else ProviderErrorKind.NOT_AN_ANSWER
        words = WEB_PAGE if is_page else words
        return _Unreadable(f"{words} ({kind})" if kind else words, what)

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
        value = parse(event.data)
        if value is None and event.name == "error" and event.data.lstrip()[:1] not in {b"{", b"["}:
            value = {"error": event.data.decode("utf-8", "replace")}
        if value is not None:
            yield from self._take_value(value, event.name)
        else:
            yield from self._take_lines(event.data.split(b"\n"), event.name, lenient=event.bare)

    def _take_lines(
        self, lines: Iterable[bytes], name: str = "", *, lenient: bool = False
    ) -> Iterator[StreamEvent]:
        """Each line by itself: the end marker, a value, or nothing of importance.

        Args:
            lenient: what is none of it is passed over, since nobody said that it was data.
        """
        for line in lines:
            if _DONE.fullmatch(line):
                self._done = True
                self.reply.mark_done()
            else:
                value = parse(line.removeprefix(BOM))
                if value is None and not (lenient or _HARMLESS.fullmatch(line)):
                    raise _Unreadable(CORRUPT)
                yield from self._take_value(value, name)
            if self.is_over:
                return

    def _take_value(self, value: Any, event_name: str = "") -> Iterator[StreamEvent]:
        self._values += value is not None
        for chunk in value if isinstance(value, list) else [value]:
            if isinstance(chunk, dict) and self.reply.failure is None:
                self._saw_chunk = self._saw_chunk or "choices" in chunk or "message" in chunk
                says_more = not self.reply.is_settled
                for event in self.reply.take(chunk, event_name):
                    says_more = True
                    yield event
                if says_more and self.reply.is_settled:  # a ping or a count leaves the wait its end
                    self._on_settled()
