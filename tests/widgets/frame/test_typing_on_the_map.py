"""Who clicks a star and types is writing to that conversation."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window


async def plant(workspace: Workspace) -> None:
    await workspace.examples.plant("en")


def test_what_is_typed_on_the_map_arrives_in_the_field_whole(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        root = workspace.topology.roots[0]
        branch = workspace.topology.children(root)[0]
        spot = shell.sky.centre_of(branch)
        assert spot is not None
        folded = {entry.session_id: entry.folded for entry in workspace.topology.entries()}
        QTest.mouseClick(shell.sky.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        assert shell.selected == branch
        for letter in "what next, then?":
            focused = QApplication.focusWidget()
            assert focused is not None
            QTest.keyClicks(focused, letter)
            await asyncio.sleep(0)
        assert shell.chat.session_id == branch
        assert shell.chat.composer.text == "what next, then?"
        assert {entry.session_id: entry.folded for entry in workspace.topology.entries()} == folded

    run_in_window(tmp_path, story, setting_up=plant)
