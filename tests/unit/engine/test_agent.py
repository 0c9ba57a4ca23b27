"""Lanes, engines and the life of conversations."""

from __future__ import annotations

import asyncio

import pytest

from stello_desktop.domain.errors import BrokenRule, ProviderError, ProviderErrorKind, SessionNotFound
from stello_desktop.domain.ids import SessionId, new_session_id
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.domain.session import SessionStatus
from stello_desktop.engine.engine import Engine
from stello_desktop.engine.hooks import EngineHooks
from stello_desktop.engine.memory import MemoryStore
from stello_desktop.engine.parts import EngineParts
from stello_desktop.engine.runtime import EngineRuntime
from stello_desktop.engine.session import Session
from stello_desktop.llm.scripted import ScriptedModel
from tests.unit.engine.desk import Desk, run


def test_rounds_of_one_conversation_come_one_after_the_other() -> None:
    """Q-1."""

    async def work() -> None:
        desk = Desk(model=ScriptedModel(["one", "two", "three"], delay_s=0.002))
        streams = [desk.agent.stream(desk.plan, text) for text in "abc"]
        await asyncio.gather(*(stream.result for stream in streams))
        assert [text for _, text in desk.said()] == ["a", "one", "b", "two", "c", "three"]
        assert not desk.agent.is_busy(desk.plan)

    run(work())


def test_a_failing_round_does_not_block_the_next() -> None:
    """Q-1."""

    async def work() -> None:
        desk = Desk([ProviderError(ProviderErrorKind.SERVER), "two"])
        first, second = desk.agent.stream(desk.plan, "a"), desk.agent.stream(desk.plan, "b")
        assert (await second.result).turn.final_content == "two"
        with pytest.raises(ProviderError):
            await first.result

    run(work())


def test_lanes_run_side_by_side() -> None:
    """Q-1."""

    async def work() -> None:
        met = asyncio.Barrier(2)

        class Meeting(ScriptedModel):
            async def stream(self, request: ModelRequest):  # type: ignore[no-untyped-def]  # noqa: ANN202
                await asyncio.wait_for(met.wait(), 5)
                async for event in super().stream(request):
                    yield event

        desk = Desk(model=Meeting(["a", "b"]))
        other = desk.store.add("Other")
        await asyncio.gather(desk.agent.turn(desk.plan, "Hi"), desk.agent.turn(other, "Hi"))

    run(work())


def test_a_stop_while_waiting_in_the_lane_writes_nothing() -> None:
    """Q-1, R-9."""

    async def work() -> None:
        desk = Desk(model=ScriptedModel(["one two"], delay_s=0.01))
        first, second = desk.agent.stream(desk.plan, "a"), desk.agent.stream(desk.plan, "b")
        await asyncio.sleep(0)
        second.stop()
        await second.wait()
        await first.result
        assert [text for _, text in desk.said()] == ["a", "one two"]

    run(work())


def test_a_conversation_makes_one_model_call_at_a_time() -> None:
    """L-1."""

    async def work() -> None:
        store = MemoryStore()
        session = Session(store.add("Plan"), store)
        model = ScriptedModel(["one two", "three"])
        first = session.stream(model, ModelRequest(()))
        await anext(first)
        with pytest.raises(BrokenRule):
            await anext(session.stream(model, ModelRequest(())))
        await first.aclose()
        assert model.cancelled == 1
        assert [event async for event in session.stream(model, ModelRequest(()))]

    run(work())


def test_an_engine_works_by_itself() -> None:
    """L-2: it needs no tree and no agent."""

    async def work() -> None:
        store = MemoryStore()
        plan = store.add("Plan")
        model = ScriptedModel(["Hello there", "Again"])
        engine = Engine(
            plan, EngineParts(sessions=store, forks=store, resolve_model=lambda session_id: model)
        )
        stream = engine.stream("Hi")
        assert [chunk async for chunk in stream] == ["Hello ", "there"]
        assert (await stream.result).turn.final_content == "Hello there"
        assert (await engine.turn("And?")).turn.final_content == "Again"

    run(work())


def test_entering_another_conversation_leaves_the_one_before() -> None:
    """L-4, Q-1."""

    async def work() -> None:
        told: list[tuple[str, str]] = []
        hooks = EngineHooks(
            on_session_enter=lambda session_id: told.append(("enter", session_id)),
            on_session_leave=lambda session_id: told.append(("leave", session_id)),
        )
        desk = Desk(hooks=hooks)
        other = desk.store.add("Other")
        await desk.agent.enter_session(desk.plan)
        await desk.agent.enter_session(desk.plan)
        await desk.agent.enter_session(other)
        await desk.agent.leave_session(other)
        assert told == [
            ("enter", desk.plan),
            ("enter", desk.plan),
            ("enter", other),
            ("leave", desk.plan),
            ("leave", other),
        ]
        with pytest.raises(SessionNotFound):
            await desk.agent.enter_session(SessionId("nobody"))

    run(work())


