"""What a model is asked for the result of a conversation, and what is taken of its answer (K-3)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason, StreamEnd, TextDelta
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.messages import Record, RecordState, Role
from stello_desktop.engine.results import ask_for_result, read_result, result_request, settled_of
from stello_desktop.engine.tokens import estimate_request
from stello_desktop.llm.scripted import ScriptedModel


def history(*texts: str, state: RecordState = RecordState.DONE) -> tuple[Record, ...]:
    """Question and answer by turns; the last one in another state."""
    last = len(texts) - 1
    return tuple(
        Record(
            record_id=RecordId(place + 1),
            session_id=SessionId("s"),
            round_no=place // 2 + 1,
            version=1,
            created_at=0.0,
            role=Role.ASSISTANT if place % 2 else Role.USER,
            content=text,
            state=state if place == last else RecordState.DONE,
        )
        for place, text in enumerate(texts)
    )


@pytest.mark.parametrize(
    "answer",
    [
        "We charge 12 €.",
        "<think>Hmm, what was it?</think>\nWe charge 12 €.",
        "Hmm, what was it?</think>We charge 12 €.",
        "```\nWe charge 12 €.\n```",
        "```markdown\nWe charge 12 €.\n```",
        "Result: We charge 12 €.",
        "**Result:** We charge 12 €.",
        "## 结果：We charge 12 €.",
        '{"result": "We charge 12 €."}',
        '```json\n{"result": "We charge 12 €."}\n```',
    ],
)
def test_thinking_and_wrappings_are_no_part_of_a_result(answer: str) -> None:
    """K-3, and a tolerant reading of whatever a small model writes around its text."""
    assert read_result(answer) == "We charge 12 €."


@pytest.mark.parametrize("answer", ['{"a": 1}', "{not json", "Results may vary: see below.", "```\nopen"])
def test_what_is_no_wrapping_stays(answer: str) -> None:
    assert read_result(answer) == answer


@given(st.text())
def test_no_answer_is_too_strange_to_read(answer: str) -> None:
    """It never raises, and what it gives stands in the answer."""
    assert len(read_result(answer)) <= len(answer)


def test_the_question_is_in_the_language_of_the_conversation() -> None:
    english = result_request("Pricing", history("How much?", "12 €"), None)
    chinese = result_request("定价", history("多少钱合适？", "十二欧元比较合适。"), None)
    assert english.messages[-1].content == 'The conversation "Pricing" ends here. State its result now.'
    assert chinese.messages[-1].content == "对话“定价”到此为止。现在请写出它的结果。"
    assert "120 words" in english.messages[0].content
    assert "只写结果" in chinese.messages[0].content


def test_of_a_long_conversation_its_end_is_sent_and_no_more_than_the_model_reads() -> None:
    records = history(*(f"{number} " + "word " * 200 for number in range(100)))
    request = result_request("Long", records, 4_000)
    sent = "".join(message.content for message in request.messages)
    assert estimate_request(request) < 4_000
    assert "99 word" in sent
    assert "10 word" not in sent
    assert request.messages[1].role is Role.USER


def test_roles_take_turns_and_the_end_belongs_to_the_question() -> None:
    """Q22: a note after the last answer and the question for the result become one message."""
    records = (*history("a", "b"), *history("a note"))
    roles = [message.role for message in result_request("X", records, None).messages]
    assert roles == [Role.SYSTEM, Role.USER, Role.ASSISTANT, Role.USER]


def test_what_was_never_sent_or_is_growing_is_left_out() -> None:
    assert [item.content for item in settled_of(history("a", "b", "c", state=RecordState.WAITING))] == [
        "a",
        "b",
    ]
    assert [item.content for item in settled_of(history("a", "b", state=RecordState.PENDING))] == ["a"]


def ask(reply: object, said: list[str] | None = None) -> str:
    async def main() -> str:
        request = result_request("X", history("a", "b"), None)
        heard = said if said is not None else []
        return await ask_for_result(ScriptedModel([reply]), request, heard.append)  # type: ignore[list-item]

    return asyncio.run(main())


def test_what_arrives_is_heard_piece_by_piece() -> None:
    said: list[str] = []
    assert ask("<think>well well</think> Take the small one", said) == "Take the small one"
    assert said[-1] == "Take the small one"
    assert "well" not in "".join(said)
    assert len(said) > 3


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (ProviderError(ProviderErrorKind.AUTH), ProviderErrorKind.AUTH),
        ([TextDelta("half"), StreamEnd(EndReason.INTERRUPTED)], ProviderErrorKind.LOST),
        (
            [StreamEnd(EndReason.PROVIDER_ERROR, ProviderErrorKind.RATE_LIMITED, "slow down")],
            ProviderErrorKind.RATE_LIMITED,
        ),
        ("<think>only thinking", ProviderErrorKind.EMPTY),
    ],
)
def test_no_result_is_an_error_that_says_why(reply: str | Sequence[object], kind: ProviderErrorKind) -> None:
    with pytest.raises(ProviderError) as caught:
        ask(reply)
    assert caught.value.kind is kind
