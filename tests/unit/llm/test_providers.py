"""Finding servers and reading their lists of models."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.services import DetectedServer
from stello_desktop.llm.providers import Probe, detect_servers, list_models
from stello_desktop.llm.secrets import Secret
from tests.helpers.servers import Piece, ReplayServer, error_reply, reply


def json_reply(value: Any) -> list[Piece]:
    return reply(json.dumps(value), content_type="application/json")


def run[T](answers: list[list[Piece]], work: Callable[[ReplayServer], Awaitable[T]]) -> T:
    async def with_server() -> T:
        async with ReplayServer(answers) as server:
            return await work(server)

    return asyncio.run(with_server())


def test_q27_no_list_means_that_the_name_is_typed() -> None:
    """Q27: lists of any shape; where there is none the name is typed."""
    assert run([error_reply(404, {})], lambda server: list_models(server.base_url, Secret(""))) == ()


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (error_reply(401, {"error": {"message": "no"}}), ProviderErrorKind.AUTH),
        (reply("<html>", content_type="text/html"), ProviderErrorKind.WEB_PAGE),
        (reply("<!DOCTYPE html>", content_type="application/json"), ProviderErrorKind.WEB_PAGE),
        (reply("<html>Not found</html>", status=404, content_type="text/html"), ProviderErrorKind.WEB_PAGE),
        (reply("Welcome", content_type="text/plain"), ProviderErrorKind.PROTOCOL),
        (error_reply(500, {}), ProviderErrorKind.SERVER),
        ([0.01], ProviderErrorKind.NETWORK),
    ],
)
def test_q27_failures_have_kinds(answer: list[Piece], kind: ProviderErrorKind) -> None:
    """Q27: lists of any shape; where there is none the name is typed."""

    async def work(server: ReplayServer) -> None:
        with pytest.raises(ProviderError) as caught:
            await list_models(server.base_url, Secret("sk-CANARY"))
        assert caught.value.kind is kind

    run([answer], work)


def test_q27_the_key_goes_along() -> None:
    """Q27: lists of any shape; where there is none the name is typed."""

    async def work(server: ReplayServer) -> None:
        await list_models(server.base_url, Secret("my-key"))
        assert server.requests[0].path == "/v1/models"
        assert server.requests[0].headers["authorization"] == "Bearer my-key"

    run([json_reply({"data": []})], work)


def found(answers: list[list[Piece]], **sign: Any) -> tuple[DetectedServer, ...]:
    return run(answers, lambda server: detect_servers([Probe("It", server.port, **sign)]))


def test_q28_a_server_is_found_with_its_models() -> None:
    """Q28: usual ports are asked at once and shortly, and a foreign service is not taken for a model server."""
    answers = [json_reply({"version": "0.12.11"}), json_reply({"data": [{"id": "llama3"}]})]
    (server,) = found(answers, sign_path="/api/version", sign_field="version")
    assert (server.name, server.models) == ("It", ("llama3",))
    assert server.base_url.endswith("/v1")


def test_q28_a_server_without_models_is_found_too() -> None:
    """Q28: usual ports are asked at once and shortly, and a foreign service is not taken for a model server."""
    answers = [json_reply({"version": "0.12.11"}), json_reply({"object": "list", "data": None})]
    assert found(answers, sign_path="/api/version", sign_field="version")[0].models == ()


@pytest.mark.parametrize(
    "answers",
    [
        [reply("<html>a shop</html>", content_type="text/html")],
        [json_reply({"status": "ok"}), reply("<html>", content_type="text/html")],
        [json_reply({"status": "error"}), json_reply({"data": []})],
        [json_reply({"status": "ok"}), json_reply({"users": []})],
        [json_reply({"status": "ok"}), json_reply(["a", "b"])],
        [error_reply(404, {})],
        [[0.01]],
    ],
)
def test_q28_a_foreign_service_is_not_taken_for_one(answers: list[list[Piece]]) -> None:
    """Q28: usual ports are asked at once and shortly, and a foreign service is not taken for a model server."""
    assert found(answers, sign_path="/health", sign_field="status", sign_value="ok") == ()


def test_q28_all_places_are_asked_at_once_and_none_is_waited_for() -> None:
    """Q28: usual ports are asked at once and shortly, and a foreign service is not taken for a model server."""

    async def work(server: ReplayServer) -> float:
        began = time.perf_counter()
        assert await detect_servers([Probe(str(number), server.port) for number in range(6)]) == ()
        return time.perf_counter() - began

    assert run([[5.0]], work) < 2


def test_q23_q26_an_ollama_with_an_address_of_ipv6_is_asked_too() -> None:
    """Q23, Q26: the address keeps its brackets."""
    bodies = {
        "/v1/models": {"object": "list", "data": [{"id": "a", "owned_by": "library"}]},
        "/api/ps": {"models": []},
        "/api/show": {"capabilities": ["completion", "tools"]},
    }

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        path = (await reader.readuntil(b"\r\n\r\n")).split()[1].decode()
        body = json.dumps(bodies[path]).encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()
        writer.close()

    async def story() -> None:
        try:
            listening = await asyncio.start_server(serve, "::1", 0)
        except OSError:
            pytest.skip("this machine has no IPv6")
        async with listening as server:
            port = server.sockets[0].getsockname()[1]
            (model,) = await list_models(f"http://[::1]:{port}/v1", Secret(""))
            assert model.tools is True

    asyncio.run(story())
