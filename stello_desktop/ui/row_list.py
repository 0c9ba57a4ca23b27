"""What the lists of profiles, skills and insights share: a heading, the rows, and a menu of what can be done to one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, Protocol, override

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QListView, QMenu, QVBoxLayout, QWidget

from stello_desktop.ui import menus, theme
from stello_desktop.ui.controls import button, describe, plain_label, tool_button
from stello_desktop.ui.row_model import RowModel

type MenuItems = tuple[tuple[str, str], ...]
"""A word for what to do and its text, for each item; two empty ones for a line between them."""

_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2, Qt.Key.Key_Space})
_SIDEWAYS: Final = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Right})


class KeyedRows(Protocol):
    """Where rows stand, and which of them can be chosen; see `RowModel`."""

    def index_of(self, key: str) -> QModelIndex: ...  # noqa: D102 - it is told there

    def key_at(self, index: QModelIndex) -> str | None: ...  # noqa: D102 - the same


class RowListView(QListView):
    """The rows.

    Signals:
        menu_requested(QPoint): a global place.
    """

    menu_requested = Signal(QPoint)

    def __init__(self, name: str, rows: QAbstractItemModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setModel(rows)
        self.setSpacing(1)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            place = self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).center())
        else:
            place = event.globalPos()
            if (index := self.indexAt(event.pos())).isValid():
                self.setCurrentIndex(index)
        self.menu_requested.emit(place)


class RowListPanel(QFrame):
    """Heading and list; the chosen row stays chosen whatever the model does.

    Whoever derives from it says what the menu offers, and every word.

    Args:
        view: the list.
        rows: its model.
        kind: begins the object names of all parts.

    Signals:
        chosen(str): the key of the row that the person has chosen.
        requested(str): a word for what to do with the chosen row.
    """

    chosen = Signal(str)
    requested = Signal(str)

    def __init__(self, view: RowListView, rows: KeyedRows, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._list, self._rows, self._kind = view, rows, kind
        self._chosen = ""
        self._quiet = False
        self.setProperty("area", "surface")
        self.title = plain_label(size="large")
        self.head = QHBoxLayout()
        self.head.setContentsMargins(10, 0, 0, 0)
        self.head.setSpacing(2)
        self.head.addWidget(self.title, 1)
        self._measure_head()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(8, 16, 8, 8)
        self.column.setSpacing(10)
        self.column.addLayout(self.head)
        self.column.addWidget(view, 1)
        view.menu_requested.connect(self.open_menu)
        view.selectionModel().currentChanged.connect(self._follow_current)
        view.model().modelReset.connect(self.choose_again)

    def _measure_head(self) -> None:
        """As tall as with buttons in it, so that the headings of all places stand on one line."""
        self.title.setMinimumHeight(round(theme.current().px("base") * 1.5) + 12)

    def menu_words(self) -> tuple[str, MenuItems]:
        """What the menu is called, and what it offers; nothing where there is none."""
        raise NotImplementedError

    def put_words(self) -> None:
        """Every word, in the language of now."""
        raise NotImplementedError

    # -- choosing

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Whatever row becomes the current one meanwhile, the person did not choose it."""
        self._quiet = True
        try:
            yield
        finally:
            self._quiet = False

    def choose(self, key: str) -> None:
        """Choose a row without telling anyone; one that is not there yet is chosen as soon as it is."""
        self._chosen = key
        self.choose_again()

    def choose_again(self) -> None:
        """Make the chosen row the current one, without telling anyone."""
        with self.quietly():
            index = self._rows.index_of(self._chosen)
            if index.isValid() and index != self._list.currentIndex():
                self._list.setCurrentIndex(index)
                self._list.scrollTo(index)

    def beside(self) -> tuple[str, ...]:
        """Who might be chosen next where the chosen row goes, the next neighbour first; none where it is not listed."""
        here, count = self._rows.index_of(self._chosen).row(), self._list.model().rowCount()
        if here < 0:
            return ()
        numbers = (*range(here + 1, count), *reversed(range(here)))
        keys = (self._rows.key_at(self._list.model().index(number, 0)) for number in numbers)
        return tuple(key for key in keys if key is not None)

    def _follow_current(self, index: QModelIndex) -> None:
        key = self._rows.key_at(index)
        if not self._quiet and key is not None and key != self._chosen:
            self._chosen = key
            self.chosen.emit(key)

    # -- the menu

    def open_menu(self, place: QPoint) -> None:
        """What can be done with the chosen row, at a global place."""
        name, items = self.menu_words()
        if not items:
            return
        menu = QMenu(self)
        menu.setObjectName(f"{self._kind}Menu")
        menu.setAccessibleName(name)
        for word, text in items:
            if not word:
                menu.addSeparator()
                continue
            action = menu.addAction(text)
            action.setObjectName(f"{self._kind}Menu_{word}")
            action.triggered.connect(lambda _on=False, word=word: self.requested.emit(word))
        menus.open_menu(menu, place)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if "column" not in self.__dict__:
            return  # it is only being made
        if event.type() == QEvent.Type.LanguageChange:
            self.put_words()
            self._list.viewport().update()
        elif event.type() == QEvent.Type.StyleChange:
            self._list.scheduleDelayedItemsLayout()
            self._measure_head()


