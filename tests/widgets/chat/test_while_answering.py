"""What stands at the composer while an answer is being written: reminders that are leaving, a message that must wait."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.held import HeldModel
from tests.helpers.windows import until

type Tell = Callable[..., None]


def shown(panel: ChatPanel, name: str) -> QWidget | None:
    return next((found for found in panel.findChildren(QWidget, name) if found.isVisible()), None)


def words(panel: ChatPanel, name: str) -> str:
    found = shown(panel, name)
    return found.text() if isinstance(found, (QLabel, QAbstractButton)) else ""


def type_in(panel: ChatPanel, text: str) -> None:
    panel.composer.field.setFocus()
    QTest.keyClicks(panel.composer.field, text)
    QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)


def test_enter_while_an_answer_is_written_says_why_nothing_leaves_and_keeps_every_word(tell: Tell) -> None:
    """Nothing the person typed is ever lost, and no key is without an effect that can be seen."""
    model = HeldModel()

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        type_in(panel, "One")
        await until(lambda: model.requests, "it is asked")
        type_in(panel, "and two")
        assert panel.composer.text == "and two"
        assert words(panel, "composerNotice").startswith("An answer is still being written.")
        QTest.keyClicks(panel.composer.field, " more")
        model.go_on.set()
        await until(lambda: not panel.conversation.answering, "the end")
        await until(lambda: not shown(panel, "composerNotice"), "the line has gone with its reason")
        assert panel.composer.text == "and two more"
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
        await until(lambda: len(model.requests) == 2, "now it leaves")
        assert panel.composer.text == ""

    tell(story, model)


def test_the_line_stops_the_answer_too_and_comes_back_to_what_is_being_changed(tell: Tell) -> None:
    """By keyboard: while a note or a message is changed, that is said again afterwards."""
    model = HeldModel(free=1)

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        type_in(panel, "One")
        await until(lambda: model.requests and not shown(panel, "composerStop"), "the first answer")
        panel.sending.retry()
        panel.composer.begin_edit("One, better")
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
        assert words(panel, "composerNotice").startswith("An answer is still being written.")
        stop = shown(panel, "composerNoticeAction")
        assert isinstance(stop, QAbstractButton)
        stop.setFocus()
        QTest.keyClick(stop, Qt.Key.Key_Space)
        await until(lambda: not panel.conversation.answering, "it has stopped")
        assert panel.composer.field.hasFocus()
        assert panel.composer.text == "One, better"
        assert words(panel, "composerNotice") == "You are changing your last message"

    tell(story, model)


def test_a_reminder_says_that_it_is_on_its_way_and_then_that_it_went_along(tell: Tell) -> None:
    """C-4: what is in the request that is being answered is not promised to the next message."""
    model = HeldModel()

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await workspace.memory.add_insight(session_id, "Mind the tax")
        await until(lambda: shown(panel, "reminderBar"), "the line")
        assert words(panel, "reminderWords") == "A reminder goes along with your next message"
        type_in(panel, "How much?")
        await until(lambda: model.requests, "it is asked")
        now = "A reminder goes along with the message that is being answered"
        assert words(panel, "reminderWords") == now
        read = shown(panel, "reminderRead")
        assert isinstance(read, QAbstractButton)
        read.click()
        assert shown(panel, "reminderText")
        assert not shown(panel, "reminderRemove"), "it has left"
        await workspace.memory.add_insight(session_id, "Mind the rent")
        await until(
            lambda: words(panel, "reminderWords") == f"{now} · A reminder goes along with your next message",
            "the later one has to wait",
        )
        model.go_on.set()
        await until(
            lambda: words(panel, "reminderWords") == "A reminder goes along with your next message",
            "the first one has gone",
        )
        await until(lambda: not shown(panel, "composerStop"), "the answer")
        type_in(panel, "And now?")
        await until(lambda: len(model.requests) == 2 and not shown(panel, "composerStop"), "the answer")
        await until(
            lambda: words(panel, "reminderWords") == "The reminder went along with your message", "it is told"
        )
        assert not shown(panel, "reminderRead")
        panel.show_session(await workspace.create_project("Other"))
        assert not shown(panel, "reminderBar")

    tell(story, model)


def test_a_reminder_that_goes_along_again_is_told_again(tell: Tell) -> None:
    """C-4, R-14: the question is asked again with all that it was asked with, and the line says so."""
    model = HeldModel()

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await workspace.memory.add_insight(session_id, "Mind the tax")
        model.go_on.set()
        type_in(panel, "How much?")
        gone = "The reminder went along with your message"
        await until(
            lambda: words(panel, "reminderWords") == gone and not panel.conversation.answering, "once"
        )
        panel.show_session(await workspace.create_project("Other"))
        assert not shown(panel, "reminderBar")
        panel.show_session(session_id)
        await until(lambda: panel.conversation.is_loaded, "it is shown again")
        model.go_on.clear()
        panel.sending.retry()
        now = "A reminder goes along with the message that is being answered"
        await until(
            lambda: shown(panel, "reminderBar") and words(panel, "reminderWords") == now, "on its way"
        )
        await until(lambda: len(model.requests) == 2, "it is asked")
        assert "Mind the tax" in model.requests[-1].messages[0].content
        read = shown(panel, "reminderRead")
        assert isinstance(read, QAbstractButton)
        read.click()
        assert shown(panel, "reminderText")
        assert not shown(panel, "reminderRemove"), "it has left"
        model.go_on.set()
        await until(lambda: words(panel, "reminderWords") == gone, "it is told again")

    tell(story, model)


def test_a_reminder_whose_message_failed_waits_again(tell: Tell) -> None:
    """C-4: it is used up by an answer alone."""
    model = HeldModel()

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await workspace.memory.add_insight(session_id, "Mind the tax")
        type_in(panel, "How much?")
        await until(lambda: model.requests, "it is asked")
        await until(lambda: "being answered" in words(panel, "reminderWords"), "it is on its way")
        panel.sending.stop()
        await until(
            lambda: words(panel, "reminderWords") == "A reminder goes along with your next message", "again"
        )

    tell(story, model)
