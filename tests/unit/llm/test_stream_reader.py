"""Faults of the bytes: breaks, caps, corruption; and the law that cutting them changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason
from stello_desktop.llm.sse import MAX_EVENT_BYTES
from stello_desktop.llm.stream_reader import MAX_REPLY_BYTES, read_stream
from tests import fuzz_streams
from tests.fuzz_streams import check_laws
from tests.helpers.servers import event, text_events
from tests.helpers.streams import Heard, listen, read

MUTANTS = 3_600


def read_breaking(body: bytes, error: Exception) -> Heard:
    async def source() -> AsyncGenerator[bytes]:
        yield body
        raise error

    return asyncio.run(listen(read_stream(source(), content_type="text/event-stream")))


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ConnectionResetError(), ProviderErrorKind.LOST),
        (ProviderError(ProviderErrorKind.TIMEOUT, detail="silence"), ProviderErrorKind.TIMEOUT),
    ],
)
def test_row_33_a_lost_connection_keeps_what_arrived(error: Exception, kind: ProviderErrorKind) -> None:
    """Row 33: what arrived before the break is kept, and nothing is sent twice."""
    heard = read_breaking(text_events("Once ", "upon", finish=None), error)
    assert (heard.text, heard.reason, heard.end.kind) == ("Once upon", EndReason.INTERRUPTED, kind)


def test_row_33_a_connection_lost_after_the_end_is_no_loss() -> None:
    """Row 33: what arrived before the break is kept, and nothing is sent twice."""
    heard = read_breaking(
        event({"choices": [{"delta": {"content": "all"}, "finish_reason": "stop"}]}), ConnectionResetError()
    )
    assert (heard.text, heard.reason) == ("all", EndReason.COMPLETE)


def test_row_34_a_clean_end_without_a_reason_is_an_interruption() -> None:
    """Row 34: an end without an end is an interruption."""
    heard = read(text_events("Once upon", finish=None))
    assert (heard.text, heard.reason) == ("Once upon", EndReason.INTERRUPTED)
    assert heard.end.kind is ProviderErrorKind.INCOMPLETE


def test_row_34_an_end_in_the_middle_of_an_event_is_an_interruption() -> None:
    """Row 34: an end without an end is an interruption."""
    heard = read(text_events("Once upon", finish=None) + b'data: {"choices":[{"del')
    assert (heard.text, heard.reason) == ("Once upon", EndReason.INTERRUPTED)


@pytest.mark.parametrize(
    "broken",
    [
        b'{"choices":[{"delta":{"content":"x"',
        b'{"choices":[{"delta":{"content":"\xff\xfe"}}]}',
        b"[" * 200_000,
        b'{"usage":{"prompt_tokens":' + b"9" * 10_000 + b"}}",
        b'"half a string',
    ],
)
def test_row_35_a_corrupt_event_keeps_what_came_before(broken: bytes) -> None:
    """Row 35: damage keeps what came before it."""
    heard = read(text_events("kept", finish=None) + b"data: " + broken + b"\n\n" + text_events("lost"))
    assert (heard.text, heard.reason, heard.end.kind) == (
        "kept",
        EndReason.UNREADABLE,
        ProviderErrorKind.PROTOCOL,
    )


@pytest.mark.parametrize("harmless", [b"", b"null", b": keepalive", b"ping", b"5"])
def test_row_35_what_is_no_chunk_and_no_damage_is_passed_over(harmless: bytes) -> None:
    """Row 35: damage keeps what came before it."""
    assert read(b"data: " + harmless + b"\n\n" + text_events("ok")).text == "ok"


def test_row_39_an_event_without_end_stops_at_its_cap() -> None:
    """Row 39: a reply stops at its cap."""

    async def endless() -> AsyncGenerator[bytes]:
        yield text_events("kept", finish=None) + b"data: "
        while True:
            yield b"x" * 1_000_000

    heard = asyncio.run(listen(read_stream(endless(), content_type="text/event-stream")))
    assert (heard.text, heard.reason) == ("kept", EndReason.UNREADABLE)


def test_row_39_a_reply_without_end_stops_at_its_cap() -> None:
    """Row 39: a reply stops at its cap."""
    taken = 0

    async def endless() -> AsyncGenerator[bytes]:
        nonlocal taken
        while True:
            taken += 1_000_000
            yield b":" + b"x" * 999_998 + b"\n"

    heard = asyncio.run(listen(read_stream(endless(), content_type="text/event-stream")))
    assert heard.reason is EndReason.UNREADABLE
    assert taken <= MAX_REPLY_BYTES + 1_000_000


def test_row_64_lone_surrogates_and_controls_are_replaced_and_split_pairs_joined() -> None:
    """Row 64: what cannot be stored or sent is replaced."""
    body = (
        b'data: {"choices":[{"delta":{"content":"a\\ud83d"}}]}\n\n'
        b'data: {"choices":[{"delta":{"content":"\\ude00b\\u0000\\ud800c\\r"}}]}\n\n'
        b'data: {"choices":[{"delta":{"content":"\\nd\\udfff"},"finish_reason":"stop"}]}\n\n'
    )
    assert read(body).text == "a\U0001f600b\ufffd\ufffdc\nd\ufffd"


class Plain:
    """A source that is no generator, and is told when it is let go."""

    def __init__(self, *pieces: bytes | BaseException) -> None:
        self._pieces = iter(pieces)
        self.closed = False

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self

    async def __anext__(self) -> bytes:
        piece = next(self._pieces, None)
        if piece is None:
            raise StopAsyncIteration
        if isinstance(piece, BaseException):
            raise piece
        return piece

    async def aclose(self) -> None:
        self.closed = True
        raise RuntimeError("it fails even here")


def listen_to(source: AsyncIterable[bytes]) -> Heard:
    return asyncio.run(listen(read_stream(source, content_type="text/event-stream")))


def test_any_iterable_is_read_and_closed() -> None:
    source = Plain(text_events("Hello ", "there"))
    assert (listen_to(source).text, source.closed) == ("Hello there", True)

    class OnlyIterable:
        def __aiter__(self) -> AsyncIterator[bytes]:
            return Plain(text_events("Hi"))

    assert listen_to(OnlyIterable()).text == "Hi"


@pytest.mark.parametrize("error", [RuntimeError("odd"), ValueError("odd"), KeyError("x"), MemoryError()])
def test_whatever_breaks_the_source_is_an_interruption(error: Exception) -> None:
    """R-10: what arrived is kept, and the reader raises nothing."""
    heard = listen_to(Plain(text_events("kept", finish=None), error))
    assert (heard.text, heard.reason, heard.end.kind) == (
        "kept",
        EndReason.INTERRUPTED,
        ProviderErrorKind.LOST,
    )


def test_a_source_that_cannot_even_begin_is_an_interruption() -> None:
    class Broken:
        def __aiter__(self) -> AsyncIterator[bytes]:
            raise RuntimeError("no")

    assert listen_to(Broken()).reason is EndReason.INTERRUPTED


def test_a_source_that_gives_up_by_itself_ends_as_cancelled() -> None:
    """R-9: the reader was not asked to end, so it goes on and is told why nothing more comes."""
    heard = listen_to(Plain(text_events("kept", finish=None), asyncio.CancelledError()))
    assert (heard.text, heard.reason, heard.end.kind) == ("kept", EndReason.CANCELLED, None)


def test_r9_cancelling_the_reader_passes_on_at_once_and_closes_the_source() -> None:
    """R-9: no event is sent after it to somebody who has gone."""

    async def work() -> None:
        heard, closed = Heard(), asyncio.Event()

        async def source() -> AsyncGenerator[bytes]:
            try:
                yield text_events("a", finish=None)
                await asyncio.Event().wait()
            finally:
                closed.set()

        async def follow() -> None:
            async for item in read_stream(source()):
                heard.add(item)
                started.set()

        started = asyncio.Event()
        task = asyncio.create_task(follow())
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (heard.text, heard.ends, closed.is_set()) == ("a", [], True)

    asyncio.run(work())


def test_row_39_a_document_stops_at_the_cap_of_one_event() -> None:
    """Row 39: a reply stops at its cap."""
    body = b'{"choices":[{"message":{"content":"' + b"x" * MAX_EVENT_BYTES + b'"}}]}'
    heard = read(body, "application/json", size=1_000_000)
    assert (heard.text, heard.reason, heard.end.kind) == (
        "",
        EndReason.UNREADABLE,
        ProviderErrorKind.TOO_LARGE,
    )


def test_fuzz_thousands_of_damaged_streams_keep_the_laws() -> None:
    """Rows 33 to 40. `python -m tests.fuzz_streams 300000` tries as many as are wanted."""
    reasons = fuzz_streams.run(MUTANTS, 20261130)
    assert reasons.total() == MUTANTS
    assert len(reasons) >= 6


@settings(max_examples=300)
@given(st.binary(max_size=300), st.integers(1, 40))
@example(b"\xef\xbb\xbfdata: [DONE]\r\n\r\n", 1)
@example(b"\xef\xbb\xbf", 2)
@example(b" " * 70_000 + b"{}", 1000)
def test_any_bytes_keep_the_laws(body: bytes, size: int) -> None:
    pieces = [body[start : start + size] for start in range(0, len(body), size)]
    check_laws(body, pieces, "text/event-stream")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda children: (
        st.lists(children, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "choices",
                    "delta",
                    "message",
                    "content",
                    "index",
                    "finish_reason",
                    "tool_calls",
                    "function",
                    "name",
                    "arguments",
                    "id",
                    "usage",
                    "error",
                    "reasoning",
                    "prompt_tokens",
                    "code",
                    "type",
                    "detail",
                    "text",
                ]
            ),
            children,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@settings(max_examples=300)
@given(st.lists(json_values, max_size=4), st.integers(1, 30))
def test_any_json_keeps_the_laws(values: list[object], size: int) -> None:
    body = b"".join(event(value) for value in values) + b"data: [DONE]\n\n"
    check_laws(body, [body[start : start + size] for start in range(0, len(body), size)], "text/event-stream")
