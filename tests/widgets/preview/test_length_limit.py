"""What has no room in a field is refused whole, with its beginning on offer; nothing that was written is lost."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from stello_desktop.domain.library import MAX_INSTRUCTIONS_CHARS
from stello_desktop.ui.preview.text_box import TextBox
from stello_desktop.ui.preview.too_long import beginning

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    """A window that takes the focus."""
    made = QWidget()
    QVBoxLayout(made)
    made.resize(420, 300)
    qtbot.addWidget(made)
    return made


def a_box(page: QWidget, qtbot: QtBot, *, text: str = "", most: int = 40) -> TextBox:
    box = TextBox("box", lines=(2, 6), max_chars=most)
    layout = page.layout()
    assert layout is not None
    layout.addWidget(box)
    page.show()
    qtbot.waitExposed(page)
    box.begin_with(text)
    box.setUndoRedoEnabled(True)
    box.setFocus()
    return box


def paste(box: TextBox, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    QTest.keyClick(box, Qt.Key.Key_V, CONTROL)


def strip(box: TextBox) -> QWidget | None:
    found = box.findChild(QWidget, "boxTooLong")
    return found if found is not None and found.isVisible() else None


def words(box: TextBox) -> str:
    found = box.findChild(QLabel, "boxTooLongWords")
    return found.text() if found is not None and found.isVisible() else ""


def offer(box: TextBox) -> QAbstractButton:
    found = box.findChild(QAbstractButton, "boxTooLongPaste")
    assert found is not None
    return found


def test_a_paste_over_everything_that_is_too_long_leaves_everything(page: QWidget, qtbot: QtBot) -> None:
    """Ctrl+A and a megabyte: the old text stands there, with one sentence and the choice to paste the beginning."""
    box = a_box(page, qtbot, text="What was written.", most=MAX_INSTRUCTIONS_CHARS)
    height = box.height()
    box.selectAll()
    paste(box, "A word. " * 125_000)
    qtbot.waitUntil(lambda: strip(box) is not None)
    assert box.text == "What was written."
    assert "1.0 MB" in words(box)
    assert box.height() > height, "the strip takes no room from the text"
    QTest.keyClick(offer(box), Qt.Key.Key_Space)
    assert MAX_INSTRUCTIONS_CHARS - 10 < len(box.text) <= MAX_INSTRUCTIONS_CHARS
    assert box.text.endswith("word."), "not in the midst of a word"
    assert box.hasFocus()
    assert strip(box) is None
    assert box.viewportMargins().bottom() == 0
    QTest.keyClick(box, Qt.Key.Key_Z, CONTROL)
    assert box.text == "What was written.", "one step back"


def test_what_is_selected_makes_room(page: QWidget, qtbot: QtBot) -> None:
    """Replacing a long text by another that fits is no trouble."""
    box = a_box(page, qtbot, text="x" * 40)
    box.selectAll()
    paste(box, "y" * 40)
    assert box.text == "y" * 40
    assert strip(box) is None


def test_the_beginning_goes_where_there_is_room_for_it(page: QWidget, qtbot: QtBot) -> None:
    box = a_box(page, qtbot, text="Twenty characters so")
    box.moveCursor(QTextCursor.MoveOperation.End)
    paste(box, " and then many more words than have room")
    qtbot.waitUntil(lambda: strip(box) is not None)
    assert box.text == "Twenty characters so"
    QTest.mouseClick(offer(box), Qt.MouseButton.LeftButton)
    assert box.text == "Twenty characters so and then many more"


@pytest.mark.parametrize("key", ["x", "\r"])
def test_a_full_field_says_that_it_is_full(page: QWidget, qtbot: QtBot, key: str) -> None:
    """A key that has no room changes nothing at the other end; there is nothing to paste."""
    box = a_box(page, qtbot, text="y" * 40)
    if key == "x":
        QTest.keyClicks(box, key)
    else:
        QTest.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: strip(box) is not None)
    assert box.text == "y" * 40
    assert "40" in words(box)
    assert not offer(box).isVisible()
    QTest.keyClick(box, Qt.Key.Key_Delete)
    assert strip(box) is None, "there is room again"
    QTest.keyClicks(box, "x")
    assert box.text == "x" + "y" * 39


def test_an_input_method_finds_the_field_full_too(page: QWidget, qtbot: QtBot) -> None:
    box = a_box(page, qtbot, text="字" * 39)
    for _ in range(2):
        composed = QInputMethodEvent()
        composed.setCommitString("角")
        QApplication.sendEvent(box, composed)
    qtbot.waitUntil(lambda: strip(box) is not None)
    assert box.text == "角" + "字" * 39


def test_a_character_that_qt_counts_twice_is_one(page: QWidget, qtbot: QtBot) -> None:
    box = a_box(page, qtbot, text="😀" * 39)
    paste(box, "😀")
    assert box.text == "😀" * 40
    paste(box, "😀")
    qtbot.waitUntil(lambda: strip(box) is not None)
    assert box.text == "😀" * 40


def test_escape_closes_the_sentence_first(page: QWidget, qtbot: QtBot) -> None:
    box = a_box(page, qtbot, text="short")
    paste(box, "z" * 60)
    qtbot.waitUntil(lambda: strip(box) is not None)
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert strip(box) is None
    assert box.text == "short"


def test_a_drop_that_is_too_long_is_refused_like_a_paste(page: QWidget, qtbot: QtBot) -> None:
    box = a_box(page, qtbot, text="short")
    dropped = QMimeData()
    dropped.setText("z" * 60)
    box.insertFromMimeData(dropped)
    qtbot.waitUntil(lambda: strip(box) is not None)
    assert box.text == "short"


@pytest.mark.parametrize(
    ("text", "room", "part"),
    [
        ("one two three", 13, "one two three"),
        ("one two three", 10, "one two"),
        ("one two three", 7, "one two"),
        ("one two three", 8, "one two"),
        ("onetwothree", 5, "onetw"),
        ("一二三四五", 3, "一二三"),
        ("one", 0, ""),
        ("one", -1, ""),
    ],
)
def test_a_beginning_ends_with_a_word(text: str, room: int, part: str) -> None:
    assert beginning(text, room) == part
