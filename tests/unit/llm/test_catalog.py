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
from tests.helpers.keyrings import MemoryKeyring, a_key_store
from tests.helpers.servers import ReplayServer, error_reply, reply, text_events
from tests.helpers.streams import CREATE_SESSION, a_request, ask, listen

MINE = ServiceId("mine")
WITH_TOOLS = a_request("hi", tools=(CREATE_SESSION,))


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
            await catalog.set_key(MINE, server.base_url, " Bearer my-key\n")
            assert catalog.key_state(MINE, f"{server.base_url}/chat/completions").at_hand
            for service_id, address in (
                (MINE, other.base_url),
                (ServiceId("another"), server.base_url),
                (MINE, "not an address\x00"),
            ):
                assert not (await catalog.find_key(service_id, address)).at_hand
            await ask(catalog.model(service), "hi")
            with pytest.raises(ProviderError) as caught:
                await ask(catalog.model(replace(service, base_url=other.base_url)), "hi")
            assert (caught.value.kind, caught.value.params["reason"]) == (
                ProviderErrorKind.AUTH,
                "no_key_missing",
            )
            assert server.requests[0].headers["authorization"] == "Bearer my-key"
            assert not other.requests
            await catalog.set_key(MINE, server.base_url, "")
            assert not catalog.key_state(MINE, server.base_url).at_hand
        await catalog.aclose()

    asyncio.run(work())


def test_keys_are_forgotten_at_the_end_and_never_shown() -> None:
    catalog = Catalog()
    asyncio.run(catalog.set_key(MINE, "https://ai.example/v1", "sk-CANARY-1234"))
    assert catalog.key_state(MINE, "https://ai.example/v1").at_hand
    assert "CANARY" not in repr(vars(catalog))
    asyncio.run(catalog.aclose())
    assert not catalog.key_state(MINE, "https://ai.example/v1").at_hand


def test_a_model_fetches_its_key_from_the_keyring_when_it_is_asked() -> None:
    """Keys survive a restart, and nothing is read before the first request."""
    keyring = MemoryKeyring()

    async def work() -> None:
        async with ReplayServer([reply(text_events("ok"))]) as server:
            service = a_service(server)
            await Catalog(keys=a_key_store(keyring)).set_key(MINE, server.base_url, "sk-CANARY-kept")
            keyring.asked.clear()
            catalog = Catalog(keys=a_key_store(keyring))
            model = catalog.model(service)
            assert not keyring.asked
            await ask(model, "hi")
            assert keyring.asked
            assert server.requests[0].headers["authorization"] == "Bearer sk-CANARY-kept"

    asyncio.run(work())


def test_a_service_without_a_key_asks_no_keyring_and_sends_no_header() -> None:
    """Q31."""
    keyring = MemoryKeyring()

    async def work() -> None:
        async with ReplayServer([reply(text_events("ok"))]) as server:
            service = replace(a_service(server), needs_key=False)
            await ask(Catalog(keys=a_key_store(keyring)).model(service), "hi")
            assert "authorization" not in server.requests[0].headers

    asyncio.run(work())
    assert not keyring.asked


@pytest.mark.parametrize(
    ("mode", "reason"), [("ok", "no_key"), ("locked", "no_key_locked"), ("init", "no_key_failed")]
)
def test_row_58_a_missing_key_is_told_with_its_reason_and_nothing_is_sent(mode: str, reason: str) -> None:
    """Rows 55, 56, 58."""

    async def work() -> None:
        async with ReplayServer([reply(text_events("ok"))]) as server:
            catalog = Catalog(keys=a_key_store(MemoryKeyring(mode)))
            with pytest.raises(ProviderError) as caught:
                await ask(catalog.model(a_service(server)), "hi")
            error = caught.value
            assert (error.kind, error.params["reason"], error.detail) == (
                ProviderErrorKind.AUTH,
                reason,
                reason,
            )
            assert error.params["service"] == "Mine"
            assert not server.requests

    asyncio.run(work())


