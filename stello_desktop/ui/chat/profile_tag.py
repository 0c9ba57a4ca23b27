"""With which profile a branch is made: its colour and its name, on the cards of branches (X-2, X-5)."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from stello_desktop.domain.text import clean_label
from stello_desktop.ui.controls import plain_label
from stello_desktop.ui.hue_dot import HueDot


class ProfileTag(QWidget):
    """A dot and words; no dot for a profile that is gone."""

    def __init__(self, name: str, hue: int | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("profileTag")
        self._name = clean_label(name)
        self._words = plain_label(tone="muted", size="small", wrap=True, name="profileTagName")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        if hue is not None:
            row.addWidget(HueDot(hue))
        row.addWidget(self._words, 1)
        self._translate()

    def _translate(self) -> None:
        words = self.tr("With the profile “%1”").replace("%1", self._name)
        self._words.setText(words)
        self.setAccessibleName(words)

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._translate()
        super().changeEvent(event)
