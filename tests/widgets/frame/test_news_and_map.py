"""News of the window and the small map of the sky leave each other alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

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


@pytest.mark.parametrize("size", [(640, 560), (1300, 880)])
def test_news_lie_over_no_words_where_the_conversation_has_the_window(
    qapp: QApplication, tmp_path: Path, size: tuple[int, int]
) -> None:
    """They have room of their own above the field, for as long as they are shown, and stand at its edge."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        window, chat = shell.window, shell.chat
        await until(lambda: chat.conversation.is_loaded, "the conversation")
        window.map_page.give_window_to_chat()
        field, messages = chat.composer.field, chat.canvas.viewport()
        await until(lambda: messages.isVisible() and field.isVisible(), "the conversation alone")
        await asyncio.sleep(0.05)
        before = messages.height()
        window.toast.show_news("Moved “The lease” under “Money”", "Undo", lambda: None)
        await until(lambda: messages.height() < before, "room is made")
        await asyncio.sleep(0.3)
        toast = place(window, window.toast)
        for part in (messages, field, *chat.composer.findChildren(QLabel, "composerNotice")):
            assert not part.isVisible() or not toast.intersects(place(window, part)), part.objectName()
        assert toast.left() == place(window, field).left()
        QTest.keyClicks(field, "one line")
        QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        await asyncio.sleep(0.05)
        assert not place(window, window.toast).intersects(place(window, field))
        window.toast.hide()
        chat.composer.set_text("")
        await until(lambda: messages.height() == before, "the room goes to the messages again")

    run_in_window(tmp_path, story, setting_up=plant, size=size)
