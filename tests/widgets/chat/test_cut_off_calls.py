"""The program is closed, or killed, while the assistant waits for a word about branches (R-8, R-9, faults 1 and 74)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from stello_desktop.domain.events import StreamEvent
from stello_desktop.domain.messages import RecordState, Role
from stello_desktop.llm.scripted import ScriptedModel, tool_reply
from stello_desktop.ui import tasks
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until

NAMES = ("Costs", "Team", "Market", "Law", "Press")


def five_branches() -> list[StreamEvent]:
    """An answer that asks for more branches than are opened without a word (X-5)."""
    calls = [
        tool_reply("stello_create_session", call_id=f"c{at}", label=name) for at, name in enumerate(NAMES)
    ]
    return [*(event for call in calls for event in call[:-1]), calls[-1][-1]]


def seen(shell: Shell, name: str) -> list[QWidget]:
    found = [item for item in shell.chat.findChildren(QWidget, name) if item.isVisible()]
    return sorted(found, key=lambda item: item.mapTo(shell.chat, item.rect().topLeft()).y())


def said(shell: Shell) -> str:
    return "\n".join(label.text() for label in shell.chat.findChildren(QLabel) if label.isVisible())


def press(shell: Shell, name: str) -> None:
    button = seen(shell, name)[0]
    assert isinstance(button, QPushButton)
    button.click()


async def plant(workspace: Workspace) -> None:
    await workspace.create_project("Launch")


async def ask(shell: Shell, workspace: Workspace) -> None:
    shell.sky.selected.emit(workspace.topology.roots[0])
    await until(lambda: shell.chat.conversation.is_loaded, "it is open")
    shell.chat.composer.submitted.emit("Split this")
    await until(lambda: seen(shell, "branchQuestionOpen"), "the question")


@pytest.mark.parametrize("way", ["closed", "killed"])
def test_what_waited_for_a_word_is_interrupted_after_any_restart_and_can_still_be_opened(
    qapp: QApplication, tmp_path: Path, way: str
) -> None:
    """R-8, R-9, X-5, faults 1 and 74: nobody said no, and the words say so; *Open anyway*, *Retry*, *Continue*."""
    home, after = tmp_path / "home", tmp_path / way

    async def first(shell: Shell, workspace: Workspace) -> None:
        await ask(shell, workspace)
        if way == "killed":  # what lies on the disk at this moment is what a kill leaves
            shutil.copytree(home, after)

    async def then(shell: Shell, workspace: Workspace) -> None:
        project = workspace.topology.roots[0]
        shell.sky.selected.emit(project)
        await until(lambda: len(seen(shell, "refusedBranchOpen")) >= 2, "the cards")
        assert "Opening a branch" not in said(shell)
        assert "The program was closed before this was decided" in said(shell)
        await until(lambda: seen(shell, "endingRetry") and seen(shell, "endingContinue"), "what can be done")
        assert "Interrupted" in said(shell)
        question, asked, *answers = await workspace.messages.list_records(project)
        assert (question.state, asked.state) == (RecordState.INTERRUPTED, RecordState.DONE)
        assert [record.role for record in answers] == [Role.TOOL] * 5
        assert all("the program was closed" in record.content for record in answers)
        press(shell, "refusedBranchOpen")
        await until(lambda: len(workspace.topology.children(project)) == 1, "the branch")
        await until(lambda: seen(shell, "endingContinue"), "still")
        press(shell, "endingContinue")
        await until(lambda: "I go on" in "\n".join(e.text for e in shell.chat.canvas.entries), "it goes on")
        await until(lambda: not workspace.rounds.live_sessions, "it ends")
        sent = going_on.requests[-1].messages
        assert [message.role for message in sent][-5:] == [Role.TOOL] * 5
        assert sum('"success": true' in message.content for message in sent[-5:]) == 1
        records = await workspace.messages.list_records(project)
        assert {record.state for record in records} == {RecordState.DONE}

    run_in_window(home, first, model=ScriptedModel([five_branches()]), setting_up=plant)
    if way == "closed":
        home.rename(after)
    going_on = ScriptedModel(["I go on"])
    run_in_window(after, then, model=going_on)


def test_a_continued_answer_that_is_killed_in_its_calls_is_interrupted_too(
    qapp: QApplication, tmp_path: Path
) -> None:
    """Fault 1: a round that goes on is open again, however it had ended before."""
    home, killed = tmp_path / "home", tmp_path / "killed"
    model = ScriptedModel(["One two three four", five_branches()], delay_s=0.05)

    async def first(shell: Shell, workspace: Workspace) -> None:
        project = workspace.topology.roots[0]
        shell.sky.selected.emit(project)
        await until(lambda: shell.chat.conversation.is_loaded, "it is open")
        turn = workspace.rounds.start(project, "Go")
        await until(lambda: len(turn.events) > 1, "words")
        turn.stop()
        await turn.wait()
        turn = workspace.rounds.resume(project)
        await until(lambda: turn.question, "the question")
        shutil.copytree(home, killed)

    async def then(shell: Shell, workspace: Workspace) -> None:
        records = await workspace.messages.list_records(workspace.topology.roots[0])
        assert records[0].state is RecordState.INTERRUPTED
        assert [record.role for record in records[-5:]] == [Role.TOOL] * 5

    run_in_window(home, first, model=model, setting_up=plant)
    run_in_window(killed, then)


def test_after_open_anyway_the_focus_is_on_the_next_card_and_at_last_in_the_composer(
    qapp: QApplication, tmp_path: Path
) -> None:
    """R-9, T8: one after the other is opened with the same key, and nothing else is visited."""
    home, after = tmp_path / "home", tmp_path / "killed"
    visited: list[str] = []

    async def first(shell: Shell, workspace: Workspace) -> None:
        await ask(shell, workspace)
        shutil.copytree(home, after)

    async def then(shell: Shell, workspace: Workspace) -> None:
        project = workspace.topology.roots[0]
        shell.sky.selected.emit(project)
        await until(lambda: len(seen(shell, "refusedBranchOpen")) == len(NAMES), "the cards")
        shell.chat.canvas.scroll_to_end()
        seen(shell, "refusedBranchOpen")[0].setFocus()
        qapp.focusChanged.connect(lambda _old, now: visited.append(now.objectName() if now else ""))
        for left in range(len(NAMES) - 1, -1, -1):
            focused = shell.window.focusWidget()
            buttons = seen(shell, "refusedBranchOpen")
            assert focused is buttons[0]
            heights = {item.height() for item in seen(shell, "refusedBranchCard")}
            assert {item.height() for item in seen(shell, "branchCard")} <= heights, "the next ones stay"
            QTest.keyClick(focused, Qt.Key.Key_Space)
            await until(lambda left=left: len(seen(shell, "refusedBranchOpen")) == left, "one less")  # type: ignore[misc]
            await until(lambda: not tasks.running(), "it settles")
        assert shell.chat.composer.field.hasFocus()
        assert {name for name in visited if name.startswith("rail")} == set()

    run_in_window(home, first, model=ScriptedModel([five_branches()]), setting_up=plant)
    run_in_window(after, then, size=(1280, 1200))
