"""Lists of models in every shape, and what they say of each model (Q27, Q23)."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.services import ModelInfo
from stello_desktop.llm import ollama
from stello_desktop.llm.model_list import SLICE_S, read_entry, read_models
from stello_desktop.llm.providers import list_models
from stello_desktop.llm.secrets import Secret
from tests.helpers.servers import Piece, ReplayServer, error_reply, reply


def read(body: bytes) -> tuple[ModelInfo, ...] | None:
    return asyncio.run(read_models(body))


def names_in(value: Any) -> tuple[str, ...] | None:
    models = read(json.dumps(value).encode())
    return None if models is None else tuple(info.name for info in models)


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ({"data": [{"id": "a"}, {"id": "b"}, {"id": "a"}]}, ("a", "b")),
        (
            {"object": "list", "models": [{"name": "llama3.2:latest", "model": "llama3.2:latest"}]},
            ("llama3.2:latest",),
        ),
        ({"data": [{"id": "a"}], "models": [{"name": "b"}, {"name": "a"}]}, ("a", "b")),
        ({"data": [], "models": [{"name": "b"}]}, ("b",)),
        ({"data": None, "models": ["b"]}, ("b",)),
        (["a", {"id": "b"}, None, 3, {"id": 7}, {"id": "\u202ex"}], ("a", "b", "x")),
        ({"data": None}, ()),
        ({"data": []}, ()),
        ({"models": {}}, ()),
        ([], ()),
        ({"models": {"a": 1}}, None),
        ({"version": "1"}, None),
        ({}, None),
        ("text", None),
        (None, None),
    ],
)
def test_q27_shapes_of_lists(value: Any, names: tuple[str, ...] | None) -> None:
    assert names_in(value) == names


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"data":[{"id":"a"}',
        b'{"data":[{"id":"a"} "b"]}',
        b'{"data"',
    ],
)
def test_q27_what_is_no_list(body: bytes) -> None:
    assert read(body) is None


@given(st.binary(max_size=60) | st.text(alphabet='{}[]",:dataid 1', max_size=40).map(str.encode))
def test_q27_no_bytes_break_the_reader(body: bytes) -> None:
    read(body)


def test_q27_ten_thousand_models_are_read_in_slices() -> None:
    """A list of megabytes leaves the loop to others all the time."""
    entry = {"description": "x" * 400, "supported_parameters": ["tools"], "context_length": 128_000}
    body = json.dumps({"data": [{"id": f"model-{number}", **entry} for number in range(10_000)]}).encode()

    async def read_beside_a_clock() -> tuple[int, float]:
        longest_s, before = 0.0, time.perf_counter()
        reading = asyncio.ensure_future(read_models(body))
        while not reading.done():
            await asyncio.sleep(0)
            longest_s, before = max(longest_s, time.perf_counter() - before), time.perf_counter()
        models = await reading
        assert models is not None
        return len(models), longest_s

    count, longest_s = min((asyncio.run(read_beside_a_clock()) for _ in range(3)), key=lambda pair: pair[1])
    assert count == 10_000
    assert longest_s < SLICE_S + 0.02


@pytest.mark.parametrize(
    ("entry", "info"),
    [
        (
            {"id": "a", "supported_parameters": ["tools", "reasoning"], "context_length": 200_000},
            ModelInfo(name="a", tools=True, reasoning=True, context_tokens=200_000),
        ),
        (
            {
                "id": "mistral",
                "capabilities": {"completion_chat": True, "function_calling": False},
                "max_context_length": 32_768,
            },
            ModelInfo(name="mistral", tools=False, context_tokens=32_768),
        ),
        ({"id": "v", "max_model_len": "8192"}, ModelInfo(name="v", context_tokens=8192)),
        ({"id": "g", "context_window": 131_072.0}, ModelInfo(name="g", context_tokens=131_072)),
        ({"id": "c", "meta": {"n_ctx_train": 2048}}, ModelInfo(name="c", context_tokens=2048)),
        ({"id": "r", "status": {"value": "loaded"}}, ModelInfo(name="r", loaded=True)),
        ({"id": "lm", "state": "not-loaded", "size": 5}, ModelInfo(name="lm", loaded=False, size_bytes=5)),
        (
            {"id": "x", "context_length": -1, "capabilities": 7, "status": 3, "size": True},
            ModelInfo(name="x"),
        ),
    ],
)
def test_q27_what_services_say_of_a_model(entry: Any, info: ModelInfo) -> None:
    assert read_entry(entry) == info


@pytest.mark.parametrize(
    "entry",
    [
        "nomic-embed-text",
        "whisper-1",
        {"id": "x", "type": "embeddings"},
        {"id": "x", "capabilities": ["embedding"]},
        {"id": "x", "capabilities": {"completion_chat": False}},
        {"id": "x", "architecture": {"output_modalities": ["image"]}},
    ],
)
def test_q27_models_that_do_not_chat_are_told_apart(entry: Any) -> None:
    info = read_entry(entry)
    assert info is not None
    assert not info.for_chat


def test_a_model_that_is_named_twice_is_known_by_both() -> None:
    """llama.cpp lists each model in two fields, and only the second one knows its context."""
    value = {
        "models": [{"name": "m", "capabilities": ["completion"]}],
        "object": "list",
        "data": [{"id": "m", "meta": {"n_ctx_train": 8192}}],
    }
    assert read(json.dumps(value).encode()) == (ModelInfo(name="m", context_tokens=8192),)


def json_reply(value: Any) -> list[Piece]:
    return reply(json.dumps(value), content_type="application/json")


def listed(answers: Sequence[Sequence[Piece]]) -> tuple[tuple[ModelInfo, ...], list[tuple[str, str]]]:
    async def ask() -> tuple[tuple[ModelInfo, ...], list[tuple[str, str]]]:
        async with ReplayServer(answers) as server:
            models = await list_models(server.base_url, Secret(""))
            return models, [(item.method, item.path) for item in server.requests]

    return asyncio.run(ask())


OLLAMA = json_reply({"data": [{"id": "qwen2:latest", "owned_by": "library"}]})


def test_an_ollama_is_asked_what_its_models_can_do() -> None:
    """Q23: POST /api/show tells beforehand whether a model can call tools, and its context."""
    shown = {
        "capabilities": ["completion", "tools", "thinking"],
        "model_info": {"general.architecture": "qwen2", "qwen2.context_length": 32768},
    }
    models, asked = listed([OLLAMA, json_reply({"models": []}), json_reply(shown)])
    assert models == (
        ModelInfo(name="qwen2:latest", tools=True, reasoning=True, loaded=False, context_tokens=32768),
    )
    assert asked == [("GET", "/v1/models"), ("GET", "/api/ps"), ("POST", "/api/show")]


def test_what_a_loaded_model_really_sees_counts_more_than_what_it_could() -> None:
    """Q24: an Ollama drops the start silently, so the loaded context is the honest one."""
    running = {"models": [{"name": "qwen2:latest", "context_length": 4096}]}
    shown = {"capabilities": ["completion"], "model_info": {"qwen2.context_length": 32768}}
    models, _ = listed([OLLAMA, json_reply(running), json_reply(shown)])
    assert models == (
        ModelInfo(name="qwen2:latest", tools=False, reasoning=False, loaded=True, context_tokens=4096),
    )


@pytest.mark.parametrize("answer", [error_reply(404, {}), json_reply([1]), reply("<html>"), [0.01]])
def test_a_server_that_only_looks_like_an_ollama_keeps_its_plain_list(answer: list[Piece]) -> None:
    models, asked = listed([OLLAMA, answer])
    assert models == (ModelInfo(name="qwen2:latest"),)
    assert len(asked) == 2


def test_only_addresses_at_home_are_asked_in_an_ollamas_own_way() -> None:
    body = b'{"data":[{"id":"a","owned_by": "library"}]}'
    assert ollama.may_be_ollama("http://127.0.0.1:11434/v1", b"{}")
    assert ollama.may_be_ollama("http://192.168.1.5:99/v1", body)
    assert not ollama.may_be_ollama("https://ollama.example.com/v1", body)


def test_q27_a_list_behind_a_byte_order_mark() -> None:
    """Q27: what stands before the first brace does not hide the list."""
    models = read(b'\xef\xbb\xbf {"data": [{"id": "a"}]}')
    assert models is not None
    assert [info.name for info in models] == ["a"]
