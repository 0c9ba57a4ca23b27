"""What was written into a skill can be taken back after the person went on to something else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until


async def _set_up(workspace: Workspace) -> None:
    await workspace.starters.plant_once("en")
    await workspace.skills.delete_all([skill.skill_id for skill in workspace.skills.own])
    for name in ("plan", "review"):
        await workspace.skills.create(name, content=f"Make a {name}.")


def test_a_written_skill_goes_back_from_the_list(qapp: QApplication, tmp_path: Path) -> None:
    """Written and left: Ctrl+Z in the list takes that back, and shows the skill as it was."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        shell.go_to("skills")
        page = shell.pages.skills
        await until(lambda: page.filled and page.editor.skill is not None)
        view = page.listing.view
        await until(view.hasFocus)
        page.open_row(page.listing.rows.row_of(workspace.skills.own[0].skill_id))
        page.editor.content.setFocus()
        QTest.keyClicks(page.editor.content, "First: ")
        view.setFocus()
        page.open_row(page.listing.rows.row_of(workspace.skills.own[1].skill_id))
        await until(lambda: workspace.skills.own[0].content == "First: Make a plan.")
        QTest.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: workspace.skills.own[0].content == "Make a plan.")
        await until(lambda: page.editor.content.text == "Make a plan.")
        assert shell.window.toast.words == "Undone: Changed “plan”"

    run_in_window(tmp_path, story, setting_up=_set_up)


def test_as_many_steps_go_back_as_the_key_is_pressed(qapp: QApplication, tmp_path: Path) -> None:
    """Pressed faster than anything is written, it takes back each step, and none is lost."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        shell.go_to("skills")
        page = shell.pages.skills
        await until(lambda: page.filled and page.editor.skill is not None)
        view = page.listing.view
        await until(view.hasFocus)
        page.open_row(page.listing.rows.row_of(workspace.skills.own[0].skill_id))
        for words in ("First: ", "Now: "):
            page.editor.content.setFocus()
            QTest.keyClicks(page.editor.content, words)
            view.setFocus()
        await until(lambda: workspace.skills.own[0].content == "First: Now: Make a plan.")
        for _ in range(2):
            QTest.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: workspace.skills.own[0].content == "Make a plan.")
        await until(lambda: page.editor.content.text == "Make a plan.")

    run_in_window(tmp_path, story, setting_up=_set_up)


def test_an_original_that_came_back_by_itself_is_not_added_beside_itself(
    qapp: QApplication, tmp_path: Path
) -> None:
    """The offer stays while the change is undone; then there is nothing to add, and that is said."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        shell.go_to("skills")
        page = shell.pages.skills
        await until(lambda: page.filled and page.editor.skill is not None)
        first, count = workspace.skills.own[0], len(workspace.skills.own)
        await workspace.skills.save(replace(first, content="Mine."))
        page.do("restore")
        await until(lambda: shell.window.toast.words == "All are there; 1 of them is not as it was")
        await workspace.skills.save(first)
        action = shell.window.toast.findChild(QAbstractButton, "toastAction")
        assert action is not None
        QTest.mouseClick(action, Qt.MouseButton.LeftButton)
        await until(lambda: shell.window.toast.words == "All skills of the starter set are here")
        assert len(workspace.skills.own) == count

    async def plant(workspace: Workspace) -> None:
        await workspace.starters.plant_once("en")

    run_in_window(tmp_path, story, setting_up=plant)


def test_a_skill_that_was_deleted_from_its_text_comes_back_wherever_the_focus_is(
    qapp: QApplication, tmp_path: Path
) -> None:
    """The focus goes to the list; in the text of the next skill the key is for the deletion until something is written."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        shell.go_to("skills")
        page = shell.pages.skills
        await until(lambda: page.filled and page.editor.skill is not None)
        view = page.listing.view
        await until(view.hasFocus)
        plan, review = workspace.skills.own
        page.open_row(page.listing.rows.row_of(review.skill_id))
        page.editor.content.setFocus()
        page.do("delete")
        await until(lambda: shell.window.toast.words == "Moved “review” to the trash. Ctrl+Z brings it back.")
        assert view.hasFocus()
        assert page.editor.skill is not None
        assert page.editor.skill.skill_id == plan.skill_id
        page.editor.content.setFocus()
        QTest.keyClick(page.editor.content, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: workspace.skills.get(review.skill_id) is not None)
        assert workspace.skills.get(plan.skill_id) == plan

    run_in_window(tmp_path, story, setting_up=_set_up)
