"""The list of skills with what can be done to one: mouse, menu and keyboard alike."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QListView, QMenu, QVBoxLayout, QWidget

from stello_desktop.domain.library import FolderSkill, SavedSkill
from stello_desktop.ui import menus
from stello_desktop.ui.controls import button, describe, plain_label, tool_button
from stello_desktop.ui.skills.row_paint import SkillRowPaint
from stello_desktop.ui.skills.rows import HEADS, Row, RowKind, SkillRows
from stello_desktop.workspace.skills import Skills


class SkillListView(QListView):
    """The rows. Enter goes to the editor, Del deletes, Left and Right fold.

    Signals:
        delete_requested, edit_requested: keys on the chosen row.
        menu_requested(QPoint): a global place.
    """

    delete_requested = Signal()
    edit_requested = Signal()
    menu_requested = Signal(QPoint)

    def __init__(self, rows: SkillRows, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("skillList")
        self._rows = rows
        self.setModel(rows)
        self.setItemDelegate(SkillRowPaint(self))
        self.setSpacing(1)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.clicked.connect(self._toggle)

    @property
    def row(self) -> Row | None:
        """The current row."""
        return self._rows.row_at(self.currentIndex())

    def _toggle(self, index: QModelIndex) -> None:
        row = self._rows.row_at(index)
        if row is not None and row.kind in HEADS:
            self._rows.unfold(row.kind, unfolded=not self._rows.is_unfolded(row.kind))
            self.setCurrentIndex(self._rows.index_of(row.key))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, row = Qt.Key(event.key()), self.row
        on_head = row is not None and row.kind in HEADS
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2, Qt.Key.Key_Space}:
            if on_head:
                self._toggle(self.currentIndex())
            else:
                self.edit_requested.emit()
        elif key == Qt.Key.Key_Delete:
            self.delete_requested.emit()
        elif on_head and row is not None and key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            self._rows.unfold(row.kind, unfolded=key == Qt.Key.Key_Right)
            self.setCurrentIndex(self._rows.index_of(row.key))
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


class SkillListPanel(QFrame):
    """Heading, *New*, a menu, the list.

    Signals:
        chosen(str): the key of a row, see `Row.key`.
        requested(str): a word for what to do: ``new``, ``duplicate``, ``archive``, ``unarchive``, ``delete``, ``edit``,
            ``add_folder``, ``remove_folder``, ``reread``, ``restore``.
    """

    chosen = Signal(str)
    requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("area", "surface")
        self.rows = SkillRows(self)
        self.view = SkillListView(self.rows)
        self._title = plain_label(size="large")
        self._new = button(kind="quiet", icon="plus", name="skillNew")
        self._more = tool_button("more", name="skillMore")
        head = QHBoxLayout()
        head.setContentsMargins(10, 0, 0, 0)
        head.setSpacing(2)
        head.addWidget(self._title, 1)
        head.addWidget(self._new)
        head.addWidget(self._more)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 16, 8, 8)
        column.setSpacing(10)
        column.addLayout(head)
        column.addWidget(self.view, 1)
        self._current = ""
        self._quiet = False
        self._new.clicked.connect(lambda: self.requested.emit("new"))
        self._more.clicked.connect(
            lambda: self._open_menu(self._more.mapToGlobal(QPoint(0, self._more.height() + 2)))
        )
        self.view.menu_requested.connect(self._open_menu)
        self.view.delete_requested.connect(lambda: self.requested.emit("delete"))
        self.view.edit_requested.connect(lambda: self.requested.emit("edit"))
        self.view.selectionModel().currentChanged.connect(self._tell)
        self.rows.modelReset.connect(self._choose_again)
        self._put_words()

    @property
    def current(self) -> Row | None:
        """The row that is chosen; None where it went."""
        return self.rows.row_of(self._current)

    def show_desk(self, desk: Skills) -> None:
        """Show what is there now; the chosen row stays chosen."""
        self._quiet = True
        self.rows.put(desk)
        self._quiet = False

    def choose(self, key: str) -> None:
        """Choose a row without telling anyone; one of the archive unfolds it."""
        self._current = key
        if not self.rows.index_of(key).isValid():
            self.rows.unfold(RowKind.ARCHIVED_HEAD, unfolded=True)
        self._choose_again()

    def _choose_again(self) -> None:
        self._quiet = True
        index = self.rows.index_of(self._current)
        if index.isValid() and index != self.view.currentIndex():
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index)
        self._quiet = False

    def _tell(self) -> None:
        row = self.view.row
        if not self._quiet and row is not None and row.kind not in HEADS and row.key != self._current:
            self._current = row.key
            self.chosen.emit(row.key)

    # -- the menu

    def _open_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setObjectName("skillMenu")
        menu.setAccessibleName(self.tr("What to do with this skill"))
        for word, text in self._items(self.current):
            if not word:
                menu.addSeparator()
                continue
            action = menu.addAction(text)
            action.setObjectName(f"skillMenu_{word}")
            action.triggered.connect(lambda _on=False, word=word: self.requested.emit(word))
        menus.open_menu(menu, place)

    def _items(self, row: Row | None) -> tuple[tuple[str, str], ...]:
        special: tuple[tuple[str, str], ...] = ()
        shown = row.shown if row is not None else None
        if isinstance(shown, SavedSkill):
            archive = (
                ("unarchive", self.tr("Take out of the archive"))
                if shown.archived
                else ("archive", self.tr("Archive"))
            )
            special = (("duplicate", self.tr("Duplicate")), archive, ("delete", self.tr("Delete")), ("", ""))
        elif isinstance(shown, FolderSkill):
            special = (("duplicate", self.tr("Make a copy of my own")), ("", ""))
        elif row is not None and row.kind is RowKind.FOLDER:
            special = (("remove_folder", self.tr("Stop reading this folder")), ("", ""))
        return (
            *special,
            ("new", self.tr("New skill")),
            ("add_folder", self.tr("Add a folder…")),
            ("reread", self.tr("Read folders again")),
            ("restore", self.tr("Restore the starter set")),
        )

    def _put_words(self) -> None:
        self._title.setText(self.tr("Skills"))
        self._new.setText(self.tr("New"))
        self._new.setAccessibleName(self.tr("New skill"))
        describe(self._more, self.tr("More"))
        self.view.setAccessibleName(self.tr("Skills"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_current"):
            self._put_words()
            self.view.viewport().update()
        elif event.type() == QEvent.Type.StyleChange and hasattr(self, "_current"):
            self.view.doItemsLayout()
