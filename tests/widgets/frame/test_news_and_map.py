"""News of the window and the small map of the sky leave each other alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget

from stello_desktop.ui.map.overlays import MiniMap
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until


async def plant(workspace: Workspace) -> None:
    await workspace.examples.plant("en")


def place(window: QWidget, part: QWidget) -> QRect:
    return QRect(part.mapTo(window, QPoint(0, 0)), part.size())


@pytest.mark.parametrize("size", [(1000, 640), (1400, 860)])
def test_news_and_the_small_map_are_apart(qapp: QApplication, tmp_path: Path, size: tuple[int, int]) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        small = shell.sky.findChild(MiniMap)
        assert small is not None
        shell.sky.view.zoom_by(2.5)
        await until(lambda: not small.isHidden() or shell.sky.width() <= 420)
        shell.window.toast.show_news("Moved “The lease” under “Money” " * 4, "Undo", lambda: None)
        await asyncio.sleep(0.4)
        assert not place(shell.window, small).intersects(place(shell.window, shell.window.toast))

    run_in_window(tmp_path, story, setting_up=plant, size=size)
