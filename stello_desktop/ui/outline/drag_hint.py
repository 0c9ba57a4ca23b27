"""The words that go with the pointer while something is dragged."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from stello_desktop.ui import theme


class DragHint(QWidget):
    """A small sign beside the pointer: what a drop would do, or why it would do nothing."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._canvas = parent
        self._text = ""
        self._refused = False
        self.hide()

    @property
    def text(self) -> str:
        """The words that are shown."""
        return self._text

    def show_at(self, place: QPoint, text: str, *, refused: bool) -> None:
        """Show the words near a place of the parent, inside it."""
        self._text, self._refused = text, refused
        metrics = self.fontMetrics()
        bounds = self._canvas.rect().adjusted(4, 4, -4, -4)
        width_px = min(metrics.horizontalAdvance(text) + 24, bounds.width())
        words = metrics.boundingRect(QRect(0, 0, width_px - 20, 400), Qt.TextFlag.TextWordWrap, text)
        area = QRect(place.x() + 12, place.y() + 16, width_px, words.height() + 12)
        area.moveLeft(max(bounds.left(), min(area.left(), bounds.right() - area.width())))
        area.moveTop(max(bounds.top(), min(area.top(), bounds.bottom() - area.height())))
        self.setGeometry(area)
        self.show()
        self.raise_()
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tokens.color("danger" if self._refused else "accent"))
        painter.drawRoundedRect(self.rect(), 7, 7)
        painter.setPen(tokens.color("on_accent"))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(
            self.rect().adjusted(10, 4, -10, -4), int(flags) | int(Qt.TextFlag.TextWordWrap), self._text
        )
        painter.end()
