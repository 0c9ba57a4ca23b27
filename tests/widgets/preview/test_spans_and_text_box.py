"""A text that changes at one place is changed at that place alone, whatever its script."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QFont, QInputMethodEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from stello_desktop.ui import theme
from stello_desktop.ui.preview.spans import changed_span, in_units, units
from stello_desktop.ui.preview.text_box import TextBox

TEXTS = st.text(alphabet="ab\n角😀", max_size=30)


@given(old=TEXTS, new=TEXTS)
def test_a_span_turns_one_text_into_the_other(old: str, new: str) -> None:
    span = changed_span(old, new)
    assert old[: span.start] + new[span.start : span.new_end] + old[span.old_end :] == new


@given(head=TEXTS, typed=st.sampled_from(["x", "角", "😀"]), tail=TEXTS)
def test_one_letter_more_is_a_span_of_one_letter(head: str, typed: str, tail: str) -> None:
    span = changed_span(head + tail, head + typed + tail)
    assert span.new_end - span.start == 1
    assert span.old_end == span.start


def test_qt_counts_in_units() -> None:
    assert [units(text) for text in ("", "ab", "角", "a😀")] == [0, 2, 1, 3]


def test_a_box_shows_every_text_that_follows_another(qtbot: QtBot) -> None:
    box = TextBox("box", read_only=True)
    qtbot.addWidget(box)
    box.show()
    texts = ["", "a😀b", "a😀cb", "😀", "line\nline", "line\n\nline 角", "你好\n世界", "", "x" * 9_000, "end"]
    for text in texts:
        box.put_text(text)
        assert box.text == text
        assert box.shown == text


def test_only_the_paragraph_that_changes_is_laid_out_anew(qtbot: QtBot) -> None:
    """A key in a long text costs one paragraph."""
    box = TextBox("box", read_only=True)
    qtbot.addWidget(box)
    box.show()
    text = "\n".join(f"Paragraph {number}" for number in range(200))
    box.put_text(text)
    touched: list[tuple[int, int, int]] = []
    box.document().contentsChange.connect(lambda *place: touched.append(place))
    box.put_text(text.replace("Paragraph 7\n", "Paragraph seven\n"))
    assert sum(removed + added for _at, removed, added in touched) < 20


@pytest.mark.parametrize("by_hand", [True, False])
def test_a_long_paragraph_is_shaped_once_for_each_key(qtbot: QtBot, by_hand: bool) -> None:
    """Not a second time to paint it and a third to place the cursor, whoever changed it; short ones need no memory."""
    box = TextBox("box", read_only=not by_hand)
    qtbot.addWidget(box)
    box.show()
    box.put_text("short")
    assert not box.document().firstBlock().layout().cacheEnabled()
    if by_hand:
        box.textCursor().insertText("A word. " * 1_000)
    else:
        box.put_text("A word. " * 1_000)
    assert box.document().firstBlock().layout().cacheEnabled()


_LONG = "A word. " * 1_000


def _is_light(box: TextBox) -> bool:
    return bool(box.document().defaultFont().styleStrategy() & QFont.StyleStrategy.PreferNoShaping)


@pytest.mark.parametrize(
    ("text", "light"),
    [
        ("A word. ", False),
        ("A word.\n" * 1_000, False),
        (_LONG, True),
        ("short\n" + _LONG, True),
        ("你好，世界。" * 1_000, True),
        (_LONG + "\u0301", False),
        (_LONG + "\U0001f468\u200d\U0001f469", False),
        (_LONG + "سلام", False),
        (_LONG + "नमस्ते", False),
    ],
)
def test_only_a_long_paragraph_of_letters_that_stand_alone_is_set_without_kerning(
    qtbot: QtBot, text: str, light: bool
) -> None:
    """What needs its neighbours to look right is never set letter by letter."""
    box = TextBox("box")
    qtbot.addWidget(box)
    box.show()
    box.set_text(text)
    assert _is_light(box) is light


def test_a_long_chinese_paragraph_is_set_in_a_chinese_font_first(qtbot: QtBot) -> None:
    """Each of its letters would be looked for in the other fonts before; a short one has the letters of the program."""
    box = TextBox("box")
    qtbot.addWidget(box)
    box.show()
    usual, first = theme.font_families(), theme.families_for_han()
    assert sorted(usual) == sorted(first)
    for text, families in (("你好，世界。" * 1_000, first), ("你好", usual), (_LONG, usual)):
        box.set_text(text)
        assert tuple(box.document().defaultFont().families()) == families


def test_a_typed_mark_brings_the_shaping_back(qtbot: QtBot) -> None:
    box = TextBox("box")
    qtbot.addWidget(box)
    box.show()
    box.set_text(_LONG)
    box.textCursor().insertText("e")
    assert _is_light(box)
    box.textCursor().insertText("\u0301")
    assert not _is_light(box)
    box.textCursor().deletePreviousChar()
    assert _is_light(box)
    box.set_text("short")
    assert not _is_light(box)


def test_an_input_method_shows_joined_letters_joined(qtbot: QtBot) -> None:
    """Also before they are written, in a long paragraph of letters that stand alone."""
    box = TextBox("box")
    qtbot.addWidget(box)
    box.show()
    box.set_text(_LONG)
    QApplication.sendEvent(box, QInputMethodEvent("سلام", []))
    assert not _is_light(box)
    QApplication.sendEvent(box, QInputMethodEvent("", []))
    box.textCursor().insertText("e")
    assert _is_light(box)


_EXACT = "10\u202f000\u00a0€\u2028net\nnew"


def test_no_character_of_a_text_is_written_over_by_opening_it(qtbot: QtBot, qapp: QApplication) -> None:
    """No-break spaces and line separators stay what they are, typed beside or copied."""
    box = TextBox("box")
    qtbot.addWidget(box)
    box.show()
    box.set_text(_EXACT)
    QTest.keyClicks(box, "x")
    assert box.text == "x" + _EXACT
    box.selectAll()
    box.copy()
    assert qapp.clipboard().text() == "x" + _EXACT
    box.paste()
    assert box.text == "x" + _EXACT


def _heights(box: TextBox) -> set[float]:
    blocks = range(box.document().blockCount())
    return {box.document().findBlockByNumber(number).blockFormat().lineHeight() for number in blocks}


def test_the_height_of_lines_is_no_step_of_its_own(qtbot: QtBot) -> None:
    """Undo takes back what was written, and lines are as tall as their script wants them."""
    box = TextBox("box")
    qtbot.addWidget(box)
    box.show()
    latin = box.line_px
    committed = QInputMethodEvent()
    committed.setCommitString("你好")
    QApplication.sendEvent(box, committed)
    assert _heights(box) == {box.line_px}
    assert box.line_px > latin
    box.undo()
    assert box.text == ""
    box.set_text("one")
    box.moveCursor(QTextCursor.MoveOperation.End)
    pasted = QMimeData()
    pasted.setText("你好你好")
    box.insertFromMimeData(pasted)
    assert _heights(box) == {box.line_px}
    box.undo()
    assert box.text == "one"
    assert _heights(box) == {latin}


def test_another_text_size_is_nothing_that_undo_takes_back(qtbot: QtBot, qapp: QApplication) -> None:
    box = TextBox("box")
    qtbot.addWidget(box)
    box.show()
    box.set_text("one\ntwo")
    QTest.keyClicks(box, "x")
    small = box.line_px
    theme.apply(qapp, theme.load("light", scale=1.5))
    assert _heights(box) == {box.line_px}
    assert box.line_px > small
    box.undo()
    assert _heights(box) == {box.line_px}
    QTest.keyClicks(box, "y")
    box.undo()
    assert box.text == "xone\ntwo"


@given(places=st.lists(st.tuples(TEXTS, TEXTS), max_size=6), tail=TEXTS)
def test_places_are_counted_as_qt_does(places: list[tuple[str, str]], tail: str) -> None:
    text, spans = "", []
    for between, inside in places:
        start = len(text + between)
        text += between + inside
        spans.append((start, len(text)))
    counted = list(in_units(text + tail, spans))
    assert counted == [(units(text[:start]), units(text[:end])) for start, end in spans]


def test_a_box_grows_with_its_text_and_then_scrolls(qtbot: QtBot) -> None:
    box = TextBox("box", lines=(2, 4))
    qtbot.addWidget(box)
    box.show()
    heights = []
    for count in (1, 2, 3, 4, 9):
        box.set_text("\n".join("line" for _ in range(count)))
        heights.append(box.height())
    assert heights[0] == heights[1] < heights[2] < heights[3] == heights[4]
    assert box.verticalScrollBar().maximum() > 0


def test_a_box_takes_text_and_nothing_else(qtbot: QtBot, qapp: QApplication) -> None:
    """T4: never rich text, never a file."""
    box = TextBox("box")
    qtbot.addWidget(box)
    rich = QMimeData()
    rich.setHtml("<b>bold</b><img src='file:///etc/passwd'>")
    rich.setText("bold\x00")
    box.insertFromMimeData(rich)
    assert box.text == "bold\ufffd"
    assert "<b>" not in box.toHtml().split("<body", 1)[1]
    file = QMimeData()
    file.setUrls([QUrl.fromLocalFile("/etc/passwd")])
    file.setText("/etc/passwd")
    box.insertFromMimeData(file)
    assert box.text == "bold\ufffd"


def test_words_for_an_empty_box_are_seen_whole(qapp: QApplication) -> None:
    """A hint of two lines is two lines, and goes as soon as something is written."""
    box = TextBox("hinted", lines=(4, 8))
    box.resize(180, 120)
    box.setPlaceholderText("")
    empty = box.grab().toImage()

    def inked(top: int, bottom: int) -> bool:
        seen = box.grab().toImage()
        return any(
            seen.pixelColor(x, y) != empty.pixelColor(x, y)
            for y in range(top, bottom, 2)
            for x in range(8, seen.width() - 8)
        )

    box.setPlaceholderText("What the model is told. Write {region}, and each branch asks for a value.")
    line = box.fontMetrics().lineSpacing()
    top = box.viewport().y() + 2
    assert inked(top, top + line)
    assert inked(top + line + 2, top + 2 * line), "the second line too"
    assert box.placeholderText().startswith("What the model")
    box.set_text(" ")
    assert not inked(top + line + 2, top + 2 * line)
    box.deleteLater()


def heights(box: TextBox) -> set[float]:
    """The line heights of all paragraphs."""
    block, found = box.document().begin(), set()
    while block.isValid():
        found.add(block.blockFormat().lineHeight())
        block = block.next()
    return found


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_what_is_written_stands_like_what_was_there(qtbot: QtBot, key: Qt.Key) -> None:
    """An empty line takes one key, and all lines are equally tall."""
    box = TextBox("box")
    qtbot.addWidget(box)
    box.show()
    box.setUndoRedoEnabled(True)
    box.begin_with("One.")
    before = heights(box)
    box.moveCursor(QTextCursor.MoveOperation.End)
    for char in "\n\nTwo.\n":
        QTest.keyClick(box, key) if char == "\n" else QTest.keyClicks(box, char)
    assert box.text == "One.\n\nTwo.\n"
    assert heights(box) == before
    QTest.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(box, "Three.")
    assert box.text == "One.\n\nTwo.\n\nThree."
    assert heights(box) == before


def test_chinese_that_is_typed_gets_the_lines_of_chinese_that_is_loaded(qtbot: QtBot) -> None:
    loaded, typed = TextBox("loaded"), TextBox("typed")
    for box in (loaded, typed):
        qtbot.addWidget(box)
        box.setUndoRedoEnabled(True)
    loaded.begin_with("你好。\n再见。")
    typed.textCursor().insertText("你好。")
    typed.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClick(typed, Qt.Key.Key_Return)
    typed.textCursor().insertText("再见。")
    assert heights(typed) == heights(loaded)
    assert len(heights(typed)) == 1
