"""What is typed into the instructions of a conversation is never lost, and nothing is kept that nobody changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.commands import Rename, SetConfig
from stello_desktop.domain.config import UNSET
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.stores import query
from tests.helpers.windows import run_in_window, until
from tests.widgets.branching.acting import by_label, click, control, found, plant
from tests.widgets.inspector.test_inspector import edit_told, inspect, words_of


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
