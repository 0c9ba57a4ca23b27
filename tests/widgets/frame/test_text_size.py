"""Lists and pictures grow with the text that they stand beside (look.md, *Tokens*: the setting scales all)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QFrame, QMenu, QSplitter, QStyle, QWidget
from pytestqt.qtbot import QtBot

from stello_desktop.ui import theme
from stello_desktop.ui.profiles.room import ProfilesRoom
from stello_desktop.ui.skills.room import SkillsRoom


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    theme.apply(qapp, theme.load("dark"))
    yield qapp
    theme.apply(qapp, theme.load("dark"))


def skills_room() -> QWidget:
    room = SkillsRoom()
    room.put_list(QFrame())
    return room


@pytest.mark.parametrize(
    ("make", "splitter"), [(skills_room, "skillSplitter"), (ProfilesRoom, "profileSplitter")]
)
def test_a_list_gets_as_much_more_room_as_its_words_take(
    qtbot: QtBot, app: QApplication, make: type[QWidget], splitter: str
) -> None:
    room = make()
    qtbot.addWidget(room)
    room.resize(1400, 800)
    room.show()
    parts = room.findChild(QSplitter, splitter)
    assert parts is not None
    before = parts.sizes()[0]
    theme.apply(app, theme.load("dark", 1.5))
    qtbot.wait(50)
    assert parts.sizes()[0] == pytest.approx(before * 1.5, abs=3)
    theme.apply(app, theme.load("dark"))
    qtbot.wait(50)
    assert parts.sizes()[0] == pytest.approx(before, abs=3)


def test_pictures_in_menus_grow_with_the_words(qtbot: QtBot, app: QApplication) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    menu.addAction("Rename")
    for scale in (0.85, 1.0, 1.5):
        theme.apply(app, theme.load("dark", scale))
        menu.ensurePolished()
        side_px = menu.style().pixelMetric(QStyle.PixelMetric.PM_SmallIconSize, None, menu)
        assert side_px == round(16 * scale)
