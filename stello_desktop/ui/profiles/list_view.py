"""The rows of the list under mouse and keyboard."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from stello_desktop.domain.library import ProfileId
from stello_desktop.ui import theme
from stello_desktop.ui.profiles.row_paint import ProfileRowPaint
from stello_desktop.ui.profiles.rows import ProfileRows, RowKind


class ProfileListView(QListView):
    """The rows. Alt with the arrows moves, Del deletes, Enter goes to the editor.

    Signals:
        delete_requested, edit_requested: keys on the chosen row.
        menu_requested(QPoint): a global place.
    """

    delete_requested = Signal()
    edit_requested = Signal()
    menu_requested = Signal(QPoint)

    def __init__(self, rows: ProfileRows, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("profileList")
        self._rows = rows
        self.setModel(rows)
        self.setItemDelegate(ProfileRowPaint(self))
        self.setSpacing(1)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDropIndicatorShown(False)
        self.clicked.connect(self._toggle)

    @property
    def chosen(self) -> ProfileId | None:
        """The profile of the current row."""
        row = self._rows.row_at(self.currentIndex())
        return None if row is None else row.profile_id

    def choose(self, profile_id: ProfileId) -> None:
        """Make a row the current one."""
        index = self._rows.index_of(profile_id)
        if index.isValid() and index != self.currentIndex():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def _toggle(self, index: QModelIndex) -> None:
        row = self._rows.row_at(index)
        if row is not None and row.kind is RowKind.ARCHIVED_HEAD:
            self._rows.unfold(unfolded=not self._rows.archive_unfolded)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        row = self._rows.row_at(self.currentIndex())
        on_head = row is not None and row.kind is RowKind.ARCHIVED_HEAD
        if step is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            if self.chosen is not None:
                self._rows.move(self.chosen, step)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2, Qt.Key.Key_Space}:
            if on_head:
                self._toggle(self.currentIndex())
            else:
                self.edit_requested.emit()
        elif event.key() == Qt.Key.Key_Delete:
            self.delete_requested.emit()
        elif on_head and event.key() in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            self._rows.unfold(unfolded=event.key() == Qt.Key.Key_Right)
        else:
            super().keyPressEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            place = self.viewport().mapToGlobal(self.visualRect(index).center())
        else:
            place = event.globalPos()
            if index.isValid():
                self.setCurrentIndex(index)
        self.menu_requested.emit(place)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        """The model asks for another order; nothing is moved or removed here."""
        row = self._drop_row(event.position().toPoint())
        self._rows.dropMimeData(event.mimeData(), Qt.DropAction.MoveAction, row, 0, QModelIndex())
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        self._drop_line = -1
        self.viewport().update()
        self.setState(QAbstractItemView.State.NoState)

    _drop_line = -1

    def _drop_row(self, place: QPoint) -> int:
        index = self.indexAt(place)
        last = len(self._rows.order) + 1
        if not index.isValid():
            return last
        below = place.y() > self.visualRect(index).center().y()
        return min(max(index.row() + below, 1), last)

    @override
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)
        event.acceptProposedAction()
        line = self._drop_row(event.position().toPoint())
        if line != self._drop_line:
            self._drop_line = line
            self.viewport().update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._drop_line < 0 or self.state() != QAbstractItemView.State.DraggingState:
            return
        above = self.visualRect(self._rows.index(self._drop_line - 1))
        painter = QPainter(self.viewport())
        painter.setPen(QPen(theme.current().color("accent"), 2))
        painter.drawLine(above.left() + 6, above.bottom() + 1, above.right() - 6, above.bottom() + 1)
        painter.end()
