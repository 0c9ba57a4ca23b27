"""The list of skills with what can be done to one: mouse, menu and keyboard alike."""

from __future__ import annotations

from typing import override

from PySide6.QtWidgets import QWidget

from stello_desktop.domain.library import FolderSkill, SavedSkill
from stello_desktop.ui.row_list import MakingListPanel, MakingListView, MenuItems
from stello_desktop.ui.skills.row_paint import SkillRowPaint
from stello_desktop.ui.skills.rows import Row, RowKind, SkillRows
from stello_desktop.workspace.skills import Skills


class SkillListPanel(MakingListPanel):
    """Heading, *New*, a menu, the list.

    Signals:
        chosen(str): the key of a row, see `Row.key`.
        requested(str): a word for what to do: ``new``, ``duplicate``, ``archive``, ``unarchive``, ``delete``, ``edit``,
            ``add_folder``, ``remove_folder``, ``reread``, ``restore``.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        self.rows = SkillRows()
        self.view = MakingListView("skillList", self.rows)
        super().__init__(self.view, self.rows, "skill", parent)
        self.view.setItemDelegate(SkillRowPaint(self.rows, self.view))
        self.rows.setParent(self)
        self.put_words()

    @property
    def current(self) -> Row | None:
        """The row that is chosen; None where it went."""
        return self.rows.row_of(self._chosen)

    def show_desk(self, desk: Skills) -> None:
        """Show what is there now; the chosen row stays chosen."""
        with self.quietly():
            self.rows.put(desk)

    @override
    def choose(self, key: str) -> None:
        """Choose a row without telling anyone; one of the archive unfolds it."""
        if not self.rows.index_of(key).isValid():
            self.rows.unfold(RowKind.ARCHIVED_HEAD, unfolded=True)
        super().choose(key)

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
            special = (
                ("duplicate", self.tr("Duplicate")),
                archive,
                ("delete", self.tr("Move to the trash")),
                ("", ""),
            )
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
