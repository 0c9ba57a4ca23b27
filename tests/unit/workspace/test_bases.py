"""Q26: any form of an address means the base that is there, with a version or without."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from stello_desktop.domain.addresses import unversioned
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from tests.helpers.servers import Piece, ReplayServer, error_reply, reply, text_events
from tests.helpers.workspaces import open_workspace

OK = reply(text_events("Ready"))
MISSING = error_reply(404, {"error": {"message": "not found"}})
PAGE = reply("<html><body>404 Not Found</body></html>", status=404, content_type="text/html")
BAD_KEY = error_reply(401, {"error": {"message": "bad key"}})


def a_list(*names: str) -> list[Piece]:
    return reply(json.dumps({"data": [{"id": name} for name in names]}), content_type="application/json")


def paths(server: ReplayServer) -> list[str]:
    return [request.path for request in server.requests]


@pytest.mark.parametrize("missing", [MISSING, PAGE], ids=["json", "page"])
def test_q26_a_base_without_a_version_is_found_and_kept(tmp_path: Path, missing: list[Piece]) -> None:
    """Q26: the version that this program adds is left out where the server has none, also after a restart."""

    async def story() -> None:
        async with ReplayServer([missing, a_list("large"), OK]) as server:
            typed = f"127.0.0.1:{server.port}/api/openai/"
            base = f"http://127.0.0.1:{server.port}/api/openai"
            async with open_workspace(tmp_path) as workspace:
                services = workspace.services
                assert await services.base_url(typed) == f"{base}/v1"
                assert [info.name for info in await services.list_models(typed)] == ["large"]
                assert await services.base_url(typed) == base
                await services.try_out(name="", address=typed, model="large")
                service = await services.add(name="Mine", address=typed, model="large")
                assert service.base_url == base
            async with open_workspace(tmp_path) as workspace:
                await workspace.services.check(workspace.settings.services[0])
            chat = "/api/openai/chat/completions"
            assert paths(server) == ["/api/openai/v1/models", "/api/openai/models", chat, chat]

    asyncio.run(story())


def test_q26_the_usual_version_is_kept_where_it_is_there(tmp_path: Path) -> None:
    """Q26: nothing else is asked, not even for a key that was refused."""

    async def story() -> None:
        async with ReplayServer([a_list("a"), BAD_KEY]) as server, open_workspace(tmp_path) as workspace:
            typed = f"localhost:{server.port}"
            await workspace.services.list_models(typed)
            with pytest.raises(ProviderError):
                await workspace.services.list_models(typed)
            assert paths(server) == ["/v1/models"] * 2
            assert await workspace.services.base_url(typed) == server.base_url

    asyncio.run(story())


def test_q26_a_model_that_is_not_there_makes_no_other_base_of_one_that_is(tmp_path: Path) -> None:
    """Q26: a gateway may refuse the key at every path that it does not know."""

    async def story() -> None:
        answers = [a_list("large"), MISSING, BAD_KEY]
        async with ReplayServer(answers) as server, open_workspace(tmp_path) as workspace:
            typed = f"http://127.0.0.1:{server.port}"
            await workspace.services.list_models(typed)
            with pytest.raises(ProviderError) as failed:
                await workspace.services.try_out(name="", address=typed, model="lagre")
            assert failed.value.kind is ProviderErrorKind.NOT_FOUND
            assert paths(server) == ["/v1/models", "/v1/chat/completions"]
            assert await workspace.services.base_url(typed) == server.base_url

    asyncio.run(story())


def test_q26_a_model_that_was_typed_is_asked_at_both_bases(tmp_path: Path) -> None:
    """Q27: a server that lists nothing is found by its first word."""

    async def story() -> None:
        async with ReplayServer([MISSING, OK]) as server, open_workspace(tmp_path) as workspace:
            typed = f"http://127.0.0.1:{server.port}/llm"
            check = await workspace.services.try_out(name="", address=typed, model="large")
            assert check.text == "Ready"
            assert paths(server) == ["/llm/v1/chat/completions", "/llm/chat/completions"]
            assert await workspace.services.base_url(typed) == f"http://127.0.0.1:{server.port}/llm"

    asyncio.run(story())


def test_q26_a_base_that_wants_another_key_is_there(tmp_path: Path) -> None:
    """Q31: the person hears of the key, not of an address that is right."""

    async def story() -> None:
        async with ReplayServer([MISSING, BAD_KEY]) as server, open_workspace(tmp_path) as workspace:
            typed = f"http://127.0.0.1:{server.port}/llm"
            with pytest.raises(ProviderError) as refused:
                await workspace.services.list_models(typed)
            assert refused.value.kind is ProviderErrorKind.AUTH
            assert await workspace.services.base_url(typed) == f"http://127.0.0.1:{server.port}/llm"

    asyncio.run(story())


def test_q26_where_neither_is_there_the_usual_one_is_told(tmp_path: Path) -> None:
    """Q27: no list is no fault; a first word that nobody answers is."""

    async def story() -> None:
        async with ReplayServer([MISSING]) as server, open_workspace(tmp_path) as workspace:
            typed = f"http://127.0.0.1:{server.port}/llm"
            assert await workspace.services.list_models(typed) == ()
            with pytest.raises(ProviderError) as failed:
                await workspace.services.try_out(name="", address=typed, model="large")
            assert failed.value.kind is ProviderErrorKind.NOT_FOUND
            assert await workspace.services.base_url(typed) == f"{typed}/v1"

    asyncio.run(story())


@pytest.mark.parametrize(
    ("base_url", "typed", "other"),
    [
        ("https://a.b/v1", "a.b", "https://a.b"),
        ("https://a.b/openai/v1", " https://a.b/openai/。", "https://a.b/openai"),
        ("https://a.b/v1", "https://a.b/v1/", None),
        ("https://a.b/v1", "https：//a.b/V1/chat/completions", None),
        ("https://a.b/v1beta/openai", "https://a.b/v1beta/openai", None),
        ("https://a.b/api/paas/v4", "https://a.b/api/paas/v4", None),
    ],
)
def test_q26_a_version_that_was_typed_stays(base_url: str, typed: str, other: str | None) -> None:
    """Q26: only what this program added can be left out again."""
    assert unversioned(base_url, typed) == other
