"""What the tests of this folder do to a window."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.ui.insights.result_dialog import ResultDialog
from stello_desktop.ui.preview.text_box import TextBox
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until
from tests.helpers.workspaces import a_service


class Place:
    """A project with a branch in which something was said."""

    def __init__(self, shell: Shell, workspace: Workspace, project: SessionId, branch: SessionId) -> None:
        self.shell, self.workspace, self.project, self.branch = shell, workspace, project, branch

    async def open_dialog(self) -> ResultDialog:
        """With the key, from wherever the person is."""
        QTest.keyClick(
            self.shell.window,
            Qt.Key.Key_R,
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
        )
        await until(lambda: dialog_of(self.shell) is not None, "the dialog")
        dialog = dialog_of(self.shell)
        assert dialog is not None
        return dialog


def dialog_of(shell: Shell) -> ResultDialog | None:
    found = shell.window.findChild(ResultDialog)
    return found if found is not None and found.isVisible() else None


def seen(root: QWidget, name: str) -> list[QWidget]:
    """What a person sees under this name, from top to bottom."""
    found = [widget for widget in root.findChildren(QWidget, name) if widget.isVisible()]
    return sorted(found, key=lambda widget: widget.mapTo(root, widget.rect().topLeft()).y())


def click(root: QWidget, name: str, number: int = 0) -> None:
    found = seen(root, name)[number]
    assert isinstance(found, QAbstractButton)
    assert found.isEnabled(), name
    QTest.mouseClick(found, Qt.MouseButton.LeftButton)


def words(root: QWidget, name: str, number: int = 0) -> str:
    """What it says; "(not there)" until it is."""
    found = seen(root, name)
    if len(found) <= number:
        return "(not there)"
    label = found[number]
    assert isinstance(label, (QLabel, QAbstractButton))
    return label.text()


def box(root: QWidget, name: str) -> TextBox:
    (found,) = seen(root, name)
    assert isinstance(found, TextBox)
    return found


def focused_name() -> str:
    found = QApplication.focusWidget()
    return "" if found is None else found.objectName()


def at_branch(
    folder: Path,
    story: Callable[[Place], Awaitable[None]],
    *replies: object,
    setting_up: Callable[[Workspace], Awaitable[None]] | None = None,
) -> ScriptedModel:
    """A window whose chosen conversation is the branch *Pricing* of *Launch*; a service says these replies."""
    model = ScriptedModel(replies or ["We charge 12 €"], repeat_last=True)  # type: ignore[arg-type]
    ids: list[SessionId] = []

    async def begin(workspace: Workspace) -> None:
        await a_service(workspace, "Own")
        project = await workspace.create_project("Launch")
        branch = await workspace.branches.open(project, "Pricing")
        await workspace.rounds.start(branch, "What do we charge?").wait()
        ids.extend((project, branch))
        workspace.put_view_value("selected", branch)
        if setting_up is not None:
            await setting_up(workspace)

    async def told(shell: Shell, workspace: Workspace) -> None:
        await until(lambda: shell.chat.conversation.is_loaded, "the conversation")
        await asyncio.sleep(0)
        await story(Place(shell, workspace, *ids))

    far = ScriptedModel(["far away"], repeat_last=True)
    run_in_window(folder, told, models={"Own": model, "Far": far}, setting_up=begin)
    return model
