"""A second opinion: a fault server that others wrote, and its verdict on how we took its faults."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from llmock.pytest_plugin import LLMock
from llmock.scenarios import Reply, ToolCall

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


def a_model(
    server: LLMock, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> OpenAICompatibleModel:
    return OpenAICompatibleModel(
        ModelRef(ServiceId("mock"), "gpt-4o"),
        server.base_url(),
        fixed_key(Secret("any")),
        deadlines=SHORT,
        sleep=sleep,
    )


def heard_from(server: LLMock, *, tools: bool = False) -> Heard:
    model = a_model(server)
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
    """Row 43: arguments that are wrong go on as they came."""
    llmock.call_tool("stello_create_session", {"label": "Costs"}).break_tool_call()
    heard = heard_from(llmock, tools=True)
    assert list(heard.names.values()) == ["stello_create_session"]
    assert heard.reason is EndReason.TOOL_CALLS


def test_q25_rate_limits_are_waited_out(llmock: LLMock) -> None:
    """Q25: the service says how long to wait; too fast is not out of money."""
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
    """Q24: too long is told by code or by words, with the size that fits."""
    llmock.context_overflow()
    with pytest.raises(ProviderError) as caught:
        heard_from(llmock)
    assert caught.value.kind is ProviderErrorKind.CONTEXT_LENGTH
    assert len(llmock.requests) == 1


@pytest.mark.parametrize(
    ("fault", "reason", "kind"),
    [
        ("disconnect", EndReason.INTERRUPTED, ProviderErrorKind.LOST),
        ("truncate", EndReason.INTERRUPTED, ProviderErrorKind.INCOMPLETE),
        ("corrupt", EndReason.UNREADABLE, ProviderErrorKind.PROTOCOL),
    ],
)
def test_rows_33_to_35_faults_in_the_middle(
    llmock: LLMock, fault: str, reason: EndReason, kind: ProviderErrorKind
) -> None:
    """Rows 33 to 35: what came is kept, and the fault is named."""
    llmock.reply(LONG_TEXT)
    getattr(llmock, fault)(after_chunks=4)
    heard = heard_from(llmock)
    assert (heard.reason, heard.end.kind) == (reason, kind)
    assert heard.text
    assert LONG_TEXT.startswith(heard.text)
    assert len(llmock.requests) == 1


@pytest.mark.parametrize("fault", ["delay", "slow_first_token", "stall"])
def test_q34_a_slow_answer_is_waited_for(llmock: LLMock, fault: str) -> None:
    """Q34: nothing but the person ends a silence."""
    llmock.reply(LONG_TEXT)
    getattr(llmock, fault)(seconds=1.0)
    heard = heard_from(llmock)
    assert (heard.text, heard.reason) == (LONG_TEXT, EndReason.COMPLETE)
    assert len(llmock.requests) == 1


def test_row_43_two_calls_in_one_answer(llmock: LLMock) -> None:
    """Q10."""
    calls = tuple(ToolCall("stello_create_session", {"label": label}) for label in ("Costs", "Team"))
    llmock.add(Reply(text="I open two.", tool_calls=calls))
    heard = heard_from(llmock, tools=True)
    assert heard.calls == [
        ("stello_create_session", {"label": "Costs"}),
        ("stello_create_session", {"label": "Team"}),
    ]
    assert heard.reason is EndReason.TOOL_CALLS


def test_row_44_a_tool_that_nobody_offered_is_passed_on_by_its_name(llmock: LLMock) -> None:
    """The engine answers it with a tool error; the reader only reads."""
    llmock.call_tool("stello_create_session", {"label": "Costs"}).break_tool_call("unknown_tool")
    heard = heard_from(llmock, tools=True)
    (name,) = heard.names.values()
    assert name != "stello_create_session"
    assert heard.reason is EndReason.TOOL_CALLS


@pytest.mark.parametrize(
    ("status", "kind", "tries"),
    [
        (400, ProviderErrorKind.BAD_REQUEST, 1),
        (401, ProviderErrorKind.AUTH, 1),
        (403, ProviderErrorKind.AUTH, 1),
        (404, ProviderErrorKind.NOT_FOUND, 1),
        (422, ProviderErrorKind.BAD_REQUEST, 1),
        (500, ProviderErrorKind.SERVER, 3),
        (529, ProviderErrorKind.SERVER, 3),
    ],
)
def test_rows_27_to_30_each_status(llmock: LLMock, status: int, kind: ProviderErrorKind, tries: int) -> None:
    """Rows 27 to 30: which refusals are tried again, and how often."""
    llmock.fail(status, times=None)
    with pytest.raises(ProviderError) as caught:
        heard_from(llmock)
    assert (caught.value.kind, len(llmock.requests)) == (kind, tries)


def test_row_31_a_real_quota_asks_to_wait_and_is_not_waited_out_for_ever(llmock: LLMock) -> None:
    """Q25: its limit of one request a minute; the true wait is told, and no more than it asks for is slept."""
    llmock.limits(rpm=1)
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    model = a_model(llmock, sleep)
    assert asyncio.run(ask(model, "one")).text
    with pytest.raises(ProviderError) as caught:
        asyncio.run(ask(model, "two"))
    assert caught.value.kind is ProviderErrorKind.RATE_LIMITED
    assert 0 < caught.value.params["retry_after_s"] <= 60
    assert all(0 < wait_s <= 60 for wait_s in waits)
    assert len(waits) == 2


def test_the_last_word_is_the_server_s(llmock: LLMock) -> None:
    """After faults of every kind that a client can mend, its own verdict on our retries."""
    llmock.rate_limit(retry_after=0.05)
    llmock.fail(503, retry_after=0.05)
    llmock.reply(LONG_TEXT)
    heard = heard_from(llmock)
    assert heard.text == LONG_TEXT
    llmock.assert_resilient(strict=True)
