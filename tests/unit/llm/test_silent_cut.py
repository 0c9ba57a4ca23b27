"""Whether a service has read everything it was sent (Q24)."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.messages import ModelMessage, ModelRequest, Role, ToolCall
from stello_desktop.llm.silent_cut import MIN_READ_TOKENS, least_tokens, was_cut

LETTERS = st.sampled_from(["a", "bc ", "\u5929", "\U0001f642", "----", "\n"])
TEXTS = st.lists(LETTERS, max_size=3000).map("".join)


def a_request(*texts: str, arguments: str = "") -> ModelRequest:
    calls = (ToolCall("1", "read", arguments),) if arguments else ()
    return ModelRequest(tuple(ModelMessage(Role.ASSISTANT, text, tool_calls=calls) for text in texts))


@given(TEXTS, TEXTS, st.integers(0, 3000))
def test_q24_what_is_decided_at_once_is_decided_as_by_counting(text: str, call: str, tokens: int) -> None:
    """Q24: the quick look is never another opinion."""
    request = a_request(text, arguments=call)
    assert was_cut(request, tokens) == (MIN_READ_TOKENS <= tokens < least_tokens(request))


@pytest.mark.parametrize(("text", "tokens"), [("It is what it is. ", 150_000), ("天气很好，", 120_000)])
def test_q24_a_long_conversation_that_was_read_costs_nothing(text: str, tokens: int) -> None:
    """Q24: this is asked at the end of every answer, on the thread of the window."""
    request = a_request(*[text * (600_000 // len(text) // 10 if text.isascii() else 4_000)] * 10)
    began = time.process_time()
    assert not was_cut(request, tokens)
    assert time.process_time() - began < 0.010


def test_q24_nobody_knows_without_a_count() -> None:
    assert not was_cut(a_request("word " * 10_000), None)
    assert was_cut(a_request("word " * 10_000), 2048)
