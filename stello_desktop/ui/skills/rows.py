"""The list of skills as a model: own ones, the archive, each folder with what is in it, and what cannot be used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import PurePath
from typing import Final, override

from PySide6.QtCore import QObject

from stello_desktop.domain.library import FileState, FolderSkill, RejectedSkill, SavedSkill
from stello_desktop.ui.row_model import RowModel
from stello_desktop.ui.skills.words import file_words, trouble_words
from stello_desktop.workspace.skills import Skills

type Shown = SavedSkill | FolderSkill | RejectedSkill | str | None


class RowKind(StrEnum):
    """What stands in a row."""

    OWN = "own"
    ARCHIVED_HEAD = "archived_head"
    FOLDER = "folder"
    FILE = "file"
    REJECTED_HEAD = "rejected_head"
    REJECTED = "rejected"


_HEADS: Final = frozenset({RowKind.ARCHIVED_HEAD, RowKind.REJECTED_HEAD})


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
    def is_head(self) -> bool:
        """Whether it is a heading, which folds and cannot be chosen."""
        return self.kind in _HEADS

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


class SkillRows(RowModel[Row]):
    """Rows of the list."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk: Skills | None = None
        self._typed: SavedSkill | None = None
        self.unfold(RowKind.REJECTED_HEAD, unfolded=True)

    def put(self, desk: Skills) -> None:
        """Show what the desk has now."""
        self._desk = desk
        self._typed = None
        self.arrange()

    def show_typed(self, skill: SavedSkill) -> None:
        """A row follows what is typed in the editor before it is saved."""
        self._typed = skill
        row = self.row_of(skill.skill_id)
        if row is not None:
            self.show_row(replace(row, shown=skill))

    @override
    def make_rows(self) -> Sequence[Row]:
        desk = self._desk
        if desk is None:
            return []
        own = [self._own_row(skill) for skill in desk.own if not skill.archived]
        archived = [self._own_row(skill) for skill in desk.own if skill.archived]
        rows = own + self._below(RowKind.ARCHIVED_HEAD, archived)
        for folder in desk.folders:
            inside = [item for item in desk.from_folders if item.root == folder]
            rows.append(Row(RowKind.FOLDER, key_of(folder), folder, len(inside)))
            rows += [Row(RowKind.FILE, key_of(item), item) for item in inside]
        rejected = [Row(RowKind.REJECTED, key_of(item), item) for item in desk.rejected]
        return rows + self._below(RowKind.REJECTED_HEAD, rejected)

    def _own_row(self, skill: SavedSkill) -> Row:
        typed = self._typed
        shown = typed if typed is not None and typed.skill_id == skill.skill_id else skill
        return Row(RowKind.OWN, skill.skill_id, shown)

    def _below(self, head: RowKind, rows: list[Row]) -> list[Row]:
        if not rows:
            return []
        return [Row(head, head.value, None, len(rows)), *(rows if self.is_unfolded(head) else ())]

    # -- what each row says

    @override
    def words(self, row: Row) -> str:
        if row.kind is RowKind.ARCHIVED_HEAD:
            return self.tr("Archived (%n)", "", row.count)
        if row.kind is RowKind.REJECTED_HEAD:
            return self.tr("Cannot be used (%n)", "", row.count)
        return row.name

    @override
    def note(self, row: Row) -> str:
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
