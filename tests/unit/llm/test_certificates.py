"""Certificates, proxies and plain http: nothing leaves on a way that nobody vouches for (rows 26, 41, Q29, Q30, T9)."""

from __future__ import annotations

import asyncio
import logging
import ssl
import tomllib
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest

from stello_desktop.domain.consents import ON_TRIAL, Consents
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.reach import is_unsent
from stello_desktop.domain.services import Service, ServiceKind
from stello_desktop.llm import certificates, connection
from stello_desktop.llm.addresses import origin_of
from stello_desktop.llm.catalog import Catalog
from stello_desktop.llm.connection import open_client
from stello_desktop.llm.providers import list_models
from stello_desktop.llm.secrets import Secret
from stello_desktop.llm.unreachable import kind_of
from stello_desktop.resources import resource
from tests.helpers.keyrings import MemoryKeyring, a_key_store
from tests.helpers.servers import ReplayServer, reply, text_events
from tests.helpers.streams import ask
from tests.helpers.tls import Identity, make_identity, proxy, server_context, tls_server

HERE = "127.0.0.1"
ANSWERS = [reply(text_events("Hello"))]
KEY = "sk-CANARY-behind-tls"
MINE = ServiceId("mine")


@pytest.fixture(autouse=True)
def fresh_trust() -> Iterator[None]:
    """The system's trust is read once per run of the program; here once per test."""
    certificates.system_trust.cache_clear()
    # A handshake that is broken off is no news for a server's own log.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    yield
    logging.getLogger("asyncio").setLevel(logging.NOTSET)
    certificates.system_trust.cache_clear()


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Identity:
    """A private authority in the system's store."""
    made = make_identity("Private authority", authority=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(made.write_certificate(tmp_path, "authority")))
    return made


def a_service(base_url: str) -> Service:
    return Service(
        service_id=ServiceId("mine"),
        kind=ServiceKind.OPENAI,
        name="Mine",
        base_url=base_url,
        model="small",
        needs_key=True,
    )


async def a_catalog(base_url: str, consents: Consents | None = None) -> Catalog:
    catalog = Catalog(keys=a_key_store(MemoryKeyring()))
    await catalog.set_key(ServiceId("mine"), base_url, KEY)
    catalog.set_consents(consents or Consents())
    return catalog


def run(story: Callable[[], Awaitable[None]]) -> None:
    async def told() -> None:
        await story()

    asyncio.run(told())


async def failure(base_url: str, consents: Consents | None = None) -> ProviderError:
    """Both ways to a service fail alike; gives the failure of a real request."""
    catalog = await a_catalog(base_url, consents)
    with pytest.raises(ProviderError) as listing:
        await catalog.list_models(base_url, KEY, MINE)
    with pytest.raises(ProviderError) as caught:
        await ask(catalog.model(a_service(base_url)), "hi")
    assert listing.value.kind is caught.value.kind
    assert listing.value.params.get("reason") == caught.value.params.get("reason")
    assert KEY not in f"{caught.value} {caught.value.detail} {caught.value.params}"
    return caught.value


def test_q29_a_private_authority_in_the_systems_store_is_trusted(authority: Identity, tmp_path: Path) -> None:
    """Q29."""

    async def story() -> None:
        async with tls_server(make_identity(HERE, issuer=authority), tmp_path, ANSWERS) as (server, base_url):
            catalog = await a_catalog(base_url)
            assert (await ask(catalog.model(a_service(base_url)), "hi")).text == "Hello"
            assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"

    run(story)


@pytest.mark.parametrize(
    ("reason", "make"),
    [
        ("self_signed", lambda _authority: make_identity(HERE)),
        (
            "unknown_issuer",
            lambda _authority: make_identity(HERE, issuer=make_identity("Stranger", authority=True)),
        ),
        ("expired", lambda authority: make_identity(HERE, issuer=authority, begins_days=-9, days=3)),
        ("not_yet_valid", lambda authority: make_identity(HERE, issuer=authority, begins_days=3)),
        ("wrong_host", lambda authority: make_identity("other.example", issuer=authority)),
    ],
)
def test_row_26_a_certificate_that_is_not_in_order_stops_everything(
    authority: Identity, tmp_path: Path, reason: str, make: Callable[[Identity], Identity]
) -> None:
    """Row 26, Q29: with its reason and its fingerprint, and no byte of a request."""
    identity = make(authority)

    async def story() -> None:
        async with tls_server(identity, tmp_path, ANSWERS) as (server, base_url):
            error = await failure(base_url)
            assert (error.kind, error.params["reason"]) == (ProviderErrorKind.CERTIFICATE, reason)
            assert error.params["fingerprint"] == identity.fingerprint
            assert error.params["origin"] == origin_of(base_url)
            assert error.params["acceptable"] is True
            assert identity.fingerprint in error.detail
            assert not server.requests

    run(story)


