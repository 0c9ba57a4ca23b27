"""One call over a real socket: what is sent, retries, deadlines, lessons, cancelling."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import gzip
import sys
import time
from collections.abc import Awaitable, Callable

import pytest

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason, TextDelta
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import Usage
from stello_desktop.llm.openai_compatible import OpenAICompatibleModel
from stello_desktop.llm.secrets import Secret, fixed_key
from stello_desktop.llm.watch import Deadlines
from tests.helpers.servers import RESET, Piece, ReplayServer, error_reply, event, flow, reply, text_events
from tests.helpers.streams import CREATE_SESSION, Heard, a_request, ask, listen

K = ProviderErrorKind
OK = reply(text_events("Hello ", "there"))
SHORT = Deadlines(total_s=0.4)


class Waits:
    """Counts what would have been slept."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def a_model(
    server: ReplayServer,
    *,
    key: str = "sk-CANARY-123456",
    deadlines: Deadlines | None = None,
    sleep: Callable[[float], Awaitable[None]] | None = None,
) -> OpenAICompatibleModel:
    ref = ModelRef(ServiceId("mine"), "small-1")
    return OpenAICompatibleModel(
        ref, server.base_url, fixed_key(Secret(key)), deadlines=deadlines, sleep=sleep or Waits()
    )


def run[T](answers: list[list[Piece]], work: Callable[[ReplayServer], Awaitable[T]]) -> T:
    async def with_server() -> T:
        async with ReplayServer(answers) as server:
            return await work(server)

    return asyncio.run(with_server())


def failure_of(answers: list[list[Piece]], deadlines: Deadlines | None = None) -> tuple[ProviderError, int]:
    async def work(server: ReplayServer) -> tuple[ProviderError, int]:
        with pytest.raises(ProviderError) as caught:
            await ask(a_model(server, deadlines=deadlines), "hi")
        return caught.value, len(server.requests)

    return run(answers, work)


def heard_from(*answers: list[Piece], deadlines: Deadlines | None = None) -> Heard:
    return run(list(answers), lambda server: ask(a_model(server, deadlines=deadlines), "hi"))


def test_an_answer_arrives_and_only_known_things_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_ADMIN_KEY"):
        monkeypatch.setenv(name, "from-the-environment")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Leak: from-the-environment\nAuthorization: Bearer other")

    async def work(server: ReplayServer) -> Heard:
        heard = await ask(a_model(server), "hi", tools=(CREATE_SESSION,))
        (request,) = server.requests
        assert (request.method, request.path) == ("POST", "/v1/chat/completions")
        assert request.headers["authorization"] == "Bearer sk-CANARY-123456"
        assert request.headers["accept-encoding"] == "identity"
        assert set(request.headers) <= {
            "host",
            "connection",
            "accept",
            "accept-encoding",
            "content-type",
            "content-length",
            "user-agent",
            "authorization",
        }
        assert "from-the-environment" not in repr(request)
        assert set(request.json) == {"model", "messages", "stream", "stream_options", "tools"}
        return heard

    heard = run([OK], work)
    assert (heard.text, heard.reason) == ("Hello there", EndReason.COMPLETE)


def test_q31_without_a_key_no_header_leaves() -> None:
    """Q31: where no key is wanted no header leaves."""

    async def work(server: ReplayServer) -> None:
        await ask(a_model(server, key=""), "hi")
        assert "authorization" not in server.requests[0].headers

    run([OK], work)


def test_q30_no_proxy_for_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Q30: this computer is never asked through a proxy."""
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    assert heard_from(OK).text == "Hello there"


def test_row_41_unusable_proxy_settings_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Row 41: proxy settings that cannot be used."""
    monkeypatch.setenv("ALL_PROXY", "socks9://127.0.0.1:1")
    model = OpenAICompatibleModel(
        ModelRef(ServiceId("x"), "m"), "https://ai.example/v1", fixed_key(Secret(""))
    )
    with pytest.raises(ProviderError) as caught:
        asyncio.run(ask(model, "hi"))
    assert caught.value.kind is K.PROXY


