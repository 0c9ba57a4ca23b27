"""The list of profiles with what can be done to one: mouse, menu and keyboard alike."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.library import ProfileId, SavedProfile
from stello_desktop.ui.profiles.draft import NOTHING
from stello_desktop.ui.profiles.list_view import ProfileListView
from stello_desktop.ui.profiles.rows import ProfileRows, RowKind
from stello_desktop.ui.row_list import MakingListPanel, MenuItems


class ProfileListPanel(MakingListPanel):
    """Heading, *New*, a menu, the list.

    Signals:
        chosen: the id of a profile, or `DEFAULTS`.
        reorder_requested: ids in the person's order.
        requested: a word for what to do: ``new``, ``duplicate``, ``archive``, ``unarchive``, ``delete``,
            ``export``, ``import``, ``restore``, ``edit``.
    """

    reorder_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.rows = ProfileRows()
        self.view = ProfileListView(self.rows)
        super().__init__(self.view, self.rows, "profile", parent)
        self.rows.setParent(self)
        self.rows.reorder_requested.connect(self.reorder_requested)
        self.put_words()

    @property
    def current(self) -> ProfileId:
        """The profile that is chosen, `DEFAULTS`, or `NOTHING`."""
        return ProfileId(self._chosen)

    def show_profiles(self, profiles: tuple[SavedProfile, ...]) -> None:
        """Show these; the chosen one stays chosen."""
        with self.quietly():
            self.rows.put(profiles)

    @override
    def choose(self, key: str) -> None:
        """Choose a row without telling anyone; one of the archive unfolds it."""
        if key == NOTHING:
            with self.quietly():
                self.view.setCurrentIndex(QModelIndex())
        elif not self.rows.index_of(key).isValid():
            self.rows.unfold(RowKind.ARCHIVED_HEAD, unfolded=True)
        super().choose(key)

    # -- the menu

    @override
    def menu_words(self) -> tuple[str, MenuItems]:
        row = self.rows.row_of(self._chosen)
        return self.tr("What to do with this profile"), self._items(None if row is None else row.profile)

    def _items(self, profile: SavedProfile | None) -> MenuItems:
        general = (
            ("new", self.tr("New profile")),
            ("import", self.tr("Import…")),
            ("restore", self.tr("Restore the starter set")),
        )
        if profile is None:
            return general
        archive = (
            ("unarchive", self.tr("Take out of the archive"))
            if profile.archived
            else ("archive", self.tr("Archive"))
        )
        return (
            ("duplicate", self.tr("Duplicate")),
            archive,
            ("export", self.tr("Export…")),
            ("delete", self.tr("Move to the trash")),
            ("", ""),
            *general,
        )

    @override
    def put_words(self) -> None:
        super().put_words()
        self.title.setText(self.tr("Profiles"))
        self.new.setAccessibleName(self.tr("New profile"))
        self.view.setAccessibleName(self.tr("Profiles"))
        self.view.setAccessibleDescription(self.tr("Alt with the arrow keys changes the order"))
