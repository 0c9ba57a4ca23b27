"""The list of profiles as a model: the defaults first, then the person's order, what is archived folded below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, override

from PySide6.QtCore import QObject, Qt, Signal

from stello_desktop.domain.library import ProfileId, SavedProfile
from stello_desktop.ui.profiles.draft import DEFAULTS
from stello_desktop.ui.row_model import AnyIndex, RowModel

_NOTE_CHARS: Final = 400
"""More of a description than any row has room for."""


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
    def key(self) -> str:
        """The id of a profile or `DEFAULTS`; of a heading its kind."""
        if self.kind is RowKind.DEFAULTS:
            return DEFAULTS
        return self.kind.value if self.profile is None else self.profile.profile_id

    @property
    def is_head(self) -> bool:
        """Whether it is a heading, which folds and cannot be chosen."""
        return self.kind is RowKind.ARCHIVED_HEAD


class ProfileRows(RowModel[Row]):
    """Rows of the list.

    Signals:
        reorder_requested: the ids of the profiles in use, in the order that the person wants.
    """

    reorder_requested = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._profiles: tuple[SavedProfile, ...] = ()
        self.arrange()

    # -- what is shown

    @property
    def archived_count(self) -> int:
        """How many are archived."""
        return sum(profile.archived for profile in self._profiles)

    def put(self, profiles: Sequence[SavedProfile]) -> None:
        """Show these."""
        self._profiles = tuple(profiles)
        self.arrange()

    def show_typed(self, profile: SavedProfile) -> None:
        """A row follows what is typed in the editor before it is saved."""
        row = self.row_of(profile.profile_id)
        if row is not None and row.profile is not None and not _looks_like(row.profile, profile):
            self.show_row(Row(RowKind.PROFILE, profile))

    @override
    def make_rows(self) -> Sequence[Row]:
        used = [Row(RowKind.PROFILE, item) for item in self._profiles if not item.archived]
        archived = [Row(RowKind.PROFILE, item) for item in self._profiles if item.archived]
        head = Row(RowKind.ARCHIVED_HEAD)
        below = [head, *(archived if self.is_unfolded(head.key) else ())] if archived else []
        return [Row(RowKind.DEFAULTS), *used, *below]

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
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row is not None and role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return self.note(row)
        return super().data(index, role)

    @override
    def spoken(self, row: Row) -> str:
        return self.words(row)

    @override
    def note(self, row: Row) -> str:
        if row.kind is RowKind.DEFAULTS:
            return self.tr("where nothing else is said")
        return "" if row.profile is None else " ".join(row.profile.description[:_NOTE_CHARS].split())

    @override
    def words(self, row: Row) -> str:
        if row.kind is RowKind.DEFAULTS:
            return self.tr("Defaults")
        if row.profile is None:
            return self.tr("Archived, %n profile(s)", "", self.archived_count)
        return row.profile.name.strip() or self.tr("Profile without a name")


def _looks_like(one: SavedProfile, two: SavedProfile) -> bool:
    return (one.name, one.description, one.hue) == (two.name, two.description, two.hue)
