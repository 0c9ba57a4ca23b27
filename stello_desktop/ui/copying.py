"""A button that copies, and says for a moment that it did."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QGuiApplication, QIcon
from PySide6.QtWidgets import QPushButton

from stello_desktop.ui import icons

SIGN_MS: Final = 1_800
"""Long enough to be seen by whoever looks at the button while pressing it."""


def copies(button: QPushButton, text: Callable[[], str]) -> None:
    """Let a button put a text on the clipboard, read when it is pressed, and say so to eyes and screen readers."""
    _CopySign(button, text)


class _CopySign(QObject):
    """Takes the place of the button's words, and gives it back unless they are others by then."""

    def __init__(self, button: QPushButton, text: Callable[[], str]) -> None:
        super().__init__(button)
        self._button, self._text = button, text
        self._sign = self._words = ""
        self._icon = QIcon()
        self._over = QTimer(self, singleShot=True, interval=SIGN_MS)
        self._over.timeout.connect(self._end)
        button.clicked.connect(self._copy)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text())
        self._end()
        self._sign = QCoreApplication.translate("Copying", "Copied")
        self._words, self._icon = self._button.text(), self._button.icon()
        self._button.setText(self._sign)
        if not self._icon.isNull():
            self._button.setIcon(icons.icon("check", "good"))
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._button, self._sign))
        self._over.start()

    def _end(self) -> None:
        self._over.stop()
        if not self._sign:
            return
        if self._button.text() == self._sign:  # else it has new words already, in another language
            self._button.setText(self._words)
        self._button.setIcon(self._icon)
        self._sign = ""
