"""The buttons beside a message never cover what it says unseen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.ui.chat.bar_place import Below, place_bar
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import until

type Tell = Callable[..., None]

LONG = "\n\n".join(f"paragraph {number}" for number in range(60))


async def ask(panel: ChatPanel, text: str) -> None:
    QTest.keyClicks(panel.composer.field, text)
    QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
    await asyncio.sleep(0)
    await until(lambda: not panel.conversation.answering and panel.conversation.turn is None, "it settles")


def test_the_last_line_of_the_last_answer_is_free(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await ask(panel, "tell me")
        canvas, bar = panel.canvas, panel._menu.bar
        canvas.scroll_to_end()
        canvas.pointed_at.emit(1)
        assert bar.isVisible()
        answer = canvas.entry_rect_in_view(1)
        assert bar.geometry().top() >= answer.bottom()
        assert bar.geometry().bottom() <= canvas.viewport().rect().bottom()
        assert not bar.property("area")

    tell(story, ScriptedModel([LONG]))


def test_over_text_it_has_a_ground_of_its_own(tell: Tell) -> None:
    """Where the end of the answer is out of sight nothing shines through the icons."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await ask(panel, "tell me")
        canvas, bar = panel.canvas, panel._menu.bar
        canvas.verticalScrollBar().setValue(300)
        canvas.pointed_at.emit(1)
        assert canvas.entry_rect_in_view(1).bottom() > canvas.viewport().height()
        assert bar.property("area") == "card"
        middle = bar.grab().toImage().pixelColor(bar.width() // 2, 2)
        assert middle.alpha() == 255
        canvas.scroll_to_end()
        canvas.pointed_at.emit(1)
        assert not bar.property("area")

    tell(story, ScriptedModel([LONG]))


def controls(panel: QWidget, name: str) -> list[QAbstractButton]:
    return [made for made in panel.findChildren(QAbstractButton, name) if made.isVisible()]


def click(panel: ChatPanel, name: str) -> None:
    (made,) = controls(panel, name)
    QTest.mouseClick(made, Qt.MouseButton.LeftButton)


def test_it_goes_with_the_answer_that_is_tried_again(tell: Tell) -> None:
    """What is not there any more has no buttons, and the writing goes on."""
    replies = ScriptedModel(["one", "two"], delay_s=0.05)

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await ask(panel, "tell me")
        bar = panel._menu.bar
        panel.canvas.pointed_at.emit(1)
        click(panel, "messageRetry")
        assert panel.conversation.answering
        assert not bar.isVisible()
        assert panel.composer.field.hasFocus()
        await until(
            lambda: not panel.conversation.answering and panel.conversation.turn is None, "it settles"
        )
        assert not bar.isVisible(), "nobody points at it"

    tell(story, replies)


def test_it_goes_with_a_note_that_is_removed_and_stays_with_its_own_message(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        for text in ("one", "two", "three"):
            await workspace.messages.add_note(session_id, text)
        await until(lambda: len(panel.canvas.entries) == 3, "the notes")
        canvas, bar = panel.canvas, panel._menu.bar
        canvas.pointed_at.emit(2)
        below = bar.geometry().top()
        await workspace.messages.add_note(session_id, "four")
        first = canvas.entries[0].record_id
        assert first is not None
        panel._notes.remove(first)
        await until(lambda: [item.text for item in canvas.entries] == ["two", "three", "four"], "one is gone")
        assert bar.isVisible()
        assert panel._menu._hover.entry is canvas.entries[1], "it is still the third's"
        assert bar.geometry().top() < below
        assert bar.geometry().top() >= canvas.entry_rect_in_view(1).bottom()
        click(panel, "messageRemoveNote")
        await until(lambda: [item.text for item in canvas.entries] == ["two", "four"], "it is gone")
        assert not bar.isVisible()

    tell(story, ScriptedModel(["unasked"]))


def test_it_does_not_stay_at_the_edge_when_its_message_was_scrolled_away(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await ask(panel, "tell me")
        canvas, bar = panel.canvas, panel._menu.bar
        canvas.verticalScrollBar().setValue(0)
        canvas.pointed_at.emit(0)
        assert bar.isVisible()
        canvas.verticalScrollBar().setValue(canvas.verticalScrollBar().maximum())
        assert not bar.isVisible()

    tell(story, ScriptedModel([LONG]))


def test_it_goes_when_the_keyboard_goes_on_to_writing(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await ask(panel, "tell me")
        bar = panel._menu.bar
        panel.canvas.setFocus()
        panel.canvas.go_to_entry(0)
        assert bar.isVisible()
        panel.composer.field.setFocus()
        await until(lambda: not bar.isVisible(), "it goes")

    tell(story, ScriptedModel(["one"]))


def test_a_version_can_be_chosen_in_it_where_the_line_is_out_of_sight(tell: Tell) -> None:
    """R-14: its name says of which question it is."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await ask(panel, "tell me")
        panel.sending.retry()
        await until(
            lambda: not panel.conversation.answering and panel.conversation.turn is None, "it settles"
        )
        canvas, bar = panel.canvas, panel._menu.bar
        canvas.scroll_to_end()
        canvas.pointed_at.emit(2)
        strip = bar.findChild(QWidget, "versionStrip")
        assert strip is not None
        assert strip.isVisible()
        assert strip.accessibleName() == "Version 2 of 2: “tell me”"
        click(panel, "versionEarlier")
        await until(lambda: canvas.entries[2].text.endswith("paragraph 59"), "the first answer")
        canvas.verticalScrollBar().setValue(0)
        canvas.pointed_at.emit(2)
        assert not strip.isVisible(), "the line itself is in sight"

    tell(story, ScriptedModel([LONG, LONG + "\n\nmore"]))


@pytest.mark.parametrize("below", list(Below))
@pytest.mark.parametrize("top", [-150, -20, 0, 60, 300, 560])
@pytest.mark.parametrize("height", [40, 90, 900])
@pytest.mark.parametrize("width", [90, 380])
def test_the_first_words_of_a_question_are_free(below: Below, top: int, height: int, width: int) -> None:
    """Beside it, in the room around it, or over its end; always inside what is seen."""
    view, size = QRect(0, 0, 460, 600), QSize(120, 22)
    rect = QRect(456 - width, top, width, height)
    corner, over = place_bar(rect, size, view, question=True, below=below)
    bar = QRect(corner, size)
    assert view.contains(bar)
    first_words = QRect(rect.topLeft(), QSize(min(width, 200), 30))
    if rect.bottom() > 40 and rect.top() < 560:
        assert not bar.intersects(first_words)
    assert over or not bar.intersects(rect)


def test_a_line_under_a_question_is_free_too() -> None:
    """What waits to be sent says so there, and versions stand at the right."""
    view, size, rect = QRect(0, 0, 460, 600), QSize(120, 22), QRect(76, 100, 380, 40)
    line = QRect(QPoint(76, 148), QSize(380, 22))
    for below, taken in ((Below.LINE, line), (Below.VERSIONS, line.adjusted(290, 0, 0, 0))):
        corner, _ = place_bar(rect, size, view, question=True, below=below)
        assert not QRect(corner, size).intersects(taken)
