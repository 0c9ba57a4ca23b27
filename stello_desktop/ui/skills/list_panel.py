"""The list of skills with what can be done to one: mouse, menu and keyboard alike."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.library import FolderSkill, SavedSkill
from stello_desktop.ui.row_list import MakingListPanel, MakingListView, MenuItems
from stello_desktop.ui.skills.row_paint import SkillRowPaint
from stello_desktop.ui.skills.rows import HEADS, Row, RowKind, SkillRows
from stello_desktop.workspace.skills import Skills


class SkillListView(MakingListView):
    """The rows. Enter goes to the editor, Del deletes, Left and Right fold."""

    def __init__(self, rows: SkillRows, parent: QWidget | None = None) -> None:
        super().__init__("skillList", rows, parent)
        self._rows = rows
        self.setItemDelegate(SkillRowPaint(self))
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


class SkillListPanel(MakingListPanel):
    """Heading, *New*, a menu, the list.

    Signals:
        chosen(str): the key of a row, see `Row.key`.
        requested(str): a word for what to do: ``new``, ``duplicate``, ``archive``, ``unarchive``, ``delete``, ``edit``,
            ``add_folder``, ``remove_folder``, ``reread``, ``restore``.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.rows = SkillRows()
        self.view = SkillListView(self.rows)
        super().__init__(self.view, "skill", parent)
        self.rows.setParent(self)
        self._current = ""
        self.put_words()

    @property
    def current(self) -> Row | None:
        """The row that is chosen; None where it went."""
        return self.rows.row_of(self._current)

    def show_desk(self, desk: Skills) -> None:
        """Show what is there now; the chosen row stays chosen."""
        with self.quietly():
            self.rows.put(desk)

    def choose(self, key: str) -> None:
        """Choose a row without telling anyone; one of the archive unfolds it."""
        self._current = key
        if not self.rows.index_of(key).isValid():
            self.rows.unfold(RowKind.ARCHIVED_HEAD, unfolded=True)
        self.choose_again()

    @override
    def wanted_index(self) -> QModelIndex:
        return self.rows.index_of(self._current)

    @override
    def take_current(self, index: QModelIndex) -> None:
        row = self.rows.row_at(index)
        if row is not None and row.kind not in HEADS and row.key != self._current:
            self._current = row.key
            self.chosen.emit(row.key)

    # -- the menu

    @override
    def menu_words(self) -> tuple[str, MenuItems]:
        return self.tr("What to do with this skill"), self._items(self.current)

    def _items(self, row: Row | None) -> MenuItems:
        special: MenuItems = ()
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

    @override
    def put_words(self) -> None:
        super().put_words()
        self.title.setText(self.tr("Skills"))
        self.new.setAccessibleName(self.tr("New skill"))
        self.view.setAccessibleName(self.tr("Skills"))
