"""Tools inside a round."""

from __future__ import annotations

import asyncio
import json

import pytest

from stello_desktop.domain.codec import tool_result_from_json
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import (
    BranchOpened,
    EndReason,
    RoundEvent,
    StreamEnd,
    StreamEvent,
    SubRoundEnded,
    TextDelta,
    ToolCallArguments,
    ToolCallDelta,
    ToolCallFinished,
    ToolCallStarted,
)
from stello_desktop.domain.messages import RecordState, Role, ToolCall, ToolResult
from stello_desktop.engine.hooks import EngineHooks, SessionForked
from stello_desktop.engine.parts import EngineOptions
from stello_desktop.engine.tool_round import LIMIT, REFUSED
from stello_desktop.llm.scripted import ScriptedModel, tool_reply
from tests.unit.engine.desk import Desk, all_events, run


def calls(*wanted: tuple[str, str, str], end: EndReason = EndReason.TOOL_CALLS) -> list[StreamEvent]:
    """Several calls in one answer: id, name, arguments."""
    return [*(ToolCallDelta(*call) for call in wanted), StreamEnd(end)]


def results(desk: Desk) -> list[ToolResult | None]:
    return [tool_result_from_json(record.content) for record in desk.records() if record.role == Role.TOOL]


def branch_calls(count: int) -> list[StreamEvent]:
    return calls(*((f"c{n}", "stello_create_session", json.dumps({"label": f"B{n}"})) for n in range(count)))


def test_the_events_of_a_tool_call_come_in_order() -> None:
    """R-3."""

    async def work() -> None:
        desk = Desk([tool_reply("stello_create_session", text="Sure.", label="Costs"), "Done."])
        events = await all_events(desk.agent.stream(desk.plan, "Branch"))
        kinds: list[type[RoundEvent]] = [type(event) for event in events]
        assert kinds == [
            TextDelta,
            ToolCallStarted,
            ToolCallArguments,
            ToolCallArguments,
            SubRoundEnded,
            BranchOpened,
            ToolCallFinished,
            TextDelta,
            SubRoundEnded,
        ]
        opened = events[5]
        forked = desk.events[0]
        assert isinstance(opened, BranchOpened)
        assert isinstance(forked, SessionForked)
        assert (opened.call_id, opened.session_id, opened.label) == (
            "call_1",
            forked.entry.session_id,
            "Costs",
        )

    run(work())


def test_q13_the_signature_of_a_call_is_stored_and_goes_with_the_next_request() -> None:
    """Q13: in the round itself and in every one after it, with the name of who made it."""

    async def work() -> None:
        signed: list[StreamEvent] = [
            ToolCallDelta("a", "look", "{"),
            ToolCallDelta("a", "", "}"),
            ToolCallDelta("b", "look", "{}"),
            ToolCallDelta("a", "", "", "sealed"),
            StreamEnd(EndReason.TOOL_CALLS),
        ]
        desk = Desk([signed, "Done.", "Again."])

        async def look(_call: ToolCall) -> ToolResult:
            return ToolResult(True, "a mill")

        desk.tools.bodies["look"] = look
        await desk.agent.turn(desk.plan, "Look")
        await desk.agent.turn(desk.plan, "And again")
        assert [call.signature for call in desk.records()[1].tool_calls] == ["sealed", ""]
        assert isinstance(desk.model, ScriptedModel)
        ref = desk.model.ref
        for request in desk.model.requests[1:]:
            (asking,) = (message for message in request.messages if message.tool_calls)
            assert asking.tool_calls == (ToolCall("a", "look", "{}", "sealed"), ToolCall("b", "look", "{}"))
            assert (asking.service, asking.model) == (ref.service_id, ref.model)

    run(work())


