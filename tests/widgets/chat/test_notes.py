"""Notes in the conversation: changed, sent, removed and brought back (R-15)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.ids import SessionId
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.ui.chat.entries import EntryKind
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import until

type Tell = Callable[..., None]


def control(panel: QWidget, name: str) -> QWidget | None:
    return next((widget for widget in panel.findChildren(QWidget, name) if widget.isVisible()), None)


async def press(panel: ChatPanel, name: str) -> None:
    await until(lambda: control(panel, name) is not None, name)
    found = control(panel, name)
    assert isinstance(found, QAbstractButton)
    QTest.mouseClick(found, Qt.MouseButton.LeftButton)
    await asyncio.sleep(0)


async def note(panel: ChatPanel, text: str) -> None:
    QTest.keyClicks(panel.composer.field, text)
    await press(panel, "composerNote")
    await until(partial(_has, panel, text), text)


async def ask(panel: ChatPanel, text: str) -> None:
    QTest.keyClicks(panel.composer.field, text)
    QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
    await asyncio.sleep(0)
    await quiet(panel)


async def quiet(panel: ChatPanel) -> None:
    await until(lambda: not panel.conversation.answering and panel.conversation.turn is None, "it settles")


def said(panel: ChatPanel) -> list[str]:
    return [entry.text for entry in panel.canvas.entries if entry.text]


def _has(panel: ChatPanel, text: str) -> bool:
    return text in said(panel)


def _says(panel: ChatPanel, texts: list[str]) -> bool:
    return said(panel) == texts


def offers(panel: ChatPanel, index: int) -> dict[str, QAction]:
    """What the menu of a message has, by its words."""
    menu = panel._menu.build(index, QPointF(-1, -1))
    menu.aboutToHide.connect(menu.deleteLater)
    found = {action.text().partition("\t")[0]: action for action in menu.actions() if action.text()}
    menu.deleteLater()
    return found


def choose(panel: ChatPanel, index: int, words: str) -> None:
    offers(panel, index)[words].trigger()


def notice(panel: ChatPanel) -> str:
    found = control(panel, "composerNotice")
    return found.text() if isinstance(found, QLabel) else ""


def test_a_note_after_a_failed_answer_leaves_its_retry_where_it_is(tell: Tell) -> None:
    """R-15, R-10: what is noted below does not take the way on."""
    model = ScriptedModel([ProviderError(ProviderErrorKind.SERVER), "better"])

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await ask(panel, "first")
        await note(panel, "a thought")
        assert panel.canvas.entries[-1].kind is EntryKind.NOTE
        await press(panel, "errorRetry")
        await quiet(panel)
        await until(lambda: said(panel) == ["first", "better", "a thought"], "the answer above the note")

    tell(story, model)


def test_a_question_without_any_answer_says_why_above_the_note(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        QTest.keyClicks(panel.composer.field, "first")
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
        await asyncio.sleep(0)
        panel.sending.stop()
        await quiet(panel)
        await note(panel, "a thought")
        kinds = [entry.kind for entry in panel.canvas.entries]
        assert kinds == [EntryKind.QUESTION, EntryKind.ANSWER, EntryKind.NOTE]
        assert control(panel, "endingRetry") is not None

    tell(story, ScriptedModel(["never"], delay_s=1))


def test_a_note_is_changed_in_the_composer_and_the_draft_comes_back(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await note(panel, "a thought")
        QTest.keyClicks(panel.composer.field, "half a draft")
        choose(panel, 0, "Edit")
        assert panel.composer.text == "a thought"
        assert notice(panel) == "You are changing a note"
        QTest.keyClicks(panel.composer.field, ", better")
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
        await until(lambda: said(panel) == ["a thought, better"], "the change")
        assert panel.composer.text == "half a draft"
        words = control(panel.canvas, "versionWords")
        assert isinstance(words, QLabel)
        assert words.text() == "2/2"
        panel.canvas.version_requested.emit(0, -1)
        await until(lambda: said(panel) == ["a thought"], "what it said before")

    tell(story, ScriptedModel(["unasked"]))


def test_a_removed_note_is_brought_back_with_one_click(tell: Tell) -> None:
    """R-15, P-4."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await note(panel, "one")
        await note(panel, "two")
        await note(panel, "three")
        choose(panel, 1, "Remove the note")
        await until(lambda: said(panel) == ["one", "three"], "it is gone")
        await until(lambda: notice(panel) == "The note was removed", "the line says so")
        await press(panel, "composerNoticeAction")
        await until(lambda: said(panel) == ["one", "two", "three"], "it is back at its place")
        assert panel.composer.field.hasFocus()

    tell(story, ScriptedModel(["unasked"]))


