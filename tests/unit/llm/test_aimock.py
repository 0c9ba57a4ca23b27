"""A third opinion: a server from Node's world, written by others, where Node is present."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ModelMessage, ModelRequest, Role, ToolCall
from stello_desktop.llm.openai_compatible import OpenAICompatibleModel
from stello_desktop.llm.secrets import Secret, fixed_key
from stello_desktop.llm.watch import Deadlines
from tests.helpers.streams import CREATE_SESSION, Heard, ask, listen

ROOT = Path(__file__).resolve().parents[3]
SERVER = ROOT / ".bootstrap" / "node" / "node_modules" / "@copilotkit" / "aimock" / "dist" / "cli.js"
KEY = "sk-test"
LONG_TEXT = "A long answer with more than a few words in it, so that it comes in many pieces of text."
START_S = 20.0


def said(text: str, response: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"match": {"userMessage": text}, "response": response, **more}


FIXTURES = [
    said("plain", {"content": LONG_TEXT}),
    said("cut", {"content": LONG_TEXT}, truncateAfterChunks=3),
    said("dropped", {"content": LONG_TEXT}, disconnectAfterMs=60, latency=30),
    said("length", {"content": LONG_TEXT, "finishReason": "length"}),
    said("filtered", {"content": "I would", "finishReason": "content_filter"}),
    said("thinking", {"content": "42", "reasoning": "Six times seven."}),
    {
        "match": {"userMessage": "two calls", "hasToolResult": False},
        "response": {
            "content": "I open two.",
            "toolCalls": [
                {"name": "stello_create_session", "arguments": {"label": label}}
                for label in ("Costs", "Team")
            ],
        },
    },
    {"match": {"userMessage": "two calls", "hasToolResult": True}, "response": {"content": "Both are open."}},
    {
        "match": {"userMessage": "call first"},
        "response": {
            "blocks": [
                {"type": "toolCall", "name": "stello_create_session", "arguments": {"label": "Costs"}},
                {"type": "text", "text": "Opening it."},
            ]
        },
    },
    said("busy", {"error": {"message": "Slow down", "type": "rate_limit_error"}, "status": 429}),
    said("broken", {"error": {"message": "It broke", "type": "server_error"}, "status": 503}),
]


@pytest.fixture(scope="module")
def aimock(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A running server with the answers above; its base address."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed")
    if not SERVER.exists():
        pytest.skip("packaging/bootstrap.py test has not fetched the second test server")
    folder = tmp_path_factory.mktemp("aimock")
    (folder / "fixtures.json").write_text(json.dumps({"fixtures": FIXTURES}), "utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [node, str(SERVER), "-p", str(port), "-f", str(folder / "fixtures.json"), "--latency", "3"]
    process = subprocess.Popen(
        [*command, "--log-level", "silent", "--validate-on-load", "--strict"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "AIMOCK_API_KEYS": KEY},
    )
    try:
        _wait_for(process, port)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()


def _wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    ends_at = time.monotonic() + START_S
    while time.monotonic() < ends_at:
        if process.poll() is not None:
            assert process.stderr is not None
            pytest.fail(
                f"the server did not start: {process.stderr.read().decode('utf-8', 'replace')[:2000]}"
            )
        try:
            socket.create_connection(("127.0.0.1", port), 0.5).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    pytest.fail("the server did not start in time")


async def nothing(seconds: float) -> None:
    """The wait between two tries, left out."""


def a_model(address: str, key: str = KEY) -> OpenAICompatibleModel:
    return OpenAICompatibleModel(
        ModelRef(ServiceId("mock"), "gpt-4o"),
        address,
        fixed_key(Secret(key)),
        deadlines=Deadlines(total_s=20),
        sleep=nothing,
    )


def heard_from(address: str, text: str, *, tools: bool = False, key: str = KEY) -> Heard:
    return asyncio.run(ask(a_model(address, key), text, tools=(CREATE_SESSION,) if tools else ()))


def failure_of(address: str, text: str, key: str = KEY) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        heard_from(address, text, key=key)
    return caught.value


def test_a_plain_answer_with_its_usage(aimock: str) -> None:
    heard = heard_from(aimock, "plain")
    assert (heard.text, heard.reason) == (LONG_TEXT, EndReason.COMPLETE)
    assert heard.pieces > 3


def test_row_27_a_wrong_key(aimock: str) -> None:
    assert failure_of(aimock, "plain", key="sk-wrong").kind is ProviderErrorKind.AUTH


def test_rows_33_34_a_stream_cut_after_some_chunks_keeps_what_came(aimock: str) -> None:
    heard = heard_from(aimock, "cut")
    assert heard.reason is EndReason.INTERRUPTED
    assert heard.text
    assert LONG_TEXT.startswith(heard.text)
    assert heard.text != LONG_TEXT


def test_row_33_a_connection_that_is_dropped_keeps_what_came(aimock: str) -> None:
    heard = heard_from(aimock, "dropped")
    assert (heard.reason, heard.end.kind) == (EndReason.INTERRUPTED, ProviderErrorKind.LOST)
    assert LONG_TEXT.startswith(heard.text)


@pytest.mark.parametrize(("text", "reason"), [("length", EndReason.LENGTH), ("filtered", EndReason.FILTERED)])
def test_q15_finish_reasons(aimock: str, text: str, reason: EndReason) -> None:
    assert heard_from(aimock, text).reason is reason


def test_q11_thinking_is_no_answer(aimock: str) -> None:
    heard = heard_from(aimock, "thinking")
    assert (heard.text, heard.reason) == ("42", EndReason.COMPLETE)
    assert heard.reasoning in {"", "Six times seven."}, "it sends it only for models of which it knows"


def test_q10_two_calls_and_the_round_after_them(aimock: str) -> None:
    heard = heard_from(aimock, "two calls", tools=True)
    assert [arguments for _, arguments in heard.calls] == [{"label": "Costs"}, {"label": "Team"}]
    calls = tuple(ToolCall(call_id, name, heard.arguments[call_id]) for call_id, name in heard.names.items())
    results = [ModelMessage(Role.TOOL, '{"success": true}', tool_call_id=call.call_id) for call in calls]
    request = ModelRequest(
        (ModelMessage(Role.USER, "two calls"), ModelMessage(Role.ASSISTANT, heard.text, calls), *results),
        (CREATE_SESSION,),
    )
    assert asyncio.run(listen(a_model(aimock).stream(request))).text == "Both are open."


def test_q10_a_call_before_its_words(aimock: str) -> None:
    heard = heard_from(aimock, "call first", tools=True)
    assert heard.calls == [("stello_create_session", {"label": "Costs"})]
    assert heard.text == "Opening it."


@pytest.mark.parametrize(
    ("text", "kind"), [("busy", ProviderErrorKind.RATE_LIMITED), ("broken", ProviderErrorKind.SERVER)]
)
def test_row_30_errors_with_a_status(aimock: str, text: str, kind: ProviderErrorKind) -> None:
    assert failure_of(aimock, text).kind is kind


def test_a_question_that_it_does_not_know_is_its_error_and_no_answer(aimock: str) -> None:
    assert failure_of(aimock, "nobody wrote this").params["status"] >= 400


def test_a_hundred_answers_at_once(aimock: str) -> None:
    async def work() -> list[Heard]:
        return await asyncio.gather(*(ask(a_model(aimock), "plain") for _ in range(100)))

    assert {heard.text for heard in asyncio.run(work())} == {LONG_TEXT}


def test_r9_a_cancelled_answer_leaves_it_ready_for_the_next(aimock: str) -> None:
    async def work() -> float:
        task = asyncio.create_task(ask(a_model(aimock), "plain"))
        await asyncio.sleep(0.03)
        began = time.perf_counter()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return time.perf_counter() - began

    assert asyncio.run(work()) < 0.2
    assert heard_from(aimock, "plain").text == LONG_TEXT
