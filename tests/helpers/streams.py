"""Reading streams in tests: bytes in, events out, and what they say together."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from dataclasses import dataclass, field
from typing import assert_never

from stello_desktop.domain.events import (
    ContextCut,
    EndReason,
    ReasoningDelta,
    Retrying,
    StreamEnd,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
    UsageReport,
)
from stello_desktop.domain.language_model import LanguageModel
from stello_desktop.domain.messages import ModelMessage, ModelRequest, Role, ToolDefinition, Usage
from stello_desktop.llm.stream_reader import read_stream

CREATE_SESSION = ToolDefinition(
    "stello_create_session",
    "Open a branch.",
    {
        "type": "object",
        "properties": {
            "label": {"type": "string"},
            "prompt": {"type": "string"},
            "context": {"type": "string", "enum": ["none", "inherit"]},
        },
        "required": ["label"],
        "additionalProperties": False,
    },
)


@dataclass(slots=True)
class Heard:
    """Everything that one call said."""

    text: str = ""
    reasoning: str = ""
    names: dict[str, str] = field(default_factory=dict)
    arguments: dict[str, str] = field(default_factory=dict)
    signatures: dict[str, str] = field(default_factory=dict)
    usages: list[Usage] = field(default_factory=list)
    retries: list[Retrying] = field(default_factory=list)
    cuts: list[ContextCut] = field(default_factory=list)
    ends: list[StreamEnd] = field(default_factory=list)
    pieces: int = 0

    def add(self, event: StreamEvent) -> None:
        assert not self.ends, "nothing may follow the end"
        match event:
            case TextDelta(text):
                self.text += text
                self.pieces += 1
            case ReasoningDelta(text):
                self.reasoning += text
            case ToolCallDelta(call_id, name, arguments, signature):
                assert bool(name) == (call_id not in self.names), "the name is whole at the first piece only"
                self.names.setdefault(call_id, name)
                self.arguments[call_id] = self.arguments.get(call_id, "") + arguments
                if signature:
                    self.signatures[call_id] = signature
            case UsageReport(usage):
                self.usages.append(usage)
            case ContextCut():
                self.cuts.append(event)
            case Retrying():
                self.retries.append(event)
            case StreamEnd():
                self.ends.append(event)
            case _:
                assert_never(event)

    @property
    def end(self) -> StreamEnd:
        assert len(self.ends) == 1, "exactly one end"
        return self.ends[0]

    @property
    def reason(self) -> EndReason:
        return self.end.reason

    @property
    def calls(self) -> list[tuple[str, object]]:
        """Names and arguments, in order."""
        return [(name, json.loads(self.arguments[call_id])) for call_id, name in self.names.items()]


async def listen(events: AsyncIterator[StreamEvent]) -> Heard:
    """Read to the end."""
    heard = Heard()
    async for event in events:
        heard.add(event)
    return heard


async def ask(model: LanguageModel, *texts: str, tools: tuple[ToolDefinition, ...] = ()) -> Heard:
    """One call with the person's messages."""
    return await listen(model.stream(a_request(*texts, tools=tools)))


def a_request(*texts: str, tools: tuple[ToolDefinition, ...] = ()) -> ModelRequest:
    """The person's messages, with an answer between each two."""
    messages: list[ModelMessage] = []
    for text in texts:
        if messages:
            messages.append(ModelMessage(Role.ASSISTANT, "I see."))
        messages.append(ModelMessage(Role.USER, text))
    return ModelRequest(tuple(messages), tools)


async def chunked(pieces: Iterable[bytes]) -> AsyncGenerator[bytes]:
    """Pieces as a body gives them."""
    for piece in pieces:
        yield piece


def read(body: bytes | str, content_type: str = "text/event-stream", size: int | None = None) -> Heard:
    """A whole body, in chunks of ``size`` bytes."""
    payload = body.encode() if isinstance(body, str) else body
    size = size or max(1, len(payload))
    pieces = [payload[start : start + size] for start in range(0, len(payload), size)]
    return asyncio.run(listen(read_stream(chunked(pieces), content_type=content_type)))


def read_every_way(body: bytes | str, content_type: str = "text/event-stream") -> Heard:
    """A whole body, and the same cut at every place and at all places: what is heard is always the same."""
    payload = body.encode() if isinstance(body, str) else body
    whole = read(payload, content_type)
    for at in range(1, len(payload)):
        pieces = [payload[:at], payload[at:]]
        heard = asyncio.run(listen(read_stream(chunked(pieces), content_type=content_type)))
        assert heard == whole, f"cut at {at}"
    assert read(payload, content_type, size=1) == whole
    return whole
