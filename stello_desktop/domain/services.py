"""AI services as the person sees them: an address, a model, never a key."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
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
class ModelPrice:
    """What a service charges for one model, as the person wrote it down; None where they wrote nothing.

    Attributes:
        input_per_million: for a million tokens that are sent, in ``currency``.
        output_per_million: for a million tokens that are answered.
        currency: in the person's own writing, a sign or a code.
    """

    model: str
    input_per_million: Decimal | None = None
    output_per_million: Decimal | None = None
    currency: str = "$"


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """One AI service.

    Attributes:
        base_url: normalised address with its version path; empty for the practice assistant.
        model: the model to ask; empty until one is chosen.
        needs_key: whether a key belongs to it (kept in memory only, never here).
        local: found on this computer.
        prices: at most one for each model.
    """

    service_id: ServiceId
    kind: ServiceKind
    name: str
    base_url: str = ""
    model: str = ""
    needs_key: bool = False
    local: bool = False
    prices: tuple[ModelPrice, ...] = ()

    def price_of(self, model: str) -> ModelPrice | None:
        """The price of one of its models, where the person wrote one down."""
        return next((price for price in self.prices if price.model == model), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelInfo:
    """One model of a service's list, with what the service says of it; None where it says nothing.

    Attributes:
        for_chat: False for embeddings, speech, pictures and the like.
        tools: whether it can open branches by itself (Q23).
        context_tokens: how much it can read.
        reasoning: whether it thinks before it answers.
        loaded: whether the server holds it in memory now.
        size_bytes: of its file, where it is a local one.
    """

    name: str
    for_chat: bool = True
    tools: bool | None = None
    context_tokens: int | None = None
    reasoning: bool | None = None
    loaded: bool | None = None
    size_bytes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectedServer:
    """A model server that answered on its usual port (Q28).

    Attributes:
        models: the names of those for chat; may be empty.
        listed: everything that it listed, with what it says of each.
    """

    name: str
    base_url: str
    models: tuple[str, ...] = ()
    listed: tuple[ModelInfo, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceCheck:
    """What a real one-word request found out."""

    text: str
    elapsed_s: float
    supports_tools: bool | None = None
