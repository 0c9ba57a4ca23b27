"""Messages, answers and branches through the workspace, on a real store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import override

import pytest

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.commands import Delete, Place, Rename, Restore, SetArchived
from stello_desktop.domain.errors import (
    BrokenRule,
    ProviderError,
    ProviderErrorKind,
    SessionArchived,
    StoreError,
    StoreErrorKind,
)
from stello_desktop.domain.events import EndReason, StreamEnd, TextDelta
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import RecordKind, RecordState, Role
from stello_desktop.domain.topology import EntryFlag
from stello_desktop.llm.scripted import ScriptedModel, text_reply, tool_reply
from stello_desktop.store.desk_storage import DeskStore
from stello_desktop.workspace.turns import BranchQuestion, LiveTurn, TurnState
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.servers import ReplayServer, reply, text_events
from tests.helpers.workspaces import a_service, open_workspace, run_in_workspace

FOREVER = ScriptedModel([[TextDelta("word ")] * 10_000], delay_s=0.002, repeat_last=True)


async def until(happened: Callable[[], bool]) -> None:
    """Follow a running turn the way views do: by looking."""
    while not happened():  # noqa: ASYNC110 - a turn is read, it does not call
        await asyncio.sleep(0.002)


async def until_text(turn: LiveTurn, count: int) -> None:
    await until(lambda: sum(isinstance(event, TextDelta) for event in turn.events) >= count)


async def asked(turn: LiveTurn) -> BranchQuestion:
    await until(lambda: turn.question is not None)
    assert turn.question is not None
    return turn.question


def everything_in(folder: Path) -> bytes:
    return b"".join(item.read_bytes() for item in folder.rglob("*") if item.is_file())


def test_a_message_and_its_answer_are_both_kept(tmp_path: Path) -> None:
    """R-1: the question is on disk, done when the round ends."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        turn = workspace.rounds.start(project, "Hello")
        assert project in workspace.rounds.live_sessions
        await turn.wait()
        assert turn.state is TurnState.DONE
        records = await workspace.messages.list_records(project)
        assert [(item.role, item.content, item.state) for item in records] == [
            (Role.USER, "Hello", RecordState.DONE),
            (Role.ASSISTANT, "Hi there", RecordState.DONE),
        ]
        assert workspace.topology[project].turn_count == 1
        assert project not in workspace.rounds.live_sessions

    run_in_workspace(tmp_path, story, ScriptedModel(["Hi there"]))


def test_the_question_is_on_disk_before_the_first_word_arrives(tmp_path: Path) -> None:
    """R-1."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        turn = workspace.rounds.start(project, "Hello")
        await until(lambda: turn.started is not None)
        first, *_ = await workspace.messages.list_records(project)
        assert (first.content, first.state) == ("Hello", RecordState.PENDING)
        turn.stop()
        await turn.wait()

    run_in_workspace(tmp_path, story, ScriptedModel(["never"], delay_s=5))


def test_stopping_keeps_what_arrived(tmp_path: Path) -> None:
    """R-9: the partial text stays, marked stopped, and Continue goes on from there."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        turn = workspace.rounds.start(project, "Tell me")
        await until_text(turn, 5)
        turn.stop()
        await turn.wait()
        assert turn.state is TurnState.STOPPED
        answer = (await workspace.messages.list_records(project))[-1]
        assert answer.state is RecordState.STOPPED
        assert answer.content.startswith("word word word")
        assert workspace.topology[project].turn_count == 0

    run_in_workspace(tmp_path, story, FOREVER)


def test_a_failure_keeps_the_question_and_retry_makes_a_new_version(tmp_path: Path) -> None:
    """R-10, R-14: the retried round counts once."""
    model = ScriptedModel([ProviderError(ProviderErrorKind.SERVER), "Better"])

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        turn = workspace.rounds.start(project, "Hello")
        await turn.wait()
        assert turn.state is TurnState.FAILED
        assert turn.error is not None
        assert turn.error.full_code == "provider.server"
        assert workspace.topology[project].flags & EntryFlag.FAILED
        again = workspace.rounds.retry(project)
        await again.wait()
        records = await workspace.messages.list_records(project)
        assert [(item.content, item.version) for item in records] == [("Hello", 2), ("Better", 2)]
        assert workspace.topology[project].turn_count == 1
        assert not workspace.topology[project].flags & EntryFlag.FAILED

    run_in_workspace(tmp_path, story, model)


