"""The result of composing (M-7): a configuration, and where each part of it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from stello_desktop.domain.config import SessionConfig
from stello_desktop.domain.messages import Role, ToolDefinition


class Layer(StrEnum):
    """Where a value came from, lowest first; ``source`` only by M-9.

    Composing gives the first five. A conversation that lives may also have been edited by ``hand``
    since, or be older than the knowledge of its layers (``unknown``).
    """

    DEFAULTS = "defaults"
    PARENT = "parent"
    PROFILE = "profile"
    OPTIONS = "options"
    SOURCE = "source"
    HAND = "hand"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of the composed instructions; the texts joined by two newlines are the whole (M-7)."""

    text: str
    layer: Layer


@dataclass(frozen=True, slots=True)
class Beaten:
    """A value that a layer offered and that lost."""

    layer: Layer
    value: Any


@dataclass(frozen=True, slots=True)
class Origin:
    """Which layers a field's value came from, and what it beat.

    Attributes:
        layers: one layer, or two where the instructions have two parts, in their order.
        beaten: the values that lost, lowest layer first.
    """

    layers: tuple[Layer, ...]
    beaten: tuple[Beaten, ...] = ()


@dataclass(frozen=True, slots=True)
class Composition:
    """What a branch would be, and why (M-7). Preview, dialog and inspector all show this."""

    config: SessionConfig
    origins: Mapping[str, Origin] = field(default_factory=dict)
    segments: tuple[Segment, ...] = ()


class PartKind(StrEnum):
    """The parts of a request in their order (C-1); tools travel beside the messages, one part each (X-1)."""

    SYSTEM_PROMPT = "system_prompt"
    INHERITED_SUMMARY = "inherited_summary"
    TOPOLOGY = "topology"
    IDENTITY = "identity"
    INSIGHTS = "insights"
    REFERENCES = "references"
    COMPRESSION = "compression"
    HISTORY = "history"
    USER_MESSAGE = "user_message"
    TOOL = "tool"


class OpeningIn(StrEnum):
    """How much of a part is the opening message; what stands before it is one message with it (F-6, Q22)."""

    NONE = "none"
    SOME = "some"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class ContextPart:
    """One part of what the model is sent, with its estimated size (C-5).

    ``role`` says in which message it travels; all system parts make one message. A ``pending`` part does
    not exist yet: it has no text and is not sent. ``name`` is that of a tool. The sizes of all parts together
    are the size of the request.
    """

    kind: PartKind
    text: str
    tokens: int
    role: Role = Role.SYSTEM
    pending: bool = False
    name: str = ""
    opening: OpeningIn = OpeningIn.NONE


@dataclass(frozen=True, slots=True)
class RequestSize:
    """How much a request is, of the whole conversation, before anything is shortened (C-6).

    Attributes:
        limit: how much the model reads; None where nobody knows, and then nothing was measured.
        ratio: the tokens that the model counts for each one of our estimate.
        whole: the person has chosen to send everything (C-7).
    """

    tokens: int
    limit: int | None = None
    ratio: float = 1.0
    whole: bool = False


@dataclass(frozen=True, slots=True)
class NextRequest:
    """What would be sent if the person sent now, and how much of what the model reads that is (C-5 to C-7).

    Attributes:
        tokens: of the whole conversation, before anything is shortened.
        limit: how much the model reads; None where nobody knows.
        shortened: its earlier part would be summarised first; ``parts`` are those after it.
        ratio: the tokens that the model counts for each one of our estimate.
        waiting: how many messages wait to be sent; where any does, this is the request of the first (row 25).
    """

    parts: tuple[ContextPart, ...]
    tools: tuple[ToolDefinition, ...]
    tokens: int
    limit: int | None = None
    shortened: bool = False
    ratio: float = 1.0
    waiting: int = 0
