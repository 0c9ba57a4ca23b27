"""Services are renamed, moved, removed and brought back; a key never follows to another address (T9, M-10)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from stello_desktop.domain.errors import InvalidAddress, InvalidKey
from stello_desktop.domain.services import PRACTICE, ModelPrice, Service
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.keyrings import MemoryKeyring, a_key_store
from tests.helpers.workspaces import a_service, open_workspace, run_in_workspace


def the_only(workspace: Workspace) -> Service:
    (service,) = workspace.settings.services
    return service


def test_t9_at_another_address_the_old_key_is_gone(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        service_id = await a_service(workspace, "Home", key="sk-CANARY-1", address="http://127.0.0.1:9/v1")
        before = the_only(workspace)
        await workspace.services.change(service_id, address="127.0.0.1:9/v1/chat/completions")
        assert the_only(workspace) == before
        assert workspace.keys.at_hand(before)
        await workspace.services.change(service_id, address="http://127.0.0.1:10")
        moved = the_only(workspace)
        assert (moved.service_id, moved.base_url, moved.needs_key) == (
            service_id,
            "http://127.0.0.1:10/v1",
            False,
        )
        assert not workspace.keys.at_hand(moved)
        assert not workspace.keys.at_hand(before)
        await workspace.services.change(service_id, address="http://127.0.0.1:11", key=" Bearer sk-CANARY-2 ")
        assert the_only(workspace).needs_key
        assert workspace.keys.at_hand(the_only(workspace))

    run_in_workspace(tmp_path, story)


def test_a_change_that_is_refused_changes_nothing(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        service_id = await a_service(workspace, "Home")
        before = the_only(workspace)
        with pytest.raises(InvalidAddress):
            await workspace.services.change(service_id, name="New", address="ftp://x")
        with pytest.raises(InvalidKey):
            await workspace.services.change(service_id, name="New", key="schlüssel")
        assert the_only(workspace) == before

    run_in_workspace(tmp_path, story)


def test_a_removed_service_comes_back_as_it_was_with_its_key(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        await a_service(workspace, "First", default=False)
        service_id = await a_service(workspace, "Second", key="sk-CANARY-3")
        await a_service(workspace, "Third", default=False)
        before = workspace.settings.services
        await workspace.services.remove(service_id)
        assert workspace.answering.default.service_id == PRACTICE
        assert not workspace.keys.at_hand(before[1])
        for _ in range(2):
            await workspace.services.bring_back(before[1], at=1, default=True)
            assert workspace.settings.services == before
        assert workspace.answering.default.service_id == service_id
        assert workspace.keys.at_hand(before[1])

    run_in_workspace(tmp_path, story)


def test_conversations_of_a_service_are_counted(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        service_id = await a_service(workspace, "Home")
        assert await workspace.services.count_bound(service_id) == 0
        for label in ("One", "Two"):
            project = await workspace.create_project(label)
            await workspace.services.bind(project, the_only(workspace))
        assert await workspace.services.count_bound(service_id) == 2

    run_in_workspace(tmp_path, story)


PRICE = ModelPrice(model="small", input_per_million=Decimal("0.5"))


def change_key(workspace: Workspace, service: Service) -> Coroutine[Any, Any, object]:
    return workspace.services.change(service.service_id, name="Kept on", key="sk-CANARY-new")


def add_another(workspace: Workspace, service: Service) -> Coroutine[Any, Any, object]:
    return workspace.services.add(name="Late", address="http://127.0.0.1:8", model="m", key="sk-CANARY-late")


@pytest.mark.parametrize("slow", [change_key, add_another])
def test_nothing_is_lost_while_a_keyring_takes_its_time(
    tmp_path: Path, slow: Callable[[Workspace, Service], Coroutine[Any, Any, object]]
) -> None:
    """What else was changed meanwhile stays, and what was removed does not come back."""
    keyring = MemoryKeyring()

    async def story() -> None:
        async with open_workspace(tmp_path, keys=a_key_store(keyring)) as workspace:
            await a_service(workspace, "Gone", address="http://127.0.0.1:7")
            kept = await workspace.services.add(
                name="Kept", address="http://127.0.0.1:6", model="small", key="sk-CANARY-1"
            )
            keyring.mode = "hangs"
            work = asyncio.create_task(slow(workspace, kept))
            await asyncio.sleep(0.05)
            await workspace.services.set_price(kept.service_id, PRICE)
            await workspace.services.remove(workspace.settings.services[0].service_id)
            keyring.mode = "ok"
            keyring.go_on.set()
            await work
        async with open_workspace(tmp_path) as workspace:
            names = [item.name for item in workspace.settings.services]
            assert names == (["Kept on"] if slow is change_key else ["Kept", "Late"])
            assert workspace.settings.services[0].prices == (PRICE,)

    asyncio.run(story())


@pytest.mark.parametrize("slow", [change_key, add_another])
def test_a_key_that_was_kept_has_its_service_even_if_the_window_was_closed_meanwhile(
    tmp_path: Path, slow: Callable[[Workspace, Service], Coroutine[Any, Any, object]]
) -> None:
    """A key that no service knows of would lie in the keyring for ever."""
    keyring = MemoryKeyring()

    async def story() -> None:
        async with open_workspace(tmp_path, keys=a_key_store(keyring)) as workspace:
            first = await workspace.services.add(name="First", address="http://127.0.0.1:6", model="small")
            keyring.mode = "hangs"
            work = asyncio.create_task(slow(workspace, first))
            await asyncio.sleep(0.05)
            work.cancel()
            keyring.go_on.set()
            with pytest.raises(asyncio.CancelledError):
                await work
            owners = {entry.partition(" ")[0] for _, entry in keyring.entries}
            with_keys = {item.service_id for item in workspace.settings.services if item.needs_key}
            assert owners == with_keys
            assert len(owners) == 1

    asyncio.run(story())


def test_a_service_that_is_added_again_keeps_its_prices_and_its_key(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        first = await workspace.services.add(
            name="Home", address="http://127.0.0.1:6", model="small", key="sk-CANARY-1"
        )
        await workspace.services.set_price(first.service_id, PRICE)
        again = await workspace.services.add(name="Home", address="http://127.0.0.1:6/v1/", model="small")
        assert the_only(workspace) == again
        assert again.prices == (PRICE,)
        assert workspace.keys.at_hand(again)

    run_in_workspace(tmp_path, story)
