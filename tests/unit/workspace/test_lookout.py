"""A service that answers again is noticed by whatever it answers, and by a quiet look on this computer (row 25)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.reach import unreachable
from stello_desktop.workspace import lookout
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.keyed_service import OK, REFUSED, a_free_port, service_of, until
from tests.helpers.servers import Piece, ReplayServer, error_reply, reply
from tests.helpers.workspaces import a_service, open_workspace

MODELS = reply('{"object": "list", "data": [{"id": "planner"}]}', content_type="application/json")


def is_silent(workspace: Workspace) -> bool:
    return workspace.outbox.offline


type Signs = Callable[[Workspace, ServiceId, SessionId], Awaitable[object]]


async def summary(workspace: Workspace, _service_id: ServiceId, session_id: SessionId) -> None:
    workspace.making.summarise([session_id])
    await workspace.making.settle()


async def overview(workspace: Workspace, _service_id: ServiceId, session_id: SessionId) -> None:
    await workspace.memory.write_digest(session_id, "What was decided.")
    await workspace.making.reflect(session_id)
    await workspace.making.settle()


async def models(workspace: Workspace, service_id: ServiceId, _session_id: SessionId) -> None:
    await workspace.services.list_models_of(service_of(workspace, service_id))


async def models_of_the_address(workspace: Workspace, service_id: ServiceId, _session_id: SessionId) -> None:
    await workspace.services.list_models(service_of(workspace, service_id).base_url)


async def a_test(workspace: Workspace, service_id: ServiceId, _session_id: SessionId) -> None:
    await workspace.services.check(service_of(workspace, service_id))


async def a_trial(workspace: Workspace, service_id: ServiceId, _session_id: SessionId) -> None:
    service = service_of(workspace, service_id)
    await workspace.services.try_out(
        name=service.name, address=service.base_url, model="other", service_id=service_id
    )


async def another_model(workspace: Workspace, service_id: ServiceId, _session_id: SessionId) -> None:
    """A second service at the same server answers a message."""
    other = await a_service(
        workspace, "Second", address=service_of(workspace, service_id).base_url, default=False
    )
    project = await workspace.create_project("Other")
    await workspace.services.bind(project, service_of(workspace, other))
    await workspace.rounds.start(project, "hello").wait()


@pytest.mark.parametrize(
    ("sign", "answer"),
    [
        (summary, OK),
        (overview, OK),
        (models, MODELS),
        (models_of_the_address, MODELS),
        (a_test, OK),
        (a_trial, OK),
        (another_model, OK),
        (summary, error_reply(429, {"error": {"message": "Too many"}})),
    ],
)
def test_whatever_a_service_answers_says_that_what_waits_can_be_sent(
    tmp_path: Path, sign: Signs, answer: list[Piece]
) -> None:
    """And nothing of it is sent by that."""

    async def main() -> None:
        port = await a_free_port()
        async with open_workspace(tmp_path) as workspace:
            service_id = await a_service(workspace, "Near", address=f"http://127.0.0.1:{port}/v1")
            project = await workspace.create_project("Launch")
            async with ReplayServer([OK], port=port):
                await workspace.rounds.start(project, "zero").wait()
            for text in ("one", "two"):
                await workspace.rounds.start(project, text).wait()
            await until(lambda: workspace.outbox.count == 2)
            assert is_silent(workspace)
            async with ReplayServer([answer], port=port):
                await sign(workspace, service_id, project)
                assert not is_silent(workspace)
            assert workspace.outbox.count == 2

    asyncio.run(main())


@pytest.mark.parametrize("answer", [MODELS, REFUSED], ids=["models", "wants a key"])
def test_a_quiet_look_finds_a_server_of_this_computer_and_sends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: list[Piece]
) -> None:
    """It takes no token, and no key: the list of models is asked for, until something answers."""
    monkeypatch.setattr(lookout, "LOOK_EVERY_S", 0.02)

    async def main() -> None:
        port = await a_free_port()
        async with open_workspace(tmp_path) as workspace:
            await a_service(workspace, "Near", address=f"http://127.0.0.1:{port}/v1", key="sk-mine")
            project = await workspace.create_project("Launch")
            await workspace.rounds.start(project, "one").wait()
            await until(lambda: workspace.outbox.count == 1)
            assert is_silent(workspace)
            async with ReplayServer([answer], port=port) as server:
                await until(lambda: not is_silent(workspace))
                await asyncio.sleep(0.1)
                assert [request.path for request in server.requests] == ["/v1/models"]
                assert "authorization" not in server.requests[0].headers
            assert workspace.outbox.count == 1

    asyncio.run(main())


def test_nobody_looks_at_a_service_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No request leaves the machine that no click caused; the guard of the network would refuse it, and tell."""
    monkeypatch.setattr(lookout, "LOOK_EVERY_S", 0.01)

    async def main() -> None:
        async with open_workspace(tmp_path) as workspace:
            await a_service(workspace, "Near", address="http://127.0.0.1:9/v1")
            near = await workspace.create_project("Near")
            await workspace.rounds.start(near, "one").wait()
            await until(lambda: is_silent(workspace))
            (service,) = workspace.outbox.silent
            await workspace.services.change(service.service_id, address="https://cloud.example/v1")
            assert not is_silent(workspace)
            workspace.news.lost(workspace.news.mark_of(service.service_id), unreachable("no route"))
            workspace.feed.publish(Changes(outbox=True))
            assert [item.base_url for item in workspace.outbox.silent] == ["https://cloud.example/v1"]
            await asyncio.sleep(0.1)
            assert is_silent(workspace)

    asyncio.run(main())