def test_q29_an_accepted_certificate_is_trusted_there_and_no_other(
    authority: Identity, tmp_path: Path
) -> None:
    """Q29: one fingerprint at one origin for one service; another one there is noticed before anything is sent."""
    accepted, other = make_identity("other.example"), make_identity(HERE)

    async def story() -> None:
        async with tls_server(accepted, tmp_path, ANSWERS) as (server, base_url):
            consents = Consents().with_certificate(MINE, origin_of(base_url), accepted.fingerprint)
            catalog = await a_catalog(base_url, consents)
            assert (await ask(catalog.model(a_service(base_url)), "hi")).text == "Hello"
            assert len(server.requests) == 1
            neighbour = replace(a_service(base_url), service_id=ServiceId("other"), needs_key=False)
            with pytest.raises(ProviderError, match="certificate"):
                await ask(catalog.model(neighbour), "hi")
            assert len(server.requests) == 1
            port = int(origin_of(base_url).rpartition(":")[2])
        async with tls_server(accepted, tmp_path, ANSWERS) as (server, elsewhere):
            assert (await failure(elsewhere, consents)).params["reason"] == "self_signed"
            assert not server.requests
        async with tls_server(other, tmp_path, ANSWERS, port) as (server, base_url):
            error = await failure(base_url, consents)
            assert error.params["reason"] == "changed"
            assert error.params["fingerprint"] == other.fingerprint
            assert not server.requests

    run(story)


