"""Everything about one conversation that is not its messages, as the inspector shows it (C-5, M-7, T-6 to T-8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from stello_desktop.domain.composition import Layer
from stello_desktop.domain.config import UNSET, ContextMode, Maybe
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.library import SavedProfile
from stello_desktop.domain.messages import Role, ToolDefinition
from stello_desktop.domain.preview import ShownSegment
from stello_desktop.domain.services import Service


class ProfileState(StrEnum):
    """What became of the profile that a conversation was made with."""

    NONE = "none"
    SAME = "same"
    CHANGED = "changed"
    ARCHIVED = "archived"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another conversation by its name; one that was destroyed, or is in the trash, has none."""

    session_id: SessionId
    label: str
    there: bool = True


@dataclass(frozen=True, slots=True)
class RecordExcerpt:
    """The beginning of a message."""

    record_id: RecordId
    role: Role
    text: str
    created_at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionFacts:
    """One conversation as it is now. Times are seconds since 1970.

    Attributes:
        source: what it branched from; None for a project.
        parent: where it hangs; None for a project.
        moved: whether it hangs elsewhere than below its source.
        branched_at: the last message that it began with, where the branch was made at one; None too where
            that message is gone.
        profile: its name then; empty for none.
        profile_now: the same one as it is now, perhaps under another name; None where it is gone.
        profile_version: which version of it; 0 where nobody counted.
        segments: the frozen instructions in their parts. A part that was edited since is from the layer
            ``hand``; one of which nobody wrote down where it came from is ``unknown``.
        system_prompt: the same as one text; unset is not ``""`` (T-1).
        skills: unset sees all, also later ones (S-1).
        skills_layer: None where skills are unset.
        began_with: the context that was chosen then; None where nobody wrote it down.
        model: what it is bound to; None where the person's default serves.
        service: who would answer now.
        inherited_summary: of its source, from the time of the branch (F-5).
        source_had_summary: its source itself began with a summary; that never comes along (F-5).
        tools: what its assistant may call now.
        visible_skills: names and descriptions of the skills it sees now.
    """

    session_id: SessionId
    label: str
    created_at: float
    source: Neighbour | None = None
    parent: Neighbour | None = None
    moved: bool = False
    branched_at: RecordExcerpt | None = None
    profile: str = ""
    profile_version: int = 0
    profile_vars: Mapping[str, str] = field(default_factory=dict)
    profile_state: ProfileState = ProfileState.NONE
    profile_now: SavedProfile | None = None
    system_prompt: Maybe[str] = UNSET
    segments: tuple[ShownSegment, ...] = ()
    skills: Maybe[tuple[str, ...]] = UNSET
    skills_layer: Layer | None = None
    began_with: ContextMode | None = None
    model: ModelRef | None = None
    model_layer: Layer | None = None
    service: Service
    inherited_summary: str = ""
    source_had_summary: bool = False
    tools: tuple[ToolDefinition, ...] = ()
    visible_skills: tuple[tuple[str, str], ...] = ()

    @property
    def model_is_default(self) -> bool:
        """Whether nothing but the person's default says who answers."""
        return self.model is None
