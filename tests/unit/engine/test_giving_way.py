"""Several that wait for the person's turns: each gets through, none keeps another waiting, none is awake meanwhile (Q-1)."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import Any

import pytest

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.engine.consolidation import ConsolidationOutcome
from stello_desktop.engine.rounds import RoundStream
from tests.helpers.memories import MemoryDesk, Mind, until
from tests.unit.engine.desk import run

WAITERS = 4


class Asked:
    """Whether a turn goes first, and how often that was asked: one question for each time that somebody wakes up."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, asking: SessionId, turn: SessionId) -> bool:
        self.times += 1
        return True


class SlowTurns(Mind):
    """Answers a round when it may; digests at once."""

    def __init__(self) -> None:
        super().__init__()
        self.may = asyncio.Event()

    async def stream(self, request: ModelRequest) -> Any:
        """Play the next reply, when it may."""
        if self.is_round(request):
            await self.may.wait()
        async with aclosing(super().stream(request)) as events:
            async for event in events:
                yield event


async def a_desk(asked: Asked) -> tuple[MemoryDesk, SlowTurns, list[SessionId]]:
    """Conversations in which something was said, all of one server that answers one after the other."""
    mind = SlowTurns()
    desk = MemoryDesk(mind, gives_way=asked)
    conversations = [desk.plan, *(desk.store.add(f"Other {n}") for n in range(1, WAITERS))]
    mind.may.set()
    for item in conversations:
        await desk.talk(session_id=item)
    mind.may.clear()
    return desk, mind, conversations


async def a_turn(desk: MemoryDesk, session_id: SessionId) -> RoundStream:
    stream = desk.agent.stream(session_id, "Slowly?")
    await stream.started
    return stream


@pytest.mark.parametrize("turns", [1, 3])
def test_all_that_wait_for_turns_get_through_when_they_have_ended(turns: int) -> None:
    """Q-1. The naive way waits in the turn's lane, where each that waits is taken for a turn by the others, for ever."""

    async def main() -> None:
        asked = Asked()
        desk, mind, conversations = await a_desk(asked)
        streams = [await a_turn(desk, item) for item in conversations[:turns]]
        waiting = [asyncio.ensure_future(desk.agent.consolidate_session(item)) for item in conversations]
        for _ in range(200):  # time enough to be awake in vain
            await asyncio.sleep(0)
        assert mind.digests == []
        assert asked.times <= WAITERS
        mind.may.set()
        async with asyncio.timeout(5):
            made = await asyncio.gather(*waiting)
        assert [item.outcome for item in made] == [ConsolidationOutcome.WRITTEN] * WAITERS
        assert asked.times <= WAITERS * (1 + turns) * turns  # one look at the turns for each that ended
        for stream in streams:
            await stream.wait()

    run(main())


def test_what_waits_for_a_turn_is_stopped_at_once_and_the_others_are_not() -> None:
    """Q-1, D-3."""

    async def main() -> None:
        desk, mind, conversations = await a_desk(Asked())
        stream = await a_turn(desk, desk.plan)
        waiting = [asyncio.ensure_future(desk.agent.consolidate_session(item)) for item in conversations]
        await asyncio.sleep(0)
        waiting[0].cancel()
        async with asyncio.timeout(5):
            with pytest.raises(asyncio.CancelledError):
                await waiting[0]
        mind.may.set()
        async with asyncio.timeout(5):
            await asyncio.gather(*waiting[1:])
            await stream.wait()
        assert len(mind.digests) == WAITERS - 1

    run(main())


def test_a_turn_that_is_stopped_or_fails_holds_up_nothing() -> None:
    """Q-1, R-9: also one that was stopped while it waited for the turn before it."""

    async def main() -> None:
        desk, mind, conversations = await a_desk(Asked())
        first = await a_turn(desk, desk.plan)
        queued = desk.agent.stream(desk.plan, "And then?")
        waiting = [asyncio.ensure_future(desk.agent.consolidate_session(item)) for item in conversations]
        await asyncio.sleep(0)
        queued.stop()
        await queued.wait()
        assert mind.digests == []
        first.stop()
        async with asyncio.timeout(5):
            await asyncio.gather(first.wait(), *waiting)
        assert len(mind.digests) == WAITERS

    run(main())


def test_a_turn_that_waits_for_another_in_its_conversation_goes_first_too() -> None:
    """Q-1: nothing is asked for between two questions of the person."""

    async def main() -> None:
        desk, mind, conversations = await a_desk(Asked())
        streams = [await a_turn(desk, desk.plan), desk.agent.stream(desk.plan, "And then?")]
        waiting = [asyncio.ensure_future(desk.agent.consolidate_session(item)) for item in conversations]
        await asyncio.sleep(0)
        mind.may.set()
        for stream in streams:
            await stream.wait()
            assert mind.digests == [] or stream is streams[-1]
        async with asyncio.timeout(5):
            await asyncio.gather(*waiting)

    run(main())


def test_writing_a_summary_by_hand_is_no_turn() -> None:
    """Q-1, K-4: it asks no model, so nothing gives way to it."""

    async def main() -> None:
        desk, mind, conversations = await a_desk(Asked())
        async with desk.agent.lane(desk.plan):
            other = asyncio.ensure_future(desk.agent.consolidate_session(conversations[1]))
            await until(lambda: len(mind.digests) == 1)
            async with asyncio.timeout(5):
                await other

    run(main())
