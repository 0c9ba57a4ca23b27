"""What every implementation of `SessionStorage` and `ForkStorage` promises."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from stello_desktop.domain.commands import SetArchived
from stello_desktop.domain.config import SerializableSessionConfig
from stello_desktop.domain.errors import BrokenRule, InvalidLabel, SessionArchived, SessionNotFound
from stello_desktop.domain.ids import RecordId, ServiceId, SessionId, new_session_id
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import (
    RecordDraft,
    RecordKind,
    RecordState,
    Role,
    ToolCall,
    Usage,
)
from stello_desktop.domain.ports import ForkStorage, SessionStorage
from stello_desktop.domain.session import (
    Author,
    CallOrigin,
    ChildDraft,
    Insight,
    SessionBindings,
    SessionStatus,
)
from stello_desktop.engine.memory import MemoryStore
from tests.helpers.stores import opened


@dataclass
class Ground:
    """One implementation, and how a test makes conversations in it."""

    sessions: SessionStorage
    forks: ForkStorage
    project: Callable[[str], Awaitable[SessionId]]
    archive: Callable[[SessionId], Awaitable[None]]
    insight: Callable[[SessionId, str], Awaitable[Insight]]


@asynccontextmanager
async def on_disk(folder: Path) -> AsyncIterator[Ground]:
    async with opened(folder) as store:

        async def archive(session_id: SessionId) -> None:
            await store.tree.apply(SetArchived((session_id,), archived=True))

        yield Ground(store.sessions, store.forks, store.project, archive, store.sessions.add_insight)


@asynccontextmanager
async def in_memory(folder: Path) -> AsyncIterator[Ground]:
    memory = MemoryStore()

    async def project(label: str) -> SessionId:
        return memory.add(label)

    async def archive(session_id: SessionId) -> None:
        memory.set_status(session_id, SessionStatus.ARCHIVED)

    async def insight(session_id: SessionId, text: str) -> Insight:
        return memory.put_insight(session_id, text)

    yield Ground(memory, memory, project, archive, insight)


type Opener = Callable[[Path], AbstractAsyncContextManager[Ground]]
type Run = Callable[[Callable[[Ground], Awaitable[None]]], None]


@pytest.fixture(params=[on_disk, in_memory], ids=["disk", "memory"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    open_ground: Opener = request.param

    def run_on(test: Callable[[Ground], Awaitable[None]]) -> None:
        async def main() -> None:
            async with open_ground(tmp_path / "store") as ground:
                await test(ground)

        asyncio.run(main())

    return run_on


NOBODY = new_session_id()
GROWING = RecordDraft(role=Role.ASSISTANT, content="", state=RecordState.PENDING)


def child_of(session_id: SessionId, label: str = "child") -> ChildDraft:
    return ChildDraft(
        label=label, source_session_id=session_id, topology_parent_id=session_id, by=Author.PERSON
    )


def test_unknown_conversations_are_not_found(run: Run) -> None:
    """Q-3."""

    async def test(ground: Ground) -> None:
        sessions, forks = ground.sessions, ground.forks
        for call in (
            sessions.get_session(NOBODY),
            sessions.get_config(NOBODY),
            sessions.get_bindings(NOBODY),
            sessions.put_bindings(NOBODY, SessionBindings()),
            sessions.list_records(NOBODY),
            sessions.start_round(NOBODY, "hello"),
            sessions.append(NOBODY, [RecordDraft(role=Role.USER, content="a note")]),
            sessions.list_waiting_insights(NOBODY),
            forks.get_config(NOBODY),
            forks.get_last_split_round(NOBODY),
            forks.create_child(child_of(NOBODY)),
        ):
            with pytest.raises(SessionNotFound):
                await call

    run(test)


def test_a_branch_is_found_by_the_call_it_was_opened_for(run: Run) -> None:
    """X-2: by the record too, since services give ids of calls out again; any other branch has none."""

    async def test(ground: Ground) -> None:
        session_id = await ground.project("A")
        call, later = CallOrigin(RecordId(7), "c"), CallOrigin(RecordId(9), "c")
        await ground.forks.create_child(child_of(session_id, "by hand"))
        assert await ground.forks.find_opened(call) is None
        opened = await ground.forks.create_child(replace(child_of(session_id, "Costs"), opened_by=call))
        assert await ground.forks.find_opened(call) == opened
        assert await ground.forks.find_opened(later) is None
        assert await ground.forks.find_opened(CallOrigin(RecordId(7), "d")) is None
        second = await ground.forks.create_child(replace(child_of(session_id, "Costs"), opened_by=later))
        assert await ground.forks.find_opened(later) == second

    run(test)


def test_the_question_is_kept_pending_before_anything_leaves(run: Run) -> None:
    """R-1."""

    async def test(ground: Ground) -> None:
        session_id = await ground.project("A")
        started = await ground.sessions.start_round(session_id, "why?")
        (question,) = await ground.sessions.list_records(session_id)
        assert question == started.user_record
        assert (question.role, question.content, question.state) == (Role.USER, "why?", RecordState.PENDING)
        assert (started.round_no, started.version) == (1, 1)

    run(test)


def test_a_round_grows_settles_and_counts_once(run: Run) -> None:
    """R-1, T-7."""

    async def test(ground: Ground) -> None:
        session_id = await ground.project("A")
        started = await ground.sessions.start_round(session_id, "why?")
        (growing,) = await ground.sessions.append(session_id, [GROWING], round=started)
        call = ToolCall("c1", "look", '{"where": "here"}', '{"extra_content": {"google": "s\\u007f"}}')
        await ground.sessions.save_partial(
            growing.record_id, content="be", reasoning="hm", tool_calls=(call,)
        )
        partial = (await ground.sessions.list_records(session_id))[1]
        assert (partial.content, partial.reasoning, partial.tool_calls) == ("be", "hm", (call,))
        assert partial.state is RecordState.PENDING
        usage = Usage(3, None)
        finished = await ground.sessions.finish_record(
            growing.record_id, content="because", state=RecordState.DONE, usage=usage
        )
        assert (finished.content, finished.usage, finished.tool_calls) == ("because", usage, ())
        meta = await ground.sessions.end_round(started, RecordState.DONE)
        assert meta.turn_count == 1
        question, answer = await ground.sessions.list_records(session_id)
        assert (question.state, answer) == (RecordState.DONE, finished)

    run(test)


@pytest.mark.parametrize("state", [RecordState.STOPPED, RecordState.FAILED])
def test_a_stopped_or_failed_round_does_not_count(run: Run, state: RecordState) -> None:
    """T-7: the question keeps the state, and nothing is lost."""

    async def test(ground: Ground) -> None:
        session_id = await ground.project("A")
        started = await ground.sessions.start_round(session_id, "why?")
        meta = await ground.sessions.end_round(started, state)
        assert meta.turn_count == 0
        (question,) = await ground.sessions.list_records(session_id)
        assert (question.content, question.state) == ("why?", state)

    run(test)


def test_a_new_version_is_chosen_and_counts_once(run: Run) -> None:
    """R-14."""

    async def test(ground: Ground) -> None:
        sessions = ground.sessions
        session_id = await ground.project("A")
        for expected, (question, replaces) in enumerate((("first", None), ("second", None), ("edited", 2))):
            started = await sessions.start_round(session_id, question, replaces=replaces)
            (growing,) = await sessions.append(session_id, [GROWING], round=started)
            await sessions.finish_record(growing.record_id, content=f"to {question}", state=RecordState.DONE)
            meta = await sessions.end_round(started, RecordState.DONE)
            assert meta.turn_count == min(expected + 1, 2)
        records = await sessions.list_records(session_id)
        assert [record.content for record in records] == ["first", "to first", "edited", "to edited"]
        assert [(record.round_no, record.version) for record in records] == [(1, 1), (1, 1), (2, 2), (2, 2)]

    run(test)


def test_a_note_is_a_round_of_its_own_and_no_turn(run: Run) -> None:
    """R-15."""

    async def test(ground: Ground) -> None:
        session_id = await ground.project("A")
        draft = RecordDraft(role=Role.USER, content="remember", kind=RecordKind.NOTE)
        (note,) = await ground.sessions.append(session_id, [draft])
        started = await ground.sessions.start_round(session_id, "why?")
        assert (note.kind, note.round_no, started.round_no) == (RecordKind.NOTE, 1, 2)
        assert (await ground.sessions.get_session(session_id)).turn_count == 0

    run(test)


def test_records_come_in_the_order_they_were_written(run: Run) -> None:
    """R-14, fault 21: by id, never by clock."""

    async def test(ground: Ground) -> None:
        session_id = await ground.project("A")
        started = await ground.sessions.start_round(session_id, "why?")
        call = ToolCall("c1", "look", "{}")
        await ground.sessions.append(
            session_id,
            [
                RecordDraft(role=Role.ASSISTANT, content="", tool_calls=(call,), model="m"),
                RecordDraft(role=Role.TOOL, content="{}", tool_call_id="c1", tool_name="look"),
            ],
            round=started,
        )
        records = await ground.sessions.list_records(session_id)
        assert [record.role for record in records] == [Role.USER, Role.ASSISTANT, Role.TOOL]
        assert [record.record_id for record in records] == sorted(record.record_id for record in records)
        assert (records[1].tool_calls, records[1].model) == ((call,), "m")
        assert (records[2].tool_call_id, records[2].tool_name) == ("c1", "look")

    run(test)


def test_an_archived_conversation_takes_no_messages_and_no_branches(run: Run) -> None:
    """R-13, F-3."""

    async def test(ground: Ground) -> None:
        session_id = await ground.project("A")
        await ground.archive(session_id)
        with pytest.raises(SessionArchived):
            await ground.sessions.start_round(session_id, "hello")
        with pytest.raises(SessionArchived):
            await ground.sessions.append(session_id, [RecordDraft(role=Role.USER, content="a note")])
        with pytest.raises(SessionArchived):
            await ground.forks.create_child(child_of(session_id))
        assert await ground.sessions.list_records(session_id) == ()

    run(test)


def test_insights_wait_until_a_round_succeeds(run: Run) -> None:
    """C-4."""

    async def test(ground: Ground) -> None:
        sessions = ground.sessions
        session_id = await ground.project("A")
        used = await ground.insight(session_id, "first")
        later = await ground.insight(session_id, "second")
        assert await sessions.list_waiting_insights(session_id) == (used, later)
        failed = await sessions.start_round(session_id, "why?")
        await sessions.end_round(failed, RecordState.FAILED)
        assert await sessions.list_waiting_insights(session_id) == (used, later)
        again = await sessions.start_round(session_id, "why?", replaces=1)
        await sessions.end_round(again, RecordState.DONE, consumed=[used.insight_id])
        assert await sessions.list_waiting_insights(session_id) == (later,)

    run(test)


def test_what_went_along_with_a_round_is_there_for_it_again(run: Run) -> None:
    """C-4, R-14: beside what waits by then, in the order of coming; not for any other round, and it stays delivered."""

    async def test(ground: Ground) -> None:
        sessions = ground.sessions
        session_id = await ground.project("A")
        used = await ground.insight(session_id, "first")
        asked = await sessions.start_round(session_id, "why?")
        await sessions.end_round(asked, RecordState.DONE, consumed=[used.insight_id])
        later = await ground.insight(session_id, "second")
        found = await sessions.list_waiting_insights(session_id, with_round=1)
        assert [item.text for item in found] == ["first", "second"]
        assert await sessions.list_waiting_insights(session_id, with_round=2) == (later,)
        again = await sessions.start_round(session_id, "why?", replaces=1)
        await sessions.end_round(again, RecordState.DONE, consumed=[item.insight_id for item in found])
        assert await sessions.list_waiting_insights(session_id) == ()
        assert [item.text for item in await sessions.list_waiting_insights(session_id, with_round=1)] == [
            "first",
            "second",
        ]

    run(test)


def test_a_branch_has_all_it_starts_with(run: Run) -> None:
    """F-6, T-5, T-8."""

    async def test(ground: Ground) -> None:
        source = await ground.project("A")
        config = SerializableSessionConfig(system_prompt="", skills=())
        bindings = SessionBindings(
            model=ModelRef(ServiceId("s"), "m"),
            profile="expert",
            profile_version=2,
            profile_vars={"region": "Tyrol"},
            branched_at=RecordId(7),
            inherited_summary="so far",
        )
        entry = await ground.forks.create_child(
            ChildDraft(
                label="money",
                source_session_id=source,
                topology_parent_id=source,
                by=Author.ASSISTANT,
                config=config,
                bindings=bindings,
                records=(RecordDraft(role=Role.USER, content="inherited"),),
                opening="Let us begin.",
                split_round=4,
            )
        )
        assert (entry.label, entry.parent_id, entry.source_id) == ("money", source, source)
        assert await ground.forks.get_config(entry.session_id) == config
        assert await ground.sessions.get_bindings(entry.session_id) == bindings
        assert await ground.forks.get_last_split_round(source) == 4
        assert await ground.forks.get_last_split_round(entry.session_id) is None
        inherited, opening = await ground.sessions.list_records(entry.session_id)
        assert (inherited.content, inherited.round_no) == ("inherited", 0)
        assert (opening.content, opening.kind, opening.role) == (
            "Let us begin.",
            RecordKind.OPENING,
            Role.ASSISTANT,
        )
        assert (await ground.sessions.start_round(entry.session_id, "hi")).round_no == 1

    run(test)


def test_twenty_branches_at_once_keep_their_order(run: Run) -> None:
    """F-11."""

    async def test(ground: Ground) -> None:
        source = await ground.project("A")
        entries = await asyncio.gather(
            *(ground.forks.create_child(child_of(source, f"branch {number}")) for number in range(20))
        )
        assert [entry.label for entry in sorted(entries, key=lambda entry: entry.order)] == [
            f"branch {number}" for number in range(20)
        ]

    run(test)


@pytest.mark.parametrize("state", [RecordState.FAILED, RecordState.STOPPED])
def test_only_a_round_that_succeeds_uses_up_insights(run: Run, state: RecordState) -> None:
    """C-4: after a failure or a stop they still wait."""

    async def test(ground: Ground) -> None:
        session_id = await ground.project("A")
        insight = await ground.insight(session_id, "remember")
        started = await ground.sessions.start_round(session_id, "why?")
        await ground.sessions.end_round(started, state, consumed=[insight.insight_id])
        assert await ground.sessions.list_waiting_insights(session_id) == (insight,)
        again = await ground.sessions.start_round(session_id, "why?", replaces=started.round_no)
        await ground.sessions.end_round(again, RecordState.DONE, consumed=[insight.insight_id])
        assert await ground.sessions.list_waiting_insights(session_id) == ()

    run(test)


def test_a_branch_keeps_its_source_wherever_it_hangs(run: Run) -> None:
    """F-8: the source is where the context came from, never the topology parent."""

    async def test(ground: Ground) -> None:
        source, parent = await ground.project("source"), await ground.project("parent")
        draft = ChildDraft(
            label="child", source_session_id=source, topology_parent_id=parent, by=Author.ASSISTANT
        )
        entry = await ground.forks.create_child(draft)
        assert (entry.source_id, entry.parent_id) == (source, parent)

    run(test)


def test_what_cannot_be_stored_is_cleaned_at_the_door(run: Run) -> None:
    """R-1, R-6: whoever calls, the same texts are kept, and given back as they are kept."""

    async def test(ground: Ground) -> None:
        sessions = ground.sessions
        session_id = await ground.project("A")
        started = await sessions.start_round(session_id, "a\x00b\r\nc")
        (growing,) = await sessions.append(session_id, [replace(GROWING, content="\ud800")], round=started)
        assert growing.content == "\ufffd"
        call = ToolCall("c1", "look", '{"a": "\ud800"}')
        await sessions.save_partial(growing.record_id, content="x\x00", reasoning="\x01", tool_calls=(call,))
        partial = (await sessions.list_records(session_id))[1]
        assert (partial.content, partial.reasoning) == ("x\ufffd", "\ufffd")
        assert partial.tool_calls[0].arguments == '{"a": "\ufffd"}'
        finished = await sessions.finish_record(
            growing.record_id, content="y\r", state=RecordState.FAILED, error_detail="z\x7f"
        )
        assert (finished.content, finished.error_detail) == ("y\n", "z\ufffd")
        assert (await sessions.list_records(session_id))[0].content == "a\ufffdb\nc"
        assert (await ground.insight(session_id, "i\x00")).text == "i\ufffd"
        config = SerializableSessionConfig(system_prompt="p\ud800")
        entry = await ground.forks.create_child(
            replace(child_of(session_id, "  a\nb "), config=config, opening="o\x00")
        )
        assert entry.label == "a b"
        assert (await ground.forks.get_config(entry.session_id)).system_prompt == "p\ufffd"
        assert [r.content for r in await sessions.list_records(entry.session_id)] == ["o\ufffd"]

    run(test)


def test_a_branch_without_a_name_or_a_parent_is_refused(run: Run) -> None:
    """F-6, F-8, T-3, InvalidLabel."""

    async def test(ground: Ground) -> None:
        session_id = await ground.project("A")
        with pytest.raises(InvalidLabel):
            await ground.forks.create_child(child_of(session_id, " \u202e\n"))
        with pytest.raises(SessionNotFound):
            await ground.forks.create_child(replace(child_of(session_id), topology_parent_id=NOBODY))
        with pytest.raises(SessionNotFound):
            await ground.forks.create_child(replace(child_of(session_id), source_session_id=NOBODY))

    run(test)


def test_an_answer_that_has_its_last_form_grows_no_more(run: Run) -> None:
    """R-9: what was saved a moment too late changes nothing."""

    async def test(ground: Ground) -> None:
        session_id = await ground.project("A")
        started = await ground.sessions.start_round(session_id, "why?")
        (growing,) = await ground.sessions.append(session_id, [GROWING], round=started)
        await ground.sessions.finish_record(growing.record_id, content="so", state=RecordState.STOPPED)
        await ground.sessions.save_partial(growing.record_id, content="so it goes on")
        answer = (await ground.sessions.list_records(session_id))[1]
        assert (answer.content, answer.state) == ("so", RecordState.STOPPED)

    run(test)


def test_only_what_is_there_can_be_replaced_sent_or_finished(run: Run) -> None:
    """R-14, Q-3, BrokenRule, SessionNotFound; in each case nothing is written."""

    async def test(ground: Ground) -> None:
        sessions = ground.sessions
        session_id = await ground.project("A")
        started = await sessions.start_round(session_id, "why?")
        before = await sessions.list_records(session_id)
        with pytest.raises(BrokenRule):
            await sessions.start_round(session_id, "other", replaces=7)
        assert started.user_record is not None
        with pytest.raises(BrokenRule):
            await sessions.start_round(session_id, "", waiting=started.user_record.record_id)
        with pytest.raises(SessionNotFound):
            await sessions.finish_record(RecordId(99_999), content="x", state=RecordState.DONE)
        await sessions.save_partial(RecordId(99_999), content="x")
        assert await sessions.list_records(session_id) == before

    run(test)


def test_a_message_that_waits_is_sent_once(run: Run) -> None:
    """R-1, row 25: whoever comes second is told."""

    async def test(ground: Ground) -> None:
        sessions = ground.sessions
        session_id = await ground.project("A")
        started = await sessions.start_round(session_id, "why?")
        assert started.user_record is not None
        record_id = started.user_record.record_id
        meta = await sessions.end_round(started, RecordState.WAITING)
        assert meta.turn_count == 0
        (waits,) = await sessions.list_records(session_id)
        assert waits.state is RecordState.WAITING
        other = await ground.project("B")
        with pytest.raises(BrokenRule):
            await sessions.start_round(other, "", waiting=record_id)
        again = await sessions.start_round(session_id, "not this", waiting=record_id)
        assert (again.round_no, again.version) == (started.round_no, started.version)
        (asked,) = await sessions.list_records(session_id)
        assert (asked.content, asked.state) == ("why?", RecordState.PENDING)
        with pytest.raises(BrokenRule):
            await sessions.start_round(session_id, "", waiting=record_id)

    run(test)
