"""A conversation's own facts (T-7), its run-time references (T-8) and what a new one needs (F-6)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from stello_desktop.domain.composition import Composition, Layer, Origin, Segment
from stello_desktop.domain.config import UNSET, SerializableSessionConfig
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.memory import Insight as Insight  # noqa: PLC0414 - it belongs to both
from stello_desktop.domain.messages import RecordDraft

FROZEN: Final = ("system_prompt", "skills")
"""The fields that are stored with a conversation (T-5)."""


class SessionStatus(StrEnum):
    """The one status of a conversation (T-7)."""

    ACTIVE = "active"
    ARCHIVED = "archived"


@dataclass(frozen=True, slots=True)
class SessionMeta:
    """Facts about a conversation; no parent and no depth (T-7). Times are seconds since 1970.

    ``turn_count`` counts completed rounds: a retried one once, a stopped or failed one not at all.
    """

    session_id: SessionId
    label: str
    status: SessionStatus
    turn_count: int
    created_at: float
    updated_at: float
    last_active_at: float


@dataclass(frozen=True, slots=True)
class SettledOrigins:
    """Which layers a branch's fields came from when it was made (M-7); kept beside T-8.

    Attributes:
        layers: by field, in the order of the parts.
        lengths: of the parts of the instructions, in characters; two newlines stand between them.
        frozen_as: a mark of the values that may change later; where they are others now, they were changed since.
        context: what it began with; empty where nobody wrote it down, or where a function chose.
    """

    layers: Mapping[str, tuple[Layer, ...]] = field(default_factory=dict)
    lengths: tuple[int, ...] = ()
    frozen_as: Mapping[str, str] = field(default_factory=dict)
    context: str = ""

    @classmethod
    def of(cls, composition: Composition) -> SettledOrigins:
        """What is worth keeping of a composition."""
        frozen = SerializableSessionConfig.of(composition.config)
        return cls(
            {name: origin.layers for name, origin in composition.origins.items()},
            tuple(len(segment.text) for segment in composition.segments),
            {name: mark_of(frozen, name) for name in FROZEN},
        )

    @classmethod
    def of_defaults(cls, config: SerializableSessionConfig) -> SettledOrigins:
        """Of a project, which has no layer but the session defaults."""
        origin = Origin((Layer.DEFAULTS,))
        prompt = config.system_prompt
        return cls.of(
            Composition(
                config.as_layer(),
                {name: origin for name in FROZEN if getattr(config, name) is not UNSET},
                () if prompt is UNSET else (Segment(prompt, Layer.DEFAULTS),),
            )
        )


def mark_of(config: SerializableSessionConfig, name: str) -> str:
    """A short mark of one frozen value: the same text, the same mark."""
    value = getattr(config, name)
    return _mark("" if value is UNSET else json.dumps(value))


def mark_of_model(ref: ModelRef) -> str:
    """The same for a model."""
    return _mark(json.dumps([ref.service_id, ref.model]))


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionBindings:
    """Symbolic references beside the frozen config (T-8).

    Attributes:
        profile: the name that it had then; empty for none.
        profile_id: which one that is, under whatever name; empty where nobody wrote it down.
        origins: which layers it was made of; None where nobody wrote that down.
    """

    model: ModelRef | None = None
    profile: str = ""
    profile_id: str = ""
    profile_version: int = 0
    profile_vars: Mapping[str, str] = field(default_factory=dict)
    branched_at: RecordId | None = None
    inherited_summary: str = ""
    origins: SettledOrigins | None = None


class Author(StrEnum):
    """Who asked for a fork; only a person skips the split guard (F-2)."""

    ASSISTANT = "assistant"
    CODE = "code"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class CallOrigin:
    """The call for which a branch was opened (X-2).

    Attributes:
        record_id: the record that holds the call; services give ids of calls out again, we give no id of a record again.
    """

    record_id: RecordId
    call_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildDraft:
    """Everything that one atomic fork writes (F-6).

    Attributes:
        opened_by: the call of the assistant, also where a person opened it all the same; None for any other branch.
        records: what the branch starts with, already cleaned (F-9).
        opening: first assistant message; empty means none.
        split_round: the source's completed rounds at the start of the round, for the guard (G-1);
            None leaves the guard alone.
    """

    label: str
    source_session_id: SessionId
    topology_parent_id: SessionId
    by: Author
    config: SerializableSessionConfig = field(default_factory=SerializableSessionConfig)
    bindings: SessionBindings = field(default_factory=SessionBindings)
    records: tuple[RecordDraft, ...] = ()
    opening: str = ""
    split_round: int | None = None
    opened_by: CallOrigin | None = None


@dataclass(frozen=True, slots=True)
class SessionDraft:
    """One conversation of a tree that is planted as a whole, parents before children.

    ``messages`` are whole rounds in order. Used for example projects; written with one undo step.
    """

    session_id: SessionId
    label: str
    parent_id: SessionId | None = None
    source_id: SessionId | None = None
    messages: tuple[RecordDraft, ...] = ()
    archived: bool = False
    example: bool = False
