"""One line to write in: what is longer than its field begins where it begins (look.md, "never cut")."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from stello_desktop.ui.elided_label import ElidedLabel
from stello_desktop.ui.line_field import LineField

_LONG = "A description that goes on and on, until nobody can see where it ends. " * 5


class _Window(QWidget):
    """Two fields, one below the other."""

    def __init__(self) -> None:
        super().__init__()
        self.fields = LineField("first", max_chars=1000), LineField("second")
        column = QVBoxLayout(self)
        for field in self.fields:
            column.addWidget(field)
        self.resize(240, 100)


@pytest.fixture
def window(qtbot: QtBot) -> _Window:
    made = _Window()
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def _left_edge(field: LineField) -> int:
    """The place in the text that is seen at the left edge, once it is painted."""
    field.grab()
    return field.cursorPositionAt(QPoint(1, field.height() // 2))


def test_a_long_text_is_shown_from_its_beginning(window: _Window) -> None:
    field, _ = window.fields
    field.put(_LONG)
    assert _left_edge(field) == 0


def test_after_writing_at_its_end_the_beginning_is_shown_again(window: _Window) -> None:
    field, other = window.fields
    field.put(_LONG)
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_End)
    QTest.keyClicks(field, "the end")
    assert _left_edge(field) > 0
    other.setFocus()
    assert field.text().endswith("the end")
    assert _left_edge(field) == 0


def test_the_same_text_leaves_the_place_of_who_writes(window: _Window) -> None:
    field, _ = window.fields
    field.put(_LONG)
    field.setFocus()
    field.setCursorPosition(7)
    field.put(_LONG)
    assert field.cursorPosition() == 7


def test_only_a_text_that_is_cut_has_a_tooltip(window: _Window) -> None:
    field, _ = window.fields
    field.put("short")
    assert not field.is_cut
    field.put(_LONG)
    assert field.is_cut


def test_a_label_says_all_of_it_to_a_screen_reader_and_as_tooltip(qtbot: QtBot) -> None:
    label = ElidedLabel(words=_LONG)
    qtbot.addWidget(label)
    label.resize(120, 20)
    label.show()
    QApplication.sendPostedEvents()
    assert label.text().endswith("…")
    assert label.accessibleName() == label.words == _LONG
    assert "goes on and on" in label.toolTip()
    label.put("short")
    assert label.text() == "short"
    assert not label.toolTip()


def test_what_has_no_room_is_said_and_what_stood_there_comes_back(window: _Window) -> None:
    """A paste that is cut says so at the field; Ctrl+Z brings back what was written before."""
    field, _ = window.fields
    field.put("A short one")
    field.setFocus()
    field.selectAll()
    QGuiApplication.clipboard().setText("x" * 5_000)
    QTest.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert field.text() == "x" * 1_000
    assert QToolTip.isVisible()
    assert "takes 1,000 characters" in QToolTip.text()
    QToolTip.hideText()
    QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert field.text() == "A short one"
