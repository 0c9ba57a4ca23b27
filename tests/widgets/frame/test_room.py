"""Narrow windows and large text: nothing wastes the room, nothing stands on something else."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget

from stello_desktop.ui.map.overlays import ZoomBar
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until


def place_in(window: QWidget, part: QWidget) -> QRect:
    return QRect(part.mapTo(window, QPoint(0, 0)), part.size())


def test_a_narrow_window_gives_its_width_to_the_words(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        for place in ("settings", "trash", "welcome"):
            shell.go_to(place)
            await asyncio.sleep(0.05)
            page = shell.window.pages.currentWidget()
            assert page is not None
            column: QWidget = page._column  # type: ignore[attr-defined]
            assert column.width() >= 0.85 * page.width()

    run_in_window(tmp_path, story, size=(640, 760))


def test_news_stand_above_the_foot_of_the_map_in_large_text(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        await workspace.examples.plant("en")
        await workspace.change_settings(text_scale=1.5)
        await asyncio.sleep(0.2)
        window = shell.window
        window.toast.show_news("Moved “The lease” under “Money”, where it is now")
        foot = shell.sky.findChild(ZoomBar)
        assert foot is not None
        await until(window.toast.isVisible)
        await asyncio.sleep(0.4)
        news = place_in(window, window.toast)
        assert news.bottom() < place_in(window, foot).top()

    run_in_window(tmp_path, story)
