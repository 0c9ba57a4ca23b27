"""Folders of folders with ``SKILL.md`` in them, read as text within firm limits (S-2, T18).

Nothing outside the folder is read, whatever a link says; nothing but a plain file is opened. The reading blocks, so it
belongs into a thread that can be left alone: a folder may lie on a drive that no longer answers.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from stello_desktop.domain.library import (
    FileSkill,
    FolderReading,
    RejectedSkill,
    SavedSkill,
    SkillId,
    SkillTrouble,
)
from stello_desktop.domain.text import clean_text
from stello_desktop.exchange.plain_files import read_plain
from stello_desktop.exchange.skill_text import MAX_FILE_BYTES, UnusableSkill, read_skill

FILE_NAME: Final = "SKILL.md"
MAX_DEPTH: Final = 6
MAX_VISITED: Final = 20_000
MAX_SKILLS: Final = 500


def read_folder(folder: Path) -> FolderReading:
    """Every skill below a folder in the order of its paths, and why the other files are none. Never raises OSError."""
    root = Path(os.path.realpath(folder))
    if not root.is_dir():
        return FolderReading(rejected=(RejectedSkill(_shown(folder), SkillTrouble.NO_FOLDER),))
    walk = _Walk(root)
    skills: list[FileSkill] = []
    rejected: list[RejectedSkill] = []
    for path in walk.files():
        if len(skills) == MAX_SKILLS:
            rejected.append(RejectedSkill(_shown(folder), SkillTrouble.TOO_MANY, {"limit": MAX_SKILLS}))
            break
        try:
            skills.append(_read(path, root))
        except UnusableSkill as error:
            rejected.append(RejectedSkill(_shown(path), error.reason, error.params))
    return FolderReading(tuple(skills), (*walk.rejected, *rejected))


@dataclass
class _Walk:
    """Looks for the files, level by level.

    Attributes:
        rejected: where it did not go, and why.
    """

    root: Path
    rejected: list[RejectedSkill] = field(default_factory=list)
    visited: int = 0

    def files(self) -> Iterator[Path]:
        level = [self.root]
        for _ in range(MAX_DEPTH + 1):
            below: list[Path] = []
            for folder in level:
                entries = self._entries(folder)
                yield from (Path(entry.path) for entry in entries if _is_skill_file(entry))
                below += [Path(entry.path) for entry in entries if self._leads_on(entry)]
                if self.visited > MAX_VISITED:
                    self._reject(self.root, SkillTrouble.TOO_MANY, MAX_VISITED)
                    return
            level = below
        for folder in level:
            self._reject(folder, SkillTrouble.TOO_DEEP, MAX_DEPTH)

    def _entries(self, folder: Path) -> list[os.DirEntry[str]]:
        found: list[os.DirEntry[str]] = []
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    found.append(entry)
                    self.visited += 1
                    if self.visited > MAX_VISITED:
                        break
        except OSError:
            self.rejected.append(RejectedSkill(_shown(folder), SkillTrouble.UNREADABLE))
        return sorted(found, key=lambda entry: entry.name)

    def _leads_on(self, entry: os.DirEntry[str]) -> bool:
        """Whether to look inside: no hidden folder, and no link; what it points to inside is found anyway."""
        try:
            if entry.name.startswith(".") or not entry.is_dir():
                return False
            if not entry.is_symlink() and not entry.is_junction():
                return True
        except OSError:
            return False
        if not _is_inside(Path(entry.path), self.root) and (Path(entry.path) / FILE_NAME).exists():
            self.rejected.append(RejectedSkill(_shown(Path(entry.path)), SkillTrouble.OUTSIDE))
        return False

    def _reject(self, path: Path, reason: SkillTrouble, limit: int) -> None:
        self.rejected.append(RejectedSkill(_shown(path), reason, {"limit": limit}))


def _shown(path: Path) -> str:
    """A path as text that can be stored and shown; a name may have bytes that are no letters."""
    return clean_text(str(path))


def _is_skill_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.name.casefold() == FILE_NAME.casefold() and not entry.is_dir()
    except OSError:
        return True  # the reading says what is wrong with it


def _is_inside(path: Path, root: Path) -> bool:
    return Path(os.path.realpath(path)).is_relative_to(root)


def _read(path: Path, root: Path) -> FileSkill:
    if not _is_inside(path, root):
        raise UnusableSkill(SkillTrouble.OUTSIDE)
    try:
        data = read_plain(path, MAX_FILE_BYTES)
    except OSError:
        raise UnusableSkill(SkillTrouble.UNREADABLE) from None
    text = read_skill(data)
    skill = SavedSkill(
        skill_id=SkillId(f"file-{hashlib.sha256(str(path).encode('utf-8', 'replace')).hexdigest()[:24]}"),
        name=text.name,
        description=text.description,
        content=text.content,
        folder=_shown(path.parent),
    )
    return FileSkill(skill, _shown(path), hashlib.sha256(data).hexdigest())