def test_a_fork_inside_a_round_sees_the_pending_question() -> None:
    """F-9, X-3: it runs on the engine that owns the round and does not wait for itself."""

    async def work() -> None:
        desk = Desk(["Hello", tool_reply("stello_create_session", label="Costs", context="inherit"), "Done."])
        await desk.agent.turn(desk.plan, "Hi")
        await asyncio.wait_for(desk.agent.turn(desk.plan, "Branch please"), 5)
        (forked,) = desk.events
        assert isinstance(forked, SessionForked)
        assert desk.said(forked.entry.session_id) == [
            ("user", "Hi"),
            ("assistant", "Hello"),
            ("user", "Branch please"),
        ]

    run(work())


def test_tools_run_side_by_side_and_answer_in_the_order_of_the_calls() -> None:
    """R-6."""

    async def work() -> None:
        order: list[str] = []
        hooks = EngineHooks(
            on_tool_call=lambda session_id, call: order.append(f"call {call.call_id}"),
            on_tool_result=lambda session_id, call, result: order.append(f"result {call.call_id}"),
        )
        desk = Desk([calls(("a", "slow", "{}"), ("b", "quick", "{}")), "Done."], hooks=hooks)
        quick_ran = asyncio.Event()

        async def slow(call: ToolCall) -> ToolResult:
            await asyncio.wait_for(quick_ran.wait(), 5)
            return ToolResult(True, "slow")

        async def quick(call: ToolCall) -> ToolResult:
            quick_ran.set()
            return ToolResult(True, "quick")

        desk.tools.bodies = {"slow": slow, "quick": quick}
        events = await all_events(desk.agent.stream(desk.plan, "Go"))
        assert [e.call_id for e in events if isinstance(e, ToolCallFinished)] == ["b", "a"]
        assert [record.tool_call_id for record in desk.records() if record.tool_call_id] == ["a", "b"]
        assert order == ["call a", "call b", "result a", "result b"]

    run(work())


def test_a_tool_that_raises_is_a_failed_result_and_the_round_goes_on() -> None:
    """R-6."""

    async def work() -> None:
        desk = Desk([calls(("a", "bad", "{}")), "Done."])

        async def bad(call: ToolCall) -> ToolResult:
            raise ValueError("no such file")

        desk.tools.bodies = {"bad": bad}
        turn = (await desk.agent.turn(desk.plan, "Go")).turn
        assert turn.final_content == "Done."
        assert results(desk) == [ToolResult(False, error="ValueError: no such file")]

    run(work())


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("stello_create_session", '{"label": "x"', "not valid JSON"),
        ("stello_create_session", "[1]", "not a JSON object"),
        ("stello_create_session", "{}", "label: is required"),
        ("stello_create_session", '{"label": 3}', "label: must be a string"),
        ("stello_create_session", '{"label": " "}', "label: must not be empty"),
        (
            "stello_create_session",
            '{"label": "x", "context": "all"}',
            "context: must be one of none, inherit",
        ),
        ("stello_create_session", '{"label": "x", "color": "red"}', "color: is not known"),
        ("stello_create_session", '{"label": "x", "profile": "p"}', "profile: is not known"),
        ("nothing", "{}", "unknown tool"),
        ("activate_skill", '{"name": "x"}', "no skills"),
        ("look", '{"depth": "deep"}', "depth: must be an integer"),
        ("look", "", "depth: is required"),
        ("look", "[" * 100_000, "not valid JSON"),
    ],
)
def test_arguments_that_do_not_fit_are_a_failed_result_that_says_why(
    name: str, arguments: str, words: str
) -> None:
    """R-7, X-1, X-2, X-4."""

    async def work() -> None:
        desk = Desk([calls(("a", name, arguments)), "Sorry."])

        async def look(call: ToolCall) -> ToolResult:
            return ToolResult(True)

        desk.tools.bodies = {"look": look}
        desk.tools.schemas = {"look": {"properties": {"depth": {"type": "integer"}}, "required": ["depth"]}}
        turn = (await desk.agent.turn(desk.plan, "Go")).turn
        assert turn.final_content == "Sorry."
        (result,) = results(desk)
        assert result is not None
        assert not result.success
        assert words in result.error
        assert desk.events == []

    run(work())


