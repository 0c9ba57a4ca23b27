"""The public test double plays what it was told to."""

from __future__ import annotations

import asyncio

import pytest

from stello_desktop.domain.errors import BrokenRule, ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason, StreamEnd, TextDelta
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.llm.scripted import ScriptedModel, tool_reply
from tests.helpers.streams import a_request, ask

CUT = (TextDelta("Once"), StreamEnd(EndReason.INTERRUPTED, ProviderErrorKind.NETWORK))


def count(request: ModelRequest) -> str:
    return f"{len(request.messages)} messages"


def test_replies_are_played_in_order_and_requests_remembered() -> None:
    async def work() -> None:
        model = ScriptedModel(
            ["Hello there", tool_reply("f", text="So: ", x=1), CUT, count], repeat_last=True
        )
        assert (await ask(model, "a")).text == "Hello there"
        heard = await ask(model, "b")
        assert (heard.text, heard.calls, heard.reason) == ("So: ", [("f", {"x": 1})], EndReason.TOOL_CALLS)
        assert (await ask(model, "c")).reason is EndReason.INTERRUPTED
        assert (await ask(model, "d", "e")).text == "3 messages"
        assert (await ask(model, "f")).text == "1 messages"
        assert [request.messages[0].content for request in model.requests] == ["a", "b", "c", "d", "f"]

    asyncio.run(work())


@pytest.mark.parametrize(
    "script", [ProviderError(ProviderErrorKind.AUTH), [TextDelta("a"), ProviderError(ProviderErrorKind.AUTH)]]
)
def test_errors_are_raised_at_their_place(script: object) -> None:
    with pytest.raises(ProviderError):
        asyncio.run(ask(ScriptedModel([script]), "hi"))  # type: ignore[list-item]


def test_a_script_that_is_over_says_so() -> None:
    with pytest.raises(BrokenRule):
        asyncio.run(ask(ScriptedModel([]), "hi"))


def test_a_cancelled_call_is_counted() -> None:
    async def work() -> int:
        model = ScriptedModel(["one two three"], delay_s=0.05)
        events = model.stream(a_request("hi"))
        await anext(events)
        await events.aclose()
        return model.cancelled

    assert asyncio.run(work()) == 1
