"""Fields of an answer as servers write them: why it ended, what it cost, where the thinking is, who failed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stello_desktop.domain.errors import ProviderErrorKind
from stello_desktop.domain.events import EndReason
from stello_desktop.domain.messages import Usage
from tests.helpers.servers import event
from tests.helpers.streams import Heard, read_every_way

DONE = b"data: [DONE]\n\n"


def delta(finish: str | None = None, **fields: Any) -> bytes:
    return event({"choices": [{"index": 0, "delta": fields, "finish_reason": finish}]})


def answer_of(*events: bytes) -> Heard:
    return read_every_way(b"".join(events) + DONE)


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("network_error", EndReason.PROVIDER_ERROR),
        ("abort", EndReason.PROVIDER_ERROR),
        ("cancelled", EndReason.PROVIDER_ERROR),
        ("MALFORMED_FUNCTION_CALL", EndReason.PROVIDER_ERROR),
        ("upstream timeout", EndReason.PROVIDER_ERROR),
        ("PROHIBITED_CONTENT", EndReason.FILTERED),
        ("BLOCKLIST", EndReason.FILTERED),
        ("refusal", EndReason.FILTERED),
        ("content-filter", EndReason.FILTERED),
        ("contentFilter", EndReason.FILTERED),
        ("IMAGE_SAFETY", EndReason.FILTERED),
        ("SPII", EndReason.FILTERED),
        ("model_length", EndReason.LENGTH),
        ("max_completion_tokens", EndReason.LENGTH),
        ("model_context_window_exceeded", EndReason.LENGTH),
        ("repetition_truncation", EndReason.LENGTH),
        ("stop_sequence", EndReason.COMPLETE),
        ("FINISH_REASON_UNSPECIFIED", EndReason.COMPLETE),
        ("done", EndReason.COMPLETE),
    ],
)
def test_q15_no_word_for_a_failure_is_a_success(word: str, reason: EndReason) -> None:
    """Q15: Zhipu, vLLM, Gemini, Anthropic's own words and Mistral, and others made of the same."""
    heard = answer_of(delta(content="x"), delta(word))
    assert (heard.text, heard.reason) == ("x", reason)
    if reason is EndReason.PROVIDER_ERROR:
        assert (heard.end.kind, heard.end.message) == (ProviderErrorKind.SERVER, word)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("length", "stop"), EndReason.LENGTH),
        (("stop", "length"), EndReason.LENGTH),
        (("content_filter", "stop"), EndReason.FILTERED),
        (("error", "stop"), EndReason.PROVIDER_ERROR),
        (("stop", "tool_calls"), EndReason.COMPLETE),
    ],
)
def test_q15_a_second_word_mends_nothing(words: tuple[str, str], reason: EndReason) -> None:
    """Q15: an answer that was cut stays cut, whatever a gateway says after it."""
    assert answer_of(delta(content="x"), *map(delta, words)).reason is reason


@pytest.mark.parametrize(
    ("body", "kind", "words"),
    [
        ({"error": 429}, ProviderErrorKind.RATE_LIMITED, "429"),
        ({"error": 503, "message": "busy"}, ProviderErrorKind.SERVER, "busy"),
        (
            {
                "id": "",
                "choices": None,
                "base_resp": {"status_code": 1008, "status_msg": "insufficient balance"},
            },
            ProviderErrorKind.NO_CREDIT,
            "insufficient balance",
        ),
        (
            {"code": "InternalError", "message": "It broke.", "request_id": "1"},
            ProviderErrorKind.SERVER,
            "It broke.",
        ),
        ({"code": 500, "msg": "404 NOT_FOUND", "success": False}, None, "404 NOT_FOUND"),
        ({"title": "Too Many Requests", "status": 429}, ProviderErrorKind.RATE_LIMITED, "Too Many Requests"),
    ],
)
@pytest.mark.parametrize("as_document", [True, False])
def test_q6_an_error_by_any_other_name(
    body: dict[str, Any], kind: ProviderErrorKind | None, words: str, as_document: bool
) -> None:
    """Q6: a number, MiniMax's ``base_resp``, DashScope's code, Zhipu's ``success``; never "returned nothing"."""
    heard = read_every_way(json.dumps(body)) if as_document else answer_of(delta(content="x"), event(body))
    assert heard.reason is EndReason.PROVIDER_ERROR
    assert heard.end.message == words
    if kind is not None:
        assert heard.end.kind is kind


