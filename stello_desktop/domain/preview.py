"""What a branch would be told, before it exists: one value for preview, branch dialog and inspector (M-7, C-5)."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from stello_desktop.domain.composition import Composition, ContextPart, Layer
from stello_desktop.domain.config import UNSET, Maybe, SerializableSessionConfig
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.library import SavedProfile
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.domain.services import Service


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewRequest:
    """A branch as the person has put it together so far.

    Attributes:
        profile: a saved one, or an edited one that is not saved yet.
        label: the branch's name; may still be empty.
        variables, own: what was typed for the profile's variables, and the branch's own instructions, as
            `given_values` and `given_instructions` read them (M-5, M-5b).
        context: ``none``, ``inherit``, ``compress``; unset leaves it to the profile.
        opening: its first message; ``""`` is none, unset leaves it to the profile.
        model: who answers; None leaves it to the profile and to the source (M-10).
        parent_id: where it hangs; None follows the project's strategy (O-1).
        first_message: what the person would ask first.
        defaults: the lowest layer as it is being edited; None for the one that counts now.
    """

    profile: SavedProfile | None = None
    label: str = ""
    variables: Mapping[str, str] = dataclasses.field(default_factory=dict)
    own: Maybe[str] = UNSET
    context: Maybe[str] = UNSET
    opening: Maybe[str] = UNSET
    model: ModelRef | None = None
    skills: Maybe[tuple[str, ...]] = UNSET
    parent_id: SessionId | None = None
    first_message: str = ""
    defaults: SerializableSessionConfig | None = None


class ProblemCode(StrEnum):
    """A mistake that is named in place, never at fork time."""

    BLANK_NAME = "blank_name"
    DUPLICATE_NAME = "duplicate_name"
    UNKNOWN_VARIABLE = "unknown_variable"
    UNUSED_VARIABLE = "unused_variable"
    MISSING_VALUE = "missing_value"
    STRAY_BRACE = "stray_brace"
    BRACED_NAME = "braced_name"
    EMPTY_PRESET = "empty_preset"
    OWN_IGNORED = "own_ignored"
    UNKNOWN_SKILL = "unknown_skill"
    UNKNOWN_SERVICE = "unknown_service"
    UNKNOWN_MODEL = "unknown_model"
    NO_SUMMARY = "no_summary"
    TOO_LONG = "too_long"


class Severity(StrEnum):
    """Whether a branch would fail, behave otherwise than meant, or may merely be worth a look."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake and where it is.

    Attributes:
        field: ``name``, ``instructions``, ``variables``, ``skills``, ``context``, ``opening``, ``model`` or ``own``
            (the branch's own instructions).
        params: values for the sentence, such as ``name``, ``suggestion``, ``tokens``, ``limit``.
        start, end: its place in the field's text, in characters; -1 where it has none.
    """

    code: ProblemCode
    field: str
    severity: Severity
    params: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    start: int = -1
    end: int = -1


class FilledBy(StrEnum):
    """What stands in a variable's place.

    ``example`` stands there only so that the preview can be read, and ``missing`` is the placeholder itself:
    a branch cannot be made with either.
    """

    TYPED = "typed"
    DEFAULT = "default"
    EXAMPLE = "example"
    MISSING = "missing"


class FilledPlace(NamedTuple):
    """A value that stands in composed instructions for a variable; places in characters of its segment.

    A named tuple, because a long text has thousands at each key.
    """

    name: str
    start: int
    end: int
    by: FilledBy = FilledBy.TYPED


@dataclass(frozen=True, slots=True)
class ShownSegment:
    """A piece of composed instructions as it is drawn: its layer, and where variables were filled in."""

    text: str
    layer: Layer
    filled: tuple[FilledPlace, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchPreview:
    """Everything about a branch that does not exist yet.

    Attributes:
        composition: values, origins and what was beaten; ``origins`` also has ``context`` and ``prompt``.
        segments: the composed instructions; their texts joined by two newlines are what is sent.
        context: what it starts with (``none``, ``inherit``, ``compress``), and how many messages come along.
        model: who would answer, and the layer that said so; ``defaults`` where the workspace's default serves.
        parts: the first request part by part, with an estimate each (C-5). A part that is ``pending`` has no
            text yet, such as the summary of ``compress``, and is not in the request.
        request: exactly the first request, before the service's own dialect.
        tokens: the whole request, estimated (C-6).
        along_tokens: of these, what comes along from the source.
        context_tokens: how much the model reads; None where nobody knows.
        problems: what is wrong with this branch; a branch without one of severity ``error`` can be made.
            What is wrong with the profile itself is told by `Inspection.check_profile`.
        leaves_for: the service that would see text of the source for the first time (M-10); None where
            nothing comes along or the service is the source's own.
    """

    composition: Composition
    segments: tuple[ShownSegment, ...]
    context: str
    messages: int
    opening: str
    model: ModelRef | None
    model_layer: Layer | None
    parts: tuple[ContextPart, ...]
    request: ModelRequest
    tokens: int
    along_tokens: int = 0
    context_tokens: int | None = None
    problems: tuple[Problem, ...] = ()
    leaves_for: Service | None = None
