"""What is typed in a conversation is written, wherever in it the keyboard stands; no letter is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import until

type Tell = Callable[..., None]


@pytest.mark.parametrize("name", ["transcript", "chatMore", "chatBranch", "serviceChip", "chatTitleText"])
def test_letters_go_to_the_message_from_wherever_the_keyboard_stands(tell: Tell, name: str) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await workspace.messages.add_note(session_id, "one")
        await until(lambda: panel.canvas.entries, "the note")
        panel.composer.set_text("so ")
        place = panel.findChild(QWidget, name)
        assert place is not None
        place.setFocus()
        QTest.keyClick(place, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert panel.composer.text == "so ", "a shortcut is no letter"
        QTest.keyClicks(place, "W", Qt.KeyboardModifier.ShiftModifier)
        QTest.keyClicks(panel.composer.field, "hat now?")
        assert panel.composer.field.hasFocus()
        assert panel.composer.text == "so What now?"

    tell(story, ScriptedModel(["unasked"]))


def test_after_the_menu_was_left_with_escape_the_writing_goes_on(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        more = panel.header.more
        more.setFocus()
        QTest.keyClick(more, Qt.Key.Key_Space, delay=0)
        menu: QMenu = panel.header.menu
        await until(menu.isVisible, "the menu")
        QTest.keyClick(menu, Qt.Key.Key_Escape)
        await until(lambda: not menu.isVisible(), "it is closed")
        QTest.keyClicks(more, "w")
        assert panel.composer.text == "w"
        assert panel.composer.field.hasFocus()

    tell(story, ScriptedModel(["unasked"]))