def test_q29_t9_what_was_allowed_holds_for_a_trial_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Q29, T9: a service is tried out before it is kept; a yes that the trial forgot would be asked for without end."""
    identity = make_identity(HERE)
    models = reply('{"data": [{"id": "small"}]}', content_type="application/json")

    async def story() -> None:
        async with tls_server(identity, tmp_path, [models, *ANSWERS]) as (_, base_url):
            catalog = Catalog(keys=a_key_store(MemoryKeyring()))
            tried = Consents().with_certificate(ON_TRIAL, origin_of(base_url), identity.fingerprint)
            catalog.set_consents(tried)
            assert [model.name for model in await catalog.list_models(base_url, KEY)] == ["small"]
            assert (await catalog.check(a_service(base_url), "small", KEY)).text == "Hello"
        # As if it stood in the next room.
        monkeypatch.setattr(connection, "is_loopback", lambda _address: False)
        async with ReplayServer(ANSWERS) as server:
            with pytest.raises(ProviderError, match="plain http"):
                await catalog.check(a_service(server.base_url), "small", KEY)
            catalog.set_consents(Consents().with_plain(origin_of(server.base_url)))
            assert (await catalog.check(a_service(server.base_url), "small", KEY)).text == "Hello"

    run(story)


@pytest.mark.parametrize(
    ("host", "header"),
    [
        ("mine.openai.azure.com", f"api-key: {KEY}"),
        ("mine.cognitiveservices.azure.com", f"api-key: {KEY}"),
        ("openai.azure.com.example", f"authorization: Bearer {KEY}"),
        ("ai.example", f"authorization: Bearer {KEY}"),
    ],
)
def test_q31_azure_has_a_header_of_its_own(
    authority: Identity, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, header: str
) -> None:
    """Q31: the key goes out in one header and never in both."""
    shown = server_context(make_identity(host, issuer=authority), tmp_path)

    async def story() -> None:
        async with proxy(shows=shown) as between:
            monkeypatch.setenv("HTTPS_PROXY", between.url)
            with pytest.raises(ProviderError):
                await list_models(f"https://{host}/openai/v1", Secret(KEY))
            sent = between.asked[-1].splitlines()
            assert [line for line in sent if KEY in line] == [header]
            assert sum(line.lower().startswith(("api-key", "authorization")) for line in sent) == 1

    run(story)


def test_q29_well_known_services_get_no_exception() -> None:
    """Q29: every service of our own list that is not on this computer, and names below them."""
    listed = tomllib.loads(resource("services.toml").read_text("utf-8"))
    addresses = [
        entry["address"] for entry in next(value for value in listed.values() if isinstance(value, list))
    ]
    clouds = [address for address in addresses if HERE not in address]
    assert len(clouds) > 5
    fingerprints = frozenset({make_identity(HERE).fingerprint})
    for address in (*clouds, "https://mine.openai.azure.com/openai/v1"):
        assert not certificates.may_be_excepted(address)
        assert certificates.context_for(address, fingerprints) is certificates.system_trust()
    assert certificates.may_be_excepted("https://ai.example/v1")
    assert certificates.may_be_excepted("https://notopenai.com/v1")


def test_row_26_https_to_a_server_that_only_speaks_http_is_named() -> None:
    """Row 26."""

    async def story() -> None:
        async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read(10)
            writer.write(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
            await writer.drain()
            writer.close()

        server = await asyncio.start_server(refuse, HERE, 0)
        port = server.sockets[0].getsockname()[1]
        error = await failure(f"https://{HERE}:{port}/v1")
        assert (error.kind, error.params["reason"]) == (ProviderErrorKind.CERTIFICATE, "not_tls")
        assert "fingerprint" not in error.params
        server.close()

    run(story)


def test_q29_a_network_that_reads_along_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Q29: a proxy that shows a certificate of its own gets the name of the host, and nothing else."""
    identity = make_identity("ai.example", issuer=make_identity("Company", authority=True))

    async def story() -> None:
        async with proxy(shows=server_context(identity, tmp_path)) as between:
            monkeypatch.setenv("HTTPS_PROXY", between.url)
            error = await failure("https://ai.example/v1")
            assert (error.kind, error.params["reason"]) == (ProviderErrorKind.CERTIFICATE, "unknown_issuer")
            assert error.params["fingerprint"] == identity.fingerprint
            assert all(item.startswith("CONNECT ai.example:443") for item in between.asked)
            assert KEY not in "".join(between.asked)

    run(story)


# -- proxies