def test_stopping_at_once_still_keeps_the_question(tmp_path: Path) -> None:
    """R-1: it is never lost, however fast the person is."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        turn = workspace.rounds.start(project, "Hello")
        turn.stop()
        await turn.wait()
        assert turn.state is TurnState.STOPPED
        (question, *_) = await workspace.messages.list_records(project)
        assert (question.content, question.state) == ("Hello", RecordState.STOPPED)

    run_in_workspace(tmp_path, story, ScriptedModel(["never"], delay_s=5))


def test_an_edited_question_replaces_the_last_one(tmp_path: Path) -> None:
    """R-14."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        await workspace.rounds.start(project, "First").wait()
        await workspace.rounds.edit_last(project, "Second").wait()
        assert [item.content for item in await workspace.messages.list_records(project)] == ["Second", "Two"]

    run_in_workspace(tmp_path, story, ScriptedModel(["One", "Two"]))


def test_a_second_message_while_one_is_answered_is_refused_by_the_workspace(tmp_path: Path) -> None:
    """Q-1: one round at a time."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        turn = workspace.rounds.start(project, "One")
        with pytest.raises(BrokenRule):
            workspace.rounds.start(project, "Two")
        turn.stop()
        await turn.wait()

    run_in_workspace(tmp_path, story, ScriptedModel(["slow"], delay_s=5))


def test_the_assistant_opens_a_branch_and_undo_takes_it_back(tmp_path: Path) -> None:
    """X-2, X-3, P-4: the fork inside the round is a step of the history, over a restart."""
    model = ScriptedModel([tool_reply("stello_create_session", label="Financing"), "Opened it."])
    ids: list[str] = []

    async def open_branch(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        await workspace.rounds.start(project, "Look at the financing separately").wait()
        (child,) = workspace.topology.children(project)
        ids.append(child)
        assert workspace.topology[child].label == "Financing"
        assert workspace.topology[child].source_id == project
        roles = [item.role for item in await workspace.messages.list_records(project)]
        assert roles == [Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT]

    async def take_back(workspace: Workspace) -> None:
        assert ids[0] in workspace.topology
        step = await workspace.undo()
        assert step is not None
        assert ids[0] not in workspace.topology
        assert [item.label for item in await workspace.trash.items()] == ["Financing"]
        await workspace.redo()
        assert ids[0] in workspace.topology

    run_in_workspace(tmp_path, open_branch, model)
    run_in_workspace(tmp_path, take_back, model)


def test_the_person_is_asked_first_where_the_setting_says_so(tmp_path: Path) -> None:
    """X-5: the model gets the answer as the tool's result."""
    model = ScriptedModel([tool_reply("stello_create_session", label="Costs"), "As you like."])

    async def story(workspace: Workspace) -> None:
        await workspace.change_settings(assistant_branches="ask")
        project = await workspace.create_project("Launch")
        turn = workspace.rounds.start(project, "Go on")
        question = await asked(turn)
        assert turn.state is TurnState.ASKING
        assert [item.label for item in question.proposals] == ["Costs"]
        question.decide((False,))
        await turn.wait()
        assert workspace.topology.children(project) == ()
        told = model.requests[-1].messages[-1]
        assert told.role is Role.TOOL
        assert '"success": false' in told.content

    run_in_workspace(tmp_path, story, model)


def test_more_than_three_branches_in_one_answer_always_ask(tmp_path: Path) -> None:
    """X-5: one card with a tick each."""
    calls = [
        event
        for number in range(4)
        for event in tool_reply("stello_create_session", call_id=f"c{number}", label=f"Part {number}")[:-1]
    ]
    model = ScriptedModel([[*calls, StreamEnd(EndReason.TOOL_CALLS)], "Done."])

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        turn = workspace.rounds.start(project, "Split it")
        (await asked(turn)).decide((True, False, True, False))
        await turn.wait()
        labels = [workspace.topology[item].label for item in workspace.topology.children(project)]
        assert labels == ["Part 0", "Part 2"]

    run_in_workspace(tmp_path, story, model)


