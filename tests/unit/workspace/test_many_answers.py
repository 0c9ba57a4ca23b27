"""Many answers at once, a server that dies and comes back, and how soon a stop reaches it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from stello_desktop.domain.messages import RecordState, Role
from stello_desktop.workspace.turns import LiveTurn, TurnState
from tests.helpers.servers import RESET, ReplayServer, flow, reply, text_events
from tests.helpers.workspaces import a_service, open_workspace

CONVERSATIONS = 100
PIECES = 30


@asynccontextmanager
async def echo_server(together: int) -> AsyncIterator[str]:
    """Answers each question with the question itself, in many pieces that take turns with all the others.

    Args:
        together: nobody is answered before so many have asked.
    """
    everybody = asyncio.Barrier(together)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = int(head.partition("content-length:")[2].split("\r\n")[0])
        question = json.loads(await reader.readexactly(length))["messages"][-1]["content"]
        await everybody.wait()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
        for number in range(PIECES):
            writer.write(text_events(f"{question}.{number} ", finish=None))
            await writer.drain()
            await asyncio.sleep(0.002)
        writer.write(text_events(finish="stop"))
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, backlog=2 * CONVERSATIONS)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"


def test_a_hundred_conversations_are_answered_at_once_without_a_lost_piece(tmp_path: Path) -> None:
    """R-12: no piece is lost, doubled, or told in another conversation."""

    async def story() -> None:
        async with echo_server(CONVERSATIONS) as address, open_workspace(tmp_path) as workspace:
            await a_service(workspace, "Echo", address=address)
            sessions = [await workspace.create_project(f"P{number}") for number in range(CONVERSATIONS)]
            turns = [workspace.rounds.start(item, f"q{number}") for number, item in enumerate(sessions)]
            async with asyncio.timeout(60):  # for ever, where they do not run beside each other
                await asyncio.gather(*(turn.wait() for turn in turns))
            assert {turn.state for turn in turns} == {TurnState.DONE}
            for number, session_id in enumerate(sessions):
                answer = (await workspace.messages.list_records(session_id))[-1]
                assert answer.content == "".join(f"q{number}.{piece} " for piece in range(PIECES))

    asyncio.run(story())


async def until_text(turn: LiveTurn) -> None:
    async with asyncio.timeout(5):
        while not turn.events:  # noqa: ASYNC110 - a turn is read, it does not call
            await asyncio.sleep(0.005)


def test_row_33_a_server_that_dies_and_comes_back_goes_on_with_the_answer(tmp_path: Path) -> None:
    """R-9, R-10, row 33: what arrived is kept, and *Continue* asks for the rest alone."""

    async def story() -> None:
        async with open_workspace(tmp_path) as workspace:
            dying = ReplayServer([flow(text_events("Once upon ", finish=None), 0.05, RESET)])
            async with dying:
                await a_service(workspace, "Home", address=dying.base_url)
                project = await workspace.create_project("Tale")
                turn = workspace.rounds.start(project, "Tell me")
                await turn.wait()
            assert turn.error is not None
            assert turn.error.full_code == "provider.lost"
            broken = (await workspace.messages.list_records(project))[-1]
            assert (broken.content, broken.state) == ("Once upon ", RecordState.FAILED)
            back = ReplayServer([reply(text_events("a time."))], port=dying.port)
            async with back:
                await workspace.rounds.resume(project).wait()
                sent = back.requests[0].json["messages"]
            told = [
                item for item in await workspace.messages.list_records(project) if item.role is Role.ASSISTANT
            ]
            assert "".join(item.content for item in told) == "Once upon a time."
            assert told[-1].state is RecordState.DONE
            assert "Once upon" in [m["content"].strip() for m in sent if m["role"] == "assistant"]

    asyncio.run(story())


def test_r9_a_stop_reaches_the_server_within_200_ms(tmp_path: Path) -> None:
    """R-9: from the person's click to the end of the server's work, through the whole program, ten times."""

    async def story() -> list[float]:
        spent: list[float] = []
        async with open_workspace(tmp_path) as workspace:
            for number in range(10):
                server = ReplayServer([flow(text_events("Once", finish=None), 30.0)])
                async with server:
                    await a_service(workspace, f"Home {number}", address=server.base_url)
                    turn = workspace.rounds.start(await workspace.create_project("Tale"), "Tell me")
                    await until_text(turn)
                    began = time.perf_counter()
                    turn.stop()
                    await asyncio.wait_for(server.closed.wait(), 5)
                    spent.append(time.perf_counter() - began)
                    await turn.wait()
                    assert turn.state is TurnState.STOPPED
        return spent

    spent = asyncio.run(story())
    assert sorted(spent)[len(spent) // 2] < 0.2, spent