def test_at_the_limit_the_model_concludes_without_tools() -> None:
    """R-8."""

    async def work() -> None:
        desk = Desk([branch_calls(1), branch_calls(1), branch_calls(1), "That is all."])
        desk.options = EngineOptions(max_tool_rounds=2)
        turn = (await desk.agent.turn(desk.plan, "Go")).turn
        assert turn.final_content == "That is all."
        assert len(desk.events) == 2
        assert desk.model.requests[-1].tools == ()
        last = results(desk)[-1]
        assert last == ToolResult(False, error=LIMIT)
        assert (await desk.store.get_session(desk.plan)).turn_count == 1

    run(work())


def test_a_model_that_only_wants_tools_ends_without_dangling_calls() -> None:
    """R-8, row 45."""

    async def work() -> None:
        desk = Desk(model=ScriptedModel([branch_calls(1)], repeat_last=True))
        desk.options = EngineOptions(max_tool_rounds=1)
        turn = (await desk.agent.turn(desk.plan, "Go")).turn
        assert turn.state == RecordState.DONE
        last = desk.records()[-1]
        assert (last.role, last.error_code, last.tool_calls) == (Role.ASSISTANT, "tool_limit", ())
        assert len(results(desk)) == 2

    run(work())


def test_calls_that_were_cut_off_are_never_run() -> None:
    """Q10: truncated by length."""

    async def work() -> None:
        cut = calls(("a", "stello_create_session", '{"label": "Co"}'), end=EndReason.LENGTH)
        desk = Desk([cut, "Too long."])
        await desk.agent.turn(desk.plan, "Go")
        assert desk.events == []
        (result,) = results(desk)
        assert result is not None
        assert "cut off" in result.error

    run(work())


def test_calls_of_a_broken_answer_are_not_run_and_not_kept() -> None:
    """R-8, R-10: nothing dangling."""

    async def work() -> None:
        broken = calls(("a", "stello_create_session", '{"label": "Co"}'), end=EndReason.INTERRUPTED)
        desk = Desk([broken])
        with pytest.raises(ProviderError):
            await desk.agent.turn(desk.plan, "Go")
        assert desk.events == []
        assert all(record.tool_calls == () for record in desk.records())

    run(work())


def test_the_gate_is_asked_once_with_all_branches_of_an_answer() -> None:
    """X-5."""

    async def work() -> None:
        desk = Desk([branch_calls(4), "Done."])
        desk.gate.decisions = [(True, False, True, False)]
        await desk.agent.turn(desk.plan, "Go")
        (asked,) = desk.gate.asked
        assert [(p.call_id, p.label, p.context) for p in asked] == [
            (f"c{n}", f"B{n}", "none") for n in range(4)
        ]
        assert [event.entry.label for event in desk.events if isinstance(event, SessionForked)] == [
            "B0",
            "B2",
        ]
        assert [result.error for result in results(desk) if result] == ["", REFUSED, "", REFUSED]

    run(work())


def test_a_call_that_cannot_be_used_is_not_asked_about() -> None:
    """X-5, R-7."""

    async def work() -> None:
        desk = Desk([calls(("a", "stello_create_session", "{}")), "Sorry."])
        await desk.agent.turn(desk.plan, "Go")
        assert desk.gate.asked == []

    run(work())


def test_a_failure_after_tools_keeps_what_they_did() -> None:
    """R-10."""

    async def work() -> None:
        desk = Desk([branch_calls(1), ProviderError(ProviderErrorKind.SERVER)])
        with pytest.raises(ProviderError):
            await desk.agent.turn(desk.plan, "Go")
        assert [str(record.role) for record in desk.records()] == ["user", "assistant", "tool", "assistant"]
        assert desk.records()[-1].error_code == "provider.server"
        assert len(desk.events) == 1

    run(work())


def test_text_that_looks_like_a_tool_result_is_text() -> None:
    """R-6: results go back by a typed channel."""

    async def work() -> None:
        desk = Desk(["Hm."])
        await desk.agent.turn(desk.plan, '{"toolResults": [{"success": true}]}')
        assert desk.model.requests[0].messages[-1].role == Role.USER

    run(work())
