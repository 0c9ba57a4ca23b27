"""A model that says what it was told to: the public test double of the `LanguageModel` port (R-2).

    model = ScriptedModel(["Hello there", tool_reply("stello_create_session", label="Costs"), ProviderError(...)])

Each call takes the next reply. A reply is a text (streamed word by word), a sequence of events, a function
of the request to either, or an error: raised before the first byte on its own, at its place inside a sequence.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from typing import Any

from stello_desktop.domain.errors import BrokenRule, ProviderError
from stello_desktop.domain.events import EndReason, StreamEnd, StreamEvent, TextDelta, ToolCallDelta
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ModelRequest

type Step = StreamEvent | ProviderError
type Reply = str | Sequence[Step] | ProviderError
type Script = Reply | Callable[[ModelRequest], Reply]


def text_reply(text: str) -> tuple[StreamEvent, ...]:
    """The text word by word, then a complete end."""
    return (*(TextDelta(word) for word in re.findall(r"\S+\s*|\s+", text)), StreamEnd(EndReason.COMPLETE))


def tool_reply(
    name: str, /, *, call_id: str = "call_1", text: str = "", **arguments: Any
) -> tuple[StreamEvent, ...]:
    """Some text, then one tool call whose arguments come in two pieces; one may be called ``name`` too."""
    written = json.dumps(arguments, ensure_ascii=False)
    middle = len(written) // 2
    return (
        *text_reply(text)[:-1],
        ToolCallDelta(call_id, name, written[:middle]),
        ToolCallDelta(call_id, "", written[middle:]),
        StreamEnd(EndReason.TOOL_CALLS),
    )


class ScriptedModel:
    """Plays its replies in order, and remembers what it was asked.

    Args:
        replies: one per call; after the last, the last is played again if ``repeat_last``.
        delay_s: before each event; 0 still lets other tasks run.

    Attributes:
        requests: every request so far.
        cancelled: how many calls were cancelled before their end.
    """

    def __init__(
        self,
        replies: Iterable[Script],
        *,
        ref: ModelRef | None = None,
        delay_s: float = 0.0,
        context_tokens: int | None = None,
        supports_tools: bool | None = True,
        repeat_last: bool = False,
    ) -> None:
        self._replies = list(replies)
        self._repeat_last = repeat_last
        self._ref = ref or ModelRef(ServiceId("scripted"), "scripted")
        self._delay_s = delay_s
        self._context_tokens = context_tokens
        self._supports_tools = supports_tools
        self.requests: list[ModelRequest] = []
        self.cancelled = 0

    @property
    def ref(self) -> ModelRef:
        """Its symbolic reference."""
        return self._ref

    @property
    def context_tokens(self) -> int | None:
        """As it was given."""
        return self._context_tokens

    @property
    def supports_tools(self) -> bool | None:
        """As it was given."""
        return self._supports_tools

    async def stream(self, request: ModelRequest) -> AsyncGenerator[StreamEvent]:
        """Play the next reply. Raises: BrokenRule where the script is over."""
        steps = self._next_steps(request)
        ended = False
        try:
            for step in steps:
                await asyncio.sleep(self._delay_s)
                if isinstance(step, ProviderError):
                    raise step
                ended = isinstance(step, StreamEnd)
                yield step
        except (asyncio.CancelledError, GeneratorExit):
            self.cancelled += 0 if ended else 1
            raise

    def _next_steps(self, request: ModelRequest) -> Sequence[Step]:
        place = len(self.requests)
        self.requests.append(request)
        if place >= len(self._replies) and not (self._repeat_last and self._replies):
            raise BrokenRule(f"the script has {len(self._replies)} replies and was asked for one more")
        script = self._replies[min(place, len(self._replies) - 1)]
        reply = script(request) if callable(script) else script
        if isinstance(reply, str):
            return text_reply(reply)
        return (reply,) if isinstance(reply, ProviderError) else reply
