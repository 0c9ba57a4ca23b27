"""The line at the beginning of a branch that began with a summary of its source (F-5)."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QTextEdit, QWidget

from stello_desktop.domain.commands import Delete, Rename, Reparent
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.ui.chat.entries import EntryKind
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import until
from tests.widgets.chat.test_earlier import kinds, press, there

type Tell = Callable[..., None]

SUMMARY = "They chose <b>the mill</b> & **two** ovens.\nhttps://example.com/a?b=1"


def sums_up() -> ScriptedModel:
    def reply(request: ModelRequest) -> str:
        return SUMMARY if "You shorten conversations" in request.messages[0].content else "The mill."

    return ScriptedModel([reply], repeat_last=True)


async def branch_with_summary(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> SessionId:
    """Of a conversation in which something was said; it is shown."""
    await workspace.rounds.start(session_id, "Which mill?").wait()
    made = await workspace.branches.open(session_id, "Ovens", context="compress")
    panel.show_session(made)
    await until(lambda: panel.findChild(QWidget, "beginningLine") is not None, "the line is there")
    return made


def seen(panel: ChatPanel, name: str) -> bool:
    return any(part.isVisible() for part in panel.findChildren(QWidget, name))


def test_the_summary_can_be_read_and_copied_where_the_branch_begins(tell: Tell) -> None:
    """F-5: folded at first; it is text, whatever stands in it; a screen reader hears the same."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await branch_with_summary(workspace, panel, session_id)
        words = "It began with a summary of “Financing”"
        assert kinds(panel) == [EntryKind.BEGINNING]
        assert there(panel, QWidget, "beginningLine").accessibleName() == words
        assert there(panel, QAbstractButton, "beginningFold").text() == words
        spoken = QAccessible.queryAccessibleInterface(panel.canvas).child(0).text(QAccessible.Text.Name)
        assert spoken == words
        assert not seen(panel, "beginningText")
        press(panel, "beginningFold")
        assert seen(panel, "beginningText")
        assert there(panel, QTextEdit, "beginningText").toPlainText() == SUMMARY
        press(panel, "beginningCopy")
        assert QGuiApplication.clipboard().text() == SUMMARY
        assert there(panel, QAbstractButton, "beginningCopy").text() == "Copied"
        sent: list[str] = []
        panel.go_to.connect(sent.append)
        press(panel, "beginningGo")
        assert sent == [session_id]

    tell(story, sums_up())


def test_such_a_branch_is_not_said_to_be_empty(tell: Tell) -> None:
    """F-5: there is something, though nothing has been said in it; the messages stand below it then."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        made = await branch_with_summary(workspace, panel, session_id)
        assert not seen(panel, "chatEmpty")
        assert seen(panel, "beginningAlone")
        turn = workspace.rounds.start(made, "And the ovens?")
        await turn.wait()
        await until(lambda: len(kinds(panel)) == 3, "the answer is there")
        assert kinds(panel) == [EntryKind.BEGINNING, EntryKind.QUESTION, EntryKind.ANSWER]
        await until(lambda: seen(panel, "beginningLine") and not seen(panel, "beginningAlone"))
        grandchild = await workspace.branches.open(made, "Later", context="none")
        panel.show_session(grandchild)
        await until(lambda: seen(panel, "chatEmpty"), "one that began empty says so")
        assert kinds(panel) == []

    tell(story, sums_up())


def test_it_stands_above_an_answer_that_runs(tell: Tell) -> None:
    """F-5: nothing jumps when the first question is asked."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await branch_with_summary(workspace, panel, session_id)
        panel.composer.type_text("And the ovens?")
        panel.composer.field.submitted.emit()
        await until(lambda: panel.conversation.turn is not None, "it runs")
        assert kinds(panel) == [EntryKind.BEGINNING, EntryKind.QUESTION, EntryKind.ANSWER]
        await until(lambda: not panel.conversation.answering, "it has ended")
        await until(lambda: kinds(panel) == [EntryKind.BEGINNING, EntryKind.QUESTION, EntryKind.ANSWER])

    tell(story, sums_up())


def test_it_follows_the_name_of_the_conversation_it_is_of(tell: Tell) -> None:
    """F-8: the name of today; where that conversation is gone, that it is."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await branch_with_summary(workspace, panel, session_id)

        def said(words: str) -> bool:
            return there(panel, QWidget, "beginningLine").accessibleName() == words

        await workspace.apply(Rename(session_id, "R&D <i>money</i>"))
        await until(lambda: said("It began with a summary of “R&D <i>money</i>”"), "the new name")
        fold = there(panel, QAbstractButton, "beginningFold")
        assert fold.text() == "It began with a summary of “R&&D <i>money</i>”"
        made = panel.session_id
        assert made is not None
        other = await workspace.create_project("Elsewhere")
        await workspace.apply(Reparent((made,), other))
        await workspace.apply(Delete((session_id,)))
        await until(lambda: said("It began with a summary of a conversation that is no longer there"))
        press(panel, "beginningFold")
        assert not seen(panel, "beginningGo")
        assert seen(panel, "beginningCopy")

    tell(story, sums_up())


def test_a_long_name_leaves_room_for_the_line(qapp: QApplication, tell: Tell) -> None:
    """It ends in dots, so that nothing reaches out of the column."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await workspace.apply(Rename(session_id, "A very long name of a conversation " * 4))
        await branch_with_summary(workspace, panel, session_id)
        line, fold = there(panel, QWidget, "beginningLine"), there(panel, QAbstractButton, "beginningFold")
        assert fold.text().endswith("…")
        assert line.rect().contains(fold.geometry())
        assert line.width() <= panel.canvas.viewport().width()
        assert isinstance(there(panel, QLabel, "beginningAlone"), QLabel)

    tell(story, sums_up())
