"""The real llama.cpp server with a real, very small model: structure is asserted, never its words."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason, TextDelta
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ModelMessage, ModelRequest, Role, ToolCall, ToolDefinition
from stello_desktop.domain.services import Service, ServiceKind
from stello_desktop.llm.catalog import Catalog
from stello_desktop.llm.openai_compatible import OpenAICompatibleModel
from stello_desktop.llm.secrets import Secret, fixed_key
from stello_desktop.llm.tiny import TinyProcess, with_asked_tool
from tests.helpers.servers import LlamaServer
from tests.helpers.streams import CREATE_SESSION, Heard, a_request, ask, listen

pytestmark = pytest.mark.llama

STORY = "Write a long story about a river."


def a_model(server: LlamaServer, key: str | None = None) -> OpenAICompatibleModel:
    secret = Secret(server.key if key is None else key)
    return OpenAICompatibleModel(
        ModelRef(ServiceId("llama"), server.model), server.base_url, fixed_key(secret)
    )


def test_an_answer_streams_and_its_tokens_are_counted(llama_server: LlamaServer) -> None:
    heard = asyncio.run(ask(a_model(llama_server), "Answer with one word: ready"))
    assert heard.text.strip()
    assert heard.reason is EndReason.COMPLETE
    (usage,) = heard.usages
    assert usage.prompt_tokens
    assert usage.completion_tokens
    assert heard.pieces > 1


def test_a_tool_call_streams_and_its_result_is_answered(llama_server: LlamaServer) -> None:
    async def work() -> tuple[Heard, Heard, bool | None]:
        model = a_model(llama_server)
        request = a_request("Please use stello_create_session for Costs.", tools=(CREATE_SESSION,))
        heard = await listen(model.stream(request))
        ((call_id, name),) = heard.names.items()
        called = ModelMessage(
            Role.ASSISTANT, heard.text, (ToolCall(call_id, name, heard.arguments[call_id]),)
        )
        result = ModelMessage(
            Role.TOOL, '{"success": true, "data": {"label": "Costs"}}', tool_call_id=call_id
        )
        after = ModelRequest((*request.messages, called, result))
        return heard, await listen(model.stream(after)), model.supports_tools

    heard, after, supports_tools = asyncio.run(work())
    assert heard.calls == [("stello_create_session", {"label": "Costs"})]
    assert heard.reason is EndReason.TOOL_CALLS
    assert after.text.strip()
    assert supports_tools is True


def test_row_27_a_wrong_key(llama_server: LlamaServer) -> None:
    with pytest.raises(ProviderError) as caught:
        asyncio.run(ask(a_model(llama_server, "sk-wrong-CANARY"), "hi"))
    assert caught.value.kind is ProviderErrorKind.AUTH
    assert "CANARY" not in f"{caught.value} {caught.value.detail} {caught.value.params}"


def test_row_29_a_conversation_that_is_too_long(llama_server: LlamaServer) -> None:
    model = a_model(llama_server)
    with pytest.raises(ProviderError) as caught:
        asyncio.run(ask(model, "word " * 6000))
    assert caught.value.kind is ProviderErrorKind.CONTEXT_LENGTH
    assert model.context_tokens == 4096


def test_a_stopped_answer_frees_the_server_for_the_next(llama_server: LlamaServer) -> None:
    async def work() -> float:
        model = a_model(llama_server)
        events = model.stream(a_request(STORY))
        while not isinstance(await anext(events), TextDelta):
            pass
        await events.aclose()
        began = time.perf_counter()
        await ask(model, "Answer with one word: ready")
        return time.perf_counter() - began

    assert asyncio.run(work()) < 5, "its only slot would be busy for longer"


def test_row_33_a_server_killed_in_the_middle(own_llama_server: LlamaServer) -> None:
    async def work() -> Heard:
        heard = Heard()
        async for event in a_model(own_llama_server).stream(a_request(STORY)):
            heard.add(event)
            if heard.pieces == 3:
                own_llama_server.process.kill()
        with pytest.raises(ProviderError) as caught:
            await ask(a_model(own_llama_server), "hi")
        assert caught.value.kind is ProviderErrorKind.NETWORK
        return heard

    heard = asyncio.run(work())
    assert heard.text
    assert (heard.reason, heard.end.kind) == (EndReason.INTERRUPTED, ProviderErrorKind.LOST)


def test_its_models_are_listed_and_it_passes_a_check(llama_server: LlamaServer) -> None:
    async def work() -> None:
        catalog = Catalog()
        (info,) = await catalog.list_models(llama_server.base_url, llama_server.key)
        assert (info.name, info.for_chat) == (llama_server.model, True)
        service = Service(
            service_id=ServiceId("l"),
            kind=ServiceKind.OPENAI,
            name="",
            base_url=llama_server.base_url,
            model=llama_server.model,
            needs_key=True,
        )
        await catalog.set_key(service.service_id, service.base_url, llama_server.key)
        assert (await catalog.check(service)).text

    asyncio.run(work())


def is_listening(base_url: str) -> bool:
    parts = urlsplit(base_url)
    with socket.socket() as probe:
        return probe.connect_ex((parts.hostname or "", parts.port or 0)) == 0


def shown_of(pid: int) -> bytes:
    """What other processes can see of one."""
    return b"".join(Path(f"/proc/{pid}/{name}").read_bytes() for name in ("cmdline", "environ"))


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks into /proc")
def test_t19_the_tiny_process_starts_once_keeps_its_key_and_ends() -> None:
    async def work() -> None:
        tiny = TinyProcess()
        place, same = await asyncio.gather(tiny.start(), tiny.start())
        assert place is same
        assert is_listening(place.base_url)
        pid = tiny.process_id
        assert pid is not None
        assert place.key.reveal().encode() not in shown_of(pid)
        await tiny.stop()
        assert not is_listening(place.base_url)
        again = await tiny.start()
        assert again.key.reveal() != place.key.reveal()
        await tiny.stop()

    asyncio.run(work())


def test_t19_a_tiny_process_that_crashed_is_started_again() -> None:
    async def work() -> None:
        tiny = TinyProcess()
        await tiny.start()
        pid = tiny.process_id
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        for _ in range(500):
            if tiny.process_id is None:
                break
            await asyncio.sleep(0.01)
        place = await tiny.start()
        assert is_listening(place.base_url)
        await tiny.stop()

    asyncio.run(work())


OTHER = ToolDefinition("activate_skill", "Read a skill.", {"type": "object", "properties": {}})


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Please use stello_create_session for Costs.", "Please use stello_create_session for Costs."),
        ("use stello_create_session for the Costs", "Please use stello_create_session for the Costs."),
        ("请使用 stello_create_session 处理 费用。", "Please use stello_create_session for 费用."),
        ("Please use something_else for Costs.", ""),
        ("Thanks!", ""),
        ("Summarise our plan.", ""),
    ],
)
def test_the_tiny_model_is_offered_a_tool_only_when_it_is_named(text: str, asked: str) -> None:
    request = with_asked_tool(a_request(text, tools=(CREATE_SESSION, OTHER)))
    assert [tool.name for tool in request.tools] == (["stello_create_session"] if asked else [])
    assert request.messages[-1].content == (asked or text)
