"""The same window, answered by a real llama.cpp server over HTTP."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.messages import RecordState, Role
from stello_desktop.workspace.turns import TurnState
from tests.helpers.servers import LlamaServer
from tests.helpers.windows import double_click_passed
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
        turn = person.workspace.rounds.live_turn(project)
        assert turn is not None
        assert turn.state is TurnState.DONE, turn.error
        assert len(turn.events) > 3, "it came in pieces"
        assert person.workspace.topology.children(project) == (), "a joke opens no branch"
        await stories.the_model_opens_a_branch(person, "Financing")
        records = await person.workspace.messages.list_records(project)
        (call,) = next(item.tool_calls for item in records if item.tool_calls)
        assert json.loads(call.arguments)["label"] == "Financing"
        assert records[-1].role is Role.ASSISTANT
        await stories.rearranging(person)

    async def reopened(person: Person) -> None:
        tree = person.workspace.topology
        assert tree.parent(person.star("Financing")) == person.star("Market")
        assert tree[person.star("Financing")].source_id == person.star(stories.PROJECT)
        assert person.workspace.answering.service_of(person.star(stories.PROJECT)).model == llama_server.model
        records = await person.workspace.messages.list_records(person.star(stories.PROJECT))
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
        turn = await person.until(lambda: person.workspace.rounds.live_turn(project), "it begins")
        await person.until(lambda: len(turn.events) > 10, "words arrive", 60)
        await double_click_passed()
        await person.click("composerStop")
        await person.until(lambda: turn.ended, "it has stopped", 5)
        assert (await person.workspace.messages.list_records(project))[-1].state is RecordState.STOPPED
        await person.until_seen("endingRetry")

        await person.write("Write a long story about the mountains")
        turn = await person.until(lambda: _running(person), "it begins again")
        await person.until(lambda: len(turn.events) > 10, "words arrive", 60)
        server.kill()
        await person.until(lambda: turn.ended, "the loss is noticed", 30)
        last = (await person.workspace.messages.list_records(project))[-1]
        assert last.state is RecordState.FAILED
        assert last.content
        await person.until_seen("errorContinue")
        await person.picture("connection-lost", "A lost connection keeps what arrived.")
        await asyncio.sleep(0)

    live(qapp, stello_home, story)


FACT = "Fact %1: the old mill has %1 windows and a garden with apple trees. "


@pytest.mark.skipif("STELLO_LONG_RUNS" not in os.environ, reason="takes minutes: set STELLO_LONG_RUNS")
def test_a_conversation_goes_on_past_what_a_real_model_reads(
    qapp: QApplication, stello_home: Path, llama_server: LlamaServer
) -> None:
    """C-6, C-7, Q24: the person sees that the earlier part is summarised, gets the answer, and reads the summary.

    Whether the server names its size in a list or in a refusal, from then on every request fits, as it counts itself.
    """

    async def story(person: Person) -> None:
        await stories.begin_with_practice(person)
        await stories.a_real_service(person, llama_server.base_url, llama_server.key, llama_server.model)
        project, workspace = person.star(stories.PROJECT), person.workspace
        for number in range(14):
            await workspace.messages.add_note(project, FACT.replace("%1", str(number)) * 20)
        await person.write("Say yes.")
        words = await person.until_seen("waitingText")
        await person.until(lambda: "Summarising the earlier part" in words.text(), "it says what it does", 60)
        await person.picture("summarising", "A conversation that has grown too long is summarised first.")
        await person.until_answered(800)
        turn = workspace.rounds.live_turn(project)
        assert turn is not None
        assert turn.state is TurnState.DONE, turn.error
        answer = (await workspace.messages.list_records(project))[-1]
        assert answer.usage is not None
        assert 0 < (answer.usage.prompt_tokens or 0) < 4096
        size = await workspace.sending.size(project)
        assert size.limit == 4096
        assert size.tokens < 4096 * 0.8
        part = await workspace.sending.earlier_part(project, await workspace.messages.list_records(project))
        assert part is not None
        assert part.text
        more = "".join(FACT.replace("%1", str(number)) * 20 for number in range(14, 18))
        assert (await workspace.sending.next_request(project, more)).shortened
        await person.picture(
            "summarised", "The answer came; the messages above the line are a summary for the model."
        )

    live(qapp, stello_home, story)


def _running(person: Person) -> object:
    turn = person.workspace.rounds.live_turn(person.star(stories.PROJECT))
    return turn if turn is not None and not turn.ended else None


def _everything_in(folder: Path) -> bytes:
    return b"".join(item.read_bytes() for item in folder.rglob("*") if item.is_file())
