"""Choosing a place in the tree by name; *Move to…*: reparenting by keyboard, with the same check as dragging."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, override

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QHelpEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import Topology
from stello_desktop.ui import theme
from stello_desktop.ui.controls import button, plain_label, plain_tooltip
from stello_desktop.ui.twins import Twins

_NO_INDEX: Final = QModelIndex()
_ROOT: Final = SessionId("")
_WORDS: Final = frozenset(
    {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole}
)


class _Places(QAbstractListModel):
    """Every place that is allowed, by name; paths are made only for the rows that are seen."""

    def __init__(
        self, topology: Topology, allowed: Sequence[SessionId], first: str, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._topology, self._twins = topology, Twins(topology)
        self._first = first
        self._allowed = [*((_ROOT,) if first else ()), *allowed]
        self._shown = list(self._allowed)

    def narrow(self, words: str) -> None:
        """Show only places whose name has these words."""
        wanted = words.casefold().split()
        self.beginResetModel()
        self._shown = [item for item in self._allowed if self._matches(item, wanted)]
        self.endResetModel()

    def _matches(self, session_id: SessionId, wanted: list[str]) -> bool:
        if not wanted:
            return True
        if session_id == _ROOT:
            return False
        label = self._topology[session_id].label.casefold()
        return all(word in label for word in wanted)

    def place_at(self, row: int) -> SessionId | None:
        """The id of a row, "" for the first one, None for no row."""
        return self._shown[row] if 0 <= row < len(self._shown) else None

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._shown)

    @override
    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        session_id = self.place_at(index.row())
        if role not in _WORDS or session_id is None:
            return None
        words = self._first if session_id == _ROOT else self._twins.path(session_id)
        return plain_tooltip(words) if role == Qt.ItemDataRole.ToolTipRole else words


class _Row(QStyledItemDelegate):
    """As wide as the list; a path that has no room is cut, and whole in a tooltip."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, super().sizeHint(option, index).height())

    @override
    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        whole = super().sizeHint(option, index).width() <= option.rect.width()
        return super().helpEvent(event, view, option, QModelIndex() if whole else index)


class PlacePicker(QDialog):
    """A filter line and the places below it.

    Args:
        heading: the question.
        verb: what the button says.
        first: a row above all places, for what is no conversation; empty for none.
        nothing: what is said where there is no place at all.

    Signals:
        chosen: the id of a conversation, or "" for the first row.
    """

    chosen = Signal(str)

    def __init__(
        self,
        parent: QWidget,
        topology: Topology,
        allowed: Sequence[SessionId],
        *,
        heading: str,
        verb: str,
        first: str = "",
        nothing: str = "",
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(heading)
        self.resize(theme.current().px("base") * 38, theme.current().px("base") * 34)
        self._places = _Places(topology, allowed, first, self)
        self._filter = QLineEdit()
        self._filter.setObjectName("movePickerFilter")
        self._filter.setPlaceholderText(self.tr("Type a part of the name"))
        self._filter.setAccessibleName(self.tr("Type a part of the name"))
        self._filter.setClearButtonEnabled(True)
        self._list = QListView()
        self._list.setObjectName("movePickerList")
        self._list.setAccessibleName(self.tr("Places"))
        self._list.setUniformItemSizes(True)
        self._list.setTextElideMode(Qt.TextElideMode.ElideLeft)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setItemDelegate(_Row(self._list))
        self._list.setModel(self._places)
        self._without_any = nothing
        self._nothing = plain_label(tone="muted", wrap=True, name="movePickerNothing")
        self._move = button(verb, kind="primary", name="movePickerMove")
        cancel = button(self.tr("Cancel"), name="movePickerCancel")
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 18)
        column.setSpacing(10)
        column.addWidget(plain_label(heading, size="large", wrap=True))
        column.addWidget(self._filter)
        column.addWidget(self._nothing)
        column.addWidget(self._list, 1)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(self._move)
        column.addLayout(row)
        self._filter.textChanged.connect(self._narrow)
        self._filter.installEventFilter(self)
        self._list.doubleClicked.connect(self._choose)
        self._move.clicked.connect(self._choose)
        self._move.setDefault(True)
        cancel.clicked.connect(self.reject)
        self._narrow("")
        (self._filter if self._filter.isEnabled() else cancel).setFocus()

    def _narrow(self, words: str) -> None:
        self._places.narrow(words)
        found = self._places.rowCount() > 0
        asked = bool(words.strip()) or not self._without_any
        self._nothing.setText(self.tr("No place has this name") if asked else self._without_any)
        self._filter.setEnabled(found or asked)
        self._nothing.setVisible(not found)
        self._move.setEnabled(found)
        if found:
            self._list.setCurrentIndex(self._places.index(0, 0))

    def _choose(self) -> None:
        place = self._places.place_at(self._list.currentIndex().row())
        if place is not None:
            self.accept()
            self.chosen.emit(place)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and watched is self._filter:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None:
                row = min(max(self._list.currentIndex().row() + step, 0), self._places.rowCount() - 1)
                self._list.setCurrentIndex(self._places.index(row, 0))
                return True
        return super().eventFilter(watched, event)


class MovePicker(PlacePicker):
    """Another place for a conversation that is there already."""

    def __init__(self, parent: QWidget, topology: Topology, session_id: SessionId) -> None:
        inside = set(topology.subtree(session_id))
        here = topology.parent(session_id)
        heading = QCoreApplication.translate("MovePicker", "Move “%1” under…")
        super().__init__(
            parent,
            topology,
            [item for item in topology.walk() if item not in inside and item != here],
            heading=heading.replace("%1", topology[session_id].label),
            verb=QCoreApplication.translate("MovePicker", "Move"),
            first=QCoreApplication.translate("MovePicker", "A project of its own")
            if here is not None
            else "",
            nothing=QCoreApplication.translate(
                "MovePicker", "There is no other conversation yet to hang it under."
            ),
        )
        self.setWindowTitle(QCoreApplication.translate("MovePicker", "Move to…"))
