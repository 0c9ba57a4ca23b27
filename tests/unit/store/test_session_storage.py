"""What the store on disk adds to the contract of conversations: counts, flags, cleaning, copying."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stello_desktop.domain.codec import tool_result_from_json
from stello_desktop.domain.commands import Delete
from stello_desktop.domain.cut_short import INTERRUPTED_RESULT
from stello_desktop.domain.errors import BrokenRule, InvalidLabel, SessionNotFound
from stello_desktop.domain.ids import RecordId, SessionId, new_session_id
from stello_desktop.domain.inheriting import clean_history
from stello_desktop.domain.messages import RecordDraft, RecordKind, RecordState, Role, ToolCall, branch_result
from stello_desktop.domain.session import Author, CallOrigin, ChildDraft
from stello_desktop.domain.text import clean_text
from stello_desktop.domain.topology import EntryFlag
from tests.helpers.stores import OpenedStore, query, with_store

GROWING = RecordDraft(role=Role.ASSISTANT, content="", state=RecordState.PENDING)


def test_messages_of_the_chosen_history_are_counted_and_tools_are_not(tmp_path: Path) -> None:
    """R-14."""

    async def test(store: OpenedStore) -> None:
        session_id = await store.project()

        async def count() -> int:
            return (await store.topology())[session_id].message_count

        await store.say(session_id, "why?", "because")
        assert await count() == 2
        again = await store.sessions.start_round(session_id, "why not?", replaces=1)
        assert await count() == 1
        tool = RecordDraft(role=Role.TOOL, content="{}", tool_call_id="c")
        await store.sessions.append(session_id, [GROWING, tool, GROWING], round=again)
        assert await count() == 3
        await store.sessions.append(session_id, [RecordDraft(role=Role.USER, content="note")])
        assert await count() == 4
        chosen = await store.sessions.list_records(session_id)
        assert await count() == sum(record.role is not Role.TOOL for record in chosen)

    with_store(tmp_path, test)


def test_failed_and_unread_are_seen_on_the_map(tmp_path: Path) -> None:
    """R-9, R-10: unread answers are counted, one that the person stopped is none."""

    async def test(store: OpenedStore) -> None:
        session_id = await store.project()

        async def seen() -> tuple[EntryFlag, int]:
            entry = (await store.topology())[session_id]
            return EntryFlag(entry.flags), entry.unread

        started = await store.sessions.start_round(session_id, "why?")
        await store.sessions.end_round(started, RecordState.FAILED)
        assert await seen() == (EntryFlag.FAILED, 1)
        await store.desk.mark_read(session_id)
        assert await seen() == (EntryFlag.FAILED, 0)
        again = await store.sessions.start_round(session_id, "why?", replaces=1)
        assert await seen() == (EntryFlag(0), 0)
        await store.sessions.end_round(again, RecordState.STOPPED)
        assert await seen() == (EntryFlag(0), 0)
        await store.say(session_id, "so?", "so.")
        await store.say(session_id, "and?", "that is all.")
        assert await seen() == (EntryFlag(0), 2)

    with_store(tmp_path, test)


def test_a_failure_that_is_tried_again_is_no_unread_answer_any_more(tmp_path: Path) -> None:
    """R-9: what nobody has seen is counted once, however often it was asked for; what succeeded stays counted."""

    async def test(store: OpenedStore) -> None:
        session_id = await store.project()

        async def unread() -> int:
            return (await store.topology())[session_id].unread

        await store.say(session_id, "why?", "because")
        started = await store.sessions.start_round(session_id, "so?")
        await store.sessions.end_round(started, RecordState.FAILED)
        for ending, left in ((RecordState.FAILED, 2), (RecordState.INTERRUPTED, 1), (RecordState.DONE, 2)):
            again = await store.sessions.start_round(session_id, "so?", replaces=2)
            assert await unread() == 1
            await store.sessions.end_round(again, ending)
            assert await unread() == left

    with_store(tmp_path, test)


def test_waiting_insights_are_counted(tmp_path: Path) -> None:
    """C-4."""

    async def test(store: OpenedStore) -> None:
        session_id = await store.project()
        insight = await store.sessions.add_insight(session_id, "look there")
        assert (await store.topology())[session_id].waiting_insights == 1
        started = await store.sessions.start_round(session_id, "why?")
        await store.sessions.end_round(started, RecordState.DONE, consumed=[insight.insight_id])
        assert (await store.topology())[session_id].waiting_insights == 0

    with_store(tmp_path, test)


def test_a_finished_answer_is_not_overwritten_by_a_late_save(tmp_path: Path) -> None:
    """R-10."""

    async def test(store: OpenedStore) -> None:
        session_id = await store.project()
        answer = await store.say(session_id, "why?", "because")
        await store.sessions.save_partial(answer.record_id, content="bec")
        assert (await store.sessions.list_records(session_id))[1].content == "because"

    with_store(tmp_path, test)


def test_an_answer_still_ends_after_its_conversation_went_to_the_trash(tmp_path: Path) -> None:
    """Fault 50."""

    async def test(store: OpenedStore) -> None:
        session_id = await store.project()
        started = await store.sessions.start_round(session_id, "why?")
        (growing,) = await store.sessions.append(session_id, [GROWING], round=started)
        await store.tree.apply(Delete((session_id,)))
        await store.sessions.finish_record(growing.record_id, content="be", state=RecordState.STOPPED)
        await store.sessions.end_round(started, RecordState.STOPPED)
        with pytest.raises(SessionNotFound):
            await store.sessions.get_session(session_id)
        await store.tree.undo()
        states = [record.state for record in await store.sessions.list_records(session_id)]
        assert states == [RecordState.STOPPED, RecordState.STOPPED]

    with_store(tmp_path, test)


def test_a_destroyed_answer_cannot_be_finished(tmp_path: Path) -> None:
    """Fault 50, Q-3."""

    async def test(store: OpenedStore) -> None:
        with pytest.raises(SessionNotFound):
            await store.sessions.finish_record(RecordId(99), content="x", state=RecordState.DONE)
        with pytest.raises(BrokenRule):
            await store.sessions.start_round(await store.project(), "again", replaces=3)

    with_store(tmp_path, test)


def test_what_was_pending_is_interrupted_at_the_next_start(tmp_path: Path) -> None:
    """Fault 1, R-1."""

    async def first(store: OpenedStore) -> None:
        session_id = await store.project()
        await store.say(session_id, "why?", "because")
        started = await store.sessions.start_round(session_id, "and then?")
        (growing,) = await store.sessions.append(session_id, [GROWING], round=started)
        await store.sessions.save_partial(growing.record_id, content="then the")

    async def second(store: OpenedStore) -> None:
        (session_id,) = store.boot.interrupted
        records = await store.sessions.list_records(session_id)
        assert [record.state for record in records] == [
            RecordState.DONE,
            RecordState.DONE,
            RecordState.INTERRUPTED,
            RecordState.INTERRUPTED,
        ]
        assert records[3].content == "then the"
        assert store.boot.topology[session_id].flags & EntryFlag.FAILED

    async def third(store: OpenedStore) -> None:
        assert store.boot.interrupted == ()

    with_store(tmp_path, first)
    with_store(tmp_path, second)
    with_store(tmp_path, third)


def test_calls_that_a_crash_has_left_without_results_are_answered_at_the_next_start(tmp_path: Path) -> None:
    """R-8, fault 1: the history is whole again; what was answered already keeps its answer."""
    calls = tuple(ToolCall(name, "stello_create_session", "{}") for name in "ab")
    asks = RecordDraft(role=Role.ASSISTANT, content="", tool_calls=calls)
    result = RecordDraft(role=Role.TOOL, content='{"success": true}', tool_name="stello_create_session")

    async def first(store: OpenedStore) -> None:
        waits, goes_on = await store.project(), await store.project()
        started = await store.sessions.start_round(waits, "split")
        await store.sessions.append(waits, [asks], round=started)
        started = await store.sessions.start_round(goes_on, "split")
        answers = [replace(result, tool_call_id=name) for name in "ab"]
        await store.sessions.append(goes_on, [asks, *answers], round=started)

    async def second(store: OpenedStore) -> None:
        waits, goes_on = store.boot.topology.roots
        assert set(store.boot.interrupted) == {waits, goes_on}
        records = await store.sessions.list_records(waits)
        assert [record.tool_call_id for record in records] == ["", "", "a", "b"]
        assert [tool_result_from_json(record.content) for record in records[2:]] == [INTERRUPTED_RESULT] * 2
        assert clean_history(records) == records
        others = await store.sessions.list_records(goes_on)
        assert [record.content for record in others[2:]] == [result.content] * 2

    with_store(tmp_path, first)
    with_store(tmp_path, second)


@pytest.mark.parametrize("deleted", [False, True])
def test_a_call_whose_branch_is_there_is_answered_by_it_at_the_next_start(
    tmp_path: Path, *, deleted: bool
) -> None:
    """Fault 1, X-2: what was opened is never called not opened, not even where it has gone to the trash since."""
    calls = tuple(ToolCall(name, "stello_create_session", "{}") for name in "ab")
    opened: list[SessionId] = []

    async def first(store: OpenedStore) -> None:
        source, other = await store.project("Launch"), await store.project("Other")
        for session_id in (source, other):
            started = await store.sessions.start_round(session_id, "split")
            asks = RecordDraft(role=Role.ASSISTANT, content="", tool_calls=calls)
            (asked,) = await store.sessions.append(session_id, [asks], round=started)
            if session_id == source:
                draft = ChildDraft(
                    label="Costs",
                    source_session_id=source,
                    topology_parent_id=source,
                    by=Author.ASSISTANT,
                    opened_by=CallOrigin(asked.record_id, "b"),
                )
                opened.append((await store.forks.create_child(draft)).session_id)
        if deleted:
            await store.tree.apply(Delete((opened[0],)))

    async def second(store: OpenedStore) -> None:
        source, other = store.boot.topology.roots
        told = [tool_result_from_json(item.content) for item in await store.sessions.list_records(source)]
        assert told[2:] == [INTERRUPTED_RESULT, branch_result(opened[0], "Costs")]
        told = [tool_result_from_json(item.content) for item in await store.sessions.list_records(other)]
        assert told[2:] == [INTERRUPTED_RESULT] * 2

    with_store(tmp_path, first)
    with_store(tmp_path, second)


@pytest.mark.parametrize("damaged", ["[{", "[{}]", "[3]", "7"])
def test_calls_that_cannot_be_read_do_not_keep_the_store_from_opening(tmp_path: Path, damaged: str) -> None:
    """Fault 1: what is whole is there, and what ran is told as interrupted."""
    asks = RecordDraft(role=Role.ASSISTANT, content="", tool_calls=(ToolCall("a", "look", "{}"),))

    async def first(store: OpenedStore) -> None:
        session_id = await store.project()
        started = await store.sessions.start_round(session_id, "split")
        await store.sessions.append(session_id, [asks], round=started)

    async def second(store: OpenedStore) -> None:
        assert store.boot.interrupted == store.boot.topology.roots

    with_store(tmp_path, first)
    query(tmp_path, "UPDATE record SET tool_calls = ? WHERE tool_calls <> ''", damaged)
    with_store(tmp_path, second)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(st.text(st.characters(codec=None)), min_size=1, max_size=8))
def test_any_text_comes_back_as_it_was_cleaned(tmp_path: Path, texts: list[str]) -> None:
    """Section 5.1, 6: set, store, get is the identity on cleaned text."""

    async def test(store: OpenedStore) -> None:
        session_id = await store.project()
        for text in texts:
            call = ToolCall("c", "name", text)
            draft = RecordDraft(
                role=Role.ASSISTANT, content=text, reasoning=text, tool_calls=(call,), error_detail=text
            )
            (written,) = await store.sessions.append(session_id, [draft])
            assert written.content == written.reasoning == written.error_detail == clean_text(text)
            await store.desk.put_draft(session_id, text)
            assert await store.desk.get_draft(session_id) == clean_text(text)
            await store.desk.put_values({"view": {"text": clean_text(text)}})
            assert (await store.desk.get_values())["view"] == {"text": clean_text(text)}
        records = await store.sessions.list_records(session_id)
        assert [record.content for record in records] == [clean_text(text) for text in texts]

    with_store(tmp_path, test)


def test_damaged_text_is_shown_with_replacement_marks(tmp_path: Path) -> None:
    """Fault 24."""

    async def first(store: OpenedStore) -> None:
        await store.say(await store.project("name"), "why?", "because")

    with_store(tmp_path, first)
    query(tmp_path, "UPDATE record SET content = CAST(x'fffe41' AS TEXT)")
    query(tmp_path, "UPDATE session SET label = CAST(x'41ff' AS TEXT)")

    async def second(store: OpenedStore) -> None:
        (entry,) = store.boot.topology.entries()
        assert entry.label == "A\ufffd"
        assert (await store.sessions.list_records(entry.session_id))[0].content == "\ufffd\ufffdA"
        assert (await store.topology())[entry.session_id] == entry

    with_store(tmp_path, second)


def test_a_blank_branch_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    """T-3."""

    async def test(store: OpenedStore) -> None:
        source = await store.project()
        with pytest.raises(InvalidLabel):
            await store.branch(source, " \n")
        await store.branch(source, "a\nb")
        assert [entry.label for entry in (await store.topology()).entries()] == ["project", "a b"]

    with_store(tmp_path, test)


@pytest.mark.parametrize(
    ("action", "table"),
    [("INSERT", "session"), ("INSERT", "record"), ("UPDATE", "session"), ("INSERT", "step")],
)
def test_a_branch_that_fails_anywhere_leaves_nothing(tmp_path: Path, table: str, action: str) -> None:
    """F-6: a trigger breaks the transaction at each table that a branch writes."""

    async def first(store: OpenedStore) -> None:
        await store.project("main")

    with_store(tmp_path, first)
    query(
        tmp_path,
        f"CREATE TRIGGER broken BEFORE {action} ON {table} BEGIN SELECT RAISE(ABORT, 'broken'); END",
    )
    before = query(tmp_path, "SELECT (SELECT count(*) FROM session), (SELECT count(*) FROM step)")

    async def second(store: OpenedStore) -> None:
        (source,) = store.boot.topology.roots
        draft = ChildDraft(
            label="half",
            source_session_id=source,
            topology_parent_id=source,
            by=Author.ASSISTANT,
            records=(RecordDraft(role=Role.USER, content="inherited"),),
            opening="Hello",
            split_round=1,
        )
        with pytest.raises(BrokenRule):
            await store.forks.create_child(draft)
        assert await store.forks.get_last_split_round(source) is None

    with_store(tmp_path, second)
    assert query(tmp_path, "SELECT count(*) FROM record") == [(0,)]
    assert query(tmp_path, "SELECT (SELECT count(*) FROM session), (SELECT count(*) FROM step)") == before


def test_bringing_the_conversation_along_puts_it_before_the_opening(tmp_path: Path) -> None:
    """X-5, F-9."""

    async def test(store: OpenedStore) -> None:
        source = await store.project()
        first = await store.say(source, "why?", "because")
        started = await store.sessions.start_round(source, "look")
        call = ToolCall("c1", "look", "{}")
        drafts = [
            RecordDraft(role=Role.ASSISTANT, content="looking", tool_calls=(call,)),
            RecordDraft(role=Role.TOOL, content="{}", tool_call_id="c1"),
            RecordDraft(role=Role.ASSISTANT, content="", tool_calls=(ToolCall("c2", "look", "{}"),)),
            GROWING,
        ]
        await store.sessions.append(source, drafts, round=started)
        draft = ChildDraft(
            label="b", source_session_id=source, topology_parent_id=source, by=Author.PERSON, opening="Hello"
        )
        child = (await store.forks.create_child(draft)).session_id
        await store.desk.copy_history(source, child)
        records = await store.sessions.list_records(child)
        assert [record.content for record in records] == ["why?", "because", "look", "looking", "{}", "Hello"]
        assert {record.round_no for record in records} == {0}
        assert {record.state for record in records} == {RecordState.DONE}
        assert (await store.topology())[child].message_count == 5
        with pytest.raises(BrokenRule):
            await store.desk.copy_history(source, child)
        other = await store.branch(source)
        await store.desk.copy_history(source, other, until=first.record_id)
        contents = [record.content for record in await store.sessions.list_records(other)]
        assert contents == ["why?", "because"]
        await store.sessions.start_round(source, "why then?", replaces=1)
        third = await store.branch(source)
        await store.desk.copy_history(source, third, until=first.record_id)
        assert [record.content for record in await store.sessions.list_records(third)] == ["why then?"]

    with_store(tmp_path, test)


def test_previews_show_the_last_words_as_one_short_line(tmp_path: Path) -> None:
    async def test(store: OpenedStore) -> None:
        talk, silent, opened = await store.project(), await store.project(), await store.project()
        await store.say(talk, "why?", "  because\n\n" + "of that " * 100)
        started = await store.sessions.start_round(talk, "hidden by the next version")
        await store.sessions.start_round(talk, "\n seen ", replaces=started.round_no)
        note = RecordDraft(role=Role.USER, content="a note", kind=RecordKind.NOTE)
        await store.sessions.append(opened, [note])
        previews = await store.desk.previews([talk, silent, opened])
        assert {key: value.last_line for key, value in previews.items()} == {talk: "seen", opened: "a note"}
        long = await store.project()
        await store.say(long, "why?", "  because\n\n" + "of that " * 100)
        preview = (await store.desk.previews([long]))[long]
        assert preview.last_line.startswith("because of that of that")
        assert len(preview.last_line) <= 160
        assert preview.last_role == Role.ASSISTANT

    with_store(tmp_path, test)


def test_drafts_and_settings_last(tmp_path: Path) -> None:
    async def first(store: OpenedStore) -> None:
        session_id = await store.project()
        await store.desk.put_draft(session_id, "half a thou")
        await store.desk.put_values({"theme": "dark", "sizes": [1, 2]})
        await store.desk.put_values({"theme": "light"})
        await store.desk.put_values({})
        with pytest.raises(SessionNotFound):
            await store.desk.put_draft(new_session_id(), "x")

    async def second(store: OpenedStore) -> None:
        assert store.boot.values == {"theme": "light", "sizes": [1, 2]}
        assert await store.desk.get_values() == store.boot.values
        (session_id,) = store.boot.topology.roots
        assert await store.desk.get_draft(session_id) == "half a thou"
        await store.desk.put_draft(session_id, "")
        assert await store.desk.get_draft(session_id) == ""

    with_store(tmp_path, first)
    with_store(tmp_path, second)


def test_a_setting_that_is_no_json_is_left_out(tmp_path: Path) -> None:
    async def use(store: OpenedStore) -> None:
        await store.desk.put_values({"good": 1})

    with_store(tmp_path, use)
    query(tmp_path, "INSERT INTO setting (name, value) VALUES ('bad', '{')")

    async def check(store: OpenedStore) -> None:
        assert store.boot.values == {"good": 1}

    with_store(tmp_path, check)
