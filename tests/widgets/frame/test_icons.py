from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from stello_desktop.resources import resource
from stello_desktop.ui import icons, theme
from stello_desktop.ui.actions import ACTIONS

FILES = sorted(resource("icons").glob("*.svg"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_icon_is_of_the_one_family(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert 'viewBox="0 0 24 24"' in text
    assert 'stroke-width="1.75"' in text
    assert 'stroke="currentColor"' in text
    assert not re.search(r"#[0-9a-fA-F]{3,6}", text)


def test_an_icon_follows_the_theme_without_being_made_again(qapp: QApplication) -> None:
    theme.apply(qapp, theme.load("dark"))
    icon = icons.icon("map", "accent")
    dark = icon.pixmap(QSize(24, 24)).toImage()
    theme.apply(qapp, theme.load("light"))
    light = icon.pixmap(QSize(24, 24)).toImage()
    assert dark != light
    assert not light.isNull()


def test_checked_and_disabled_icons_differ(qapp: QApplication) -> None:
    icon = icons.icon("map", "muted", "accent")
    size = QSize(24, 24)
    off = icon.pixmap(size, QIcon.Mode.Normal, QIcon.State.Off).toImage()
    assert icon.pixmap(size, QIcon.Mode.Normal, QIcon.State.On).toImage() != off
    assert icon.pixmap(size, QIcon.Mode.Disabled, QIcon.State.Off).toImage() != off


def test_an_icon_is_sharp_on_a_fine_screen(qapp: QApplication) -> None:
    picture = icons.icon("map").pixmap(QSize(24, 24), 2.0)
    assert picture.size() == QSize(48, 48)
    assert picture.devicePixelRatio() == 2.0


def test_an_unknown_icon_is_a_mistake_at_once(qapp: QApplication) -> None:
    with pytest.raises(FileNotFoundError):
        icons.icon("no such icon")


def test_every_action_has_an_icon_that_exists(qapp: QApplication) -> None:
    for spec in ACTIONS:
        if spec.icon:
            icons.icon(spec.icon)
