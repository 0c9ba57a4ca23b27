"""Whatever button is pressed while a service is away, what has arrived stays within reach (R-9, R-14)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QWidget

from stello_desktop.domain.events import EndReason, StreamEnd, TextDelta
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import ModelRequest, RecordState
from stello_desktop.domain.reach import unreachable
from stello_desktop.llm.scripted import Reply, ScriptedModel
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.servers import RESET, ThreadedReplayServer, flow, reply, text_events
from tests.helpers.windows import run_in_window, until

type Tell = Callable[..., None]

PARTIAL = "Once upon a time"
BROKEN: Reply = [TextDelta(PARTIAL), StreamEnd(EndReason.INTERRUPTED)]


class Line:
    """A model that breaks off at first, is away then, and comes back when it is told to."""

    def __init__(self) -> None:
        self.answers: list[Reply] = [BROKEN]
        self.model = ScriptedModel([self._answer], repeat_last=True)

    def _answer(self, _request: ModelRequest) -> Reply:
        return self.answers.pop(0) if self.answers else unreachable("ConnectError: refused")


def controls(panel: QWidget, name: str) -> list[QAbstractButton]:
    return [widget for widget in panel.findChildren(QAbstractButton, name) if widget.isVisible()]


def said(panel: ChatPanel) -> list[str]:
    return [entry.text for entry in panel.canvas.entries if entry.text]


def _answers(panel: ChatPanel, expected: list[str]) -> bool:
    return said(panel) == expected and panel.conversation.answering


async def quiet(panel: ChatPanel) -> None:
    await until(lambda: not panel.conversation.answering and panel.conversation.turn is None, "it settles")


async def press(panel: ChatPanel, name: str) -> None:
    await until(lambda: controls(panel, name), name)
    QTest.mouseClick(controls(panel, name)[0], Qt.MouseButton.LeftButton)
    await asyncio.sleep(0)
    await quiet(panel)


async def broken_off(panel: ChatPanel) -> None:
    """A question whose answer came only in part."""
    panel.composer.field.setFocus()
    QTest.keyClicks(panel.composer.field, "Tell")
    QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
    await asyncio.sleep(0)
    await quiet(panel)
    assert said(panel) == ["Tell", PARTIAL]


def test_a_continuation_that_fails_can_be_continued_again(tell: Tell) -> None:
    """R-9: as often as it fails, the part stays as it was, with one card that tells of the newest failure."""
    line = Line()

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await broken_off(panel)
        for _ in range(3):
            await press(panel, "errorContinue")
            assert said(panel) == ["Tell", PARTIAL]
            await until(lambda: controls(panel, "errorContinue"), "it is offered again")
            assert len(panel.canvas.entries) == len(["question", "part", "failure"])
        line.answers = [" there was an end."]
        await press(panel, "errorContinue")
        assert said(panel) == ["Tell", PARTIAL, " there was an end."]
        assert len(panel.canvas.entries) == len(["question", "part", "rest"])

    tell(story, line.model)


def test_a_part_is_an_earlier_version_once_it_is_tried_again(tell: Tell) -> None:
    """R-14: also where the continuation had failed, and the new try cannot even leave."""
    line = Line()

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await broken_off(panel)
        await press(panel, "errorContinue")
        await press(panel, "errorRetry")
        await press(panel, "versionEarlier")
        await until(lambda: said(panel) == ["Tell", PARTIAL], "what had arrived")
        await press(panel, "errorContinue")
        line.answers = ["All of it."]
        await press(panel, "errorRetry")
        await until(lambda: said(panel) == ["Tell", "All of it."], "the new answer")
        await press(panel, "versionEarlier")
        await until(lambda: said(panel) == ["Tell"], "the try that never left")
        await press(panel, "versionEarlier")
        await until(lambda: said(panel) == ["Tell", PARTIAL], "what had arrived, again")

    tell(story, line.model)


def test_a_continuation_that_is_stopped_leaves_what_was_there(tell: Tell) -> None:
    """R-9: before its first word, and after it."""
    line = Line()
    line.model = ScriptedModel([BROKEN, "and so on"], delay_s=0.2, repeat_last=True)

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await broken_off(panel)
        for heard in ([], ["and "]):
            await until(lambda: controls(panel, "errorContinue"), "it is offered")
            QTest.mouseClick(controls(panel, "errorContinue")[0], Qt.MouseButton.LeftButton)
            expected = ["Tell", PARTIAL, *heard]
            await until(partial(_answers, panel, expected), "it goes on")
            panel.sending.stop()
            await quiet(panel)
            assert said(panel) == expected
        await until(lambda: controls(panel, "endingContinue"), "it is offered after the stop")
        states = [record.state for record in await workspace.messages.list_records(session_id)]
        assert states == [RecordState.STOPPED, RecordState.FAILED, RecordState.STOPPED]

    tell(story, line.model)


def test_with_the_key_entered_the_answer_goes_on_after_a_restart(qapp: QApplication, tmp_path: Path) -> None:
    """R-9, row 58: *Use and try again* after *Continue* does not ask the question once more."""
    part = flow(text_events(PARTIAL, finish=None), 0.1, RESET)

    async def first(shell: Shell, _workspace: Workspace) -> None:
        await until(lambda: shell.chat.conversation.is_loaded)
        shell.chat.composer.set_text("Tell")
        shell.chat.composer.submitted.emit("Tell")
        await quiet(shell.chat)
        assert said(shell.chat) == ["Tell", PARTIAL]

    async def after_a_restart(shell: Shell, _workspace: Workspace) -> None:
        await until(lambda: shell.chat.conversation.is_loaded)
        await press(shell.chat, "errorContinue")
        await press(shell.chat, "errorKey")
        field = shell.chat.findChild(QLineEdit, "keyQuestionKey")
        assert field is not None
        QTest.keyClicks(field, "sk-2")
        QTest.keyClick(field, Qt.Key.Key_Return)
        await until(lambda: said(shell.chat) == ["Tell", PARTIAL, " there was an end."], "it went on")

    with ThreadedReplayServer([part, reply(text_events(" there was an end."))]) as server:
        run_in_window(tmp_path, first, setting_up=lambda workspace: plant(workspace, server.base_url))
        run_in_window(tmp_path, after_a_restart)
        assert PARTIAL in server.requests[-1].body.decode()


async def plant(workspace: Workspace, address: str) -> None:
    """A service whose key is kept for one run, and a conversation that it answers."""
    service = await workspace.services.add(name="Mine", address=address, model="m", key="sk-1")
    project = await workspace.create_project("Garden")
    await workspace.services.bind(project, service)


def test_who_goes_away_in_the_middle_of_a_change_finds_its_words_again(tell: Tell) -> None:
    """The changed words stand before what was being typed; where nothing was changed, only that is there."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        other = await workspace.create_project("Elsewhere")
        QTest.keyClicks(panel.composer.field, "a draft")
        panel.composer.begin_edit("the question")
        panel.show_session(other)
        await until(lambda: panel.conversation.is_loaded, "the other one")
        assert not panel.composer.editing
        panel.show_session(session_id)
        await until(lambda: panel.composer.text == "a draft", "only the draft")
        panel.composer.begin_edit("the question")
        QTest.keyClicks(panel.composer.field, ", better")
        panel.show_session(other)
        await until(lambda: panel.conversation.is_loaded, "the other one again")
        assert not panel.composer.text
        panel.show_session(session_id)
        await until(lambda: panel.composer.text == "the question, better\na draft", "the new words too")

    tell(story)
