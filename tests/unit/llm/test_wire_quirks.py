"""What "OpenAI-compatible" servers really send; each test carries the number of its finding."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stello_desktop.domain.errors import ProviderErrorKind
from stello_desktop.domain.events import EndReason
from stello_desktop.domain.messages import Usage
from tests.helpers.streams import Heard, read


def sse(*values: Any, done: bool = True) -> str:
    lines = [f"data: {value if isinstance(value, str) else json.dumps(value)}\n\n" for value in values]
    return "".join([*lines, "data: [DONE]\n\n" if done else ""])


def delta(finish: str | None = None, **fields: Any) -> dict[str, Any]:
    choice: dict[str, Any] = {"index": 0, "delta": fields}
    if finish is not None:
        choice["finish_reason"] = finish
    return {"choices": [choice]}


def call_delta(*calls: Any, finish: str | None = None) -> dict[str, Any]:
    return delta(finish, tool_calls=list(calls))


@pytest.mark.parametrize("size", [1, 2, 7, 4096])
def test_q1_usage_in_chunks_without_choices(size: int) -> None:
    """Q1: usage may come in a chunk without choices, first or last."""
    body = sse(
        {"id": "c1", "object": "chat.completion.chunk", "choices": [], "prompt_filter_results": []},
        delta(role="assistant", content=""),
        delta(content="Hi"),
        {"id": "c1", "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": None},
        {"id": "c1", "choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 1, "total_tokens": 6}},
    )
    heard = read(body, size=size)
    assert (heard.text, heard.usages, heard.reason) == ("Hi", [Usage(5, 1)], EndReason.COMPLETE)


def test_q1_usage_may_come_first() -> None:
    """Q1: usage may come in a chunk without choices, first or last."""
    heard = read(
        sse(
            {"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 1}},
            delta("stop", content="Hi"),
        )
    )
    assert heard.usages == [Usage(5, 1)]


def test_q2_no_usage_is_unknown_and_never_zero() -> None:
    """Q2: without usage the tokens are unknown, never zero."""
    heard = read(sse(delta("stop", content="ok")))
    assert (heard.text, heard.usages) == ("ok", [])


@pytest.mark.parametrize("count", [-1, 10**13, 1e300, True, "many", "9" * 40, [5]])
def test_q2_q37_a_number_of_tokens_that_cannot_be_one_is_unknown(count: Any) -> None:
    """Q2, Q37: sums would go below zero or beyond what a store can hold."""
    heard = read(
        sse({**delta("stop", content="ok"), "usage": {"prompt_tokens": count, "completion_tokens": 2}})
    )
    assert heard.usages == [Usage(None, 2)]


def test_q3_cumulative_usage_is_not_summed() -> None:
    """Q3: usage on every chunk is cumulative; the last one counts."""
    heard = read(
        sse(
            {**delta(content="a"), "usage": {"prompt_tokens": 4, "completion_tokens": 1}},
            {**delta("stop", content="b"), "usage": {"prompt_tokens": 4, "completion_tokens": 2}},
        )
    )
    assert heard.usages == [Usage(4, 2)]


Q4 = """: OPENROUTER PROCESSING

: ping
event: ping
data: {"type":"ping"}

data: : keepalive

data:

id: 7
data:{"choices":[{"index":0,"delta":{"content":"A"}}]}

retry: 3000

data: {"choices":[{"index":0,"delta":{"content":"B"},"finish_reason":"stop"}]}

: x-cost=0.0001
data: [DONE]

"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("size", [1, 3, 4096])
def test_q4_comments_keepalives_and_odd_framing(line_end: str, size: int) -> None:
    """Q4: comments, keepalives and odd framing are passed over, wherever the bytes are cut."""
    heard = read("\ufeff" + Q4.replace("\n", line_end), size=size)
    assert (heard.text, heard.reason) == ("AB", EndReason.COMPLETE)


def test_q4_an_event_of_several_data_lines_is_one_value() -> None:
    """Q4: comments, keepalives and odd framing are passed over, wherever the bytes are cut."""
    heard = read('data: {"choices":[{"index":0,\ndata: "delta":{"content":"A"},"finish_reason":"stop"}]}\n\n')
    assert heard.text == "A"


def test_q4_the_last_blank_line_may_be_missing() -> None:
    """Q4: comments, keepalives and odd framing are passed over, wherever the bytes are cut."""
    assert read('data: {"choices":[{"delta":{"content":"A"},"finish_reason":"stop"}]}').text == "A"


