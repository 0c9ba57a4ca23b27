"""Summaries and reflections by a real llama.cpp with a very small model: structure is asserted, never its words (K-1, K-2)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from stello_desktop.domain.errors import MemoryNotMade
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.memory import MemoryAuthor, WorkState
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.servers import LlamaServer, start_llama_server
from tests.helpers.workspaces import open_workspace

pytestmark = [pytest.mark.llama, pytest.mark.slow]


async def a_project(workspace: Workspace, server: LlamaServer) -> SessionId:
    service = await workspace.services.add(
        name="llama", address=server.base_url, model=server.model, key=server.key, local=True
    )
    await workspace.services.use(service.service_id)
    project = await workspace.create_project("Garden")
    await workspace.rounds.start(project, "Answer with one word: ready").wait()
    return project


def test_a_real_model_writes_a_summary(tmp_path: Path, llama_server: LlamaServer) -> None:
    """K-1, M-10."""

    async def main() -> None:
        async with open_workspace(tmp_path) as workspace:
            project = await a_project(workspace, llama_server)
            workspace.making.summarise([project])
            await workspace.making.settle()
            first = await workspace.memory.digest(project)
            assert first is not None
            assert first.text.strip()
            assert (first.author, first.outdated) == (MemoryAuthor.MODEL, False)
            assert first.model is not None
            assert first.model.model == llama_server.model
            assert workspace.making.work == ()

    asyncio.run(main())


def test_what_a_real_model_makes_of_a_reflection_is_whole_or_nothing(
    tmp_path: Path, llama_server: LlamaServer
) -> None:
    """K-2: so small a model may well miss the form; then nothing is written and the person is told."""

    async def main() -> None:
        async with open_workspace(tmp_path) as workspace:
            project = await a_project(workspace, llama_server)
            await workspace.memory.write_digest(project, "Roses: red and white. Budget 200 euros.")
            await workspace.making.reflect(project)
            await workspace.making.settle()
            syntheses = await workspace.memory.syntheses()
            if syntheses:
                assert syntheses[0].text.strip()
                assert {item.session_id for item in await workspace.memory.insights()} <= {project}
                assert workspace.making.work == ()
            else:
                (item,) = workspace.making.work
                assert item.state is WorkState.FAILED
                assert isinstance(item.error, MemoryNotMade)
                assert item.error.detail
                assert await workspace.memory.insights() == ()

    asyncio.run(main())


def test_a_real_server_that_is_gone_is_waited_for(tmp_path: Path) -> None:
    """D-3: refused connections are offline, not failed."""

    async def main() -> None:
        server = start_llama_server()
        try:
            async with open_workspace(tmp_path) as workspace:
                project = await a_project(workspace, server)
                server.kill()
                workspace.making.summarise([project])
                await workspace.making.settle()
                (item,) = workspace.making.work
                assert item.state is WorkState.OFFLINE
                assert await workspace.memory.digest(project) is None
        finally:
            server.stop()

    asyncio.run(main())
