"""Whatever a model sends and whenever it is stopped: nothing is lost, nothing dangles, everything settles."""

from __future__ import annotations

import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import (
    EndReason,
    ReasoningDelta,
    StreamEnd,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
)
from stello_desktop.domain.inheriting import clean_history
from stello_desktop.domain.messages import RecordState, Role, ToolCall, ToolResult
from stello_desktop.engine.parts import EngineOptions
from stello_desktop.engine.rounds import RoundStream
from stello_desktop.llm.scripted import Script, ScriptedModel
from tests.unit.engine.desk import Desk, run

NAMES = ["stello_create_session", "activate_skill", "look", "bad", "nothing"]
ARGUMENTS = ["", "{}", '{"label": "B"}', '{"label": "B", "context": "inherit"}', '{"la', "[]", "null"]

texts = st.builds(TextDelta, st.sampled_from(["word ", "\n", "中文", ""]))
thoughts = st.builds(ReasoningDelta, st.just("hm"))
tool_calls = st.builds(
    ToolCallDelta, st.sampled_from(["a", "b", "c"]), st.sampled_from(NAMES), st.sampled_from(ARGUMENTS)
)
ends = st.builds(StreamEnd, st.sampled_from(list(EndReason)))
streams: st.SearchStrategy[list[StreamEvent]] = st.builds(
    lambda events, end: [*events, end], st.lists(texts | thoughts | tool_calls, max_size=5), ends
)
failures = st.builds(ProviderError, st.sampled_from(list(ProviderErrorKind)))
replies: st.SearchStrategy[Script] = streams | failures
ROUNDS = 3


async def play(desk: Desk, stop_after: int | None) -> RecordState:
    """One round, stopped after so many events; says how it ended. Every word that was shown is stored."""
    stream = desk.agent.stream(desk.plan, "Go")
    shown: list[str] = []
    state = await follow(stream, shown, stop_after)
    started = stream.started_round
    assert started is not None
    stored = [
        r.content for r in desk.records() if r.role == Role.ASSISTANT and r.round_no == started.round_no
    ]
    assert "".join(stored) == "".join(shown)
    return state


async def follow(stream: RoundStream, shown: list[str], stop_after: int | None) -> RecordState:
    seen = 0
    try:
        async for event in stream.events():
            seen += 1
            if isinstance(event, TextDelta):
                shown.append(event.text)
            if seen == stop_after:
                stream.stop()
        return (await stream.result).turn.state
    except ProviderError:
        return RecordState.FAILED


def check(desk: Desk, states: list[RecordState]) -> None:
    records = desk.records()
    assert clean_history(records) == records
    questions = [record for record in records if record.role == Role.USER]
    assert [record.state for record in questions] == states
    assert all(record.state != RecordState.PENDING for record in records)
    topology = desk.store.topology()
    assert len(topology.children(desk.plan)) == len(desk.events)
    assert topology[desk.plan].turn_count == states.count(RecordState.DONE)


@settings(max_examples=150)
@given(
    st.lists(replies, min_size=12, max_size=12),
    st.lists(st.none() | st.integers(1, 6), min_size=3, max_size=3),
)
def test_every_round_settles_and_leaves_a_history_that_can_be_sent(
    script: list[Script], stops: list[int | None]
) -> None:
    """R-1, R-5, R-7, R-8, R-9, R-10."""

    async def work() -> None:
        desk = Desk(model=ScriptedModel(script, repeat_last=True))
        desk.options = EngineOptions(max_tool_rounds=2, save_every_s=0.001)

        async def look(call: ToolCall) -> ToolResult:
            await asyncio.sleep(0)
            return ToolResult(True, {"seen": call.arguments})

        async def bad(call: ToolCall) -> ToolResult:
            raise OSError(call.name)

        desk.tools.bodies = {"look": look, "bad": bad}
        states = [await play(desk, stop) for stop in stops]
        check(desk, states)

    run(work())
