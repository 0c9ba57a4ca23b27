"""Rounds: what is stored, what is streamed, what is sent."""

from __future__ import annotations

import asyncio

import pytest

from stello_desktop.domain.composition import PartKind
from stello_desktop.domain.errors import (
    BrokenRule,
    ProviderError,
    ProviderErrorKind,
    SessionArchived,
    SessionNotFound,
)
from stello_desktop.domain.events import (
    EndReason,
    ReasoningDelta,
    Retrying,
    StreamEnd,
    StreamEvent,
    SubRoundEnded,
    TextDelta,
    UsageReport,
)
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import RecordDraft, RecordState, Role, Usage
from stello_desktop.domain.session import SessionStatus
from stello_desktop.llm.scripted import ScriptedModel, tool_reply
from tests.unit.engine.desk import Desk, all_events, run, until

COMPLETE = StreamEnd(EndReason.COMPLETE)


def test_a_round_gives_its_text_and_is_stored() -> None:
    """R-1, R-3, R-4."""

    async def work() -> None:
        desk = Desk(["Hello there"])
        stream = desk.agent.stream(desk.plan, "Hi")
        assert [chunk async for chunk in stream] == ["Hello ", "there"]
        turn = (await stream.result).turn
        assert (turn.final_content, turn.state) == ("Hello there", RecordState.DONE)
        assert desk.said() == [("user", "Hi"), ("assistant", "Hello there")]
        assert {record.state for record in desk.records()} == {RecordState.DONE}
        assert (await desk.store.get_session(desk.plan)).turn_count == 1
        assert desk.records()[1].model == "scripted"

    run(work())


def test_the_question_is_on_disk_before_anything_leaves() -> None:
    """R-1."""

    async def work() -> None:
        desk = Desk()

        def reply(request: object) -> str:
            assert [(r.content, r.state) for r in desk.records()] == [("Hi", RecordState.PENDING)]
            return "Hello"

        desk.model = ScriptedModel([reply])
        stream = desk.agent.stream(desk.plan, "Hi")
        started = await stream.started
        assert started is not None
        assert started.round_no == 1
        await stream.result

    run(work())


def test_the_result_settles_with_nobody_reading_and_late_readers_get_everything() -> None:
    """R-5."""

    async def work() -> None:
        desk = Desk(["Hello there"])
        stream = desk.agent.stream(desk.plan, "Hi")
        await stream.result
        first, second = await asyncio.gather(all_events(stream), all_events(stream))
        assert first == second == [TextDelta("Hello "), TextDelta("there"), SubRoundEnded(EndReason.COMPLETE)]
        assert stream.started_round is not None

    run(work())


def test_a_reader_that_gives_up_disturbs_nothing() -> None:
    """R-5."""

    async def work() -> None:
        desk = Desk(model=ScriptedModel(["a b c d e f"], delay_s=0.01))
        stream = desk.agent.stream(desk.plan, "Hi")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(stream.result, 0.02)
        assert (await stream.result).turn.final_content == "a b c d e f"

    run(work())


def test_turn_is_the_same_loop_with_nobody_listening() -> None:
    """R-2."""

    async def work() -> None:
        desk = Desk([tool_reply("stello_create_session", label="Costs"), "Done."])
        turn = (await desk.agent.turn(desk.plan, "Hi")).turn
        assert (turn.final_content, turn.tool_calls) == ("Done.", 1)

    run(work())


def test_usage_is_summed_over_the_round_and_cumulative_reports_are_not() -> None:
    """R-4, Q3."""

    async def work() -> None:
        first: list[StreamEvent] = list(tool_reply("stello_create_session", label="A"))
        first[-1:-1] = [UsageReport(Usage(4, 1)), UsageReport(Usage(4, 2))]
        second: list[StreamEvent] = [TextDelta("ok"), UsageReport(Usage(10, None)), COMPLETE]
        desk = Desk([first, second])
        turn = (await desk.agent.turn(desk.plan, "Hi")).turn
        assert turn.usage == Usage(14, 2)
        assert turn.raw_response is not None
        assert turn.raw_response.usage == Usage(10, None)

    run(work())


