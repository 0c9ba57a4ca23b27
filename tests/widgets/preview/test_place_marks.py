"""What stands out in a text is painted where it stands, and nowhere else (M-5, M-7)."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QInputMethodEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from stello_desktop.ui.preview.place_marks import PlaceMarks
from stello_desktop.ui.preview.text_box import TextBox

_GROUND = QColor("#ff0000")
_LINE = QColor("#0000ff")


def _forms() -> dict[str, QTextCharFormat]:
    plain, waved = QTextCharFormat(), QTextCharFormat()
    plain.setBackground(_GROUND)
    waved.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
    waved.setUnderlineColor(_LINE)
    return {"plain": plain, "waved": waved}


@pytest.fixture
def box(qtbot: QtBot) -> TextBox:
    made = TextBox("box", lines=(1, 6))
    qtbot.addWidget(made)
    made.resize(300, 100)
    made.show()
    return made


def _marked(box: TextBox, text: str, *inside: str) -> PlaceMarks[str]:
    """A box in which these texts stand out, each once."""
    marks = PlaceMarks[str](box)
    marks.dress(_forms())
    box.set_text(text)
    marks.put(
        text, [(text.index(part), text.index(part) + len(part)) for part in inside], ["plain"] * len(inside)
    )
    return marks


def _is_marked(box: TextBox, place: int) -> bool:
    """Whether there is ground behind the letter at this place, in Qt's units."""
    cursor = QTextCursor(box.document())
    cursor.setPosition(place)
    at = box.cursorRect(cursor)
    seen = box.viewport().grab().toImage()
    column = {seen.pixelColor(at.left() + 2, y).name() for y in range(at.top(), at.bottom())}
    return _GROUND.name() in column


@pytest.mark.parametrize("head", ["", "one ", "😀 角 ", "one\ntwo\n", "word " * 30])
def test_the_ground_is_behind_the_place(box: TextBox, head: str) -> None:
    text = f"{head}{{region}} and more"
    marks = _marked(box, text, "{region}")
    box.moveCursor(QTextCursor.MoveOperation.End)
    start = len(head.encode("utf-16-le")) // 2
    assert marks.shown == (("{region}", "plain"),)
    assert [_is_marked(box, start + offset) for offset in (0, 3, 7, 8, 10)] == [True] * 3 + [False] * 2


@pytest.mark.parametrize(
    "text", ["سلام {region} عليكم", "greet with سلام عليكم first", "سلام", "a \u2067{region} x 12\u2069 b"]
)
def test_where_the_writing_turns_the_whole_place_has_ground(box: TextBox, text: str) -> None:
    """Each letter of it, whichever way it is written, and as much ground as the letters are wide."""
    inside = "{region}" if "{" in text else "سلام"
    _marked(box, text, inside)
    seen = box.viewport().grab().toImage()
    ground = [
        x
        for x in range(seen.width())
        if any(seen.pixelColor(x, y).name() == _GROUND.name() for y in range(seen.height()))
    ]
    width = box.fontMetrics().horizontalAdvance(inside)
    assert abs(len(ground) - width) <= 8
    assert _is_marked(box, text.index(inside) + len(inside) // 2)


def test_a_place_of_several_lines_has_ground_behind_each(box: TextBox) -> None:
    value = "North\nAmerica " * 3
    text = f"In {value}of course"
    _marked(box, text, value)
    places = [3, 7, 9, 15, len(text) - 12]
    assert [_is_marked(box, place) for place in places] == [True] * len(places)
    assert not _is_marked(box, len(text) - 5)


def test_what_is_out_of_sight_comes_with_scrolling(box: TextBox) -> None:
    text = "line\n" * 60 + "{region}"
    marks = _marked(box, text, "{region}")
    assert not marks.shown
    box.moveCursor(QTextCursor.MoveOperation.End)
    assert [text for text, _form in marks.shown] == ["{region}"]
    assert _is_marked(box, len(text) - 4)


def test_every_line_that_is_seen_has_its_marks_from_right_to_left_too(box: TextBox) -> None:
    line = "سلام {region} عليكم"
    text = "\n".join([line] * 20)
    marks = PlaceMarks[str](box)
    marks.dress(_forms())
    box.set_text(text)
    starts = [number * (len(line) + 1) + line.index("{") for number in range(20)]
    marks.put(text, [(start, start + 8) for start in starts], ["plain"] * 20)
    box.verticalScrollBar().setValue(round(3.5 * box.line_px))
    cursor, seen = QTextCursor(box.document()), []
    for start in starts:
        cursor.setPosition(start + 4)
        at = box.cursorRect(cursor)
        if at.top() >= 0 and at.bottom() < box.viewport().height():
            seen.append(start + 4)
    assert len(seen) >= 4
    assert all(_is_marked(box, place) for place in seen)


def test_marks_make_way_for_what_is_being_composed(box: TextBox) -> None:
    """An input method shows letters that are not in the text yet."""
    _marked(box, "one {region} two", "{region}")
    box.moveCursor(QTextCursor.MoveOperation.Start)

    def left_edge() -> int:
        seen = box.viewport().grab().toImage()
        columns = range(seen.width())
        return next(x for x in columns if any(seen.pixelColor(x, y) == _GROUND for y in range(seen.height())))

    before = left_edge()
    box.setFocus()
    QApplication.sendEvent(box, QInputMethodEvent("zhongguo", []))
    assert left_edge() - before > 30
    done = QInputMethodEvent("", [])
    QApplication.sendEvent(box, done)
    assert left_edge() == before


def test_marks_that_move_along_with_the_text_stand_right(box: TextBox) -> None:
    text = "one {region}\ntwo {tone}"
    marks = _marked(box, text, "{region}", "{tone}")
    box.viewport().grab()
    longer = text.replace("one", "one more")
    QTextCursor(box.document()).insertText("one more ")
    marks.put("one more " + text, [(13, 21), (26, 32)], ["plain", "plain"])
    assert box.text == "one more " + text != longer
    assert [_is_marked(box, place) for place in (11, 13, 20, 22, 27)] == [False, True, True, False, True]


def test_another_form_is_painted_at_once(box: TextBox) -> None:
    text = "one {region}"
    marks = _marked(box, text, "{region}")
    marks.put(text, [(4, 12)], ["waved"])
    assert not _is_marked(box, 6)
    seen = box.viewport().grab().toImage()
    columns = [
        x
        for x in range(seen.width())
        if any(seen.pixelColor(x, y).blue() - seen.pixelColor(x, y).red() > 90 for y in range(seen.height()))
    ]
    assert len(columns) > 30, "a wave as long as the text"
    marks.put(text)
    assert not _is_marked(box, 6)
    assert not marks.shown
