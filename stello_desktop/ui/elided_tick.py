"""A tick whose words end in dots where their room ends; the whole of them is the tooltip then."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QStyle, QStyleOptionButton

from stello_desktop.ui.elided_words import as_text, cut_words, words_px

_LEAST_PX: Final = 60


class ElidedTick(QCheckBox):
    """As wide as its words at most; a screen reader has all of them."""

    def __init__(self, words: str, name: str = "") -> None:
        super().__init__()
        self._words = words
        self.setObjectName(name)
        self.setAccessibleName(words)
        self.setText(as_text(words))
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    @property
    def words(self) -> str:
        """All of them."""
        return self._words

    def _box_px(self) -> int:
        """What the square takes, and the gap behind it."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        words = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, self)
        return words.left()

    @override
    def sizeHint(self) -> QSize:
        self.ensurePolished()
        return QSize(self._box_px() + words_px(self, self._words) + 4, super().sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST_PX, super().minimumSizeHint().height())

    def _cut(self) -> None:
        cut_words(self, self._words, self.width() - self._box_px() - 2)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.StyleChange, QEvent.Type.FontChange} and hasattr(self, "_words"):
            self.updateGeometry()
            self._cut()