def test_a_refused_branch_can_be_opened_anyway(tmp_path: Path) -> None:
    """G-1, F-2: by the person; from then on the stored result says so, and a second click opens nothing."""
    model = ScriptedModel([tool_reply("stello_create_session", call_id="c", label="Costs"), "Sorry.", "Ok."])

    async def story(workspace: Workspace) -> None:
        await workspace.change_settings(guard_on=True, assistant_branches="ask")
        project = await workspace.create_project("Launch")
        turn = workspace.rounds.start(project, "Split it")
        await turn.wait()
        assert turn.state is TurnState.DONE
        assert workspace.topology.children(project) == ()
        heard: list[Changes] = []
        workspace.feed.subscribe(heard.append)
        child, again = await asyncio.gather(*(workspace.branches.open_anyway(project, "c") for _ in range(2)))
        assert child == again
        assert workspace.topology[child].label == "Costs"
        assert workspace.topology.children(project) == (child,)
        assert workspace.history.undo is not None
        assert any(child in change.placed for change in heard)
        assert any(project in change.records for change in heard)
        assert await workspace.branches.open_anyway(project, "c") == child
        assert workspace.topology.children(project) == (child,)
        await workspace.rounds.start(project, "And?").wait()
        told = [message for message in model.requests[-1].messages if message.role is Role.TOOL]
        assert child in told[0].content
        with pytest.raises(BrokenRule):
            await workspace.branches.open_anyway(project, "unknown")

    run_in_workspace(tmp_path, story, model)


def test_branches_opened_one_after_the_other_in_one_answer_are_counted_together(tmp_path: Path) -> None:
    """X-5: more than three in one answer always ask, however they are spread over it."""
    calls = [tool_reply("stello_create_session", call_id=f"c{n}", label=f"Part {n}") for n in range(4)]
    model = ScriptedModel([*calls, "Done.", calls[0], "Done."])

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        turn = workspace.rounds.start(project, "Split it")
        question = await asked(turn)
        assert [item.label for item in question.proposals] == ["Part 3"]
        question.decide((False,))
        await turn.wait()
        assert len(workspace.topology.children(project)) == 3
        await workspace.rounds.start(project, "One more").wait()
        assert len(workspace.topology.children(project)) == 4

    run_in_workspace(tmp_path, story, model)


def test_stopping_while_the_person_is_asked_ends_the_round(tmp_path: Path) -> None:
    """R-9, X-5."""
    model = ScriptedModel([tool_reply("stello_create_session", label="Costs"), "Never."])

    async def story(workspace: Workspace) -> None:
        await workspace.change_settings(assistant_branches="ask")
        project = await workspace.create_project("Launch")
        turn = workspace.rounds.start(project, "Go on")
        await asked(turn)
        turn.stop()
        await turn.wait()
        assert turn.state is TurnState.STOPPED
        assert workspace.topology.children(project) == ()

    run_in_workspace(tmp_path, story, model)


def test_deleting_a_conversation_that_answers_stops_it_and_keeps_the_text(tmp_path: Path) -> None:
    """Fault 50."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        turn = workspace.rounds.start(project, "Go on")
        await until_text(turn, 3)
        await workspace.apply(Delete((project,)))
        assert turn.ended
        await workspace.undo()
        assert (await workspace.messages.list_records(project))[-1].content.startswith("word")

    run_in_workspace(tmp_path, story, FOREVER)


def test_undoing_a_name_or_a_move_lets_the_answer_go_on(tmp_path: Path) -> None:
    """P-4: only what goes to the trash is stopped."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        child = await workspace.branches.open(project, "Market")
        turn = workspace.rounds.start(child, "Go on")
        await until_text(turn, 3)
        await workspace.apply(Rename(child, "Other"))
        await workspace.apply(Place(((child, 1.0, 2.0),)))
        await workspace.undo()
        await workspace.undo()
        assert child in workspace.rounds.live_sessions
        await workspace.undo()
        assert child not in workspace.rounds.live_sessions
        assert child not in workspace.topology

    run_in_workspace(tmp_path, story, FOREVER)


