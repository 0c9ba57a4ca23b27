"""Who answers: text and keys go to the service of the conversation and nowhere else (M-10, T9)."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any, override

import pytest

from stello_desktop.domain.errors import KeyNotRemoved, ProviderError, ProviderErrorKind
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.keys import NOT_LOOKED, KeyPlace, KeyState
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.services import TINY, Service, ServiceKind
from stello_desktop.domain.session import SessionBindings
from stello_desktop.engine.memory import MemoryStore
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.store.files import STORE_NAME
from stello_desktop.workspace.answering import Answering
from stello_desktop.workspace.settings import Settings
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.keyrings import MemoryKeyring, a_key_store
from tests.helpers.servers import ReplayServer, reply, text_events
from tests.helpers.workspaces import a_service, open_workspace, run_in_workspace


def test_another_address_under_an_old_name_gets_nothing_of_an_old_conversation(tmp_path: Path) -> None:
    """M-10, T9: a removed service is never replaced by one that happens to have its name."""
    model = ScriptedModel(["one"], repeat_last=True)

    async def story() -> None:
        async with open_workspace(tmp_path, models={"Home": model}) as workspace:
            first = await a_service(workspace, "Home")
            project = await workspace.create_project("Launch")
            await workspace.rounds.start(project, "Private").wait()
            await workspace.services.remove(first)
            second = await a_service(workspace, "Home", address="http://127.0.0.1:10/v1")
            assert second != first
            turn = workspace.rounds.start(project, "More")
            await turn.wait()
            assert turn.error is not None
            assert turn.error.full_code == "provider.not_found"
            await workspace.services.remove(second)
            await a_service(workspace, "Home")
            await workspace.rounds.retry(project).wait()

    asyncio.run(story())
    assert len(model.requests) == 2


def test_services_of_one_name_are_told_apart_and_can_be_renamed(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        for model in ("small", "large"):
            await workspace.services.add(
                name="OpenAI", address="https://api.openai.com", model=model, key="sk-1"
            )
        first, second = workspace.settings.services
        assert (first.name, second.name) == ("OpenAI", "OpenAI · large")
        await workspace.services.change(second.service_id, model="huge")
        changed = workspace.settings.services[1]
        assert (changed.name, changed.model, changed.service_id) == (
            "OpenAI · huge",
            "huge",
            second.service_id,
        )
        assert workspace.keys.at_hand(changed)
        await workspace.services.change(second.service_id, name="  Work\n", model=" ")
        assert (workspace.settings.services[1].name, workspace.settings.services[1].model) == ("Work", "huge")
        assert workspace.settings.services[0] == first
        await workspace.services.change(ServiceId("gone"), name="Nobody")
        assert len(workspace.settings.services) == 2

    run_in_workspace(tmp_path, story)


def test_a_removed_service_takes_its_key_along(tmp_path: Path) -> None:
    """T9: out of the keyring too; given back under the same name and address, it must be given its key again."""
    keyring = MemoryKeyring()

    async def story() -> None:
        async with open_workspace(tmp_path, keys=a_key_store(keyring)) as workspace:
            service_id = await a_service(workspace, "Cloud", key="sk-CANARY-1234567890")
            assert workspace.keys.state(workspace.answering.default) == KeyState(KeyPlace.KEYRING)
            assert keyring.entries
            await workspace.services.remove(service_id)
            assert not keyring.entries
            await a_service(workspace, "Cloud")
            assert workspace.answering.default.name == "Cloud"
            assert not workspace.keys.state(workspace.answering.default).at_hand

    asyncio.run(story())


def test_q29_a_certificate_is_accepted_for_one_service_and_goes_with_it(tmp_path: Path) -> None:
    """Q29, T9: kept over a restart; another service at the same address is asked about by itself."""
    origin, fingerprint = "https://llm.lan:8443", ":".join(["AB"] * 32)

    async def story() -> None:
        async with open_workspace(tmp_path) as workspace:
            first = await a_service(workspace, "One", address="https://llm.lan:8443")
            second = await workspace.services.add(
                name="Two", address="https://llm.lan:8443/v1", model="other"
            )
            await workspace.keys.accept_certificate(origin, fingerprint, first)
            await workspace.keys.allow_plain("http://nas:80")
        async with open_workspace(tmp_path) as workspace:
            consents = workspace.settings.consents
            assert consents.of(first).fingerprints(origin) == {fingerprint}
            assert not consents.of(second.service_id).fingerprints(origin)
            await workspace.services.remove(first)
            assert not workspace.settings.consents.certificates
            assert workspace.settings.consents.plain == {"http://nas:80"}

    asyncio.run(story())


def test_q29_what_was_accepted_in_a_trial_is_kept_with_the_service_that_comes_of_it(tmp_path: Path) -> None:
    """Q29: nothing is kept of a trial that came to nothing, and nothing is asked twice."""
    origin, other, fingerprint = "https://llm.lan:8443", "https://else.lan:443", ":".join(["AB"] * 32)

    async def story() -> None:
        async with open_workspace(tmp_path) as workspace:
            await workspace.keys.accept_certificate(other, fingerprint)
        async with open_workspace(tmp_path) as workspace:
            assert not workspace.settings.consents.certificates
            await workspace.keys.accept_certificate(other, fingerprint)
            await workspace.keys.accept_certificate(origin, fingerprint)
            service_id = await a_service(workspace, "One", address=origin)
        async with open_workspace(tmp_path) as workspace:
            assert workspace.settings.consents.certificates == {(service_id, origin, fingerprint)}
            await workspace.services.change(service_id, address="https://moved.lan:8443")
            assert not workspace.settings.consents.certificates

    asyncio.run(story())


@pytest.mark.parametrize(
    "damaged",
    [
        ["https://llm.lan:8443", ":".join(["AB"] * 32)],
        ["mine", "https://llm.lan:8443", ":".join(["ab"] * 32)],
        ["mine", "https://llm.lan:8443", "AB"],
        ["mine", "https://llm.lan:8443", 7],
        "anything",
    ],
)
def test_q29_a_certificate_of_no_service_or_without_a_fingerprint_is_asked_for_again(damaged: Any) -> None:
    """Q29: earlier versions kept them for an address alone."""
    kept = {"certificates": [damaged], "plain": ["http://nas:80"]}
    settings = Settings.from_values({"consents": kept})
    assert not settings.consents.certificates
    assert settings.consents.plain == {"http://nas:80"}


def test_a_key_that_the_keyring_may_still_have_is_told_and_the_service_goes(tmp_path: Path) -> None:
    keyring = MemoryKeyring()

    async def story() -> None:
        async with open_workspace(tmp_path, keys=a_key_store(keyring)) as workspace:
            service_id = await a_service(workspace, "Cloud", key="sk-CANARY-1234567890")
            keyring.mode = "locked"
            with pytest.raises(KeyNotRemoved) as caught:
                await workspace.services.remove(service_id)
            assert caught.value.params["service"] == "Cloud"
            assert not workspace.settings.services

    asyncio.run(story())


def test_after_a_restart_the_key_is_in_the_keyring_and_nothing_is_read_before_somebody_looks(
    tmp_path: Path,
) -> None:
    """Keys survive a restart; who looks is told by the feed once it is known."""
    keyring = MemoryKeyring()

    async def story() -> None:
        async with open_workspace(tmp_path, keys=a_key_store(keyring)) as workspace:
            await a_service(workspace, "Cloud", key="sk-CANARY-1234567890")
        keyring.asked.clear()
        async with open_workspace(tmp_path, keys=a_key_store(keyring)) as workspace:
            service = workspace.answering.default
            assert workspace.keys.state(service) == NOT_LOOKED
            assert not keyring.asked
            news: list[bool] = []
            workspace.feed.subscribe(lambda changes: news.append(changes.services))
            assert await workspace.keys.find(service) == KeyState(KeyPlace.KEYRING)
            await workspace.keys.find(service)
            assert news == [True]

    asyncio.run(story())


def test_t9_an_address_changed_by_hand_in_the_database_gets_no_key(tmp_path: Path) -> None:
    """T9: the key is bound to the address that it was given for; the service asks for it again."""
    keyring = MemoryKeyring()

    async def story() -> None:
        async with (
            ReplayServer([reply(text_events("ok"))]) as own,
            ReplayServer([reply(text_events("ok"))]) as evil,
        ):
            async with open_workspace(tmp_path, keys=a_key_store(keyring)) as workspace:
                await a_service(workspace, "Cloud", key="sk-CANARY-1234567890", address=own.base_url)
            with sqlite3.connect(tmp_path / STORE_NAME) as database:
                changed = database.execute(
                    "UPDATE setting SET value = replace(value, ?, ?)", (str(own.port), str(evil.port))
                ).rowcount
            database.close()
            assert changed
            async with open_workspace(tmp_path, keys=a_key_store(keyring)) as workspace:
                assert workspace.answering.default.base_url == evil.base_url
                project = await workspace.create_project("Launch")
                await workspace.rounds.start(project, "Private").wait()
                trouble = workspace.outbox.trouble_of(project)
                assert trouble is not None
                assert trouble.params["reason"] == "no_key"
            assert not evil.requests

    asyncio.run(story())


def test_a_conversation_of_the_tiny_model_does_not_move_to_a_cloud_by_itself(tmp_path: Path) -> None:
    """M-10: it is bound at its first answer like any other; the practice assistant binds nothing."""
    tiny, cloud = ScriptedModel(["tiny"], repeat_last=True), ScriptedModel(["cloud"], repeat_last=True)

    async def story() -> None:
        models = {"Tiny": tiny, "Cloud": cloud, "practice": ScriptedModel(["practice"])}
        async with open_workspace(tmp_path, models=models) as workspace:
            practised, private = [await workspace.create_project(label) for label in ("A", "B")]
            await workspace.rounds.start(practised, "Hello").wait()
            workspace.answering.set_tiny(a_tiny_service())
            await workspace.services.use(TINY)
            await workspace.rounds.start(private, "Private").wait()
            await a_service(workspace, "Cloud")
            await workspace.rounds.start(private, "More").wait()
            await workspace.rounds.start(practised, "Hello").wait()

    asyncio.run(story())
    assert [len(model.requests) for model in (tiny, cloud)] == [2, 1]


def a_tiny_service() -> Service:
    return Service(service_id=TINY, kind=ServiceKind.TINY, name="Tiny", model="tiny", local=True)


def test_a_choice_made_while_the_old_one_is_read_holds() -> None:
    """M-10: a slow read never brings an earlier service back."""

    class SlowStore(MemoryStore):
        @override
        async def get_bindings(self, session_id: SessionId) -> SessionBindings:
            found = await super().get_bindings(session_id)
            await asyncio.sleep(0)
            return found

    async def work() -> None:
        store = SlowStore()
        services = tuple(
            Service(service_id=ServiceId(name), kind=ServiceKind.OPENAI, name=name) for name in ("old", "new")
        )
        answering = Answering(lambda: Settings(services=services))
        session_id = store.add("Plan", bindings=SessionBindings(model=ModelRef(ServiceId("old"), "m")))
        await asyncio.gather(
            answering.bind(store, session_id, ModelRef(ServiceId("new"), "m")),
            answering.load(store, session_id),
        )
        assert answering.service_of(session_id).service_id == "new"
        assert (await store.get_bindings(session_id)).model == ModelRef(ServiceId("new"), "m")

    asyncio.run(work())


def test_every_failure_of_a_service_knows_whose_it_is(tmp_path: Path) -> None:
    """So that each sentence can name it: an answer, a summary, a list of models, whatever the model left out."""

    async def story() -> None:
        model = ScriptedModel([ProviderError(ProviderErrorKind.SERVER, "503")] * 2)
        async with open_workspace(tmp_path, models={"Home": model}) as workspace:
            service_id = await a_service(workspace, "Home")
            project = await workspace.create_project("Launch")
            turn = workspace.rounds.start(project, "Hello")
            await turn.wait()
            assert turn.error is not None
            workspace.making.summarise([project])
            await workspace.making.settle()
            (work,) = workspace.making.work
            assert work.error is not None
            service = workspace.answering.find(service_id)
            assert service is not None
            with pytest.raises(ProviderError) as listed:
                await workspace.services.list_models_of(service)
            found = [turn.error, work.error, listed.value]
            assert [error.params.get("service") for error in found] == [service_id] * 3

    asyncio.run(story())
