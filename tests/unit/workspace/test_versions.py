"""Versions of a round and notes through the workspace, on a real store (R-14, R-15)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.commands import RemoveNote, SetArchived, StepName
from stello_desktop.domain.config import ContextMode
from stello_desktop.domain.errors import (
    BrokenRule,
    ProviderError,
    ProviderErrorKind,
    SessionArchived,
    SessionNotFound,
)
from stello_desktop.domain.events import TextDelta
from stello_desktop.domain.ids import SessionId, new_session_id
from stello_desktop.domain.messages import ModelRequest, RecordKind, RecordState, Usage
from stello_desktop.domain.reach import unreachable
from stello_desktop.domain.topology import EntryFlag
from stello_desktop.domain.versions import RoundVersions
from stello_desktop.llm.scripted import Reply, ScriptedModel
from stello_desktop.workspace.turns import TurnState
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.workspaces import open_workspace, run_in_workspace


def counting() -> ScriptedModel:
    """Answers *answer 1*, *answer 2* …"""
    numbers = iter(range(1, 1_000))
    return ScriptedModel([lambda _request: f"answer {next(numbers)}"], repeat_last=True)


async def ask(workspace: Workspace, session_id: SessionId, text: str) -> None:
    await workspace.rounds.start(session_id, text).wait()


async def said(workspace: Workspace, session_id: SessionId) -> list[str]:
    return [record.content for record in await workspace.messages.list_records(session_id)]


def sent(request: ModelRequest) -> list[str]:
    return [message.content for message in request.messages if message.role != "system"]


def test_an_earlier_version_is_chosen_and_the_model_sees_it(tmp_path: Path) -> None:
    """R-14: the model sees the chosen one, in earlier rounds too."""
    model = counting()

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        await ask(workspace, talk, "first")
        await workspace.rounds.retry(talk).wait()
        assert await workspace.messages.list_versions(talk) == (RoundVersions(1, (1, 2), 2),)
        await ask(workspace, talk, "second")
        assert await said(workspace, talk) == ["first", "answer 2", "second", "answer 3"]
        chosen = await workspace.messages.choose_version(talk, 1, 1)
        assert [record.content for record in chosen.records] == ["first", "answer 1"]
        assert (chosen.versions.place, chosen.versions.beside(1), chosen.versions.beside(-1)) == (1, 2, None)
        assert await said(workspace, talk) == ["first", "answer 1", "second", "answer 3"]
        await ask(workspace, talk, "third")
        assert sent(model.requests[-1]) == ["first", "answer 1", "second", "answer 3", "third"]

    run_in_workspace(tmp_path, story, model)


@pytest.mark.parametrize("stops", [False, True], ids=["fails", "is stopped"])
def test_an_attempt_that_brought_nothing_is_a_version_only_while_it_is_seen(
    tmp_path: Path, stops: bool
) -> None:
    """R-10, R-14: what is left of it is no answer to go back to."""
    model = ScriptedModel([ProviderError(ProviderErrorKind.SERVER), "good", "better"], delay_s=0.01)

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        turn = workspace.rounds.start(talk, "first")
        if stops:
            turn.stop()
        await turn.wait()
        await workspace.rounds.retry(talk).wait()
        if stops:  # the first reply of the script was not asked for
            await workspace.rounds.retry(talk).wait()
        assert await workspace.messages.list_versions(talk) == ()
        await workspace.rounds.retry(talk).wait()
        assert [item.versions for item in await workspace.messages.list_versions(talk)] == [
            (3, 4) if stops else (2, 3)
        ]

    run_in_workspace(tmp_path, story, model)


def test_an_attempt_that_brought_something_or_asked_otherwise_stays_a_version(tmp_path: Path) -> None:
    """R-9, R-10: no word of the answer and none of the person's own is out of reach."""
    broken: Reply = [TextDelta("half of"), ProviderError(ProviderErrorKind.SERVER)]
    model = ScriptedModel([broken, "good", ProviderError(ProviderErrorKind.SERVER), "fine"])

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        await ask(workspace, talk, "first")
        await workspace.rounds.retry(talk).wait()
        assert await workspace.messages.list_versions(talk) == (RoundVersions(1, (1, 2), 2),)
        await workspace.rounds.edit_last(talk, "in other words").wait()
        await workspace.messages.choose_version(talk, 1, 2)
        wanted = (RoundVersions(1, (1, 2, 3), 2, alike=False),)
        assert await workspace.messages.list_versions(talk) == wanted
        await workspace.messages.choose_version(talk, 1, 3)
        await workspace.rounds.retry(talk).wait()
        wanted = (RoundVersions(1, (1, 2, 4), 4, alike=False),)
        assert await workspace.messages.list_versions(talk) == wanted

    run_in_workspace(tmp_path, story, model)


