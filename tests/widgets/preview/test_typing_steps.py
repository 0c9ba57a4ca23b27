"""One *Undo* takes back what was typed in one go, in every field for longer texts."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from stello_desktop.ui.chat.message_edit import MessageEdit
from stello_desktop.ui.preview.text_box import TextBox
from stello_desktop.ui.typing_steps import PAUSE_S

CONTROL = Qt.KeyboardModifier.ControlModifier


class Writer:
    """Types into a field, with a clock of its own."""

    def __init__(self, field: TextBox | MessageEdit) -> None:
        self.field, self.now_s = field, 0.0
        field.show()
        field.setFocus()
        assert field.steps is not None
        field.steps.clock = lambda: self.now_s

    @property
    def text(self) -> str:
        """What stands there."""
        return self.field.toPlainText()

    def type(self, text: str) -> None:
        """Quickly, one key after another."""
        for letter in text:
            self.now_s += 0.1
            QTest.keyClicks(self.field, letter)

    def press(self, key: Qt.Key) -> None:
        """One key."""
        QTest.keyClick(self.field, key)

    def undo(self) -> str:
        """What stands there then."""
        QTest.keyClick(self.field, Qt.Key.Key_Z, CONTROL)
        return self.text

    def redo(self) -> str:
        """What stands there then."""
        self.field.redo()
        return self.text


@pytest.fixture(params=["box", "message"])
def writer(request: pytest.FixtureRequest, qtbot: QtBot) -> Writer:
    field = TextBox("box") if request.param == "box" else MessageEdit()
    qtbot.addWidget(field)
    return Writer(field)


def test_what_is_typed_in_one_go_is_one_step(writer: Writer) -> None:
    writer.type("be blunt")
    assert writer.undo() == ""
    assert writer.redo() == "be blunt"


def test_a_pause_begins_a_new_step(writer: Writer) -> None:
    writer.type("be blunt")
    writer.now_s += 2 * PAUSE_S
    writer.type(" and kind")
    writer.now_s += 2 * PAUSE_S
    assert writer.undo() == "be blunt"
    assert writer.undo() == ""
    assert writer.redo() == "be blunt"
    assert writer.redo() == "be blunt and kind"


def test_a_move_of_the_cursor_begins_a_new_step(writer: Writer) -> None:
    """Also one that ends where it began."""
    writer.type("be blunt")
    writer.press(Qt.Key.Key_Left)
    writer.press(Qt.Key.Key_Right)
    writer.type("!")
    assert writer.undo() == "be blunt"
    writer.press(Qt.Key.Key_Home)
    writer.type("do ")
    assert writer.undo() == "be blunt"
    assert writer.undo() == ""


def test_deleting_after_a_pause_is_a_step_of_its_own(writer: Writer) -> None:
    writer.type("blunt")
    for _ in range(2):
        writer.now_s += 0.1
        writer.press(Qt.Key.Key_Backspace)
    writer.now_s += 2 * PAUSE_S
    writer.press(Qt.Key.Key_Backspace)
    assert writer.text == "bl"
    assert writer.undo() == "blu"
    assert writer.undo() == "blunt"


def test_words_of_an_input_method_pause_too(writer: Writer) -> None:
    for word in ("你好", "世界"):
        writer.now_s += 2 * PAUSE_S
        composed = QInputMethodEvent()
        composed.setCommitString(word)
        QApplication.sendEvent(writer.field, composed)
    assert writer.undo() == "你好"
    assert writer.undo() == ""


def test_a_paste_stays_a_step_of_its_own(writer: Writer) -> None:
    pasted = QMimeData()
    pasted.setText("pasted")
    writer.type("a ")
    writer.field.insertFromMimeData(pasted)
    writer.now_s += 2 * PAUSE_S
    writer.type(" b")
    assert writer.undo() == "a pasted"
    assert writer.undo() == "a "
    assert writer.undo() == ""
