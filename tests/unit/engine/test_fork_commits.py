"""Forks: many at once, beside a running answer, over a store that is slow or full."""

from __future__ import annotations

import asyncio
import operator
from collections.abc import Sequence
from typing import Any

import pytest

from stello_desktop.domain.config import (
    EngineForkOptions,
    ForkContextFn,
)
from stello_desktop.domain.errors import (
    StoreError,
    StoreErrorKind,
)
from stello_desktop.domain.messages import Record, Role
from stello_desktop.domain.session import Author, ChildDraft
from stello_desktop.domain.topology import TreeEntry
from stello_desktop.engine.hooks import SessionForked
from stello_desktop.engine.memory import MemoryStore
from stello_desktop.engine.parts import EngineOptions
from stello_desktop.llm.scripted import ScriptedModel, tool_reply
from tests.unit.engine.desk import Desk, run, until


def wants(label: str = "Costs", **fields: Any) -> EngineForkOptions:
    return EngineForkOptions(label=label, **fields)


async def talked(*answers: str) -> Desk:
    desk = Desk(answers)
    for number, _ in enumerate(answers):
        await desk.agent.turn(desk.plan, f"Question {number}")
    return desk


def test_twenty_forks_at_once_keep_their_order() -> None:
    """F-11: what is slow to work out does not change places with what is quick."""

    async def work() -> None:
        desk = await talked("Hello")

        def taking(seconds: float) -> ForkContextFn:
            async def context(records: Sequence[Record]) -> Sequence[Record]:
                await asyncio.sleep(seconds)
                return records

            return context

        asked = [
            desk.agent.fork_session(desk.plan, wants(f"B{n}", context=taking(0.002 * (3 - n % 4))))
            for n in range(20)
        ]
        entries = await asyncio.gather(*asked)
        assert [entry.label for entry in entries] == [f"B{n}" for n in range(20)]
        topology = desk.store.topology()
        assert [topology[child].label for child in topology.children(desk.plan)] == [
            f"B{n}" for n in range(20)
        ]

    run(work())


def test_a_fork_by_hand_does_not_wait_for_a_running_answer() -> None:
    """Q-1."""

    async def work() -> None:
        desk = Desk(model=ScriptedModel(["one two three"], delay_s=0.05))
        stream = desk.agent.stream(desk.plan, "Hi")
        await until(lambda: len(desk.records()) > 1)
        entry = await desk.agent.fork_session(desk.plan, wants(context="inherit"), by=Author.PERSON)
        assert not stream.settled
        assert desk.said(entry.session_id) == [("user", "Hi")]
        await stream.result

    run(work())


class FullStore(MemoryStore):
    """A store whose disk is full when a child is made."""

    async def create_child(self, draft: ChildDraft) -> TreeEntry:
        raise StoreError(StoreErrorKind.FULL)


def test_a_store_that_refuses_fails_the_fork_and_the_tool_says_so() -> None:
    """F-6, F-7."""

    async def work() -> None:
        store = FullStore()
        plan = store.add("Plan")
        desk = Desk(
            [tool_reply("stello_create_session", label="Costs"), "Sorry."],
            sessions=store,
            forks=store,
            topology=store.topology,
        )
        with pytest.raises(StoreError):
            await desk.agent.fork_session(plan, wants())
        await desk.agent.turn(plan, "Branch")
        tool = next(record for record in store.versions(plan) if record.role == Role.TOOL)
        assert '"success": false' in tool.content
        assert desk.events == []

    run(work())


class SlowStore(MemoryStore):
    """A store that takes its time for the commit."""

    def __init__(self) -> None:
        super().__init__()
        self.committing = asyncio.Event()

    async def create_child(self, draft: ChildDraft) -> TreeEntry:
        self.committing.set()
        await asyncio.sleep(0.02)
        return await super().create_child(draft)


def test_a_stop_during_the_commit_comes_too_late_and_everybody_knows_of_the_branch() -> None:
    """F-6, F-7, R-9: no half fork, and none that nobody heard of."""

    async def work() -> None:
        store = SlowStore()
        plan = store.add("Plan")
        desk = Desk(
            [tool_reply("stello_create_session", label="Costs"), "never"],
            sessions=store,
            forks=store,
            topology=store.topology,
        )
        stream = desk.agent.stream(plan, "Branch")
        await store.committing.wait()
        stream.stop()
        await stream.wait()
        (forked,) = desk.events
        assert isinstance(forked, SessionForked)
        tool = next(record for record in store.versions(plan) if record.role == Role.TOOL)
        assert forked.entry.session_id in tool.content

    run(work())


def test_a_refused_call_can_be_opened_anyway() -> None:
    """G-1: *Open anyway*."""

    async def work() -> None:
        desk = Desk([tool_reply("stello_create_session", label="Costs", systemPrompt="Count."), "Sorry."])
        desk.options = EngineOptions(guard_on=True)
        await desk.agent.turn(desk.plan, "Branch")
        (call,) = desk.records()[1].tool_calls
        assert "too short" in desk.records()[2].content
        (proposal,) = await desk.agent.proposals(desk.plan, [call])
        assert (proposal.label, proposal.system_prompt) == ("Costs", "Count.")
        entry = await desk.agent.fork_from_call(desk.plan, call)
        assert entry.label == "Costs"

    run(work())


def test_what_a_context_function_cuts_is_cleaned_again() -> None:
    """F-9: a cut between a call and its answer leaves nothing dangling in the branch."""

    async def work() -> None:
        desk = Desk([tool_reply("stello_create_session", label="Costs"), "Done."])
        await desk.agent.turn(desk.plan, "Go")
        for cut in (slice(0, 2), slice(2, 4)):
            child = await desk.agent.fork_session(desk.plan, wants(context=operator.itemgetter(cut)))
            records = desk.records(child.session_id)
            assert all(not record.tool_calls and record.role != Role.TOOL for record in records)
            assert len(records) == 1

    run(work())
