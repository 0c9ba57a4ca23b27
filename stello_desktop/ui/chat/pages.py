"""What stands where there is nothing to read, and where nothing can be written."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.ui.controls import Glyph, button, plain_label


class EmptyPage(QFrame):
    """A quiet picture with what this place is for."""

    def __init__(self, name: str = "chatEmpty", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setProperty("area", "surface")
        self._title = plain_label(size="large", wrap=True)
        self._words = plain_label(tone="muted", wrap=True)
        box = QVBoxLayout(self)
        box.setContentsMargins(24, 24, 24, 40)
        box.setSpacing(10)
        box.addStretch(2)
        box.addWidget(Glyph("chat", "muted", 36), 0, Qt.AlignmentFlag.AlignHCenter)
        for label in (self._title, self._words):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            box.addWidget(label, 0, Qt.AlignmentFlag.AlignHCenter)
        box.addStretch(3)

    def set_words(self, title: str, words: str) -> None:
        """Say this."""
        self._title.setText(title)
        self._words.setText(words)
        self._fit()
        self.setAccessibleName(title)
        self.setAccessibleDescription(words)

    def _fit(self) -> None:
        for label in (self._title, self._words):
            label.setFixedWidth(max(160, min(420, self.width() - 60)))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class ArchivedBar(QFrame):
    """Stands in place of the composer.

    Signals:
        unarchive_requested.
        result_requested: bring the conversation's result to another one.
    """

    unarchive_requested = Signal()
    result_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("archivedBar")
        self._words = plain_label(tone="muted", wrap=True)
        self._button = button("", name="chatUnarchive", icon="unarchive")
        self._button.clicked.connect(self.unarchive_requested)
        self._result = button("", name="archivedResult", kind="link", icon="result")
        self._result.clicked.connect(self.result_requested)
        self._result.hide()
        said = QHBoxLayout()
        said.setSpacing(12)
        said.addWidget(Glyph("archive", "muted", 18), 0, Qt.AlignmentFlag.AlignTop)
        said.addWidget(self._words, 1)
        deeds = QHBoxLayout()
        deeds.setSpacing(8)
        deeds.addStretch(1)
        deeds.addWidget(self._result)
        deeds.addWidget(self._button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 14)
        column.setSpacing(8)
        column.addLayout(said)
        column.addLayout(deeds)
        self._translate()

    def offer_result(self, *, offered: bool) -> None:
        """Offer to bring the result back: of a settled branch that has brought none yet."""
        if not offered and self._result.hasFocus():
            self._button.setFocus()
        self._result.setVisible(offered)

    def _translate(self) -> None:
        self._words.setText(self.tr("This conversation is archived. It can be read, not continued."))
        self._result.setText(self.tr("Bring the result back"))
        self._button.setText(self.tr("Take out of the archive"))

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._button.setFocus()

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._translate()
        super().changeEvent(event)
