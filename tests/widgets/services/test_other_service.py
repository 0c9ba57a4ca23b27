"""Before text goes for the first time to a service other than the conversation's own, one question names it (M-10)."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.services import PRACTICE
from stello_desktop.ui.dialogs import Question
from stello_desktop.ui.model_chooser import ModelPopup
from stello_desktop.ui.other_service import ask_before_it_leaves, goes_elsewhere
from stello_desktop.ui.service_menu import ServiceMenu
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until
from tests.helpers.workspaces import a_service


async def a_conversation(
    workspace: Workspace, *, empty: bool = False
) -> tuple[SessionId, ModelRef, ModelRef]:
    """A conversation that answers with the first of two services."""
    home = await a_service(workspace, "Home")
    away = await a_service(workspace, "Away", default=False)
    project = await workspace.create_project("Garden")
    await workspace.services.bind(project, workspace.answering.service_for(ModelRef(home, "")))
    if not empty:
        await workspace.messages.add_note(project, "Private")
    return project, ModelRef(home, "Home-model"), ModelRef(away, "Away-model")


def press(window: QWidget, name: str) -> None:
    found = window.findChild(QPushButton, name)
    assert found is not None
    QTest.mouseClick(found, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("branching", [False, True])
def test_m10_the_question_names_the_other_service_and_no_means_no(
    qapp: QApplication, tmp_path: Path, branching: bool
) -> None:
    went: list[str] = []

    async def story(shell: Shell, workspace: Workspace) -> None:
        project, home, away = await a_conversation(workspace)
        window = shell.window
        assert ask_before_it_leaves(window, workspace, project, home, lambda: went.append("home")) is None
        assert went == ["home"]
        for answer in ("questionCancel", "questionAccept"):
            question = ask_before_it_leaves(
                window, workspace, project, away, lambda: went.append("away"), branching=branching
            )
            assert isinstance(question, Question)
            assert "Away" in question.windowTitle()
            press(question, answer)
        assert went == ["home", "away"]

    run_in_window(tmp_path, story)


def test_m10_nothing_is_asked_where_nothing_leaves(qapp: QApplication, tmp_path: Path) -> None:
    async def story(_shell: Shell, workspace: Workspace) -> None:
        project, home, away = await a_conversation(workspace, empty=True)
        for ref in (None, home, away, ModelRef(PRACTICE, ""), ModelRef(ServiceId("gone"), "m")):
            assert not goes_elsewhere(workspace, project, ref)
        await workspace.messages.add_note(project, "Private")
        assert goes_elsewhere(workspace, project, away)
        for ref in (None, home, ModelRef(home.service_id, "another"), ModelRef(PRACTICE, "")):
            assert not goes_elsewhere(workspace, project, ref)

    run_in_window(tmp_path, story)


def test_the_chip_offers_models_and_the_choice_survives_a_restart(qapp: QApplication, tmp_path: Path) -> None:
    """T-8, M-10."""

    async def choose(shell: Shell, workspace: Workspace) -> None:
        project, _, away = await a_conversation(workspace)
        menu = ServiceMenu(workspace, shell.window)
        menu.open(project, QPoint(100, 100))
        popup = next(item for item in QApplication.topLevelWidgets() if isinstance(item, ModelPopup))
        assert popup.list.view.currentIndex().data() == "Home-model"
        QTest.keyClicks(popup.list.search, "away")
        QTest.keyClick(popup.list.search, Qt.Key.Key_Return)
        question = shell.window.findChild(Question)
        assert question is not None
        assert workspace.answering.service_of(project).model == "Home-model"
        press(question, "questionAccept")
        await until(lambda: workspace.answering.service_of(project).service_id == away.service_id)

    async def come_back(_shell: Shell, workspace: Workspace) -> None:
        project = workspace.topology.roots[0]
        await workspace.messages.list_records(project)
        assert workspace.answering.service_of(project).model == "Away-model"

    run_in_window(tmp_path, choose)
    run_in_window(tmp_path, come_back)
