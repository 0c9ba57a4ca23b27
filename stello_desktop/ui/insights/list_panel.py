"""The left side of the place *Insights*: about what, and the list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, override

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QMenu, QVBoxLayout, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.memory import Scope
from stello_desktop.domain.topology import Topology
from stello_desktop.ui import menus
from stello_desktop.ui.controls import plain_label
from stello_desktop.ui.field_button import FieldButton
from stello_desktop.ui.insights.row_paint import InsightRowPaint
from stello_desktop.ui.insights.rows import InsightRows, Known, Row, RowKind
from stello_desktop.ui.move_picker import PlacePicker

_ENTER: Final = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


class InsightListView(QListView):
    """The rows. Enter goes to what is chosen.

    Signals:
        entered_row: Enter or Space on the chosen row.
        menu_requested(QPoint): a global place.
    """

    entered_row = Signal()
    menu_requested = Signal(QPoint)

    def __init__(self, rows: InsightRows, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("insightList")
        self._rows = rows
        self.setModel(rows)
        self.setItemDelegate(InsightRowPaint(self))
        self.setUniformItemSizes(True)
        self.setSpacing(1)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    @property
    def row(self) -> Row | None:
        """The current row."""
        return self._rows.row_at(self.currentIndex())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if Qt.Key(event.key()) in _ENTER:
            self.entered_row.emit()
        else:
            super().keyPressEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            place = self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).center())
        else:
            place = event.globalPos()
            if (index := self.indexAt(event.pos())).isValid():
                self.setCurrentIndex(index)
        self.menu_requested.emit(place)


class InsightListPanel(QFrame):
    """Heading, the scope, the list.

    Signals:
        chosen(str): the key of a row, see `Row.key`.
        scope_chosen(object): a project's id, or None for everything.
        requested(str): ``open``, ``summarise``, ``remind``, for the chosen conversation.
    """

    chosen = Signal(str)
    scope_chosen = Signal(object)
    requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("area", "surface")
        self.rows = InsightRows(self)
        self.view = InsightListView(self.rows)
        self._title = plain_label(size="large")
        self._title.setContentsMargins(10, 0, 0, 0)
        self._scope_field = FieldButton("insightScope")
        self._topology = Topology()
        self._scope: Scope = None
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 16, 8, 8)
        column.setSpacing(10)
        column.addWidget(self._title)
        column.addWidget(self._scope_field)
        column.addWidget(self.view, 1)
        self._current = RowKind.SYNTHESIS.value
        self._quiet = False
        self._scope_field.clicked.connect(self._pick_scope)
        self.view.menu_requested.connect(self._open_menu)
        self.view.selectionModel().currentChanged.connect(self._tell)
        self.rows.modelReset.connect(self._choose_again)
        self._put_words()

    @property
    def current(self) -> Row | None:
        """The row that is chosen; None where it went."""
        return self.rows.row_at(self.rows.index_of(self._current))

    def show_tree(self, topology: Topology, scope: Scope, sessions: Sequence[SessionId]) -> None:
        """Show the conversations of a scope; the chosen row stays chosen where it is among them."""
        self._topology, self._scope = topology, scope
        self._quiet = True
        self.rows.put_sessions(topology, sessions)
        self._quiet = False
        self._choose_again()
        self._put_words()

    def show_known(self, known: Known) -> None:
        """Say this of them."""
        self.rows.put_known(known)

    def focus_list(self) -> None:
        """The list has the focus; a row that is not there yet stays wanted, whatever Qt makes the current one."""
        self._quiet = True
        self.view.setFocus()
        self._quiet = False

    def choose(self, key: str) -> None:
        """Choose a row without telling anyone."""
        self._current = key
        self._choose_again()

    def _choose_again(self) -> None:
        self._quiet = True
        index = self.rows.index_of(self._current)
        if index.isValid() and index != self.view.currentIndex():
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index)
        self._quiet = False

    def _tell(self, index: QModelIndex) -> None:
        row = self.rows.row_at(index)
        if not self._quiet and row is not None and row.key != self._current:
            self._current = row.key
            self.chosen.emit(row.key)

    # -- the scope

    def _pick_scope(self) -> None:
        picker = PlacePicker(
            self,
            self._topology,
            self._topology.roots,
            heading=self.tr("Insights about…"),
            verb=self.tr("Choose"),
            first=self.tr("Everything"),
        )
        picker.chosen.connect(lambda found: self.scope_chosen.emit(SessionId(found) if found else None))
        picker.open()

    # -- the menu

    def _open_menu(self, place: QPoint) -> None:
        row = self.current
        if row is None or row.session_id is None:
            return
        menu = QMenu(self)
        menu.setObjectName("insightMenu")
        menu.setAccessibleName(self.tr("What to do with this conversation"))
        for word, text in (
            ("open", self.tr("Go to the conversation")),
            ("summarise", self.tr("Summarise now")),
            ("remind", self.tr("Add a reminder…")),
        ):
            action = menu.addAction(text)
            action.setObjectName(f"insightMenu_{word}")
            action.triggered.connect(lambda _on=False, word=word: self.requested.emit(word))
        menus.open_menu(menu, place)

    def _put_words(self) -> None:
        self._title.setText(self.tr("Insights"))
        entry = self._topology.get(self._scope)
        name = self.tr("Everything") if entry is None else entry.label
        self._scope_field.put_words(self.tr("Insights about"), name)
        self.view.setAccessibleName(self.tr("Insights"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_current"):
            self._put_words()
            self.view.viewport().update()
        elif event.type() == QEvent.Type.StyleChange and hasattr(self, "_current"):
            self.view.doItemsLayout()
