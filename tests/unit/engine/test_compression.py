"""Long conversations go on: their earliest rounds become a summary, and no round fails of it (C-7)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from stello_desktop.domain.composition import PartKind
from stello_desktop.domain.config import EngineForkOptions
from stello_desktop.domain.context_state import EarlierPart, SummaryAuthor
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import (
    CompressionEnded,
    CompressionStarted,
    EndReason,
    RoundEvent,
    StreamEnd,
    TextDelta,
    UsageReport,
)
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.language_model import LanguageModel
from stello_desktop.domain.messages import ModelMessage, ModelRequest, RecordState, Role, Usage
from stello_desktop.domain.reach import unreachable
from stello_desktop.engine.compression import AIM, FULL, MOST_SHARE, START, part_for, part_mark
from stello_desktop.engine.context_memory import MemoryContext
from stello_desktop.engine.fitting import NO_COMPRESS_FN
from stello_desktop.engine.tokens import estimate_request, estimate_text
from stello_desktop.llm.scripted import ScriptedModel, tool_reply
from tests.unit.engine.desk import Desk, all_events, until

LIMIT = 4_000
LONG = "word " * 320
"""400 tokens by our estimate; the tools that travel along are some 300 more."""


class Summaries:
    """A `compress_fn` that remembers what it was given."""

    def __init__(self, *answers: str | Exception) -> None:
        self._answers = list(answers) or ["They talked about words."]
        self.given: list[Sequence[ModelMessage]] = []

    async def __call__(self, messages: Sequence[ModelMessage]) -> str:
        self.given.append(tuple(messages))
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    def of(self, _model: LanguageModel) -> Callable[[Sequence[ModelMessage]], Awaitable[str]]:
        return self


def a_desk(summaries: Summaries | None = None, *replies: Any, limit: int | None = LIMIT) -> Desk:
    """One long question or answer is a tenth of what the model reads."""
    model = ScriptedModel(replies or [LONG], repeat_last=True, context_tokens=limit)
    values: dict[str, Any] = {"model": model, "context": MemoryContext()}
    if summaries is not None:
        values["summarise"] = summaries.of
    return Desk(**values)


async def talk(desk: Desk, rounds: int) -> None:
    for number in range(rounds):
        await desk.agent.turn(desk.plan, f"{number} {LONG}")


def sent(desk: Desk) -> ModelRequest:
    return desk.model.requests[-1]


def size(request: ModelRequest) -> int:
    return estimate_request(request)


async def parts_of(desk: Desk) -> tuple[EarlierPart, ...]:
    return (await desk.agent.context.get_context(desk.plan)).earlier


def test_nothing_is_summarised_below_eighty_percent() -> None:
    """C-7."""

    async def main() -> None:
        summaries = Summaries()
        desk = a_desk(summaries)
        await talk(desk, 4)
        assert size(sent(desk)) < LIMIT * START
        assert summaries.given == []
        assert await parts_of(desk) == ()

    asyncio.run(main())


def test_at_eighty_percent_the_earliest_rounds_become_a_summary_and_half_is_left() -> None:
    """C-7, C-1: the summary stands before the history; the records are untouched."""

    async def main() -> None:
        summaries = Summaries()
        desk = a_desk(summaries)
        await talk(desk, 5)
        request = sent(desk)
        assert size(request) <= LIMIT * (AIM + MOST_SHARE)
        system = request.messages[0].content
        assert "<earlier_conversation>\nThey talked about words.\n</earlier_conversation>" in system
        assert [message.role for message in request.messages[1:]] == [
            Role.USER,
            Role.ASSISTANT,
            Role.USER,
        ]
        assert request.messages[1].content.startswith("3 ")
        (given,) = summaries.given
        assert [message.content[:2] for message in given if message.role is Role.USER] == ["0 ", "1 ", "2 "]
        assert len(desk.records()) == 10
        (part,) = await parts_of(desk)
        assert (part.covered, part.author) == (6, SummaryAuthor.MODEL)

    asyncio.run(main())


def test_many_rounds_pass_before_the_next_summary_and_it_builds_on_the_last() -> None:
    """C-7: hysteresis; the old summary plus what newly left."""

    async def main() -> None:
        summaries = Summaries("First.", "Second.")
        desk = a_desk(summaries)
        await talk(desk, 9)
        assert [len(given) for given in summaries.given] == [6, 7]
        assert summaries.given[1][0] == ModelMessage(Role.SYSTEM, "First.")
        assert summaries.given[1][1].content.startswith("3 ")
        assert "Second." in sent(desk).messages[0].content
        assert "First." not in sent(desk).messages[0].content

    asyncio.run(main())


def test_a_summary_is_used_again_without_asking_for_it() -> None:
    """C-7: stored; the inspector shows the same parts."""

    async def main() -> None:
        summaries = Summaries()
        desk = a_desk(summaries)
        await talk(desk, 6)
        assert len(summaries.given) == 1
        kinds = [part.kind for part in await desk.agent.what_is_sent(desk.plan, "More")]
        assert kinds.count(PartKind.COMPRESSION) == 1
        assert kinds.index(PartKind.COMPRESSION) < kinds.index(PartKind.HISTORY)

    asyncio.run(main())


def test_another_version_of_a_covered_round_is_not_hidden_by_an_old_summary() -> None:
    """C-7, R-14: and the old one counts again where the old version does."""

    async def main() -> None:
        desk = a_desk(Summaries("Old.", "New."))
        await talk(desk, 5)
        kept = desk.records()
        (old,) = await parts_of(desk)
        await desk.agent.stream(desk.plan, "another first question", replaces=1).result
        now = desk.records()
        assert part_for(now, [old], len(now)) is None
        assert part_for(kept, [old], len(kept)) == old
        parts = await desk.agent.what_is_sent(desk.plan, "And now?")
        assert not any("Old." in part.text for part in parts)

    asyncio.run(main())


def test_a_note_that_was_changed_is_not_hidden_by_an_old_summary() -> None:
    """C-7, R-15: the mark is of the words, not of the ids alone."""

    async def main() -> None:
        summaries = Summaries("One.", "Two.")
        desk = a_desk(summaries)
        await talk(desk, 5)
        first = desk.records()[0]
        await desk.store.finish_record(first.record_id, content="changed", state=RecordState.DONE)
        parts = await desk.agent.what_is_sent(desk.plan, "Now?")
        assert not any("One." in part.text for part in parts)

    asyncio.run(main())


def test_the_running_round_always_stays() -> None:
    """C-7: also in the middle of its tools."""

    async def main() -> None:
        summaries = Summaries()
        desk = a_desk(summaries, LONG, LONG, tool_reply("look", text=LONG * 3), "Done.")

        async def look(_call: object) -> Any:
            from stello_desktop.domain.messages import ToolResult  # noqa: PLC0415 - only here

            return ToolResult(True, LONG * 2)

        desk.tools.bodies["look"] = look
        await talk(desk, 3)
        request = sent(desk)
        assert len(summaries.given) == 1
        roles = [message.role for message in request.messages[1:]]
        assert roles[-3:] == [Role.USER, Role.ASSISTANT, Role.TOOL]
        assert request.messages[-3].content.startswith("2 ")

    asyncio.run(main())


FAILURES: tuple[tuple[Exception | str, str], ...] = (
    (ProviderError(ProviderErrorKind.SERVER, "down"), "provider.server"),
    (ValueError("a function of somebody else"), "broken_rule"),
    (TimeoutError(), "provider.timeout"),
    ("  ", "provider.empty"),
)


@pytest.mark.parametrize(("failure", "code"), FAILURES, ids=[code for _, code in FAILURES])
def test_a_summary_that_fails_leaves_the_rounds_out_and_tells(failure: Exception | str, code: str) -> None:
    """C-7: never the cause of a failed round."""

    async def main() -> None:
        desk = a_desk(Summaries(failure))
        await talk(desk, 4)
        stream = desk.agent.stream(desk.plan, LONG)
        events = await all_events(stream)
        assert (await stream.result).turn.state is RecordState.DONE
        assert CompressionStarted() in events
        assert CompressionEnded(6, left_out=True, code=code) in events
        assert size(sent(desk)) <= LIMIT * AIM
        (part,) = await parts_of(desk)
        assert part.left_out
        assert part.code == code

    asyncio.run(main())


def test_without_a_compress_function_the_oldest_rounds_are_left_out() -> None:
    """C-7."""

    async def main() -> None:
        desk = a_desk()
        await talk(desk, 5)
        (part,) = await parts_of(desk)
        assert (part.left_out, part.code) == (True, NO_COMPRESS_FN)
        assert "<earlier_conversation>" not in sent(desk).messages[0].content

    asyncio.run(main())


def test_what_was_left_out_gets_into_the_next_summary() -> None:
    """C-7: nothing is lost for good by one failure."""

    async def main() -> None:
        summaries = Summaries(ProviderError(ProviderErrorKind.SERVER), "All of it.")
        desk = a_desk(summaries)
        await talk(desk, 9)
        asked = [message.content[:2] for message in summaries.given[1] if message.role is Role.USER]
        assert asked[:3] == ["0 ", "1 ", "2 "]
        assert (await parts_of(desk))[0].text == "All of it."

    asyncio.run(main())


def test_offline_nothing_is_kept_of_a_summary_that_was_not_made() -> None:
    """C-7, row 25: the question waits, and the next one asks for the summary anew."""

    async def main() -> None:
        gone = unreachable("refused")
        desk = a_desk(Summaries(gone), *(LONG,) * 4, gone)
        await talk(desk, 4)
        with pytest.raises(ProviderError):
            await desk.agent.turn(desk.plan, LONG)
        assert await parts_of(desk) == ()
        assert desk.records()[-1].state is RecordState.WAITING

    asyncio.run(main())


def test_without_a_key_nothing_is_kept_of_a_summary_that_was_not_made() -> None:
    """C-7, row 27: once the key is given the earlier rounds are summarised, not left out."""

    async def main() -> None:
        keyless = ProviderError(ProviderErrorKind.AUTH, "no key", reason="no_key")
        summaries = Summaries(keyless, "They talked about words.")
        desk = a_desk(summaries, *(LONG,) * 4, keyless, LONG)
        await talk(desk, 4)
        with pytest.raises(ProviderError):
            await desk.agent.turn(desk.plan, LONG)
        assert await parts_of(desk) == ()
        await desk.agent.turn(desk.plan, LONG)
        (part,) = await parts_of(desk)
        assert part.text == "They talked about words."
        assert not part.left_out

    asyncio.run(main())


def test_stop_ends_the_summary_and_the_request_never_leaves() -> None:
    """C-7, R-9."""

    async def main() -> None:
        begun, cancelled = asyncio.Event(), asyncio.Event()

        async def never(_messages: Sequence[ModelMessage]) -> str:
            begun.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.set()
                raise
            return ""

        desk = a_desk()
        await talk(desk, 4)
        asked = len(desk.model.requests)
        desk.agent.update_config(desk.plan, compress_fn=never)
        stream = desk.agent.stream(desk.plan, LONG)
        await until(begun.is_set)
        stream.stop()
        assert (await stream.result).turn.state is RecordState.STOPPED
        assert cancelled.is_set()
        assert len(desk.model.requests) == asked
        assert await parts_of(desk) == ()

    asyncio.run(main())


def test_a_conversations_own_function_goes_before_the_usual_one() -> None:
    """M-9, C-7."""

    async def main() -> None:
        usual, own = Summaries("usual"), Summaries("own")
        desk = a_desk(usual)
        desk.agent.update_config(desk.plan, compress_fn=own)
        await talk(desk, 5)
        assert (len(own.given), len(usual.given)) == (1, 0)

    asyncio.run(main())


def too_long(limit: int | None, asked: int | None = None) -> ProviderError:
    return ProviderError(ProviderErrorKind.CONTEXT_LENGTH, "too long", limit=limit, asked=asked)


def test_where_nobody_knows_the_size_nothing_is_summarised() -> None:
    """C-7."""

    async def main() -> None:
        summaries = Summaries()
        desk = a_desk(summaries, limit=None)
        await talk(desk, 20)
        assert summaries.given == []

    asyncio.run(main())


def test_a_refusal_that_names_a_size_is_answered_by_a_shorter_request_once() -> None:
    """C-7, Q24: the person is told why, and the message is sent again by itself."""

    async def main() -> None:
        summaries = Summaries()
        desk = a_desk(summaries, *(LONG,) * 6, too_long(LIMIT, 8_000), "Here I am.", limit=None)
        await talk(desk, 6)
        stream = desk.agent.stream(desk.plan, LONG)
        events: list[RoundEvent] = await all_events(stream)
        assert (await stream.result).turn.final_content == "Here I am."
        assert CompressionStarted(LIMIT) in events
        refused, again = desk.model.requests[-2:]
        assert size(again) < size(refused)
        assert size(again) * 8_000 / size(refused) <= LIMIT * (AIM + MOST_SHARE)
        assert [record.state for record in desk.records()[-2:]] == [RecordState.DONE, RecordState.DONE]

    asyncio.run(main())


def test_a_refusal_teaches_how_the_model_counts() -> None:
    """C-6: it counted 2 tokens for each of ours; the next request is measured so."""

    async def main() -> None:
        desk = a_desk(Summaries(), *(LONG,) * 3, too_long(LIMIT, 8_000), "Yes.", limit=None)
        await talk(desk, 3)
        await desk.agent.turn(desk.plan, LONG)
        state = await desk.agent.context.get_context(desk.plan)
        assert state.ratios[desk.model.ref] == pytest.approx(8_000 / size(desk.model.requests[-2]), rel=0.01)

    asyncio.run(main())


@pytest.mark.parametrize("error", [too_long(None), too_long(LIMIT)], ids=["no size", "too long again"])
def test_it_is_sent_again_only_once_and_only_where_that_can_help(error: ProviderError) -> None:
    """C-7, Q24, R-10: otherwise the failure is the person's to see."""

    async def main() -> None:
        desk = a_desk(Summaries(), *(LONG,) * 4, error, too_long(LIMIT), limit=None)
        await talk(desk, 4)
        with pytest.raises(ProviderError) as raised:
            await desk.agent.turn(desk.plan, LONG)
        assert raised.value.kind is ProviderErrorKind.CONTEXT_LENGTH
        assert len(desk.model.requests) == (5 if error.params["limit"] is None else 6)
        assert desk.records()[-1].state is RecordState.FAILED

    asyncio.run(main())


