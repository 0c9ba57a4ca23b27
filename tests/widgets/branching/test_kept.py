"""A branch that was filled in and not opened is kept as it is typed: over the end of the program, however it comes."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.commands import Delete
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.keyed_service import OK
from tests.helpers.servers import ThreadedReplayServer
from tests.helpers.stores import query
from tests.helpers.windows import run_in_window, until
from tests.widgets.branching.acting import (
    a_profile,
    ask,
    by_label,
    choose_profile,
    click,
    control,
    found,
    gone,
    has_label,
    open_it,
    plant,
    press,
    type_into,
)
from tests.widgets.branching.test_given_up import SLOW, begin_summary, talked


def on_disk(folder: Path, words: str) -> bool:
    """Whether a view value of the store has these words."""
    return bool(query(folder, "SELECT 1 FROM setting WHERE instr(value, ?)", words))


async def fill_in(shell: Shell, workspace: Workspace) -> None:
    """Everything that a person can type and choose, in *Money*."""
    await ask(shell, by_label(workspace, "Money"))
    await choose_profile("Regional")
    type_into("branchVariable0", "Hunan")
    click("branchOwnOpen")
    QTest.keyClicks(control("branchOwnText"), "Be brief.")
    click("branchStarts_none")
    type_into("branchName", "Half a na")


async def see_it_again(shell: Shell, workspace: Workspace) -> None:
    """The dialog of *Money* opens with it, and no other one."""
    await ask(shell, by_label(workspace, "Location"))
    assert control("branchName").text() == ""
    press(Qt.Key.Key_Escape, "branchName")
    await gone()
    await ask(shell, by_label(workspace, "Money"))
    assert control("branchName").text() == "Half a na"
    assert control("branchVariable0").text() == "Hunan"
    assert control("branchOwnText").toPlainText() == "Be brief."
    assert control("branchStarts_none").isChecked()


@pytest.mark.parametrize("left", ["by Escape", "open"])
def test_it_is_there_at_the_next_start(qapp: QApplication, tmp_path: Path, left: str) -> None:
    """Nothing typed is lost, whether the dialog was closed or stood open at the end; opened, it is forgotten."""

    async def first(shell: Shell, workspace: Workspace) -> None:
        await a_profile(workspace)
        await fill_in(shell, workspace)
        if left == "by Escape":
            press(Qt.Key.Key_Escape, "branchName")
            await gone()

    async def second(shell: Shell, workspace: Workspace) -> None:
        await see_it_again(shell, workspace)
        await open_it(workspace, "Half a na")

    async def third(shell: Shell, workspace: Workspace) -> None:
        await ask(shell, by_label(workspace, "Money"))
        assert control("branchName").text() == ""
        assert found("branchOwnText") is None

    run_in_window(tmp_path, first, setting_up=plant)
    run_in_window(tmp_path, second)
    run_in_window(tmp_path, third)


def test_it_is_on_the_disk_soon_after_it_was_typed(qapp: QApplication, tmp_path: Path) -> None:
    """A program that is killed with the dialog open has it at the next start."""
    killed = tmp_path / "killed"

    async def first(shell: Shell, workspace: Workspace) -> None:
        await a_profile(workspace)
        await fill_in(shell, workspace)
        await until(lambda: on_disk(tmp_path / "home", "Half a na"), "it is written")
        shutil.copytree(tmp_path / "home", killed)

    run_in_window(tmp_path / "home", first, setting_up=plant)
    run_in_window(killed, see_it_again)


def test_a_branch_that_waits_for_its_summary_is_kept_too(qapp: QApplication, tmp_path: Path) -> None:
    """F-5: a program that is killed meanwhile has made no branch, and has what was typed for it."""
    killed = tmp_path / "killed"

    async def first(shell: Shell, workspace: Workspace) -> None:
        await begin_summary(shell, workspace, server)
        await until(lambda: on_disk(tmp_path / "home", "Costs"), "it is written")
        shutil.copytree(tmp_path / "home", killed)

    async def second(shell: Shell, workspace: Workspace) -> None:
        assert not has_label(workspace, "Costs")
        await ask(shell, by_label(workspace, "Trip"))
        assert control("branchName").text() == "Costs"
        assert control("branchStarts_compress").isChecked()

    with ThreadedReplayServer([OK, SLOW]) as server:
        run_in_window(tmp_path / "home", first, setting_up=partial(talked, server=server))
        run_in_window(killed, second)


def test_a_dialog_that_is_emptied_again_is_forgotten(qapp: QApplication, tmp_path: Path) -> None:
    """Nothing typed is nothing kept, even of what was chosen meanwhile."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        await ask(shell, money)
        click("branchStarts_none")
        type_into("branchName", "Half")
        press(Qt.Key.Key_Escape, "branchName")
        await gone()
        await ask(shell, money)
        assert control("branchStarts_none").isChecked()
        for _ in "Half":
            press(Qt.Key.Key_Backspace, "branchName")
        click("branchCancel")
        await gone()
        await ask(shell, money)
        assert control("branchStarts_inherit").isChecked()

    run_in_window(tmp_path, story, setting_up=plant)


def test_what_was_typed_goes_with_its_conversation(qapp: QApplication, tmp_path: Path) -> None:
    """P-3: brought back from the trash it has its half-filled branch; destroyed, nothing of it is left.

    What was typed for a conversation that is still in the trash stays.
    """

    async def type_for(shell: Shell, workspace: Workspace, label: str, name: str) -> None:
        await ask(shell, by_label(workspace, label))
        type_into("branchName", name)
        press(Qt.Key.Key_Escape, "branchName")
        await gone()

    async def story(shell: Shell, workspace: Workspace) -> None:
        money, location = by_label(workspace, "Money"), by_label(workspace, "Location")
        await type_for(shell, workspace, "Money", "PRECIOUS")
        await type_for(shell, workspace, "Location", "SPARED")
        await workspace.apply(Delete((money,)))
        await workspace.undo()
        await ask(shell, money)
        assert control("branchName").text() == "PRECIOUS"
        press(Qt.Key.Key_Escape, "branchName")
        await gone()
        await workspace.apply(Delete((location,)))
        await workspace.apply(Delete((money,)))
        await until(lambda: on_disk(tmp_path, "PRECIOUS") and on_disk(tmp_path, "SPARED"), "it is written")
        newest = (await workspace.trash.items())[0]
        await workspace.trash.destroy(newest)
        await until(lambda: not on_disk(tmp_path, "PRECIOUS"), "it is forgotten")
        assert on_disk(tmp_path, "SPARED")

    run_in_window(tmp_path, story, setting_up=plant)
