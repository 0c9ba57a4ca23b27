"""What is typed into the instructions of a conversation is never lost, and nothing is kept that nobody changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.commands import Delete, Rename, SetConfig
from stello_desktop.domain.config import UNSET
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.stores import query
from tests.helpers.windows import run_in_window, until
from tests.widgets.branching.acting import by_label, click, control, found, plant, text_of
from tests.widgets.inspector.test_inspector import edit_told, inspect, words_of


def on_disk(folder: Path, text: str) -> bool:
    """Whether a view value of the store has it."""
    return bool(query(folder, "SELECT 1 FROM setting WHERE instr(value, ?)", text))


def tick_none() -> None:
    control("inspectEditNone").setFocus()
    QTest.keyClick(control("inspectEditNone"), Qt.Key.Key_Space)


def test_what_could_not_be_saved_stays_in_the_box(qapp: QApplication, tmp_path: Path) -> None:
    """T-5: it may be the only copy; the next *Save* keeps it."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        made = await edit_told(shell, workspace)
        QTest.keyClicks(control("inspectEditText"), " PRECIOUS")
        query(tmp_path, "CREATE TRIGGER full BEFORE INSERT ON step BEGIN SELECT RAISE(ABORT, 'full'); END")
        click("inspectEditSave")
        await until(lambda: found("composerNotice"), "the failure is said")
        assert control("inspectEditText").toPlainText() == "Be brief. PRECIOUS"
        await inspect(shell, by_label(workspace, "Money"))
        await inspect(shell, made)
        assert control("inspectEditText").toPlainText() == "Be brief. PRECIOUS"
        query(tmp_path, "DROP TRIGGER full")
        click("inspectEditSave")
        await until(lambda: found("inspectEditText") is None)
        await until(lambda: words_of("previewComposed") == ["Be brief. PRECIOUS"])

    run_in_window(tmp_path, story, setting_up=plant)


def test_what_was_not_edited_is_not_saved(qapp: QApplication, tmp_path: Path) -> None:
    """T-5: no step, and nothing to undo; a text of blanks stays what it is, too."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        for told in ("Be brief.", " \n", "Prix\u00a0: 10", "", UNSET):
            made = await workspace.branches.open(by_label(workspace, "Money"), "Told")
            await workspace.apply(SetConfig(made, system_prompt=told))
            before = workspace.history.undo
            await inspect(shell, made)
            click("inspectEdit")
            click("inspectEditSave")
            await until(lambda: found("inspectEditText") is None)
            assert (await workspace.inspection.facts(made)).system_prompt == told
            assert workspace.history.undo == before

    run_in_window(tmp_path, story, setting_up=plant)


def test_the_choice_of_none_at_all_outlives_what_happens_elsewhere(
    qapp: QApplication, tmp_path: Path
) -> None:
    """M-5b: a conversation that gets another name is read again, and the tick is not saved yet."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        made = await edit_told(shell, workspace)
        tick_none()
        assert control("inspectEditNone").isChecked()
        sheet: Any = shell.inspecting.sheet
        await workspace.apply(Rename(made, "Renamed"))
        await until(lambda: sheet.facts.label == "Renamed")
        await inspect(shell, by_label(workspace, "Money"))
        await inspect(shell, made)
        assert control("inspectEditNone").isChecked()
        tick_none()
        await inspect(shell, by_label(workspace, "Money"))
        await inspect(shell, made)
        assert not control("inspectEditNone").isChecked()
        assert control("inspectEditText").toPlainText() == "Be brief."

    run_in_window(tmp_path, story, setting_up=plant)


def test_what_was_not_saved_is_there_after_the_next_start(qapp: QApplication, tmp_path: Path) -> None:
    """T-5: Ctrl+Q in the middle of it loses nothing; it says what it is, and what is saved then is that text."""

    async def first(shell: Shell, workspace: Workspace) -> None:
        await edit_told(shell, workspace)
        QTest.keyClicks(control("inspectEditText"), " PRECIOUS")
        assert found("inspectEditWaiting") is None

    async def after_a_restart(shell: Shell, workspace: Workspace) -> None:
        made = by_label(workspace, "Told")
        await inspect(shell, by_label(workspace, "Money"))
        assert found("inspectEditText") is None
        await inspect(shell, made)
        assert control("inspectEditText").toPlainText() == "Be brief. PRECIOUS"
        assert text_of("inspectEditWaiting") == "You typed this earlier. It is not saved yet, and not sent."
        assert (await workspace.inspection.facts(made)).system_prompt == "Be brief."
        click("inspectEditSave")
        await until(lambda: found("inspectEditText") is None)
        assert (await workspace.inspection.facts(made)).system_prompt == "Be brief. PRECIOUS"

    async def once_more(shell: Shell, workspace: Workspace) -> None:
        await inspect(shell, by_label(workspace, "Told"))
        assert found("inspectEditText") is None

    run_in_window(tmp_path, first, setting_up=plant)
    run_in_window(tmp_path, after_a_restart)
    run_in_window(tmp_path, once_more)


