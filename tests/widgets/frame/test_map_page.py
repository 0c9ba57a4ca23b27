"""Outline, map and conversation side by side: how the page comes to the screen."""

from __future__ import annotations

from typing import override

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QPushButton, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from stello_desktop.ui.map_page import MapPage


class Heights(QObject):
    """Every height that a widget is given."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.found: list[int] = []
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and isinstance(watched, QWidget):
            self.found.append(watched.height())
        return False


def a_page(qtbot: QtBot, width: int) -> MapPage:
    """A page that knows what was chosen before it is laid out, as at the start of the program."""
    page = MapPage(QWidget(), QWidget())
    qtbot.addWidget(page)
    page.put_places({"outline": True})
    page.set_chosen("A project")
    page.resize(width, 800)
    return page


@pytest.mark.parametrize("width", [1280, 800])
def test_the_first_frame_is_laid_out_once(qtbot: QtBot, width: int) -> None:
    """No bar of a narrow window takes room in the first frame of a wide one, or all of it is painted twice."""
    page = a_page(qtbot, width)
    splitter = page.findChild(QSplitter, "mapSplitter")
    assert splitter is not None
    heights = Heights(splitter)
    page.show()
    qtbot.waitExposed(page)
    qtbot.wait(20)
    assert set(heights.found) == {800}


def test_a_narrow_window_leads_to_the_conversation(qtbot: QtBot) -> None:
    """What was chosen before the page was shown can be opened there."""
    page = a_page(qtbot, 600)
    page.show()
    qtbot.waitExposed(page)
    opens = page.findChild(QPushButton, "openConversation")
    assert opens is not None
    assert opens.isVisible()
    page.resize(1280, 800)
    assert not opens.isVisible()
