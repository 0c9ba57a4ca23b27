"""A question that was never sent waits (R-1, row 25); tokens that nobody counted are estimated (Q2)."""

from __future__ import annotations

import asyncio

import pytest

from stello_desktop.domain.errors import BrokenRule, ProviderError, ProviderErrorKind, SessionArchived
from stello_desktop.domain.events import EndReason, StreamEnd, TextDelta, UsageReport
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.inheriting import inheritable
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ModelRequest, RecordDraft, RecordState, Role, Usage
from stello_desktop.domain.reach import unreachable
from stello_desktop.domain.services import PRACTICE
from stello_desktop.domain.session import SessionStatus
from stello_desktop.llm.scripted import ScriptedModel, Step, text_reply, tool_reply
from tests.unit.engine.desk import Desk

REFUSED = unreachable("refused")


async def fails(desk: Desk, text: str = "Hello") -> None:
    with pytest.raises(ProviderError):
        await desk.agent.turn(desk.plan, text)


def test_row_25_a_question_that_never_left_waits_and_nothing_failed() -> None:
    """Row 25, R-1."""

    async def main() -> None:
        desk = Desk([REFUSED])
        await fails(desk)
        (question,) = await desk.store.list_records(desk.plan)
        assert (question.content, question.state) == ("Hello", RecordState.WAITING)

    asyncio.run(main())


def test_a_waiting_question_is_sent_once_with_what_stands_before_it_only() -> None:
    """R-1: whoever asks again is refused, and nothing is sent."""

    async def main() -> None:
        desk = Desk([REFUSED, "Hi"])
        await fails(desk)
        (question,) = await desk.store.list_records(desk.plan)
        await desk.store.append(desk.plan, [RecordDraft(role=Role.USER, content="a thought behind it")])
        result = await desk.agent.send_waiting(desk.plan, question.record_id).result
        assert result.turn.final_content == "Hi"
        with pytest.raises(BrokenRule):
            await desk.agent.send_waiting(desk.plan, question.record_id).result
        assert len(desk.model.requests) == 2
        assert "a thought behind it" not in _words(desk.model.requests[-1])
        records = await desk.store.list_records(desk.plan)
        assert [(item.role, item.state) for item in records] == [
            (Role.USER, RecordState.DONE),
            (Role.ASSISTANT, RecordState.DONE),
            (Role.USER, RecordState.DONE),
        ]

    asyncio.run(main())


def test_a_waiting_question_that_cannot_be_sent_waits_on() -> None:
    async def main() -> None:
        desk = Desk([REFUSED, REFUSED])
        await fails(desk)
        (question,) = await desk.store.list_records(desk.plan)
        with pytest.raises(ProviderError):
            await desk.agent.send_waiting(desk.plan, question.record_id).result
        (question,) = await desk.store.list_records(desk.plan)
        assert question.state is RecordState.WAITING

    asyncio.run(main())


def test_only_what_surely_never_left_waits() -> None:
    """A connection that broke after the request may have been heard: it is never sent again by itself."""

    async def main() -> None:
        lost = ProviderError(ProviderErrorKind.NETWORK, "reset")
        desk = Desk([lost, [TextDelta("Well"), REFUSED], tool_reply("no_such_tool", x="1"), REFUSED])
        for text in ("one", "two", "three"):
            await fails(desk, text)
        records = await desk.store.list_records(desk.plan)
        questions = [item.state for item in records if item.role is Role.USER]
        assert questions == [RecordState.FAILED] * 3

    asyncio.run(main())


def test_retry_and_edit_speak_of_what_was_asked_never_of_what_waits() -> None:
    """R-14: the last question is the last one that was asked."""

    async def main() -> None:
        desk = Desk(["First answer", REFUSED, "Second answer"])
        await desk.agent.turn(desk.plan, "First")
        await fails(desk, "Second")
        await desk.agent.retry(desk.plan).result
        contents = [item.content for item in await desk.store.list_records(desk.plan)]
        assert contents == ["First", "Second answer", "Second"]

    asyncio.run(main())


def test_f_9_a_branch_does_not_take_over_what_waits() -> None:
    """F-9: it was not asked yet, and would be asked in the source all the same."""

    async def main() -> None:
        desk = Desk(["An answer", REFUSED])
        await desk.agent.turn(desk.plan, "Asked")
        await fails(desk, "Waits")
        taken = inheritable(await desk.store.list_records(desk.plan))
        assert [item.content for item in taken] == ["Asked", "An answer"]

    asyncio.run(main())


def test_r_13_an_archived_conversation_keeps_its_message_waiting() -> None:
    """R-13."""

    async def main() -> None:
        desk = Desk([REFUSED, "never"])
        await fails(desk)
        (question,) = await desk.store.list_records(desk.plan)
        desk.store.set_status(desk.plan, SessionStatus.ARCHIVED)
        with pytest.raises(SessionArchived):
            await desk.agent.send_waiting(desk.plan, question.record_id).result
        (question,) = await desk.store.list_records(desk.plan)
        assert question.state is RecordState.WAITING

    asyncio.run(main())


def usage_after(*steps: Step, service: str = "openai") -> tuple[Usage | None, str]:
    """What is kept with an answer, and whose it is."""

    async def main() -> tuple[Usage | None, str]:
        desk = Desk(model=ScriptedModel([steps], ref=ModelRef(ServiceId(service), "m")))
        await desk.agent.turn(desk.plan, "How long is the runway, roughly speaking?")
        answer = (await desk.store.list_records(desk.plan))[-1]
        return answer.usage, answer.service

    return asyncio.run(main())


def test_what_the_service_counted_is_kept_with_its_service() -> None:
    counted = Usage(312, 88)
    assert usage_after(TextDelta("Hi"), UsageReport(counted), StreamEnd(EndReason.COMPLETE)) == (
        counted,
        "openai",
    )


def test_q2_what_nobody_counted_is_estimated_and_never_zero() -> None:
    """Q2: marked as estimated."""
    usage, _ = usage_after(*text_reply("Eighteen months"))
    assert usage is not None
    assert usage.estimated
    assert usage.completion_tokens == 4
    assert usage.prompt_tokens is not None
    assert usage.prompt_tokens > 10


def test_half_a_count_is_completed_not_thrown_away() -> None:
    usage, _ = usage_after(TextDelta("Hi"), UsageReport(Usage(312, None)), StreamEnd(EndReason.COMPLETE))
    assert usage == Usage(312, 1, estimated=True)


def test_the_practice_assistant_uses_no_tokens() -> None:
    assert usage_after(*text_reply("Hello"), service=PRACTICE) == (None, PRACTICE)


def _words(request: ModelRequest) -> str:
    return "\n".join(message.content for message in request.messages)
