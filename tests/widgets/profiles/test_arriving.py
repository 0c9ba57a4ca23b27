"""Who comes to the profiles finds them, and the focus in their list, however early they come."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_loop, run_in_window, until
from tests.helpers.workspaces import open_workspace
from tests.widgets.profiles.steps import choose, open_page, part

CONTROL = Qt.KeyboardModifier.ControlModifier


async def _set_up(workspace: Workspace) -> None:
    await workspace.create_project("Garden")
    await workspace.starters.plant_once("en")


async def _nothing(shell: Shell, workspace: Workspace) -> None:
    """Only what was set up."""


@pytest.mark.parametrize("key", [Qt.Key.Key_2, Qt.Key.Key_3])
def test_the_first_key_after_a_start_leads_into_the_list(
    qapp: QApplication, tmp_path: Path, key: Qt.Key
) -> None:
    """The store opens after the first paint; meanwhile nobody claims that there is no profile."""
    run_in_window(tmp_path, _nothing, setting_up=_set_up)

    async def told() -> None:
        opening = asyncio.Event()
        async with open_workspace(tmp_path, opening=opening) as workspace:
            shell = Shell(qapp, workspace)
            shell.show()
            shell.window.activateWindow()
            await until(shell.window.isActiveWindow)
            await until(lambda: shell.window.focusWidget() is not None)
            QTest.keyClick(shell.window, key, CONTROL)
            page = shell.pages.profiles if key == Qt.Key.Key_2 else shell.pages.skills
            await until(lambda: page.filled and page.isVisible())
            await asyncio.sleep(0.05)
            if key == Qt.Key.Key_2:
                assert not part(page, QWidget, "profilesEmpty").isVisible()
            opening.set()
            listing = page.listing.view
            await until(lambda: listing.model().rowCount() > 2, "they are there")
            await until(listing.currentIndex().isValid)
            await until(lambda: shell.window.focusWidget() is listing, "the list has the focus")
            await shell.aclose()

    run_in_loop(told)


@pytest.mark.parametrize("width", [900, 560])
def test_a_window_that_gets_narrow_marks_no_name(qapp: QApplication, tmp_path: Path, width: int) -> None:
    """The list that had the focus stays; a stray key would rename nothing."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        await choose(page, workspace.profiles.active[1].profile_id)
        assert page.listing.view.hasFocus()
        shell.window.resize(width, 600)
        await until(lambda: page.room.shape != "wide")
        assert page.listing.view.isVisible()
        assert page.listing.view.hasFocus()
        name = part(page, QLineEdit, "profileName")
        assert not name.hasSelectedText()
        page.do("edit")
        name.setCursorPosition(2)
        shell.window.resize(1280, 800)
        await until(lambda: page.room.shape == "wide")
        shell.window.resize(width, 600)
        await until(lambda: page.room.shape != "wide")
        assert name.hasFocus(), "who writes goes on writing"
        assert not name.hasSelectedText()

    run_in_window(tmp_path, story, setting_up=_set_up)


def test_a_narrow_window_of_skills_marks_no_name(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        shell.go_to("skills")
        page = shell.pages.skills
        await until(lambda: page.filled and page.listing.current is not None)
        page.room.go_to_editor()
        page.listing.view.setFocus()
        shell.window.resize(600, 600)
        await until(lambda: page.room.narrow)
        assert page.listing.view.hasFocus()
        assert not page.editor.name.hasSelectedText()

    run_in_window(tmp_path, story, setting_up=_set_up)


def test_the_preview_that_has_the_focus_stays_in_a_narrow_window(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        page.side.trying.own_box.setFocus()
        shell.window.resize(900, 600)
        await until(lambda: page.room.shape == "middle")
        assert page.side.trying.own_box.hasFocus()

    run_in_window(tmp_path, story, setting_up=_set_up)


def test_the_starter_set_speaks_the_language_of_the_window(qapp: QApplication, tmp_path: Path) -> None:
    """Changed while a profile of the set is shown: the page and the branch dialog have it in the new language."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        await until(lambda: page.editor.name.text() == "Regional expert")
        try:
            await workspace.change_settings(language="zh_CN")
            await until(lambda: page.editor.name.text() == "地方通", "it is shown anew")
            assert page.editor.variables.names == ("region", "focus")
            assert workspace.profiles.active[0].variables[0].label == "哪个地方？"
        finally:
            await workspace.change_settings(language="en")
        await until(lambda: page.editor.name.text() == "Regional expert")

    run_in_window(tmp_path, story)