def test_the_choice_is_remembered_over_a_restart(tmp_path: Path) -> None:
    """R-14."""
    talks: list[SessionId] = []

    async def before(workspace: Workspace) -> None:
        talks.append(await workspace.create_project("Launch"))
        await ask(workspace, talks[0], "first")
        await workspace.rounds.edit_last(talks[0], "first, please").wait()
        await workspace.messages.choose_version(talks[0], 1, 1)

    async def after(workspace: Workspace) -> None:
        assert await said(workspace, talks[0]) == ["first", "answer 1"]
        assert await workspace.messages.list_versions(talks[0]) == (RoundVersions(1, (1, 2), 1, alike=False),)

    run_in_workspace(tmp_path, before, counting())
    run_in_workspace(tmp_path, after, counting())


def test_counts_previews_and_marks_follow_the_choice_and_no_undo_step_is_made(tmp_path: Path) -> None:
    """R-14, T-7: the count of messages, the last line and the failed mark are of what is seen."""
    model = ScriptedModel(["good", ProviderError(ProviderErrorKind.SERVER)])

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        await ask(workspace, talk, "first")
        await workspace.rounds.retry(talk).wait()
        step, active = workspace.history.undo, workspace.topology[talk].last_active_at
        assert workspace.topology[talk].flags & EntryFlag.FAILED
        assert workspace.topology[talk].turn_count == 1
        await workspace.messages.choose_version(talk, 1, 1)
        entry = workspace.topology[talk]
        assert not entry.flags & EntryFlag.FAILED
        assert (entry.message_count, entry.turn_count, entry.unread) == (2, 1, 2)
        assert entry.last_active_at == active
        assert (await workspace.messages.previews([talk]))[talk].last_line == "good"
        assert workspace.history.undo == step
        await workspace.messages.choose_version(talk, 1, 2)
        assert workspace.topology[talk].flags & EntryFlag.FAILED
        assert workspace.topology[talk].message_count == 2

    run_in_workspace(tmp_path, story, model)


def test_what_all_versions_have_cost_stays_counted(tmp_path: Path) -> None:
    """R-14: hidden answers were paid for."""

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        await ask(workspace, talk, "first")
        await workspace.rounds.retry(talk).wait()
        before = await workspace.messages.spent(talk)
        assert sum(item.answers for item in before) == 2
        await workspace.messages.choose_version(talk, 1, 1)
        assert await workspace.messages.spent(talk) == before
        assert isinstance((await workspace.messages.list_records(talk))[1].usage, Usage | None)

    run_in_workspace(tmp_path, story, counting())


def test_a_new_version_is_the_newest_whichever_was_chosen(tmp_path: Path) -> None:
    """R-14: trying again from the first of two makes the third."""

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        await ask(workspace, talk, "first")
        await workspace.rounds.edit_last(talk, "other").wait()
        await workspace.messages.choose_version(talk, 1, 1)
        await workspace.rounds.retry(talk).wait()
        assert await said(workspace, talk) == ["first", "answer 3"]
        assert await workspace.messages.list_versions(talk) == (RoundVersions(1, (1, 2, 3), 3, alike=False),)

    run_in_workspace(tmp_path, story, counting())


