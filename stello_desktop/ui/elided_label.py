"""One line of plain text that ends in dots where its room ends; the whole of it is the tooltip then."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from stello_desktop.ui.controls import Tone, set_plain_tooltip


class ElidedLabel(QLabel):
    """Takes the room that it is given, however long its words are; a screen reader has all of them."""

    def __init__(
        self,
        name: str = "",
        *,
        words: str = "",
        size: str = "base",
        tone: Tone = "normal",
        strong: bool = False,
    ) -> None:
        super().__init__()
        self._full = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setObjectName(name)
        self.setProperty("textSize", size)
        self.setProperty("tone", tone)
        self.setProperty("strong", strong)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.put(words)

    @property
    def words(self) -> str:
        """All of it."""
        return self._full

    def put(self, words: str) -> None:
        """Show other words."""
        if words != self._full:
            self._full = words
            self.setAccessibleName(words)
            self._cut()

    def _cut(self) -> None:
        metrics = QFontMetrics(self.font())
        shown = metrics.elidedText(self._full, Qt.TextElideMode.ElideRight, max(0, self.width() - 2))
        if shown != self.text():
            self.setText(shown)
            set_plain_tooltip(self, self._full if shown != self._full else "")

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(20, super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.StyleChange, QEvent.Type.FontChange} and hasattr(self, "_full"):
            self._cut()