def test_what_was_not_saved_is_on_disk_a_moment_after_it_was_typed(
    qapp: QApplication, tmp_path: Path
) -> None:
    """T-5: a program that is killed has lost none of it."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await edit_told(shell, workspace)
        QTest.keyClicks(control("inspectEditText"), " PRECIOUS")
        await until(lambda: on_disk(tmp_path, "PRECIOUS"), "it is written")

    run_in_window(tmp_path, story, setting_up=plant)


def test_what_was_given_up_or_not_changed_is_not_offered_again(qapp: QApplication, tmp_path: Path) -> None:
    """T-5: *Cancel* forgets it; a box that was merely opened, or typed back, holds nothing of the person's."""

    async def first(shell: Shell, workspace: Workspace) -> None:
        made = await edit_told(shell, workspace)
        QTest.keyClicks(control("inspectEditText"), " GIVEN UP")
        click("inspectEditCancel")
        assert found("inspectEditText") is None
        other = await workspace.branches.open(by_label(workspace, "Money"), "Opened", own="Be kind.")
        await inspect(shell, other)
        click("inspectEdit")
        QTest.keyClicks(control("inspectEditText"), "!")
        QTest.keyClick(control("inspectEditText"), Qt.Key.Key_Backspace)
        await inspect(shell, made)

    async def after_a_restart(shell: Shell, workspace: Workspace) -> None:
        for label in ("Told", "Opened"):
            await inspect(shell, by_label(workspace, label))
            assert found("inspectEditText") is None
        assert not on_disk(tmp_path, "GIVEN UP")

    run_in_window(tmp_path, first, setting_up=plant)
    run_in_window(tmp_path, after_a_restart)


def test_the_choice_of_none_at_all_outlives_a_restart(qapp: QApplication, tmp_path: Path) -> None:
    """M-5b: it is a choice that is not saved yet, just as a text is; typed back to what is told it is none."""

    async def first(shell: Shell, workspace: Workspace) -> None:
        await edit_told(shell, workspace)
        tick_none()

    async def after_a_restart(shell: Shell, workspace: Workspace) -> None:
        made = by_label(workspace, "Told")
        await inspect(shell, made)
        assert control("inspectEditNone").isChecked()
        tick_none()
        before = workspace.history.undo
        click("inspectEditSave")
        await until(lambda: found("inspectEditText") is None)
        assert workspace.history.undo == before

    run_in_window(tmp_path, first, setting_up=plant)
    run_in_window(tmp_path, after_a_restart)


def test_what_was_not_saved_goes_with_its_conversation(qapp: QApplication, tmp_path: Path) -> None:
    """P-3: from the trash it comes back with what was typed; destroyed, nothing of it is left."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        made = await edit_told(shell, workspace)
        QTest.keyClicks(control("inspectEditText"), " PRECIOUS")
        await workspace.apply(Delete((made,)))
        await workspace.undo()
        await inspect(shell, made)
        assert control("inspectEditText").toPlainText() == "Be brief. PRECIOUS"
        await until(lambda: on_disk(tmp_path, "PRECIOUS"), "it is written")
        await workspace.apply(Delete((made,)))
        await workspace.trash.empty()
        await until(lambda: not on_disk(tmp_path, "PRECIOUS"), "it is forgotten")

    run_in_window(tmp_path, story, setting_up=plant)


def test_what_was_not_saved_goes_with_its_conversation_whatever_else_waits_in_the_trash(
    qapp: QApplication, tmp_path: Path
) -> None:
    """P-3: one deletion is destroyed for good, others stay; a branch that undo took back may come again."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        other = await workspace.create_project("Other")
        undone = await edit_told(shell, workspace)
        QTest.keyClicks(control("inspectEditText"), " COMES AGAIN")
        await until(lambda: on_disk(tmp_path, "COMES AGAIN"), "it is written")
        await workspace.undo()
        assert undone not in workspace.topology
        made = await edit_told(shell, workspace)
        QTest.keyClicks(control("inspectEditText"), " DESTROYED")
        await until(lambda: on_disk(tmp_path, "DESTROYED"), "it is written")
        await workspace.apply(Delete((other,)))
        await workspace.apply(Delete((made,)))
        mine = next(item for item in await workspace.trash.items() if item.label == "Told")
        await workspace.trash.destroy(mine)
        await until(lambda: not on_disk(tmp_path, "DESTROYED"), "it is forgotten")
        assert on_disk(tmp_path, "COMES AGAIN")

    run_in_window(tmp_path, story, setting_up=plant)