def test_a_stopped_version_is_left_for_the_old_one(tmp_path: Path) -> None:
    """R-9, R-14."""
    model = ScriptedModel(["good", "never comes"], delay_s=0.05)

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        await ask(workspace, talk, "first")
        turn = workspace.rounds.retry(talk)
        turn.stop()
        await turn.wait()
        assert turn.state is TurnState.STOPPED
        await workspace.messages.choose_version(talk, 1, 1)
        assert await said(workspace, talk) == ["first", "good"]
        assert all(record.state is RecordState.DONE for record in await workspace.messages.list_records(talk))

    run_in_workspace(tmp_path, story, model)


def test_a_choice_waits_until_the_running_answer_has_ended(tmp_path: Path) -> None:
    """Q-1: no answer is asked with half of each version."""
    numbers = iter(range(1, 9))
    model = ScriptedModel([lambda _request: f"answer {next(numbers)}"], repeat_last=True, delay_s=0.02)

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        await ask(workspace, talk, "first")
        await workspace.rounds.retry(talk).wait()
        turn = workspace.rounds.start(talk, "second")
        while turn.started is None:  # noqa: ASYNC110 - a turn is read, it does not call
            await asyncio.sleep(0.002)
        await workspace.messages.choose_version(talk, 1, 1)
        assert turn.ended
        assert sent(model.requests[-1]) == ["first", "answer 2", "second"]
        assert (await said(workspace, talk))[:2] == ["first", "answer 1"]

    run_in_workspace(tmp_path, story, model)


def test_branches_take_the_chosen_history(tmp_path: Path) -> None:
    """F-9, R-14: with the whole conversation, from one message, and brought along later."""

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        await ask(workspace, talk, "first")
        await workspace.rounds.edit_last(talk, "other").wait()
        await ask(workspace, talk, "second")
        await workspace.messages.choose_version(talk, 1, 1)
        whole = await workspace.branches.open(talk, "whole", context=ContextMode.INHERIT)
        assert await said(workspace, whole) == ["first", "answer 1", "second", "answer 3"]
        first = (await workspace.messages.list_records(talk))[1]
        part = await workspace.branches.open(talk, "part", until=first.record_id)
        assert await said(workspace, part) == ["first", "answer 1"]
        empty = await workspace.branches.open(talk, "empty", context=ContextMode.NONE)
        await workspace.branches.bring_along(empty)
        assert await said(workspace, empty) == ["first", "answer 1", "second", "answer 3"]
        assert await workspace.messages.list_versions(empty) == ()

    run_in_workspace(tmp_path, story, counting())


def test_a_version_that_was_never_sent_is_left_and_found_again(tmp_path: Path) -> None:
    """R-14, row 25: it waits only while it is the chosen one, and no later request contains it."""
    online = True

    def answer(request: ModelRequest) -> Reply:
        return f"to {sent(request)[-1]}" if online else unreachable("ConnectError: refused")

    model = ScriptedModel([answer], repeat_last=True)

    async def story(workspace: Workspace) -> None:
        nonlocal online
        talk = await workspace.create_project("Launch")
        await ask(workspace, talk, "first")
        online = False
        turn = workspace.rounds.edit_last(talk, "better")
        await turn.wait()
        assert turn.state is TurnState.UNSENT
        await workspace.outbox.refresh()
        assert workspace.outbox.waits(talk) == 1
        await workspace.messages.choose_version(talk, 1, 1)
        assert workspace.outbox.waits(talk) == 0
        online = True
        await ask(workspace, talk, "second")
        await workspace.messages.choose_version(talk, 1, 2)
        assert workspace.outbox.waits(talk) == 1
        await workspace.outbox.remove(talk, (await workspace.messages.list_records(talk))[0].record_id)
        assert await said(workspace, talk) == ["first", "to first", "second", "to second"]

    run_in_workspace(tmp_path, story, model)
    assert all("better" not in sent(request) for request in model.requests[2:])


