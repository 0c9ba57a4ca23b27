"""The place *Insights* where nothing was said yet."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from stello_desktop.ui.controls import Glyph, button, plain_label


class NoInsights(QWidget):
    """Says what this place is for, and offers the one thing that fills it.

    Signals:
        map_requested: to where conversations are.
    """

    map_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("insightsEmpty")
        self._title = plain_label(size="large", wrap=True)
        self._words = plain_label(tone="muted", wrap=True)
        self._go = button(kind="primary", icon="map", name="insightsEmptyGo")
        column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addStretch(2)
        column.addWidget(Glyph("insights", "muted", 40), 0, Qt.AlignmentFlag.AlignHCenter)
        for label in (self._title, self._words):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(label)
        column.addWidget(self._go, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        self._go.clicked.connect(self.map_requested)
        self._put_words()

    def _put_words(self) -> None:
        self._title.setText(self.tr("Nothing was said yet"))
        self._words.setText(
            self.tr(
                "Here you find what your conversations came to: a summary of each, an overview of a project, and "
                "reminders from one conversation to another. Say something in a conversation first."
            )
        )
        self._go.setText(self.tr("Go to the map"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_go"):
            self._put_words()