def test_archiving_waits_for_the_running_answer() -> None:
    """Q-1, R-13."""

    async def work() -> None:
        desk = Desk(model=ScriptedModel(["one two"], delay_s=0.002))

        async def write(session_id: SessionId, archived: bool) -> None:
            desk.store.set_status(session_id, SessionStatus.ARCHIVED if archived else SessionStatus.ACTIVE)

        desk.agent.set_archived = write
        stream = desk.agent.stream(desk.plan, "Hi")
        await stream.started
        await desk.agent.archive_session(desk.plan)
        assert stream.settled
        assert (await desk.store.get_session(desk.plan)).status == SessionStatus.ARCHIVED
        await desk.agent.unarchive_session(desk.plan)
        assert (await desk.store.get_session(desk.plan)).status == SessionStatus.ACTIVE
        desk.agent.set_archived = None
        with pytest.raises(BrokenRule):
            await desk.agent.archive_session(desk.plan)

    run(work())


def test_engines_are_counted_by_holder() -> None:
    """Q-2."""

    async def work() -> None:
        desk = Desk(idle_ttl_s=0.01)
        first = await desk.agent.attach_session(desk.plan, "view")
        assert await desk.agent.attach_session(desk.plan, "view") is first
        assert await desk.agent.attach_session(desk.plan, "map") is first
        assert desk.agent.get_engine_ref_count(desk.plan) == 2
        desk.agent.detach_session(desk.plan, "view")
        desk.agent.detach_session(desk.plan, "view")
        assert desk.agent.get_engine_ref_count(desk.plan) == 1
        desk.agent.detach_session(desk.plan, "map")
        assert desk.agent.has_active_engine(desk.plan)
        assert await desk.agent.attach_session(desk.plan, "view") is first
        desk.agent.detach_session(desk.plan, "view")
        await asyncio.sleep(0.03)
        assert not desk.agent.has_active_engine(desk.plan)
        assert desk.agent.get_engine_ref_count(desk.plan) == 0
        await desk.agent.attach_session(desk.plan, "view")
        desk.agent.detach_session(desk.plan, "view")
        await desk.agent.aclose()
        assert not desk.agent.has_active_engine(desk.plan)

    run(work())


def test_concurrent_attaches_share_one_building_and_a_failure_can_be_tried_again() -> None:
    """Q-2."""

    async def work() -> None:
        store = MemoryStore()
        plan = store.add("Plan")
        parts = EngineParts(sessions=store, forks=store, resolve_model=lambda session_id: ScriptedModel([]))
        builds: list[str] = []

        async def build(session_id: SessionId) -> Engine:
            builds.append(session_id)
            await asyncio.sleep(0.001)
            if len(builds) == 1:
                raise SessionNotFound(session_id=session_id)
            return Engine(session_id, parts)

        runtime = EngineRuntime(build, idle_ttl_s=0)
        outcomes = await asyncio.gather(
            runtime.attach(plan, 1), runtime.attach(plan, 2), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [SessionNotFound, SessionNotFound]
        first, second = await asyncio.gather(runtime.attach(plan, 1), runtime.attach(plan, 2))
        assert first is second
        assert len(builds) == 2
        runtime.close()

    run(work())


def test_the_data_of_all_conversations_can_be_read() -> None:
    """Q-3, T-6, T-7: and unknown ids are not found."""

    async def work() -> None:
        desk = Desk(["Hi."])
        child = desk.store.add("Side", parent=desk.plan)
        other = desk.store.add("Other")
        await desk.agent.turn(desk.plan, "Hello")
        assert [meta.label for meta in desk.agent.list_sessions()] == ["Plan", "Side", "Other"]
        assert [node.session_id for node in desk.agent.list_roots()] == [desk.plan, other]
        node = desk.agent.get_node(child)
        assert (node.parent_id, node.label) == (desk.plan, "Side")
        assert desk.agent.get_topology().children(desk.plan) == (child,)
        assert [record.content for record in await desk.agent.list_messages(desk.plan)] == ["Hello", "Hi."]
        nobody = new_session_id()
        with pytest.raises(SessionNotFound):
            desk.agent.get_node(nobody)
        with pytest.raises(SessionNotFound):
            await desk.agent.list_messages(nobody)

    run(work())


def test_going_on_from_a_conversation_that_was_deleted_is_no_error() -> None:
    """Q-1: enter and leave are notifications."""

    async def work() -> None:
        desk = Desk()
        gone = desk.store.add("Gone")
        await desk.agent.enter_session(gone)
        desk.store.forget(gone)
        await desk.agent.enter_session(desk.plan)

    run(work())