@pytest.mark.parametrize(
    ("status", "kind", "tries"),
    [
        (401, K.AUTH, 1),
        (403, K.AUTH, 1),
        (404, K.NOT_FOUND, 1),
        (402, K.NO_CREDIT, 1),
        (400, K.BAD_REQUEST, 1),
        (413, K.CONTEXT_LENGTH, 1),
        (422, K.BAD_REQUEST, 1),
        (301, K.NOT_FOUND, 1),
        (408, K.TIMEOUT, 3),
        (409, K.SERVER, 3),
        (429, K.RATE_LIMITED, 3),
        (500, K.SERVER, 3),
        (503, K.SERVER, 3),
        (529, K.SERVER, 3),
    ],
)
def test_rows_27_to_30_statuses_and_their_tries(status: int, kind: ProviderErrorKind, tries: int) -> None:
    """Rows 27 to 30: which refusals are tried again, and how often."""
    error, requests = failure_of([error_reply(status, {"error": {"message": "no: sk-CANARY-123456"}})])
    assert (error.kind, requests, error.params["status"]) == (kind, tries, status)
    assert "CANARY" not in f"{error} {error.detail} {error.params}"
    assert error.params["host"] == "127.0.0.1"


def test_t9_a_redirect_is_not_followed() -> None:
    async def work(server: ReplayServer) -> None:
        with pytest.raises(ProviderError) as caught:
            await ask(a_model(server), "hi")
        assert "elsewhere" in caught.value.detail
        assert len(server.requests) == 1

    run([reply(status=307, headers={"Location": "http://127.0.0.1:1/elsewhere"})], work)


def test_q25_a_retry_waits_as_long_as_the_service_asks() -> None:
    """Q25: the service says how long to wait; too fast is not out of money."""
    waits = Waits()
    limited = error_reply(429, {"error": {"message": "slow down"}}, Retry_After="20")
    heard = run([limited, limited, OK], lambda server: ask(a_model(server, sleep=waits), "hi"))
    assert heard.text == "Hello there"
    assert waits.seconds == [20.0, 20.0]
    assert [(retry.attempt, retry.delay_s, retry.code) for retry in heard.retries] == [
        (2, 20.0, "provider.rate_limited"),
        (3, 20.0, "provider.rate_limited"),
    ]


def test_row_31_a_wait_of_more_than_two_minutes_is_left_to_the_person() -> None:
    """Row 31: more than two minutes are left to the person."""
    error, requests = failure_of([error_reply(429, {}, Retry_After="3600")])
    assert (error.kind, requests, error.params["retry_after_s"]) == (K.RATE_LIMITED, 1, 3600.0)


def test_q25_no_money_is_not_too_fast() -> None:
    """Q25: the service says how long to wait; too fast is not out of money."""
    error, requests = failure_of(
        [error_reply(429, {"error": {"code": "insufficient_quota", "message": "no"}})]
    )
    assert (error.kind, requests) == (K.NO_CREDIT, 1)


def test_row_25_nobody_listens() -> None:
    """Row 25: nobody listens, so the connection is refused."""

    async def work() -> ProviderError:
        async with ReplayServer([OK]) as server:
            model = a_model(server)
        with pytest.raises(ProviderError) as caught:
            await ask(model, "hi")
        return caught.value

    assert asyncio.run(work()).kind is K.NETWORK


def test_a_connection_lost_before_the_first_byte_is_tried_again() -> None:
    heard = heard_from([RESET], OK)
    assert (heard.text, len(heard.retries)) == ("Hello there", 1)


def test_row_33_a_connection_lost_in_the_middle_is_kept_and_not_tried_again() -> None:
    """Row 33: what arrived before the break is kept, and nothing is sent twice."""

    async def work(server: ReplayServer) -> Heard:
        heard = await ask(a_model(server), "hi")
        assert len(server.requests) == 1
        return heard

    heard = run([flow(text_events("Once ", "upon", finish=None), 0.05, RESET)], work)
    assert (heard.text, heard.reason, heard.end.kind) == ("Once upon", EndReason.INTERRUPTED, K.LOST)


def test_row_33_a_body_shorter_than_announced_is_an_interruption() -> None:
    """Row 33: what arrived before the break is kept, and nothing is sent twice."""
    body = text_events("Once", finish=None)
    heard = heard_from(flow(body, headers={"Content-Length": str(len(body) + 100)}))
    assert (heard.text, heard.reason) == ("Once", EndReason.INTERRUPTED)


PINGS: list[Piece] = [b": ping\n\n", 0.05] * 20
SILENCE = 1.2
"""Longer than anything that would end a call by mistake; the limits that a person is told of are in minutes."""


@pytest.mark.parametrize(
    "answer",
    [
        [SILENCE, *OK],
        flow(SILENCE, text_events("Hello ", "there")),
        flow(text_events("Hello ", finish=None), SILENCE, text_events("there")),
        flow(text_events("Hello ", finish=None), *PINGS, text_events("there")),
    ],
)
def test_q34_rows_37_38_silence_alone_never_ends_an_answer(answer: list[Piece]) -> None:
    """Q34: no headers, no first word, nothing between words, or only signs of life: the person decides."""
    heard = heard_from(answer)
    assert (heard.text, heard.reason) == ("Hello there", EndReason.COMPLETE)


