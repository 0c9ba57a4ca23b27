"""The rows of the list under mouse and keyboard."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QWidget

from stello_desktop.domain.library import ProfileId
from stello_desktop.ui import theme
from stello_desktop.ui.profiles.row_paint import ProfileRowPaint
from stello_desktop.ui.profiles.rows import ProfileRows
from stello_desktop.ui.row_list import MakingListView


class ProfileListView(MakingListView[ProfileRows]):
    """The rows. Dragging or Alt with the arrows moves, Escape lets go of what is dragged."""

    def __init__(self, rows: ProfileRows, parent: QWidget | None = None) -> None:
        super().__init__("profileList", rows, parent)
        self.setItemDelegate(ProfileRowPaint(rows, self))
        self._pressed: QPoint | None = None
        self._dragged: ProfileId | None = None
        self._drop_row = -1

    @property
    def chosen(self) -> ProfileId | None:
        """The profile of the current row."""
        key = self._rows.key_at(self.currentIndex())
        return None if key is None else ProfileId(key)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if event.key() == Qt.Key.Key_Escape and self._dragged is not None:
            self._end_drag()
        elif step is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            if self.chosen is not None:
                self._rows.move(self.chosen, step)
        else:
            super().keyPressEvent(event)

    # -- dragging, without a loop of its own

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        row = self._rows.row_at(self.indexAt(event.position().toPoint()))
        movable = row is not None and row.profile is not None and not row.profile.archived
        self._pressed = event.position().toPoint() if movable else None

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        if self._dragged is None:
            if (place - self._pressed).manhattanLength() < QApplication.startDragDistance():
                return
            self._dragged = self.chosen
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        self._scroll_along(place)
        self._drop_row = self._row_before(place)
        self.viewport().update()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragged, row = self._dragged, self._drop_row
        self._end_drag()
        if dragged is None:
            super().mouseReleaseEvent(event)
        else:
            self._rows.drop(dragged, row)

    def _end_drag(self) -> None:
        self._pressed = self._dragged = None
        self._drop_row = -1
        self.unsetCursor()
        self.viewport().update()

    def _row_before(self, place: QPoint) -> int:
        """The row that what is dragged would stand before."""
        index = self.indexAt(QPoint(self.viewport().width() // 2, place.y()))
        last = len(self._rows.order) + 1
        if not index.isValid():
            return last if place.y() > 0 else 1
        below = place.y() > self.visualRect(index).center().y()
        return min(max(index.row() + below, 1), last)

    def _scroll_along(self, place: QPoint) -> None:
        edge = theme.current().px("base") * 2
        bar = self.verticalScrollBar()
        if place.y() < edge:
            bar.setValue(bar.value() - edge // 2)
        elif place.y() > self.viewport().height() - edge:
            bar.setValue(bar.value() + edge // 2)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._dragged is None or self._drop_row < 1:
            return
        above = self.visualRect(self._rows.index(self._drop_row - 1))
        y = above.bottom() + 1
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = theme.current().color("accent")
        painter.setPen(QPen(color, 2))
        painter.drawLine(above.left() + 12, y, above.right() - 6, y)
        painter.setBrush(color)
        painter.drawEllipse(QPoint(above.left() + 9, y), 3, 3)
        painter.end()
