"""Streams whose framing is wrong: lines that are no data, events without a gap, another name for what came."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from stello_desktop.domain.errors import ProviderErrorKind
from stello_desktop.domain.events import EndReason
from stello_desktop.domain.messages import Usage
from stello_desktop.llm.stream_reader import read_stream
from tests.helpers.servers import event, text_events
from tests.helpers.streams import Heard, listen, read, read_every_way

DONE = b"data: [DONE]\n\n"


def chunk(content: str, finish: str | None = None) -> bytes:
    return json.dumps(
        {"choices": [{"index": 0, "delta": {"content": content}, "finish_reason": finish}]}
    ).encode()


def line(content: str, **fields: Any) -> bytes:
    return json.dumps({"message": {"content": content}, "done": False, **fields}).encode() + b"\n"


ERROR = {"error": {"message": "model runner has unexpectedly stopped", "type": "api_error"}}


@pytest.mark.parametrize(
    "before", [text_events("Hi", finish=None), b": ping\n\n", b"data: " + chunk("Hi") + b"\n"]
)
@pytest.mark.parametrize("written", [json.dumps(ERROR), json.dumps(ERROR, indent=2), json.dumps([ERROR])])
@pytest.mark.parametrize("after", [b"", b"\n", b"\n\n" + DONE, b"\n" + DONE])
def test_q6_an_error_without_its_data_field(before: bytes, written: str, after: bytes) -> None:
    """Q6: Ollama breaks off with a bare line of JSON; the text is kept and its words are shown."""
    heard = read_every_way(before + written.encode() + after)
    assert heard.text == ("Hi" if b"Hi" in before else "")
    assert (heard.reason, heard.end.message) == (EndReason.PROVIDER_ERROR, ERROR["error"]["message"])


@pytest.mark.parametrize("detail", [None, "", " ", [], {}, {"queue": 0}, 3, True])
def test_q6_a_detail_that_tells_nothing_is_no_failure(detail: Any) -> None:
    """Q6: some services name every field of a chunk, those too that they have nothing for."""
    odd = event({"id": "x", "detail": detail, "usage": {"prompt_tokens": 4}})
    heard = read_every_way(
        b"data: " + chunk("Hi") + b"\n\n" + odd + b"data: " + chunk(".", "stop") + b"\n\n" + DONE
    )
    assert (heard.text, heard.reason, heard.usages) == ("Hi.", EndReason.COMPLETE, [Usage(4)])


@pytest.mark.parametrize("detail", ["No.", [{"msg": "No."}], {"message": "No."}, {"error": "No."}])
def test_q6_a_detail_that_tells_of_a_failure_is_one(detail: Any) -> None:
    """Q6: in each form that frameworks for servers give it."""
    heard = read_every_way(text_events("Hi", finish=None) + event({"detail": detail}))
    assert (heard.reason, heard.end.message) == (EndReason.PROVIDER_ERROR, "No.")


@pytest.mark.parametrize(
    "noise", [b"{oops\n", b"[1, 2\n\n", b'{"a": 1}\n', b"x: y\n", b'{"open": [\n: ping\n']
)
def test_q4_other_lines_that_are_no_data_mean_nothing(noise: bytes) -> None:
    """Q4: fields that nobody knows are passed over, whatever they begin with."""
    body = noise.join([b"data: " + chunk("A") + b"\n\n", b"data: " + chunk("B", "stop") + b"\n\n", b""])
    heard = read_every_way(body)
    assert (heard.text, heard.reason) == ("AB", EndReason.COMPLETE)


@pytest.mark.parametrize("gap", [b"\n", b"\r\n", b"\r", b"\n: ping\n", b"\nid: 3\n", b"\nevent: message\n"])
def test_q4_events_with_no_blank_line_between_them(gap: bytes) -> None:
    """Q4: a value that begins where another ended is the next event."""
    lines = [b"data: " + chunk("A"), b"data: " + chunk("B"), b"data:" + chunk("", "stop"), b"data: [DONE]"]
    heard = read_every_way(gap.join([*lines, b""]))
    assert (heard.text, heard.reason) == ("AB", EndReason.COMPLETE)


def test_q4_an_end_marker_glued_to_the_last_event() -> None:
    """Q4: the marker is one by itself too."""
    body = event({"choices": [{"delta": {"content": "A"}}]}) + b"data: " + chunk("B", "stop") + b"\n" + DONE
    assert read_every_way(body).text == "AB"
    assert read_every_way(b"data: " + chunk("A") + b"\ndata: ping\n" + DONE).text == "A"


def test_q6_the_name_of_an_event_stays_with_it_where_no_blank_line_does() -> None:
    """Q4, Q6: an error is told by its name, and only the event that has it."""
    broken = b'event: error\ndata: {"message": "it broke"}\n'
    heard = read_every_way(b"event: message\ndata: " + chunk("A") + b"\n" + broken)
    assert (heard.text, heard.reason, heard.end.message) == ("A", EndReason.PROVIDER_ERROR, "it broke")
    assert read_every_way(b'event: error\ndata: model "x" crashed\n\n').end.message == 'model "x" crashed'


def test_q4_one_event_after_another_is_heard_as_it_comes() -> None:
    """Q4: without blank lines no word waits for the end of the answer."""
    heard = Heard()

    async def work() -> None:
        async def source() -> AsyncGenerator[bytes]:
            for word in ("A", "B", "C"):
                yield b"data: " + chunk(word) + b"\n"
            assert heard.text == "AB", "the last one may still go on"

        async for item in read_stream(source()):
            heard.add(item)

    asyncio.run(work())
    assert heard.text == "ABC"


@pytest.mark.parametrize("content_type", ["text/html", "text/html; charset=utf-8", "application/xhtml+xml"])
def test_q7_an_answer_that_is_called_a_page(content_type: str) -> None:
    """Q7: what came decides, not what it is called."""
    assert read_every_way(text_events("Hi"), content_type).text == "Hi"
    document = {"choices": [{"message": {"content": "Hi"}, "finish_reason": "stop"}]}
    assert read_every_way(json.dumps(document), content_type).text == "Hi"


@pytest.mark.parametrize("body", ["", "Please sign in", "<p>Hello</p>", '{"status": "ok"}', "\n"])
def test_q7_what_is_called_a_page_and_is_no_answer_is_one(body: str) -> None:
    """Q7, row 32: the person is told of the page, and nothing of it is shown."""
    heard = read(body, "text/html")
    assert (heard.text, heard.end.kind) == ("", ProviderErrorKind.WEB_PAGE)


def test_row_34_lines_of_json_that_break_off_keep_what_came() -> None:
    """Row 34: Ollama's own form is heard line by line; only its last line says that it is whole."""
    whole = line("A") + line("B", done=True, done_reason="stop", prompt_eval_count=3, eval_count=2)
    heard = read_every_way(whole, "application/x-ndjson")
    assert (heard.text, heard.usages, heard.reason) == ("AB", [Usage(3, 2)], EndReason.COMPLETE)
    for cut in (line("A"), line("A") + line("B"), line("A") + line("B")[:-9], line("A") + b'{"mess'):
        heard = read_every_way(cut, "application/x-ndjson")
        assert (heard.text[:1], heard.reason) == ("A", EndReason.INTERRUPTED)