def test_what_undo_and_redo_send_to_the_trash_is_stopped_first(tmp_path: Path) -> None:
    """Fault 50: also below the conversations that the step names."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        child = await workspace.branches.open(project, "Market")
        await workspace.apply(Delete((project,)))
        await workspace.undo()
        turn = workspace.rounds.start(child, "Go on")
        await until_text(turn, 3)
        await workspace.redo()
        assert turn.state is TurnState.STOPPED
        (item,) = await workspace.trash.items()
        await workspace.apply(Restore(item.trash_id))
        turn = workspace.rounds.start(child, "Go on")
        await until_text(turn, 3)
        await workspace.undo()
        assert turn.state is TurnState.STOPPED
        assert child not in workspace.topology

    run_in_workspace(tmp_path, story, FOREVER)


def test_asking_again_leaves_what_is_being_typed(tmp_path: Path) -> None:
    """Nothing the person typed is ever lost: a draft goes only with the message that it became."""
    model = ScriptedModel(["One", "Two", [TextDelta("Thr"), StreamEnd(EndReason.LENGTH)], "ee"])

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        await workspace.messages.put_draft(project, "Hello")
        await workspace.rounds.start(project, "Hello").wait()
        assert await workspace.messages.get_draft(project) == ""
        await workspace.messages.put_draft(project, "half a thought")
        await workspace.rounds.retry(project).wait()
        await workspace.rounds.edit_last(project, "half a thought").wait()
        assert await workspace.messages.get_draft(project) == ""
        await workspace.messages.put_draft(project, "another")
        await workspace.rounds.resume(project).wait()
        assert await workspace.messages.get_draft(project) == "another"
        assert [item.content for item in await workspace.messages.list_records(project)][-1] == "ee"

    run_in_workspace(tmp_path, story, model)


def test_what_is_typed_while_a_message_leaves_stays(tmp_path: Path) -> None:
    """Nothing the person typed is ever lost."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        await workspace.messages.put_draft(project, "Hello")
        turn = workspace.rounds.start(project, "Hello")
        typing = asyncio.ensure_future(workspace.messages.put_draft(project, "and then"))
        await asyncio.gather(turn.wait(), typing)
        assert await workspace.messages.get_draft(project) == "and then"

    run_in_workspace(tmp_path, story, ScriptedModel(["One"]))


def test_a_round_that_can_no_longer_be_followed_is_stopped(tmp_path: Path) -> None:
    """Q-1: no answer goes on behind a turn that has ended."""

    class FullDesk(DeskStore):
        @override
        async def put_draft(self, session_id: SessionId, text: str) -> None:
            raise StoreError(StoreErrorKind.FULL)

    async def story() -> None:
        async with open_workspace(tmp_path, FOREVER, desk=FullDesk) as workspace:
            project = await workspace.create_project("Launch")
            turn = workspace.rounds.start(project, "Hello")
            await turn.wait()
            assert turn.state is TurnState.FAILED
            records = await workspace.messages.list_records(project)
            assert all(item.state is not RecordState.PENDING for item in records)

    asyncio.run(story())


def test_an_archived_conversation_takes_no_message(tmp_path: Path) -> None:
    """R-13."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        await workspace.apply(SetArchived((project,), archived=True))
        turn = workspace.rounds.start(project, "Hello")
        await turn.wait()
        assert isinstance(turn.error, SessionArchived)
        assert await workspace.messages.list_records(project) == ()

    run_in_workspace(tmp_path, story, ScriptedModel(["never"]))


def test_a_note_needs_nobody(tmp_path: Path) -> None:
    """R-15: and is part of what the model is sent later."""
    model = ScriptedModel(["Noted."])

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        note = await workspace.messages.add_note(project, "Call the bank")
        assert note.kind is RecordKind.NOTE
        assert not model.requests
        await workspace.rounds.start(project, "What did I note?").wait()
        assert any("Call the bank" in message.content for message in model.requests[0].messages)

    run_in_workspace(tmp_path, story, model)


def test_a_branch_by_hand_brings_the_conversation_along_up_to_a_message(tmp_path: Path) -> None:
    """F-5: branch from here cuts at that record; F-2: the guard does not stop a person."""

    async def story(workspace: Workspace) -> None:
        await workspace.change_settings(guard_on=True)
        project = await workspace.create_project("Launch")
        for text in ("One", "Two"):
            await workspace.rounds.start(project, text).wait()
        records = await workspace.messages.list_records(project)
        child = await workspace.branches.open(project, "Side", context="inherit", until=records[1].record_id)
        assert [item.content for item in await workspace.messages.list_records(child)] == ["One", "A"]
        assert workspace.history.undo is not None

    run_in_workspace(tmp_path, story, ScriptedModel(["A", "B"]))


def test_branching_with_another_wording_keeps_the_words_as_a_draft(tmp_path: Path) -> None:
    """R-14: editing anything earlier is a branch with the edited text."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        for text in ("One", "Two"):
            await workspace.rounds.start(project, text).wait()
        records = await workspace.messages.list_records(project)
        child = await workspace.branches.open(project, "Side", until=records[2].record_id, edited="Other")
        assert [item.content for item in await workspace.messages.list_records(child)] == ["One", "A"]
        assert await workspace.messages.get_draft(child) == "Other"

    run_in_workspace(tmp_path, story, ScriptedModel(["A", "B"]))


