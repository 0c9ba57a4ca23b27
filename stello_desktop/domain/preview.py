"""What a branch would be told, before it exists: one value for preview, branch dialog and inspector (M-7, C-5)."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from stello_desktop.domain.composition import Composition, ContextPart, Layer
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ModelRequest


class ProblemCode(StrEnum):
    """A mistake that is named in place, never at fork time."""

    BLANK_NAME = "blank_name"
    DUPLICATE_NAME = "duplicate_name"
    UNKNOWN_VARIABLE = "unknown_variable"
    UNUSED_VARIABLE = "unused_variable"
    MISSING_VALUE = "missing_value"
    STRAY_BRACE = "stray_brace"
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


@dataclass(frozen=True, slots=True)
class FilledPlace:
    """A value that stands in composed instructions for a variable; places in characters."""

    name: str
    start: int
    end: int


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
        model: who would answer, and the layer that said so.
        parts: the first request part by part, with an estimate each (C-5).
        request: exactly the first request, before the service's own dialect.
        tokens: the whole request, estimated (C-6).
        context_tokens: how much the model reads; None where nobody knows.
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
    context_tokens: int | None = None
    problems: tuple[Problem, ...] = ()
