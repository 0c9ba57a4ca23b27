"""A conversation whose service was removed says so, and offers to choose another (M-10)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from stello_desktop.domain.services import TINY, Service, ServiceKind
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until
from tests.helpers.workspaces import a_service

ANSWERS = {"Old": ScriptedModel(["Hello"]), "New": ScriptedModel(["Here I am."], repeat_last=True)}


def said(shell: Shell) -> str:
    return "\n".join(label.text() for label in shell.chat.findChildren(QLabel) if label.isVisible())


def button(shell: Shell, name: str) -> list[QPushButton]:
    return [item for item in shell.chat.findChildren(QPushButton, name) if item.isVisible()]


def popup() -> list[QWidget]:
    return [
        item
        for item in QApplication.allWidgets()
        if item.objectName() == "modelPopupSearch" and item.isVisible()
    ]


async def ask(shell: Shell) -> None:
    await until(lambda: shell.chat.conversation.is_loaded)
    shell.chat.composer.submitted.emit("And now?")
    await until(lambda: button(shell, "errorRetry"), "the failure is told")


def test_it_is_said_that_the_service_was_removed_and_another_is_chosen(
    qapp: QApplication, tmp_path: Path
) -> None:
    """Also after a restart; with another one the question is answered."""

    async def set_up(workspace: Workspace) -> None:
        service_id = await a_service(workspace, "Old")
        project = await workspace.create_project("Garden")
        await workspace.rounds.start(project, "Hi").wait()
        await workspace.services.remove(service_id)
        await a_service(workspace, "New")

    async def first(shell: Shell, _workspace: Workspace) -> None:
        await ask(shell)
        assert "The AI service of this conversation was removed, so nothing was sent." in said(shell)
        assert "does not know" not in said(shell)

    async def after_a_restart(shell: Shell, workspace: Workspace) -> None:
        await until(lambda: button(shell, "errorChoose"), "it is offered")
        assert "The AI service of this conversation was removed" in said(shell)
        QTest.mouseClick(button(shell, "errorChoose")[0], Qt.MouseButton.LeftButton)
        await until(popup, "the services")
        QTest.keyClicks(popup()[0], "New-model")
        QTest.keyClick(popup()[0], Qt.Key.Key_Return)
        await until(
            lambda: shell.window.findChild(QPushButton, "questionAccept"), "the question before it leaves"
        )
        accept = shell.window.findChild(QPushButton, "questionAccept")
        assert accept is not None
        QTest.mouseClick(accept, Qt.MouseButton.LeftButton)
        project = next(iter(workspace.topology.roots))
        await until(lambda: workspace.answering.service_of(project).name == "New")
        QTest.mouseClick(button(shell, "errorRetry")[0], Qt.MouseButton.LeftButton)
        await until(lambda: any(entry.text == "Here I am." for entry in shell.chat.canvas.entries))

    run_in_window(tmp_path, first, setting_up=set_up, models=ANSWERS)
    run_in_window(tmp_path, after_a_restart, models=ANSWERS)


def test_a_tiny_model_that_does_not_run_is_said_not_to(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        project = await workspace.create_project("Garden")
        tiny = Service(service_id=TINY, kind=ServiceKind.TINY, name="", model="tiny", local=True)
        await workspace.services.bind(project, tiny)
        shell.sky.selected.emit(project)
        await ask(shell)
        assert "The tiny local model does not run now, so nothing was sent." in said(shell)
        assert button(shell, "errorChoose")

    run_in_window(tmp_path, story)


def test_two_services_with_the_same_model_are_told_apart_in_the_head(
    qapp: QApplication, tmp_path: Path
) -> None:
    """M-10: the head calls the service by its own name as soon as there are several."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        one = await workspace.services.add(name="Work", address="http://127.0.0.1:9/v1", model="wed-1")
        project = await workspace.create_project("Garden")
        await workspace.services.bind(project, one)
        shell.sky.selected.emit(project)
        chip = shell.chat.header.chip
        await until(lambda: chip.words == "wed-1")
        assert chip.accessibleName() == "Answers with Work · wed-1"
        two = await workspace.services.add(name="Home", address="http://127.0.0.1:8/v1", model="wed-1")
        await until(lambda: chip.words == "Work · wed-1")
        await workspace.services.bind(project, two)
        await until(lambda: chip.words == "Home · wed-1")

    run_in_window(tmp_path, story)
