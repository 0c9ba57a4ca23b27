"""Rounds over a store that is slow or refuses."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import pytest

from stello_desktop.domain.errors import BrokenRule, StoreError, StoreErrorKind
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.language_model import LanguageModel
from stello_desktop.domain.messages import Record, RecordDraft, RecordState
from stello_desktop.domain.ports import StartedRound
from stello_desktop.engine.memory import MemoryStore
from stello_desktop.llm.scripted import ScriptedModel, tool_reply
from tests.unit.engine.desk import Desk, run


class SlowStart(MemoryStore):
    """Takes its time to write a question."""

    def __init__(self) -> None:
        super().__init__()
        self.writing = asyncio.Event()

    async def start_round(
        self,
        session_id: SessionId,
        text: str,
        *,
        replaces: int | None = None,
        waiting: RecordId | None = None,
    ) -> StartedRound:
        self.writing.set()
        await asyncio.sleep(0.01)
        return await super().start_round(session_id, text, replaces=replaces, waiting=waiting)


class FullDisk(MemoryStore):
    """Refuses one kind of write."""

    def __init__(self, refused: str) -> None:
        super().__init__()
        self.refused = refused

    def _check(self, name: str) -> None:
        if name == self.refused:
            raise StoreError(StoreErrorKind.FULL)

    async def append(
        self, session_id: SessionId, drafts: Sequence[RecordDraft], *, round: StartedRound | None = None
    ) -> tuple[Record, ...]:
        self._check("append")
        return await super().append(session_id, drafts, round=round)

    async def save_partial(self, *args: Any, **values: Any) -> None:
        self._check("save_partial")

    async def finish_record(self, *args: Any, **values: Any) -> Record:
        self._check("finish_record")
        return await super().finish_record(*args, **values)


def desk_over(store: MemoryStore, model: ScriptedModel) -> tuple[Desk, SessionId]:
    plan = store.add("Plan")
    desk = Desk(model=model, sessions=store, forks=store, topology=store.topology)
    return desk, plan


def test_a_stop_while_the_question_is_written_keeps_it() -> None:
    """R-1, R-9."""

    async def work() -> None:
        store = SlowStart()
        desk, plan = desk_over(store, ScriptedModel(["never"]))
        stream = desk.agent.stream(plan, "Hi")
        await store.writing.wait()
        stream.stop()
        assert (await stream.result).turn.state == RecordState.STOPPED
        assert [(r.content, r.state) for r in store.versions(plan)] == [("Hi", RecordState.STOPPED)]
        assert desk.model.requests == []

    run(work())


@pytest.mark.parametrize("refused", ["append", "save_partial", "finish_record"])
def test_a_store_that_refuses_fails_the_round_and_the_question_is_kept(
    refused: str, caplog: pytest.LogCaptureFixture
) -> None:
    """R-1, R-10: never an empty success."""

    async def work() -> None:
        store = FullDisk(refused)
        model = ScriptedModel(["one two three four five six seven eight"], delay_s=0.005)
        desk, plan = desk_over(store, model)
        stream = desk.agent.stream(plan, "Hi")
        with pytest.raises(StoreError):
            await stream.result
        assert store.versions(plan)[0].content == "Hi"

    with caplog.at_level(logging.CRITICAL):
        run(work())


def test_a_model_that_cannot_be_found_fails_the_round_after_the_question_is_stored() -> None:
    """R-1."""

    def resolve(session_id: SessionId) -> LanguageModel:
        raise BrokenRule("no model")

    async def work() -> None:
        desk = Desk(resolve_model=resolve)
        with pytest.raises(BrokenRule):
            await desk.agent.turn(desk.plan, "Hi")
        question, answer = desk.records()
        assert (question.content, question.state) == ("Hi", RecordState.FAILED)
        assert (answer.error_code, answer.error_detail) == ("broken_rule", "no model")

    run(work())


def test_a_gate_that_breaks_leaves_nothing_dangling() -> None:
    """R-8, X-5."""

    class BrokenGate:
        async def decide(self, session_id: SessionId, proposals: object) -> tuple[bool, ...]:
            raise RuntimeError("no window")

    async def work() -> None:
        desk = Desk([tool_reply("stello_create_session", label="A")], gate=BrokenGate())
        with pytest.raises(RuntimeError):
            await desk.agent.turn(desk.plan, "Hi")
        assert [str(record.role) for record in desk.records()] == ["user", "assistant", "tool", "assistant"]
        assert "no window" in desk.records()[2].content
        assert desk.events == []

    run(work())