@pytest.mark.parametrize(
    "harmless",
    [
        {"error": 0},
        {"error": None},
        {"error": False},
        {"code": 0, "msg": "ok"},
        {"code": 200, "message": "success"},
        {"base_resp": {"status_code": 0, "status_msg": "success"}},
        {"type": "ping", "status": "ok", "message": "alive"},
        {"success": True, "message": "fine"},
    ],
)
def test_q6_what_is_fine_is_no_error(harmless: dict[str, Any]) -> None:
    """Q6: no failure is invented either."""
    heard = answer_of(event(harmless), delta(content="x"), event({**harmless, "choices": []}), delta("stop"))
    assert (heard.text, heard.reason) == ("x", EndReason.COMPLETE)


def test_q1_usage_inside_the_choice() -> None:
    """Q1, Q3: Kimi counts there; the chunk's own count comes after it."""
    inside = {"prompt_tokens": 9, "completion_tokens": 3}
    choice = {"index": 0, "delta": {}, "finish_reason": "stop", "usage": inside}
    assert answer_of(delta(content="x"), event({"choices": [choice]})).usages == [Usage(9, 3)]
    other = event({"choices": [choice, {"index": 1, "usage": {"prompt_tokens": 90}}]})
    assert answer_of(delta(content="x"), other).usages == [Usage(9, 3)]
    outside = event({"choices": [choice], "usage": {"completion_tokens": 4}})
    assert answer_of(delta(content="x"), outside).usages == [Usage(9, 4)]


@pytest.mark.parametrize(
    "fields",
    [
        {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Let me"}]}]},
        {"content": [{"thinking": "Let me"}]},
        {"reasoning": {"content": "Let me"}},
        {"reasoning": [{"type": "summary_text", "text": "Let me"}]},
        {"thinking_blocks": [{"type": "thinking", "thinking": "Let me", "signature": "s"}]},
        {"reasoning_content": "Let me", "thinking_blocks": [{"type": "thinking", "thinking": "Let me"}]},
        {"reasoning_details": [{"type": "reasoning.summary", "summary": "Let me"}, {"data": "zzz"}]},
    ],
)
def test_q11_thinking_in_parts_and_objects(fields: dict[str, Any]) -> None:
    """Q11: Mistral's list, LiteLLM's blocks, an object; counted once."""
    heard = answer_of(
        delta(**fields), delta(content=[{"type": "text", "text": {"value": "42"}}]), delta("stop")
    )
    assert (heard.reasoning, heard.text) == ("Let me", "42")


@pytest.mark.parametrize("empty", [None, {}, {"role": "assistant", "content": ""}])
@pytest.mark.parametrize(
    ("said", "rest"), [("Hi there", ""), (" Hi there\n", ""), ("Hi there, all", ", all"), ("Hi", "Hi")]
)
def test_q11_a_whole_message_after_its_pieces_adds_only_what_they_did_not_say(
    empty: Any, said: str, rest: str
) -> None:
    """Q7, Q11: some servers say it all again in the last chunk; neither doubled nor lost."""
    call = {"index": 0, "id": "a", "function": {"name": "x", "arguments": "{}"}}
    message = {"content": said, "reasoning_content": "Hm", "tool_calls": [call]}
    last = event({"choices": [{"index": 0, "delta": empty, "message": message, "finish_reason": "stop"}]})
    pieces = delta(content="Hi ", reasoning_content="Hm") + delta(content="there")
    if said == "Hi":  # too short to be all of it
        pieces = pieces + delta(content=", you and all the others")
        rest = ", you and all the others" + rest
    heard = answer_of(pieces, delta(tool_calls=[call]), last)
    assert (heard.text, heard.reasoning, heard.calls) == (f"Hi there{rest}", "Hm", [("x", {})])
    alone = answer_of(last)
    assert (alone.text, alone.reasoning, alone.calls) == (said, "Hm", [("x", {})])


def test_row_40_thoughts_in_thoughts_in_thoughts_end() -> None:
    """Row 40: any field may be of another type, as deep as it likes."""
    deep: Any = "end"
    for _ in range(200):
        deep = [{"type": "text", "text": deep}]
    assert answer_of(delta(content=deep, reasoning=deep), delta("stop", content="ok")).text == "ok"
