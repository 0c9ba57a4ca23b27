"""The usual way to a summary: the conversation's own model is asked for it (C-7, F-5, M-10, K-3)."""

from __future__ import annotations

import asyncio

import pytest

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason, StreamEnd, TextDelta
from stello_desktop.domain.messages import ModelMessage, ModelRequest, Role, ToolCall
from stello_desktop.engine.languages import language_of
from stello_desktop.engine.summarising import summary_by
from stello_desktop.engine.thinking import without_thinking
from stello_desktop.engine.tokens import estimate_request
from stello_desktop.llm.scripted import ScriptedModel

ASKED = ModelMessage(Role.USER, "Shall we take the harbour or the old mill?")
SAID = ModelMessage(Role.ASSISTANT, "The mill is cheaper by 4,000.")
GEFRAGT = ModelMessage(Role.USER, "我们该选港口还是老磨坊？")


def summary(model: ScriptedModel, *messages: ModelMessage, context_tokens: int | None = None) -> str:
    return asyncio.run(_summary(model, messages, context_tokens))


async def _summary(
    model: ScriptedModel, messages: tuple[ModelMessage, ...], context_tokens: int | None
) -> str:
    return await summary_by(model, context_tokens=context_tokens)(messages)


def test_the_model_reads_the_conversation_as_a_play_and_gets_no_tools() -> None:
    """C-7: what was said cannot speak as an instruction, and nothing can be called."""
    model = ScriptedModel(["They chose the mill."])
    assert summary(model, ASKED, SAID) == "They chose the mill."
    (request,) = model.requests
    assert request.tools == ()
    assert [message.role for message in request.messages] == [Role.SYSTEM, Role.USER]
    assert f"Person: {ASKED.content}\n\nAssistant: {SAID.content}" in request.messages[1].content


def test_the_summary_so_far_goes_along() -> None:
    """C-7: incremental."""
    model = ScriptedModel(["Both."])
    summary(model, ModelMessage(Role.SYSTEM, "They look for a place."), ASKED)
    text = model.requests[0].messages[1].content
    assert text.index("They look for a place.") < text.index(ASKED.content)
    assert "summary so far" in text


def test_the_prompt_speaks_the_language_of_the_conversation() -> None:
    """C-7: English or Chinese; Japanese is neither and gets English."""
    model = ScriptedModel(["摘要。"])
    summary(model, GEFRAGT)
    assert "你负责压缩对话" in model.requests[0].messages[0].content
    assert "用户：" not in model.requests[0].messages[0].content
    assert language_of([ASKED, SAID]) == "en"
    assert language_of([GEFRAGT, ModelMessage(Role.ASSISTANT, "OK, let me see")]) == "zh"
    assert language_of([ModelMessage(Role.USER, "港と古い水車小屋のどちらにしましょうか")]) == "en"
    assert language_of([]) == "en"
    assert language_of([GEFRAGT, ModelMessage(Role.TOOL, "x" * 5_000)]) == "zh"


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("<think>hm</think>They agreed.", "They agreed."),
        ("hm, well</think>\nThey agreed.", "They agreed."),
        ("<thinking>a</thinking>They <think>b</think>agreed.", "They agreed."),
        ("They agreed.<think>and then", "They agreed."),
        ("They agreed.", "They agreed."),
    ],
)
def test_thinking_is_no_part_of_a_summary(written: str, kept: str) -> None:
    """K-3: also where the model forgot to open or to close it."""
    assert without_thinking(written).strip() == kept
    assert summary(ScriptedModel([written]), ASKED) == kept


def test_a_long_history_is_summarised_bit_by_bit_within_what_the_model_reads() -> None:
    """C-7: every request fits; each carries the summary of those before."""
    long = [
        ModelMessage(Role.USER if number % 2 else Role.ASSISTANT, f"{number} " + "word " * 300)
        for number in range(40)
    ]
    model = ScriptedModel([f"Sum {number}." for number in range(1, 100)], context_tokens=2_000)
    last = summary(model, *long)
    requests = model.requests
    assert len(requests) > 5
    assert last == f"Sum {len(requests)}."
    assert all(estimate_request(request) <= 2_000 * 0.75 for request in requests)
    assert all(
        f"Sum {number}." in request.messages[1].content for number, request in enumerate(requests[1:], 1)
    )
    everything = "".join(request.messages[1].content for request in requests)
    assert all(f": {number} word" in everything for number in range(40))


