"""Words of buttons and ticks end in dots only where there is no room for them (look.md, *Type*)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from stello_desktop.ui import theme
from stello_desktop.ui.controls import ButtonKind
from stello_desktop.ui.elided_button import ElidedButton
from stello_desktop.ui.elided_tick import ElidedTick
from stello_desktop.ui.flow_layout import FlowLayout

NAMES = (
    "Atlas-model",
    "Practice assistant",
    "A corner café",
    "Launch 2027",
    "Who roasts our coffee",
    "gpt-4.1-mini",
    "R&D",
    "街角的咖啡馆",
    "iiiii",
    "WAVE To Yo",
)


@pytest.fixture(params=[0.85, 1.0, 1.15, 1.3, 1.5])
def scale(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[float]:
    theme.apply(qapp, theme.load("dark", request.param))
    yield request.param
    theme.apply(qapp, theme.load("dark"))


@pytest.mark.usefixtures("scale")
@pytest.mark.parametrize("kind", ["crumb", "chip"])
def test_a_button_as_wide_as_it_asks_for_shows_all_its_words(qtbot: QtBot, kind: ButtonKind) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    row = FlowLayout(around)
    buttons = [ElidedButton(kind=kind, icon="service" if kind == "chip" else "") for _ in NAMES]
    for made, name in zip(buttons, NAMES, strict=True):
        made.put(name)
        row.addWidget(made)
    around.resize(1200, 300)
    around.show()
    assert [made.text().replace("&&", "&") for made in buttons] == list(NAMES)


@pytest.mark.usefixtures("scale")
def test_a_tick_as_wide_as_it_asks_for_shows_all_its_words(qtbot: QtBot) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    row = FlowLayout(around)
    ticks = [ElidedTick(name) for name in NAMES]
    for made in ticks:
        row.addWidget(made)
    around.resize(1200, 300)
    around.show()
    assert [made.text().replace("&&", "&") for made in ticks] == list(NAMES)


@pytest.mark.usefixtures("scale")
def test_a_button_without_room_ends_in_dots_and_says_the_whole_on_hover(qtbot: QtBot) -> None:
    made = ElidedButton(kind="chip")
    qtbot.addWidget(made)
    made.put("Practice assistant on this computer")
    made.resize(made.sizeHint().width() - 12, made.sizeHint().height())
    made.show()
    assert made.text().endswith("…")
    assert "Practice assistant on this computer" in made.toolTip()
