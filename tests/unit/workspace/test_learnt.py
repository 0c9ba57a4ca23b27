"""What a model's refusals taught is known after a restart, and nothing is asked that nobody asked for."""

from __future__ import annotations

import asyncio
from pathlib import Path

from stello_desktop.domain.model_facts import Lesson
from tests.helpers.servers import ReplayServer, error_reply, reply, text_events
from tests.helpers.workspaces import a_service, open_workspace

NO_TOOLS = error_reply(400, {"error": {"message": "small does not support tools"}})
OK = reply(text_events("Hello"))


def test_q23_a_refusal_is_learnt_once_and_known_after_a_restart(tmp_path: Path) -> None:
    """Q23: the first message of a new run is written by what the last one learnt, and the card can say it."""

    async def story() -> None:
        async with ReplayServer([NO_TOOLS, OK]) as server:
            async with open_workspace(tmp_path) as workspace:
                service_id = await a_service(workspace, "Home", address=server.base_url)
                project = await workspace.create_project("Plan")
                assert workspace.answering.can_open_branches(project) is None
                await workspace.rounds.start(project, "Hi").wait()
                assert workspace.answering.can_open_branches(project) is False
            async with open_workspace(tmp_path) as workspace:
                service = next(item for item in workspace.answering.services if item.service_id == service_id)
                assert workspace.learnt.about(service).explanations() == (Lesson.NO_TOOLS,)
                assert workspace.answering.can_open_branches(project) is False
                await workspace.rounds.start(project, "Again").wait()
            assert ["tools" in request.json for request in server.requests] == [True, False, False]

    asyncio.run(story())


def test_what_was_learnt_can_be_forgotten_for_good(tmp_path: Path) -> None:
    """A lesson that was wrong has a remedy, over a restart too; one that was right is learnt again."""

    async def story() -> None:
        async with ReplayServer([NO_TOOLS, OK, NO_TOOLS, OK]) as server:
            async with open_workspace(tmp_path) as workspace:
                await a_service(workspace, "Home", address=server.base_url)
                service = workspace.answering.default
                project = await workspace.create_project("Plan")
                await workspace.rounds.start(project, "Hi").wait()
                assert workspace.learnt.about(service).explanations() == (Lesson.NO_TOOLS,)
                told: list[bool] = []
                unsubscribe = workspace.feed.subscribe(lambda changes: told.append(changes.services))
                workspace.learnt.forget(service)
                unsubscribe()
                assert any(told)
                assert workspace.learnt.about(service).explanations() == ()
            async with open_workspace(tmp_path) as workspace:
                assert workspace.learnt.about(service).explanations() == ()
                await workspace.rounds.start(project, "Again").wait()
                assert workspace.learnt.about(service).explanations() == (Lesson.NO_TOOLS,)

    asyncio.run(story())


def test_what_is_learnt_is_told_to_the_views(tmp_path: Path) -> None:
    async def story() -> None:
        async with ReplayServer([NO_TOOLS, OK]) as server, open_workspace(tmp_path) as workspace:
            await a_service(workspace, "Home", address=server.base_url)
            project = await workspace.create_project("Plan")
            told: list[bool] = []
            unsubscribe = workspace.feed.subscribe(lambda changes: told.append(changes.services))
            await workspace.rounds.start(project, "Hi").wait()
            unsubscribe()
            assert any(told)

    asyncio.run(story())


def test_q32_a_name_costs_no_request_and_changes_nothing_by_itself(tmp_path: Path) -> None:
    """Q32: names are the person's or made from words; no model is asked for one, so none can spoil one."""

    async def story() -> None:
        async with ReplayServer([OK]) as server, open_workspace(tmp_path) as workspace:
            await a_service(workspace, "Home", address=server.base_url)
            project = await workspace.create_project("Plan")
            for text in ("What does it cost?", "And then?"):
                await workspace.rounds.start(project, text).wait()
            assert workspace.topology[project].label == "Plan"
            assert len(server.requests) == 2
            assert all("title" not in str(request.json["messages"]).lower() for request in server.requests)

    asyncio.run(story())


def test_a_test_of_the_service_tries_everything_again(tmp_path: Path) -> None:
    """A server that was mended is not held to what it once refused."""

    async def story() -> None:
        async with ReplayServer([NO_TOOLS, OK]) as server, open_workspace(tmp_path) as workspace:
            await a_service(workspace, "Home", address=server.base_url)
            service = workspace.answering.default
            project = await workspace.create_project("Plan")
            await workspace.rounds.start(project, "Hi").wait()
            assert workspace.learnt.about(service).no_tools
            await workspace.services.check(service)
            assert not workspace.learnt.about(service).no_tools
            assert "tools" in server.requests[-1].json

    asyncio.run(story())
