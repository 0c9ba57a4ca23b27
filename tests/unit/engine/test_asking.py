"""Whole answers to requests that are no rounds: what is heard, for how long, and at what price (K-3)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

import pytest

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason, ReasoningDelta, StreamEnd, StreamEvent, TextDelta
from stello_desktop.domain.messages import ModelMessage, ModelRequest, Role
from stello_desktop.engine.asking import MOST_HEARD, ask_whole, limit_of
from stello_desktop.llm.scripted import ScriptedModel

REQUEST = ModelRequest((ModelMessage(Role.USER, "Sum it up."),))
END = StreamEnd(EndReason.COMPLETE)


def ask(model: ScriptedModel, **values: int) -> str:
    return asyncio.run(ask_whole(model, REQUEST, **values))  # type: ignore[arg-type]


def pieces(text: str, count: int, kind: type[TextDelta | ReasoningDelta] = TextDelta) -> list[StreamEvent]:
    return [kind(text) for _ in range(count)]


@pytest.mark.parametrize(
    "thinking",
    [
        [TextDelta("<think>"), *pieces("hm " * 100, 2_000)],
        pieces("hm " * 100, 2_000, ReasoningDelta),
    ],
    ids=["in the text", "beside it"],
)
def test_a_model_that_thinks_without_end_is_heard_no_longer(thinking: Sequence[StreamEvent]) -> None:
    """K-3: nothing was said, and the request ends."""
    model = ScriptedModel([[*thinking, TextDelta("</think>At last."), END]])
    with pytest.raises(ProviderError) as caught:
        ask(model, most_chars=100)
    assert caught.value.kind is ProviderErrorKind.EMPTY
    assert model.cancelled == 1


def test_a_model_that_thinks_for_long_is_waited_for() -> None:
    """K-3: a thousand words of thinking are usual."""
    model = ScriptedModel([[*pieces("hm " * 100, 1_000, ReasoningDelta), TextDelta("At last."), END]])
    assert ask(model, most_chars=100) == "At last."


def test_what_is_heard_costs_what_it_is_long_and_not_its_square() -> None:
    """K-3: four times the words take less than ten times as long."""

    def cost(count: int) -> float:
        model = ScriptedModel([[TextDelta("<think>"), *pieces("word ", count), TextDelta("</think>x"), END]])
        began = time.process_time()
        assert ask(model, most_chars=1_000) == "x"
        return time.process_time() - began

    cost(1_000)
    short = min(cost(10_000) for _ in range(3))
    assert MOST_HEARD > 40_000 * 5
    assert min(cost(40_000) for _ in range(2)) < 10 * short


def test_an_answer_without_an_end_broke_off_and_was_not_unreachable() -> None:
    """D-3: a service that answers half is there; nothing waits for it to come back."""
    with pytest.raises(ProviderError) as caught:
        ask(ScriptedModel([[TextDelta("Half")]]))
    assert caught.value.kind is ProviderErrorKind.LOST


@pytest.mark.parametrize(
    ("said", "limit"), [(2_000, 2_000), (0, None), (True, None), ("2000", None), (None, None)]
)
def test_only_a_number_is_a_size(said: object, limit: int | None) -> None:
    """C-6."""
    assert limit_of(ProviderError(ProviderErrorKind.CONTEXT_LENGTH, limit=said)) == limit
