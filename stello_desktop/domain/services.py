"""AI services as the person sees them: an address, a model, never a key."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from stello_desktop.domain.ids import ServiceId

PRACTICE: Final = ServiceId("practice")
TINY: Final = ServiceId("tiny")


class ServiceKind(StrEnum):
    """Who answers."""

    PRACTICE = "practice"
    OPENAI = "openai"
    TINY = "tiny"


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """One AI service.

    Attributes:
        base_url: normalised address with its version path; empty for the practice assistant.
        model: the model to ask; empty until one is chosen.
        needs_key: whether a key belongs to it (kept in memory only, never here).
        local: found on this computer.
    """

    service_id: ServiceId
    kind: ServiceKind
    name: str
    base_url: str = ""
    model: str = ""
    needs_key: bool = False
    local: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectedServer:
    """A model server that answered on its usual port (Q28). ``models`` may be empty."""

    name: str
    base_url: str
    models: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceCheck:
    """What a real one-word request found out."""

    text: str
    elapsed_s: float
    supports_tools: bool | None = None
