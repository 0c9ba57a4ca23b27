"""What every `LanguageModel` keeps: one end, whole names, cancelling at once, errors only before the first byte."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass

import pytest

from stello_desktop.domain.events import EndReason
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import LanguageModel, ModelRef
from stello_desktop.domain.text import clean_text
from stello_desktop.llm.openai_compatible import OpenAICompatibleModel
from stello_desktop.llm.practice import PracticeModel
from stello_desktop.llm.scripted import ScriptedModel, tool_reply
from stello_desktop.llm.secrets import Secret, fixed_key
from stello_desktop.llm.tiny import TinyModel, TinyPlace
from tests.helpers.servers import ReplayServer, event, flow, shared_llama_server, text_events
from tests.helpers.streams import CREATE_SESSION, Heard, a_request, ask

type Opened = AbstractAsyncContextManager[LanguageModel]

TALK = "Write a long story about a river."
USE_TOOL = "Please use stello_create_session for Costs."


@dataclass(frozen=True)
class Case:
    """One implementation: a model that talks for a while, and one that calls the tool when asked."""

    name: str
    talking: Callable[[], Opened]
    calling: Callable[[], Opened]
    talk: str = TALK


def just(make: Callable[[], LanguageModel]) -> Callable[[], Opened]:
    @asynccontextmanager
    async def opened() -> AsyncGenerator[LanguageModel]:
        yield make()

    return opened


def replayed(*pieces: bytes | float) -> Callable[[], Opened]:
    @asynccontextmanager
    async def opened() -> AsyncGenerator[LanguageModel]:
        async with ReplayServer([flow(*pieces)]) as server:
            yield OpenAICompatibleModel(
                ModelRef(ServiceId("x"), "m"), server.base_url, fixed_key(Secret("key"))
            )

    return opened


def a_llama() -> LanguageModel:
    server = shared_llama_server()
    return OpenAICompatibleModel(
        ModelRef(ServiceId("l"), server.model), server.base_url, fixed_key(Secret(server.key))
    )


def a_tiny() -> LanguageModel:
    async def place() -> TinyPlace:
        server = shared_llama_server()
        return TinyPlace(server.base_url, Secret(server.key))

    return TinyModel(place)


def call_event(arguments: str) -> bytes:
    call = {"index": 0, "function": {"name": "stello_create_session", "arguments": arguments}}
    return event({"choices": [{"delta": {"tool_calls": [call]}}]})


WORDS = [piece for _ in range(100) for piece in (text_events("word ", finish=None), 0.02)]
CALL = call_event('{"label":') + call_event('"Costs"}') + text_events(finish="tool_calls")
SCRIPTED_CALL = tool_reply("stello_create_session", label="Costs")

CASES = [
    Case("practice", just(PracticeModel), just(PracticeModel), talk="something long please"),
    Case(
        "scripted",
        just(lambda: ScriptedModel(["word " * 100], delay_s=0.02)),
        just(lambda: ScriptedModel([SCRIPTED_CALL])),
    ),
    Case("replayed", replayed(*WORDS), replayed(CALL)),
]
LLAMA_CASES = [Case("llama", just(a_llama), just(a_llama)), Case("tiny", just(a_tiny), just(a_tiny))]

every_model = pytest.mark.parametrize(
    "case",
    [
        *(pytest.param(case, id=case.name) for case in CASES),
        *(pytest.param(case, id=case.name, marks=pytest.mark.llama) for case in LLAMA_CASES),
    ],
)


def run[T](opened: Callable[[], Opened], work: Callable[[LanguageModel], Awaitable[T]]) -> T:
    async def with_model() -> T:
        async with opened() as model:
            return await work(model)

    return asyncio.run(with_model())


@every_model
def test_a_tool_call_arrives_in_pieces_and_ends_once(case: Case) -> None:
    """R-3: one end, and pieces that make the whole."""
    heard = run(case.calling, lambda model: ask(model, USE_TOOL, tools=(CREATE_SESSION,)))
    ((name, arguments),) = heard.calls
    assert name == "stello_create_session"
    assert isinstance(arguments, dict)
    assert arguments["label"] == "Costs"
    assert heard.reason is EndReason.TOOL_CALLS
    assert heard.end.kind is None


@every_model
def test_a_model_has_a_symbolic_reference(case: Case) -> None:
    """T-8."""

    async def work(model: LanguageModel) -> None:
        assert model.ref.service_id
        assert model.ref.model
        assert model.context_tokens is None or model.context_tokens > 0
        assert model.supports_tools in {None, True, False}

    run(case.talking, work)


@every_model
def test_r9_cancelling_the_reader_ends_the_call_within_100_ms(case: Case) -> None:
    """R-9."""

    async def work(model: LanguageModel) -> tuple[float, Heard]:
        heard = Heard()
        enough = asyncio.Event()

        async def follow() -> None:
            async for item in model.stream(a_request(case.talk)):
                heard.add(item)
                if heard.pieces >= 3:
                    enough.set()

        task = asyncio.create_task(follow())
        await asyncio.wait_for(enough.wait(), 60)
        began = time.perf_counter()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return time.perf_counter() - began, heard

    elapsed_s, heard = run(case.talking, work)
    assert elapsed_s < 0.1
    assert heard.text
    assert clean_text(heard.text) == heard.text
    assert not heard.ends