def test_an_empty_branch_of_the_assistant_can_take_the_conversation_along(tmp_path: Path) -> None:
    """X-5: the source's history up to the message that asked for it."""
    model = ScriptedModel(["A", tool_reply("stello_create_session", label="Costs"), "Opened.", "B"])

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        for text in ("One", "Separate the costs"):
            await workspace.rounds.start(project, text).wait()
        (child,) = workspace.topology.children(project)
        assert await workspace.messages.list_records(child) == ()
        await workspace.rounds.start(project, "Something else, much later").wait()
        await workspace.branches.bring_along(child)
        contents = [item.content for item in await workspace.messages.list_records(child)]
        assert contents == ["One", "A", "Separate the costs"]

    run_in_workspace(tmp_path, story, model)


def test_a_conversation_keeps_its_service_over_a_restart(tmp_path: Path) -> None:
    """T-8, M-10: another default later does not change it, and a branch answers with its source's."""
    first, second = ScriptedModel(["one"], repeat_last=True), ScriptedModel(["two"], repeat_last=True)
    models = {"first": first, "second": second}
    ids: list[str] = []

    async def story() -> None:
        async with open_workspace(tmp_path, models=models) as workspace:
            await a_service(workspace, "first")
            project = await workspace.create_project("Launch")
            ids.append(project)
            await workspace.rounds.start(project, "Hello").wait()
            await a_service(workspace, "second")
        async with open_workspace(tmp_path, models=models) as workspace:
            project = workspace.topology.roots[0]
            await workspace.rounds.start(project, "Again").wait()
            child = await workspace.branches.open(project, "Side")
            await workspace.rounds.start(child, "And you").wait()

    asyncio.run(story())
    assert (len(first.requests), len(second.requests)) == (3, 0)


def test_row_58_without_its_key_a_service_says_so_and_the_question_waits(tmp_path: Path) -> None:
    """Where no keyring keeps keys, the person is asked for the key again after a restart; the store never has it."""

    async def story() -> None:
        async with ReplayServer([reply(text_events("never"))]) as server:
            async with open_workspace(tmp_path) as workspace:
                await a_service(workspace, "cloud", key="sk-CANARY-1234567890", address=server.base_url)
            assert b"CANARY" not in everything_in(tmp_path)
            async with open_workspace(tmp_path) as workspace:
                project = await workspace.create_project("Launch")
                turn = workspace.rounds.start(project, "Hello")
                await turn.wait()
                assert turn.state is TurnState.UNSENT
                trouble = workspace.outbox.trouble_of(project)
                assert trouble is not None
                assert trouble.params["reason"] == "no_key_missing"
                records = await workspace.messages.list_records(project)
                assert [(item.content, item.state) for item in records] == [("Hello", RecordState.WAITING)]
            assert not server.requests

    asyncio.run(story())


def test_text_reply_is_what_the_person_reads() -> None:
    """The double itself: words joined are the text."""
    words = [event.text for event in text_reply("a b  c") if isinstance(event, TextDelta)]
    assert "".join(words) == "a b  c"
