"""The engine over the store on disk: what the small one in memory promises, kept."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from stello_desktop.domain.config import EngineForkOptions
from stello_desktop.domain.errors import ProviderError
from stello_desktop.domain.events import EndReason, StreamEnd, StreamEvent, TextDelta
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import RecordState
from stello_desktop.domain.session import Author
from stello_desktop.domain.topology import Topology
from stello_desktop.engine.agent import Agent
from stello_desktop.engine.hooks import EngineEvent, SessionForked
from stello_desktop.engine.parts import EngineOptions
from stello_desktop.llm.scripted import Script, ScriptedModel, tool_reply
from tests.helpers.stores import OpenedStore, opened
from tests.unit.engine.desk import run

HALF: list[StreamEvent] = [TextDelta("Once "), TextDelta("upon"), StreamEnd(EndReason.INTERRUPTED)]


class DiskDesk:
    """An agent over an opened store; the tree follows the agent's events."""

    def __init__(self, store: OpenedStore, topology: Topology, model: ScriptedModel) -> None:
        self.store = store
        self.topology = topology
        self.forked: list[SessionForked] = []
        self.agent = Agent(
            sessions=store.sessions,
            forks=store.forks,
            topology=lambda: self.topology,
            resolve_model=lambda session_id: model,
            options=lambda: EngineOptions(save_every_s=0.01),
            listener=self.listen,
            idle_ttl_s=0,
        )

    def listen(self, event: EngineEvent) -> None:
        if isinstance(event, SessionForked):
            self.forked.append(event)
            self.topology = self.topology.updated([event.entry])

    async def said(self, session_id: SessionId) -> list[tuple[str, str, int]]:
        records = await self.store.sessions.list_records(session_id)
        return [(record.role.value, record.content, record.version) for record in records]


def test_rounds_versions_and_branches_on_disk(tmp_path: Path) -> None:
    """R-1, R-9, R-14, F-6, F-9, F-11."""

    async def work() -> None:
        async with opened(tmp_path) as store:
            plan = await store.project("Plan")
            topology, _ = await store.tree.load()
            replies: list[Script] = [
                "First",
                "Second",
                tool_reply("stello_create_session", label="Costs", context="inherit"),
                "Opened.",
                HALF,
                " a time",
            ]
            desk = DiskDesk(store, topology, ScriptedModel(replies))
            await desk.agent.turn(plan, "Hi")
            await desk.agent.retry(plan).result
            assert await desk.said(plan) == [("user", "Hi", 2), ("assistant", "Second", 2)]
            await desk.agent.turn(plan, "Branch")
            (forked,) = desk.forked
            copied = await desk.said(forked.entry.session_id)
            assert copied == [("user", "Hi", 1), ("assistant", "Second", 1), ("user", "Branch", 1)]
            with pytest.raises(ProviderError):
                await desk.agent.turn(plan, "Tell")
            await desk.agent.resume(plan).result
            records = await store.sessions.list_records(plan)
            assert [record.content for record in records][-3:] == ["Tell", "Once upon", " a time"]
            assert records[-3].state == RecordState.DONE
            assert (await store.sessions.get_session(plan)).turn_count == 3
            asked = [desk.agent.fork_session(plan, EngineForkOptions(label=f"B{n}")) for n in range(20)]
            entries = await asyncio.gather(*asked)
            loaded, _ = await store.tree.load()
            assert [loaded[child].label for child in loaded.children(plan)] == [
                "Costs",
                *(entry.label for entry in entries),
            ]

    run(work())


def test_a_stop_and_a_branch_from_here_on_disk(tmp_path: Path) -> None:
    """R-9, F-5."""

    async def work() -> None:
        async with opened(tmp_path) as store:
            plan = await store.project("Plan")
            topology, _ = await store.tree.load()
            desk = DiskDesk(store, topology, ScriptedModel(["one two three four five"], delay_s=0.02))
            stream = desk.agent.stream(plan, "Hi")
            async for _ in stream:
                stream.stop()
            assert (await stream.result).turn.state == RecordState.STOPPED
            question, answer = await store.sessions.list_records(plan)
            assert (question.state, answer.state) == (RecordState.STOPPED, RecordState.STOPPED)
            assert answer.content.startswith("one ")
            entry = await desk.agent.fork_session(
                plan, EngineForkOptions(label="B"), by=Author.PERSON, until=question.record_id
            )
            assert [text for _, text, _ in await desk.said(entry.session_id)] == ["Hi"]
            assert (await store.sessions.get_bindings(entry.session_id)).branched_at == question.record_id

    run(work())