def test_one_round_that_is_too_long_alone_is_refused_as_ever() -> None:
    """C-7: whole rounds only; nothing is cut in the middle of the person's words."""

    async def main() -> None:
        summaries = Summaries()
        desk = a_desk(summaries, too_long(LIMIT), limit=None)
        with pytest.raises(ProviderError):
            await desk.agent.turn(desk.plan, LONG * 30)
        assert summaries.given == []
        assert len(desk.model.requests) == 1

    asyncio.run(main())


def test_removing_a_summary_sends_everything_until_it_no_longer_fits() -> None:
    """C-7: *Remove* is remembered until the next need."""

    async def main() -> None:
        summaries = Summaries()
        desk = a_desk(summaries)
        await talk(desk, 5)
        await desk.agent.context.forget_earlier(desk.plan)
        whole = await desk.agent.next_request(desk.plan, LONG)
        assert (whole.tokens > LIMIT * FULL, whole.shortened) == (True, True)
        await desk.agent.turn(desk.plan, LONG)
        assert len(summaries.given) == 2
        assert (await desk.agent.context.get_context(desk.plan)).choices.whole is False

    asyncio.run(main())


def test_between_eighty_and_ninety_five_percent_removing_means_no_summary() -> None:
    """C-7."""

    async def main() -> None:
        summaries = Summaries()
        desk = a_desk(summaries, "short")
        await talk(desk, 5)
        await desk.agent.context.forget_earlier(desk.plan)
        await desk.agent.turn(desk.plan, LONG * 3)
        assert LIMIT * START < size(sent(desk)) <= LIMIT * FULL
        assert summaries.given == []

    asyncio.run(main())


