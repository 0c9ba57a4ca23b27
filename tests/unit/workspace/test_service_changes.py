"""Services are renamed, moved, removed and brought back; a key never follows to another address (T9, M-10)."""

from __future__ import annotations

from pathlib import Path

import pytest

from stello_desktop.domain.errors import InvalidAddress, InvalidKey
from stello_desktop.domain.services import PRACTICE, Service
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.workspaces import a_service, run_in_workspace


def the_only(workspace: Workspace) -> Service:
    (service,) = workspace.settings.services
    return service


def test_t9_at_another_address_the_old_key_is_gone(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        service_id = await a_service(workspace, "Home", key="sk-CANARY-1", address="http://127.0.0.1:9/v1")
        before = the_only(workspace)
        await workspace.change_service(service_id, address="127.0.0.1:9/v1/chat/completions")
        assert the_only(workspace) == before
        assert workspace.has_key(before)
        await workspace.change_service(service_id, address="http://127.0.0.1:10")
        moved = the_only(workspace)
        assert (moved.service_id, moved.base_url, moved.needs_key) == (
            service_id,
            "http://127.0.0.1:10/v1",
            False,
        )
        assert not workspace.has_key(moved)
        assert not workspace.has_key(before)
        await workspace.change_service(service_id, address="http://127.0.0.1:11", key=" Bearer sk-CANARY-2 ")
        assert the_only(workspace).needs_key
        assert workspace.has_key(the_only(workspace))

    run_in_workspace(tmp_path, story)


def test_a_change_that_is_refused_changes_nothing(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        service_id = await a_service(workspace, "Home")
        before = the_only(workspace)
        with pytest.raises(InvalidAddress):
            await workspace.change_service(service_id, name="New", address="ftp://x")
        with pytest.raises(InvalidKey):
            await workspace.change_service(service_id, name="New", key="schlüssel")
        assert the_only(workspace) == before

    run_in_workspace(tmp_path, story)


def test_a_removed_service_comes_back_as_it_was_with_its_key(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        await a_service(workspace, "First", default=False)
        service_id = await a_service(workspace, "Second", key="sk-CANARY-3")
        await a_service(workspace, "Third", default=False)
        before = workspace.settings.services
        await workspace.remove_service(service_id)
        assert workspace.default_service.service_id == PRACTICE
        assert not workspace.has_key(before[1])
        for _ in range(2):
            await workspace.bring_service_back(before[1], at=1, default=True)
            assert workspace.settings.services == before
        assert workspace.default_service.service_id == service_id
        assert workspace.has_key(before[1])

    run_in_workspace(tmp_path, story)


def test_conversations_of_a_service_are_counted(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        service_id = await a_service(workspace, "Home")
        assert await workspace.count_bound(service_id) == 0
        for label in ("One", "Two"):
            project = await workspace.create_project(label)
            await workspace.bind_service(project, the_only(workspace))
        assert await workspace.count_bound(service_id) == 2

    run_in_workspace(tmp_path, story)
