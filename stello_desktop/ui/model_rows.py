"""Rows of a list of models: headings, models with their marks, what is folded away, and a search over all.

Ten thousand names are an ordinary list (Q27): rows are plain tuples, their words for the search are made
once, and marks are put into words only for the rows that are painted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple, override

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from stello_desktop.domain.services import ModelInfo
from stello_desktop.ui.service_words import marks_of

_NO_INDEX: Final = QModelIndex()
PAGE_ROWS: Final = 200
"""The view measures what it has: more rows come as they are scrolled to."""


class RowKind(StrEnum):
    """What a row is for."""

    CHOICE = "choice"
    HEADING = "heading"
    FOLD = "fold"
    ACTION = "action"


class Row(NamedTuple):
    """One row.

    Attributes:
        value: what is chosen with it, or what an action is for.
        note: a few quiet words behind the text.
        group: found by the same search, such as the service's name.
        folded: shown only while its fold is open or something is searched for.
        picture: the icon of an action.
        stays: below whatever a search finds, such as the way to the names that are not here yet.
    """

    kind: RowKind
    text: str
    value: Any = None
    note: str = ""
    info: ModelInfo | None = None
    group: str = ""
    folded: bool = False
    picture: str = "search"
    stays: bool = False


type ByHand = Callable[[str], Sequence[Row]]
"""What is offered for a name that no row has."""


class ModelRows(QAbstractListModel):
    """All rows, and those that the search leaves."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[Row, ...] = ()
        self._keys: list[str] = []
        self._names: frozenset[str] = frozenset()
        self._by_hand: ByHand | None = None
        self._shown: list[Row] = []
        self._limit = 0
        self._words = ""
        self.unfolded = False
        self.current: Any = None

    def put(self, rows: Sequence[Row], by_hand: ByHand | None = None) -> None:
        """Show other rows; the search stays."""
        self._all = tuple(rows)
        self._keys = [f"{row.text} {row.group}".casefold() for row in self._all]
        self._names = frozenset(row.text for row in self._all if row.kind is RowKind.CHOICE)
        self._by_hand = by_hand
        self._refresh()

    def narrow(self, words: str) -> None:
        """Leave only rows with all these words."""
        self._words = words.strip()
        self._refresh()

    def toggle_fold(self) -> None:
        """Show or hide what is folded away."""
        self.unfolded = not self.unfolded
        self._refresh()

    def _refresh(self) -> None:
        self.beginResetModel()
        wanted = self._words.casefold().split()
        self._shown = self._found(wanted) if wanted else self._at_rest()
        if wanted:
            self._shown.extend(row for row in self._all if row.stays and row not in self._shown)
        if wanted and self._by_hand is not None and self._words not in self._names:
            self._shown.extend(self._by_hand(self._words))
        self._limit = min(PAGE_ROWS, len(self._shown))
        self.endResetModel()

    def _at_rest(self) -> list[Row]:
        return [row for row in self._all if self.unfolded or not row.folded]

    def _found(self, wanted: list[str]) -> list[Row]:
        """What has the words, each under its heading."""
        found: list[Row] = []
        heading: Row | None = None
        for row, key in zip(self._all, self._keys, strict=True):
            if row.kind is RowKind.HEADING:
                heading = row
            elif row.kind is not RowKind.FOLD and all(word in key for word in wanted):
                if heading is not None:
                    found.append(heading)
                    heading = None
                found.append(row)
        return found

    def first_found(self) -> int:
        """Where the keys begin in a search: at the model of exactly this name, else at the first one."""
        words = self._words.casefold()
        named = (number for number, row in enumerate(self._shown) if self._is_named(row, words))
        number = next(named, -1)
        if number < 0:
            return self.step(-1, 1)
        self._reach(number + 1)
        return number

    @staticmethod
    def _is_named(row: Row, words: str) -> bool:
        return bool(words) and row.kind is RowKind.CHOICE and row.text.casefold() == words

    def row_at(self, number: int) -> Row | None:
        """The row, or None where there is none."""
        return self._shown[number] if 0 <= number < len(self._shown) else None

    def find(self, value: Any) -> int:
        """The number of the row with this value; -1 where it does not show."""
        found = next(
            (
                number
                for number, row in enumerate(self._shown)
                if row.kind is RowKind.CHOICE and row.value == value
            ),
            -1,
        )
        self._reach(found + 1)
        return found

    def step(self, start: int, direction: int) -> int:
        """The next row in this direction that can be chosen; where there is none, the one it began with."""
        number = start + direction
        while 0 <= number < len(self._shown):
            if self._shown[number].kind is not RowKind.HEADING:
                self._reach(number + 1)
                return number
            number += direction
        return start

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_INDEX) -> int:
        return 0 if parent.isValid() else min(self._limit, len(self._shown))

    @override
    def canFetchMore(self, parent: QModelIndex | QPersistentModelIndex) -> bool:
        return not parent.isValid() and self._limit < len(self._shown)

    @override
    def fetchMore(self, parent: QModelIndex | QPersistentModelIndex) -> None:
        self._reach(self._limit + PAGE_ROWS)

    def _reach(self, count: int) -> None:
        """Let the view have this many rows."""
        count = min(count, len(self._shown))
        if count > self._limit:
            self.beginInsertRows(_NO_INDEX, self._limit, count - 1)
            self._limit = count
            self.endInsertRows()

    @override
    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        row = self.row_at(index.row())
        if row is None or row.kind is RowKind.HEADING:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    @override
    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        row = self.row_at(index.row())
        if row is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            marks = marks_of(row.info) if row.info is not None else ()
            return ", ".join(part for part in (row.text, row.note, *marks) if part)
        return None
