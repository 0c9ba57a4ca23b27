"""Summaries of conversations that one server on this computer answers, under anything a person may do meanwhile (Q-1, D-3).

Whatever is asked, left and stopped, in whatever order the slow answers come: no request of a summary runs beside an
answer, *Stop* always ends what it is said of, and at last nothing runs, nothing waits and nothing has failed.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncGenerator
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.events import StreamEvent
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.domain.scripted import ScriptedModel
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.memories import is_for_digest, is_for_reflection, until
from tests.helpers.workspaces import open_workspace
from tests.properties.runs import runs

CONVERSATIONS = 4
TURNS_OF_THE_LOOP = 40
"""So often the loop goes round after each step: time enough for what can go on to go on, and no clock is asked."""

MOST_ROUNDS_OF_THE_LOOP = 3_000
"""At the end: so many are far more than is needed, and nobody who spins is waited for."""


class SlowServer(ScriptedModel):
    """Answers a request when it may, one piece of the script after the other.

    Attributes:
        asked: what was asked and has not ended, with what lets it go on.
        together: whether a summary was ever asked for while an answer was being given.
    """

    def __init__(self) -> None:
        super().__init__(["Said slowly."], repeat_last=True)
        self.asked: list[tuple[ModelRequest, asyncio.Event]] = []
        self.free = False
        self.together = False

    async def stream(self, request: ModelRequest) -> AsyncGenerator[StreamEvent]:
        """Wait, then play the reply."""
        may = asyncio.Event()
        if self.free:
            may.set()
        self.asked.append((request, may))
        kinds = {_is_beside(item) for item, _ in self.asked}
        self.together |= len(kinds) > 1
        try:
            await may.wait()
            async for event in super().stream(request):
                yield event
        finally:
            self.asked = [item for item in self.asked if item[1] is not may]

    def answer(self, place: int) -> None:
        """Let one of them go on."""
        if self.asked:
            self.asked[place % len(self.asked)][1].set()

    def answer_all(self) -> None:
        """Let all go on, and all that come."""
        self.free = True
        for _, may in self.asked:
            may.set()


def _is_beside(request: ModelRequest) -> bool:
    return is_for_digest(request) or is_for_reflection(request)


places = st.integers(0, CONVERSATIONS - 1)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("look"), places),
        st.tuples(st.just("ask"), places),
        st.tuples(st.just("answer"), st.integers(0, 9)),
        st.tuples(st.just("stop answer"), places),
        st.tuples(st.just("summarise"), places),
        st.tuples(st.just("update anyway"), places),
        st.tuples(st.just("stop summary"), st.integers(0, 9)),
    ),
    max_size=30,
)


async def a_local_service(workspace: Workspace) -> None:
    service = await workspace.services.add(
        name="acme", address="http://127.0.0.1:9/v1", model="m", local=True
    )
    await workspace.services.use(service.service_id)


async def a_while() -> None:
    for _ in range(TURNS_OF_THE_LOOP):
        await asyncio.sleep(0)


def do(
    workspace: Workspace, server: SlowServer, conversations: list[SessionId], step: tuple[str, int]
) -> None:
    """What a person does, or the server."""
    what, place = step
    session_id = conversations[place % CONVERSATIONS]
    turn = workspace.rounds.live_turn(session_id)
    if what == "look":
        workspace.making.look_at(session_id)
    elif what == "ask" and (turn is None or turn.ended):
        workspace.rounds.start(session_id, "Why?")
    elif what == "answer":
        server.answer(place)
    elif what == "stop answer" and turn is not None:
        turn.stop()
    elif what in {"summarise", "update anyway"}:
        workspace.making.summarise([session_id], over_hand=what == "update anyway")
    elif what == "stop summary" and workspace.making.work:
        work = workspace.making.work[place % len(workspace.making.work)]
        workspace.making.stop(work)
        assert (work.kind, work.session_id) not in {
            (item.kind, item.session_id) for item in workspace.making.work
        }


async def settled(workspace: Workspace) -> bool:
    """Whether everything ends by itself; asks no clock, so that one who spins is found out."""
    for _ in range(MOST_ROUNDS_OF_THE_LOOP):
        if not workspace.making.work and not workspace.rounds.live_sessions:
            return True
        await asyncio.sleep(0.001)
    return False


@runs(15)
@given(steps=steps)
def test_in_the_end_nothing_runs_and_nothing_waits(steps: list[tuple[str, int]]) -> None:
    """Q-1, D-3. The naive way has those that wait take each other for turns."""

    async def main() -> None:
        server = SlowServer()
        with tempfile.TemporaryDirectory(prefix="stello-beside-") as folder:
            async with open_workspace(Path(folder), models={"acme": server}) as workspace:
                await a_local_service(workspace)
                await workspace.making.choose_schedule("on_switch")
                conversations = [await workspace.create_project(f"C{n}") for n in range(CONVERSATIONS)]
                for step in steps:
                    do(workspace, server, conversations, step)
                    await a_while()
                server.answer_all()
                assert await settled(workspace)
                assert not server.asked
                assert not server.together
                for item in conversations:  # the last one that was looked at is not left
                    workspace.making.summarise([item])
                assert await settled(workspace)
                for item in conversations:
                    entry = workspace.topology[item]
                    digest = await workspace.memory.digest(item)
                    assert digest is not None or not entry.turn_count
                    assert digest is None or not digest.outdated

    asyncio.run(main())


def test_stop_ends_a_summary_that_waits_for_an_answer_and_one_that_is_asked_for() -> None:
    """D-3, Q-1: its request is gone, and nothing of it comes later."""

    async def main() -> None:
        server = SlowServer()
        with tempfile.TemporaryDirectory(prefix="stello-beside-") as folder:
            async with open_workspace(Path(folder), models={"acme": server}) as workspace:
                await a_local_service(workspace)
                first = await workspace.create_project("First")
                second = await workspace.create_project("Second")
                server.free = True
                for asked in (first, second):
                    await workspace.rounds.start(asked, "Why?").wait()
                server.free = False
                workspace.rounds.start(first, "Slowly?")
                await until(lambda: len(server.asked) == 1)
                workspace.making.summarise([first, second])
                await a_while()
                wanted = workspace.making.work
                assert len(wanted) == 2
                for work in wanted:
                    workspace.making.stop(work)
                assert not workspace.making.work
                await a_while()
                assert [_is_beside(request) for request, _ in server.asked] == [False]
                server.answer_all()
                assert await settled(workspace)
                assert not any(_is_beside(request) for request in server.requests)
                assert await workspace.memory.digest(first) is None

    asyncio.run(main())
