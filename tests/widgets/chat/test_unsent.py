"""Messages that wait, as a person sees and changes them (R-1, row 25)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QDialog, QLabel, QPlainTextEdit, QWidget

from stello_desktop.domain.commands import SetArchived
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.domain.reach import unreachable
from stello_desktop.llm.scripted import Reply, ScriptedModel
from stello_desktop.ui.chat.entries import Ending
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import until

type Tell = Callable[..., None]


class Line:
    """A model behind a line that can be plugged in."""

    def __init__(self, *, delay_s: float = 0.0) -> None:
        self.up = False
        self.model = ScriptedModel([self._answer], repeat_last=True, delay_s=delay_s)

    def _answer(self, request: ModelRequest) -> Reply:
        return f"To {request.messages[-1].content}" if self.up else unreachable("ConnectError: refused")


def controls(panel: QWidget, name: str) -> list[QWidget]:
    found = [widget for widget in panel.findChildren(QWidget, name) if widget.isVisible()]
    return sorted(found, key=lambda widget: widget.mapTo(panel, widget.rect().topLeft()).y())


async def press(panel: ChatPanel, name: str, number: int = 0) -> None:
    await until(lambda: len(controls(panel, name)) > number, name)
    found = controls(panel, name)[number]
    assert isinstance(found, QAbstractButton)
    QTest.mouseClick(found, Qt.MouseButton.LeftButton)
    await asyncio.sleep(0)


async def write(panel: ChatPanel, text: str) -> None:
    panel.composer.field.setFocus()
    QTest.keyClicks(panel.composer.field, text)
    QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
    await asyncio.sleep(0)
    await until(lambda: not panel.conversation.answering and panel.conversation.turn is None, "it settles")


def _shows(panel: ChatPanel, count: int) -> bool:
    return len(controls(panel, "unsentLine")) == count


async def three_waiting(panel: ChatPanel) -> None:
    for number, text in enumerate(("one", "two", "three"), 1):
        await write(panel, text)
        await until(partial(_shows, panel, number), f"{text} waits")


async def kept_draft(workspace: Workspace, session_id: SessionId, text: str) -> None:
    """Until this is on disk."""
    async with asyncio.timeout(5):
        while True:
            if await workspace.messages.get_draft(session_id) == text:
                return
            await asyncio.sleep(0.01)


def said(panel: ChatPanel) -> list[str]:
    return [entry.text for entry in panel.canvas.entries if entry.text]


def notes(panel: ChatPanel) -> list[str]:
    return [label.text() for label in controls(panel, "unsentWords") if isinstance(label, QLabel)]


def test_a_message_that_cannot_be_sent_says_so_quietly_and_those_behind_it_too(tell: Tell) -> None:
    """Row 25: no error card; *Send now* is on the one that is next."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await three_waiting(panel)
        assert said(panel) == ["one", "two", "three"]
        assert notes(panel) == ["Waiting to be sent"] * 3
        assert not controls(panel, "errorCard")
        assert [len(controls(panel, f"unsent{name}")) for name in ("Send", "Edit", "Remove")] == [1, 3, 3]
        assert panel.composer.text == ""

    tell(story, Line().model)


