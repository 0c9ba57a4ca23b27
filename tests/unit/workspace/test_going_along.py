"""What goes along with a question goes along with it again, whenever it is asked again (C-4, C-8, R-14); over the wire."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from stello_desktop.domain.commands import AddRef
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.memory import InsightSource, InsightState
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.servers import ReplayServer, error_reply, reply, text_events
from tests.helpers.workspaces import a_service, open_workspace

HALVED = "The budget was halved."
ANSWER = reply(text_events("Fine."))

type Story = Callable[[Workspace, SessionId], Awaitable[None]]


def told(tmp_path: Path, story: Story, *answers: Any) -> list[list[dict[str, str]]]:
    """What a server received while a story was told in *Plan*, for which a reminder waits; request by request."""
    server = ReplayServer(answers or (ANSWER,))

    async def main() -> None:
        async with server, open_workspace(tmp_path) as workspace:
            await a_service(workspace, "Mine", address=server.base_url, key="k")
            plan = await workspace.create_project("Plan")
            other = await workspace.create_project("Budget")
            await workspace.memory.add_insight(plan, HALVED, source=InsightSource.RESULT, from_session=other)
            await story(workspace, plan)

    asyncio.run(main())
    return [request.json["messages"] for request in server.requests]


def reminded(messages: list[dict[str, str]]) -> int:
    """How often a request carries the reminder, in its block."""
    head = messages[0]["content"]
    assert head.count("<insights>") >= head.count(HALVED)
    return head.count(HALVED)


@pytest.mark.parametrize("again", ["retry", "edit", "twice", "continue"])
def test_a_reminder_is_in_the_request_of_every_version_of_its_round(tmp_path: Path, again: str) -> None:
    """C-4, R-14. The naive way takes away what the first version of the round has used."""

    async def story(workspace: Workspace, plan: SessionId) -> None:
        await workspace.rounds.start(plan, "What now?").wait()
        if again == "edit":
            await workspace.rounds.edit_last(plan, "And what now?").wait()
        elif again == "continue":
            await workspace.rounds.resume(plan).wait()
        for _ in range({"retry": 1, "twice": 2}.get(again, 0)):
            await workspace.rounds.retry(plan).wait()
        (insight,) = await workspace.memory.insights(plan)
        assert (insight.state, insight.delivered_round) == (InsightState.DELIVERED, 1)
        await workspace.rounds.start(plan, "Something else?").wait()

    cut = reply(text_events("Fi", finish="length"))
    sent = told(tmp_path, story, *((cut, ANSWER) if again == "continue" else (ANSWER,)))
    assert [reminded(messages) for messages in sent[:-1]] == [1] * (len(sent) - 1)
    assert reminded(sent[-1]) == 0  # the next question is another round


@pytest.mark.parametrize("source", [InsightSource.RESULT, InsightSource.REFLECTION])
def test_a_reminder_does_not_follow_its_conversation_to_another_service_by_itself(
    tmp_path: Path, source: InsightSource
) -> None:
    """M-10: it was written for the one before; it waits, visibly, until the person lets it go along or goes back."""
    mine, theirs = ReplayServer([ANSWER]), ReplayServer([ANSWER])

    async def main() -> None:
        async with mine, theirs, open_workspace(tmp_path) as workspace:
            first = await a_service(workspace, "Mine", address=mine.base_url, key="k")
            second = await a_service(workspace, "Theirs", address=theirs.base_url, key="k", default=False)
            plan = await workspace.create_project("Plan")
            await workspace.rounds.start(plan, "Hello").wait()
            await workspace.memory.add_insight(plan, HALVED, source=source, for_service=first)
            own = await workspace.memory.add_insight(plan, "In euros.")
            await workspace.services.bind(plan, workspace.answering.find(second))
            preview = await workspace.sending.next_request(plan, "What now?")
            assert HALVED not in "".join(part.text for part in preview.parts)
            await workspace.rounds.start(plan, "What now?").wait()
            (held,) = await workspace.memory.insights(plan, state=InsightState.WAITING)
            service = workspace.answering.held_from(plan, held)
            assert (held.text, service and service.service_id) == (HALVED, second)
            assert workspace.answering.held_from(plan, own) is None
            assert workspace.topology[plan].waiting_insights == 1
            await workspace.memory.let_go_along(held, second)
            await workspace.rounds.start(plan, "And now?").wait()
            assert not await workspace.memory.insights(plan, state=InsightState.WAITING)

    asyncio.run(main())
    sent = [request.json["messages"] for request in theirs.requests]
    assert [reminded(messages) for messages in sent] == [0, 1]
    assert "In euros." in sent[0][0]["content"]


def test_a_reminder_is_there_again_over_a_restart_and_after_a_try_that_failed(tmp_path: Path) -> None:
    """C-4, R-14."""
    server = ReplayServer([ANSWER, error_reply(400, {"error": {"message": "no"}}), ANSWER])

    async def main() -> None:
        async with server:
            async with open_workspace(tmp_path) as workspace:
                await a_service(workspace, "Mine", address=server.base_url, key="k")
                plan = await workspace.create_project("Plan")
                await workspace.memory.add_insight(plan, HALVED)
                await workspace.rounds.start(plan, "What now?").wait()
            async with open_workspace(tmp_path) as workspace:
                (service,) = workspace.settings.services
                await workspace.keys.put(service, "k")
                for _ in range(2):
                    await workspace.rounds.retry(plan).wait()

    asyncio.run(main())
    assert [reminded(request.json["messages"]) for request in server.requests] == [1, 1, 1]


def test_what_came_since_goes_along_beside_it_and_what_was_taken_away_does_not(tmp_path: Path) -> None:
    """C-4: what waits for the next request is in it, whichever round that is of."""

    async def story(workspace: Workspace, plan: SessionId) -> None:
        await workspace.rounds.start(plan, "What now?").wait()
        await workspace.memory.add_insight(plan, "In euros.")
        gone = await workspace.memory.add_insight(plan, "In dollars.")
        await workspace.memory.remove_insight(gone.insight_id)
        await workspace.rounds.retry(plan).wait()
        assert {item.delivered_round for item in await workspace.memory.insights(plan)} == {1, None}

    first, second = told(tmp_path, story)
    assert f"- {HALVED}\n- In euros.\n" in second[0]["content"]
    assert "euros" not in first[0]["content"]
    assert "dollars" not in second[0]["content"]


def test_references_and_quoted_files_are_in_every_version_too(tmp_path: Path) -> None:
    """C-8, R-14: nothing else that goes along is dropped."""

    async def story(workspace: Workspace, plan: SessionId) -> None:
        other = next(item for item in workspace.topology.roots if item != plan)
        await workspace.memory.write_digest(other, "They have two hundred.")
        await workspace.apply(AddRef(plan, other))
        await workspace.sending.choose(plan, read_references=True)
        await workspace.rounds.start(plan, "What now?\n\n```\nquoted from a file\n```").wait()
        await workspace.rounds.retry(plan).wait()
        await workspace.rounds.edit_last(plan, "Well?\n\n```\nquoted from a file\n```").wait()

    sent = told(tmp_path, story)
    assert len(sent) == 3
    for messages in sent:
        assert reminded(messages) == 1
        assert messages[0] == sent[0][0]
        assert "<references>" in messages[0]["content"]
        assert "quoted from a file" in messages[-1]["content"]
