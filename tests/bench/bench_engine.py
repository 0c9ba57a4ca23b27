"""What the engine costs on the store on disk: a turn in a long conversation, a chunk, forks.

All are CPU time of all threads of the process, since the store's work is on a thread of its own.

* ``engine_request``: from asking until the request reaches the model, in a conversation of 1,000 messages.
* ``engine_chunk``: one chunk of an answer, from the model to the list that views read.
* ``engine_forks``: 1,000 forks with ``none``, in seconds.
* ``engine_inherit``: one fork that inherits 2,000 records.

The naive ways: the request is built from a fresh engine with one query a record; each chunk is stored as it comes; each
fork reads the whole tree again; each record is inherited in a transaction of its own.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import override

from stello_desktop.domain.config import EngineForkOptions
from stello_desktop.domain.events import EndReason, StreamEnd, StreamEvent, TextDelta
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import ModelRequest, RecordDraft, RecordState, Role
from stello_desktop.domain.ports import StartedRound
from stello_desktop.domain.scripted import ScriptedModel
from stello_desktop.domain.session import Author, ChildDraft
from stello_desktop.engine.parts import EngineOptions
from tests.helpers.grounds import OnDisk, a_ground

type Figure = tuple[float, str, float, float | None]

MESSAGES = 1_000
RECORDS = 2_000
FORKS = 1_000
CHUNKS = 2_000
TIMES = 15
BATCHES = 4
"""The median of each; the least disturbed counts, since another program on the machine costs ours CPU time too."""


class Watched(ScriptedModel):
    """Notes when a request reached it; answers in as many chunks as a bench wants."""

    def __init__(self) -> None:
        super().__init__([])
        self.chunks = 3
        self.reached = 0.0

    @override
    async def stream(self, request: ModelRequest) -> AsyncGenerator[StreamEvent]:
        self.reached = time.process_time()
        self.requests = [request]
        for number in range(self.chunks):
            await asyncio.sleep(0)
            yield TextDelta(f"word{number} ")
        yield StreamEnd(EndReason.COMPLETE)


@asynccontextmanager
async def _desk(folder: Path, messages: int) -> AsyncIterator[tuple[OnDisk, Watched]]:
    """A conversation of so many messages, whole rounds."""
    async with a_ground("disk", folder) as ground:
        assert isinstance(ground, OnDisk)
        ground.options = EngineOptions()
        ground.agent = ground.build(ground.sessions, ground.forks, idle_ttl_s=60.0)  # as in the program
        ground.model = model = Watched()
        for number in range(messages // 2):
            await _talk(ground, ground.plan, number)
        yield ground, model


async def _talk(ground: OnDisk, session_id: SessionId, number: int) -> None:
    started = await ground.sessions.start_round(session_id, f"{number}: Where do we begin? 从哪里开始？")
    text = (
        f"{number}: " + ("A long answer with reasons. " * 20, "很长的回答，带有理由。" * 30)[number % 3 == 0]
    )
    answer = RecordDraft(role=Role.ASSISTANT, content=text, model="m")
    await ground.sessions.append(session_id, [answer], round=started)
    await ground.sessions.end_round(started, RecordState.DONE)


def _bench(measure: Callable[[Path], Awaitable[Figure]]) -> Callable[[], Figure]:
    def run() -> Figure:
        async def work(folder: Path) -> Figure:
            return await measure(folder)

        with tempfile.TemporaryDirectory() as folder:
            return asyncio.run(work(Path(folder) / "store"))

    return run


async def _request(folder: Path) -> Figure:
    async with _desk(folder, MESSAGES) as (ground, model):
        batches: list[float] = []
        for _ in range(BATCHES):
            found: list[float] = []
            for number in range(TIMES):
                began = time.process_time()
                await ground.agent.turn(ground.plan, f"Question {number}")
                found.append((model.reached - began) * 1000)
                assert len(model.requests[0].messages) >= MESSAGES
            batches.append(statistics.median(found))
        naive: list[float] = []
        for _ in range(3):
            began = time.process_time()
            records = await ground.records()
            for record in records:
                await ground.sessions.get_session(record.session_id)
            await ground.agent.what_is_sent(ground.plan, "Question")
            naive.append((time.process_time() - began) * 1000)
        return min(batches), "ms CPU", 3.0, statistics.median(naive)


async def _chunk(folder: Path) -> Figure:
    async with _desk(folder, MESSAGES) as (ground, model):
        found: list[float] = []
        for _ in range(5):
            model.chunks = 3
            began = time.process_time()
            await ground.agent.turn(ground.plan, "Short")
            short = time.process_time() - began
            model.chunks = CHUNKS + 3
            began = time.process_time()
            await ground.agent.turn(ground.plan, "Long")
            found.append((time.process_time() - began - short) * 1000 / CHUNKS)
        started = await ground.sessions.start_round(ground.plan, "Naive")
        naive = await _stored_one_by_one(ground, started)
        return statistics.median(found), "ms CPU a chunk", 0.1, naive


async def _stored_one_by_one(ground: OnDisk, started: StartedRound) -> float:
    draft = RecordDraft(role=Role.ASSISTANT, content="", state=RecordState.PENDING)
    (record,) = await ground.sessions.append(ground.plan, [draft], round=started)
    text, began = "", time.process_time()
    for number in range(500):
        text += f"word{number} "
        await ground.sessions.save_partial(record.record_id, content=text)
    return (time.process_time() - began) * 1000 / 500


async def _forks(folder: Path) -> Figure:
    async with _desk(folder, 20) as (ground, _):
        began = time.process_time()
        for number in range(FORKS):
            await ground.agent.fork_session(ground.plan, EngineForkOptions(label=f"B{number}"))
        took = time.process_time() - began
        assert len(ground.topology().children(ground.plan)) == FORKS
        began, count = time.process_time(), 50
        for number in range(count):
            topology, _ = await ground.store.tree.load()
            assert ground.plan in topology
            await ground.agent.fork_session(ground.plan, EngineForkOptions(label=f"N{number}"))
        naive = (time.process_time() - began) * FORKS / count
        return took, "s CPU", 2.0, naive


async def _inherit(folder: Path) -> Figure:
    async with _desk(folder, RECORDS) as (ground, _):
        found: list[float] = []
        options = EngineForkOptions(label="B", context="inherit")
        for _ in range(7):
            began = time.process_time()
            entry = await ground.agent.fork_session(ground.plan, options)
            found.append((time.process_time() - began) * 1000)
            assert entry.message_count == RECORDS
        records = await ground.records()
        draft = ChildDraft(
            label="N", source_session_id=ground.plan, topology_parent_id=ground.plan, by=Author.CODE
        )
        began = time.process_time()
        child = (await ground.forks.create_child(draft)).session_id
        for record in records:
            await ground.sessions.append(child, [RecordDraft(role=record.role, content=record.content)])
        return statistics.median(found), "ms CPU", 60.0, (time.process_time() - began) * 1000


BENCHES = {
    "engine_request": _bench(_request),
    "engine_chunk": _bench(_chunk),
    "engine_forks": _bench(_forks),
    "engine_inherit": _bench(_inherit),
}