def test_row_38_the_whole_time_is_bounded_before_the_first_byte() -> None:
    """Row 38: no headers at all."""
    error, requests = failure_of([[5.0]], SHORT)
    assert (error.kind, requests) == (K.TIMEOUT, 1)


def test_row_37_the_whole_time_is_bounded_for_endless_signs_of_life() -> None:
    """Row 37: signs of life are no answer."""
    pings: list[Piece] = [piece for _ in range(40) for piece in (b": ping\n\n", 0.05)]
    heard = heard_from(flow(text_events("Once", finish=None), *pings), deadlines=SHORT)
    assert (heard.text, heard.reason, heard.end.kind) == ("Once", EndReason.INTERRUPTED, K.TIMEOUT)


def test_the_whole_time_of_one_call_is_bounded() -> None:
    words: list[Piece] = [piece for _ in range(40) for piece in (text_events("w", finish=None), 0.05)]
    heard = heard_from(flow(*words), deadlines=SHORT)
    assert heard.end.kind is K.TIMEOUT
    assert 1 <= len(heard.text) < 20


def test_row_32_a_web_page_with_status_200() -> None:
    """Row 32: a web page is no answer."""
    heard = heard_from(reply("<html>Welcome to the hotel</html>", content_type="text/html"))
    assert (heard.text, heard.reason) == ("", EndReason.UNREADABLE)


def test_row_39_a_packed_bomb_stops_at_the_cap() -> None:
    """Row 39: a reply stops at its cap."""
    bomb = gzip.compress(b": " + b"0" * 80_000_000)
    heard = heard_from(reply(bomb, headers={"Content-Encoding": "gzip"}))
    assert heard.reason is EndReason.UNREADABLE


def test_q39_packing_that_nobody_asked_for() -> None:
    """Q39: packing that nobody asked for is unpacked or told, never shown."""
    assert (
        heard_from(reply(gzip.compress(text_events("Hi")), headers={"Content-Encoding": "gzip"})).text == "Hi"
    )
    damaged = gzip.compress(text_events("Hi"))[:20] + b"\x00" * 20
    assert heard_from(reply(damaged, headers={"Content-Encoding": "gzip"})).end.kind is K.PROTOCOL
    assert heard_from(reply(b"xx", headers={"Content-Encoding": "br"})).end.kind is K.PROTOCOL


Q7 = error_reply(400, {"error": {"message": "Streaming is not supported for this model", "param": "stream"}})


def test_q23_a_call_proves_that_tools_work() -> None:
    """Q23: whether a model takes tools is learnt from what it does."""
    call = {
        "index": 0,
        "id": "a",
        "function": {"name": "stello_create_session", "arguments": '{"label":"Costs"}'},
    }
    body = event({"choices": [{"delta": {"tool_calls": [call]}, "finish_reason": "tool_calls"}]})

    async def work(server: ReplayServer) -> None:
        model = a_model(server)
        heard = await ask(model, "hi", tools=(CREATE_SESSION,))
        assert heard.calls == [("stello_create_session", {"label": "Costs"})]
        assert model.supports_tools is True

    run([reply(body)], work)


def test_a_refusal_that_teaches_nothing_new_is_an_error() -> None:
    error, requests = failure_of([Q7])
    assert (error.kind, requests) == (K.BAD_REQUEST, 2)


def test_q24_the_size_is_remembered() -> None:
    """Q24: too long is told by code or by words, with the size that fits."""
    body = {
        "error": {
            "message": "This model's maximum context length is 8192 tokens.",
            "code": "context_length_exceeded",
        }
    }

    async def work(server: ReplayServer) -> None:
        model = a_model(server)
        with pytest.raises(ProviderError) as caught:
            await ask(model, "hi")
        assert caught.value.kind is K.CONTEXT_LENGTH
        assert model.context_tokens == 8192

    run([error_reply(400, body)], work)


@pytest.mark.parametrize("jump_s", [3600.0, -3600.0, -1e9])
def test_q40_a_clock_that_jumps_in_mid_answer_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, jump_s: float
) -> None:
    """Q40: a laptop slept; deadlines follow the clock that only goes forward, and no wait is negative."""
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + jump_s)
    assert (
        heard_from(flow(text_events("Hello ", finish=None), 0.1, text_events("there"))).text == "Hello there"
    )
    waits = Waits()
    date = error_reply(429, {}, Retry_After="Mon, 30 Nov 2026 10:00:20 GMT")
    with contextlib.suppress(ProviderError):
        run([date, OK], lambda server: ask(a_model(server, sleep=waits), "hi"))
    assert all(wait_s >= 0 for wait_s in waits.seconds)