def test_one_message_that_is_longer_than_the_model_reads_is_cut_in_pieces() -> None:
    """C-7: nothing of it is dropped."""
    model = ScriptedModel(["x"], repeat_last=True, context_tokens=1_000)
    summary(model, ModelMessage(Role.USER, "begin " + "word " * 4_000 + "end"))
    texts = [request.messages[1].content for request in model.requests]
    assert all(estimate_request(request) <= 1_000 for request in model.requests)
    assert "begin" in texts[0]
    assert "end" in texts[-1]


def test_a_size_that_only_the_service_lists_is_used() -> None:
    """C-7."""
    model = ScriptedModel(["x"], repeat_last=True)
    summary(model, ModelMessage(Role.USER, "word " * 4_000), context_tokens=1_000)
    assert all(estimate_request(request) <= 1_000 for request in model.requests)
    assert len(model.requests) > 3


@pytest.mark.parametrize("limit", [None, 1_000])
def test_a_refusal_as_too_long_makes_the_next_request_smaller(limit: int | None) -> None:
    """C-6, C-7: as for digests; a long conversation is not left out because nobody knew how much the model reads."""

    def answer(request: ModelRequest) -> str | ProviderError:
        if len(request.messages[1].content) > 3_000:
            return ProviderError(ProviderErrorKind.CONTEXT_LENGTH, limit=limit)
        return "Fits."

    model = ScriptedModel([answer], repeat_last=True)
    said = [ModelMessage(Role.USER, f"note {number} " + "word " * 200) for number in range(20)]
    assert summary(model, *said) == "Fits."
    texts = [request.messages[1].content for request in model.requests]
    taken = [text for text in texts if len(text) <= 3_000]
    assert all(any(f"note {number} " in text for text in taken) for number in range(20))
    assert len(texts) - len(taken) <= 4


def test_a_model_that_finds_everything_too_long_is_not_asked_for_ever() -> None:
    """C-7."""
    model = ScriptedModel([ProviderError(ProviderErrorKind.CONTEXT_LENGTH)], repeat_last=True)
    with pytest.raises(ProviderError):
        summary(model, ModelMessage(Role.USER, "word " * 40_000))
    assert len(model.requests) < 12


def test_a_model_that_does_not_stop_is_listened_to_no_longer_than_needed() -> None:
    """C-7: what it has said by then is the summary; thinking does not count."""
    endless = "<think>" + "hm " * 3_000 + "</think>" + "again " * 5_000
    model = ScriptedModel([endless], context_tokens=1_000)
    made = summary(model, ASKED)
    assert made.startswith("again again")
    assert 500 < len(made) < 4_000
    assert model.cancelled == 1


def test_tools_are_part_of_what_is_summarised() -> None:
    """C-6, C-7."""
    model = ScriptedModel(["x"])
    call = ToolCall("1", "price", '{"of": "mill"}')
    summary(model, ASKED, ModelMessage(Role.ASSISTANT, "", (call,)), ModelMessage(Role.TOOL, "4000", (), "1"))
    text = model.requests[0].messages[1].content
    assert 'price({"of": "mill"})' in text
    assert "Tool result: 4000" in text


@pytest.mark.parametrize(
    "reply",
    [
        (TextDelta("They ag"), StreamEnd(EndReason.INTERRUPTED, ProviderErrorKind.LOST)),
        (TextDelta("<think>no end"), StreamEnd(EndReason.COMPLETE)),
        (StreamEnd(EndReason.COMPLETE),),
        (StreamEnd(EndReason.FILTERED),),
        ProviderError(ProviderErrorKind.RATE_LIMITED),
    ],
    ids=["broken off", "thinking only", "nothing", "filtered", "refused"],
)
def test_half_a_summary_is_none(reply: object) -> None:
    """C-7: whoever asked leaves the rounds out and says so."""
    with pytest.raises(ProviderError):
        summary(ScriptedModel([reply]), ASKED)  # type: ignore[list-item]
