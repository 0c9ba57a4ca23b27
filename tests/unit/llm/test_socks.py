"""SOCKS proxies of the environment work, and say what is wrong where they do not (Q30, row 41)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.reach import is_unsent
from stello_desktop.llm import certificates
from stello_desktop.llm.openai_compatible import OpenAICompatibleModel
from stello_desktop.llm.providers import list_models
from stello_desktop.llm.secrets import Secret, fixed_key
from tests.helpers.servers import reply, text_events
from tests.helpers.socks import SocksProxy, socks_proxy
from tests.helpers.streams import ask
from tests.helpers.tls import make_identity, tls_server
from tests.unit.llm.test_openai_compatible import Waits

ADDRESS = "https://ai.example/v1"
KEY = "sk-CANARY-through-socks"
MODELS = reply('{"data": [{"id": "small"}]}', content_type="application/json")


@pytest.fixture(autouse=True)
def fresh_trust() -> Iterator[None]:
    """The system's trust is read once per run of the program; here once per test."""
    certificates.system_trust.cache_clear()
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    yield
    logging.getLogger("asyncio").setLevel(logging.NOTSET)
    certificates.system_trust.cache_clear()


def a_model() -> OpenAICompatibleModel:
    ref = ModelRef(ServiceId("mine"), "small")
    return OpenAICompatibleModel(ref, ADDRESS, fixed_key(Secret(KEY)), sleep=Waits())


@pytest.mark.parametrize("users", [None, ("me", "p:ss")])
def test_q30_a_socks_proxy_is_used_and_asked_for_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, users: tuple[str, str] | None
) -> None:
    """Q30: it looks the name up itself, sees nothing but bytes of TLS, and is signed in to where it wants that."""
    authority = make_identity("Private authority", authority=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.write_certificate(tmp_path, "authority")))

    async def story() -> None:
        identity = make_identity("ai.example", issuer=authority)
        answers = [MODELS, reply(text_events("Hello"))]
        async with tls_server(identity, tmp_path, answers) as (server, address):
            target = int(address.rpartition(":")[2].removesuffix("/v1"))
            async with socks_proxy(SocksProxy(target, users)) as between:
                monkeypatch.setenv("ALL_PROXY", between.url("me:p%3Ass@" if users else ""))
                assert [model.name for model in await list_models(ADDRESS, Secret(KEY))] == ["small"]
                assert (await ask(a_model(), "hi")).text == "Hello"
                assert between.asked == ["ai.example:443"] * 2
                assert server.requests[1].headers["authorization"] == f"Bearer {KEY}"

    asyncio.run(story())


@pytest.mark.filterwarnings(
    "ignore:unclosed:ResourceWarning"
)  # the client forgets to close a handshake that fails
@pytest.mark.parametrize(
    ("broken", "sign_in", "reason"),
    [
        (SocksProxy(), "", "refused"),
        (SocksProxy(), "me:secret-word@", "sign_in"),
        (SocksProxy(1, ("me", "other")), "", "sign_in"),
        (SocksProxy(1, ("me", "other")), "me:secret-word@", "sign_in"),
        (SocksProxy(says=b""), "", "refused"),
        (SocksProxy(says=b"HTTP/1.1 400 Bad Request\r\n\r\n"), "me:secret-word@", "refused"),
        (SocksProxy(says=b"\x05"), "", "refused"),
    ],
)
def test_row_41_a_socks_proxy_that_does_not_help_is_named(
    monkeypatch: pytest.MonkeyPatch, broken: SocksProxy, reason: str, sign_in: str
) -> None:
    """Row 41: told as the proxy's fault, once, without the password, whatever it sends."""

    async def story() -> None:
        async with socks_proxy(broken) as between:
            monkeypatch.setenv("ALL_PROXY", between.url(sign_in))
            for work in (lambda: list_models(ADDRESS, Secret(KEY)), lambda: ask(a_model(), "hi")):
                with pytest.raises(ProviderError) as caught:
                    await work()
                error = caught.value
                assert (error.kind, error.params["reason"]) == (ProviderErrorKind.PROXY, reason)
                assert not is_unsent(error)
                assert "secret-word" not in f"{error} {error.detail} {error.params}"

    asyncio.run(story())


def test_row_41_no_proxy_at_all_is_a_network_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Row 25, row 41: nothing was sent, so it can wait."""
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:1")

    async def story() -> None:
        with pytest.raises(ProviderError) as caught:
            await ask(a_model(), "hi")
        assert caught.value.kind is ProviderErrorKind.NETWORK
        assert is_unsent(caught.value)

    asyncio.run(story())
