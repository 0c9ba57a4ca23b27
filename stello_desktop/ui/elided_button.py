"""A button whose words end in dots where their room ends; the whole of them is the tooltip then."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent

from stello_desktop.ui import icons, theme
from stello_desktop.ui.controls import ButtonKind, PushButton, scale_icon
from stello_desktop.ui.elided_words import as_text, cut_words, words_px

_LEAST_PX: Final = 96
"""At 100 %: what remains of the words is still a beginning that can be told apart."""


class ElidedButton(PushButton):
    """As wide as its words at most; its accessible name is the whole of what it says."""

    def __init__(self, *, kind: ButtonKind, icon: str = "", name: str = "") -> None:
        super().__init__()
        self._words = self._hint = ""
        self.setProperty("kind", kind)
        self.setObjectName(name)
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        if icon:
            self.setIcon(icons.icon(icon, "muted", "accent"))
            scale_icon(self, 16)

    @property
    def words(self) -> str:
        """All of them."""
        return self._words

    def put(self, words: str, spoken: str = "") -> None:
        """Say this.

        Args:
            spoken: the accessible name, where it is more than the words.
        """
        self.setAccessibleName(spoken or words)
        if words != self._words:
            self._words = words
            self.setText(as_text(words))
            self.updateGeometry()
        self._cut()

    def set_hint(self, hint: str) -> None:
        """The tooltip while all of the words can be read."""
        self._hint = hint
        self._cut()

    def _around_px(self) -> int:
        """What stands beside the words: picture, padding, edge."""
        shown = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, self.text())
        return super().sizeHint().width() - shown.width()

    def _cut(self) -> None:
        cut_words(self, self._words, self.width() - self._around_px(), self._hint)

    @override
    def sizeHint(self) -> QSize:
        self.ensurePolished()
        return QSize(words_px(self, self._words) + self._around_px(), super().sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        least = min(self.sizeHint().width(), round(_LEAST_PX * theme.current().scale))
        return QSize(least, super().minimumSizeHint().height())

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
