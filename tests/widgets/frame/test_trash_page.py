"""The trash: bring back, or destroy one deletion after a careful question (P-3)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from stello_desktop.domain.commands import Delete
from stello_desktop.ui import theme
from stello_desktop.ui.shell import Shell
from stello_desktop.ui.trash_page import TrashPage
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_loop, run_in_window, until
from tests.helpers.workspaces import open_workspace

type Story = Callable[[Workspace, TrashPage], Awaitable[None]]


@pytest.fixture(autouse=True)
def themed(qapp: QApplication) -> None:
    theme.apply(qapp, theme.load("light"))


def tell(folder: Path, story: Story) -> None:
    async def told() -> None:
        async with open_workspace(folder) as workspace:
            root = await workspace.create_project("Launch")
            for label in ("Pricing", "Hiring"):
                branch = await workspace.branches.open(root, label)
                await workspace.branches.open(branch, "below")
                await workspace.apply(Delete((branch,)))
            page = TrashPage(workspace)
            page.resize(700, 500)
            page.show()
            page.activateWindow()
            await until(lambda: len(rows(page)) == 2, "the rows")
            try:
                await story(workspace, page)
            finally:
                page.close()
                page.deleteLater()
                await asyncio.sleep(0)

    run_in_loop(told)


def rows(page: QWidget) -> list[str]:
    found = [button for button in page.findChildren(QAbstractButton) if "trashRestore" in button.objectName()]
    return [button.accessibleName() for button in found]


def delete_button(page: QWidget, number: int) -> QAbstractButton:
    found = [button for button in page.findChildren(QAbstractButton) if "trashDelete" in button.objectName()]
    return found[number]


def test_one_deletion_goes_for_good_after_a_question_that_starts_on_cancel(tmp_path: Path) -> None:
    async def story(workspace: Workspace, page: TrashPage) -> None:
        told: list[str] = []
        page.emptied.connect(told.append)
        button = delete_button(page, 0)
        assert button.accessibleName() == "Delete “Hiring” for good"
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        words = page.findChild(QLabel, "questionText")
        assert words is not None
        assert words.text().startswith("2 conversation")
        cancel = page.findChild(QAbstractButton, "questionCancel")
        assert cancel is not None
        await until(cancel.hasFocus, "the careful answer")
        QTest.keyClick(cancel, Qt.Key.Key_Escape)
        await asyncio.sleep(0.05)
        assert len(await workspace.trash.items()) == 2
        QTest.mouseClick(delete_button(page, 0), Qt.MouseButton.LeftButton)
        accept = next(
            item for item in page.findChildren(QAbstractButton, "questionAccept") if item.isVisible()
        )
        assert accept.text() == "Delete for good"
        QTest.mouseClick(accept, Qt.MouseButton.LeftButton)
        await until(lambda: told == ["2 conversation(s)"], "it is told")
        await until(lambda: rows(page) == ["Restore “Pricing”"], "the other row")
        assert [item.label for item in await workspace.trash.items()] == ["Pricing"]
        assert page.focusWidget() is delete_button(page, 0)
        assert workspace.history.undo is not None
        assert workspace.history.undo.params["label"] == "Pricing"

    tell(tmp_path, story)


def test_deletions_of_the_same_name_say_what_was_said_first(tmp_path: Path) -> None:
    """Journey 2: three *Ideas* by the assistant can be told apart after they were deleted too."""

    async def story(workspace: Workspace, page: TrashPage) -> None:
        root = next(iter(workspace.topology.roots))
        for words in ("What about   boats?", "x" * 200, ""):
            branch = await workspace.branches.open(root, "Ideas")
            if words:
                await workspace.messages.add_note(branch, words)
            await workspace.apply(Delete((branch,)))
        await until(lambda: len(rows(page)) == 5, "all of them")
        said = [label.text() for label in page.findChildren(QLabel, "trashTwin") if label.isVisible()]
        assert [text.partition(" ")[0] for text in said] == ["Begun"] * 3, "only those of one name"
        assert said[0].endswith(", without a message")
        assert said[1].endswith("x…”")
        assert said[2].endswith(": “What about boats?”")
        assert delete_button(page, 0).accessibleDescription() == said[0]

    tell(tmp_path, story)


def test_whoever_comes_stands_on_what_brings_back_and_never_on_what_destroys(tmp_path: Path) -> None:
    """P-3: at the first visit and at each later one, from wherever the keyboard was."""

    async def plant(workspace: Workspace) -> None:
        root = await workspace.create_project("Launch")
        for label in ("Pricing", "Hiring"):
            await workspace.apply(Delete((await workspace.branches.open(root, label),)))

    def held() -> str:
        focused = QApplication.focusWidget()
        return "" if focused is None else focused.objectName()

    async def story(shell: Shell, workspace: Workspace) -> None:
        for _ in range(3):
            shell.window.go_to("map")
            shell.sky.selected.emit(workspace.topology.roots[0])
            await until(lambda: shell.chat.conversation.is_loaded)
            shell.chat.focus_composer()
            shell.go_to("trash")
            await until(lambda: len(rows(shell.pages.trash)) == 2, "the rows")
            await until(lambda: held().startswith("trashRestore_"), "where one can bring back")
            assert held() != "trashEmpty"

    run_in_window(tmp_path, story, setting_up=plant)


def test_a_stray_enter_does_not_agree_to_empty_the_trash(tmp_path: Path) -> None:
    async def story(workspace: Workspace, page: TrashPage) -> None:
        page.ask_to_empty()
        await until(QApplication.activeModalWidget, "the question")
        question = QApplication.activeModalWidget()
        assert question is not None
        QTest.keyClick(question, Qt.Key.Key_Return)
        await until(lambda: QApplication.activeModalWidget() is None, "the answer")
        assert len(await workspace.trash.items()) == 2

    tell(tmp_path, story)