def test_thinking_and_retries_are_events_beside_the_text() -> None:
    """R-3."""

    async def work() -> None:
        events: list[StreamEvent] = [
            Retrying(1, 0.5, "provider.server"),
            ReasoningDelta("hm"),
            TextDelta("42"),
            COMPLETE,
        ]
        desk = Desk([events])
        stream = desk.agent.stream(desk.plan, "Hi")
        assert [chunk async for chunk in stream] == ["42"]
        assert (await all_events(stream))[:3] == events[:3]
        assert desk.records()[1].reasoning == "hm"

    run(work())


@pytest.mark.parametrize(
    ("end", "code"),
    [
        (StreamEnd(EndReason.INTERRUPTED), "provider.network"),
        (StreamEnd(EndReason.UNREADABLE, message="bad bytes"), "provider.protocol"),
        (StreamEnd(EndReason.PROVIDER_ERROR, ProviderErrorKind.NO_CREDIT, "no money"), "provider.no_credit"),
    ],
)
def test_a_call_that_breaks_is_stored_as_failed_and_raised(end: StreamEnd, code: str) -> None:
    """R-10."""

    async def work() -> None:
        desk = Desk([[TextDelta("Once upon"), end]])
        stream = desk.agent.stream(desk.plan, "Hi")
        chunks = aiter(stream)
        assert await anext(chunks) == "Once upon"
        with pytest.raises(ProviderError) as caught:
            await anext(chunks)
        assert caught.value.full_code == code
        with pytest.raises(ProviderError):
            await stream.result
        question, answer = desk.records()
        assert question.state == RecordState.FAILED
        assert (answer.content, answer.state, answer.error_code) == ("Once upon", RecordState.FAILED, code)
        assert (await desk.store.get_session(desk.plan)).turn_count == 0

    run(work())


def test_a_failure_before_the_first_byte_is_stored_with_its_question() -> None:
    """R-1, R-10."""

    async def work() -> None:
        desk = Desk([ProviderError(ProviderErrorKind.AUTH, detail="401")])
        with pytest.raises(ProviderError):
            await desk.agent.turn(desk.plan, "Hi")
        question, answer = desk.records()
        assert (question.content, question.state) == ("Hi", RecordState.FAILED)
        assert (answer.content, answer.error_code, answer.error_detail) == ("", "provider.auth", "401")

    run(work())


def test_a_stream_without_an_end_is_interrupted() -> None:
    """R-10: never an empty success."""

    async def work() -> None:
        desk = Desk([[TextDelta("half")]])
        with pytest.raises(ProviderError) as caught:
            await desk.agent.turn(desk.plan, "Hi")
        assert caught.value.kind == ProviderErrorKind.NETWORK

    run(work())


def test_an_answer_of_nothing_is_a_failure() -> None:
    """R-10, Q15."""

    async def work() -> None:
        desk = Desk([[ReasoningDelta("hm"), TextDelta(" \n"), COMPLETE]])
        with pytest.raises(ProviderError, match="returned nothing") as caught:
            await desk.agent.turn(desk.plan, "Hi")
        assert caught.value.kind == ProviderErrorKind.EMPTY

    run(work())


@pytest.mark.parametrize("reason", [EndReason.LENGTH, EndReason.FILTERED])
def test_a_cut_or_filtered_answer_is_done_and_says_so(reason: EndReason) -> None:
    """R-1, Q15."""

    async def work() -> None:
        desk = Desk([[TextDelta("half"), StreamEnd(reason)], [StreamEnd(reason)]])
        await desk.agent.turn(desk.plan, "Hi")
        await desk.agent.turn(desk.plan, "Again")
        answers = [record for record in desk.records() if record.role == Role.ASSISTANT]
        assert [(a.content, a.state, a.error_code) for a in answers] == [
            ("half", RecordState.DONE, reason.value),
            ("", RecordState.DONE, reason.value),
        ]

    run(work())


def test_a_broken_model_is_a_failed_round_not_a_lost_question() -> None:
    """R-1."""

    async def work() -> None:
        desk = Desk([])
        with pytest.raises(BrokenRule):
            await desk.agent.turn(desk.plan, "Hi")
        assert [record.state for record in desk.records()] == [RecordState.FAILED, RecordState.FAILED]

    run(work())


