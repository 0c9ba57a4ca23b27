"""The transcript: what is seen stays in place, text is selected across messages, every action has a key."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from stello_desktop.ui import theme
from stello_desktop.ui.chat import accessible
from stello_desktop.ui.chat.canvas import TranscriptCanvas
from stello_desktop.ui.chat.entries import Entry, EntryKind
from stello_desktop.ui.chat.laid import MAX_SHOWN_CHARS
from stello_desktop.ui.chat.pieces import FoldPiece, MorePiece, TextPiece

WORDS = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu. "


def entries(count: int) -> list[Entry]:
    kinds = (EntryKind.QUESTION, EntryKind.ANSWER)
    return [Entry((n,), kinds[n % 2], f"Message {n}\n\n" + WORDS * (1 + n * 7 % 13)) for n in range(count)]


@pytest.fixture
def canvas(qtbot: QtBot) -> TranscriptCanvas:
    made = TranscriptCanvas(lambda _entry: [])
    qtbot.addWidget(made)
    made.resize(460, 600)
    made.show()
    return made


def show(canvas: TranscriptCanvas, *texts: str) -> None:
    kinds = (EntryKind.QUESTION, EntryKind.ANSWER)
    canvas.set_entries([Entry((n, text), kinds[n % 2], text) for n, text in enumerate(texts)])


def point_of(canvas: TranscriptCanvas, word: str, *, end: bool = False) -> QPoint:
    """Where a word stands in the viewport."""
    for index, laid in enumerate(canvas.transcript.items):
        for number, piece in enumerate(canvas.transcript.pieces_of(laid)):
            if not isinstance(piece, TextPiece) or piece.rendered is None:
                continue
            cursor = piece.rendered.document.find(word)
            if cursor.isNull():
                continue
            rect = piece.rendered.rects_of(cursor.selectionStart(), len(word))[0]
            from stello_desktop.ui.chat.painting import piece_left  # noqa: PLC0415

            left = piece_left(canvas.transcript, laid)
            top = canvas.transcript.top_of(index) + laid.tops[number] - canvas.verticalScrollBar().value()
            x = rect.right() if end else rect.left() + 1
            return QPointF(left + x, top + rect.center().y()).toPoint()
    raise AssertionError(word)


def drag(canvas: TranscriptCanvas, first: QPoint, last: QPoint) -> None:
    view = canvas.viewport()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=first)
    middle = QPoint((first.x() + last.x()) // 2, (first.y() + last.y()) // 2)
    for point in (middle, last):
        from PySide6.QtGui import QMouseEvent  # noqa: PLC0415

        event = QMouseEvent(
            QMouseEvent.Type.MouseMove,
            QPointF(point),
            QPointF(view.mapToGlobal(point)),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(view, event)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=last)


def test_it_opens_at_the_end(canvas: TranscriptCanvas) -> None:
    canvas.set_entries(entries(200))
    bar = canvas.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0


def test_scrolling_up_corrects_estimates_without_a_jump(canvas: TranscriptCanvas) -> None:
    canvas.set_entries(entries(300))
    bar = canvas.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    for _ in range(60):
        index = canvas.transcript.index_at(bar.value() + 300)
        before = canvas.entry_rect_in_view(index).top()
        bar.setValue(bar.value() - 30)
        after = canvas.entry_rect_in_view(index).top()
        assert abs(after - before - 30) <= 1


def test_new_text_is_followed_only_by_who_was_at_the_end(canvas: TranscriptCanvas) -> None:
    some = entries(40)
    canvas.set_entries(some)
    bar = canvas.verticalScrollBar()
    canvas.set_entries([*some, Entry(("new",), EntryKind.ANSWER, WORDS * 30)])
    assert bar.value() == bar.maximum()
    bar.setValue(bar.maximum() - 400)
    index = canvas.transcript.index_at(bar.value() + 200)
    before = canvas.entry_rect_in_view(index).top()
    canvas.set_entries([*some, Entry(("newer",), EntryKind.ANSWER, WORDS * 60)])
    assert bar.value() < bar.maximum() - 100
    assert canvas.entry_rect_in_view(index).top() == before


def test_only_what_has_been_seen_has_documents(canvas: TranscriptCanvas) -> None:
    canvas.set_entries(entries(2_000))
    bar = canvas.verticalScrollBar()
    for step in range(40):
        bar.setValue(bar.maximum() * step // 40)
    alive = [
        piece
        for laid in canvas.transcript.items
        for piece in laid.pieces or ()
        if isinstance(piece, TextPiece) and piece.rendered is not None
    ]
    assert len(alive) <= 120


def test_a_resize_keeps_the_top_message_in_place(canvas: TranscriptCanvas) -> None:
    canvas.set_entries(entries(100))
    bar = canvas.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    index = canvas.transcript.index_at(bar.value())
    canvas.resize(380, 600)
    assert canvas.transcript.index_at(bar.value()) == index


def test_the_place_is_restored(canvas: TranscriptCanvas) -> None:
    canvas.set_entries(entries(100))
    bar = canvas.verticalScrollBar()
    bar.setValue(bar.maximum() // 3)
    place, index = canvas.place, canvas.transcript.index_at(bar.value())
    canvas.set_entries([])
    canvas.set_entries(entries(100))
    canvas.restore_place(place)
    assert canvas.transcript.index_at(bar.value()) == index


def test_text_is_selected_across_blocks_and_messages(canvas: TranscriptCanvas) -> None:
    show(
        canvas,
        "the first question",
        "an answer with **bold** words\n\n- one item\n- two items",
        "and thirdly",
    )
    drag(canvas, point_of(canvas, "question"), point_of(canvas, "one item", end=True))
    QTest.keyClick(canvas, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    data = QGuiApplication.clipboard().mimeData()
    assert data.text() == "question\n\nan answer with bold words\n\n• one item"
    markdown = bytes(data.data("text/markdown").data()).decode()
    assert "an answer with **bold** words" in markdown


def test_selecting_backwards_gives_the_same(canvas: TranscriptCanvas) -> None:
    show(canvas, "the first question", "the only answer")
    drag(canvas, point_of(canvas, "only", end=True), point_of(canvas, "first"))
    assert canvas.selection.texts()[0] == "first question\n\nthe only"


def test_a_double_click_selects_a_word(canvas: TranscriptCanvas) -> None:
    show(canvas, "the first question")
    where = point_of(canvas, "first") + QPoint(6, 0)
    QTest.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=where)
    QTest.mouseDClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert canvas.selection.texts()[0] == "first"


def test_everything_is_selected_by_a_key(canvas: TranscriptCanvas) -> None:
    show(canvas, "one", "**two**", "three")
    canvas.setFocus()
    QTest.keyClick(canvas, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert canvas.selection.texts() == ("one\n\ntwo\n\nthree", "one\n\n**two**\n\nthree")
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    assert canvas.selection.empty


def test_a_click_on_a_link_asks_the_gate_and_a_drag_does_not(canvas: TranscriptCanvas, qtbot: QtBot) -> None:
    show(canvas, "hello", "see [the page](https://example.com/x) here")
    with qtbot.waitSignal(canvas.link_activated) as got:
        QTest.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=point_of(canvas, "page"))
    assert got.args == ["https://example.com/x"]
    with qtbot.assertNotEmitted(canvas.link_activated):
        drag(canvas, point_of(canvas, "page"), point_of(canvas, "here", end=True))


def test_the_keyboard_scrolls_and_goes_from_message_to_message(
    canvas: TranscriptCanvas, qtbot: QtBot
) -> None:
    canvas.set_entries(entries(60))
    canvas.setFocus()
    bar = canvas.verticalScrollBar()
    QTest.keyClick(canvas, Qt.Key.Key_Home)
    assert bar.value() == 0
    QTest.keyClick(canvas, Qt.Key.Key_PageDown)
    assert bar.value() > 300
    QTest.keyClick(canvas, Qt.Key.Key_End)
    assert bar.value() == bar.maximum()
    QTest.keyClick(canvas, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert canvas.current == 59
    for _ in range(10):
        QTest.keyClick(canvas, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert canvas.current == 49
    rect = canvas.entry_rect_in_view(49)
    assert canvas.viewport().rect().intersects(rect)
    with qtbot.waitSignal(canvas.menu_requested) as got:
        QTest.keyClick(canvas, Qt.Key.Key_Return)
    assert got.args is not None
    assert got.args[0] == 49


def test_what_the_model_thought_is_folded_and_opens_on_a_click(canvas: TranscriptCanvas) -> None:
    canvas.set_entries([Entry((1,), EntryKind.ANSWER, "The answer", reasoning="first this\nthen that")])
    laid = canvas.transcript.items[0]
    fold = canvas.transcript.pieces_of(laid)[0]
    assert isinstance(fold, FoldPiece)
    folded_px = laid.height_px
    where = QPoint(round(canvas.transcript.left_px) + 40, round(canvas.transcript.top_of(0) + 8))
    QTest.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert laid.height_px > folded_px
    QTest.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert laid.height_px == folded_px


@pytest.mark.parametrize("kind", [EntryKind.QUESTION, EntryKind.ANSWER])
@pytest.mark.parametrize(("more", "whole"), [(40, True), (60_000, False)])
def test_of_a_very_long_message_no_few_words_are_left_out(
    canvas: TranscriptCanvas, kind: EntryKind, more: int, whole: bool
) -> None:
    """Row 73: what is left out is worth a click, and begins with a line of its own."""
    line = "a line of my thesis notes\n"
    text = line * ((MAX_SHOWN_CHARS + more) // len(line)) + "and the end"
    canvas.set_entries([Entry((1,), kind, text)])
    pieces = canvas.transcript.pieces_of(canvas.transcript.items[0])
    shown = "".join(piece.source for piece in pieces if isinstance(piece, TextPiece))
    assert shown.endswith("and the end") == whole
    assert any(isinstance(piece, MorePiece) for piece in pieces) != whole
    assert whole or shown.rstrip().endswith("notes")


def test_theme_and_text_size_change_live(canvas: TranscriptCanvas, qapp: QApplication) -> None:
    show(canvas, "hello", WORDS * 20)
    before = canvas.transcript.height_px
    theme.apply(qapp, theme.load("dark", 1.3))
    assert canvas.transcript.height_px > before
    middle = canvas.grab().toImage().pixelColor(2, 300)
    assert middle.name() == theme.load("dark").surface


def test_a_screen_reader_finds_every_message(canvas: TranscriptCanvas) -> None:
    accessible.install()
    show(canvas, "the question", "the **answer**")
    found = QAccessible.queryAccessibleInterface(canvas)
    assert found.childCount() == 2
    names = [found.child(number).text(QAccessible.Text.Name) for number in range(2)]
    assert names == ["You: the question", "Assistant: the **answer**"]
    assert found.child(1).rect().height() > 10
    assert found.childAt(*found.child(1).rect().center().toTuple()) is not None


def test_a_very_long_answer_is_laid_out_only_where_it_is_seen(canvas: TranscriptCanvas) -> None:
    canvas.set_entries([Entry((1,), EntryKind.ANSWER, "\n\n".join(f"{n} {WORDS}" for n in range(1_500)))])
    pieces = canvas.transcript.items[0].pieces or []
    assert len(pieces) == 1_500
    made = [piece for piece in pieces if isinstance(piece, TextPiece) and piece.rendered is not None]
    assert 0 < len(made) < 80