def test_one_click_sends_them_in_order_and_each_answer_stands_below_its_question(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await three_waiting(panel)
        line.up = True
        await press(panel, "unsentSend")
        assert panel.composer.field.hasFocus()
        await until(
            lambda: any(entry.ending is Ending.GROWING for entry in panel.canvas.entries), "an answer"
        )
        growing = [entry.ending is Ending.GROWING for entry in panel.canvas.entries].index(True)
        behind = [entry.text for entry in panel.canvas.entries[growing + 1 :] if entry.text]
        assert behind in (["two", "three"], ["three"], [])
        await until(lambda: not workspace.outbox.sending and workspace.outbox.count == 0, "all are sent")
        await until(lambda: len(said(panel)) == 6, "all are shown")
        assert said(panel) == ["one", "To one", "two", "To two", "three", "To three"]
        assert not controls(panel, "unsentLine")

    line = Line(delay_s=0.02)
    tell(story, line.model)


def test_a_waiting_message_is_changed_in_the_composer_and_the_draft_comes_back(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await three_waiting(panel)
        QTest.keyClicks(panel.composer.field, "half a thou")
        await press(panel, "unsentEdit", 1)
        assert panel.composer.text == "two"
        QTest.keyClicks(panel.composer.field, ", please")
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
        await until(lambda: said(panel) == ["one", "two, please", "three"], "the change")
        assert panel.composer.text == "half a thou"
        assert not line.up
        assert len(line.model.requests) == 1

    line = Line()
    tell(story, line.model)


def test_a_change_that_comes_too_late_is_not_lost(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "one")
        await press(panel, "unsentEdit")
        await until(lambda: workspace.outbox.count == 1, "it is counted")
        line.up = True
        workspace.outbox.send()
        await until(lambda: workspace.outbox.count == 0 and not workspace.rounds.live_sessions, "it has left")
        await until(lambda: said(panel) == ["one", "To one"], "it is shown")
        QTest.keyClicks(panel.composer.field, " better")
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
        await until(lambda: panel.composer.text == "one better", "the words are still there")
        assert said(panel) == ["one", "To one"]

    line = Line()
    tell(story, line.model)


def test_a_change_that_comes_too_late_waits_in_its_own_conversation(tell: Tell) -> None:
    """R-1: who goes on to another conversation at once finds the words in the draft of the first, and only there."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        other = await workspace.create_project("Elsewhere")
        await write(panel, "one")
        QTest.keyClicks(panel.composer.field, "half a thou")
        await press(panel, "unsentEdit")
        await until(lambda: workspace.outbox.count == 1, "it is counted")
        line.up = True
        workspace.outbox.send()
        await until(lambda: workspace.outbox.count == 0 and not workspace.rounds.live_sessions, "it has left")
        QTest.keyClicks(panel.composer.field, " better")
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
        panel.show_session(other)
        await until(lambda: panel.conversation.is_loaded, "the other one")
        await kept_draft(workspace, session_id, "one better\nhalf a thou")
        assert not panel.composer.text
        panel.show_session(session_id)
        await until(lambda: panel.composer.text == "one better\nhalf a thou", "the words are still there")

    line = Line()
    tell(story, line.model)


def test_one_that_waits_can_be_changed_while_the_one_before_it_is_answered(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "one")
        await write(panel, "two")
        await until(partial(_shows, panel, 2), "they wait")
        line.up = True
        await press(panel, "unsentSend")
        await until(lambda: panel.conversation.answering and _shows(panel, 1), "the first is on its way")
        await press(panel, "unsentEdit")
        QTest.keyClicks(panel.composer.field, ", please")
        await press(panel, "composerSend")
        await until(
            lambda: workspace.outbox.count == 0 and not workspace.rounds.live_sessions, "all are sent"
        )
        await until(lambda: said(panel)[-1:] == ["To two, please"], "with the change")

    line = Line(delay_s=0.4)
    tell(story, line.model)


def test_a_removed_message_can_be_brought_back(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await three_waiting(panel)
        await press(panel, "unsentRemove", 1)
        await until(lambda: said(panel) == ["one", "three"], "it is gone")
        assert panel.composer.field.hasFocus()
        await press(panel, "composerNoticeAction")
        assert panel.composer.text == "two"

    tell(story, Line().model)


def test_why_is_one_click_away(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "one")
        await press(panel, "unsentWhy")
        dialog = panel.findChild(QDialog)
        assert dialog is not None
        text = dialog.findChild(QPlainTextEdit)
        assert text is not None
        assert "ConnectError: refused" in text.toPlainText()
        dialog.close()

    tell(story, Line().model)


def test_r_13_in_an_archived_conversation_they_wait_until_it_is_taken_out(tell: Tell) -> None:
    """R-13."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "one")
        await workspace.apply(SetArchived((session_id,), archived=True))
        await until(lambda: notes(panel) and "out of the archive" in notes(panel)[0], "it says so")
        assert not controls(panel, "unsentSend")
        assert not controls(panel, "unsentRemove")
        await press(panel, "chatUnarchive")
        await until(lambda: controls(panel, "unsentSend"), "it can be sent again")

    tell(story, Line().model)


def test_what_failed_before_those_that_wait_can_still_be_tried_again(tell: Tell) -> None:
    """R-10: the actions of the last answer are not lost behind what waits."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        line.up = True
        await write(panel, "one")
        line.up = False
        await write(panel, "two")
        await until(lambda: controls(panel, "unsentLine"), "two waits")
        answer = panel.canvas.entries[1]
        assert answer.newest
        line.up = True
        panel.sending.retry()
        await until(lambda: len(line.model.requests) == 3, "asked again")
        await until(lambda: said(panel) == ["one", "To one", "two"], "in its place")
        assert controls(panel, "unsentSend")

    line = Line()
    tell(story, line.model)


def test_everything_about_a_waiting_message_can_be_done_with_the_keyboard(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "one")
        await until(lambda: controls(panel, "unsentSend"), "the line")
        for name in ("unsentSend", "unsentEdit", "unsentRemove", "unsentWhy"):
            (made,) = controls(panel, name)
            assert made.focusPolicy() & Qt.FocusPolicy.TabFocus
            assert isinstance(made, QAbstractButton)
            assert made.text()
        menu_entry = panel.canvas.entries[0]
        assert panel._menu.actions_for(menu_entry).edit
        line.up = True
        send = controls(panel, "unsentSend")[0]
        send.setFocus()
        QTest.keyClick(send, Qt.Key.Key_Return)
        await until(lambda: said(panel) == ["one", "To one"], "sent")

    line = Line()
    tell(story, line.model)
