"""What is said below an answer that broke off is true, is read whole, and goes once it has gone on (R-9, R-10)."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason, StreamEnd, TextDelta
from stello_desktop.domain.ids import SessionId
from stello_desktop.llm.scripted import Reply, ScriptedModel
from stello_desktop.ui.chat.entries import Ending
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until

type Tell = Callable[..., None]

BROKEN: Reply = [TextDelta("One two"), StreamEnd(EndReason.INTERRUPTED)]
CUT_OFF: Reply = [TextDelta("One two"), StreamEnd(EndReason.LENGTH)]
UNREACHED = ProviderError(ProviderErrorKind.NETWORK, "refused", detail="ConnectError", service="llama")


def shown(panel: QWidget, name: str) -> QWidget | None:
    return next((widget for widget in panel.findChildren(QWidget, name) if widget.isVisible()), None)


def lines(panel: QWidget) -> list[str]:
    """The quiet lines below answers that are not the newest."""
    return [label.text() for label in panel.findChildren(QLabel, "endedWords") if label.isVisible()]


def words(panel: QWidget) -> str:
    return " ".join(label.text() for label in panel.findChildren(QLabel) if label.isVisible())


async def click(panel: QWidget, name: str) -> None:
    await until(lambda: shown(panel, name), name)
    found = shown(panel, name)
    assert isinstance(found, QAbstractButton)
    QTest.mouseClick(found, Qt.MouseButton.LeftButton)
    await asyncio.sleep(0)


async def write(panel: ChatPanel, text: str) -> None:
    panel.composer.field.setFocus()
    QTest.keyClicks(panel.composer.field, text)
    QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
    await asyncio.sleep(0)
    await settled(panel)


async def settled(panel: ChatPanel) -> None:
    await until(lambda: panel.conversation.turn is None and panel.conversation.records, "the answer ends")


@pytest.mark.parametrize(
    ("first", "go_on"), [(BROKEN, "errorContinue"), (CUT_OFF, "endingContinue")], ids=["broken", "cut off"]
)
def test_once_an_answer_has_gone_on_nothing_is_said_about_its_end(
    tell: Tell, first: Reply, go_on: str
) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "count")
        await click(panel, go_on)
        await settled(panel)
        assert [entry.text for entry in panel.canvas.entries] == ["count", "One two", "three"]
        assert {entry.ending for entry in panel.canvas.entries} == {Ending.NONE}
        assert lines(panel) == []
        assert "cannot be reached" not in words(panel)

    tell(story, ScriptedModel([first, "three"]))


def test_where_going_on_brought_nothing_the_end_of_what_arrived_is_said_again(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "count")
        await click(panel, "errorContinue")
        await settled(panel)
        assert lines(panel) == ["Interrupted; what had arrived is kept"]
        await click(panel, "errorContinue")
        await settled(panel)
        assert lines(panel) == []

    tell(story, ScriptedModel([BROKEN, UNREACHED, "three"]))


@pytest.mark.parametrize("width", [300, 420])
def test_what_is_said_below_an_older_answer_is_never_cut(tell: Tell, width: int) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        panel.resize(width, 700)
        await write(panel, "count")
        await write(panel, "something else")
        await until(lambda: lines(panel), "the line")
        label = next(label for label in panel.findChildren(QLabel, "endedWords") if label.isVisible())
        assert label.heightForWidth(label.width()) <= label.height()
        assert label.height() > 2 * label.fontMetrics().height() - 2, "it goes on below"
        line = label.parentWidget()
        assert line is not None
        assert line.height() >= label.height()
        assert line.accessibleName() == label.text()

    tell(story, ScriptedModel([UNREACHED, "fine"]))


async def on_disk(workspace: Workspace, session_id: SessionId) -> None:
    """Until something of an answer that runs is there to outlive a kill."""
    async with asyncio.timeout(10):
        while True:
            if len(await workspace.messages.list_records(session_id)) > 1:
                return
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("arrived", [True, False])
def test_after_a_kill_it_is_said_whether_anything_had_come(
    qapp: QApplication, tmp_path: Path, arrived: bool
) -> None:
    """Fault 1: also while another failure stands below it."""
    home, killed = tmp_path / "home", tmp_path / "killed"

    async def plant(workspace: Workspace) -> None:
        await workspace.create_project("Plan")

    async def first(shell: Shell, workspace: Workspace) -> None:
        project = workspace.topology.roots[0]
        shell.sky.selected.emit(project)
        await until(lambda: shell.chat.conversation.is_loaded, "it is open")
        turn = workspace.rounds.start(project, "Go")
        await until(lambda: turn.started and (turn.events or not arrived), "as far as it came")
        if arrived:
            await on_disk(workspace, project)
        shutil.copytree(home, killed)

    async def then(shell: Shell, workspace: Workspace) -> None:
        shell.sky.selected.emit(workspace.topology.roots[0])
        await until(lambda: shown(shell.chat, "endingStrip"), "what can be done")
        told = "what had arrived is kept" if arrived else "before an answer came"
        assert told in words(shell.chat)
        if arrived:
            await click(shell.chat, "endingContinue")
            await settled(shell.chat)
            assert lines(shell.chat) == ["Interrupted; what had arrived is kept"]

    slow = ScriptedModel(["word " * 400], delay_s=0.02 if arrived else 30)
    run_in_window(home, first, model=slow, setting_up=plant)
    run_in_window(killed, then, model=ScriptedModel([UNREACHED]))
