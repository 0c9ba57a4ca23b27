"""Conversations under anything a person, a model and a store can do, in any order, on both stores.

A round ends in exactly one state, and what is stored says the same; nothing that was shown is lost; nothing dangles;
counts, insights and branches are right after every step and after every restart.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from stello_desktop.domain.config import EngineForkOptions
from stello_desktop.domain.errors import BrokenRule, ProviderError, ProviderErrorKind, SessionArchived
from stello_desktop.domain.events import (
    EndReason,
    ReasoningDelta,
    StreamEnd,
    TextDelta,
    ToolCallDelta,
    UsageReport,
)
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.inheriting import clean_history
from stello_desktop.domain.messages import (
    Record,
    RecordDraft,
    RecordKind,
    RecordState,
    Role,
    ToolCall,
    ToolResult,
    Usage,
)
from stello_desktop.domain.reach import is_unsent
from stello_desktop.domain.scripted import Script, ScriptedModel
from stello_desktop.domain.session import Author
from stello_desktop.engine.parts import EngineOptions
from stello_desktop.engine.rounds import RoundStream
from stello_desktop.store.records import chosen_history
from tests.helpers.grounds import Ground, a_ground
from tests.helpers.grounds import OnDisk as GroundOnDisk
from tests.properties.runs import runs

ARGUMENTS = ["", "{}", '{"label": "B"}', '{"label": "B", "context": "inherit"}', '{"la', "[]", "null"]
NAMES = ["stello_create_session", "activate_skill", "look", "bad", "nothing"]

pieces = st.one_of(
    st.builds(TextDelta, st.sampled_from(["word ", "\n", "\u4e2d\u6587", "", "\x00", "\ud800"])),
    st.builds(ReasoningDelta, st.just("hm")),
    st.builds(UsageReport, st.builds(Usage, st.integers(0, 9) | st.none(), st.integers(0, 9) | st.none())),
    st.builds(
        ToolCallDelta, st.sampled_from(["a", "b", "c"]), st.sampled_from(NAMES), st.sampled_from(ARGUMENTS)
    ),
)
ends = st.lists(st.builds(StreamEnd, st.sampled_from(list(EndReason))), max_size=1)
failures = st.builds(ProviderError, st.sampled_from(list(ProviderErrorKind)))
streams: st.SearchStrategy[Script] = st.builds(
    lambda events, end: [*events, *end], st.lists(pieces, max_size=5), ends
)
talks = st.lists(streams | failures, min_size=1, max_size=4)
stops = st.none() | st.integers(1, 7)
questions = st.sampled_from(["Go", "", '{"toolResults":[]}', "\u4f60\u597d", "x\x00y\r\n"])


@dataclass
class Expected:
    """What the model of one conversation knows."""

    archived: bool = False
    insights: list[str] = field(default_factory=list)
    completed: set[int] = field(default_factory=set)
    notes: int = 0


OPERATIONS: Counter[str] = Counter()


class Conversations(RuleBasedStateMachine):
    """Any number of conversations over one store; subclasses say which."""

    kind = ""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="stello-talks-"))
        self.runner = asyncio.Runner()
        self.opened: AbstractAsyncContextManager[Ground] = a_ground(self.kind, self.folder / "store")
        self.ground: Ground = self.run(self.opened.__aenter__())
        self.ground.options = EngineOptions(max_tool_rounds=2, save_every_s=0.001)
        self.ground.tools.bodies = {"look": self._look, "bad": self._bad}
        self.expected: dict[SessionId, Expected] = {self.ground.plan: Expected()}
        self.made = 0

    @staticmethod
    async def _look(call: ToolCall) -> ToolResult:
        await asyncio.sleep(0)
        return ToolResult(True, {"seen": call.arguments})

    @staticmethod
    async def _bad(call: ToolCall) -> ToolResult:
        raise OSError(call.name)

    def run(self, awaitable: Any) -> Any:
        return self.runner.run(awaitable)

    def teardown(self) -> None:
        self.run(self.opened.__aexit__(None, None, None))
        self.runner.close()
        shutil.rmtree(self.folder)

    def any_of(self, data: st.DataObject) -> SessionId:
        return data.draw(st.sampled_from(list(self.expected)))

    # what can happen

    @rule(data=st.data(), text=questions, script=talks, stop=stops)
    def ask(self, data: st.DataObject, text: str, script: list[Script], stop: int | None) -> None:
        session_id = self.any_of(data)
        self.run(self.play(session_id, script, stop, lambda: self.ground.agent.stream(session_id, text)))

    @rule(data=st.data(), how=st.sampled_from(["retry", "edit", "resume"]), script=talks, stop=stops)
    def again(self, data: st.DataObject, how: str, script: list[Script], stop: int | None) -> None:
        session_id, agent = self.any_of(data), self.ground.agent

        def start() -> RoundStream:
            if how == "edit":
                return agent.edit_last(session_id, "edited")
            return agent.retry(session_id) if how == "retry" else agent.resume(session_id)

        self.run(self.play(session_id, script, stop, start))

    @rule(data=st.data())
    def note(self, data: st.DataObject) -> None:
        session_id = self.any_of(data)
        draft = RecordDraft(role=Role.USER, content="a note")
        if self.expected[session_id].archived:
            with pytest.raises(SessionArchived):
                self.run(self.ground.sessions.append(session_id, [draft]))
            return
        self.run(self.ground.sessions.append(session_id, [draft]))
        self.expected[session_id].notes += 1

    @precondition(lambda self: len(self.expected) < 8)
    @rule(
        data=st.data(),
        context=st.sampled_from(["none", "inherit", "first"]),
        by=st.sampled_from(list(Author)),
    )
    def fork(self, data: st.DataObject, context: str, by: Author) -> None:
        session_id = self.any_of(data)
        chosen: Any = (lambda records: records[:1]) if context == "first" else context
        options = EngineForkOptions(label=f"B{len(self.expected)}", context=chosen)
        work = self.ground.agent.fork_session(session_id, options, by=by)
        if self.expected[session_id].archived:
            with pytest.raises(SessionArchived):
                self.run(work)
            return
        entry = self.run(work)
        self.adopt(entry.session_id)
        inherited = self.run(self.ground.records(entry.session_id))
        assert all(record.round_no == 0 for record in inherited)
        if context == "none":
            assert inherited == ()

    @rule(data=st.data(), archived=st.booleans())
    def archive(self, data: st.DataObject, archived: bool) -> None:
        session_id, agent = self.any_of(data), self.ground.agent
        self.run(agent.archive_session(session_id) if archived else agent.unarchive_session(session_id))
        self.expected[session_id].archived = archived

    @rule(data=st.data())
    def remind(self, data: st.DataObject) -> None:
        session_id = self.any_of(data)
        self.made += 1
        text = f"reminder {self.made}."
        self.run(self.ground.insight(session_id, text))
        self.expected[session_id].insights.append(text)

    @rule()
    def restart(self) -> None:
        self.run(self.ground.restart())

    @precondition(lambda self: len(self.expected) < 8)
    @rule(data=st.data(), stop=stops)
    def crowd(self, data: st.DataObject, stop: int | None) -> None:
        session_id = self.any_of(data)
        if not self.expected[session_id].archived:
            self.run(self.all_at_once(session_id, stop))

    async def all_at_once(self, session_id: SessionId, stop: int | None) -> None:
        """Three questions and a fork by hand at once: one lane, in the order of asking (Q-1)."""
        agent, expected = self.ground.agent, self.expected[session_id]
        self.ground.model = ScriptedModel(["one two", "three four", "five"], repeat_last=True)
        streams = [agent.stream(session_id, f"question {number}") for number in range(3)]
        options = EngineForkOptions(label="meanwhile", context="inherit")
        forking = asyncio.ensure_future(agent.fork_session(session_id, options, by=Author.PERSON))
        states = [
            await self.follow(stream, [], stop if number == 1 else None)
            for number, stream in enumerate(streams)
        ]
        self.adopt((await forking).session_id)
        rounds = [stream.started_round for stream in streams if stream.started_round is not None]
        numbers = [started.round_no for started in rounds]
        assert numbers == sorted(set(numbers))
        records = await self.ground.records(session_id)
        asked = [r.content for r in records if r.role is Role.USER and r.round_no in numbers]
        assert asked == [f"question {number}" for number in range(3) if streams[number].started_round]
        done = [
            s.started_round for s, state in zip(streams, states, strict=True) if state is RecordState.DONE
        ]
        expected.completed |= {started.round_no for started in done if started is not None}
        if done:
            expected.insights.clear()

    # how a round is followed

    async def play(self, session_id: SessionId, script: list[Script], stop: int | None, start: Any) -> None:
        """One round to its end; then everything that it promises."""
        expected, ground = self.expected[session_id], self.ground
        ground.model = model = ScriptedModel(script, repeat_last=True)
        children = len(ground.topology().children(session_id))
        stream = start()
        shown: list[str] = []
        try:
            state = await self.follow(stream, shown, stop)
        except SessionArchived:
            assert expected.archived
            assert model.requests == []
            return
        except BrokenRule as error:
            assert "no question" in str(error)  # noqa: PT017 - the other kinds of broken rule are faults
            return
        assert not expected.archived
        self.check_insights(expected, model)
        started = stream.started_round
        if started is None:
            assert state is RecordState.STOPPED
            return
        records = [
            record
            for record in await ground.records(session_id)
            if (record.round_no, record.version) == (started.round_no, started.version)
        ]
        (question,) = [r for r in records if r.role is Role.USER and r.kind is RecordKind.MESSAGE]
        assert question.state is state
        if state is RecordState.DONE:
            expected.completed.add(started.round_no)
            expected.insights.clear()
        spoken = "".join(r.content for r in records if r.role is Role.ASSISTANT)
        shown_text = "".join(shown).replace("\x00", "\ufffd").replace("\ud800", "\ufffd")
        assert spoken.endswith(shown_text), (spoken, shown_text)
        for child in ground.topology().children(session_id)[children:]:
            self.adopt(child)

    @staticmethod
    async def follow(stream: RoundStream, shown: list[str], stop: int | None) -> RecordState:
        """Read it; gives the one state in which it ended."""
        seen = 0
        try:
            async for event in stream.events():
                seen += 1
                if isinstance(event, TextDelta):
                    shown.append(event.text)
                if seen == stop:
                    stream.stop()
            state = (await stream.result).turn.state
        except ProviderError as error:
            assert stream.settled
            begun = bool(shown) or seen > 0
            return RecordState.WAITING if is_unsent(error) and not begun else RecordState.FAILED
        assert state in {RecordState.DONE, RecordState.STOPPED}
        return state

    @staticmethod
    def check_insights(expected: Expected, model: ScriptedModel) -> None:
        """C-4: those that waited at the start are in every call of the round, each once."""
        for request in model.requests:
            head = request.messages[0].content
            assert [text for text in expected.insights if head.count(text) != 1] == []
            assert head.count("reminder ") == len(expected.insights)

    async def stored(self, session_id: SessionId, given: tuple[Record, ...]) -> tuple[Record, ...]:
        """What a store has that keeps nothing twice."""
        return given

    def adopt(self, session_id: SessionId) -> None:
        self.expected.setdefault(session_id, Expected())

    # what must be so after each step

    @invariant()
    def everything_is_as_it_should_be(self) -> None:
        OPERATIONS[self.kind] += 1
        self.run(self.check())

    async def check(self) -> None:
        topology = self.ground.topology()
        assert set(topology.walk()) == set(self.expected)
        for session_id, expected in self.expected.items():
            records = await self.ground.records(session_id)
            assert await self.stored(session_id, records) == records
            assert clean_history(records) == records
            assert not [r for r in records if r.state is RecordState.PENDING]
            assert sum(r.kind is RecordKind.NOTE for r in records if r.round_no) == expected.notes
            assert _in_order(records)
            meta = await self.ground.sessions.get_session(session_id)
            assert meta.turn_count == len(expected.completed)
            assert (meta.status == "archived") is expected.archived
            waiting = await self.ground.sessions.list_waiting_insights(session_id)
            assert [insight.text for insight in waiting] == expected.insights


def _in_order(records: Sequence[Any]) -> bool:
    places = [(record.round_no, record.record_id) for record in records]
    return places == sorted(places)


class InMemory(Conversations):
    """Over the store that the package ships."""

    kind = "memory"


class OnDisk(Conversations):
    """Over SQLite."""

    kind = "disk"

    async def stored(self, session_id: SessionId, given: tuple[Record, ...]) -> tuple[Record, ...]:
        """What is in the file, whatever was kept of it in memory."""
        assert isinstance(self.ground, GroundOnDisk)
        return await self.ground.store.database.read(
            lambda connection: chosen_history(connection, session_id)
        )


@pytest.mark.slow
@pytest.mark.parametrize(("machine", "usual"), [(InMemory, 60), (OnDisk, 12)], ids=["memory", "disk"])
def test_conversations_keep_their_promises(
    machine: type[Conversations], usual: int, caplog: pytest.LogCaptureFixture
) -> None:
    """R-1, R-5 to R-10, R-13 to R-15, C-4, T-7, F-9, F-10, X-3."""
    caplog.set_level("CRITICAL")
    run_state_machine_as_test(machine, settings=runs(usual, stateful_step_count=25))
    sys.stdout.write(f"{machine.__name__}: {OPERATIONS[machine.kind]} operations\n")
