"""The list of profiles with what can be done to one: mouse, menu and keyboard alike."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from stello_desktop.domain.library import ProfileId, SavedProfile
from stello_desktop.ui import menus
from stello_desktop.ui.controls import button, describe, plain_label, tool_button
from stello_desktop.ui.profiles.draft import NOTHING
from stello_desktop.ui.profiles.list_view import ProfileListView
from stello_desktop.ui.profiles.rows import ProfileRows


class ProfileListPanel(QFrame):
    """Heading, *New*, a menu, the list.

    Signals:
        chosen: the id of a profile, or `DEFAULTS`.
        reorder_requested: ids in the person's order.
        requested: a word for what to do: ``new``, ``duplicate``, ``archive``, ``unarchive``, ``delete``,
            ``export``, ``import``, ``restore``, ``edit``.
    """

    chosen = Signal(str)
    reorder_requested = Signal(object)
    requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("area", "surface")
        self.rows = ProfileRows(self)
        self.view = ProfileListView(self.rows)
        self._title = plain_label(size="large")
        self._new = button(kind="quiet", icon="plus", name="profileNew")
        self._more = tool_button("more", name="profileMore")
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
        self._new.clicked.connect(lambda: self.requested.emit("new"))
        self._more.clicked.connect(self._open_menu_at_button)
        self.view.menu_requested.connect(self._open_menu)
        self.view.delete_requested.connect(lambda: self.requested.emit("delete"))
        self.view.edit_requested.connect(lambda: self.requested.emit("edit"))
        self.view.selectionModel().currentChanged.connect(self._tell)
        self.rows.reorder_requested.connect(self.reorder_requested)
        self.rows.modelReset.connect(self._choose_again)
        self._current: ProfileId = NOTHING
        self._quiet = False
        self._put_words()

    @property
    def current(self) -> ProfileId:
        """The profile that is chosen."""
        return self._current

    def show_profiles(self, profiles: tuple[SavedProfile, ...]) -> None:
        """Show these; the chosen one stays chosen."""
        self._quiet = True
        self.rows.put(profiles)
        self._quiet = False

    def choose(self, profile_id: ProfileId) -> None:
        """Choose a row without telling anyone; one of the archive unfolds it."""
        self._current = profile_id
        if profile_id == NOTHING:
            self._quiet = True
            self.view.setCurrentIndex(QModelIndex())
            self._quiet = False
            return
        if not self.rows.index_of(profile_id).isValid():
            self.rows.unfold(unfolded=True)
        self._choose_again()

    def _choose_again(self) -> None:
        self._quiet = True
        self.view.choose(self._current)
        self._quiet = False

    def _tell(self) -> None:
        chosen = self.view.chosen
        if not self._quiet and chosen is not None and chosen != self._current:
            self._current = chosen
            self.chosen.emit(chosen)

    # -- the menu

    def _open_menu_at_button(self) -> None:
        self._open_menu(self._more.mapToGlobal(QPoint(0, self._more.height() + 2)))

    def _open_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setObjectName("profileMenu")
        menu.setAccessibleName(self.tr("What to do with this profile"))
        row = self.rows.row_at(self.rows.index_of(self._current))
        profile = row.profile if row is not None else None
        for word, text in self._items(profile):
            if not word:
                menu.addSeparator()
                continue
            action = menu.addAction(text)
            action.setObjectName(f"profileMenu_{word}")
            action.triggered.connect(lambda _on=False, word=word: self.requested.emit(word))
        menus.open_menu(menu, place)

    def _items(self, profile: SavedProfile | None) -> tuple[tuple[str, str], ...]:
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
            ("delete", self.tr("Delete…")),
            ("", ""),
            *general,
        )

    def _put_words(self) -> None:
        self._title.setText(self.tr("Profiles"))
        self._new.setText(self.tr("New"))
        self._new.setAccessibleName(self.tr("New profile"))
        describe(self._more, self.tr("More"))
        self.view.setAccessibleName(self.tr("Profiles"))
        self.view.setAccessibleDescription(self.tr("Alt with the arrow keys changes the order"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._put_words()
        elif event.type() == QEvent.Type.StyleChange and hasattr(self, "view"):
            self.view.scheduleDelayedItemsLayout()
