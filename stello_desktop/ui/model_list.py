"""A search line and the list of models below it; the keys of the list work while the search is typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, override

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListView, QVBoxLayout, QWidget

from stello_desktop.ui import theme
from stello_desktop.ui.controls import plain_label
from stello_desktop.ui.model_row_paint import ModelRowDelegate
from stello_desktop.ui.model_rows import ByHand, ModelRows, Row, RowKind

_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_PAGE: Final = 8


class ModelList(QWidget):
    """A list to search in, of models or of anything else that has a name.

    Signals:
        picked(Row): a model or an action was clicked or entered; never a heading.
        moved(Row): the keys or the search stand on another row now.
    """

    picked = Signal(object)
    moved = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = QLineEdit()
        self.search.setObjectName(f"{name}Search")
        self.search.setClearButtonEnabled(True)
        self.rows = ModelRows(self)
        self.view = QListView()
        self.view.setObjectName(f"{name}List")
        self.view.setUniformItemSizes(True)
        self.view.setItemDelegate(ModelRowDelegate(self.view))
        self.view.setModel(self.rows)
        self.view.setMouseTracking(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._nothing = plain_label(tone="muted", wrap=True, name=f"{name}Nothing")
        self._nothing.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.search)
        column.addWidget(self._nothing)
        column.addWidget(self.view, 1)
        self.search.textChanged.connect(self._narrow)
        self.view.clicked.connect(self._pick)
        self._words: tuple[str, str, str] | None = None
        for watched in (self.search, self.view):
            watched.installEventFilter(self)
        self._retranslate()

    def put(self, rows: Sequence[Row], current: Any = None, by_hand: ByHand | None = None) -> None:
        """Show these rows; the chosen one has a tick and is where the keys begin."""
        self.rows.current = current
        self.rows.put(rows, by_hand)
        self._mark()

    def put_words(self, search: str, rows: str, nothing: str) -> None:
        """What is searched, what the rows are, and what is said where none is left; again in another language."""
        self._words = (search, rows, nothing)
        self._retranslate()

    def choose(self, value: Any) -> None:
        """Tick another row."""
        self.rows.current = value
        self._mark()
        self.view.viewport().update()

    @property
    def row(self) -> Row | None:
        """Where the keys are."""
        return self.rows.row_at(self.view.currentIndex().row())

    def go_to(self, value: Any) -> None:
        """Let the keys be at this choice; where it is not shown they stay."""
        number = self.rows.find(value)
        if number >= 0:
            self.view.setCurrentIndex(self.rows.index(number, 0))
            self._tell(number)

    def _narrow(self, words: str) -> None:
        self.rows.narrow(words)
        self._mark()

    def _mark(self) -> None:
        number = self.rows.find(self.rows.current) if not self.search.text().strip() else -1
        number = number if number >= 0 else self.rows.first_found()
        if number >= 0:
            self.view.setCurrentIndex(self.rows.index(number, 0))
            self._tell(number)
        self._nothing.setVisible(not self.rows.rowCount())

    def _pick(self, index: QModelIndex) -> None:
        row = self.rows.row_at(index.row())
        if row is None or row.kind is RowKind.HEADING:
            return
        if row.kind is RowKind.FOLD:
            self.rows.toggle_fold()
            self.view.setCurrentIndex(self.rows.index(index.row(), 0))
            return
        self.picked.emit(row)

    def _move(self, key: Qt.Key) -> None:
        here = self.view.currentIndex().row()
        steps = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_PageDown: _PAGE,
            Qt.Key.Key_PageUp: -_PAGE,
        }
        way = steps[key]
        for _ in range(abs(way)):
            here = self.rows.step(here, 1 if way > 0 else -1)
        self.view.setCurrentIndex(self.rows.index(here, 0))
        self._tell(here)

    def _tell(self, number: int) -> None:
        row = self.rows.row_at(number)
        if row is not None:
            self.moved.emit(row)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            if key in _ENTER:
                self._pick(self.view.currentIndex())
                return True
            if key in {Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp}:
                self._move(key)
                return True
        return super().eventFilter(watched, event)

    def _retranslate(self) -> None:
        search, rows, nothing = self._words or (
            self.tr("Search models"),
            self.tr("Models"),
            self.tr("No model has this name."),
        )
        self.search.setPlaceholderText(search)
        self.search.setAccessibleName(search)
        self.view.setAccessibleName(rows)
        self._nothing.setText(nothing)
        self.view.setMinimumHeight(theme.current().px("base") * 8)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
