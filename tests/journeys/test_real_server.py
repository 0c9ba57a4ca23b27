"""The same window, answered by a real llama.cpp server over HTTP."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.messages import RecordState, Role
from stello_desktop.workspace.turns import TurnState
from tests.helpers.servers import LlamaServer
from tests.journeys import stories
from tests.journeys.person import Person, live

pytestmark = [pytest.mark.llama, pytest.mark.slow]


def test_a_real_model_streams_and_opens_a_branch(
    qapp: QApplication, stello_home: Path, llama_server: LlamaServer
) -> None:
    """Journeys 2, 3 and the reopening with a real model: it calls ``stello_create_session`` itself, streamed."""

    async def story(person: Person) -> None:
        await stories.begin_with_practice(person)
        await stories.a_real_service(person, llama_server.base_url, llama_server.key, llama_server.model)
        await person.write("Tell me a joke")
        await person.until_answered(120)
        project = person.star(stories.PROJECT)
        turn = person.workspace.live_turn(project)
        assert turn is not None
        assert turn.state is TurnState.DONE, turn.error
        assert len(turn.events) > 3, "it came in pieces"
        assert person.workspace.topology.children(project) == (), "a joke opens no branch"
        await stories.the_model_opens_a_branch(person, "Financing")
        records = await person.workspace.list_records(project)
        (call,) = next(item.tool_calls for item in records if item.tool_calls)
        assert json.loads(call.arguments)["label"] == "Financing"
        assert records[-1].role is Role.ASSISTANT
        await stories.rearranging(person)

    async def reopened(person: Person) -> None:
        tree = person.workspace.topology
        assert tree.parent(person.star("Financing")) == person.star("Market")
        assert tree[person.star("Financing")].source_id == person.star(stories.PROJECT)
        assert person.workspace.service_of(person.star(stories.PROJECT)).model == llama_server.model
        records = await person.workspace.list_records(person.star(stories.PROJECT))
        assert any(item.tool_calls for item in records)

    live(qapp, stello_home, story)
    live(qapp, stello_home, reopened)
    assert llama_server.key.encode() not in _everything_in(stello_home)


def test_stop_ends_the_answer_and_a_killed_server_leaves_what_arrived(
    qapp: QApplication, stello_home: Path, own_llama_server: LlamaServer
) -> None:
    """R-9, fault 33: the text that arrived stays, marked, with *Continue* and *Retry* beside it."""
    server = own_llama_server

    async def story(person: Person) -> None:
        await stories.begin_with_practice(person)
        await stories.a_real_service(person, server.base_url, server.key, server.model)
        project = person.star(stories.PROJECT)
        await person.write("Write a long story about the sea")
        turn = await person.until(lambda: person.workspace.live_turn(project), "it begins")
        await person.until(lambda: len(turn.events) > 10, "words arrive", 60)
        await person.click("composerStop")
        await person.until(lambda: turn.ended, "it has stopped", 5)
        assert (await person.workspace.list_records(project))[-1].state is RecordState.STOPPED
        await person.until_seen("endingRetry")

        await person.write("Write a long story about the mountains")
        turn = await person.until(lambda: _running(person), "it begins again")
        await person.until(lambda: len(turn.events) > 10, "words arrive", 60)
        server.kill()
        await person.until(lambda: turn.ended, "the loss is noticed", 30)
        last = (await person.workspace.list_records(project))[-1]
        assert last.state is RecordState.FAILED
        assert last.content
        await person.until_seen("errorContinue")
        await person.picture("connection-lost", "A lost connection keeps what arrived.")
        await asyncio.sleep(0)

    live(qapp, stello_home, story)


def _running(person: Person) -> object:
    turn = person.workspace.live_turn(person.star(stories.PROJECT))
    return turn if turn is not None and not turn.ended else None


def _everything_in(folder: Path) -> bytes:
    return b"".join(item.read_bytes() for item in folder.rglob("*") if item.is_file())
