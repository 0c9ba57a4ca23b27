"""Requests beside the answers are counted too: summaries, digests, reflections, proposed results (D-1, Q2).

A model that is asked through `Metered` is the same model; what one of its calls has used is told once, when the call has
ended, was given up or broke off. Nothing is told of a call that never began, or of the practice assistant.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Final

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.events import ReasoningDelta, StreamEvent, TextDelta, UsageReport
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import LanguageModel, ModelRef
from stello_desktop.domain.messages import ModelMessage, ModelRequest, Role, Usage
from stello_desktop.domain.services import PRACTICE
from stello_desktop.domain.usage import Purpose
from stello_desktop.domain.wrapped_model import WrappedModel
from stello_desktop.engine.tokens import complete_usage, estimate_request
from stello_desktop.engine.unbroken import unbroken

_log: Final = logging.getLogger(__name__)

type Count = Callable[[ModelRef, Usage], Awaitable[None]]
type CountBeside = Callable[[SessionId, Purpose, ModelRef, Usage], Awaitable[None]]


async def uncounted(_session_id: SessionId, _purpose: Purpose, _ref: ModelRef, _usage: Usage) -> None:
    """Nobody counts."""


def metered(
    model: LanguageModel, count: CountBeside, session_id: SessionId, purpose: Purpose
) -> LanguageModel:
    """The model for requests of one conversation that are no answers; what they use is counted by their purpose."""

    async def add(ref: ModelRef, usage: Usage) -> None:
        await count(session_id, purpose, ref, usage)

    return Metered(model, add)


class Metered(WrappedModel):
    """`LanguageModel` that tells what its calls have used; what a service does not count is estimated (Q2).

    Args:
        count: keeps it. A store that refuses is logged: the answer is worth more than its count.
    """

    def __init__(self, model: LanguageModel, count: Count) -> None:
        super().__init__(model)
        self._count = count

    async def stream(self, request: ModelRequest) -> AsyncGenerator[StreamEvent]:
        """As the model streams. Raises: as the model."""
        call = _Call(request)
        try:
            async with self._streaming(request) as events:
                async for event in events:
                    call.take(event)
                    yield event
        finally:
            if call.began and self.ref.service_id != PRACTICE:
                await unbroken(self._tell(call.usage))

    async def _tell(self, usage: Usage) -> None:
        try:
            await self._count(self.ref, usage)
        except StelloError:
            _log.exception("what a request has used could not be counted")


class _Call:
    """What is known of one call."""

    def __init__(self, request: ModelRequest) -> None:
        self._request = request
        self._text: list[str] = []
        self._reasoning: list[str] = []
        self._counted: Usage | None = None

    def take(self, event: StreamEvent) -> None:
        match event:
            case TextDelta(text):
                self._text.append(text)
            case ReasoningDelta(text):
                self._reasoning.append(text)
            case UsageReport(usage):
                self._counted = usage
            case _:
                pass

    @property
    def began(self) -> bool:
        """Whether anything came that somebody pays for."""
        return self._counted is not None or bool(self._text or self._reasoning)

    @property
    def usage(self) -> Usage:
        """As the service counts, else as we estimate."""
        answer = ModelMessage(Role.ASSISTANT, "".join(self._text), reasoning="".join(self._reasoning))
        return complete_usage(self._counted or Usage(), estimate_request(self._request), answer)