class MakingListView[Rows: RowModel[Any]](RowListView):
    """Rows that can be changed and deleted from the keyboard, below headings that fold.

    Enter goes to the editor or folds a heading, Del deletes, Left and Right fold.

    Signals:
        delete_requested, edit_requested: keys on a row that is no heading.
    """

    delete_requested = Signal()
    edit_requested = Signal()

    def __init__(self, name: str, rows: Rows, parent: QWidget | None = None) -> None:
        super().__init__(name, rows, parent)
        self._rows = rows
        self.clicked.connect(self._toggle)

    def _head_at(self, index: QModelIndex) -> str | None:
        """The key of a heading; None for another row."""
        row = self._rows.row_at(index)
        return row.key if row is not None and row.is_head else None

    def _toggle(self, index: QModelIndex) -> None:
        head = self._head_at(index)
        if head is not None:
            self._fold(head, unfolded=not self._rows.is_unfolded(head))

    def _fold(self, head: str, *, unfolded: bool) -> None:
        """List what stands below a heading, or not; the heading stays the current row."""
        self._rows.unfold(head, unfolded=unfolded)
        self.setCurrentIndex(self._rows.index_of(head))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, head = Qt.Key(event.key()), self._head_at(self.currentIndex())
        if head is not None and key in _ENTER:
            self._toggle(self.currentIndex())
        elif head is not None and key in _SIDEWAYS:
            self._fold(head, unfolded=key == Qt.Key.Key_Right)
        elif head is None and key in _ENTER:
            self.edit_requested.emit()
        elif head is None and key == Qt.Key.Key_Delete:
            self.delete_requested.emit()
        else:
            super().keyPressEvent(event)


class MakingListPanel(RowListPanel):
    """A list to which the person adds: with *New* and the menu in its heading; Enter goes to the editor, Del deletes.

    The word ``new`` is requested by its button, ``edit`` and ``delete`` by keys of the view.
    """

    def __init__(
        self, view: MakingListView[Any], rows: KeyedRows, kind: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(view, rows, kind, parent)
        self.new = button(kind="quiet", icon="plus", name=f"{kind}New")
        self._more = tool_button("more", name=f"{kind}More")
        self.head.addWidget(self.new)
        self.head.addWidget(self._more)
        self.new.clicked.connect(lambda: self.requested.emit("new"))
        view.delete_requested.connect(lambda: self.requested.emit("delete"))
        view.edit_requested.connect(lambda: self.requested.emit("edit"))
        self._more.clicked.connect(
            lambda: self.open_menu(self._more.mapToGlobal(QPoint(0, self._more.height() + 2)))
        )

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_head()

    def _fit_head(self) -> None:
        """Where large text leaves no room for everything, *New* is its picture alone; the heading is never cut."""
        self.new.setText(self.tr("New"))
        needed = sum(part.sizeHint().width() for part in (self.title, self.new, self._more))
        if needed + 2 * self.head.spacing() > self.head.contentsRect().width():
            self.new.setText("")

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and "_more" in self.__dict__:
            QTimer.singleShot(0, self, self._fit_head)  # its parts take the new size after it

    @override
    def put_words(self) -> None:
        describe(self.new, self.tr("New"))
        self._fit_head()
        describe(self._more, self.tr("More"))
