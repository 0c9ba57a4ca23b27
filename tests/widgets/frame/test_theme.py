from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPlainTextEdit, QTextEdit
from pytestqt.qtbot import QtBot

from stello_desktop.ui import theme
from stello_desktop.ui.tokens import Theme, ThemeName

NAMES: list[ThemeName] = ["dark", "light"]
GROUNDS = ("ground", "ground_lit", "surface", "raised", "hover", "selection", "bubble")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("role", ["text", "muted", "accent", "warning", "good", "danger"])
def test_text_can_be_read_on_every_ground(name: ThemeName, ground: str, role: str) -> None:
    tokens = theme.load(name)
    assert theme.contrast(getattr(tokens, role), getattr(tokens, ground)) >= 4.5


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("make", [QLineEdit, QPlainTextEdit, QTextEdit])
def test_what_an_empty_field_says_can_be_read(
    qtbot: QtBot, qapp: QApplication, name: ThemeName, make: type[QLineEdit | QPlainTextEdit | QTextEdit]
) -> None:
    theme.apply(qapp, theme.load(name, 1.5))
    try:
        field = make()
        qtbot.addWidget(field)
        field.setPlaceholderText("HHHH HHHH HHHH")
        field.resize(300, 60)
        field.show()
        painted = field.grab(field.rect().adjusted(6, 6, -6, -6)).toImage()
        ground = painted.pixelColor(painted.width() - 1, painted.height() // 2).name()
        colors = {painted.pixelColor(x, y).name() for x in range(120) for y in range(painted.height())}
        assert max(theme.contrast(color, ground) for color in colors) >= 4.5
    finally:
        theme.apply(qapp, theme.load("dark"))


@pytest.mark.parametrize("name", NAMES)
def test_words_on_the_accent_can_be_read(name: ThemeName) -> None:
    tokens = theme.load(name)
    for ground in (tokens.accent, tokens.accent_hover):
        assert theme.contrast(tokens.on_accent, ground) >= 4.5


@pytest.mark.parametrize("name", NAMES)
def test_borders_of_controls_and_hues_stand_out(name: ThemeName) -> None:
    tokens = theme.load(name)
    for ground in ("ground", "ground_lit", "surface", "raised"):
        assert theme.contrast(tokens.line_strong, getattr(tokens, ground)) >= 3
        for hue in tokens.hues:
            assert theme.contrast(hue, getattr(tokens, ground)) >= 3


@pytest.mark.parametrize("name", NAMES)
def test_every_role_is_a_colour_and_there_are_eight_hues(name: ThemeName) -> None:
    tokens = theme.load(name)
    roles = {field.name for field in fields(Theme)} - {"name", "hues", "scale"}
    assert all(tokens.color(role).isValid() for role in roles)
    assert len(set(tokens.hues)) == 8
    assert tokens.hue(8) == tokens.hue(0)


def test_a_change_of_theme_reaches_what_is_shown(qapp: QApplication) -> None:
    label = QLabel("words")
    label.show()
    for name in (*NAMES, *NAMES):
        tokens = theme.load(name)
        theme.apply(qapp, tokens)
        assert theme.current() is tokens
        assert label.palette().color(QPalette.ColorRole.WindowText) == tokens.color("text")
    label.close()


def test_the_text_size_scales_every_size(qapp: QApplication) -> None:
    small, large = theme.load("dark"), theme.load("dark", 1.5)
    for size in theme.SIZES_PX:
        name = cast("theme.SizeName", size)
        assert large.px(name) == round(small.px(name) * 1.5)
    assert large.font("title").pixelSize() == 27


def test_the_follower_takes_the_persons_choice(qapp: QApplication) -> None:
    follower = theme.ThemeFollower(qapp, "light", 1.15)
    assert theme.current() == theme.load("light", 1.15)
    follower.choose("dark", 1.0)
    assert theme.current() == theme.load("dark")
    follower.deleteLater()


def test_no_colour_is_named_beside_the_themes() -> None:
    package = Path(theme.__file__).parent
    offenders = [
        f"{path.relative_to(package)}:{number}"
        for path in package.rglob("*.py")
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if _names_a_colour(text)
    ]
    assert offenders == []


def _names_a_colour(text: str) -> bool:
    words = text.replace('"', " ").replace("'", " ").replace("(", " ").replace(")", " ").split()
    return any(
        word.startswith("#")
        and len(word) in (4, 7)
        and all(char in "0123456789abcdefABCDEF" for char in word[1:])
        for word in words
    )