def test_row_42_a_key_with_a_stray_character_is_refused() -> None:
    with pytest.raises(InvalidKey):
        asyncio.run(Catalog().set_key(MINE, "https://ai.example", "sk é"))


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
        async with ReplayServer([reply(text_events(" ready ")), error_reply(401, {}), reply("")]) as server:
            catalog = Catalog(keys=a_key_store(MemoryKeyring()))
            await catalog.set_key(MINE, server.base_url, "sk-CANARY-check")
            check = await catalog.check(a_service(server))
            assert (check.text, check.supports_tools) == ("ready", True)
            assert check.elapsed_s > 0
            for kind in (ProviderErrorKind.AUTH, ProviderErrorKind.NOT_AN_ANSWER):
                with pytest.raises(ProviderError) as caught:
                    await catalog.check(a_service(server))
                assert caught.value.kind is kind

    asyncio.run(work())


def test_the_practice_assistant_is_a_service_like_others() -> None:
    catalog = Catalog(practice=PracticeModel(pause=no_pause))
    service = Service(service_id=PRACTICE, kind=ServiceKind.PRACTICE, name="")
    assert asyncio.run(catalog.check(service)).text
    assert catalog.model(service).ref.service_id == PRACTICE


def test_q23_a_check_finds_out_that_a_model_takes_no_tools() -> None:
    refusal = error_reply(400, {"error": {"message": "smollm2:135m does not support tools"}})

    async def work() -> None:
        async with ReplayServer([refusal, reply(text_events("Ready"))]) as server:
            service = replace(a_service(server), needs_key=False)
            check = await Catalog(keys=a_key_store(MemoryKeyring())).check(service)
            assert (check.text, check.supports_tools) == ("Ready", False)
            assert ["tools" in item.json for item in server.requests] == [True, False]

    asyncio.run(work())


def test_a_key_on_trial_is_used_once_and_kept_nowhere() -> None:
    """T8, T9."""
    keyring = MemoryKeyring()

    async def work() -> None:
        async with ReplayServer([reply(text_events("Ready"))]) as server:
            service, catalog = a_service(server), Catalog(keys=a_key_store(keyring))
            await catalog.check(service, "other", " Bearer sk-CANARY-trial ")
            assert server.requests[0].headers["authorization"] == "Bearer sk-CANARY-trial"
            assert server.requests[0].json["model"] == "other"
            assert not catalog.key_state(service.service_id, service.base_url).at_hand

    asyncio.run(work())
    assert not keyring.asked


def test_q23_what_a_test_with_a_typed_key_finds_out_holds_for_the_conversations_too() -> None:
    """Q23: the card says that branches open by themselves, so the next question offers them."""
    refused = error_reply(400, {"error": {"message": "this model does not support tools"}})
    answered = reply(text_events("ready"))

    async def work() -> None:
        catalog = Catalog()
        async with ReplayServer([refused, answered, answered, answered]) as server:
            service = replace(a_service(server), needs_key=False)
            model = catalog.model(service)
            await listen(model.stream(WITH_TOOLS))
            found = [model.supports_tools]
            assert (await catalog.check(service, key="sk-CANARY-typed")).supports_tools
            found.append(model.supports_tools)
            assert found == [False, None]
            await listen(model.stream(WITH_TOOLS))
            assert "tools" in server.requests[-1].json
        await catalog.aclose()

    asyncio.run(work())


def test_q23_what_one_conversation_learns_every_other_one_of_that_model_knows() -> None:
    """Q23: with a key or without, it is one model at one place."""
    refused = error_reply(400, {"error": {"message": "this model does not support tools"}})

    async def work() -> None:
        catalog = Catalog()
        async with ReplayServer([refused, reply(text_events("ready"))]) as server:
            service = replace(a_service(server), needs_key=False)
            before = catalog.model(service)
            with_key = catalog.model(replace(service, needs_key=True))
            await listen(before.stream(WITH_TOOLS))
            assert (before.supports_tools, with_key.supports_tools) == (False, False)
        await catalog.aclose()

    asyncio.run(work())
