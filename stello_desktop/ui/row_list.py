"""What the lists of profiles, skills and insights share: a heading, the rows, and a menu of what can be done to one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import override

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QListView, QMenu, QVBoxLayout, QWidget

from stello_desktop.ui import menus, theme
from stello_desktop.ui.controls import button, describe, plain_label, tool_button

type MenuItems = tuple[tuple[str, str], ...]
"""A word for what to do and its text, for each item; two empty ones for a line between them."""


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

    Whoever derives from it says which row is wanted, what a new current row means, what the menu offers and every word.

    Signals:
        requested(str): a word for what to do with the chosen row.
    """

    requested = Signal(str)

    def __init__(self, view: RowListView, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._list, self._kind = view, kind
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

    def wanted_index(self) -> QModelIndex:
        """Where the chosen row is; invalid where it is not among the rows."""
        raise NotImplementedError

    def take_current(self, index: QModelIndex) -> None:
        """The person has made this row the current one."""
        raise NotImplementedError

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

    def choose_again(self) -> None:
        """Make the wanted row the current one, without telling anyone."""
        with self.quietly():
            index = self.wanted_index()
            if index.isValid() and index != self._list.currentIndex():
                self._list.setCurrentIndex(index)
                self._list.scrollTo(index)

    def _follow_current(self, index: QModelIndex) -> None:
        if not self._quiet:
            self.take_current(index)

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


class MakingListView(RowListView):
    """Rows that can be changed and deleted from the keyboard.

    Signals:
        delete_requested, edit_requested: keys on the chosen row.
    """

    delete_requested = Signal()
    edit_requested = Signal()


class MakingListPanel(RowListPanel):
    """A list to which the person adds: with *New* and the menu in its heading; Enter goes to the editor, Del deletes.

    The word ``new`` is requested by its button, ``edit`` and ``delete`` by keys of the view.
    """

    def __init__(self, view: MakingListView, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(view, kind, parent)
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