def test_q30_a_proxy_that_wants_a_password_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Q30: 407."""

    async def story() -> None:
        async with proxy(
            b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"
        ) as between:
            monkeypatch.setenv("HTTPS_PROXY", between.url)
            error = await failure("https://ai.example/v1")
            assert (error.kind, error.params["reason"]) == (ProviderErrorKind.PROXY, "sign_in")

    run(story)


def test_q30_a_proxy_that_refuses_is_told_from_a_service_that_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Q30."""

    async def story() -> None:
        async with proxy(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n") as between:
            monkeypatch.setenv("HTTPS_PROXY", between.url)
            error = await failure("https://ai.example/v1")
            assert (error.kind, error.params["reason"]) == (ProviderErrorKind.PROXY, "refused")

    run(story)


@pytest.mark.parametrize("name", ["HTTPS_PROXY", "ALL_PROXY"])
def test_q30_a_proxy_that_is_not_there_is_told_from_a_service_that_is_not(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Q30, row 25: the service is not looked for where the way to it ends before; nothing has left."""

    async def story() -> None:
        async with proxy() as between:
            gone = between.url
        monkeypatch.setenv(name, gone)
        error = await failure("https://ai.example/v1")
        assert (error.kind, error.params["reason"]) == (ProviderErrorKind.NETWORK, "proxy")
        assert is_unsent(error)

    run(story)


def test_q30_where_no_proxy_is_on_the_way_none_is_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Q30: nor is one behind which a handshake broke off."""
    refused, stalled = httpx2.ConnectError("refused"), httpx2.ConnectTimeout("late")
    stalled.__cause__ = ssl.SSLWantReadError()
    network = (ProviderErrorKind.NETWORK, "")
    assert kind_of(refused, "https://ai.example/v1") == network
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("NO_PROXY", "direct.example")
    assert kind_of(refused, "https://ai.example/v1") == (ProviderErrorKind.NETWORK, "proxy")
    assert kind_of(refused, "https://api.direct.example/v1") == network
    assert kind_of(refused, "http://192.168.1.20/v1") == network
    assert kind_of(stalled, "https://ai.example/v1") == network


@pytest.mark.parametrize(
    ("setting", "reason"),
    [("socks4://127.0.0.1:1080", "socks"), ("ftp://127.0.0.1", "settings"), ("http://[::1", "settings")],
)
def test_row_41_settings_that_cannot_be_used_are_named(
    monkeypatch: pytest.MonkeyPatch, setting: str, reason: str
) -> None:
    """Row 41."""
    monkeypatch.setenv("ALL_PROXY", setting)

    async def story() -> None:
        error = await failure("https://ai.example/v1")
        assert (error.kind, error.params["reason"]) == (ProviderErrorKind.PROXY, reason)

    run(story)


def test_q30_loopback_goes_past_every_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Q30: the key is never shown to a proxy on the way to plain http."""

    async def story() -> None:
        async with proxy() as between, ReplayServer(ANSWERS) as server:
            for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
                monkeypatch.setenv(name, between.url)
            catalog = await a_catalog(server.base_url)
            assert (await ask(catalog.model(a_service(server.base_url)), "hi")).text == "Hello"
            assert not between.asked

    run(story)


# -- without encryption


@pytest.mark.parametrize(
    "host", ["192.168.1.20", "10.0.0.5", "[fd00::1]", "nas", "nas.local", "nas.fritz.lan", "ai.localhost"]
)
def test_t9_plain_http_in_a_private_network_waits_for_a_yes(host: str) -> None:
    """T9: no key, no text, no list of models; a yes holds for that origin alone."""
    base_url = f"http://{host}:11434/v1"

    async def story() -> None:
        error = await failure(base_url)
        assert error.kind is ProviderErrorKind.UNENCRYPTED
        assert error.params["origin"] == origin_of(base_url)
        allowed = Consents().with_plain(origin_of(base_url))
        async with open_client(base_url, Secret(""), allowed.of(MINE)):
            pass
        other = f"http://{host}:11435/v1"
        assert (await failure(other, allowed)).kind is ProviderErrorKind.UNENCRYPTED

    run(story)


def test_t9_a_redirect_gets_neither_key_nor_text() -> None:
    """T9, Q31: a service that sends us elsewhere is not followed."""

    async def story() -> None:
        async with ReplayServer(ANSWERS) as other:
            moved = reply("", status=307, headers={"Location": f"{other.base_url}/chat/completions"})
            async with ReplayServer([moved]) as server:
                catalog = await a_catalog(server.base_url)
                for work in (
                    ask(catalog.model(a_service(server.base_url)), "Private"),
                    catalog.list_models(server.base_url, KEY),
                ):
                    with pytest.raises(ProviderError) as caught:
                        await work
                    assert caught.value.kind is ProviderErrorKind.NOT_FOUND
            assert not other.requests

    run(story)


def test_t9_keys_and_addresses_of_the_environment_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    """T9: whoever has a key of OpenAI in the environment does not send it to another service."""

    async def story() -> None:
        async with ReplayServer(ANSWERS) as evil, ReplayServer(ANSWERS) as server:
            for name in (
                "OPENAI_API_KEY",
                "OPENAI_ADMIN_KEY",
                "OPENAI_ORG_ID",
                "OPENAI_PROJECT_ID",
                "OPENAI_WEBHOOK_SECRET",
            ):
                monkeypatch.setenv(name, "sk-ENVIRONMENT")
            monkeypatch.setenv("OPENAI_BASE_URL", evil.base_url)
            monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "x-extra: sk-ENVIRONMENT")
            keyless = Service(
                service_id=ServiceId("keyless"),
                kind=ServiceKind.OPENAI,
                name="Keyless",
                base_url=server.base_url,
                model="m",
            )
            catalog = await a_catalog(server.base_url)
            await ask(catalog.model(keyless), "hi")
            await ask(catalog.model(a_service(server.base_url)), "hi")
            assert not evil.requests
            assert "ENVIRONMENT" not in repr(server.requests)
            assert "authorization" not in server.requests[0].headers
            assert server.requests[1].headers["authorization"] == f"Bearer {KEY}"

    run(story)
