"""A map on a window of its own, and hands to use it with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import Topology
from stello_desktop.ui import theme
from stello_desktop.ui.map.sky_widget import SkyWidget
from tests.helpers import skies

SIGNALS = (
    "selected",
    "open_full_requested",
    "reparent_requested",
    "place_requested",
    "rename_requested",
    "naming_cancelled",
    "child_requested",
    "sibling_requested",
    "delete_requested",
    "fold_requested",
    "menu_requested",
    "new_project_requested",
    "layout_requested",
    "previews_wanted",
)


@dataclass
class Hands:
    """Uses the map as a person does, and remembers what it asked for."""

    sky: SkyWidget
    asked: list[tuple[Any, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for name in SIGNALS:
            getattr(self.sky, name).connect(lambda *values, name=name: self.asked.append((name, *values)))

    @property
    def port(self) -> QWidget:
        return self.sky.view.viewport()

    def requests(self, name: str) -> list[list[Any]]:
        """The values of every signal of that name."""
        return [values for what, *values in self.asked if what == name]

    def spot(self, name: str) -> QPoint:
        spot = self.sky.centre_of(SessionId(name))
        assert spot is not None
        return spot

    def click(self, name: str, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.mouseClick(self.port, Qt.MouseButton.LeftButton, keys, self.spot(name))

    def press(self, at: QPoint, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        QTest.mousePress(self.port, button, Qt.KeyboardModifier.NoModifier, at)

    def press_with(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        QTest.mousePress(self.port, Qt.MouseButton.LeftButton, keys, at)

    def release(self, at: QPoint, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        QTest.mouseRelease(self.port, button, Qt.KeyboardModifier.NoModifier, at)

    def move(self, at: QPoint, buttons: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        event = QMouseEvent(
            QEvent.Type.MouseMove,
            QPointF(at),
            QPointF(self.port.mapToGlobal(at)),
            Qt.MouseButton.NoButton,
            buttons,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(self.port, event)

    def start_drag(self, name: str) -> None:
        start = self.spot(name)
        self.press(start)
        self.move(start + QPoint(6, 6))
        self.move(start + QPoint(30, 0))

    def drag(self, name: str, to: QPoint) -> None:
        self.start_drag(name)
        self.move(to)
        self.release(to)

    def key(self, key: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(self.sky.view, key, keys)

    def wheel(
        self,
        at: QPoint,
        *,
        angle: tuple[int, int] = (0, 0),
        pixels: tuple[int, int] = (0, 0),
        phase: Qt.ScrollPhase = Qt.ScrollPhase.NoScrollPhase,
        keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        event = QWheelEvent(
            QPointF(at),
            QPointF(self.port.mapToGlobal(at)),
            QPoint(*pixels),
            QPoint(*angle),
            Qt.MouseButton.NoButton,
            keys,
            phase,
            False,
        )
        QApplication.sendEvent(self.port, event)


@pytest.fixture
def hands(qtbot: QtBot) -> Iterator[Hands]:
    """A map of one project, as large as it is in the window."""
    theme.apply(QApplication.instance(), theme.load("dark"))  # type: ignore[arg-type]  # qtbot made it
    sky = SkyWidget()
    qtbot.addWidget(sky)
    sky.view.heavens.now = lambda: skies.NOW_S
    sky.resize(900, 760)
    sky.show()
    yield Hands(sky)
    sky.hide()


PLAN = """
Plan
  Market
    Europe
      Nordics
    Asia
  Product
    Roadmap
  Money
"""


@pytest.fixture
def plan() -> Topology:
    """A small project."""
    return skies.a_tree(PLAN)
