"""One conversation: its own data, and one model call at a time (L-1).

It knows no tree, runs no tools and sees no other conversation.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass

from stello_desktop.domain.errors import BrokenRule, ProviderErrorKind, SessionArchived
from stello_desktop.domain.events import (
    ContextCut,
    EndReason,
    ReasoningDelta,
    StreamEnd,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
    UsageReport,
)
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import LanguageModel
from stello_desktop.domain.messages import ModelRequest, ToolCall, Usage
from stello_desktop.domain.ports import SessionStorage
from stello_desktop.domain.session import SessionMeta, SessionStatus


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """What one call to a model gave, and how it ended (R-4)."""

    content: str
    reasoning: str
    tool_calls: tuple[ToolCall, ...]
    usage: Usage | None
    end: StreamEnd
    context_cut: bool = False


class GrowingAnswer:
    """The pieces of one answer, put together as they arrive (R-3)."""

    def __init__(self) -> None:
        self._text: list[str] = []
        self._reasoning: list[str] = []
        self._names: dict[str, str] = {}
        self._arguments: dict[str, list[str]] = {}
        self._signatures: dict[str, str] = {}
        self.usage: Usage | None = None
        self.context_cut = False
        self.end: StreamEnd | None = None

    def take(self, event: StreamEvent) -> bool:
        """Add one event; says whether there is more to keep than before."""
        match event:
            case TextDelta(text):
                self._text.append(text)
            case ReasoningDelta(text):
                self._reasoning.append(text)
            case ToolCallDelta(call_id, name, arguments, signature):
                self._names[call_id] = self._names.get(call_id) or name
                self._arguments.setdefault(call_id, []).append(arguments)
                self._signatures[call_id] = signature or self._signatures.get(call_id, "")
            case UsageReport(usage):
                self.usage = usage
                return False
            case ContextCut():
                self.context_cut = True
                return False
            case StreamEnd():
                self.end = event
                return False
            case _:
                return False
        return True

    def knows_call(self, call_id: str) -> bool:
        """Whether a piece of this call has arrived."""
        return call_id in self._names

    @property
    def content(self) -> str:
        """The text so far."""
        return "".join(self._text)

    @property
    def reasoning(self) -> str:
        """The thinking so far."""
        return "".join(self._reasoning)

    @property
    def tool_calls(self) -> tuple[ToolCall, ...]:
        """The calls so far, in the order in which they began."""
        return tuple(
            ToolCall(call_id, name, "".join(self._arguments[call_id]), self._signatures[call_id])
            for call_id, name in self._names.items()
        )

    def settled(self) -> ModelAnswer:
        """The answer as it ended."""
        end = self.end or StreamEnd(EndReason.INTERRUPTED, ProviderErrorKind.NETWORK)
        return ModelAnswer(self.content, self.reasoning, self.tool_calls, self.usage, end, self.context_cut)


class Session:
    """The primitive under an engine (L-1)."""

    def __init__(self, session_id: SessionId, storage: SessionStorage) -> None:
        self.session_id = session_id
        self.storage = storage
        self._calling = False

    async def require_active(self) -> SessionMeta:
        """The facts. Raises: SessionNotFound, SessionArchived (R-13)."""
        meta = await self.storage.get_session(self.session_id)
        if meta.status == SessionStatus.ARCHIVED:
            raise SessionArchived("this conversation is archived", session_id=self.session_id)
        return meta

    async def stream(self, model: LanguageModel, request: ModelRequest) -> AsyncGenerator[StreamEvent]:
        """One call; the only way to a model (R-2). Ends with exactly one `StreamEnd`.

        Raises:
            ProviderError: before the first byte.
            BrokenRule: another call of this conversation is still running.
        """
        if self._calling:
            raise BrokenRule("a conversation makes one model call at a time")
        self._calling = True
        try:
            source = model.stream(request)  # may refuse at once
            try:
                async for event in source:
                    yield event
                    if isinstance(event, StreamEnd):
                        return
                yield StreamEnd(EndReason.INTERRUPTED, ProviderErrorKind.NETWORK, "the answer has no end")
            finally:
                close = getattr(source, "aclose", None)
                if close is not None:
                    await close()
        finally:
            self._calling = False
