"""Services and their keys."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from stello_desktop.domain.errors import InvalidAddress, InvalidKey, ProviderError, ProviderErrorKind
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.services import PRACTICE, Service, ServiceKind
from stello_desktop.llm.catalog import Catalog
from stello_desktop.llm.practice import PracticeModel
from tests.helpers.servers import ReplayServer, error_reply, reply, text_events
from tests.helpers.streams import ask

MINE = ServiceId("mine")


def a_service(server: ReplayServer) -> Service:
    return Service(
        service_id=MINE,
        kind=ServiceKind.OPENAI,
        name="Mine",
        base_url=server.base_url,
        model="small",
        needs_key=True,
    )


async def no_pause(seconds: float) -> None:
    await asyncio.sleep(0)


def test_t9_a_key_stays_with_its_service_and_its_address() -> None:
    async def work() -> None:
        catalog = Catalog()
        async with (
            ReplayServer([reply(text_events("ok"))]) as server,
            ReplayServer([reply(text_events("ok"))]) as other,
        ):
            service = a_service(server)
            catalog.set_key(MINE, server.base_url, " Bearer my-key\n")
            assert catalog.has_key(MINE, f"{server.base_url}/chat/completions")
            assert not catalog.has_key(MINE, other.base_url)
            assert not catalog.has_key(ServiceId("another"), server.base_url)
            assert not catalog.has_key(MINE, "not an address\x00")
            await ask(catalog.model(service), "hi")
            await ask(catalog.model(replace(service, base_url=other.base_url)), "hi")
            assert server.requests[0].headers["authorization"] == "Bearer my-key"
            assert "authorization" not in other.requests[0].headers
            catalog.set_key(MINE, server.base_url, "")
            assert not catalog.has_key(MINE, server.base_url)
        await catalog.aclose()

    asyncio.run(work())


def test_keys_are_forgotten_at_the_end_and_never_shown() -> None:
    catalog = Catalog()
    catalog.set_key(MINE, "https://ai.example/v1", "sk-CANARY-1234")
    assert "CANARY" not in repr(vars(catalog))
    asyncio.run(catalog.aclose())
    assert not catalog.has_key(MINE, "https://ai.example/v1")


def test_row_42_a_key_with_a_stray_character_is_refused() -> None:
    with pytest.raises(InvalidKey):
        Catalog().set_key(MINE, "https://ai.example", "sk é")


def test_an_address_that_cannot_be_used_is_refused() -> None:
    service = Service(
        service_id=MINE, kind=ServiceKind.OPENAI, name="Mine", base_url="http://ai.example", model="m"
    )
    with pytest.raises(InvalidAddress):
        Catalog().model(service)


def test_a_model_remembers_what_its_server_refused() -> None:
    service = Service(
        service_id=MINE, kind=ServiceKind.OPENAI, name="Mine", base_url="https://ai.example", model="m"
    )
    catalog = Catalog()
    assert catalog.model(service) is catalog.model(replace(service, name="Renamed"))
    assert catalog.model(service, "other") is not catalog.model(service)
    assert catalog.model(service, "other").ref.model == "other"


def test_a_check_is_a_real_request() -> None:
    async def work() -> None:
        catalog = Catalog()
        async with ReplayServer([reply(text_events(" ready ")), error_reply(401, {}), reply("")]) as server:
            check = await catalog.check(a_service(server))
            assert (check.text, check.supports_tools) == ("ready", None)
            assert check.elapsed_s > 0
            for kind in (ProviderErrorKind.AUTH, ProviderErrorKind.PROTOCOL):
                with pytest.raises(ProviderError) as caught:
                    await catalog.check(a_service(server))
                assert caught.value.kind is kind

    asyncio.run(work())


def test_the_practice_assistant_is_a_service_like_others() -> None:
    catalog = Catalog(practice=PracticeModel(pause=no_pause))
    service = Service(service_id=PRACTICE, kind=ServiceKind.PRACTICE, name="")
    assert asyncio.run(catalog.check(service)).text
    assert catalog.model(service).ref.service_id == PRACTICE