def test_words_of_the_person_stand_for_the_earlier_part_like_any_summary() -> None:
    """C-7, K-4: *Edit* by hand; the next summary builds on them."""

    async def main() -> None:
        summaries = Summaries("Model's words.", "Both.")
        desk = a_desk(summaries)
        await talk(desk, 5)
        (part,) = await parts_of(desk)
        by_hand = EarlierPart(
            covered=part.covered, last=part.last, mark=part.mark, text="My words.", author=SummaryAuthor.HAND
        )
        await desk.agent.context.put_earlier(desk.plan, by_hand)
        await desk.agent.turn(desk.plan, "Next")
        assert "My words." in sent(desk).messages[0].content
        await talk(desk, 4)
        assert summaries.given[1][0].content == "My words."

    asyncio.run(main())


def test_what_was_left_out_can_be_summarised_later() -> None:
    """C-7: *Summarise it now*."""

    async def main() -> None:
        desk = a_desk(Summaries(ProviderError(ProviderErrorKind.SERVER), "Late, but there."))
        await talk(desk, 5)
        made = await desk.agent.summarise_earlier(desk.plan)
        assert made is not None
        assert made.text == "Late, but there."
        assert await desk.agent.summarise_earlier(desk.plan) is None
        await desk.agent.turn(desk.plan, "Next")
        assert "Late, but there." in sent(desk).messages[0].content

    asyncio.run(main())


