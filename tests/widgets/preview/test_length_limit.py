"""What has no room in a field is refused whole, with its beginning on offer; nothing that was written is lost."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from stello_desktop.domain.library import MAX_INSTRUCTIONS_CHARS
from stello_desktop.ui.preview.length_limit import MAX_PARAGRAPH_CHARS, MAX_PLACES
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


def a_box(page: QWidget, qtbot: QtBot, *, text: str = "", most: int = 40, places: bool = False) -> TextBox:
    box = TextBox("box", lines=(2, 6), max_chars=most, places=places)
    layout = page.layout()
    assert layout is not None
    layout.addWidget(box)
    layout.addWidget(QLineEdit())
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
    paste(box, ("A word. " * 124 + "A word.\n") * 1_000)
    qtbot.waitUntil(lambda: strip(box) is not None)
    assert box.text == "What was written."
    assert "1.0 MB" in words(box)
    assert box.height() > height, "the strip takes no room from the text"
    QTest.keyClick(box, Qt.Key.Key_Tab)
    assert offer(box).hasFocus(), "the next stop of the keyboard"
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


def test_a_paragraph_beyond_all_reading_is_not_taken(page: QWidget, qtbot: QtBot) -> None:
    """Qt lays out a paragraph as a whole at each key; its beginning fits, before what stands behind it."""
    box = a_box(page, qtbot, text="behind", most=MAX_INSTRUCTIONS_CHARS)
    paste(box, "A line.\n" + "A word. " * 10_000)
    qtbot.waitUntil(lambda: strip(box) is not None)
    assert box.text == "behind"
    assert "50,000" in words(box)
    QTest.keyClick(offer(box), Qt.Key.Key_Space)
    first, second = box.text.split("\n")
    assert first == "A line."
    assert second.endswith("behind")
    assert ("A word. " * 10_000).startswith(second.removesuffix("behind"))
    assert MAX_PARAGRAPH_CHARS - 10 < len(second) <= MAX_PARAGRAPH_CHARS


def test_as_many_characters_in_paragraphs_are_taken(page: QWidget, qtbot: QtBot) -> None:
    box = a_box(page, qtbot, most=MAX_INSTRUCTIONS_CHARS)
    text = "\n".join(["x" * MAX_PARAGRAPH_CHARS] * 3)
    paste(box, text)
    assert box.text == text
    assert strip(box) is None


@pytest.mark.parametrize("by", ["a key", "an input method"])
def test_a_full_paragraph_takes_a_line_break_but_no_letter(page: QWidget, qtbot: QtBot, by: str) -> None:
    full = "y" * MAX_PARAGRAPH_CHARS
    box = a_box(page, qtbot, text=full, most=MAX_INSTRUCTIONS_CHARS)
    if by == "a key":
        QTest.keyClicks(box, "x")
    else:
        composed = QInputMethodEvent()
        composed.setCommitString("x")
        QApplication.sendEvent(box, composed)
    qtbot.waitUntil(lambda: strip(box) is not None)
    assert box.text == full
    assert "50,000" in words(box)
    assert not offer(box).isVisible()
    QTest.keyClick(box, Qt.Key.Key_Return)
    QTest.keyClick(box, Qt.Key.Key_Up)
    QTest.keyClicks(box, "x")
    assert box.text == "x\n" + full
    assert strip(box) is None


def test_thousands_of_places_for_variables_are_not_taken(page: QWidget, qtbot: QtBot) -> None:
    """M-5: each place is filled and shown at each key; those that are written already count, stray braces do not."""
    box = a_box(page, qtbot, text="{a} and {b}: ", most=MAX_INSTRUCTIONS_CHARS, places=True)
    box.moveCursor(QTextCursor.MoveOperation.End)
    paste(box, "{a}" * MAX_PLACES)
    qtbot.waitUntil(lambda: strip(box) is not None)
    assert box.text == "{a} and {b}: "
    assert "2,000" in words(box)
    QTest.keyClick(offer(box), Qt.Key.Key_Space)
    assert box.text.count("{a}") == MAX_PLACES - 1
    paste(box, "{ } " * MAX_PLACES)
    assert box.text.endswith("{ } "), "a brace that stands for nothing is text"


def test_where_braces_mean_nothing_they_are_not_counted(page: QWidget, qtbot: QtBot) -> None:
    box = a_box(page, qtbot, most=MAX_INSTRUCTIONS_CHARS)
    paste(box, "{a}" * (MAX_PLACES + 1))
    assert box.text == "{a}" * (MAX_PLACES + 1)


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
