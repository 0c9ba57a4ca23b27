"""After a thing was deleted its fields show another one: until something is written there, Ctrl+Z is for what was deleted."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget


class UndoFirst(QObject):
    """While it is armed, no field of a page takes the key of *Undo* for its own text, so that the window has it.

    The first letter that is written disarms it.
    """

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self._armed = False
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._watch)

    def arm(self) -> None:
        """Something was deleted just now."""
        self._armed = True
        self._watch(None, QApplication.focusWidget())

    def disarm(self) -> None:
        """Something else was done since, or it is back."""
        self._armed = False

    def _watch(self, _before: QWidget | None, now: QWidget | None) -> None:
        if self._armed and now is not None and self._page.isAncestorOf(now):
            now.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self._armed:
            watched.removeEventFilter(self)
        elif event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.matches(QKeySequence.StandardKey.Undo):
                event.ignore()
                return True
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            self._armed = not event.text() or not event.text().isprintable()
        return False
