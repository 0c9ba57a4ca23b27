"""Tool calls as servers mix them up: places, names and ids that repeat; and what many of them cost."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from stello_desktop.domain.errors import ProviderErrorKind
from stello_desktop.domain.events import EndReason
from stello_desktop.llm.calls import MAX_CALLS
from tests.helpers.servers import event
from tests.helpers.streams import read, read_every_way

DONE = b"data: [DONE]\n\n"
STOP = event({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]})


def piece(index: int | None = None, call_id: str = "", name: str = "", arguments: Any = None) -> Any:
    function = {"name": name or None, "arguments": arguments}
    fields = {"index": index, "id": call_id or None, "function": _without_none(function)}
    return _without_none(fields)


def _without_none(fields: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value is not None}


def calls(*pieces: Any) -> bytes:
    return event({"choices": [{"index": 0, "delta": {"tool_calls": list(pieces)}}]})


@pytest.mark.parametrize(
    ("first", "second", "heard"),
    [
        (piece(0, "", "x", ""), piece(0, "", "y", '{"k":2}'), [("x", {}), ("y", {"k": 2})]),
        (piece(0, "", "x", "{}"), piece(0, "", "y", ""), [("x", {}), ("y", {})]),
        (piece(0, "", "x"), piece(0, "", "y"), [("x", {}), ("y", {})]),
        (piece(None, "", "x"), piece(None, "", "y", '{"k":2}'), [("x", {}), ("y", {"k": 2})]),
        (piece(0, "a", "x"), piece(0, "", "y", '{"k":2}'), [("x", {}), ("y", {"k": 2})]),
        (piece(0, "a", "x", '{"k":1}'), piece(0, "a", "y", '{"k":2}'), [("x", {"k": 1}), ("y", {"k": 2})]),
    ],
)
def test_q10_another_name_is_another_call(first: Any, second: Any, heard: list[Any]) -> None:
    """Q10: a call is never invented out of two, and none is lost, whatever place or id they share."""
    assert read_every_way(calls(first) + calls(second) + STOP + DONE).calls == heard


def test_q10_a_piece_goes_to_the_last_call_of_its_place() -> None:
    """Q10: after another name at the same place the rest belongs to that one."""
    body = calls(piece(0, "", "x")) + calls(piece(0, "", "y")) + calls(piece(0, arguments='{"k":1}'))
    assert read_every_way(body + STOP).calls == [("x", {}), ("y", {"k": 1})]


@pytest.mark.parametrize("together", [True, False])
def test_q10_calls_that_share_an_id_are_told_apart_by_their_place(together: bool) -> None:
    """Q10: some servers give each call the same id; a head at another place behind a whole call is another."""
    first, second = piece(0, "x", "f", '{"k":1}'), piece(1, "x", "f", '{"k":2}')
    body = calls(first, second) if together else calls(first) + calls(second)
    heard = read_every_way(body + STOP + DONE)
    assert heard.calls == [("f", {"k": 1}), ("f", {"k": 2})]


def test_q10_growing_calls_that_share_an_id_keep_to_their_places() -> None:
    """Q10: the place says which of two calls with one id a piece belongs to."""
    body = (
        calls(piece(0, "x", "f", '{"k":'), piece(1, "x", "g", '{"m":'))
        + calls(piece(0, "x", arguments="1}"))
        + calls(piece(1, "x", arguments="2}"))
    )
    assert read_every_way(body + STOP).calls == [("f", {"k": 1}), ("g", {"m": 2})]


def test_q10_a_call_that_is_sent_twice_is_one() -> None:
    """Q10: any field may be repeated, a whole call too."""
    whole = calls(piece(0, "a", "x", '{"k":1}'))
    assert read_every_way(whole + whole + STOP + DONE).calls == [("x", {"k": 1})]


def test_q10_objects_that_share_an_id_are_two_calls() -> None:
    """Q10: arguments as objects are whole, so another object is another call."""
    body = calls(piece(0, "a", "x", {"k": 1})) + calls(piece(0, "a", "x", {"k": 1}))
    assert read_every_way(body + STOP).calls == [("x", {"k": 1})]
    body = calls(piece(0, "a", "x", {"k": 1})) + calls(piece(0, "a", "x", {"k": 2}))
    assert read_every_way(body + STOP).calls == [("x", {"k": 1}), ("x", {"k": 2})]


def test_q10_an_id_of_the_server_is_never_one_of_ours() -> None:
    """Q8, Q10: the ids that we give do not meet those that come."""
    body = calls(piece(0, "call_2", "x", "{}")) + calls(piece(1, "", "y", "{}")) + STOP
    assert read_every_way(body).calls == [("x", {}), ("y", {})]
    body = calls(piece(0, "", "x", "{}")) + calls(piece(1, "call_1", "y", "{}")) + STOP
    assert read_every_way(body).calls == [("x", {}), ("y", {})]


@pytest.mark.parametrize("whole", [True, False])
def test_row_39_calls_without_end_stop_at_their_cap(whole: bool) -> None:
    """Row 39: no answer has thousands of calls; what is no answer does not hold the program."""
    many = [{"id": f"c{number}", "function": {"name": "x"}} for number in range(MAX_CALLS + 1)]
    choice = {"message" if whole else "delta": {"tool_calls": many}, "finish_reason": "tool_calls"}
    heard = read(event({"choices": [choice]}) + DONE)
    assert len(heard.names) == MAX_CALLS
    assert (heard.reason, heard.end.kind) == (EndReason.UNREADABLE, ProviderErrorKind.TOO_LARGE)
    assert heard.end.message == "too_many_calls", "a code, whose sentence is the window's"


def growing(count: int) -> bytes:
    return calls(piece(0, "a", "x", '{"k":"')) + calls(piece(0, arguments="y" * 40)) * count


def named_each_time(count: int) -> bytes:
    return calls(piece(0, "", "x", '{"k":"')) + calls(piece(0, "", "x", "}" * 40)) * count


def without_name(count: int) -> bytes:
    return calls(piece(0, "a", arguments="y" * 40)) * count


def repeated(count: int) -> bytes:
    return calls(piece(0, "a", "x", '{"k":"' + "y" * 40 + '"}')) * count


@pytest.mark.parametrize("shape", [growing, named_each_time, without_name, repeated])
def test_row_39_pieces_of_a_call_cost_the_same_however_many_came_before(shape: Any) -> None:
    """Row 39: four times the bytes cost about four times the work, not sixteen times."""

    def cost(count: int) -> float:
        body = shape(count)
        costs = []
        for _ in range(2):
            began = time.process_time()
            read(body)
            costs.append(time.process_time() - began)
        return min(costs)

    assert cost(8_000) < 9 * cost(2_000)


GEMINI = {"google": {"thought_signature": "CiQB4/H/XsLvd=="}}


def signed(index: int, name: str, *, arguments: str = "{}", **fields: Any) -> Any:
    return {"index": index, "id": f"function-{index}", **fields, **piece(name=name, arguments=arguments)}


@pytest.mark.parametrize(
    "body",
    [
        calls(signed(0, "x", extra_content=GEMINI), signed(1, "y")) + STOP,
        calls(signed(0, "x"), signed(1, "y")) + calls({"index": 0, "extra_content": GEMINI}) + STOP,
        calls(signed(0, ""), signed(1, "y"))
        + calls(signed(0, "x", extra_content=GEMINI, arguments=""))
        + STOP,
        calls(signed(0, "x", extra_content=GEMINI)) + calls(signed(1, "y", extra_content=None)) + STOP,
        event(
            {
                "choices": [
                    {
                        "message": {"tool_calls": [signed(0, "x", extra_content=GEMINI), signed(1, "y")]},
                        "finish_reason": "tool_calls",
                    }
                ]
            }
        ),
    ],
)
def test_q13_the_signature_of_a_call_is_kept_with_it(body: bytes) -> None:
    """Q13: Gemini refuses calls that have lost the signature that they came with."""
    heard = read_every_way(body)
    assert sorted(heard.calls) == [("x", {}), ("y", {})]
    assert {key: json.loads(text) for key, text in heard.signatures.items()} == {
        "function-0": {"extra_content": GEMINI}
    }


@pytest.mark.parametrize("odd", [float("nan"), "\ud800", "x" * 300_000, {"deep": [None]}])
def test_q13_what_could_not_be_sent_is_no_signature(odd: Any) -> None:
    """Q13, row 40: whatever stands there, the request that follows can be written."""
    heard = read(calls(signed(0, "x", extra_content={"odd": odd})) + STOP)
    assert list(heard.signatures) == (["function-0"] if isinstance(odd, dict) else [])
    assert heard.reason is EndReason.TOOL_CALLS


def test_q13_an_id_that_is_a_signature_stays_whole() -> None:
    """Q13: the gateway LiteLLM signs a call in its id."""
    long_id = "call_1__thought__" + "Ab3/" * 2_000
    heard = read(calls(piece(0, long_id, "x", "{}"), piece(1, f"{long_id}2", "y", "{}")) + STOP)
    assert list(heard.names) == [long_id, f"{long_id}2"]