def test_asked_for_twice_at_once_a_late_summary_is_made_once() -> None:
    """C-7: a double click is one request."""

    async def main() -> None:
        summaries = Summaries(ProviderError(ProviderErrorKind.SERVER), "Late.")
        desk = a_desk(summaries)
        await talk(desk, 5)
        made = await asyncio.gather(*(desk.agent.summarise_earlier(desk.plan) for _ in range(3)))
        assert [part.text for part in made if part is not None] == ["Late."]
        assert len(summaries.given) == 2

    asyncio.run(main())


@pytest.mark.parametrize("removed", [True, False])
def test_a_late_summary_leaves_what_the_person_did_meanwhile(removed: bool) -> None:
    """C-7, K-4: removed stays removed, and their own words stay."""

    async def main() -> None:
        desk = a_desk(Summaries(ProviderError(ProviderErrorKind.SERVER)))
        await talk(desk, 5)
        (part,) = await parts_of(desk)
        mine = replace(part, text="My words.", author=SummaryAuthor.HAND)
        context = desk.agent.context

        async def meanwhile(_messages: Sequence[ModelMessage]) -> str:
            if removed:
                await context.forget_earlier(desk.plan)
            else:
                await context.put_earlier(desk.plan, mine)
            return "Too late."

        desk.agent.update_config(desk.plan, compress_fn=meanwhile)
        assert await desk.agent.summarise_earlier(desk.plan) is None
        assert await parts_of(desk) == (() if removed else (mine,))

    asyncio.run(main())


