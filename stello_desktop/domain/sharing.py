"""Profiles on their way out to a file and in from one: what is in the file, and what an import would do.

A file never holds a key, an address or an id: a model is named by what people call it and its service.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from stello_desktop.domain.library import ProfileId, SavedProfile, SavedSkill, SkillId

NOBODY: Final = ProfileId("")
"""The id of a profile that is in a file; an import gives it one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedProfile:
    """A profile in a file.

    Attributes:
        profile: with the id `NOBODY` and without a model.
        service, model: who answers, by name; both empty inherit.
    """

    profile: SavedProfile
    service: str = ""
    model: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileFile:
    """Everything in a profile file; clean text only."""

    profiles: tuple[SharedProfile, ...]
    skills: tuple[SavedSkill, ...] = ()


class FileTrouble(StrEnum):
    """Why a profile file is refused as a whole; each has a sentence of its own.

    Params: ``limit`` (kilobytes or profiles), ``field`` (the way to it, such as ``profiles › 2 › hue``).
    """

    TOO_LARGE = "too_large"
    NOT_TEXT = "not_text"
    NOT_JSON = "not_json"
    TOO_DEEP = "too_deep"
    NOT_OURS = "not_ours"
    NEWER_VERSION = "newer_version"
    TOO_MANY = "too_many"
    NOTHING = "nothing"
    WRONG_FIELD = "wrong_field"
    UNKNOWN_FIELD = "unknown_field"
    UNREADABLE = "unreadable"
    NO_ANSWER = "no_answer"


@dataclass(frozen=True, slots=True)
class RefusedFile:
    """A file that is not taken, and why."""

    reason: FileTrouble
    params: Mapping[str, str | int] = field(default_factory=dict)


class ImportKind(StrEnum):
    """What an import does with one profile of the file."""

    NEW = "new"
    RENAMED = "renamed"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedProfile:
    """One profile of the file as it would be kept.

    Attributes:
        profile: with its new id; the one that is there already where it is unchanged.
        wished_name: its name in the file.
        missing_skills: names in its list that nobody has.
        missing_service: the service that the file names and that is not set up here; then it inherits.
    """

    profile: SavedProfile
    kind: ImportKind
    wished_name: str
    missing_skills: tuple[str, ...] = ()
    missing_service: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPlan:
    """What an import would do; made anew where the library has changed meanwhile.

    Attributes:
        skills: those that would be added.
        kept_skills: names that the person has already with another text; theirs stay.
    """

    profiles: tuple[PlannedProfile, ...]
    skills: tuple[SavedSkill, ...] = ()
    kept_skills: tuple[str, ...] = ()

    @property
    def added(self) -> tuple[SavedProfile, ...]:
        """The profiles that would come."""
        return tuple(item.profile for item in self.profiles if item.kind is not ImportKind.UNCHANGED)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to add."""
        return not self.added and not self.skills


@dataclass(frozen=True, slots=True)
class Imported:
    """What came, so that it can be taken back."""

    profile_ids: tuple[ProfileId, ...]
    skill_ids: tuple[SkillId, ...] = ()