def test_q40_a_connection_that_died_in_the_sleep_keeps_what_had_come() -> None:
    """Q40: as after any break, the text stays and nothing is sent again."""
    heard = heard_from(flow(text_events("Once", finish=None), 0.1, RESET))
    assert (heard.text, heard.reason, heard.end.kind) == ("Once", EndReason.INTERRUPTED, K.LOST)


def test_q39_chunked_bytes_with_trailers_are_read() -> None:
    """Q39: what stands behind the last chunk is no part of the answer."""
    body = text_events("Hello ", "there")
    framed = b"%x\r\n%b\r\n0\r\nX-Cost: 1\r\n\r\n" % (len(body), body)
    assert heard_from(flow(framed, headers={"Transfer-Encoding": "chunked"})).text == "Hello there"
    cut = b"%x\r\n%b" % (len(body) + 50, text_events("Once", finish=None))
    heard = heard_from(flow(cut, headers={"Transfer-Encoding": "chunked"}))
    assert (heard.text, heard.reason, heard.end.kind) == ("Once", EndReason.INTERRUPTED, K.LOST)


def test_ids_of_calls_without_one_are_different_in_each_answer() -> None:
    call = {"function": {"name": "f", "arguments": "{}"}}
    body = event({"choices": [{"delta": {"tool_calls": [call]}, "finish_reason": "tool_calls"}]})

    async def work(server: ReplayServer) -> None:
        model = a_model(server)
        ids = [next(iter((await ask(model, "hi")).names)) for _ in range(2)]
        assert len(set(ids)) == 2

    run([reply(body)], work)


@pytest.mark.parametrize(
    "answer",
    [
        [30.0],
        flow(30.0),
        flow(text_events("Once", finish=None), 30.0),
    ],
)
def test_r9_cancelling_ends_the_request_within_100_ms(answer: list[Piece]) -> None:
    async def work(server: ReplayServer) -> None:
        task = asyncio.create_task(ask(a_model(server), "hi"))
        await server.asked.wait()
        await asyncio.sleep(0.1)
        began = time.perf_counter()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.wait_for(server.closed.wait(), 5)
        assert time.perf_counter() - began < 0.1

    run([answer], work)


def test_closing_the_iterator_ends_the_request_too() -> None:
    async def work(server: ReplayServer) -> None:
        events = a_model(server).stream(a_request("hi"))
        assert await anext(events) == TextDelta("Once")
        await events.aclose()
        await asyncio.wait_for(server.closed.wait(), 5)

    run([flow(text_events("Once", finish=None), 30.0)], work)


def test_r9_stopping_between_two_pieces_of_a_steady_answer_is_as_quick() -> None:
    """R-9, money: what still comes is not waited for, however regularly it comes."""
    steady: list[Piece] = [piece for _ in range(100) for piece in (text_events("x", finish=None), 0.03)]

    async def story(server: ReplayServer) -> float:
        async with contextlib.aclosing(a_model(server).stream(a_request())) as events:
            await anext(events)
            began = time.monotonic()
        await asyncio.wait_for(server.closed.wait(), 1)
        return time.monotonic() - began

    assert run([flow(*steady)], story) < 0.3


def test_what_a_server_says_after_the_end_is_not_waited_for() -> None:
    steady: list[Piece] = [piece for _ in range(100) for piece in (b": ping\n\n", 0.03)]

    async def story(server: ReplayServer) -> float:
        began = time.monotonic()
        assert (await ask(a_model(server))).reason is EndReason.COMPLETE
        return time.monotonic() - began

    assert run([flow(text_events("x"), *steady)], story) < 1.0


def test_a_cancelled_wait_between_tries_asks_no_more() -> None:
    async def work(server: ReplayServer) -> None:
        model = a_model(server, sleep=asyncio.sleep)
        task = asyncio.create_task(listen(model.stream(a_request("hi"))))
        await server.asked.wait()
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert len(server.requests) == 1

    run([error_reply(429, {}, Retry_After="60")], work)