@pytest.mark.parametrize(
    ("body", "text", "kind", "words"),
    [
        (
            sse(
                delta(content="Once upon"),
                {"id": "g1", "choices": [], "error": {"code": 502, "message": "Provider returned error"}},
            ),
            "Once upon",
            ProviderErrorKind.SERVER,
            "Provider returned error",
        ),
        (sse({"error": {"message": "quota exceeded"}}), "", ProviderErrorKind.NO_CREDIT, "quota exceeded"),
        (
            'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
            "",
            ProviderErrorKind.SERVER,
            "Overloaded",
        ),
        (
            sse(
                {**delta("error", content=""), "error": {"code": "server_error", "message": "upstream"}},
                done=False,
            ),
            "",
            ProviderErrorKind.SERVER,
            "upstream",
        ),
        ("event: error\ndata: it broke\n\n", "", ProviderErrorKind.SERVER, "it broke"),
    ],
)
def test_q6_an_error_inside_a_stream_is_a_failure_with_its_words(
    body: str, text: str, kind: ProviderErrorKind, words: str
) -> None:
    """Q6: an error inside a 200 stream keeps the text and is a failure with the service's words."""
    heard = read(body, size=5)
    assert (heard.text, heard.end.kind, heard.end.message) == (text, kind, words)
    assert heard.reason is EndReason.PROVIDER_ERROR


Q7 = {
    "id": "x",
    "object": "chat.completion",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hello"}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 3, "completion_tokens": 1, "total_tokens": 4},
}


@pytest.mark.parametrize("content_type", ["application/json", "text/event-stream", "text/plain", ""])
@pytest.mark.parametrize("indent", [None, 2])
def test_q7_a_json_document_instead_of_a_stream(content_type: str, indent: int | None) -> None:
    """Q7: what came decides, not what it is called; a page or another document is no answer."""
    heard = read(json.dumps(Q7, indent=indent), content_type, size=9)
    assert (heard.text, heard.usages, heard.reason) == ("Hello", [Usage(3, 1)], EndReason.COMPLETE)


@pytest.mark.parametrize("before", [b"\xef\xbb\xbf", b"\r\n \t", b"\xef\xbb\xbf\n"])
@pytest.mark.parametrize("size", [1, 2, 500])
def test_q7_a_document_behind_a_mark_or_blank_lines(before: bytes, size: int) -> None:
    """Q7: what stands before the first brace does not hide the document."""
    assert read(before + json.dumps(Q7).encode(), "text/plain", size=size).text == "Hello"


def test_q7_a_stream_that_is_called_json() -> None:
    """Q7: what came decides, not what it is called; a page or another document is no answer."""
    assert read(sse(delta("stop", content="Hi")), "application/json").text == "Hi"


def test_q7_an_error_body_with_status_200() -> None:
    """Q7: what came decides, not what it is called; a page or another document is no answer."""
    heard = read('{"error":{"message":"Streaming is not supported"}}', "application/json")
    assert heard.reason is EndReason.PROVIDER_ERROR
    assert heard.end.message == "Streaming is not supported"


@pytest.mark.parametrize("content_type", ["text/html; charset=utf-8", "text/event-stream", ""])
def test_q7_a_web_page_is_never_an_answer(content_type: str) -> None:
    """Q7: what came decides, not what it is called; a page or another document is no answer."""
    heard = read("\n<!DOCTYPE html><html><body>Please sign in</body></html>", content_type, size=3)
    assert (heard.text, heard.reason, heard.end.kind) == (
        "",
        EndReason.UNREADABLE,
        ProviderErrorKind.WEB_PAGE,
    )
    assert "<" not in heard.end.message


@pytest.mark.parametrize("body", ["", "\n\n", '{"version":"0.1"}', '{"status":"ok"}', ": ping\n\n", "[]"])
def test_q7_something_else_is_never_an_empty_success(body: str) -> None:
    """Q7: what came decides, not what it is called; a page or another document is no answer."""
    heard = read(body, "application/json")
    assert heard.reason is EndReason.UNREADABLE
    assert heard.end.kind is ProviderErrorKind.NOT_AN_ANSWER
    assert "application/json" in heard.end.message


