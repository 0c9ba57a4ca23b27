"""What a branch is asked for, and what the person decided about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from stello_desktop.domain.config import UNSET, Maybe
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.library import ProfileId

type AskedPlace = tuple[SessionId, RecordId | None, str | None, str, ProfileId | None]


class Lacking(StrEnum):
    """What a branch that the assistant asked for cannot be opened without (G-1).

    Attributes:
        ARCHIVED: a profile too: the one that it named is in the archive.
    """

    NAME = "name"
    PROFILE = "profile"
    ARCHIVED = "archived"
    VALUES = "values"


@dataclass(frozen=True, slots=True)
class BranchAsk:
    """Where a branch begins.

    Attributes:
        until: the last message that comes along; None for the whole conversation.
        edited: another text for that message; the branch then begins before it, with this text as its draft.
        profile_id: the profile that the person already chose elsewhere, such as on its page.
        call_id: the call of the assistant that asked for it and was refused; empty where a person asks.
        lacking: what that call did not say.
        named: the profile that it named.
        opening: the first message that it gave; unset leaves it to the profile.
    """

    source: SessionId
    until: RecordId | None = None
    edited: str | None = None
    profile_id: ProfileId | None = None
    call_id: str = ""
    lacking: Lacking | None = None
    named: str = ""
    opening: Maybe[str] = UNSET

    @property
    def is_plain(self) -> bool:
        """Whether nobody has chosen anything for it yet, so that Enter alone must make a plain branch."""
        return self.profile_id is None and not self.call_id

    @property
    def place(self) -> AskedPlace:
        """The same place asked for twice is one place; a profile that was chosen elsewhere makes it another one."""
        return self.source, self.until, self.edited, self.call_id, self.profile_id


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchChoice:
    """A branch as it is to be opened.

    Attributes:
        label: its name, never blank.
        profile: a profile's name; empty for none.
        own: its own instructions; unset for none given, ``""`` for the choice of none at all (M-5b).
        context: ``none``, ``inherit`` or ``compress``; unset leaves it to the profile.
        model: who answers; None inherits (M-10).
        parent: where it hangs; None leaves it to the project (O-1).
    """

    label: str
    profile: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)
    own: Maybe[str] = UNSET
    context: Maybe[str] = "inherit"
    model: ModelRef | None = None
    parent: SessionId | None = None
