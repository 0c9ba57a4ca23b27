"""How much a model reads is known after a restart too, as its service listed it (Q23, C-6)."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from stello_desktop.domain.errors import ProviderError
from stello_desktop.domain.preview import PreviewRequest, ProblemCode
from stello_desktop.domain.services import ModelInfo
from stello_desktop.llm.providers import Probe
from stello_desktop.workspace.listed import MAX_ADDRESSES, MAX_MODELS, ListedSizes
from stello_desktop.workspace.view_state import ViewState
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.servers import ReplayServer, error_reply, reply
from tests.helpers.workspaces import open_workspace

LLAMA = {"object": "list", "data": [{"id": "small", "meta": {"n_ctx": 4096, "n_ctx_train": 8192}}]}


def json_reply(value: Any) -> list[Any]:
    return reply(json.dumps(value), content_type="application/json")


async def a_project(workspace: Workspace, address: str) -> Any:
    service = await workspace.services.add(name="Mine", address=address, model="small", local=True)
    await workspace.services.use(service.service_id)
    project = await workspace.create_project("Garden")
    await workspace.services.bind(project, service)
    await workspace.messages.add_note(project, "Nine thousand words. " * 1500)
    return project, service


async def limits(workspace: Workspace, project: Any) -> tuple[int | None, int | None, bool]:
    """In the preview of a branch, for the next message, and whether a branch is warned of."""
    ground = await workspace.inspection.ground(project)
    preview = ground.preview(PreviewRequest(label="Branch", context="inherit"))
    size = await workspace.sending.size(project)
    warned = any(problem.code is ProblemCode.TOO_LONG for problem in preview.problems)
    return preview.context_tokens, size.limit, warned


def test_what_was_listed_is_known_after_a_restart(tmp_path: Path) -> None:
    """C-6: 27,000 tokens for a model of 4,096 are warned of, whoever started the program when."""

    async def first() -> str:
        async with ReplayServer([json_reply(LLAMA)]) as server, open_workspace(tmp_path) as workspace:
            project, service = await a_project(workspace, server.base_url)
            assert await limits(workspace, project) == (None, None, False)
            await workspace.services.list_models_of(service)
            assert await limits(workspace, project) == (4096, 4096, True)
            return str(project)

    async def second(project: str) -> None:
        async with open_workspace(tmp_path) as workspace:
            assert await limits(workspace, project) == (4096, 4096, True)

    project = asyncio.run(first())
    asyncio.run(second(project))


def test_q28_a_server_that_was_found_has_said_it(tmp_path: Path) -> None:
    """Q28: looking for servers reads their lists anyway."""

    async def story() -> None:
        async with ReplayServer([json_reply(LLAMA)]) as server:
            port = int(server.base_url.removesuffix("/v1").rpartition(":")[2])
            async with open_workspace(tmp_path, probes=(Probe("llama.cpp", port),)) as workspace:
                await workspace.services.detect()
                project, service = await a_project(workspace, server.base_url)
                assert await limits(workspace, project) == (4096, 4096, True)
                await workspace.services.ask_sizes(service)
                assert len(server.requests) == 1, "what is known is not asked again"

    asyncio.run(story())


def test_a_result_is_asked_for_within_what_the_service_lists(tmp_path: Path) -> None:
    """C-6: a proposal that was never going to fit is not sent."""

    async def story() -> None:
        answers = [json_reply(LLAMA), error_reply(400, {"error": {"message": "a test"}})]
        async with ReplayServer(answers) as server, open_workspace(tmp_path) as workspace:
            project, service = await a_project(workspace, server.base_url)
            for _ in range(9):
                await workspace.messages.add_note(project, "Nine thousand words. " * 150)
            await workspace.services.list_models_of(service)
            with pytest.raises(ProviderError):
                await workspace.results.propose(project)
            sent = sum(len(item["content"]) for item in server.requests[-1].json["messages"])
            assert 500 * 4 < sent < 4096 * 4

    asyncio.run(story())


def test_a_service_that_does_not_say_it_does_no_harm(tmp_path: Path) -> None:
    async def story() -> None:
        answers = [error_reply(500, {}), json_reply(LLAMA)]
        async with ReplayServer(answers) as server, open_workspace(tmp_path) as workspace:
            project, service = await a_project(workspace, server.base_url)
            await workspace.services.ask_sizes(service)
            assert (await limits(workspace, project))[0] is None
            await workspace.services.ask_sizes(service)
            assert (await limits(workspace, project))[0] == 4096

    asyncio.run(story())


def test_lists_without_sizes_and_damaged_values_say_nothing() -> None:
    async def story() -> None:
        view = ViewState({}, _saved)
        sizes = ListedSizes(view)
        assert sizes.put("a", [ModelInfo(name="m", context_tokens=10), ModelInfo(name="n")])
        assert not sizes.put("a", [ModelInfo(name="m")]), "a list without sizes takes nothing back"
        assert not sizes.put("a", [ModelInfo(name="m", context_tokens=10)])
        assert (sizes.of("a", "m"), sizes.of("a", "n"), sizes.of("b", "m")) == (10, None, None)
        for number in range(MAX_ADDRESSES):
            sizes.put(
                f"address {number}",
                [ModelInfo(name=str(item), context_tokens=item + 1) for item in range(MAX_MODELS + 5)],
            )
        assert sizes.of("a", "m") is None, "the oldest address is let go"
        assert sizes.of("address 3", str(MAX_MODELS + 4)) == MAX_MODELS + 5
        await view.flush()

    asyncio.run(story())


@pytest.mark.parametrize(
    "kept", [7, [], {"a": 7}, {"a": {"m": "many"}}, {"a": {"m": True}}, {"a": {"m": -1}}]
)
def test_a_damaged_value_is_no_size(kept: Any) -> None:
    assert ListedSizes(ViewState({"view.models.listed": kept}, _saved)).of("a", "m") is None


async def _saved(_values: Any) -> None:
    return None
