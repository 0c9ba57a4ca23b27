"""Structural changes a person can ask for: small values, applied in one transaction each (P-4).

A fork is not here: the engine makes it (F-6), and the store records it as a step like these.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from stello_desktop.domain.config import NOTHING_FROZEN, UNSET, Maybe, SerializableSessionConfig
from stello_desktop.domain.ids import RecordId, SessionId, TrashId
from stello_desktop.domain.topology import LayoutKind, StrategyKind


@dataclass(frozen=True, slots=True)
class CreateProject:
    """A new root.

    Attributes:
        example: marks the labelled example project.
        strategy: the setting (O-1).
        config: what it is frozen with: the session defaults, since it has no other layer.
    """

    session_id: SessionId
    label: str
    example: bool = False
    strategy: StrategyKind = StrategyKind.HIERARCHICAL
    config: SerializableSessionConfig = NOTHING_FROZEN


@dataclass(frozen=True, slots=True)
class Reparent:
    """Hang conversations under another one, last among its children, or make them projects (None).

    Each drops its own map offset: a new parent means a new automatic place.
    """

    session_ids: tuple[SessionId, ...]
    parent_id: SessionId | None


@dataclass(frozen=True, slots=True)
class Place:
    """The person's own offsets on the map: ``(session_id, dx, dy)``; None puts back the automatic place."""

    offsets: tuple[tuple[SessionId, float | None, float | None], ...]


@dataclass(frozen=True, slots=True)
class TidyUp:
    """Forget the person's own offsets in one project."""

    root_id: SessionId


@dataclass(frozen=True, slots=True)
class Rename:
    """Give another name; blank is refused.

    ``joins_creation`` folds the first name into the step that created the conversation (I6).
    """

    session_id: SessionId
    label: str
    joins_creation: bool = False


@dataclass(frozen=True, slots=True)
class SetArchived:
    """Archive or unarchive; never cascades unless the ids say so (P-3)."""

    session_ids: tuple[SessionId, ...]
    archived: bool


@dataclass(frozen=True, slots=True)
class Delete:
    """Move conversations to the trash, with all below them or lifting their children (P-3)."""

    session_ids: tuple[SessionId, ...]
    lift_children: bool = False


@dataclass(frozen=True, slots=True)
class Restore:
    """Bring one deletion back to where it was (P-3)."""

    trash_id: TrashId


@dataclass(frozen=True, slots=True)
class SetLayout:
    """Choose how a project is arranged."""

    root_id: SessionId
    layout: LayoutKind


@dataclass(frozen=True, slots=True)
class SetStrategy:
    """Choose where a project's new branches hang (O-1)."""

    root_id: SessionId
    strategy: StrategyKind


@dataclass(frozen=True, slots=True)
class SetConfig:
    """Edit what a conversation is frozen with (T-5); both fields, whole.

    Unset takes a field away: no instructions, or all skills (S-1). A running round ends as it began.
    """

    session_id: SessionId
    system_prompt: Maybe[str] = UNSET
    skills: Maybe[tuple[str, ...]] = UNSET


@dataclass(frozen=True, slots=True)
class AddRef:
    """Let a conversation refer to another one (P-2): directed, twice is once."""

    session_id: SessionId
    target_id: SessionId


@dataclass(frozen=True, slots=True)
class RemoveRef:
    """Let it refer to that one no longer."""

    session_id: SessionId
    target_id: SessionId


@dataclass(frozen=True, slots=True)
class RemoveNote:
    """Take a note out of its conversation (R-15); it comes back by undo, and goes for good with the trash."""

    session_id: SessionId
    record_id: RecordId


type Command = (
    CreateProject
    | Reparent
    | Place
    | TidyUp
    | Rename
    | SetArchived
    | Delete
    | Restore
    | SetLayout
    | SetStrategy
    | SetConfig
    | AddRef
    | RemoveRef
    | RemoveNote
)


class StepName(StrEnum):
    """What an undo step is called; the interface has the words."""

    CREATE_PROJECT = "create_project"
    BRANCH = "branch"
    BRANCHES_BY_ASSISTANT = "branches_by_assistant"
    MOVE = "move"
    MAKE_PROJECT = "make_project"
    PLACE = "place"
    TIDY_UP = "tidy_up"
    RENAME = "rename"
    ARCHIVE = "archive"
    UNARCHIVE = "unarchive"
    DELETE = "delete"
    RESTORE = "restore"
    LAYOUT = "layout"
    STRATEGY = "strategy"
    INSTRUCTIONS = "instructions"
    REFER = "refer"
    UNREFER = "unrefer"
    REMOVE_NOTE = "remove_note"
    ADD_NOTE = "add_note"
    EDIT_NOTE = "edit_note"


CREATING: Final = frozenset({StepName.CREATE_PROJECT, StepName.BRANCH, StepName.BRANCHES_BY_ASSISTANT})
"""Steps that make conversations; undoing one moves them to the trash."""


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the history, as menus and toasts show it.

    Attributes:
        params: values for the words, such as ``label``, ``count``, ``target``.
        session_ids: what it touched; shown again after undo and redo (I9).
        made_at: when it was done first, in seconds since 1970; tells it from another that did the same.
    """

    name: StepName
    params: dict[str, Any] = field(default_factory=dict)
    session_ids: tuple[SessionId, ...] = ()
    made_at: float = 0.0


@dataclass(frozen=True, slots=True)
class TrashItem:
    """One deletion as the trash shows it; times are seconds since 1970.

    Attributes:
        created_at: of the conversation that gave it its name.
        first_words: what was first said in that one; empty where nothing was.
    """

    trash_id: TrashId
    label: str
    count: int
    deleted_at: float
    parent_label: str
    created_at: float = 0.0
    first_words: str = ""
