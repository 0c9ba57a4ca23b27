"""A second opinion: a fault server that others wrote, and its verdict on how we took its faults."""

from __future__ import annotations

import asyncio

import pytest
from llmock.pytest_plugin import LLMock

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.llm.openai_compatible import OpenAICompatibleModel
from stello_desktop.llm.secrets import Secret, fixed_key
from stello_desktop.llm.watch import Deadlines
from tests.helpers.streams import CREATE_SESSION, Heard, ask

# The fault server lives as long as the session, and so do its worker threads.
pytestmark = pytest.mark.leaks_allowed("threads")

SHORT = Deadlines(total_s=20)
LONG_TEXT = "A long answer with more than a few words in it, so that it comes in pieces."


def heard_from(server: LLMock, *, tools: bool = False) -> Heard:
    model = OpenAICompatibleModel(
        ModelRef(ServiceId("mock"), "gpt-4o"), server.base_url(), fixed_key(Secret("any")), deadlines=SHORT
    )
    return asyncio.run(ask(model, "What is the weather?", tools=(CREATE_SESSION,) if tools else ()))


def test_a_plain_answer(llmock: LLMock) -> None:
    llmock.reply(LONG_TEXT)
    heard = heard_from(llmock)
    assert (heard.text, heard.reason) == (LONG_TEXT, EndReason.COMPLETE)
    assert heard.usages
    llmock.assert_resilient(strict=True)


def test_a_tool_call(llmock: LLMock) -> None:
    llmock.call_tool("stello_create_session", {"label": "Costs"})
    heard = heard_from(llmock, tools=True)
    assert heard.calls == [("stello_create_session", {"label": "Costs"})]


def test_row_43_arguments_that_are_broken_stay_as_they_came(llmock: LLMock) -> None:
    llmock.call_tool("stello_create_session", {"label": "Costs"}).break_tool_call()
    heard = heard_from(llmock, tools=True)
    assert list(heard.names.values()) == ["stello_create_session"]
    assert heard.reason is EndReason.TOOL_CALLS


def test_q25_rate_limits_are_waited_out(llmock: LLMock) -> None:
    llmock.rate_limit(times=2, retry_after=0.05)
    llmock.reply(LONG_TEXT)
    heard = heard_from(llmock)
    assert len(heard.retries) == 2
    assert heard.text
    llmock.assert_resilient(strict=True)


def test_an_outage_is_tried_three_times(llmock: LLMock) -> None:
    llmock.outage()
    with pytest.raises(ProviderError) as caught:
        heard_from(llmock)
    assert caught.value.kind is ProviderErrorKind.SERVER
    assert len(llmock.requests) == 3


def test_q24_a_conversation_that_is_too_long(llmock: LLMock) -> None:
    llmock.context_overflow()
    with pytest.raises(ProviderError) as caught:
        heard_from(llmock)
    assert caught.value.kind is ProviderErrorKind.CONTEXT_LENGTH
    assert len(llmock.requests) == 1


@pytest.mark.parametrize(
    ("fault", "reason", "kind"),
    [
        ("disconnect", EndReason.INTERRUPTED, ProviderErrorKind.NETWORK),
        ("truncate", EndReason.INTERRUPTED, ProviderErrorKind.NETWORK),
        ("corrupt", EndReason.UNREADABLE, ProviderErrorKind.PROTOCOL),
    ],
)
def test_rows_33_to_35_faults_in_the_middle(
    llmock: LLMock, fault: str, reason: EndReason, kind: ProviderErrorKind
) -> None:
    llmock.reply(LONG_TEXT)
    getattr(llmock, fault)(after_chunks=4)
    heard = heard_from(llmock)
    assert (heard.reason, heard.end.kind) == (reason, kind)
    assert heard.text
    assert LONG_TEXT.startswith(heard.text)
    assert len(llmock.requests) == 1


def test_row_37_a_stall(llmock: LLMock) -> None:
    llmock.reply(LONG_TEXT)
    llmock.stall(after_chunks=4, seconds=3)
    heard = heard_from(llmock)
    assert (heard.reason, heard.end.kind) == (EndReason.INTERRUPTED, ProviderErrorKind.TIMEOUT)