def test_an_archived_conversation_refuses_a_turn() -> None:
    """R-13."""

    async def work() -> None:
        desk = Desk(["Hello"])
        desk.store.set_status(desk.plan, SessionStatus.ARCHIVED)
        stream = desk.agent.stream(desk.plan, "Hi")
        with pytest.raises(SessionArchived):
            await stream.started
        assert desk.records() == ()
        desk.store.set_status(desk.plan, SessionStatus.ACTIVE)
        await desk.agent.turn(desk.plan, "Hi")

    run(work())


def test_an_unknown_conversation_is_not_found() -> None:
    """Q-3."""

    async def work() -> None:
        with pytest.raises(SessionNotFound):
            await Desk().agent.turn(SessionId("nobody"), "Hi")

    run(work())


def test_partial_text_is_saved_while_it_grows() -> None:
    """R-1, R-9: what a crash leaves."""

    async def work() -> None:
        desk = Desk(model=ScriptedModel(["one two three four five six seven eight"], delay_s=0.01))
        stream = desk.agent.stream(desk.plan, "Hi")
        await until(lambda: len(desk.records()) > 1 and "three" in desk.records()[1].content)
        assert desk.records()[1].state == RecordState.PENDING
        await stream.result

    run(work())


def test_notes_are_history_without_a_model() -> None:
    """R-15."""

    async def work() -> None:
        desk = Desk(["Hello"])
        await desk.store.append(desk.plan, [RecordDraft(role=Role.USER, content="buy milk")])
        await desk.agent.turn(desk.plan, "Hi")
        assert desk.model.requests[0].messages[-1].content == "buy milk\n\nHi"

    run(work())


def test_insights_are_in_every_call_of_a_round_and_consumed_when_it_succeeds() -> None:
    """C-4."""

    async def work() -> None:
        def late(request: object) -> str:
            desk.store.put_insight(desk.plan, "late")
            return "Done."

        failure = ProviderError(ProviderErrorKind.SERVER)
        desk = Desk([failure, tool_reply("stello_create_session", label="A"), late, "Later."])
        desk.store.put_insight(desk.plan, "The budget fell.")
        with pytest.raises(ProviderError):
            await desk.agent.turn(desk.plan, "Hi")
        await desk.agent.turn(desk.plan, "Hi")
        await desk.agent.turn(desk.plan, "And?")
        systems = [request.messages[0].content for request in desk.model.requests]
        assert ["The budget fell." in text for text in systems] == [True, True, True, False]
        assert ["late" in text for text in systems] == [False, False, False, True]
        assert await desk.store.list_waiting_insights(desk.plan) == ()

    run(work())


def test_a_rename_shows_in_the_next_request() -> None:
    """C-2."""

    async def work() -> None:
        desk = Desk(["a", "b"])
        await desk.agent.turn(desk.plan, "Hi")
        desk.store.rename(desk.plan, "Voyage")
        await desk.agent.turn(desk.plan, "Hi")
        assert ['"Plan"' in r.messages[0].content for r in desk.model.requests] == [True, False]
        assert '"Voyage"' in desk.model.requests[1].messages[0].content

    run(work())


def test_what_is_sent_is_what_is_shown() -> None:
    """C-5: byte for byte."""

    async def work() -> None:
        desk = Desk(["Hello", "Fine"])
        await desk.agent.turn(desk.plan, "Hi")
        parts = await desk.agent.what_is_sent(desk.plan, "And you?")
        await desk.agent.turn(desk.plan, "And you?")
        system, *rest = desk.model.requests[1].messages
        assert "\n\n".join(part.text for part in parts if part.role == Role.SYSTEM) == system.content
        assert [p.name for p in parts if p.kind == PartKind.TOOL] == [
            tool.name for tool in desk.model.requests[1].tools
        ]
        said = [p for p in parts if p.kind != PartKind.TOOL]
        assert [(p.role, p.text) for p in said if p.role != Role.SYSTEM] == [
            (m.role, m.content) for m in rest
        ]

    run(work())