def test_a_note_that_came_back_by_the_key_is_not_offered_once_more(tell: Tell) -> None:
    """R-15: the line has gone with its reason; another line that stands there by then stays."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await note(panel, "one")
        choose(panel, 0, "Remove the note")
        await until(lambda: notice(panel) == "The note was removed", "the line says so")
        await workspace.undo()
        await until(lambda: said(panel) == ["one"], "it is back")
        assert notice(panel) == ""
        choose(panel, 0, "Remove the note")
        await until(lambda: notice(panel) == "The note was removed", "the line says so again")
        panel.composer.notice.say("Something newer")
        await workspace.undo()
        await until(lambda: said(panel) == ["one"], "it is back")
        assert notice(panel) == "Something newer"

    tell(story, ScriptedModel(["unasked"]))


def test_a_later_step_is_not_undone_in_its_place(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await note(panel, "one")
        choose(panel, 0, "Remove the note")
        await until(lambda: said(panel) == [], "it is gone")
        await until(lambda: bool(notice(panel)), "the line")
        await workspace.create_project("Another")
        await press(panel, "composerNoticeAction")
        await until(lambda: "since" in notice(panel), "it says why not")
        assert [entry.label for entry in workspace.topology.entries()].count("Another") == 1

    tell(story, ScriptedModel(["unasked"]))


def test_a_note_is_sent_as_a_message(tell: Tell) -> None:
    model = ScriptedModel(["to the thought"])

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await note(panel, "a thought")
        assert not model.requests
        panel.canvas.pointed_at.emit(0)
        await press(panel, "messageSendNote")
        await quiet(panel)
        await until(lambda: said(panel) == ["a thought", "to the thought"], "the answer")
        assert panel.canvas.entries[0].kind is EntryKind.QUESTION
        assert len(model.requests) == 1

    tell(story, model)


def test_what_came_along_is_not_a_note_of_this_conversation(tell: Tell) -> None:
    """R-15: a copy belongs to what it was branched from; here it can be copied and branched from."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await note(panel, "a thought")
        branch = await workspace.branches.open(session_id, "Deeper", context="inherit")
        panel.show_session(branch)
        await until(lambda: panel.conversation.is_loaded and said(panel) == ["a thought"], "the copy")
        assert set(offers(panel, 0)) == {"Copy message", "Branch from here…", "Branch from here at once"}

    tell(story, ScriptedModel(["unasked"]))


def test_editing_an_earlier_question_says_that_it_makes_a_branch(tell: Tell) -> None:
    """R-14: in words, in the menu and on the button."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        asked: list[tuple[object, ...]] = []
        panel.branch_requested.connect(lambda *args: asked.append(args))
        await ask(panel, "first")
        await ask(panel, "second")
        assert "Edit in a branch" in offers(panel, 0)
        assert "Edit" in offers(panel, 2)
        panel.canvas.pointed_at.emit(0)
        edit = control(panel, "messageEdit")
        assert edit is not None
        assert edit.accessibleName() == "Edit in a branch"
        await press(panel, "messageEdit")
        record = (await workspace.messages.list_records(session_id))[0]
        assert asked == [(session_id, record.record_id, "first")]

    tell(story, ScriptedModel(["x"], repeat_last=True))
