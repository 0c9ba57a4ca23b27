"""One reply put together from chunks: the meaning of their fields, whatever shape they have.

Any field may be missing, null, repeated or of another type. The reply keeps what it understood, says
once how it ended, and never calls a failure a success.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, Final

from stello_desktop.domain.errors import ProviderErrorKind
from stello_desktop.domain.events import (
    EndReason,
    ReasoningDelta,
    StreamEnd,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
    UsageReport,
)
from stello_desktop.domain.messages import Usage
from stello_desktop.llm.calls import ToolCallAssembly, TooManyCalls
from stello_desktop.llm.cleaning import PieceCleaner
from stello_desktop.llm.failures import read_stream_failure

NOTHING_RETURNED: Final = "The model returned nothing."
NAMELESS_CALL: Final = "The answer contained a tool call without a name."
TOO_MANY_CALLS: Final = "The answer contained more tool calls than the program reads."
BROKE_OFF: Final = "The answer ended without saying that it was complete."

_FINISH: Final[Mapping[str, EndReason]] = {
    "length": EndReason.LENGTH,
    "max_tokens": EndReason.LENGTH,
    "max_output_tokens": EndReason.LENGTH,
    "content_filter": EndReason.FILTERED,
    "safety": EndReason.FILTERED,
    "recitation": EndReason.FILTERED,
    "sensitive": EndReason.FILTERED,
    "tool_calls": EndReason.TOOL_CALLS,
    "tool_use": EndReason.TOOL_CALLS,
    "function_call": EndReason.TOOL_CALLS,
    "error": EndReason.PROVIDER_ERROR,
    "insufficient_system_resource": EndReason.PROVIDER_ERROR,
}
_MAX_TOKENS: Final = 10**12
_MAX_DIGITS: Final = 12


class Reply:
    """The state of one answer while it arrives.

    Attributes:
        failure: set once the service reported an error inside the stream; nothing after it counts.
    """

    def __init__(self, id_prefix: str = "call") -> None:
        self._calls = ToolCallAssembly(id_prefix)
        self._text = PieceCleaner()
        self._reasoning = PieceCleaner()
        self._usage = Usage()
        self._finish: EndReason | None = None
        self._has_text = False
        self._done = False
        self.failure: StreamEnd | None = None

    @property
    def is_settled(self) -> bool:
        """Whether the service said that the answer is complete."""
        return self._done or self._finish is not None

    def mark_done(self) -> None:
        """The end marker came."""
        self._done = True

    def take(self, chunk: Mapping[Any, Any], event_name: str = "") -> Iterator[StreamEvent]:
        """Everything that one chunk adds."""
        self._take_usage(chunk)
        for choice in _choices(chunk):
            yield from self._take_choice(choice)
        if _is_error(chunk, event_name):
            failure = read_stream_failure(chunk)
            self.failure = StreamEnd(EndReason.PROVIDER_ERROR, failure.kind, failure.words)

    def end(self, *, broken: StreamEnd | None = None) -> Iterator[StreamEvent]:
        """Flush what waited, then exactly one `StreamEnd`.

        Args:
            broken: why the bytes stopped before their end; ignored where the answer was complete.
        """
        if text := self._text.finish():
            self._has_text = True
            yield TextDelta(text)
        if thought := self._reasoning.finish():
            yield ReasoningDelta(thought)
        yield from self._calls.finish()
        if self._usage != Usage():
            yield UsageReport(self._usage)
        yield self._ending(broken)

    def _ending(self, broken: StreamEnd | None) -> StreamEnd:
        if self.failure is not None:
            return self.failure
        if broken is not None and not self.is_settled:
            return broken
        if not self.is_settled:
            return StreamEnd(EndReason.INTERRUPTED, ProviderErrorKind.INCOMPLETE, BROKE_OFF)
        reason = self._finish or EndReason.COMPLETE
        if reason is EndReason.PROVIDER_ERROR:
            return StreamEnd(reason, ProviderErrorKind.SERVER, NOTHING_RETURNED if not self._has_text else "")
        if reason in {EndReason.LENGTH, EndReason.FILTERED}:
            return StreamEnd(reason)
        if self._calls.has_nameless:
            return StreamEnd(EndReason.UNREADABLE, ProviderErrorKind.PROTOCOL, NAMELESS_CALL)
        if self._calls.has_calls:
            return StreamEnd(EndReason.TOOL_CALLS)
        if not self._has_text:
            return StreamEnd(EndReason.PROVIDER_ERROR, ProviderErrorKind.EMPTY, NOTHING_RETURNED)
        return StreamEnd(EndReason.COMPLETE)

    def _take_choice(self, choice: Mapping[Any, Any]) -> Iterator[StreamEvent]:
        delta = choice.get("delta")
        whole = not isinstance(delta, Mapping)
        if whole:
            delta = choice.get("message")
        if isinstance(delta, Mapping):
            yield from self._take_delta(delta, whole=whole)
        elif isinstance(text := choice.get("text"), str):
            yield from self._add_text(text)
        finish = choice.get("finish_reason")
        if isinstance(finish, str) and finish.strip():
            self._finish = _FINISH.get(finish.strip().lower(), EndReason.COMPLETE)

    def _take_delta(self, delta: Mapping[Any, Any], *, whole: bool) -> Iterator[StreamEvent]:
        thought, text = _read_content(delta.get("content"))
        thought = _first_text(delta, "reasoning_content", "reasoning", "thinking") or thought
        if thought := self._reasoning.feed(thought or _details(delta.get("reasoning_details"))):
            yield ReasoningDelta(thought)
        yield from self._add_text(text or _first_text(delta, "refusal"))
        if calls := delta.get("tool_calls"):
            yield from self._add_calls(calls, whole=whole)
        if isinstance(call := delta.get("function_call"), Mapping):
            yield from self._add_calls({"index": 0, "function": call}, whole=whole)

    def _add_calls(self, calls: Any, *, whole: bool) -> Iterator[ToolCallDelta]:
        try:
            yield from self._calls.feed(calls, whole=whole)
        except TooManyCalls:
            self.failure = StreamEnd(EndReason.UNREADABLE, ProviderErrorKind.TOO_LARGE, TOO_MANY_CALLS)

    def _add_text(self, text: str) -> Iterator[TextDelta]:
        if text := self._text.feed(text):
            self._has_text = self._has_text or bool(text.strip())
            yield TextDelta(text)

    def _take_usage(self, chunk: Mapping[Any, Any]) -> None:
        groq = chunk.get("x_groq")
        for source in (groq.get("usage") if isinstance(groq, Mapping) else None, chunk.get("usage"), chunk):
            if isinstance(source, Mapping):
                prompt = _tokens(source, "prompt_tokens", "input_tokens", "prompt_eval_count")
                completion = _tokens(source, "completion_tokens", "output_tokens", "eval_count")
                self._usage = Usage(
                    self._usage.prompt_tokens if prompt is None else prompt,
                    self._usage.completion_tokens if completion is None else completion,
                )


def _choices(chunk: Mapping[Any, Any]) -> Iterator[Mapping[Any, Any]]:
    choices = chunk.get("choices")
    if isinstance(choices, Mapping):
        choices = [choices]
    if isinstance(choices, list):
        for choice in choices:
            if isinstance(choice, Mapping) and _is_first(choice.get("index")):
                yield choice
    elif isinstance(chunk.get("message"), Mapping):
        reason = chunk.get("done_reason") or ("stop" if chunk.get("done") is True else None)
        yield {"message": chunk["message"], "finish_reason": reason}


def _is_first(index: Any) -> bool:
    """Other answers than the first are not asked for and are left out (Q36)."""
    if isinstance(index, str):
        index = int(index) if index.isascii() and index.isdigit() and len(index) <= _MAX_DIGITS else 0
    return not isinstance(index, int | float) or index == 0


def _is_error(chunk: Mapping[Any, Any], event_name: str) -> bool:
    if (
        event_name.strip().lower() == "error"
        or chunk.get("type") == "error"
        or chunk.get("object") == "error"
    ):
        return True
    error = chunk.get("error")
    if isinstance(error, Mapping | list | str):
        return bool(error)
    return error is True or ("detail" in chunk and "choices" not in chunk and "message" not in chunk)


def _read_content(content: Any) -> tuple[str, str]:
    """The thinking and the text in a content of any type (row 40)."""
    if isinstance(content, str):
        return "", content
    if isinstance(content, int | float) and not isinstance(content, bool):
        return "", _number_text(content)
    if isinstance(content, Mapping):
        content = [content]
    if not isinstance(content, list):
        return "", ""
    thoughts: list[str] = []
    texts: list[str] = []
    for part in content:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, Mapping):
            is_thought = part.get("type") in {"thinking", "reasoning"}
            (thoughts if is_thought else texts).append(_first_text(part, "text", "thinking", "content"))
    return "".join(thoughts), "".join(texts)


def _number_text(value: float) -> str:
    try:
        return str(value)
    except ValueError:  # an integer with thousands of digits
        return ""


def _details(value: Any) -> str:
    if not isinstance(value, list):
        return ""
    return "".join(_first_text(part, "text", "summary") for part in value if isinstance(part, Mapping))


def _first_text(source: Mapping[Any, Any], *names: str) -> str:
    for name in names:
        value = source.get(name)
        if isinstance(value, str) and value:
            return value
    return ""


def _tokens(source: Mapping[Any, Any], *names: str) -> int | None:
    for name in names:
        value = source.get(name)
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= _MAX_DIGITS:
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        if isinstance(value, float) and not math.isfinite(value):
            continue
        if 0 <= value <= _MAX_TOKENS:
            return int(value)
    return None
