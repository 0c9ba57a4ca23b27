"""One model of one service: its name, and the port through which it is asked."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from stello_desktop.domain.events import StreamEvent
    from stello_desktop.domain.ids import ServiceId
    from stello_desktop.domain.messages import ModelRequest


@dataclass(frozen=True, slots=True)
class ModelRef:
    """A model by name, so that a conversation keeps it over a restart (T-8)."""

    service_id: ServiceId
    model: str


class LanguageModel(Protocol):
    """One model of one service (R-2)."""

    @property
    def ref(self) -> ModelRef:
        """Its symbolic reference (T-8)."""
        ...

    @property
    def context_tokens(self) -> int | None:
        """How much it can read; None where nobody knows."""
        ...

    @property
    def supports_tools(self) -> bool | None:
        """Whether it can open branches by itself; None until it was tried (Q23)."""
        ...

    def stream(self, request: ModelRequest) -> AsyncIterator[StreamEvent]:
        """One call. Ends with exactly one `StreamEnd`; raises ProviderError only before the first byte.

        Cancelling the consuming task ends the request within 100 ms (R-9).
        """
        ...