def test_what_waits_in_the_middle_is_part_of_no_other_request(tmp_path: Path) -> None:
    """R-14: a choice of an earlier version that was never sent sends nothing by itself."""
    online = True

    def answer(request: ModelRequest) -> Reply:
        return f"to {sent(request)[-1]}" if online else unreachable("ConnectError: refused")

    model = ScriptedModel([answer], repeat_last=True)

    async def story(workspace: Workspace) -> None:
        nonlocal online
        talk = await workspace.create_project("Launch")
        await ask(workspace, talk, "first")
        online = False
        await workspace.rounds.edit_last(talk, "better").wait()
        await workspace.messages.choose_version(talk, 1, 1)
        online = True
        await ask(workspace, talk, "second")

        async def next_words() -> str:
            return "\n".join(
                part.text for part in (await workspace.sending.next_request(talk, "third")).parts
            )

        assert "better" not in await next_words()
        assert "second" in await next_words()
        await workspace.messages.choose_version(talk, 1, 2)
        assert "better" in await next_words(), "it is the first that waits, and is sent first (row 25)"
        assert "second" not in await next_words(), "which came after it"

    run_in_workspace(tmp_path, story, model)


def test_what_does_not_exist_cannot_be_chosen(tmp_path: Path) -> None:
    """R-13, R-14."""

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        await ask(workspace, talk, "first")
        with pytest.raises(BrokenRule):
            await workspace.messages.choose_version(talk, 1, 1)  # it is the only one
        await workspace.rounds.retry(talk).wait()
        for round_no, version in ((1, 3), (1, 0), (2, 1)):
            with pytest.raises(BrokenRule):
                await workspace.messages.choose_version(talk, round_no, version)
        with pytest.raises(SessionNotFound):
            await workspace.messages.list_versions(new_session_id())
        await workspace.apply(SetArchived((talk,), archived=True))
        with pytest.raises(SessionArchived):
            await workspace.messages.choose_version(talk, 1, 1)
        assert await said(workspace, talk) == ["first", "answer 2"]

    run_in_workspace(tmp_path, story, counting())


def test_a_choice_is_told_once_with_who_made_it(tmp_path: Path) -> None:
    """R-14: a view that shows the choice already can skip its own echo."""

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        await ask(workspace, talk, "first")
        await workspace.rounds.retry(talk).wait()
        heard: list[Changes] = []
        end = workspace.feed.subscribe(heard.append)
        await workspace.messages.choose_version(talk, 1, 1, origin=workspace)
        end()
        told = [changes for changes in heard if talk in changes.records]
        assert [changes.origin for changes in told] == [workspace]

    run_in_workspace(tmp_path, story, counting())


def test_a_note_is_sent_as_a_message_and_is_a_note_no_more(tmp_path: Path) -> None:
    """R-15: it becomes the newest message, wherever it stood."""
    model = counting()

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        note = await workspace.messages.add_note(talk, "a thought")
        await ask(workspace, talk, "first")
        count = workspace.topology[talk].message_count
        turn = workspace.rounds.send_note(talk, note.record_id)
        await turn.wait()
        assert turn.state is TurnState.DONE
        records = await workspace.messages.list_records(talk)
        assert [record.content for record in records] == ["first", "answer 1", "a thought", "answer 2"]
        assert all(record.kind is RecordKind.MESSAGE for record in records)
        assert workspace.topology[talk].message_count == count + 1
        assert sent(model.requests[-1]) == ["first", "answer 1", "a thought"]
        again = workspace.rounds.send_note(talk, note.record_id)
        await again.wait()
        assert isinstance(again.error, BrokenRule)
        assert len(model.requests) == 2

    run_in_workspace(tmp_path, story, model)


