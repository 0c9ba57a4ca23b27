"""From records to memory: by the conversation's own model, beside its lane, after the person (K-1 to K-4, D-4, Q-1)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from stello_desktop.domain.config import UNSET, ConsolidateFn, EngineForkOptions, SessionConfig
from stello_desktop.domain.errors import (
    BrokenRule,
    MemoryNotMade,
    ProviderError,
    ProviderErrorKind,
    SessionNotFound,
)
from stello_desktop.domain.events import EndReason, StreamEnd, TextDelta
from stello_desktop.domain.ids import new_session_id
from stello_desktop.domain.memory import WHOLE_CHARS, InsightSource, InsightState, MemoryAuthor
from stello_desktop.domain.messages import (
    ModelMessage,
    ModelRequest,
    Record,
    RecordDraft,
    RecordState,
    Role,
)
from stello_desktop.domain.scripted import Script
from stello_desktop.engine.asking import ask_whole
from stello_desktop.engine.consolidation import Consolidated, ConsolidationOutcome
from stello_desktop.engine.digesting import MOST_CHARS
from stello_desktop.engine.tokens import estimate_request
from tests.helpers.memories import DIGEST_MARKS, MemoryDesk, Mind, material_of, until
from tests.unit.engine.desk import Desk, run

WRITTEN, UNCHANGED = ConsolidationOutcome.WRITTEN, ConsolidationOutcome.UNCHANGED


def test_a_conversation_becomes_a_digest_by_its_own_model() -> None:
    """K-1, M-10: everything that was said is in the request, and who made the digest is kept with it."""

    async def main() -> None:
        desk = MemoryDesk(Mind(["They settled on red."]))
        await desk.talk("Which colour?", "And the price?")
        await desk.store.append(desk.plan, [RecordDraft(role=Role.USER, content="Ask Ann first.")])
        made = await desk.agent.consolidate_session(desk.plan)
        assert made.outcome is WRITTEN
        assert made.digest is not None
        assert (made.digest.text, made.digest.author) == ("They settled on red.", MemoryAuthor.MODEL)
        assert made.digest.model == desk.mind.ref
        assert made.digest.covers.rounds == 2
        (request,) = desk.mind.digests
        assert not request.tools
        said = material_of(request)
        assert said.index("Which colour?") < said.index("And the price?") < said.index("Ask Ann first.")

    run(main())


def test_the_request_speaks_the_language_of_the_conversation() -> None:
    """K-1."""

    async def main() -> None:
        desk = MemoryDesk(Mind(answers=["当然可以，我们先列出费用。"]))
        await desk.talk("帮我计划一下预算")
        await desk.agent.consolidate_session(desk.plan)
        (request,) = desk.mind.digests
        assert "撰写简短摘要" in request.messages[0].content
        assert "用户: 帮我计划一下预算" in material_of(request)

    run(main())


@pytest.mark.parametrize(
    "reply",
    [
        "<think>They want <b>red</b>.</think>\nRed it is.",
        "still thinking</think>Red it is.",
        "Red it is.<think>Is that all?",
        "<thinking>a</thinking> Red it is. <think>b</think>",
    ],
)
def test_thinking_is_no_part_of_a_digest(reply: str) -> None:
    """K-3: neither of what a model answers, nor of what it is given."""

    async def main() -> None:
        desk = MemoryDesk(Mind([reply], answers=["<think>secret thought</think>Red."]))
        await desk.talk()
        await desk.agent.consolidate_session(desk.plan)
        assert await desk.digest() == "Red it is."
        assert "secret thought" not in material_of(desk.mind.digests[0])

    run(main())


def test_memory_is_never_in_the_conversations_own_context() -> None:
    """C-1, K-1."""

    async def main() -> None:
        desk = MemoryDesk(Mind(["A summary of Plan."]))
        await desk.talk()
        await desk.agent.consolidate_session(desk.plan)
        await desk.talk("Next?")
        sent = "\n".join(message.content for message in desk.mind.rounds[-1].messages)
        assert "A summary of Plan." not in sent

    run(main())


def test_nothing_is_consolidated_that_did_not_change() -> None:
    """D-4: no request, no version; not even where something happened that came to nothing."""

    async def main() -> None:
        desk = MemoryDesk()
        assert (await desk.agent.consolidate_session(desk.plan)).outcome is ConsolidationOutcome.NOTHING
        await desk.talk()
        await desk.agent.consolidate_session(desk.plan)
        for _ in range(3):
            made = await desk.agent.consolidate_session(desk.plan)
            assert made.outcome is UNCHANGED
            assert made.digest is not None
            assert made.digest.text == "They talked."
        assert len(desk.mind.digests) == 1
        assert len(await desk.kept.digest_versions(desk.plan)) == 1

    run(main())


def test_words_of_a_person_stay_until_they_say_otherwise() -> None:
    """K-4: then the model gets them as the memory so far; earlier versions are kept (K-1)."""

    async def main() -> None:
        desk = MemoryDesk(Mind(["By the model."]))
        await desk.talk("One?")
        await desk.agent.put_memory(desk.plan, "My own words.")
        await desk.talk("Two?")
        made = await desk.agent.consolidate_session(desk.plan)
        assert made.outcome is ConsolidationOutcome.BY_HAND
        assert made.digest is not None
        assert (made.digest.text, made.digest.outdated) == ("My own words.", True)
        assert desk.mind.digests == []
        made = await desk.agent.consolidate_session(desk.plan, over_hand=True)
        assert made.outcome is WRITTEN
        said = material_of(desk.mind.digests[0])
        assert said.index("My own words.") < said.index("Two?")
        versions = await desk.kept.digest_versions(desk.plan)
        assert [item.text for item in versions] == ["By the model.", "My own words."]

    run(main())


@pytest.mark.parametrize("over_hand", [False, True])
def test_words_that_a_person_writes_meanwhile_are_not_overwritten(over_hand: bool) -> None:
    """K-4: not even where they had said that earlier ones may go. The naive way writes what it has asked for."""

    async def main() -> None:
        desk = MemoryDesk(Mind(["By the model."]))
        await desk.talk()
        if over_hand:
            await desk.agent.put_memory(desk.plan, "Old words.")
            await desk.talk()
        desk.mind.hold = asyncio.Event()
        task = asyncio.ensure_future(desk.agent.consolidate_session(desk.plan, over_hand=over_hand))
        await until(lambda: bool(desk.mind.digests))
        await desk.agent.put_memory(desk.plan, "New words.")
        desk.mind.hold.set()
        made = await task
        assert made.digest is not None
        assert made.digest.text == "New words."
        assert await desk.digest() == "New words."

    run(main())


# -- the lane


def test_a_turn_of_the_person_goes_first() -> None:
    """Q-1: the request that runs is ended, the turn answers at once, and the consolidation is asked for again."""

    async def main() -> None:
        desk = MemoryDesk()
        await desk.talk("One?")
        desk.mind.hold = asyncio.Event()
        task = asyncio.ensure_future(desk.agent.consolidate_session(desk.plan))
        await until(lambda: bool(desk.mind.digests))
        await desk.talk("Two?")  # would never end if it had to wait
        assert desk.mind.cancelled == 1
        desk.mind.hold.set()
        assert (await task).outcome is WRITTEN
        (again,) = desk.mind.digests
        assert "Two?" in material_of(again)

    run(main())


def test_a_consolidation_waits_for_a_turn_that_runs() -> None:
    """Q-1, K-1: it reads the conversation when the answer is whole."""

    async def main() -> None:
        desk = MemoryDesk(
            Mind(answers=[[TextDelta("Half "), TextDelta("an answer."), StreamEnd(EndReason.COMPLETE)]])
        )
        stream = desk.agent.stream(desk.plan, "One?")
        await stream.started
        task = asyncio.ensure_future(desk.agent.consolidate_session(desk.plan))
        await asyncio.sleep(0)
        assert desk.mind.digests == []
        await stream.result
        await task
        assert "Half an answer." in material_of(desk.mind.digests[0])

    run(main())


def test_the_model_is_asked_outside_the_lane_and_the_digest_written_inside() -> None:
    """Q-1. The naive way holds the lane while it asks, or writes without it."""

    async def main() -> None:
        desk = MemoryDesk()
        await desk.talk()
        desk.mind.hold = asyncio.Event()
        task = asyncio.ensure_future(desk.agent.consolidate_session(desk.plan))
        await until(lambda: bool(desk.mind.digests))
        assert not desk.agent.is_busy(desk.plan)
        async with desk.agent.lane(desk.plan):
            desk.mind.hold.set()
            await until(lambda: len(desk.mind.digests) == 1 and desk.agent.is_busy(desk.plan))
            for _ in range(20):
                await asyncio.sleep(0)
            assert not task.done()
            assert await desk.digest() == ""
        await task
        assert await desk.digest() == "They talked."

    run(main())


def test_turns_elsewhere_go_first_only_where_they_would_wait_for_the_same_model() -> None:
    """Q-1: a server on this computer answers one after the other."""

    async def main(shared: bool) -> int:
        desk = MemoryDesk(gives_way=lambda asking, turn: shared or asking == turn)
        other = desk.store.add("Other")
        await desk.talk()
        desk.mind.hold = asyncio.Event()
        task = asyncio.ensure_future(desk.agent.consolidate_session(desk.plan))
        await until(lambda: bool(desk.mind.digests))
        await desk.talk("Elsewhere?", session_id=other)
        desk.mind.hold.set()
        assert (await task).outcome is WRITTEN
        return desk.mind.cancelled

    assert run(main(shared=False)) == 0
    assert run(main(shared=True)) == 1


def test_two_consolidations_of_one_conversation_are_one() -> None:
    """D-3, Q-1."""

    async def main() -> None:
        desk = MemoryDesk()
        await desk.talk()
        made = await asyncio.gather(*(desk.agent.consolidate_session(desk.plan) for _ in range(5)))
        assert [item.outcome for item in made] == [WRITTEN, *[UNCHANGED] * 4]
        assert len(desk.mind.digests) == 1

    run(main())


def test_different_conversations_are_consolidated_side_by_side() -> None:
    """Q-1."""

    async def main() -> None:
        desk = MemoryDesk()
        other = desk.store.add("Other")
        await desk.talk()
        await desk.talk(session_id=other)
        desk.mind.hold = asyncio.Event()
        tasks = [asyncio.ensure_future(desk.agent.consolidate_session(item)) for item in (desk.plan, other)]
        await until(lambda: len(desk.mind.digests) == 2)
        desk.mind.hold.set()
        assert [item.outcome for item in await asyncio.gather(*tasks)] == [WRITTEN, WRITTEN]

    run(main())


# -- failures


BROKEN: dict[str, Script] = {
    "refused": ProviderError(ProviderErrorKind.RATE_LIMITED),
    "broken off": [TextDelta("They"), StreamEnd(EndReason.INTERRUPTED, ProviderErrorKind.LOST, "gone")],
    "raised in the middle": [TextDelta("They"), ProviderError(ProviderErrorKind.SERVER)],
    "no end": [TextDelta("They")],
    "filtered": [TextDelta("They"), StreamEnd(EndReason.FILTERED)],
    "nothing": [StreamEnd(EndReason.COMPLETE)],
    "only thinking": "<think>What shall I say?",
    "only space": " \n\n ",
}


@pytest.mark.parametrize("reply", BROKEN.values(), ids=BROKEN.keys())
def test_an_answer_that_is_none_leaves_the_digest_as_it_was(reply: Script) -> None:
    """K-1, D-3: the failure is told, and the next attempt is as if there had been none."""

    async def main() -> None:
        desk = MemoryDesk(Mind(["First.", reply, "Second."]))
        await desk.talk()
        await desk.agent.consolidate_session(desk.plan)
        await desk.talk()
        with pytest.raises(ProviderError):
            await desk.agent.consolidate_session(desk.plan)
        assert [item.text for item in await desk.kept.digest_versions(desk.plan)] == ["First."]
        assert not desk.agent.is_busy(desk.plan)
        assert (await desk.agent.consolidate_session(desk.plan)).outcome is WRITTEN
        assert await desk.digest() == "Second."

    run(main())


def test_a_model_that_says_nothing_is_not_waited_for_for_ever() -> None:
    """D-3."""

    async def main() -> None:
        desk = MemoryDesk()
        await desk.talk()
        desk.mind.hold = asyncio.Event()
        with pytest.raises(ProviderError) as raised:
            await ask_whole(desk.mind, _digest_request(), quiet_s=0.02)
        assert raised.value.kind is ProviderErrorKind.TIMEOUT
        assert desk.mind.cancelled == 1

    run(main())


def _digest_request() -> ModelRequest:
    return ModelRequest((ModelMessage(Role.SYSTEM, DIGEST_MARKS[0]), ModelMessage(Role.USER, "x")))


def test_a_consolidation_that_is_cancelled_leaves_nothing() -> None:
    """D-3, Q-1: at each of its waits."""

    async def main() -> None:
        desk = MemoryDesk()
        await desk.talk()
        desk.mind.hold = asyncio.Event()
        task = asyncio.ensure_future(desk.agent.consolidate_session(desk.plan))
        await until(lambda: bool(desk.mind.digests))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert desk.mind.cancelled == 1
        assert await desk.digest() == ""
        desk.mind.hold.set()
        assert (await desk.agent.consolidate_session(desk.plan)).outcome is WRITTEN

    run(main())


# -- long conversations


def test_of_a_long_conversation_only_what_is_new_is_read() -> None:
    """K-1: with the memory so far; a short one is read as a whole each time."""

    async def main() -> None:
        desk = MemoryDesk()
        await desk.talk("First short question?")
        await desk.agent.consolidate_session(desk.plan)
        await desk.talk("Second short question?")
        await desk.agent.consolidate_session(desk.plan)
        assert "First short question?" in material_of(desk.mind.digests[-1])
        await desk.talk("A long one: " + "word " * (WHOLE_CHARS // 5))
        await desk.agent.consolidate_session(desk.plan)
        assert "First short question?" not in material_of(desk.mind.digests[-1])
        desk.mind.say("digest", "All of that.")
        await desk.talk("The newest question?")
        seen = len(desk.mind.digests)
        await desk.agent.consolidate_session(desk.plan)
        (newest,) = desk.mind.digests[seen:]
        said = material_of(newest)
        assert "They talked." in said
        assert "The newest question?" in said
        assert "A long one" not in said

    run(main())


def test_what_does_not_fit_is_read_bit_by_bit() -> None:
    """K-1, C-6: each request carries the digest so far, fits the model, and nothing is left out."""

    async def main() -> None:
        desk = MemoryDesk(
            Mind(
                [lambda request: f"<think>secret</think>Digest {len(desk.mind.digests)}."],
                context_tokens=2_000,
            )
        )
        for number in range(12):
            await desk.store.append(
                desk.plan, [RecordDraft(role=Role.USER, content=f"note {number} " + "word " * 300)]
            )
        made = await desk.agent.consolidate_session(desk.plan)
        assert made.outcome is WRITTEN
        requests = desk.mind.digests
        assert len(requests) > 4
        assert all(len(material_of(item)) < 2_000 * 4 for item in requests)
        for place, item in enumerate(requests[1:], 1):
            assert f"Digest {place}." in material_of(item)
        together = "\n".join(material_of(item) for item in requests)
        assert all(f"note {number} " in together for number in range(12))
        assert "secret" not in together
        assert made.digest is not None
        assert made.digest.text == f"Digest {len(requests)}."

    run(main())


def test_one_message_that_is_too_long_alone_is_cut() -> None:
    """K-1."""

    async def main() -> None:
        desk = MemoryDesk(Mind(context_tokens=2_000))
        text = "".join(f"<{number}>" for number in range(4_000))
        await desk.store.append(desk.plan, [RecordDraft(role=Role.USER, content=text)])
        await desk.agent.consolidate_session(desk.plan)
        pieces = [
            material_of(item).partition("conversation")[2].partition(":\n")[2].partition("\n\nWrite one")[0]
            for item in desk.mind.digests
        ]
        assert len(pieces) > 2
        assert "".join(pieces) == f"Person's note: {text}"

    run(main())


@pytest.mark.parametrize("limit", [None, 1_500])
def test_a_refusal_as_too_long_makes_the_next_request_smaller(limit: int | None) -> None:
    """K-1, C-6: nobody knew how much the model reads, or the estimate was wrong; nothing is left out."""

    async def main() -> None:
        def answer(request: ModelRequest) -> str | ProviderError:
            if len(material_of(request)) > 3_000:
                params: dict[str, Any] = {} if limit is None else {"limit": limit}
                return ProviderError(ProviderErrorKind.CONTEXT_LENGTH, **params)
            return "Fits."

        desk = MemoryDesk(Mind([answer]))
        for number in range(10):
            await desk.store.append(
                desk.plan, [RecordDraft(role=Role.USER, content=f"note {number} " + "word " * 200)]
            )
        assert (await desk.agent.consolidate_session(desk.plan)).outcome is WRITTEN
        taken = [material_of(item) for item in desk.mind.digests if len(material_of(item)) <= 3_000]
        assert all(any(f"note {number} " in text for text in taken) for number in range(10))
        assert len(desk.mind.digests) < 40

    run(main())


def test_a_model_that_finds_everything_too_long_is_not_asked_for_ever() -> None:
    """K-1, D-3."""

    async def main() -> None:
        desk = MemoryDesk(Mind([ProviderError(ProviderErrorKind.CONTEXT_LENGTH)]))
        await desk.talk()
        with pytest.raises(ProviderError):
            await desk.agent.consolidate_session(desk.plan)
        assert len(desk.mind.digests) < 12

    run(main())


def test_a_digest_that_is_too_long_ends_at_a_word_and_says_so() -> None:
    """K-1: the rest is left out, and a mark stands in its place."""

    async def main() -> None:
        desk = MemoryDesk(Mind([" ".join(f"word{number}" for number in range(5_000))]))
        await desk.talk()
        await desk.agent.consolidate_session(desk.plan)
        text = await desk.digest()
        assert MOST_CHARS - 20 < len(text) <= MOST_CHARS
        assert text.endswith(" […]")
        *whole, last = text.removesuffix(" […]").split(" ")
        assert last == f"word{len(whole)}"
        assert desk.mind.cancelled == 1  # nobody listens to the rest
        desk.mind.say("digest", "<think>" + "word " * 5_000 + "</think>Short.")
        await desk.talk()
        await desk.agent.consolidate_session(desk.plan)
        assert await desk.digest() == "Short."

    run(main())


@pytest.mark.parametrize(
    "answer",
    [
        '{"error": "no such tool", "code": 3}',
        '```json\n[{"role": "user", "content": "Why?"}]\n```',
        '{"messages": [{"role": "user", "content": "broken off',
        "1234567 --- 890",
        "and so on, " * 300,
        "等等，" * 500,
    ],
)
def test_what_is_plainly_no_summary_takes_no_place_of_one(answer: str) -> None:
    """K-1: data, numbers, and the same words over and over; what holds stays, and it is said."""

    async def main() -> None:
        desk = MemoryDesk(Mind(["They talked.", answer]))
        await desk.talk()
        await desk.agent.consolidate_session(desk.plan)
        await desk.talk()
        with pytest.raises(MemoryNotMade) as failure:
            await desk.agent.consolidate_session(desk.plan)
        assert failure.value.params["reason"] == "no_summary"
        assert await desk.digest() == "They talked."

    run(main())


@pytest.mark.parametrize(
    "answer",
    [
        '{"summary": "They agreed on {a}."}',
        '```json\n{"text": "They agreed on {a}."}\n```',
        "**Summary:** They agreed on {a}.",
        "## 摘要：They agreed on {a}.",
    ],
)
def test_a_summary_is_taken_out_of_what_a_model_wraps_it_in(answer: str) -> None:
    """K-1, K-3."""

    async def main() -> None:
        desk = MemoryDesk(Mind([answer]))
        await desk.talk()
        await desk.agent.consolidate_session(desk.plan)
        assert await desk.digest() == "They agreed on {a}."

    run(main())


# -- what it costs


async def a_long_answer(desk: MemoryDesk, chars: int = 200_000) -> None:
    """A conversation with one answer of so many characters."""
    text = " ".join(f"word{number}" for number in range(chars // 9))
    await desk.store.append(desk.plan, [RecordDraft(role=Role.ASSISTANT, content=text)])


@pytest.mark.parametrize(("reads", "most"), [(4_096, 26), (16_384, 5), (128_000, 1)])
def test_a_request_takes_as_much_as_the_model_reads(reads: int, most: int) -> None:
    """D-1, C-6: a long answer is not cut into more requests than it needs, and each fits with its answer."""

    async def main() -> None:
        desk = MemoryDesk(Mind(context_tokens=reads))
        await a_long_answer(desk)
        told = await desk.agent.count_digest_requests(desk.plan)
        assert (await desk.agent.consolidate_session(desk.plan)).outcome is WRITTEN
        made = len(desk.mind.digests)
        assert made <= told <= made * 1.2
        assert made <= most
        assert all(estimate_request(item) + 600 <= reads * 0.8 for item in desk.mind.digests)

    run(main())


def test_what_a_model_has_counted_lets_a_request_carry_more_of_it() -> None:
    """C-6, D-1: the guess of how it counts leaves less room for error."""

    async def main() -> None:
        desk = MemoryDesk(Mind(context_tokens=4_096))
        await a_long_answer(desk)
        guessed = await desk.agent.count_digest_requests(desk.plan)
        await desk.agent.context.put_ratio(desk.plan, desk.mind.ref, 1.0)
        assert await desk.agent.count_digest_requests(desk.plan) < guessed
        await desk.agent.context.put_ratio(desk.plan, desk.mind.ref, 1.6)
        assert await desk.agent.count_digest_requests(desk.plan) > guessed

    run(main())


@pytest.mark.parametrize("known", [True, False])
def test_what_would_take_too_many_requests_is_not_begun(*, known: bool) -> None:
    """D-1: nothing is paid for in vain, also where only a refusal tells how little the model reads."""

    async def main() -> None:
        def answer(request: ModelRequest) -> str | ProviderError:
            if not known and estimate_request(request) > 2_000:
                return ProviderError(ProviderErrorKind.CONTEXT_LENGTH, limit=2_000)
            return "They talked."

        desk = MemoryDesk(Mind([answer], context_tokens=2_000 if known else None))
        await a_long_answer(desk, 40_000)
        with pytest.raises(MemoryNotMade) as failure:
            await desk.agent.consolidate_session(desk.plan, most_requests=8)
        assert failure.value.params["reason"] == "many_requests"
        assert failure.value.params["requests"] > 8
        assert len(desk.mind.digests) == (0 if known else 1)
        assert (await desk.agent.consolidate_session(desk.plan)).outcome is WRITTEN

    run(main())


def test_a_digest_that_turned_out_badly_is_made_again_from_all_messages() -> None:
    """K-1, D-4: although nothing was said since; also of words that a person wrote, once they say so (K-4)."""

    async def main() -> None:
        desk = MemoryDesk(Mind(["Poor.", "Better.", "Best."]))
        await desk.talk("First question?")
        await desk.agent.consolidate_session(desk.plan)
        assert (await desk.agent.consolidate_session(desk.plan)).outcome is UNCHANGED
        assert await desk.agent.count_digest_requests(desk.plan, anew=True) == 1
        assert (await desk.agent.consolidate_session(desk.plan, anew=True)).outcome is WRITTEN
        assert await desk.digest() == "Better."
        said = material_of(desk.mind.digests[-1])
        assert "First question?" in said
        assert "Poor." not in said
        await desk.agent.put_memory(desk.plan, "My own words.")
        assert (await desk.agent.consolidate_session(desk.plan, anew=True)).outcome is not WRITTEN
        assert await desk.digest() == "My own words."
        await desk.agent.consolidate_session(desk.plan, anew=True, over_hand=True)
        assert await desk.digest() == "Best."

    run(main())


# -- functions of one's own


def test_a_function_of_ones_own_makes_the_memory() -> None:
    """K-1, M-9: the conversation's own before the default's; branches inherit it."""

    async def main() -> None:
        calls: list[tuple[str, str, list[str]]] = []

        def named(name: str) -> ConsolidateFn:
            async def consolidate(memory: str, records: Sequence[Record]) -> str:
                calls.append((name, memory, [record.content for record in records]))
                return f"<think>hm</think>by {name}"

            return consolidate

        desk = MemoryDesk(defaults=lambda: SessionConfig(consolidate_fn=named("default")))
        await desk.talk("One?")
        made = await desk.agent.consolidate_session(desk.plan)
        assert made.digest is not None
        assert (made.digest.text, made.digest.model) == ("by default", None)
        desk.agent.update_config(desk.plan, consolidate_fn=named("own"))
        await desk.talk("Two?")
        await desk.agent.consolidate_session(desk.plan)
        entry = await desk.agent.fork_session(desk.plan, EngineForkOptions(label="Branch"))
        await desk.talk("Three?", session_id=entry.session_id)
        await desk.agent.consolidate_session(entry.session_id)
        assert [call[0] for call in calls] == ["default", "own", "own"]
        assert calls[0][1:] == ("", ["One?", "An answer."])
        assert calls[1][1] == "by default"
        assert desk.mind.digests == []
        desk.agent.update_config(desk.plan, consolidate_fn=UNSET)
        await desk.talk("Four?")
        await desk.agent.consolidate_session(desk.plan)
        assert calls[-1][0] == "default"

    run(main())


def test_a_function_that_gives_nothing_or_fails_leaves_the_memory() -> None:
    """K-1."""

    async def main() -> None:
        async def empty(memory: str, records: Sequence[Record]) -> str:
            return "<think>nothing</think>"

        async def broken(memory: str, records: Sequence[Record]) -> str:
            raise ZeroDivisionError

        desk = MemoryDesk()
        await desk.talk()
        await desk.agent.put_memory(desk.plan, "As it was.", author=MemoryAuthor.MODEL)
        await desk.talk()
        for function, error in ((empty, ProviderError), (broken, ZeroDivisionError)):
            desk.agent.update_config(desk.plan, consolidate_fn=function)
            with pytest.raises(error):
                await desk.agent.consolidate_session(desk.plan)
            assert await desk.digest() == "As it was."

    run(main())


# -- the facade


def test_the_agent_reads_and_writes_memory_and_reminders() -> None:
    """Q-3: get_digest, list_session_digests, put_memory, put_insight, clear_insight."""

    async def main() -> None:
        desk = MemoryDesk()
        other = desk.store.add("Other")
        assert await desk.agent.get_digest(desk.plan) is None
        written = await desk.agent.put_memory(desk.plan, "  Mine.\r\n ")
        assert (written.text, written.by_hand) == ("Mine.", True)
        assert await desk.agent.get_digest(desk.plan) == written
        second = await desk.agent.put_memory(other, "Theirs.", author=MemoryAuthor.MODEL)
        assert not second.by_hand
        assert await desk.agent.list_session_digests() == (written, second)
        assert await desk.agent.list_session_digests([other]) == (second,)
        insight = await desk.agent.put_insight(
            desk.plan, "use euros", source=InsightSource.RESULT, from_session=other
        )
        assert await desk.store.list_waiting_insights(desk.plan) == (insight,)
        assert await desk.agent.clear_insight(desk.plan) == 1
        assert await desk.agent.clear_insight(desk.plan) == 0
        (told,) = await desk.kept.list_insights(desk.plan)
        assert told.state is InsightState.REMOVED

    run(main())


def test_memory_of_unknown_conversations_is_not_found() -> None:
    """Q-3, SessionNotFound."""

    async def main() -> None:
        agent, nobody = MemoryDesk().agent, new_session_id()
        for call in (
            agent.consolidate_session(nobody),
            agent.get_digest(nobody),
            agent.put_memory(nobody, "x"),
            agent.put_insight(nobody, "x"),
            agent.clear_insight(nobody),
        ):
            with pytest.raises(SessionNotFound):
                await call

    run(main())


def test_an_agent_without_a_memory_says_so() -> None:
    """Q-3."""

    async def main() -> None:
        desk = Desk()
        for call in (desk.agent.consolidate_session(desk.plan), desk.agent.get_digest(desk.plan)):
            with pytest.raises(BrokenRule):
                await call

    run(main())


def test_memory_and_reminders_are_never_inherited() -> None:
    """F-10."""

    async def main() -> None:
        desk = MemoryDesk()
        await desk.talk()
        await desk.agent.consolidate_session(desk.plan)
        await desk.agent.put_insight(desk.plan, "use euros")
        entry = await desk.agent.fork_session(desk.plan, EngineForkOptions(label="Branch", context="inherit"))
        assert await desk.agent.get_digest(entry.session_id) is None
        assert await desk.store.list_waiting_insights(entry.session_id) == ()
        made: Consolidated = await desk.agent.consolidate_session(entry.session_id)
        assert made.outcome is ConsolidationOutcome.NOTHING

    run(main())


# -- reminders in rounds


def told_in(desk: MemoryDesk, text: str) -> list[int]:
    """How often a reminder is in each request for an answer."""
    return [sum(message.content.count(text) for message in request.messages) for request in desk.mind.rounds]


def test_a_reminder_survives_failures_and_stops_and_is_told_once() -> None:
    """C-4: in the request of each attempt, consumed by the first round that succeeds, in none after it."""

    async def main() -> None:
        desk = MemoryDesk(
            Mind(
                answers=[
                    ProviderError(ProviderErrorKind.SERVER),
                    [TextDelta("Half"), StreamEnd(EndReason.CANCELLED)],
                    "Whole.",
                    "Later.",
                ]
            )
        )
        await desk.agent.put_insight(desk.plan, "use euros")
        with pytest.raises(ProviderError):
            await desk.talk("One?")
        stopped = await desk.agent.turn(desk.plan, "Two?")
        assert stopped.turn.state is RecordState.STOPPED
        await desk.talk("Three?", "Four?")
        assert told_in(desk, "use euros") == [1, 1, 1, 0]
        (told,) = await desk.kept.list_insights(desk.plan)
        assert (told.state, told.delivered_round) == (InsightState.DELIVERED, 3)

    run(main())


def test_a_reminder_that_arrives_in_the_middle_waits_for_the_next_round() -> None:
    """C-4: it is in no later call of the round that runs, and is not consumed by it."""

    async def main() -> None:
        desk = MemoryDesk()
        stream = desk.agent.stream(desk.plan, "One?")
        await until(lambda: bool(desk.mind.rounds))
        late = await desk.agent.put_insight(desk.plan, "use euros")
        await stream.result
        assert await desk.store.list_waiting_insights(desk.plan) == (late,)
        await desk.talk("Two?")
        assert told_in(desk, "use euros") == [0, 1]
        assert await desk.store.list_waiting_insights(desk.plan) == ()

    run(main())
