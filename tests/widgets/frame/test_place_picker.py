"""*Refer to…* and *Move to…* where there is nothing to choose: that is said, not that a name was wrong (P-2)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QListView, QPushButton, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from stello_desktop.domain.topology import Topology
from stello_desktop.ui import theme
from stello_desktop.ui.move_picker import MovePicker
from stello_desktop.ui.refer_picker import ReferPicker
from tests.helpers.skies import a_tree, sid


@pytest.fixture(autouse=True)
def themed(qapp: QApplication) -> None:
    theme.apply(qapp, theme.load("light"))


def words(picker: QWidget) -> str:
    label = picker.findChild(QLabel, "movePickerNothing")
    return label.text() if label is not None and label.isVisible() else ""


@pytest.fixture
def alone() -> Topology:
    return a_tree("Launch\n  Costs")


def test_with_nothing_to_refer_to_the_reason_is_said_and_nothing_can_be_typed(
    qtbot: QtBot, alone: Topology
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    picker = ReferPicker(parent, alone, sid("Costs"))
    picker.open()
    assert "no other conversation" in words(picker)
    assert "has this name" not in words(picker)
    field = picker.findChild(QLineEdit, "movePickerFilter")
    cancel = picker.findChild(QPushButton, "movePickerCancel")
    assert field is not None
    assert cancel is not None
    assert not field.isEnabled()
    assert picker.focusWidget() is cancel


def test_a_name_that_nothing_has_is_still_told_as_one(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    picker = MovePicker(parent, a_tree("Launch\n  Costs\nHouse"), sid("Costs"))
    picker.open()
    assert words(picker) == ""
    field = picker.findChild(QLineEdit, "movePickerFilter")
    assert field is not None
    field.setText("zzz")
    assert words(picker) == "No place has this name"
    assert field.isEnabled()


def test_a_long_path_is_cut_at_its_beginning_and_whole_in_a_tooltip(
    qtbot: QtBot,
) -> None:
    """No scroll bar across; what has room has no tooltip."""
    long = "A journey " * 12
    tree = a_tree(f"Launch\n  Costs\n  {long.strip()}\n    Hotels\nOther")
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    picker = MovePicker(parent, tree, sid("Costs"))
    picker.open()
    rows = picker.findChild(QListView, "movePickerList")
    assert rows is not None
    qtbot.waitUntil(lambda: rows.isVisible() and rows.visualRect(rows.model().index(0, 0)).width() > 0)
    names = [str(rows.model().index(row, 0).data()) for row in range(rows.model().rowCount())]
    assert rows.horizontalScrollBar().maximum() == 0
    assert not rows.horizontalScrollBar().isVisible()

    def ask(name: str) -> None:
        place = rows.visualRect(rows.model().index(names.index(name), 0))
        assert place.width() <= rows.viewport().width()
        point = place.center()
        event = QHelpEvent(QEvent.Type.ToolTip, point, rows.viewport().mapToGlobal(point))
        QApplication.sendEvent(rows.viewport(), event)

    cut = next(name for name in names if name.endswith("Hotels"))
    ask(cut)
    assert QToolTip.isVisible()
    assert cut in QToolTip.text()
    ask("Other")
    qtbot.waitUntil(lambda: not QToolTip.isVisible())