@pytest.mark.parametrize("removed", [True, False])
def test_a_summary_in_a_round_leaves_what_the_person_did_meanwhile(removed: bool) -> None:
    """C-7, K-4: it serves this request alone; the next one is made on the person's words."""

    async def main() -> None:
        desk = a_desk(Summaries("First."))
        await talk(desk, 5)
        (part,) = await parts_of(desk)
        mine = replace(part, text="My words.", author=SummaryAuthor.HAND)
        context, given = desk.agent.context, list[Sequence[ModelMessage]]()

        async def meanwhile(messages: Sequence[ModelMessage]) -> str:
            given.append(messages)
            if len(given) == 1:
                await (context.forget_earlier(desk.plan) if removed else context.put_earlier(desk.plan, mine))
            return "Second."

        desk.agent.update_config(desk.plan, compress_fn=meanwhile)
        for _ in range(4):
            await desk.agent.turn(desk.plan, LONG)
            if given:
                break
        assert "Second." in sent(desk).messages[0].content
        assert await parts_of(desk) == (() if removed else (mine,))
        if not removed:
            await desk.agent.turn(desk.plan, LONG)
            assert given[1][0].content == "My words."

    asyncio.run(main())


def test_a_late_summary_has_its_share_as_the_model_counts() -> None:
    """C-6, C-7: where only its service lists how much it reads, and where it counts twice what we estimate."""

    async def main() -> None:
        summaries = Summaries(ProviderError(ProviderErrorKind.SERVER), "tale " * 3_000)
        model = ScriptedModel([LONG], repeat_last=True)
        desk = Desk(model=model, summarise=summaries.of, context_tokens=lambda _model: LIMIT)
        await talk(desk, 5)
        await desk.agent.context.put_ratio(desk.plan, model.ref, 2.0)
        made = await desk.agent.summarise_earlier(desk.plan)
        assert made is not None
        assert LIMIT * MOST_SHARE / 4 < estimate_text(made.text) <= LIMIT * MOST_SHARE / 2

    asyncio.run(main())


def test_a_summary_that_is_longer_than_its_share_is_cut() -> None:
    """C-7: otherwise the next round would need another one at once."""

    async def main() -> None:
        summaries = Summaries("tale " * 3_000)
        desk = a_desk(summaries)
        await talk(desk, 6)
        assert len(summaries.given) == 1
        (part,) = await parts_of(desk)
        assert estimate_text(part.text) <= LIMIT * MOST_SHARE

    asyncio.run(main())