def test_a_note_that_is_sent_brings_along_what_it_said_earlier(tmp_path: Path) -> None:
    """R-14, R-15: nothing that was written is lost; earlier words are earlier versions, and can count again."""
    model = counting()

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        note = (await workspace.messages.add_note(talk, "one")).record_id
        await ask(workspace, talk, "first")
        for text in ("two", "three"):
            note = await workspace.messages.edit_note(talk, note, text)
        await workspace.rounds.send_note(talk, note).wait()
        assert await said(workspace, talk) == ["first", "answer 1", "three", "answer 2"]
        (versions,) = await workspace.messages.list_versions(talk)
        assert (len(versions.versions), versions.chosen) == (3, versions.versions[-1])
        count = workspace.topology[talk].message_count
        for version, text in zip(versions.versions, ("one", "two"), strict=False):
            await workspace.messages.choose_version(talk, versions.round_no, version)
            assert await said(workspace, talk) == ["first", "answer 1", text]
        await workspace.messages.choose_version(talk, versions.round_no, versions.chosen)
        assert await said(workspace, talk) == ["first", "answer 1", "three", "answer 2"]
        assert workspace.topology[talk].message_count == count

    run_in_workspace(tmp_path, story, model)


def test_a_note_that_cannot_be_sent_waits_like_any_message(tmp_path: Path) -> None:
    """R-15, row 25."""

    async def story() -> None:
        model = ScriptedModel([unreachable("ConnectError: refused")], repeat_last=True)
        async with open_workspace(tmp_path, model) as workspace:
            talk = await workspace.create_project("Launch")
            one = await workspace.messages.add_note(talk, "one")
            two = await workspace.messages.add_note(talk, "two")
            await workspace.rounds.send_note(talk, one.record_id).wait()
            await workspace.rounds.send_note(talk, two.record_id).wait()
            records = await workspace.messages.list_records(talk)
            assert [(record.content, record.state) for record in records] == [
                ("one", RecordState.WAITING),
                ("two", RecordState.WAITING),
            ]

    asyncio.run(story())


def test_notes_need_no_service_and_go_along_like_any_message(tmp_path: Path) -> None:
    """R-15, F-9: no model is asked; the next request and every branch contains them."""
    model = counting()

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        await workspace.messages.add_note(talk, "a thought")
        assert not model.requests
        assert workspace.topology[talk].turn_count == 0
        await ask(workspace, talk, "first")
        assert sent(model.requests[-1]) == ["a thought\n\nfirst"]
        parts = (await workspace.sending.next_request(talk, "next")).parts
        assert any("a thought" in part.text for part in parts)
        branch = await workspace.branches.open(talk, "whole", context=ContextMode.INHERIT)
        assert [record.kind for record in await workspace.messages.list_records(branch)] == [
            RecordKind.NOTE,
            RecordKind.MESSAGE,
            RecordKind.MESSAGE,
        ]
        note = (await workspace.messages.list_records(talk))[0]
        part = await workspace.branches.open(talk, "part", until=note.record_id)
        assert await said(workspace, part) == ["a thought"]

    run_in_workspace(tmp_path, story, model)


async def notes(workspace: Workspace, session_id: SessionId) -> list[str]:
    records = await workspace.messages.list_records(session_id)
    return [record.content for record in records if record.kind is RecordKind.NOTE]


def test_an_edited_note_keeps_what_it_said_as_a_version(tmp_path: Path) -> None:
    """R-14, R-15: the words before are a step to the side, not lost."""

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        note = await workspace.messages.add_note(talk, "a thought")
        await ask(workspace, talk, "first")
        changed = await workspace.messages.edit_note(talk, note.record_id, "a better thought")
        assert await said(workspace, talk) == ["a better thought", "first", "answer 1"]
        assert await workspace.messages.list_versions(talk) == (RoundVersions(1, (1, 2), 2, alike=False),)
        assert workspace.topology[talk].message_count == 3
        assert await workspace.messages.edit_note(talk, changed, "a better thought") == changed
        await workspace.messages.choose_version(talk, 1, 1)
        assert await notes(workspace, talk) == ["a thought"]
        with pytest.raises(BrokenRule):
            await workspace.messages.edit_note(talk, changed, "what is not seen cannot be changed")
        question = (await workspace.messages.list_records(talk))[1]
        with pytest.raises(BrokenRule):
            await workspace.messages.edit_note(talk, question.record_id, "a question is no note")

    run_in_workspace(tmp_path, story, counting())


