"""What the person keeps for branches: profiles and skills as data, and where they are stored.

A `SavedProfile` is what the editor edits; the engine gets a `ForkProfile` made from it (T-2). A profile is never
bound to a key or to an address: a model is named by its reference alone (T-8).
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Final, NewType, Protocol

from stello_desktop.domain.config import UNSET, ContextMode, Maybe, PromptMode
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import ModelRef

ProfileId = NewType("ProfileId", str)
"""A profile; its name may change. 32 hexadecimal digits, or ``starter-…`` for one of the starter set."""

SkillId = NewType("SkillId", str)
"""A skill that was written in the program."""

HUES: Final = 8
"""A profile's colour is one of the branch hues, by number."""

MAX_NAME_CHARS: Final = 80
MAX_INSTRUCTIONS_CHARS: Final = 200_000
MAX_LINE_CHARS: Final = 20_000
"""Of a description, of a variable's words, and of a value for it: wherever they are written, and in files too.

Profile files have always held so much; with less in a field, a key in it would cut what came from a file.
"""


def new_profile_id() -> ProfileId:
    """A fresh id that no other machine will give out."""
    return ProfileId(uuid.uuid4().hex)


def new_skill_id() -> SkillId:
    """A fresh id that no other machine will give out."""
    return SkillId(uuid.uuid4().hex)


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateVariable:
    """One ``{name}`` of a profile's instructions, as the branch dialog asks for it.

    Attributes:
        label: the question in words; empty shows the name.
        default: taken where the person gives nothing; empty means that a value must be given.
        example: shown greyed in the field, and used by the preview where there is nothing else.
    """

    name: str
    label: str = ""
    default: str = ""
    example: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedProfile:
    """A profile as the person keeps it.

    Attributes:
        name: what people and the assistant call it; unique among the profiles that are not archived.
        hue: number of a branch hue, 0 to 7.
        instructions: text with ``{name}`` placeholders (M-5); empty means unset (M-5b).
        no_instructions: the explicit choice of no instructions at all, ``""`` (M-5b).
        skills: unset inherits, ``()`` is none, names are only those (S-1).
        context: what a branch starts with; unset leaves it to the branch.
        opening: the first message of a branch; empty means unset.
        model: who answers; None inherits (M-10).
        version: grows with each saved change; kept with a branch that was made from it (T-8).
    """

    profile_id: ProfileId
    name: str
    hue: int = 0
    description: str = ""
    instructions: str = ""
    no_instructions: bool = False
    mode: PromptMode = PromptMode.PREPEND
    variables: tuple[TemplateVariable, ...] = ()
    skills: Maybe[tuple[str, ...]] = UNSET
    context: Maybe[ContextMode] = UNSET
    opening: str = ""
    model: ModelRef | None = None
    version: int = 1
    archived: bool = False

    @property
    def defaults(self) -> Mapping[str, str]:
        """The values that are taken where none are given."""
        return {variable.name: variable.default for variable in self.variables if variable.default}


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedSkill:
    """A skill (S-1, S-2).

    Attributes:
        folder: where its ``SKILL.md`` lies; empty for one that was written in the program. What comes
            from a folder is read only.
    """

    skill_id: SkillId
    name: str
    description: str = ""
    content: str = ""
    folder: str = ""
    archived: bool = False


class SkillTrouble(StrEnum):
    """Why a ``SKILL.md``, or a whole folder, cannot be used; each has a sentence of its own (S-2, T18).

    Params: ``limit`` (kilobytes, levels or files), ``line``, ``field``, ``name``, ``other`` (the path of the file
    that has the name already).
    """

    TOO_LARGE = "too_large"
    NOT_TEXT = "not_text"
    NO_HEAD = "no_head"
    OPEN_HEAD = "open_head"
    BAD_HEAD = "bad_head"
    ALIASES = "aliases"
    TOO_COMPLEX = "too_complex"
    MISSING_FIELD = "missing_field"
    WRONG_TYPE = "wrong_type"
    EMPTY_TEXT = "empty_text"
    TOO_LONG = "too_long"
    DUPLICATE_NAME = "duplicate_name"
    OWN_NAME = "own_name"
    OUTSIDE = "outside"
    UNREADABLE = "unreadable"
    TOO_DEEP = "too_deep"
    TOO_MANY = "too_many"
    NO_FOLDER = "no_folder"
    NO_ANSWER = "no_answer"


class LibraryKind(StrEnum):
    """What a library holds."""

    PROFILE = "profile"
    SKILL = "skill"


@dataclass(frozen=True, slots=True)
class TrashedThing:
    """A deleted profile or skill as the trash shows it (P-3).

    Attributes:
        thing_id: its `ProfileId` or `SkillId`.
        deleted_at: in seconds since 1970.
        begins: the first words of its description, else of its text; empty where nothing is written in it.
    """

    kind: LibraryKind
    thing_id: str
    name: str
    deleted_at: float
    begins: str = ""


@dataclass(frozen=True, slots=True)
class RejectedSkill:
    """A ``SKILL.md`` that cannot be used, with a code that the interface puts into words (S-2)."""

    path: str
    reason: SkillTrouble
    params: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FileSkill:
    """A skill as it was read from a folder.

    Attributes:
        path: of its ``SKILL.md``.
        digest: SHA-256 of the file's bytes, 64 hexadecimal digits.
    """

    skill: SavedSkill
    path: str
    digest: str


