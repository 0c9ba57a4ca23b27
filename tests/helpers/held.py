"""A model that answers only when the test lets it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import ClassVar

from stello_desktop.domain.events import EndReason, StreamEnd, StreamEvent, TextDelta
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ModelRequest


class HeldModel:
    """Says the same to everything.

    Args:
        text: what it says.
        free: how many requests it answers at once, before it holds.

    Attributes:
        go_on: lets what is held, and all that follows, go on.
        requests: what it was asked.
    """

    ref: ClassVar = ModelRef(ServiceId("held"), "held")
    context_tokens: int | None = None
    supports_tools: bool | None = True

    def __init__(self, text: str = "There.", *, free: int = 0) -> None:
        self.go_on = asyncio.Event()
        self.requests: list[ModelRequest] = []
        self._text, self._free = text, free

    async def stream(self, request: ModelRequest) -> AsyncGenerator[StreamEvent]:
        """One answer."""
        self.requests.append(request)
        if len(self.requests) > self._free:
            await self.go_on.wait()
        yield TextDelta(self._text)
        yield StreamEnd(EndReason.COMPLETE)
