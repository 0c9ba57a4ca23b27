"""A field that opens a list: it says what is chosen, with an arrow at its end."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from stello_desktop.ui import icons, theme
from stello_desktop.ui.controls import PushButton, set_plain_tooltip

_ARROW_PX: Final = 14
_AROUND_PX: Final = 44
_DOT_PX: Final = 18


class FieldButton(PushButton):
    """Looks like a field; a click, Enter, Space, Down or F4 is ``clicked``.

    Attributes:
        kept_px: room beside the arrow for something else.
    """

    kept_px = 0

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setProperty("kind", "field")
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._label = self._words = ""
        self._cut = Qt.TextElideMode.ElideRight

    def put_words(self, label: str, words: str, cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> None:
        """What the field is about, for a screen reader, and what is chosen; ``cut`` where there is no room."""
        self._label, self._words, self._cut = label, words, cut
        self.setAccessibleName(f"{label}: {words}")
        set_plain_tooltip(self, words)
        self._fit()

    def _fit(self) -> None:
        picture_px = 0 if self.icon().isNull() else _DOT_PX
        room_px = max(20, self.width() - _AROUND_PX - picture_px - self.kept_px)
        text = self.fontMetrics().elidedText(self._words, self._cut, room_px)
        self.setText(text.replace("&", "&&"))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Down, Qt.Key.Key_F4}:
            self.click()
            return
        super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side_px = round(_ARROW_PX * theme.current().scale)
        painter = QPainter(self)
        picture = icons.pixmap("chevron_down", side_px, "muted", self.devicePixelRatioF())
        painter.drawPixmap(self.width() - side_px - 10, (self.height() - side_px) // 2, picture)
        painter.end()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.StyleChange, QEvent.Type.FontChange} and hasattr(self, "_words"):
            self._fit()
