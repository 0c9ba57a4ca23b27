"""What a conversation may be configured with (T-1 to T-5): three types on one base."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Final, Literal, override

if TYPE_CHECKING:
    from stello_desktop.domain.ids import SessionId
    from stello_desktop.domain.language_model import LanguageModel
    from stello_desktop.domain.messages import ModelMessage, Record, ToolDefinition


class Unset(Enum):
    """The type of `UNSET`: a field that its layer leaves to the layers below."""

    UNSET = "unset"

    def __bool__(self) -> Literal[False]:
        return False

    @override
    def __repr__(self) -> str:
        return "UNSET"


UNSET: Final = Unset.UNSET
"""Never the same as ``""`` or ``()`` (T-1). Absent and ``null`` in JSON both read as this."""

type Maybe[T] = T | Literal[Unset.UNSET]

type ConsolidateFn = Callable[[str, Sequence[Record]], Awaitable[str]]
"""``(current memory, records) -> new memory`` (K-1)."""

type CompressFn = Callable[[Sequence[ModelMessage]], Awaitable[str]]
"""Messages to one summary of them (F-5, C-7)."""

type SystemPromptFn = Callable[[Mapping[str, str]], str | None]
"""Variables to instructions; ``None`` falls back to the static text (M-3)."""

type ForkContextFn = Callable[[Sequence[Record]], Sequence[Record] | Awaitable[Sequence[Record]]]
"""The source's cleaned history to what the branch starts with (T-4)."""


class PromptMode(StrEnum):
    """How a profile's instructions and the fork's own are joined (M-3)."""

    PRESET = "preset"
    PREPEND = "prepend"
    APPEND = "append"


class ContextMode(StrEnum):
    """What a branch starts with (T-4)."""

    NONE = "none"
    INHERIT = "inherit"
    COMPRESS = "compress"


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionConfig:
    """The base of all layers (T-1); every field is unset unless given.

    ``llm`` and the functions are run-time references and are never stored (T-5, T-8).
    """

    system_prompt: Maybe[str] = UNSET
    llm: Maybe[LanguageModel] = UNSET
    tools: Maybe[tuple[ToolDefinition, ...]] = UNSET
    skills: Maybe[tuple[str, ...]] = UNSET
    consolidate_fn: Maybe[ConsolidateFn] = UNSET
    compress_fn: Maybe[CompressFn] = UNSET


BASE_FIELDS: Final[tuple[str, ...]] = tuple(field.name for field in fields(SessionConfig))
"""The six names that all layers share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkProfile(SessionConfig):
    """A named template for branches (T-2); a registry checks mode and context."""

    system_prompt_fn: Maybe[SystemPromptFn] = UNSET
    system_prompt_mode: Maybe[str] = UNSET
    context: Maybe[str | ForkContextFn] = UNSET
    prompt: Maybe[str] = UNSET


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineForkOptions(SessionConfig):
    """What one fork asks for (T-3). ``label`` is required, but checked by ``fork_session``."""

    label: Maybe[str] = UNSET
    prompt: Maybe[str] = UNSET
    context: Maybe[str | ForkContextFn] = UNSET
    topology_parent_id: Maybe[SessionId] = UNSET
    profile: Maybe[str] = UNSET
    profile_vars: Maybe[Mapping[str, str]] = UNSET


@dataclass(frozen=True, slots=True, kw_only=True)
class SerializableSessionConfig:
    """The two fields that are frozen with a conversation, and nothing else (T-5)."""

    system_prompt: Maybe[str] = UNSET
    skills: Maybe[tuple[str, ...]] = UNSET

    @property
    def is_empty(self) -> bool:
        """True when nothing needs to be stored (F-6)."""
        return self.system_prompt is UNSET and self.skills is UNSET

    def as_layer(self) -> SessionConfig:
        """The same as a layer of the composing chain."""
        return SessionConfig(system_prompt=self.system_prompt, skills=self.skills)

    @classmethod
    def of(cls, config: SessionConfig) -> SerializableSessionConfig:
        """The storable part of a composed configuration."""
        return cls(system_prompt=config.system_prompt, skills=config.skills)


NOTHING_FROZEN: Final = SerializableSessionConfig()
"""Both fields unset."""
