"""Stopping, going on, trying again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from typing import override

import pytest

from stello_desktop.domain.errors import BrokenRule, ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason, StreamEnd, StreamEvent, TextDelta
from stello_desktop.domain.messages import ModelRequest, RecordDraft, RecordState, Role, ToolCall, ToolResult
from stello_desktop.domain.ports import BranchProposal
from stello_desktop.engine.context import CONTINUE_TEXTS
from stello_desktop.engine.tool_round import CANCELLED
from stello_desktop.llm.scripted import ScriptedModel, tool_reply
from tests.unit.engine.desk import Desk, run, until

BROKEN: list[StreamEvent] = [TextDelta("Once "), TextDelta("upon"), StreamEnd(EndReason.INTERRUPTED)]


async def stopped_midway(desk: Desk) -> None:
    stream = desk.agent.stream(desk.plan, "Hi")
    await until(lambda: len(desk.records()) > 1)
    stream.stop()
    await stream.wait()


def slow(text: str) -> ScriptedModel:
    return ScriptedModel([text, " and more"], delay_s=0.02)


def test_stopping_keeps_what_arrived() -> None:
    """R-1, R-9."""

    async def work() -> None:
        desk = Desk(model=slow("one two three four five"))
        stream = desk.agent.stream(desk.plan, "Hi")
        await until(lambda: len(desk.records()) > 1)
        began = time.monotonic()
        stream.stop()
        stream.stop()
        turn = (await stream.result).turn
        assert time.monotonic() - began < 0.1
        assert desk.model.cancelled == 1
        question, answer = desk.records()
        assert (question.state, answer.state) == (RecordState.STOPPED, RecordState.STOPPED)
        assert answer.content == turn.final_content
        assert answer.content.startswith("one ")
        assert turn.state == RecordState.STOPPED
        assert [chunk async for chunk in stream]
        assert (await desk.store.get_session(desk.plan)).turn_count == 0

    run(work())


def test_stopping_before_the_first_word_leaves_the_question() -> None:
    """R-9."""

    async def work() -> None:
        desk = Desk(model=ScriptedModel(["never"], delay_s=5))
        stream = desk.agent.stream(desk.plan, "Hi")
        await stream.started
        await asyncio.sleep(0.01)
        stream.stop()
        await stream.wait()
        assert [(r.content, r.state) for r in desk.records()] == [("Hi", RecordState.STOPPED)]

    run(work())


def test_stopping_at_once_is_no_error() -> None:
    """R-9."""

    async def work() -> None:
        desk = Desk(["Hello"])
        stream = desk.agent.stream(desk.plan, "Hi")
        stream.stop()
        assert (await stream.result).turn.state == RecordState.STOPPED
        assert await stream.started is None

    run(work())


def test_cancelling_turn_stops_the_round() -> None:
    """R-2, R-5."""

    async def work() -> None:
        desk = Desk(model=slow("one two three"))
        task = asyncio.ensure_future(desk.agent.turn(desk.plan, "Hi"))
        await until(lambda: len(desk.records()) > 1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert desk.records()[-1].state == RecordState.STOPPED

    run(work())


def test_outstanding_tool_calls_are_answered_as_cancelled() -> None:
    """R-9, R-8: finished ones keep their result."""

    async def work() -> None:
        desk = Desk()
        hanging = asyncio.Event()

        async def hang(call: ToolCall) -> ToolResult:
            hanging.set()
            await asyncio.Event().wait()
            return ToolResult(True)

        desk.tools.bodies = {"hang": hang}
        fork = tool_reply("stello_create_session", call_id="b", label="Costs")
        desk.model = ScriptedModel([[*tool_reply("hang", call_id="a")[:-1], *fork]])
        stream = desk.agent.stream(desk.plan, "Go")
        await hanging.wait()
        await until(lambda: bool(desk.events))
        stream.stop()
        await stream.wait()
        by_call = {r.tool_call_id: r.content for r in desk.records() if r.role == Role.TOOL}
        assert CANCELLED in by_call["a"]
        assert '"success": true' in by_call["b"]

    run(work())


def test_stopping_while_the_person_is_asked_opens_nothing() -> None:
    """R-9, X-5."""

    class SilentGate:
        asked = False

        async def decide(self, session_id: str, proposals: tuple[BranchProposal, ...]) -> tuple[bool, ...]:
            self.asked = True
            await asyncio.Event().wait()
            return ()

    async def work() -> None:
        gate = SilentGate()
        desk = Desk([tool_reply("stello_create_session", label="Costs")], gate=gate)
        stream = desk.agent.stream(desk.plan, "Go")
        await until(lambda: gate.asked)
        stream.stop()
        await stream.wait()
        assert desk.events == []
        assert CANCELLED in desk.records()[-1].content

    run(work())


def test_continue_goes_on_where_a_stopped_answer_broke_off() -> None:
    """R-9: the partial stays, a new message continues, the asking is not stored."""

    async def work() -> None:
        desk = Desk(model=slow("one two three four"))
        await stopped_midway(desk)
        partial = desk.records()[1].content
        await desk.agent.resume(desk.plan).result
        question, first, second = desk.records()
        assert (first.content, first.state) == (partial, RecordState.STOPPED)
        assert (second.content, second.state) == (" and more", RecordState.DONE)
        assert question.state == RecordState.DONE
        assert {(r.round_no, r.version) for r in desk.records()} == {(1, 1)}
        sent = desk.model.requests[-1].messages
        assert [m.content for m in sent[1:]] == ["Hi", partial, CONTINUE_TEXTS["en"]]
        assert (await desk.store.get_session(desk.plan)).turn_count == 1

    run(work())


def test_continue_after_a_failure() -> None:
    """R-10, R-9."""

    async def work() -> None:
        desk = Desk([BROKEN, " a time"])
        with pytest.raises(ProviderError):
            await desk.agent.turn(desk.plan, "Tell")
        stream = desk.agent.stream(desk.plan, resume=True)
        await stream.result
        assert [text for _, text in desk.said()] == ["Tell", "Once upon", " a time"]

    run(work())


def test_continue_after_tools_does_not_run_them_again() -> None:
    """R-9."""

    async def work() -> None:
        desk = Desk(
            [
                tool_reply("stello_create_session", label="A"),
                ProviderError(ProviderErrorKind.NETWORK),
                "Done.",
            ]
        )
        with pytest.raises(ProviderError):
            await desk.agent.turn(desk.plan, "Go")
        await desk.agent.resume(desk.plan).result
        assert len(desk.events) == 1
        assert desk.model.requests[-1].messages[-1].role == Role.TOOL
        assert desk.records()[-1].content == "Done."

    run(work())


def test_continue_with_no_word_to_continue_is_another_try() -> None:
    """R-9, R-14."""

    async def work() -> None:
        desk = Desk([ProviderError(ProviderErrorKind.NETWORK), "Hello"])
        with pytest.raises(ProviderError):
            await desk.agent.turn(desk.plan, "Hi")
        await desk.agent.resume(desk.plan).result
        assert desk.said() == [("user", "Hi"), ("assistant", "Hello")]
        assert desk.records()[0].version == 2

    run(work())


def test_retry_keeps_the_earlier_version_and_the_model_sees_the_chosen_one() -> None:
    """R-14, T-7: a retried round counts once."""

    async def work() -> None:
        desk = Desk(["First", "Second", "Third"])
        await desk.agent.turn(desk.plan, "Hi")
        await desk.agent.retry(desk.plan).result
        assert desk.said() == [("user", "Hi"), ("assistant", "Second")]
        assert [r.content for r in desk.store.versions(desk.plan)] == ["Hi", "First", "Hi", "Second"]
        assert [m.content for m in desk.model.requests[1].messages[1:]] == ["Hi"]
        await desk.agent.turn(desk.plan, "More")
        assert [m.content for m in desk.model.requests[2].messages[1:]] == ["Hi", "Second", "More"]
        assert (await desk.store.get_session(desk.plan)).turn_count == 2

    run(work())


def test_edit_asks_another_question_in_the_same_round() -> None:
    """R-14."""

    async def work() -> None:
        desk = Desk(["First", "Second", "Third"])
        await desk.agent.turn(desk.plan, "Hi")
        await desk.agent.edit_last(desk.plan, "Hello?").result
        assert desk.said() == [("user", "Hello?"), ("assistant", "Second")]
        stream = desk.agent.stream(desk.plan, "Hey", replaces=1)
        await stream.result
        assert desk.said() == [("user", "Hey"), ("assistant", "Third")]
        assert stream.started_round is not None
        assert (stream.started_round.round_no, stream.started_round.version) == (1, 3)

    run(work())


def test_a_note_is_not_the_question_that_is_tried_again() -> None:
    """R-14, R-15."""

    async def work() -> None:
        desk = Desk(["First", "Second"])
        await desk.agent.turn(desk.plan, "Hi")
        await desk.store.append(desk.plan, [RecordDraft(role=Role.USER, content="milk")])
        await desk.agent.retry(desk.plan).result
        assert desk.store.versions(desk.plan)[-1].round_no == 1
        assert [text for _, text in desk.said()] == ["Hi", "Second", "milk"]
        assert [m.content for m in desk.model.requests[1].messages[1:]] == ["Hi"]

    run(work())


def test_a_note_is_not_an_answer_that_could_be_continued() -> None:
    """R-9, R-15."""

    async def work() -> None:
        desk = Desk([ProviderError(ProviderErrorKind.NETWORK), "Hello"])
        with pytest.raises(ProviderError):
            await desk.agent.turn(desk.plan, "Hi")
        await desk.store.append(desk.plan, [RecordDraft(role=Role.USER, content="milk")])
        await desk.agent.resume(desk.plan).result
        assert [text for _, text in desk.said()] == ["Hi", "Hello", "milk"]

    run(work())


def test_there_must_be_a_question_to_try_again() -> None:
    """R-14."""

    async def work() -> None:
        desk = Desk()
        with pytest.raises(BrokenRule):
            await desk.agent.retry(desk.plan).result
        assert desk.records() == ()

    run(work())


def test_a_model_that_refuses_before_it_streams_can_be_asked_again() -> None:
    """R-10: a missing key is given, and *Retry* works on the same engine."""

    class Refusing(ScriptedModel):
        keyless = True

        @override
        def stream(self, request: ModelRequest) -> AsyncGenerator[StreamEvent]:
            if self.keyless:
                raise ProviderError(ProviderErrorKind.AUTH)
            return super().stream(request)

    async def work() -> None:
        model = Refusing(["Here."])
        desk = Desk(model=model, idle_ttl_s=60)
        with pytest.raises(ProviderError):
            await desk.agent.turn(desk.plan, "Hello")
        model.keyless = False
        outcome = await desk.agent.retry(desk.plan).result
        assert outcome.turn.final_content == "Here."
        await desk.agent.aclose()

    run(work())