@dataclass(frozen=True, slots=True)
class FolderReading:
    """What one folder held when it was read."""

    skills: tuple[FileSkill, ...] = ()
    rejected: tuple[RejectedSkill, ...] = ()


class FileState(StrEnum):
    """Whether a skill of a folder may be used: not before the person has agreed to this very text (T18)."""

    IN_USE = "in_use"
    NEW = "new"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class FolderSkill:
    """A skill of a folder, and whether conversations can have it.

    Attributes:
        root: the folder that the person added, as they named it.
    """

    file: FileSkill
    root: str
    state: FileState = FileState.IN_USE

    @property
    def skill(self) -> SavedSkill:
        """Its name, description and text."""
        return self.file.skill


@dataclass(frozen=True, slots=True)
class SkillUsers:
    """Who may use a skill (S-1).

    Attributes:
        everyone: conversations that are not limited to some skills.
        named: conversations whose list has it.
        others: conversations whose list does not have it.
        profiles: names of the profiles whose list has it.
    """

    everyone: int
    named: tuple[SessionId, ...]
    others: int
    profiles: tuple[str, ...]


def merged[Kept: (SavedProfile, SavedSkill)](typed: Kept, seen: Kept, now: Kept) -> Kept:
    """What was typed, and where nothing was, what others have changed meanwhile.

    Args:
        seen: the state on which was typed.
        now: the state that is kept now.
    """
    theirs = {
        item.name: getattr(now, item.name)
        for item in fields(typed)
        if getattr(typed, item.name) == getattr(seen, item.name)
    }
    return replace(typed, **theirs)


_NUMBERED: Final = re.compile(r"(.*\S) ([2-9]|[1-9][0-9])")
"""A copy's name; a year is no such number."""


def free_name(wanted: str, is_taken: Callable[[str], bool]) -> str:
    """The name, with a number behind it where it is taken; one that has a small number gets the next one."""
    numbered = _NUMBERED.fullmatch(wanted)
    name, number = (numbered[1], int(numbered[2])) if numbered is not None else (wanted, 1)
    candidate = wanted
    while is_taken(candidate):
        number += 1
        candidate = f"{name} {number}"
    return candidate


def under_free_names[Kept: (SavedProfile, SavedSkill)](
    things: Sequence[Kept], is_taken: Callable[[str], bool]
) -> tuple[Kept, ...]:
    """The same; each that is in use with a number behind its name where that is taken, by another one of them too."""
    given: set[str] = set()
    named: list[Kept] = []
    for thing in things:
        name = thing.name
        if not thing.archived:
            name = free_name(name, lambda candidate: is_taken(candidate) or candidate.casefold() in given)
            given.add(name.casefold())
        named.append(replace(thing, name=name))
    return tuple(named)


class LibraryStorage(Protocol):
    """Profiles and skills on disk. Each method is one transaction; nothing here sees what is in the trash."""

    async def list_profiles(self) -> tuple[SavedProfile, ...]:
        """All, archived ones too, in the person's order."""
        ...

    async def put_profiles(self, profiles: Sequence[SavedProfile]) -> None:
        """Add or replace; new ones come last. One that is in the trash stays there, with what is written now."""
        ...

    async def order_profiles(self, profile_ids: Sequence[ProfileId]) -> None:
        """The person's order; ids that are left out follow in the order they had."""
        ...

    async def delete_profiles(self, profile_ids: Sequence[ProfileId]) -> None:
        """To the trash, with all they have (P-3); unknown ids are no matter."""
        ...

    async def list_skills(self) -> tuple[SavedSkill, ...]:
        """Those that were written in the program, in their order."""
        ...

    async def put_skills(self, skills: Sequence[SavedSkill]) -> None:
        """Add or replace; new ones come last. One that is in the trash stays there, with what is written now."""
        ...

    async def delete_skills(self, skill_ids: Sequence[SkillId]) -> None:
        """To the trash, with all they have (P-3); unknown ids are no matter."""
        ...

    async def skill_limits(self, *, trashed: bool = False) -> Mapping[SessionId, tuple[str, ...]]:
        """Living conversations that see only some skills, with their frozen lists (S-1); on demand trashed ones too."""
        ...


class LibraryTrash(Protocol):
    """Deleted profiles and skills on disk (P-3). Each method is one transaction."""

    async def list_trash(self) -> tuple[TrashedThing, ...]:
        """Newest deletion first."""
        ...

    async def trashed_profiles(self, profile_ids: Sequence[ProfileId]) -> tuple[SavedProfile, ...]:
        """Those of them that are in the trash, as they were. Raises: ForkConfigError for one that cannot be read."""
        ...

    async def restore_profiles(self, profiles: Sequence[SavedProfile]) -> None:
        """Out of the trash, each to its place, as it is given here; the ids are theirs still."""
        ...

    async def skills_of_profiles(self) -> frozenset[str]:
        """Names of the skills that deleted profiles list (S-1)."""
        ...

    async def trashed_skills(self, skill_ids: Sequence[SkillId]) -> tuple[SavedSkill, ...]:
        """Those of them that are in the trash, as they were. Raises: ForkConfigError for one that cannot be read."""
        ...

    async def restore_skills(self, skills: Sequence[SavedSkill]) -> None:
        """Out of the trash, each to its place, as it is given here; the ids are theirs still."""
        ...

    async def destroy(self, things: Sequence[TrashedThing] | None = None) -> tuple[TrashedThing, ...]:
        """The only thing that destroys, these or all, in the file and in its log; gives what went."""
        ...