def lost(body: bytes) -> Heard:
    async def source() -> AsyncGenerator[bytes]:
        yield body
        raise ConnectionResetError

    return asyncio.run(listen(read_stream(source())))


def test_row_33_a_lost_connection_keeps_every_line_and_a_whole_document() -> None:
    """Row 33: what arrived before the break is kept, also where only its line end is missing."""
    heard = lost(line("A") + line("B"))
    assert (heard.text, heard.reason, heard.end.kind) == ("AB", EndReason.INTERRUPTED, ProviderErrorKind.LOST)
    assert lost(line("A") + line("B", done=True).rstrip()).reason is EndReason.COMPLETE
    document = json.dumps({"choices": [{"message": {"content": "Hi"}, "finish_reason": "stop"}]}, indent=1)
    assert (lost(document.encode()).text, lost(document.encode()).reason) == ("Hi", EndReason.COMPLETE)
    assert lost(document.encode()[:-5]).reason is EndReason.INTERRUPTED
    assert lost(b"data: " + chunk("Hi", "stop")).text == "Hi"


def test_row_35_a_damaged_line_keeps_what_came_before() -> None:
    """Row 35: damage keeps what came before it."""
    heard = read_every_way(line("A") + b'{"message": \n' + line("B"), "application/x-ndjson")
    assert (heard.text, heard.reason) == ("A", EndReason.UNREADABLE)


@pytest.mark.parametrize("piece", [b" ", b"\n", b"\xef\xbb\xbf", b'{"a":"', b"data: {\n"])
def test_row_39_a_body_that_does_not_begin_costs_no_more_than_its_bytes(piece: bytes) -> None:
    """Row 39: four times the pieces cost about four times the work, not sixteen times."""

    def cost(count: int) -> float:
        async def source() -> AsyncGenerator[bytes]:
            for _ in range(count):
                yield piece

        costs = []
        for _ in range(2):
            began = time.process_time()
            asyncio.run(listen(read_stream(source())))
            costs.append(time.process_time() - began)
        return min(costs)

    assert cost(40_000) < 9 * cost(10_000)
