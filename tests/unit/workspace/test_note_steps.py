"""Notes are steps of the history like any other, and undo never takes away what was said (P-3, P-4, R-15)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from stello_desktop.domain.commands import Delete, RemoveNote, Rename, Restore, Step, StepName
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.results import ResultDraft, ResultForm
from stello_desktop.domain.scripted import ScriptedModel
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.workspaces import open_workspace, run_in_workspace

type Story = Callable[[Workspace], Awaitable[None]]


def tell(folder: Path, story: Story) -> None:
    run_in_workspace(folder, story, ScriptedModel(["An answer."], repeat_last=True))


async def notes(workspace: Workspace, session_id: SessionId) -> list[str]:
    return [record.content for record in await workspace.messages.list_records(session_id)]


async def undone(workspace: Workspace) -> StepName | None:
    step = await workspace.undo()
    return None if step is None else step.name


def kept(workspace: Workspace) -> SessionId | None:
    return workspace.kept_from_undo


def kept_by_redo(workspace: Workspace) -> SessionId | None:
    return workspace.kept_from_redo


def test_a_note_that_was_written_is_what_undo_takes_back_and_not_its_project(tmp_path: Path) -> None:
    """P-4, R-15. The naive way knows steps of the tree alone, and takes the project with the note in it."""

    async def story(workspace: Workspace) -> None:
        plan = await workspace.create_project("Plan")
        await workspace.messages.add_note(plan, "Ask Ann.")
        before = workspace.history.undo
        assert before is not None
        assert (before.name, before.params["label"]) == (StepName.ADD_NOTE, "Plan")
        assert await undone(workspace) is StepName.ADD_NOTE
        assert await notes(workspace, plan) == []
        assert workspace.topology[plan].message_count == 0
        again = await workspace.redo()
        assert again == before
        assert await notes(workspace, plan) == ["Ask Ann."]
        assert workspace.topology[plan].message_count == 1

    tell(tmp_path, story)


def test_notes_and_moves_are_undone_in_the_order_in_which_they_were_done_over_a_restart(
    tmp_path: Path,
) -> None:
    """P-4, R-15: written, changed, renamed, removed, and back one by one."""

    async def first(workspace: Workspace) -> None:
        plan = await workspace.create_project("Plan")
        note = await workspace.messages.add_note(plan, "One")
        changed = await workspace.messages.edit_note(plan, note.record_id, "Two")
        await workspace.apply(Rename(plan, "Better plan"))
        await workspace.apply(RemoveNote(plan, changed))

    async def second(workspace: Workspace) -> None:
        (plan,) = workspace.topology.roots
        seen = []
        for _ in range(4):
            step = await undone(workspace)
            seen.append((step, await notes(workspace, plan), workspace.topology[plan].label))
        assert seen == [
            (StepName.REMOVE_NOTE, ["Two"], "Better plan"),
            (StepName.RENAME, ["Two"], "Plan"),
            (StepName.EDIT_NOTE, ["One"], "Plan"),
            (StepName.ADD_NOTE, [], "Plan"),
        ]
        for _ in range(4):
            await workspace.redo()
        assert await notes(workspace, plan) == []
        assert workspace.topology[plan].label == "Better plan"

    tell(tmp_path, first)
    tell(tmp_path, second)


def test_a_note_that_did_not_change_is_no_step(tmp_path: Path) -> None:
    """R-15."""

    async def story(workspace: Workspace) -> None:
        plan = await workspace.create_project("Plan")
        note = await workspace.messages.add_note(plan, "One")
        await workspace.messages.edit_note(plan, note.record_id, "One")
        assert await undone(workspace) is StepName.ADD_NOTE

    tell(tmp_path, story)


def test_a_note_that_became_a_message_is_no_step_any_more(tmp_path: Path) -> None:
    """R-15: undo does not say that it took back what it cannot take back."""

    async def story(workspace: Workspace) -> None:
        plan = await workspace.create_project("Plan")
        note = await workspace.messages.add_note(plan, "One")
        await workspace.messages.edit_note(plan, note.record_id, "Two")
        (record,) = await workspace.messages.list_records(plan)
        await workspace.rounds.send_note(plan, record.record_id).wait()
        assert workspace.history.undo is not None
        assert workspace.history.undo.name is StepName.CREATE_PROJECT
        assert await notes(workspace, plan) == ["Two", "An answer."]

    tell(tmp_path, story)


def test_a_result_that_was_brought_as_a_note_is_a_step_too(tmp_path: Path) -> None:
    """R-15, P-4."""

    async def story(workspace: Workspace) -> None:
        plan = await workspace.create_project("Plan")
        branch = await workspace.branches.open(plan, "Branch")
        draft = ResultDraft(from_session=branch, to_session=plan, text="Red.", form=ResultForm.NOTE)
        await workspace.results.bring(draft)
        assert await undone(workspace) is StepName.ADD_NOTE
        assert await notes(workspace, plan) == []

    tell(tmp_path, story)


def test_two_steps_that_did_the_same_are_two(tmp_path: Path) -> None:
    """P-4: what a toast would undo is told from what was done after it."""

    async def story(workspace: Workspace) -> None:
        plan = await workspace.create_project("Plan")
        steps: list[Step] = []
        for text in ("One", "Two"):
            note = await workspace.messages.add_note(plan, text)
            steps.append(await workspace.apply(RemoveNote(plan, note.record_id)))
        first, second = steps
        assert (first.name, first.params, first.session_ids) == (
            second.name,
            second.params,
            second.session_ids,
        )
        assert workspace.history.undo == second
        assert workspace.history.undo != first

    tell(tmp_path, story)


# -- what was said


@pytest.mark.parametrize("said", ["asked", "noted", "asked below"])
def test_undo_of_a_creation_is_held_where_something_was_said_since(tmp_path: Path, said: str) -> None:
    """P-3, P-4: also over a restart."""

    async def first(workspace: Workspace) -> None:
        plan = await workspace.create_project("Plan")
        assert kept(workspace) is None
        if said == "asked":
            await workspace.rounds.start(plan, "Why?").wait()
            assert kept(workspace) == plan
        elif said == "noted":
            await workspace.messages.add_note(plan, "One")
            assert kept(workspace) is None  # the note is what undo takes back
            step = workspace.history.undo
            assert step is not None
            assert workspace.talked_since(step) is None
        else:
            branch = await workspace.branches.open(plan, "Branch", context="inherit")
            assert kept(workspace) is None
            await workspace.rounds.start(branch, "Why?").wait()
            assert kept(workspace) == branch

    tell(tmp_path, first)

    async def second(workspace: Workspace) -> None:
        assert (kept(workspace) is None) == (said == "noted")

    tell(tmp_path, second)


def test_what_came_back_from_the_trash_is_held_once_something_was_said_in_it(tmp_path: Path) -> None:
    """P-3, P-4: undo of a restoring, and redo of a deletion that was undone."""

    async def story(workspace: Workspace) -> None:
        plan = await workspace.create_project("Plan")
        await workspace.rounds.start(plan, "Why?").wait()
        await workspace.apply(Delete((plan,)))
        await workspace.undo()
        assert kept_by_redo(workspace) is None
        await workspace.rounds.start(plan, "Why?").wait()
        assert kept_by_redo(workspace) == plan
        await workspace.apply(Delete((plan,)))
        (item,) = await workspace.trash.items()
        await workspace.apply(Restore(item.trash_id))
        assert kept(workspace) is None
        await workspace.rounds.start(plan, "Why?").wait()
        assert kept(workspace) == plan

    tell(tmp_path, story)


def test_an_answer_that_is_being_written_holds_its_conversation(tmp_path: Path) -> None:
    """P-4: also before its question is on disk."""

    async def main() -> None:
        async with open_workspace(tmp_path, ScriptedModel(["An answer."])) as workspace:
            plan = await workspace.create_project("Plan")
            turn = workspace.rounds.start(plan, "Why?")
            assert kept(workspace) == plan
            await turn.wait()

    asyncio.run(main())


def test_a_conversation_that_stays_lets_undo_go_on_before_it_also_after_a_restart(tmp_path: Path) -> None:
    """P-3, P-4: its step has left the history, and what it hangs under is held in its turn."""

    async def first(workspace: Workspace) -> None:
        plan = await workspace.create_project("Plan")
        branch = await workspace.branches.open(plan, "Branch", parent=plan)
        await workspace.apply(Rename(plan, "Better plan"))
        twig = await workspace.branches.open(branch, "Twig", parent=branch)
        await workspace.rounds.start(twig, "Why?").wait()
        step = workspace.history.undo
        assert step is not None
        assert kept(workspace) == twig
        assert await workspace.let_stand(step)
        assert not await workspace.let_stand(step), "it is the newest no more"

    async def second(workspace: Workspace) -> None:
        assert await undone(workspace) is StepName.RENAME
        labels = {entry.label for entry in workspace.topology.entries()}
        assert labels == {"Plan", "Branch", "Twig"}
        (twig,) = [entry.session_id for entry in workspace.topology.entries() if entry.label == "Twig"]
        assert kept(workspace) == twig, "its branch would go to the trash and leave it behind"

    tell(tmp_path, first)
    tell(tmp_path, second)


def test_the_oldest_step_stays_in_the_history_though_it_is_kept(tmp_path: Path) -> None:
    """P-4: nothing is before it, so nothing would be reached."""

    async def story(workspace: Workspace) -> None:
        plan = await workspace.create_project("Plan")
        await workspace.rounds.start(plan, "Why?").wait()
        step = workspace.history.undo
        assert step is not None
        assert not await workspace.let_stand(step)
        assert workspace.history.undo == step

    tell(tmp_path, story)


def test_what_nobody_talked_in_is_not_left_standing(tmp_path: Path) -> None:
    """P-4: it is undone as ever."""

    async def story(workspace: Workspace) -> None:
        await workspace.create_project("Plan")
        await workspace.create_project("Other")
        step = workspace.history.undo
        assert step is not None
        assert not await workspace.let_stand(step)
        assert workspace.history.undo == step

    tell(tmp_path, story)
