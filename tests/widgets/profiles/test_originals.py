"""*Restore the starter set* where all are there but some were written over."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until
from tests.widgets.profiles.steps import open_page, pick, saved, settle


async def _set_up(workspace: Workspace) -> None:
    await workspace.starters.plant_once("en")


def _press_toast(shell: Shell) -> None:
    action = shell.window.toast.findChild(QAbstractButton, "toastAction")
    assert action is not None
    QTest.mouseClick(action, Qt.MouseButton.LeftButton)


def test_the_original_comes_as_a_profile_of_its_own(qapp: QApplication, tmp_path: Path) -> None:
    """What was written over it stays, the original is shown, and Ctrl+Z takes it away again."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        pick(page, "restore")
        await until(lambda: shell.window.toast.words == "All profiles of the starter set are there")
        first = workspace.profiles.all[0]
        await workspace.profiles.save(replace(first, instructions="Mine."))
        pick(page, "restore")
        await until(lambda: shell.window.toast.words == "All are there; 1 of them is not as it was")
        _press_toast(shell)
        await until(lambda: len(workspace.profiles.all) == 9)
        await until(lambda: page.editor.instructions.text == first.instructions, "it is shown")
        assert workspace.profiles.all[0].instructions == "Mine."
        shell.window.activateWindow()
        await until(shell.window.isActiveWindow)
        page.listing.view.setFocus()
        QTest.keyClick(page.listing.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: len(workspace.profiles.all) == 8)

    run_in_window(tmp_path, story, setting_up=_set_up)


def test_one_that_was_deleted_comes_back_and_is_shown(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        gone = workspace.profiles.all[3]
        await workspace.profiles.delete(gone.profile_id)
        pick(page, "restore")
        await until(lambda: page.editor.name.text() == gone.name)
        assert shell.window.toast.words == "Brought back 1 profile"

    run_in_window(tmp_path, story, setting_up=_set_up)


def test_an_original_that_came_back_by_itself_is_not_added_beside_itself(
    qapp: QApplication, tmp_path: Path
) -> None:
    """The offer stays while the change is undone; then there is nothing to add, and that is said."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        first = workspace.profiles.all[0]
        await workspace.profiles.save(replace(first, instructions="Mine."))
        pick(page, "restore")
        await until(lambda: shell.window.toast.words == "All are there; 1 of them is not as it was")
        await workspace.profiles.save(first)
        _press_toast(shell)
        await until(lambda: shell.window.toast.words == "All profiles of the starter set are there")
        assert len(workspace.profiles.all) == 8

    run_in_window(tmp_path, story, setting_up=_set_up)


def test_what_a_toast_offers_is_done_once(qapp: QApplication, tmp_path: Path) -> None:
    """However often it is pressed."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        done: list[str] = []
        shell.news.offer("Something is missing", "Add it", lambda: done.append("added"))
        action = shell.window.toast.findChild(QAbstractButton, "toastAction")
        assert action is not None
        action.click()
        action.click()
        assert done == ["added"]

    run_in_window(tmp_path, story, setting_up=_set_up)


def test_an_original_that_is_written_in_already_is_not_taken_away(qapp: QApplication, tmp_path: Path) -> None:
    """Also where that is not on disk yet: *Undo* in the toast leaves it, with the words."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        await workspace.profiles.save(replace(workspace.profiles.all[0], instructions="Mine."))
        pick(page, "restore")
        await until(lambda: shell.window.toast.words == "All are there; 1 of them is not as it was")
        _press_toast(shell)
        await until(lambda: shell.window.toast.words == "Added 1 profile")
        page.editor.instructions.setFocus()
        QTest.keyClicks(page.editor.instructions, "And then. ")
        _press_toast(shell)
        await saved(page)
        await settle(page)
        assert len(workspace.profiles.all) == 9
        assert any("And then. " in profile.instructions for profile in workspace.profiles.all)

    run_in_window(tmp_path, story, setting_up=_set_up)