def test_a_removed_note_comes_back_by_undo_after_a_restart_too(tmp_path: Path) -> None:
    """R-15, P-4: nothing that was typed is lost."""
    talks: list[SessionId] = []
    model = counting()

    async def before(workspace: Workspace) -> None:
        talks.append(await workspace.create_project("Launch"))
        note = await workspace.messages.add_note(talks[0], "a thought")
        await ask(workspace, talks[0], "first")
        step = await workspace.apply(RemoveNote(talks[0], note.record_id))
        assert (step.name, step.params["label"]) == (StepName.REMOVE_NOTE, "Launch")
        assert await said(workspace, talks[0]) == ["first", "answer 1"]
        assert workspace.topology[talks[0]].message_count == 2
        await ask(workspace, talks[0], "second")
        assert sent(model.requests[-1]) == ["first", "answer 1", "second"]
        assert await workspace.messages.list_versions(talks[0]) == ()

    async def after(workspace: Workspace) -> None:
        heard: list[Changes] = []
        end = workspace.feed.subscribe(heard.append)
        await workspace.undo()
        end()
        assert any(talks[0] in changes.records for changes in heard)
        assert (await said(workspace, talks[0]))[0] == "a thought"
        assert workspace.topology[talks[0]].message_count == 5
        await workspace.redo()
        assert await notes(workspace, talks[0]) == []
        assert workspace.topology[talks[0]].message_count == 4

    run_in_workspace(tmp_path, before, model)
    run_in_workspace(tmp_path, after, counting())


def test_only_own_notes_are_removed(tmp_path: Path) -> None:
    """R-13, R-15: no question, nothing that came along, nothing of an archived conversation."""

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        note = await workspace.messages.add_note(talk, "a thought")
        await ask(workspace, talk, "first")
        question = (await workspace.messages.list_records(talk))[1]
        branch = await workspace.branches.open(talk, "whole", context=ContextMode.INHERIT)
        copied = (await workspace.messages.list_records(branch))[0]
        for session_id, record in ((talk, question), (branch, copied), (branch, note)):
            with pytest.raises(BrokenRule):
                await workspace.apply(RemoveNote(session_id, record.record_id))
        await workspace.apply(SetArchived((talk,), archived=True))
        with pytest.raises(SessionArchived):
            await workspace.apply(RemoveNote(talk, note.record_id))
        assert await notes(workspace, talk) == ["a thought"]

    run_in_workspace(tmp_path, story, counting())


def test_removed_notes_go_for_good_when_the_trash_is_emptied(tmp_path: Path) -> None:
    """P-3: emptying is the only thing that destroys, and then nothing of them is left in the file."""

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        note = await workspace.messages.add_note(talk, "a secret thought")
        await workspace.messages.add_note(talk, "another")
        changed = await workspace.messages.edit_note(talk, note.record_id, "a whispered thought")
        await workspace.apply(RemoveNote(talk, changed))
        await workspace.trash.empty()
        assert workspace.history.undo is None or workspace.history.undo.name is not StepName.REMOVE_NOTE
        assert await notes(workspace, talk) == ["another"]
        assert workspace.topology[talk].message_count == 1

    run_in_workspace(tmp_path, story, counting())
    found = b"".join(item.read_bytes() for item in tmp_path.rglob("*") if item.is_file())
    assert b"another" in found
    assert b"secret thought" not in found
    assert b"whispered thought" not in found


def test_undo_of_a_removal_finds_nothing_where_the_note_was_sent(tmp_path: Path) -> None:
    """R-15: counts stay true whatever became of the note in between."""

    async def story(workspace: Workspace) -> None:
        talk = await workspace.create_project("Launch")
        note = await workspace.messages.add_note(talk, "a thought")
        await workspace.apply(RemoveNote(talk, note.record_id))
        await workspace.undo()
        await workspace.rounds.send_note(talk, note.record_id).wait()
        await workspace.redo()
        assert await said(workspace, talk) == ["a thought", "answer 1"]
        assert workspace.topology[talk].message_count == 2

    run_in_workspace(tmp_path, story, counting())
