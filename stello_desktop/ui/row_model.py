"""What the lists of profiles and skills are as models: rows that a key tells apart, and headings that fold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol, override

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

_NO_INDEX: Final = QModelIndex()

type AnyIndex = QModelIndex | QPersistentModelIndex


class KeyedRow(Protocol):
    """One row."""

    @property
    def key(self) -> str:
        """Tells it from all others, also after a restart."""
        ...

    @property
    def is_head(self) -> bool:
        """Whether it is a heading, which folds and cannot be chosen."""
        ...


class RowModel[Row: KeyedRow](QAbstractListModel):
    """Rows from top to bottom. Whoever derives from it makes them, and says their words, to screen readers with `spoken`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Row, ...] = ()
        self._unfolded: set[str] = set()

    def make_rows(self) -> Sequence[Row]:
        """All rows that are listed now."""
        raise NotImplementedError

    def words(self, row: Row) -> str:
        """The first line of a row."""
        raise NotImplementedError

    def note(self, row: Row) -> str:
        """The quiet second line; empty where there is none."""
        raise NotImplementedError

    def spoken(self, row: Row) -> str:
        """What a screen reader says for a row."""
        return ", ".join(filter(None, (self.words(row), self.note(row))))

    # -- what is listed

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows from top to bottom."""
        return self._rows

    def arrange(self) -> None:
        """Make the rows again; where the same stand in the same order, only what they show is new."""
        rows = tuple(self.make_rows())
        if [row.key for row in rows] == [row.key for row in self._rows]:
            self._rows = rows
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def show_row(self, row: Row) -> None:
        """Show another state of the row that has its key, until the rows are made again."""
        index = self.index_of(row.key)
        if index.isValid():
            self._rows = (*self._rows[: index.row()], row, *self._rows[index.row() + 1 :])
            self.dataChanged.emit(index, index)

    def is_unfolded(self, key: str) -> bool:
        """Whether what stands below a heading is listed."""
        return key in self._unfolded

    def unfold(self, key: str, *, unfolded: bool) -> None:
        """List what stands below a heading, or only how many they are."""
        if unfolded is not self.is_unfolded(key):
            (self._unfolded.add if unfolded else self._unfolded.discard)(key)
            self.arrange()

    # -- where it stands

    def row_at(self, index: AnyIndex) -> Row | None:
        """The row of an index."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def row_of(self, key: str) -> Row | None:
        """The row of a key."""
        return self.row_at(self.index_of(key))

    def index_of(self, key: str) -> QModelIndex:
        """Where it stands; an invalid index where it does not."""
        number = next((number for number, row in enumerate(self._rows) if row.key == key), None)
        return QModelIndex() if number is None else self.index(number)

    def key_at(self, index: AnyIndex) -> str | None:
        """The key of a row that can be chosen; None for a heading, or for no row."""
        row = self.row_at(index)
        return None if row is None or row.is_head else row.key

    @override
    def rowCount(self, parent: AnyIndex = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.words(row)
        return self.spoken(row) if role == Qt.ItemDataRole.AccessibleTextRole else None