def test_a_preview_tells_of_a_summary_that_would_be_made_and_makes_none() -> None:
    """C-5, C-7."""

    async def main() -> None:
        summaries = Summaries()
        desk = a_desk(summaries)
        await talk(desk, 4)
        preview = await desk.agent.next_request(desk.plan, LONG)
        assert preview.shortened
        assert preview.tokens > LIMIT * START
        assert [part.pending for part in preview.parts if part.kind is PartKind.COMPRESSION] == [True]
        assert sum(part.tokens for part in preview.parts) <= LIMIT * AIM
        assert summaries.given == []

    asyncio.run(main())


def test_what_a_model_counts_corrects_the_estimate() -> None:
    """C-6: a model that counts 2 tokens for each of ours is full at half of our estimate; the ratio is kept."""

    async def main() -> None:
        def reply(request: ModelRequest) -> Any:
            usage = Usage(2 * estimate_request(request), 10)
            return (TextDelta(LONG), UsageReport(usage), StreamEnd(EndReason.COMPLETE))

        summaries = Summaries()
        desk = a_desk(summaries, reply)
        await talk(desk, 2)
        assert (await desk.agent.context.get_context(desk.plan)).ratios[desk.model.ref] == pytest.approx(2.0)
        await desk.agent.turn(desk.plan, LONG)
        assert len(summaries.given) == 1
        preview = await desk.agent.next_request(desk.plan)
        assert preview.ratio == pytest.approx(2.0)

    asyncio.run(main())


@pytest.mark.parametrize(
    ("counted", "ratio"),
    [(None, None), (1, None), (30, None), (150, 1.5), (100_000, 6.0)],
    ids=["not counted", "what was not in a cache", "less than can be", "more", "more than can be"],
)
def test_only_a_sensible_count_corrects(counted: int | None, ratio: float | None) -> None:
    """C-6, Q24."""

    async def main() -> None:
        def reply(request: ModelRequest) -> Any:
            share = None if counted is None else counted * estimate_request(request) // 100
            usage = Usage(share, 10)
            return (TextDelta("Yes."), UsageReport(usage), StreamEnd(EndReason.COMPLETE))

        desk = a_desk(None, reply, limit=None)
        await talk(desk, 1)
        found = (await desk.agent.context.get_context(desk.plan)).ratios.get(desk.model.ref)
        assert found == (None if ratio is None else pytest.approx(ratio, rel=0.02))

    asyncio.run(main())


def test_a_summary_in_the_making_is_seen_before_the_request_leaves() -> None:
    """C-7: *Summarising the earlier part…*."""

    async def main() -> None:
        going_on, seen = asyncio.Event(), asyncio.Event()

        async def slow(_messages: Sequence[ModelMessage]) -> str:
            await going_on.wait()
            return "There."

        desk = a_desk()
        await talk(desk, 4)
        desk.agent.update_config(desk.plan, compress_fn=slow)
        asked = len(desk.model.requests)
        stream = desk.agent.stream(desk.plan, LONG)

        async def watch() -> None:
            async for event in stream.events():
                if isinstance(event, CompressionStarted):
                    seen.set()

        watching = asyncio.create_task(watch())
        await until(seen.is_set)
        assert len(desk.model.requests) == asked
        going_on.set()
        await stream.result
        await watching
        assert len(desk.model.requests) == asked + 1

    asyncio.run(main())


def test_a_fork_with_a_summary_asks_as_the_source_does_for_its_own() -> None:
    """F-5, C-7: one function for both."""

    async def main() -> None:
        from stello_desktop.domain.config import EngineForkOptions  # noqa: PLC0415 - only here

        summaries = Summaries("In short.")
        desk = a_desk(summaries)
        await talk(desk, 1)
        child = await desk.agent.fork_session(desk.plan, EngineForkOptions(label="child", context="compress"))
        assert len(summaries.given) == 1
        bindings = await desk.store.get_bindings(child.session_id)
        assert bindings.inherited_summary == "In short."

    asyncio.run(main())


async def brought_along(desk: Desk, **fields: Any) -> tuple[SessionId, Sequence[EarlierPart]]:
    options = EngineForkOptions(label="Costs", **fields)
    branch = (await desk.agent.fork_session(desk.plan, options)).session_id
    return branch, (await desk.agent.context.get_context(branch)).earlier


