"""Faults of the bytes: breaks, caps, corruption; and the law that cutting them changes nothing."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncGenerator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason, StreamEvent
from stello_desktop.domain.text import clean_text
from stello_desktop.llm.stream_reader import MAX_REPLY_BYTES, read_stream
from tests.helpers.servers import event, text_events
from tests.helpers.streams import Heard, chunked, listen, read

MUTANTS = 3_000


def events_of(pieces: list[bytes], content_type: str = "text/event-stream") -> list[StreamEvent]:
    async def collect() -> list[StreamEvent]:
        return [event async for event in read_stream(chunked(pieces), content_type=content_type)]

    return asyncio.run(collect())


def read_breaking(body: bytes, error: Exception) -> Heard:
    async def source() -> AsyncGenerator[bytes]:
        yield body
        raise error

    return asyncio.run(listen(read_stream(source(), content_type="text/event-stream")))


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ConnectionResetError(), ProviderErrorKind.NETWORK),
        (ProviderError(ProviderErrorKind.TIMEOUT, detail="silence"), ProviderErrorKind.TIMEOUT),
    ],
)
def test_row_33_a_lost_connection_keeps_what_arrived(error: Exception, kind: ProviderErrorKind) -> None:
    heard = read_breaking(text_events("Once ", "upon", finish=None), error)
    assert (heard.text, heard.reason, heard.end.kind) == ("Once upon", EndReason.INTERRUPTED, kind)


def test_row_33_a_connection_lost_after_the_end_is_no_loss() -> None:
    heard = read_breaking(
        event({"choices": [{"delta": {"content": "all"}, "finish_reason": "stop"}]}), ConnectionResetError()
    )
    assert (heard.text, heard.reason) == ("all", EndReason.COMPLETE)


def test_row_34_a_clean_end_without_a_reason_is_an_interruption() -> None:
    heard = read(text_events("Once upon", finish=None))
    assert (heard.text, heard.reason) == ("Once upon", EndReason.INTERRUPTED)


def test_row_34_an_end_in_the_middle_of_an_event_is_an_interruption() -> None:
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
    heard = read(text_events("kept", finish=None) + b"data: " + broken + b"\n\n" + text_events("lost"))
    assert (heard.text, heard.reason, heard.end.kind) == (
        "kept",
        EndReason.UNREADABLE,
        ProviderErrorKind.PROTOCOL,
    )


@pytest.mark.parametrize("harmless", [b"", b"null", b": keepalive", b"ping", b"5"])
def test_row_35_what_is_no_chunk_and_no_damage_is_passed_over(harmless: bytes) -> None:
    assert read(b"data: " + harmless + b"\n\n" + text_events("ok")).text == "ok"


def test_row_39_an_event_without_end_stops_at_its_cap() -> None:
    async def endless() -> AsyncGenerator[bytes]:
        yield text_events("kept", finish=None) + b"data: "
        while True:
            yield b"x" * 1_000_000

    heard = asyncio.run(listen(read_stream(endless(), content_type="text/event-stream")))
    assert (heard.text, heard.reason) == ("kept", EndReason.UNREADABLE)


def test_row_39_a_reply_without_end_stops_at_its_cap() -> None:
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
    body = (
        b'data: {"choices":[{"delta":{"content":"a\\ud83d"}}]}\n\n'
        b'data: {"choices":[{"delta":{"content":"\\ude00b\\u0000\\ud800c\\r"}}]}\n\n'
        b'data: {"choices":[{"delta":{"content":"\\nd\\udfff"},"finish_reason":"stop"}]}\n\n'
    )
    assert read(body).text == "a\U0001f600b\ufffd\ufffdc\nd\ufffd"


def test_only_cancelling_passes_through() -> None:
    async def forever() -> AsyncGenerator[bytes]:
        yield text_events("a", finish=None)
        await asyncio.Event().wait()

    async def cancel_it() -> None:
        task = asyncio.create_task(listen(read_stream(forever())))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel_it())


SEEDS = [
    text_events("Hello ", "wörld ", "你好 ", "\U0001f600"),
    b": ping\r\n\r\n" + text_events("A").replace(b"\n", b"\r\n"),
    event({"choices": [{"delta": {"reasoning_content": "Hm"}}]})
    + event(
        {
            "choices": [
                {
                    "delta": {
                        "tool_calls": [
                            {"index": 0, "id": "a", "function": {"name": "f", "arguments": '{"x":'}},
                            {"index": 1, "function": {"name": "g", "arguments": {"y": [1, None]}}},
                        ]
                    }
                }
            ]
        }
    )
    + event({"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"arguments": "1}"}}]}}]})
    + event({"choices": [{"delta": {}, "finish_reason": "tool_calls"}], "usage": {"prompt_tokens": 3}})
    + b"data: [DONE]\n\n",
    json.dumps({"choices": [{"message": {"content": "whole"}, "finish_reason": "stop"}]}).encode(),
    b'event: error\ndata: {"error":{"message":"no","code":429}}\n\n',
    b"<html><body>hotel</body></html>",
]
ODD = [
    b"\xff",
    b"\x00",
    b"\r",
    b"\n",
    b"\n\n",
    b"{",
    b"}",
    b'"',
    b"null",
    b"data:",
    b"[]",
    b"9" * 30,
    b"\\ud800",
    b":",
]


def mutate(chance: random.Random) -> bytes:
    """Whole events dropped, doubled, mixed and moved; half of the time single bytes are damaged as well."""
    events = [part for seed in chance.sample(SEEDS, 2) for part in seed.split(b"\n\n")]
    if chance.random() < 0.6:
        events = [part for part in events for _ in range(chance.choice([0, 1, 1, 1, 2]))]
        chance.shuffle(events)
    body = bytearray(b"\n\n".join(events))
    if chance.random() < 0.5:
        return bytes(body)
    for _ in range(chance.randint(1, 6)):
        at = chance.randint(0, len(body))
        match chance.randint(0, 3):
            case 0:
                del body[at : at + chance.randint(1, 20)]
            case 1:
                body[at:at] = chance.choice(ODD)
            case 2 if at < len(body):
                body[at] = chance.randint(0, 255)
            case _:
                start = chance.randint(0, len(body))
                body[at:at] = body[start : start + chance.randint(1, 60)]
    return bytes(body)


def cut(body: bytes, chance: random.Random) -> list[bytes]:
    pieces: list[bytes] = []
    while body:
        size = chance.choice([1, 1, 2, 3, 8, 50, 500])
        pieces.append(body[:size])
        body = body[size:]
    return pieces


def check_laws(body: bytes, pieces: list[bytes], content_type: str) -> Heard:
    whole = events_of([body], content_type)
    assert events_of(pieces, content_type) == whole, "cutting changes nothing"
    heard = Heard()
    for item in whole:
        heard.add(item)
    assert heard.end.reason is not EndReason.CANCELLED
    for text in (
        heard.text,
        heard.reasoning,
        heard.end.message,
        *heard.names.values(),
        *heard.arguments.values(),
    ):
        assert clean_text(text) == text
    if heard.reason is EndReason.COMPLETE:
        assert heard.text.strip(), "never an empty success"
    return heard


def test_fuzz_thousands_of_damaged_streams_keep_the_laws() -> None:
    chance = random.Random(20261130)
    reasons = set()
    for _ in range(MUTANTS):
        body = mutate(chance)
        content_type = chance.choice(["text/event-stream", "application/json", ""])
        reasons.add(check_laws(body, cut(body, chance), content_type).reason)
    assert len(reasons) >= 5


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
