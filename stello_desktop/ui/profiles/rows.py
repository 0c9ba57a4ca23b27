"""The list of profiles as a model: the defaults first, then the person's order, what is archived folded below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, override

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from stello_desktop.domain.library import ProfileId, SavedProfile
from stello_desktop.ui.profiles.draft import DEFAULTS

_NO_INDEX: Final = QModelIndex()

type _Index = QModelIndex | QPersistentModelIndex


class RowKind(StrEnum):
    """What stands in a row."""

    DEFAULTS = "defaults"
    PROFILE = "profile"
    ARCHIVED_HEAD = "archived_head"


@dataclass(frozen=True, slots=True)
class Row:
    """One row; ``profile`` only where the row is one."""

    kind: RowKind
    profile: SavedProfile | None = None

    @property
    def profile_id(self) -> ProfileId | None:
        """Which one a click chooses; None for a heading."""
        if self.kind is RowKind.DEFAULTS:
            return DEFAULTS
        return None if self.profile is None else self.profile.profile_id


class ProfileRows(QAbstractListModel):
    """Rows of the list.

    Signals:
        reorder_requested: the ids of the profiles in use, in the order that the person wants.
    """

    reorder_requested = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._profiles: tuple[SavedProfile, ...] = ()
        self._rows: tuple[Row, ...] = (Row(RowKind.DEFAULTS),)
        self._unfolded = False

    # -- what is shown

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows from top to bottom."""
        return self._rows

    @property
    def archive_unfolded(self) -> bool:
        """Whether what is archived is listed."""
        return self._unfolded

    @property
    def archived_count(self) -> int:
        """How many are archived."""
        return sum(profile.archived for profile in self._profiles)

    def put(self, profiles: Sequence[SavedProfile]) -> None:
        """Show these."""
        self._profiles = tuple(profiles)
        self._arrange()

    def unfold(self, *, unfolded: bool) -> None:
        """List what is archived, or only how many they are."""
        if unfolded is not self._unfolded:
            self._unfolded = unfolded
            self._arrange()

    def show_typed(self, profile: SavedProfile) -> None:
        """A row follows what is typed in the editor before it is saved."""
        for number, row in enumerate(self._rows):
            if row.profile is not None and row.profile.profile_id == profile.profile_id:
                if _looks_like(row.profile, profile):
                    return
                rows = list(self._rows)
                rows[number] = Row(RowKind.PROFILE, profile)
                self._rows = tuple(rows)
                self.dataChanged.emit(self.index(number), self.index(number))

    def _arrange(self) -> None:
        used = [Row(RowKind.PROFILE, item) for item in self._profiles if not item.archived]
        archived = [Row(RowKind.PROFILE, item) for item in self._profiles if item.archived]
        head = [Row(RowKind.ARCHIVED_HEAD)] if archived else []
        rows = (Row(RowKind.DEFAULTS), *used, *head, *(archived if self._unfolded else ()))
        if [row.profile_id for row in rows] == [row.profile_id for row in self._rows] and len(rows) == len(
            self._rows
        ):
            self._rows = rows
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def row_at(self, index: _Index) -> Row | None:
        """The row of an index."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def index_of(self, profile_id: ProfileId) -> QModelIndex:
        """Where a profile stands; an invalid index where it does not."""
        for number, row in enumerate(self._rows):
            if row.profile_id == profile_id:
                return self.index(number)
        return QModelIndex()

    # -- the order

    @property
    def order(self) -> tuple[ProfileId, ...]:
        """The ids of the profiles in use."""
        return tuple(item.profile_id for item in self._profiles if not item.archived)

    def move(self, profile_id: ProfileId, step: int) -> None:
        """Ask for a place further up (-1) or down (1)."""
        order = list(self.order)
        if profile_id not in order:
            return
        place = order.index(profile_id)
        wanted = min(max(place + step, 0), len(order) - 1)
        if wanted != place:
            order.insert(wanted, order.pop(place))
            self.reorder_requested.emit(tuple(order))

    def drop(self, profile_id: ProfileId, row: int) -> None:
        """Ask for the place before a row; the list follows what is stored, so nothing is moved here."""
        order = list(self.order)
        if profile_id not in order:
            return
        place = min(max(row - 1, 0), len(order))
        before = order.index(profile_id)
        order.pop(before)
        order.insert(place - 1 if place > before else place, profile_id)
        if tuple(order) != self.order:
            self.reorder_requested.emit(tuple(order))

    # -- what Qt asks

    @override
    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(row)
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return self.note_of(row)
        return None

    def note_of(self, row: Row) -> str:
        """The second line of a row; empty where it has none."""
        if row.kind is RowKind.DEFAULTS:
            return self.tr("for every conversation")
        return "" if row.profile is None else " ".join(row.profile.description.split())

    def _words(self, row: Row) -> str:
        if row.kind is RowKind.DEFAULTS:
            return self.tr("Defaults")
        if row.profile is None:
            return self.tr("Archived, %n profile(s)", "", self.archived_count)
        return row.profile.name.strip() or self.tr("Profile without a name")


def _looks_like(one: SavedProfile, two: SavedProfile) -> bool:
    return (one.name, one.description, one.hue) == (two.name, two.description, two.hue)
