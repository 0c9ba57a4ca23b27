"""The list of skills as a model: own ones, the archive, each folder with what is in it, and what cannot be used."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath
from typing import Any, Final, override

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from stello_desktop.domain.library import FileState, FolderSkill, RejectedSkill, SavedSkill
from stello_desktop.ui.skills.words import file_words, trouble_words
from stello_desktop.workspace.skills import Skills

_NO_INDEX: Final = QModelIndex()

type _Index = QModelIndex | QPersistentModelIndex
type Shown = SavedSkill | FolderSkill | RejectedSkill | str | None


class RowKind(StrEnum):
    """What stands in a row."""

    OWN = "own"
    ARCHIVED_HEAD = "archived_head"
    FOLDER = "folder"
    FILE = "file"
    REJECTED_HEAD = "rejected_head"
    REJECTED = "rejected"


HEADS: Final = frozenset({RowKind.ARCHIVED_HEAD, RowKind.REJECTED_HEAD})


@dataclass(frozen=True, slots=True)
class Row:
    """One row.

    Attributes:
        key: tells it from all others, also after a restart.
        shown: the skill, the file, or a folder's path; None for a heading.
        count: how many stand below a heading or in a folder.
    """

    kind: RowKind
    key: str
    shown: Shown = None
    count: int = 0

    @property
    def name(self) -> str:
        """The first line; headings get theirs from the model."""
        shown = self.shown
        if isinstance(shown, SavedSkill):
            return shown.name
        if isinstance(shown, FolderSkill):
            return shown.skill.name
        if isinstance(shown, RejectedSkill):
            return file_words(shown.path)
        return "" if shown is None else PurePath(shown).name or shown


def key_of(shown: Shown) -> str:
    """The key of what is shown."""
    if isinstance(shown, SavedSkill):
        return shown.skill_id
    if isinstance(shown, FolderSkill):
        return shown.skill.skill_id
    if isinstance(shown, RejectedSkill):
        return f"rejected:{shown.path}"
    return f"folder:{shown}"


class SkillRows(QAbstractListModel):
    """Rows of the list."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Row, ...] = ()
        self._desk: Skills | None = None
        self._unfolded: set[RowKind] = {RowKind.REJECTED_HEAD}
        self._typed: SavedSkill | None = None

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows from top to bottom."""
        return self._rows

    def is_unfolded(self, kind: RowKind) -> bool:
        """Whether what stands below a heading is listed."""
        return kind in self._unfolded

    def unfold(self, kind: RowKind, *, unfolded: bool) -> None:
        """List what stands below a heading, or only how many they are."""
        if unfolded is not self.is_unfolded(kind):
            (self._unfolded.add if unfolded else self._unfolded.discard)(kind)
            self.arrange()

    def put(self, desk: Skills) -> None:
        """Show what the desk has now."""
        self._desk = desk
        self._typed = None
        self.arrange()

    def show_typed(self, skill: SavedSkill) -> None:
        """A row follows what is typed in the editor before it is saved."""
        self._typed = skill
        for number, row in enumerate(self._rows):
            if row.key == skill.skill_id:
                rows = list(self._rows)
                rows[number] = Row(row.kind, row.key, skill)
                self._rows = tuple(rows)
                self.dataChanged.emit(self.index(number), self.index(number))

    def arrange(self) -> None:
        """Make the rows again; where the same stand in the same order, only what they show."""
        rows = tuple(self._made()) if self._desk is not None else ()
        if [row.key for row in rows] == [row.key for row in self._rows]:
            self._rows = rows
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def _made(self) -> list[Row]:
        desk = self._desk
        assert desk is not None  # noqa: S101 - the caller has looked
        own = [
            Row(RowKind.OWN, skill.skill_id, self._as_typed(skill))
            for skill in desk.own
            if not skill.archived
        ]
        archived = [
            Row(RowKind.OWN, skill.skill_id, self._as_typed(skill)) for skill in desk.own if skill.archived
        ]
        rows = own + self._below(RowKind.ARCHIVED_HEAD, archived)
        for folder in desk.folders:
            inside = [item for item in desk.from_folders if item.root == folder]
            rows.append(Row(RowKind.FOLDER, key_of(folder), folder, len(inside)))
            rows += [Row(RowKind.FILE, key_of(item), item) for item in inside]
        rejected = [Row(RowKind.REJECTED, key_of(item), item) for item in desk.rejected]
        return rows + self._below(RowKind.REJECTED_HEAD, rejected)

    def _as_typed(self, skill: SavedSkill) -> SavedSkill:
        typed = self._typed
        return typed if typed is not None and typed.skill_id == skill.skill_id else skill

    def _below(self, head: RowKind, rows: list[Row]) -> list[Row]:
        if not rows:
            return []
        return [Row(head, head.value, None, len(rows)), *(rows if self.is_unfolded(head) else ())]

    def row_at(self, index: _Index) -> Row | None:
        """The row of an index."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def row_of(self, key: str) -> Row | None:
        """The row of a key."""
        return next((row for row in self._rows if row.key == key), None)

    def index_of(self, key: str) -> QModelIndex:
        """Where it stands; an invalid index where it does not."""
        for number, row in enumerate(self._rows):
            if row.key == key:
                return self.index(number)
        return QModelIndex()

    # -- what Qt asks

    @override
    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.words(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (self.words(row), self.note(row)) if part)
        return None

    def words(self, row: Row) -> str:
        """The first line."""
        if row.kind is RowKind.ARCHIVED_HEAD:
            return self.tr("Archived (%n)", "", row.count)
        if row.kind is RowKind.REJECTED_HEAD:
            return self.tr("Cannot be used (%n)", "", row.count)
        return row.name

    def note(self, row: Row) -> str:
        """The quiet second line; empty where there is none."""
        shown = row.shown
        if isinstance(shown, RejectedSkill):
            return trouble_words(shown)
        if isinstance(shown, FolderSkill):
            waiting = {
                FileState.NEW: self.tr("New on disk, not used yet"),
                FileState.CHANGED: self.tr("Changed on disk, not used"),
            }
            return waiting.get(shown.state) or shown.skill.description
        return shown.description if isinstance(shown, SavedSkill) else ""
