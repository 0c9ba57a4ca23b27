"""Writing: Enter sends, nothing fires while an input method composes, and only plain text comes in."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QEvent, QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from stello_desktop.ui.chat.composer import Composer
from stello_desktop.ui.chat.message_edit import MAX_CHARS


@pytest.fixture
def composer(qtbot: QtBot) -> Composer:
    made = Composer()
    qtbot.addWidget(made)
    made.resize(400, 150)
    made.show()
    made.field.setFocus()
    return made


def sent(composer: Composer) -> list[str]:
    texts: list[str] = []
    composer.submitted.connect(texts.append)
    return texts


def double_click_ms() -> int:
    return QGuiApplication.styleHints().mouseDoubleClickInterval() + 60


def press(composer: Composer, name: str) -> None:
    button = composer.findChild(QPushButton, name)
    assert isinstance(button, QPushButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_what_is_sent_has_every_character_that_was_pasted(composer: Composer, qapp: QApplication) -> None:
    """A no-break space stays one, sent or copied."""
    texts = sent(composer)
    source = QMimeData()
    source.setText("10\u202f000\u00a0€")
    composer.field.insertFromMimeData(source)
    composer.field.selectAll()
    composer.field.copy()
    assert qapp.clipboard().text() == "10\u202f000\u00a0€"
    QTest.keyClick(composer.field, Qt.Key.Key_Return)
    assert texts == ["10\u202f000\u00a0€"]


def test_enter_sends_and_shift_enter_makes_a_line(composer: Composer) -> None:
    texts = sent(composer)
    QTest.keyClicks(composer.field, "one")
    QTest.keyClick(composer.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(composer.field, "two")
    assert texts == []
    QTest.keyClick(composer.field, Qt.Key.Key_Return)
    assert texts == ["one\ntwo"]


@pytest.mark.parametrize("words", ["A sentence that goes on. " * 2_400, "一句话，没有空格。" * 2_000])
def test_a_very_long_paragraph_is_laid_out_once_and_has_its_bar(
    qtbot: QtBot, composer: Composer, words: str
) -> None:
    """Row 73: what is quoted into a message comes within a frame; its bar takes room from the lines."""
    field = composer.field
    bar = field.verticalScrollBar()
    widths: list[int] = []
    field.document().contentsChange.connect(lambda *_: widths.append(field.viewport().width()))
    field.insert_text(words)
    qtbot.waitUntil(lambda: bar.maximum() > 100)
    assert widths == [field.viewport().width()], "it was as wide before its lines were broken"
    assert bar.isVisible()
    composer.set_text("short")
    qtbot.waitUntil(lambda: not bar.isVisible())
    assert composer.text == "short"


def test_nothing_is_sent_while_an_input_method_composes(composer: Composer) -> None:
    texts = sent(composer)
    QApplication.sendEvent(composer.field, QInputMethodEvent("ni hao", []))
    QTest.keyClick(composer.field, Qt.Key.Key_Return)
    press(composer, "composerNote")
    assert texts == []
    done = QInputMethodEvent("", [])
    done.setCommitString("你好")
    QApplication.sendEvent(composer.field, done)
    assert texts == []
    QTest.keyClick(composer.field, Qt.Key.Key_Return)
    assert texts == ["你好"]


def test_nothing_but_blanks_is_never_sent(composer: Composer) -> None:
    texts = sent(composer)
    QTest.keyClicks(composer.field, "   ")
    QTest.keyClick(composer.field, Qt.Key.Key_Return)
    assert texts == []
    button = composer.findChild(QPushButton, "composerSend")
    assert isinstance(button, QPushButton)
    assert not button.isEnabled()


def test_the_field_grows_with_its_text_up_to_eight_lines(composer: Composer) -> None:
    heights = []
    for _ in range(12):
        heights.append(composer.field.height())
        QTest.keyClick(composer.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert heights[0] < heights[3] < heights[7]
    assert heights[8] == heights[11]


@pytest.mark.parametrize("line", ["a line", "一行字"])
def test_every_line_is_seen_whole_in_any_script(composer: Composer, line: str) -> None:
    """Han letters stand taller than Latin ones; the field does not hide a part of the last line."""
    composer.resize(420, 300)
    before = composer.field.height()
    composer.field.set_text(line)
    assert composer.field.height() == before, "the first letter moves nothing"
    composer.field.set_text("\n".join([line] * 6))
    bar = composer.field.verticalScrollBar()
    assert bar.maximum() == 0
    last = composer.field.cursorRect()
    assert last.bottom() <= composer.field.viewport().height()


def test_pasted_rich_text_comes_in_plain(composer: Composer) -> None:
    data = QMimeData()
    data.setHtml("<b>bold</b><img src='file:///etc/hostname'>")
    data.setText("bold")
    composer.field.insertFromMimeData(data)
    assert composer.text == "bold"
    only_html = QMimeData()
    only_html.setHtml("<b>x</b>")
    assert not composer.field.canInsertFromMimeData(only_html)


def test_a_dropped_folder_is_refused(composer: Composer) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/etc")])
    data.setText("file:///etc")
    assert not composer.field.canInsertFromMimeData(data)


def test_row_61_a_huge_paste_is_offered_cut_and_never_freezes(composer: Composer) -> None:
    data = QMimeData()
    data.setData("text/plain", b"some words to read " * 5_300_000)
    began = time.thread_time()
    composer.field.insertFromMimeData(data)
    assert time.thread_time() - began < 0.5
    assert composer.text == ""
    notice = composer.findChild(QLabel, "composerNotice")
    assert notice is not None
    assert "MB" in notice.text()
    press(composer, "composerNoticeAction")
    assert 0 < len(composer.text) <= MAX_CHARS


def test_row_61_what_is_selected_gives_way_to_a_paste(composer: Composer) -> None:
    """A long draft is replaced by another long one."""
    composer.set_text("old words " * 15_000)
    composer.field.selectAll()
    data = QMimeData()
    data.setText("new words " * 15_000)
    composer.field.insertFromMimeData(data)
    assert composer.text == "new words " * 15_000


def test_row_62_a_long_run_without_a_space_does_not_freeze_the_field(composer: Composer) -> None:
    data = QMimeData()
    data.setText("x" * 150_000)
    began = time.thread_time()
    composer.field.insertFromMimeData(data)
    composer.grab()
    assert time.thread_time() - began < 0.8
    assert len(composer.text) == 150_000


def test_row_64_control_characters_are_replaced_as_they_come_in(composer: Composer) -> None:
    data = QMimeData()
    data.setText("a\x00b\x07c")
    composer.field.insertFromMimeData(data)
    assert composer.text == "a\ufffdb\ufffdc"


def test_while_an_answer_runs_send_is_stop(composer: Composer, qtbot: QtBot) -> None:
    texts = sent(composer)
    composer.set_text("next")
    composer.set_answering(answering=True)
    QTest.keyClick(composer.field, Qt.Key.Key_Return)
    assert texts == []
    qtbot.wait(double_click_ms())
    with qtbot.waitSignal(composer.stop_requested):
        press(composer, "composerStop")
    assert composer.text == "next"


@pytest.mark.parametrize("clicks", [2, 3])
def test_a_click_that_belongs_to_the_one_on_send_never_stops(
    composer: Composer, qtbot: QtBot, clicks: int
) -> None:
    """R-9: *Stop* comes up under the pointer; a click of its own stops."""
    stops: list[bool] = []
    composer.stop_requested.connect(lambda: stops.append(True))
    composer.submitted.connect(lambda _text: composer.set_answering(answering=True))
    composer.set_text("next")
    press(composer, "composerSend")
    for _ in range(clicks - 1):
        qtbot.wait(double_click_ms() // 2)
        press(composer, "composerStop")
    assert not stops
    qtbot.wait(double_click_ms())
    press(composer, "composerStop")
    assert stops == [True]


def test_who_means_stop_is_not_kept_from_it(composer: Composer, qtbot: QtBot) -> None:
    """R-9: by the keyboard it is at once, and by the mouse after a moment, however fast the clicks are."""
    stops: list[float] = []
    composer.stop_requested.connect(lambda: stops.append(time.monotonic()))
    composer.set_text("next")
    composer.set_answering(answering=True)
    began = time.monotonic()
    stop = composer.findChild(QPushButton, "composerStop")
    assert stop is not None
    QTest.keyClick(stop, Qt.Key.Key_Space)
    assert len(stops) == 1
    while len(stops) == 1 and time.monotonic() - began < 5:
        qtbot.wait(double_click_ms() // 5)
        press(composer, "composerStop")
    assert stops[1] - began < 4 * double_click_ms() / 1000


def test_a_click_that_was_meant_for_stop_sends_nothing(composer: Composer) -> None:
    """The answer ends while the hand is on its way, and *Send* stands where *Stop* was."""
    texts = sent(composer)
    composer.set_text("next")
    composer.set_answering(answering=True)
    stop = composer.findChild(QPushButton, "composerStop")
    assert stop is not None
    stop.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    composer.set_answering(answering=False)
    press(composer, "composerSend")
    assert texts == []
    assert composer.text == "next"
    QTest.keyClick(composer.field, Qt.Key.Key_Return)
    assert texts == ["next"]


def test_a_held_key_undoes_what_was_typed_and_nothing_beyond(composer: Composer) -> None:
    """P-4: with nothing left to undo the key is the window's once it is pressed anew."""
    QTest.keyClicks(composer.field, "Bob")
    QTest.keyClick(composer.field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert composer.text == ""
    for held in (True, False):
        asked = QKeyEvent(
            QEvent.Type.ShortcutOverride, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier, "", held
        )
        QApplication.sendEvent(composer.field, asked)
        assert asked.isAccepted() == held


def test_changing_the_last_message_keeps_what_was_being_typed(composer: Composer) -> None:
    composer.set_text("half a thought")
    composer.begin_edit("the old question")
    assert composer.text == "the old question"
    assert composer.draft == "half a thought"
    QTest.keyClick(composer.field, Qt.Key.Key_Escape)
    assert composer.text == "half a thought"


def test_a_message_that_could_not_be_sent_comes_back_before_what_was_typed_since(composer: Composer) -> None:
    composer.set_text("and more")
    composer.take_back("the message")
    assert composer.text == "the message\nand more"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("the message", ""),
        ("the message\nand more", "and more"),
        ("the message, changed", "the message, changed"),
    ],
)
def test_sending_once_more_what_was_taken_back_leaves_what_was_typed_since(
    composer: Composer, typed: str, kept: str
) -> None:
    composer.set_text(typed)
    composer.give_again("the message")
    assert composer.text == kept
