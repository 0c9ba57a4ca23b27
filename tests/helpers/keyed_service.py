"""A workspace with one service that wants a key, at a port where a test listens when it likes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.services import Service
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.servers import ReplayServer, error_reply, reply, text_events
from tests.helpers.workspaces import a_service, open_workspace

OK = reply(text_events("Here ", "you are"))
REFUSED = error_reply(401, {"error": {"message": "Incorrect API key", "code": "invalid_api_key"}})


async def until(happened: Callable[[], object]) -> None:
    async with asyncio.timeout(10):
        while not happened():  # noqa: ASYNC110 - read, as a view does
            await asyncio.sleep(0.002)


async def settled(workspace: Workspace) -> None:
    await until(lambda: not workspace.outbox.sending and not workspace.rounds.live_sessions)


async def said(workspace: Workspace, session_id: SessionId) -> list[str]:
    records = await workspace.messages.list_records(session_id)
    return [f"{record.content or record.error_code} {record.state}" for record in records]


def asked(server: ReplayServer) -> list[str]:
    return [request.json["messages"][-1]["content"] for request in server.requests]


def keys_used(server: ReplayServer) -> list[str]:
    return [request.headers.get("authorization", "").removeprefix("Bearer ") for request in server.requests]


def service_of(workspace: Workspace, service_id: ServiceId) -> Service:
    found = workspace.answering.find(service_id)
    assert found is not None
    return found


async def a_free_port() -> int:
    async with ReplayServer([OK]) as server:
        return server.port


async def written_offline(workspace: Workspace, *texts: Sequence[str]) -> list[SessionId]:
    """Conversations in which these messages wait, since nobody listened when they were written."""
    found = []
    for number, messages in enumerate(texts):
        found.append(await workspace.create_project(f"Project {number}"))
        for text in messages:
            await workspace.rounds.start(found[-1], text).wait()
    await until(lambda: workspace.outbox.count == sum(map(len, texts)))
    return found


type Story = Callable[[Workspace, ServiceId, int], Awaitable[None]]


def run(folder: Path, story: Story) -> None:
    """A workspace with one service, whose key is *sk-old*, at a port where nobody listens yet."""

    async def told() -> None:
        port = await a_free_port()
        async with open_workspace(folder) as workspace:
            address = f"http://127.0.0.1:{port}/v1"
            await story(workspace, await a_service(workspace, "Cloud", key="sk-old", address=address), port)

    asyncio.run(told())
