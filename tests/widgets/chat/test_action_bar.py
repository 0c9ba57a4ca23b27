"""The buttons beside a message never cover what it says unseen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from stello_desktop.domain.ids import SessionId
from stello_desktop.llm.scripted import ScriptedModel
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