@pytest.mark.parametrize(
    "answer",
    [
        OK,
        flow(text_events("all"), 30.0),
        flow(text_events("Once", finish=None), 30.0),
        flow(text_events("Once", finish=None), RESET),
        flow(b"data: {broken\n\n", 30.0),
        reply("<html>", content_type="text/html"),
        error_reply(401, {}),
    ],
)
@pytest.mark.parametrize("leave", ["read", "close"])
def test_no_generator_is_left_to_the_loop(answer: list[Piece], leave: str) -> None:
    """The Qt loop does not finish what is abandoned."""

    async def work(server: ReplayServer) -> None:
        abandoned: list[object] = []
        hooks = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(firstiter=hooks.firstiter, finalizer=abandoned.append)
        try:
            events = a_model(server, deadlines=SHORT).stream(a_request("hi"))
            with contextlib.suppress(ProviderError):
                if leave == "close":
                    await anext(events)
                    await events.aclose()
                else:
                    await listen(events)
            gc.collect()
        finally:
            sys.set_asyncgen_hooks(*hooks)
        assert not abandoned

    run([answer], work)


FINISHED = event({"choices": [{"index": 0, "delta": {"content": "all"}, "finish_reason": "stop"}]})
COUNTED = event({"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 1}})
SETTLING = Deadlines(settle_s=0.2)


def test_q15_an_answer_ends_soon_after_its_reason_though_nobody_hangs_up() -> None:
    """Q15: some servers send neither the end marker nor the end of the connection; pings are no more to say."""
    silent = heard_from(flow(FINISHED, 3600.0), deadlines=SETTLING)
    assert (silent.text, silent.reason) == ("all", EndReason.COMPLETE)
    pings: list[Piece] = [b": ping\n\n", 0.02] * 10_000
    pinged = heard_from(flow(FINISHED, COUNTED, *pings), deadlines=SETTLING)
    assert (pinged.text, pinged.reason, pinged.usages) == ("all", EndReason.COMPLETE, [Usage(5, 1)])
    values: list[Piece] = [event({"type": "ping"}), COUNTED, FINISHED.replace(b"all", b""), 0.02] * 10_000
    began = time.monotonic()
    valued = heard_from(flow(FINISHED, *values), deadlines=SETTLING)
    assert (valued.text, valued.reason, valued.usages) == ("all", EndReason.COMPLETE, [Usage(5, 1)])
    assert time.monotonic() - began < 10, "values that say no more do not keep the answer open"


def test_q1_the_count_and_more_words_are_waited_for_after_the_reason() -> None:
    """Q1, Q15: what comes within the short wait counts; words begin it anew."""
    more = event({"choices": [{"delta": {"content": " of it"}}]})
    heard = heard_from(flow(FINISHED, 0.3, more, 0.3, COUNTED, 3600.0), deadlines=Deadlines(settle_s=0.5))
    assert (heard.text, heard.usages, heard.reason) == ("all of it", [Usage(5, 1)], EndReason.COMPLETE)


def test_q34_before_the_reason_there_is_no_such_wait() -> None:
    """Q34: a model may think for as long as it likes; only the person ends it."""
    heard = heard_from(flow(text_events("Once", finish=None), 0.4, FINISHED, 3600.0), deadlines=SETTLING)
    assert (heard.text, heard.reason) == ("Onceall", EndReason.COMPLETE)


@pytest.mark.parametrize("size", [1, 7, 4096])
def test_q39_an_answer_packed_in_several_members_is_whole(size: int) -> None:
    """Q39: a proxy that packs each event by itself writes one member after another; padding is none."""
    packed = gzip.compress(text_events("fi", finish=None)) + gzip.compress(text_events("ne")) + bytes(64)
    pieces: list[Piece] = [packed[at : at + size] for at in range(0, len(packed), size)]
    heard = heard_from(flow(*pieces, headers={"Content-Encoding": "gzip"}))
    assert (heard.text, heard.reason) == ("fine", EndReason.COMPLETE)


@pytest.mark.parametrize("encoding", ["none", "utf-8", "UTF-8", "identity, none", "", "text/plain"])
def test_q39_an_encoding_that_packs_nothing_is_no_fault(encoding: str) -> None:
    """Q39: some servers write the character set there."""
    assert heard_from(reply(text_events("Hi"), headers={"Content-Encoding": encoding})).text == "Hi"


@pytest.mark.parametrize("encoding", ["gzip, none", "identity,gzip"])
def test_q39_a_packing_among_other_names_is_found(encoding: str) -> None:
    """Q39: the one name that packs counts."""
    packed = gzip.compress(text_events("Hi"))
    assert heard_from(reply(packed, headers={"Content-Encoding": encoding})).text == "Hi"