def test_a_branch_goes_on_with_the_summary_of_the_conversation_that_it_brings_along() -> None:
    """F-5, C-7, K-4: no second request, the person's own words, and the preview is what is sent (C-5)."""

    async def main() -> None:
        summaries = Summaries()
        desk = a_desk(summaries)
        await talk(desk, 5)
        (part,) = await parts_of(desk)
        mine = replace(part, text="My words.", author=SummaryAuthor.HAND)
        await desk.agent.context.put_earlier(desk.plan, mine)
        ground = await desk.agent.branch_ground(desk.plan)
        options = EngineForkOptions(label="Costs", context="inherit")
        preview = ground.preview(None, options, text="And the costs?")
        branch, (own,) = await brought_along(desk, context="inherit")
        assert (own.text, own.author, own.covered) == ("My words.", SummaryAuthor.HAND, part.covered)
        assert own.mark != part.mark
        await desk.agent.turn(branch, "And the costs?")
        assert sent(desk).messages == preview.built.request.messages
        assert preview.messages == len(desk.records(branch)) - 2
        assert "My words." in sent(desk).messages[0].content
        assert [len(summaries.given), await parts_of(desk)] == [1, (mine,)]
        await desk.agent.context.forget_earlier(branch)
        assert await parts_of(desk) == (mine,)  # a copy of its own

    asyncio.run(main())


def test_a_summary_comes_along_only_with_all_that_it_stands_for() -> None:
    """F-5, C-7: not with a part of it, an empty branch or a summary in its place."""

    async def main() -> None:
        desk = a_desk(Summaries())
        await talk(desk, 5)
        (part,) = await parts_of(desk)
        records = desk.records()
        inside, at_the_end = records[part.covered - 3], records[part.covered - 1]
        for record, count in ((inside, 0), (at_the_end, 1)):
            options = EngineForkOptions(label="Here")
            entry = await desk.agent.fork_session(desk.plan, options, until=record.record_id)
            assert len((await desk.agent.context.get_context(entry.session_id)).earlier) == count
        for context in ("none", "compress", lambda items: items[2:], lambda items: items[::-1]):
            assert (await brought_along(desk, context=context))[1] == ()
        assert len((await brought_along(desk, context=lambda items: items[:-1]))[1]) == 1

    asyncio.run(main())


def test_a_branch_of_a_branch_goes_on_with_it_too_and_what_was_cleaned_away_is_not_counted() -> None:
    """F-5, F-9, C-7."""

    async def main() -> None:
        stopped = (TextDelta(""), StreamEnd(EndReason.CANCELLED))
        summaries = Summaries()
        desk = a_desk(summaries, LONG, stopped, LONG)
        await desk.agent.turn(desk.plan, LONG)
        await desk.agent.turn(desk.plan, LONG)
        await talk(desk, 3)
        (part,) = await parts_of(desk)
        child, (own,) = await brought_along(desk, context="inherit")
        options = EngineForkOptions(label="Grandchild", context="inherit")
        grandchild = (await desk.agent.fork_session(child, options)).session_id
        ((again,), records) = (
            (await desk.agent.context.get_context(grandchild)).earlier,
            desk.records(grandchild),
        )
        assert (again.text, again.covered) == (part.text, own.covered)
        assert again.covered < part.covered
        assert part_for(records, (again,), len(records)) == again
        asked = len(summaries.given)
        await desk.agent.turn(grandchild, "short")
        assert len(summaries.given) == asked

    asyncio.run(main())


def test_what_was_left_out_is_not_left_out_of_a_branch_unasked() -> None:
    """C-7: there may be a summary by then."""

    async def main() -> None:
        desk = a_desk(Summaries(ProviderError(ProviderErrorKind.SERVER), "Now."))
        await talk(desk, 5)
        branch, parts = await brought_along(desk, context="inherit")
        assert parts == ()
        await desk.agent.turn(branch, LONG)
        assert "Now." in sent(desk).messages[0].content

    asyncio.run(main())


def test_a_mark_tells_apart_what_a_model_would_read_differently() -> None:
    """C-7."""

    async def main() -> None:
        desk = a_desk()
        await talk(desk, 2)
        records = desk.records()
        assert part_mark(records) == part_mark(desk.records())
        assert part_mark(records) != part_mark(records[:-1])
        assert records[0].record_id != RecordId(0)

    asyncio.run(main())
