"""The narrow rail of places at the left edge; the trash, rarely wanted, is in it only while one is there."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QFrame, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from stello_desktop.ui import icons, theme
from stello_desktop.ui.actions import Actions
from stello_desktop.ui.controls import describe, scale_icon
from stello_desktop.ui.offline import OfflineSign

PLACES = ("map", "profiles", "skills", "insights", "trash", "settings")


class Rail(QFrame):
    """Menu, map, profiles, skills, insights; settings at its foot. Icons with words under them.

    The window shows at most twelve controls at rest, so the trash has its place in the menu, and here while one is there.

    Signals:
        menu_requested: the global place for the menu.
    """

    menu_requested = Signal(QPoint)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("area", "rail")
        self._actions = actions
        self._places = QButtonGroup(self)
        self._places.setExclusive(True)
        self._menu = self._make("railMenu", "menu", checkable=False)
        self._menu.clicked.connect(self.ask_for_menu)
        self._buttons = {place: self._make(f"rail{place.title()}", place) for place in PLACES}
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 8, 6, 8)
        column.setSpacing(4)
        column.addWidget(self._menu)
        column.addWidget(self._buttons["map"])
        column.addWidget(self._buttons["profiles"])
        column.addWidget(self._buttons["skills"])
        column.addWidget(self._buttons["insights"])
        column.addWidget(self._buttons["trash"])
        column.addStretch(1)
        self.offline = OfflineSign()
        column.addWidget(self.offline)
        column.addWidget(self._buttons["settings"])
        for place, button in self._buttons.items():
            self._places.addButton(button)
            button.clicked.connect(self._action(place).trigger)
        self.retranslate()
        self.show_place("map")

    def _make(self, name: str, icon: str, *, checkable: bool = True) -> QToolButton:
        button = QToolButton()
        button.setObjectName(name)
        button.setProperty("kind", "place")
        button.setCheckable(checkable)
        button.setIcon(icons.icon(icon, "muted", "accent"))
        scale_icon(button, 22)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        return button

    def _action(self, place: str) -> QAction:
        return self._actions[f"place_{place}"]

    def ask_for_menu(self) -> None:
        """Open the menu beside its button."""
        self.menu_requested.emit(self._menu.mapToGlobal(QPoint(self._menu.width() + 4, 0)))

    def show_place(self, place: str) -> None:
        """Mark the place where the person is."""
        self._buttons["trash"].setVisible(place == "trash")
        if place in self._buttons:
            self._buttons[place].setChecked(True)

    def retranslate(self) -> None:
        """Read the words again."""
        self.setFixedWidth(round(theme.current().px("tiny") * 6.2))
        self._menu.setText(self._actions["menu"].toolTip())
        describe(self._menu, self._actions["menu"].toolTip(), self._actions.shortcut_words("menu"))
        for place, button in self._buttons.items():
            words = self._action(place).toolTip()
            button.setText(words)
            describe(button, words, self._actions.shortcut_words(f"place_{place}"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.StyleChange) and hasattr(
            self, "_buttons"
        ):
            self.retranslate()