def fork_call(arguments: Any, **fields: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": "fork_session", "arguments": arguments}, **fields}


def test_q8_an_index_without_an_id() -> None:
    """Q8: a call without an id gets one that stays."""
    heard = read(
        sse(
            call_delta(fork_call('{"title":', index=0)),
            call_delta({"index": 0, "function": {"arguments": '"Costs"}'}}),
            delta("tool_calls"),
        )
    )
    assert heard.calls == [("fork_session", {"title": "Costs"})]
    assert all(heard.names)


def test_q9_stop_although_there_are_calls() -> None:
    """Q9: calls count, whatever the finish reason says."""
    assert (
        read(sse(call_delta(fork_call("{}", index=0, id="a"), finish="stop"))).reason is EndReason.TOOL_CALLS
    )


def test_q10_a_new_id_starts_a_call_and_a_seen_id_wins_over_the_index() -> None:
    """Q10: a new id starts a call, a seen id wins over the index, a piece with neither belongs to the current call."""
    heard = read(
        sse(
            call_delta({"index": 0, "id": "a", "function": {"name": "read_note", "arguments": '{"n":1}'}}),
            call_delta({"index": 0, "id": "b", "function": {"name": "read_note", "arguments": '{"n":'}}),
            call_delta({"index": 1, "id": "b", "function": {"arguments": "2}"}}),
            delta("tool_calls"),
        )
    )
    assert heard.calls == [("read_note", {"n": 1}), ("read_note", {"n": 2})]
    assert list(heard.names) == ["a", "b"]


@pytest.mark.parametrize(
    "later",
    [
        {"index": 0, "id": "", "function": {"name": "", "arguments": '"Costs"}'}},
        {"index": 0, "id": None, "function": {"name": None, "arguments": '"Costs"}'}},
        {"index": 0, "function": {"name": "fork_session", "arguments": '"Costs"}'}},
        {"function": {"arguments": '"Costs"}'}},
        {"index": 1, "function": {"arguments": '"Costs"}'}},
        {"index": "0", "id": "a", "function": {"arguments": '"Costs"}'}},
    ],
)
def test_q10_later_pieces_neither_overwrite_nor_start_anew(later: dict[str, Any]) -> None:
    """Q10: a new id starts a call, a seen id wins over the index, a piece with neither belongs to the current call."""
    heard = read(
        sse(call_delta(fork_call('{"title":', index=0, id="a")), call_delta(later), delta("tool_calls"))
    )
    assert heard.calls == [("fork_session", {"title": "Costs"})]
    assert list(heard.names) == ["a"]


def test_q10_an_id_that_comes_late() -> None:
    """Q10: a new id starts a call, a seen id wins over the index, a piece with neither belongs to the current call."""
    heard = read(
        sse(
            call_delta(fork_call('{"title":', index=0)),
            call_delta({"index": 0, "id": "late", "function": {"arguments": '"Costs"}'}}),
            delta("tool_calls"),
        )
    )
    assert heard.calls == [("fork_session", {"title": "Costs"})]


@pytest.mark.parametrize(
    "calls",
    [
        [fork_call('{"title":"A"}', index=0), fork_call('{"title":"B"}', index=0)],
        [fork_call('{"title":"A"}'), fork_call('{"title":"B"}')],
        [fork_call({"title": "A"}), fork_call({"title": "B"})],
        [fork_call('{"title":"A"}', id="x"), fork_call('{"title":"B"}', id="y")],
        [fork_call('{"title":"A"}', index=0), fork_call('{"title":"B"}', index=1)],
    ],
)
@pytest.mark.parametrize("together", [True, False])
def test_q10_whole_calls_side_by_side(calls: list[Any], together: bool) -> None:
    """Q10: a new id starts a call, a seen id wins over the index, a piece with neither belongs to the current call."""
    chunks = [call_delta(*calls)] if together else [call_delta(call) for call in calls]
    heard = read(sse(*chunks, delta("tool_calls")))
    assert heard.calls == [("fork_session", {"title": "A"}), ("fork_session", {"title": "B"})]


def test_q10_arguments_as_an_object_in_the_native_form() -> None:
    """Q10: a new id starts a call, a seen id wins over the index, a piece with neither belongs to the current call."""
    body = '{"message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"fork_session","arguments":{"title":"Costs"}}}]},"done":false}\n{"message":{"content":""},"done":true,"prompt_eval_count":3,"eval_count":2}\n'
    heard = read(body, "application/x-ndjson", size=11)
    assert heard.calls == [("fork_session", {"title": "Costs"})]
    assert (heard.usages, heard.reason) == ([Usage(3, 2)], EndReason.TOOL_CALLS)


def test_q10_empty_arguments_mean_an_empty_object() -> None:
    """Q10: a new id starts a call, a seen id wins over the index, a piece with neither belongs to the current call."""
    assert read(sse(call_delta(fork_call("", index=0), finish="tool_calls"))).calls == [("fork_session", {})]


def test_q10_arguments_cut_by_length_are_not_a_call_to_run() -> None:
    """Q10: a new id starts a call, a seen id wins over the index, a piece with neither belongs to the current call."""
    assert (
        read(sse(call_delta(fork_call('{"title":"Co', index=0), finish="length"))).reason is EndReason.LENGTH
    )


def test_q10_arguments_without_a_name_are_unreadable() -> None:
    """Q10: a new id starts a call, a seen id wins over the index, a piece with neither belongs to the current call."""
    heard = read(sse(call_delta({"index": 0, "function": {"arguments": "{}"}}, finish="tool_calls")))
    assert heard.reason is EndReason.UNREADABLE


def test_q11_reasoning_is_counted_once() -> None:
    """Q11: thinking in its own field, counted once where two fields repeat it."""
    heard = read(
        sse(
            delta(role="assistant", content=None, reasoning_content="Let "),
            delta(reasoning="me", reasoning_details=[{"type": "reasoning.text", "text": "me"}]),
            delta("stop", content="42", reasoning_content=None),
        )
    )
    assert (heard.reasoning, heard.text) == ("Let me", "42")


@pytest.mark.parametrize(
    ("finish", "reason"),
    [
        ("stop", EndReason.COMPLETE),
        ("STOP", EndReason.COMPLETE),
        ("eos", EndReason.COMPLETE),
        ("end_turn", EndReason.COMPLETE),
        ("", EndReason.COMPLETE),
        (None, EndReason.COMPLETE),
        ("length", EndReason.LENGTH),
        ("MAX_TOKENS", EndReason.LENGTH),
        ("content_filter", EndReason.FILTERED),
        ("insufficient_system_resource", EndReason.PROVIDER_ERROR),
    ],
)
def test_q15_finish_reasons(finish: str | None, reason: EndReason) -> None:
    """Q15: every finish reason is read; a cut, a filter and an empty answer are told apart."""
    heard = read(sse(delta(content="text"), delta(finish)))
    assert (heard.text, heard.reason) == ("text", reason)


def test_q15_a_filter_with_no_text_at_all() -> None:
    """Q15: every finish reason is read; a cut, a filter and an empty answer are told apart."""
    assert read(sse(delta("content_filter", content=""))).reason is EndReason.FILTERED


@pytest.mark.parametrize(
    "body", [sse(delta("stop", content="")), sse(), sse(delta("stop", reasoning_content="Hm"))]
)
def test_q15_nothing_returned_is_no_success(body: str) -> None:
    """Q15: every finish reason is read; a cut, a filter and an empty answer are told apart."""
    heard = read(body)
    assert heard.reason in {EndReason.PROVIDER_ERROR, EndReason.UNREADABLE}
    assert heard.end.kind in {ProviderErrorKind.EMPTY, ProviderErrorKind.NOT_AN_ANSWER}
    assert heard.end.message


def test_q35_roles_in_every_chunk() -> None:
    """Q35: roles in later chunks mean nothing."""
    assert (
        read(
            sse(delta(role="assistant"), delta(role="", content="a"), delta("stop", role=None, content="b"))
        ).text
        == "ab"
    )


def test_q36_several_answers_in_one_chunk_are_one() -> None:
    """Q36: a server that gives ``n`` answers gave one too many."""
    both = {
        "choices": [{"index": n, "delta": {"content": str(n)}, "finish_reason": "stop"} for n in (1, 0, 2)]
    }
    assert read(sse(both)).text == "0"


def test_q36_other_indices_are_left_out() -> None:
    """Q36: only the first answer was asked for."""
    other = {"choices": [{"index": 1, "delta": {"content": "other"}, "finish_reason": "stop"}]}
    assert read(sse(delta(content="a"), other, delta("stop", content="b"))).text == "ab"


def test_q37_numbers_as_strings_and_null_ids() -> None:
    """Q37: numbers as text, null ids and fractions are tolerated."""
    chunk = {
        "id": None,
        "created": 1.5,
        "choices": [{"index": "0", "delta": {"content": "a"}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": "7", "completion_tokens": 2.0},
    }
    heard = read(sse(chunk))
    assert (heard.text, heard.usages) == ("a", [Usage(7, 2)])


def heard_of(*values: Any) -> Heard:
    return read(sse(*values))


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (5, "5"),
        ([{"type": "text", "text": "a"}, "b"], "ab"),
        ({"type": "text", "text": "a"}, "a"),
        (True, ""),
        (None, ""),
        ([None, 3, []], ""),
    ],
)
def test_row_40_content_of_another_type(content: Any, text: str) -> None:
    """Row 40: any field may be missing or of another type."""
    heard = heard_of(delta(content=content), delta("stop", content="!"))
    assert heard.text == f"{text}!"


@pytest.mark.parametrize(
    "odd", [None, [], 7, "text", {}, {"choices": None}, {"choices": [None, 1, {}]}, {"choices": {}}]
)
def test_row_40_odd_chunks_are_passed_over(odd: Any) -> None:
    """Row 40: any field may be missing or of another type."""
    assert heard_of(json.dumps(odd), delta("stop", content="ok")).text == "ok"
