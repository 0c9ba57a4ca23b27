"""Damaged streams against the laws of the reader, as many as wanted.

    python -m tests.fuzz_streams 300000 [SEED]

Real answers are mixed, doubled, moved and damaged, in bytes and in the values of their fields; each is read
whole and read in pieces. The laws: nothing is raised, there is exactly one end and it comes last, a failure of
the bytes is never called a success, cutting changes nothing, and no text has what cannot be stored or sent.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from typing import Any, Final

from stello_desktop.domain.errors import ProviderErrorKind
from stello_desktop.domain.events import EndReason, StreamEvent
from stello_desktop.domain.text import clean_text
from stello_desktop.llm.stream_reader import read_stream
from tests.helpers.servers import event, text_events
from tests.helpers.streams import Heard

CONTENT_TYPES: Final = (
    "text/event-stream",
    "application/json",
    "",
    "text/plain; charset=utf-8",
    "text/html",
)

_CALLS: Final = (
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
    + b"data: [DONE]\n\n"
)
_MIXED_CALLS: Final = b"".join(
    event({"choices": [{"delta": {"tool_calls": calls}}]})
    for calls in (
        [{"index": 0, "function": {"name": "x", "arguments": ""}}],
        [{"index": 0, "function": {"name": "y", "arguments": '{"k":2}'}}],
        [{"index": 0, "id": "s", "function": {"name": "x", "arguments": '{"k":1}'}}],
        [{"index": 1, "id": "s", "function": {"name": "x", "arguments": '{"k":2}'}}],
        [{"index": 1, "id": "s", "extra_content": {"google": {"thought_signature": "Ci=="}}}],
        {"id": "s", "provider_specific_fields": {"thought_signature": "Ci=="}, "function": {"arguments": {}}},
        [{"id": f"c{number}", "function": {"name": "z"}} for number in range(9)],
    )
) + text_events(finish="tool_calls")
_THOUGHTS: Final = (
    event({"choices": [{"delta": {"content": [{"type": "thinking", "thinking": [{"text": "Let"}]}]}}]})
    + event({"choices": [{"delta": {"thinking_blocks": [{"thinking": " me"}], "content": "4"}}]})
    + event({"choices": [{"delta": {"reasoning": {"content": " see"}, "content": "2"}}]})
    + event(
        {
            "choices": [
                {
                    "delta": None,
                    "message": {"content": "42", "reasoning": "Let me see", "tool_calls": [{"id": "a"}]},
                    "finish_reason": "stop",
                    "usage": {"prompt_tokens": 9, "completion_tokens": 3},
                }
            ]
        }
    )
    + b"data: [DONE]\n\n"
)
SEEDS: Final = (
    text_events("Hello ", "wörld ", "你好 ", "\U0001f600"),
    b": ping\r\n\r\n" + text_events("A").replace(b"\n", b"\r\n"),
    _CALLS,
    text_events("cut", finish="length"),
    text_events("", finish="content_filter"),
    json.dumps({"choices": [{"message": {"content": "whole"}, "finish_reason": "stop"}]}).encode(),
    b'{"message":{"content":"line"},"done":false}\n{"message":{"content":"s"},"done":true,"eval_count":2}\n',
    b'event: error\ndata: {"error":{"message":"no","code":429}}\n\n',
    b"<html><body>hotel</body></html>",
    b'data: {"choices":[{"delta":\r\ndata: {"content":"lines"},\r\ndata: "finish_reason":"stop"}]}\r\n\r\n',
    b'\xef\xbb\xbf\r\n {"choices":[{"message":{"content":"marked"},"finish_reason":"stop"}]}',
    _MIXED_CALLS,
    _THOUGHTS,
    text_events("glued ", "events").replace(b"\n\n", b"\n"),
    text_events("one ", "two", finish=None) + b'{"error":{"message":"stopped","type":"api_error"}}\n',
    text_events("one", finish=None) + b'{\n  "error": {\n    "message": "pretty"\n  }\n}\n\ndata: [DONE]\n\n',
    text_events("", finish="network_error") + b'data: {"error":429}\n\n',
    text_events("cut", finish="length") + text_events("", finish="stop"),
    b'{"message":{"content":"broken"},"done":false}\n{"message":{"content":"off"},"do',
    b'{"base_resp":{"status_code":1008,"status_msg":"insufficient balance"},"choices":null}\n',
    b'{"code":"InvalidApiKey","message":"Invalid API-key provided.","request_id":"1"}',
    b'{\n "choices": [\n  {"message": {"content": "pretty"}, "finish_reason": "stop"}\n ]\n}\n',
)
_ODD_BYTES: Final = (
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
    b"\xef\xbb\xbf",
    b"[DONE]",
    b"\ndata: ",
    b"\n{",
    b"}\n",
    b"event: error\n",
)
_ODD_VALUES: Final[tuple[Any, ...]] = (
    None, True, 0, -1, 10**25, 0.5, "", "x", "\ud800", [], {}, [[]], [None], {"text": "t"}, "null", "0", [{}],
)  # fmt: skip


def mutate(chance: random.Random) -> bytes:
    """One damaged answer."""
    if chance.random() < 0.1:
        return chance.choice(SEEDS)
    events = [part for seed in chance.sample(SEEDS, 2) for part in seed.split(b"\n\n")]
    if chance.random() < 0.6:
        events = [part for part in events for _ in range(chance.choice([0, 1, 1, 1, 2]))]
        chance.shuffle(events)
    if chance.random() < 0.5:
        events = [_mutate_value(part, chance) for part in events]
    body = bytearray(b"\n\n".join(events))
    if chance.random() < 0.5:
        return bytes(body)
    for _ in range(chance.randint(1, 6)):
        at = chance.randint(0, len(body))
        match chance.randint(0, 3):
            case 0:
                del body[at : at + chance.randint(1, 20)]
            case 1:
                body[at:at] = chance.choice(_ODD_BYTES)
            case 2 if at < len(body):
                body[at] = chance.randint(0, 255)
            case _:
                start = chance.randint(0, len(body))
                body[at:at] = body[start : start + chance.randint(1, 60)]
    return bytes(body)


def _mutate_value(part: bytes, chance: random.Random) -> bytes:
    """Another value, or none, in one field of one event."""
    head, mark, data = part.rpartition(b"data: ")
    try:
        value = json.loads(data)
    except ValueError:
        return part
    places = list(_places(value))
    if places:
        holder, key = chance.choice(places)
        if chance.random() < 0.2:
            del holder[key]
        else:
            holder[key] = chance.choice(_ODD_VALUES)
    return head + mark + json.dumps(value).encode()


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key])


def cut(body: bytes, chance: random.Random) -> list[bytes]:
    """The same bytes in pieces of any size."""
    pieces: list[bytes] = []
    while body:
        size = chance.choice([1, 1, 2, 3, 8, 50, 500])
        pieces.append(body[:size])
        body = body[size:]
    return pieces


class Pieces:
    """A source that is no generator."""

    def __init__(self, pieces: list[bytes]) -> None:
        self._pieces = iter(pieces)

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self

    async def __anext__(self) -> bytes:
        for piece in self._pieces:
            return piece
        raise StopAsyncIteration


def read_all(pieces: list[bytes], content_type: str) -> list[StreamEvent]:
    """Every event; the source never waits, so no loop is needed."""

    async def collect() -> list[StreamEvent]:
        return [item async for item in read_stream(Pieces(pieces), content_type=content_type)]

    work = collect()
    try:
        work.send(None)
    except StopIteration as end:
        events: list[StreamEvent] = end.value
        return events
    raise AssertionError("the reader waited for something else than its source")


def check_laws(body: bytes, pieces: list[bytes], content_type: str) -> Heard:
    """Read twice, and compare with what must always be true. Raises: AssertionError."""
    whole = read_all([body], content_type)
    assert read_all(pieces, content_type) == whole, "cutting changes nothing"
    heard = Heard()
    for item in whole:
        heard.add(item)
    assert heard.end.reason is not EndReason.CANCELLED, "nobody cancelled it"
    assert heard.end.kind is not ProviderErrorKind.LOST, "the source broke nothing, so the fault is ours"
    for text in (
        heard.text,
        heard.reasoning,
        heard.end.message,
        *heard.names.values(),
        *heard.arguments.values(),
        *heard.signatures.values(),
    ):
        assert clean_text(text) == text
    if heard.reason is EndReason.COMPLETE:
        assert heard.text.strip(), "never an empty success"
    return heard


def run(count: int, seed: int) -> Counter[EndReason]:
    """Check so many; gives how they ended. A broken law names the bytes that broke it."""
    chance = random.Random(seed)
    reasons: Counter[EndReason] = Counter()
    for number in range(count):
        body = mutate(chance)
        pieces, content_type = cut(body, chance), chance.choice(CONTENT_TYPES)
        try:
            reasons[check_laws(body, pieces, content_type).reason] += 1
        except BaseException as error:
            error.add_note(f"input {number} of seed {seed}, {content_type!r}: {body!r}")
            raise
    return reasons


def main(arguments: list[str]) -> int:
    """The command."""
    count = int(arguments[0]) if arguments else 3_600
    seed = int(arguments[1]) if len(arguments) > 1 else random.SystemRandom().randrange(10**9)
    began = time.perf_counter()
    reasons = run(count, seed)
    seconds = time.perf_counter() - began
    ended = ", ".join(f"{reason} {number:,}" for reason, number in reasons.most_common())
    sys.stdout.write(
        f"{count:,} streams, each whole and in pieces, in {seconds:.0f} s (seed {seed}).\n"
        f"Exceptions 0, silent ends 0, ends changed by cutting 0. Ended as: {ended}.\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
