"""One reply put together from chunks: the meaning of their fields, whatever shape they have.

Any field may be missing, null, repeated or of another type. The reply keeps what it understood, says
once how it ended, and never calls a failure a success.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
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
from stello_desktop.domain.text import clean_label
from stello_desktop.llm.calls import ToolCallAssembly, TooManyCalls
from stello_desktop.llm.cleaning import PieceCleaner
from stello_desktop.llm.contents import read_content, read_thinking, text_of
from stello_desktop.llm.failures import read_stream_failure
from stello_desktop.llm.finishes import outweighs, read_finish
from stello_desktop.llm.stream_errors import error_in

NOTHING_RETURNED: Final = "The model returned nothing."
NAMELESS_CALL: Final = "The answer contained a tool call without a name."
TOO_MANY_CALLS: Final = "too_many_calls"
BROKE_OFF: Final = "The answer ended without saying that it was complete."

_PROMPT_COUNTS: Final = ("prompt_tokens", "input_tokens", "prompt_eval_count")
_ANSWER_COUNTS: Final = ("completion_tokens", "output_tokens", "eval_count")
_COUNTS: Final = frozenset({*_PROMPT_COUNTS, *_ANSWER_COUNTS})
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
        self._finish_word = ""
        self._has_text = False
        self._pieces = _Pieces()
        self._done = False
        self._goes_on = False
        self.failure: StreamEnd | None = None

    @property
    def is_settled(self) -> bool:
        """Whether the service said that the answer is complete."""
        return self._done or self._finish is not None

    def mark_done(self) -> None:
        """The end marker came."""
        self._done = True

    def mark_whole(self) -> None:
        """Everything that the service had to say came as one value, unless that value says otherwise."""
        self._done = self._done or not self._goes_on

    def take(self, chunk: Mapping[Any, Any], event_name: str = "") -> Iterator[StreamEvent]:
        """Everything that one chunk adds."""
        self._goes_on = chunk.get("done") is False
        choices = list(_choices(chunk))
        self._take_usage(chunk, choices)
        for choice in choices:
            yield from self._take_choice(choice)
        error = error_in(chunk, event_name)
        if error is not None:
            failure = read_stream_failure(error)
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
            return StreamEnd(
                reason, ProviderErrorKind.SERVER, self._finish_word if self._has_text else NOTHING_RETURNED
            )
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
        delta, message = choice.get("delta"), choice.get("message")
        if isinstance(message, dict) and _says_nothing(delta):
            yield from self._take_delta(message, whole=True)
        elif isinstance(delta, dict):
            yield from self._take_delta(delta, whole=False)
        elif isinstance(text := choice.get("text"), str):
            yield from self._add_text(text)
        finish = choice.get("finish_reason")
        if isinstance(finish, str) and finish.strip():
            reason = read_finish(finish)
            if outweighs(reason, self._finish):
                self._finish, self._finish_word = reason, clean_label(finish)

    def _take_delta(self, delta: Mapping[Any, Any], *, whole: bool) -> Iterator[StreamEvent]:
        """A piece; or a whole message, which after pieces only repeats what they said."""
        in_content, text = read_content(delta.get("content"))
        text = text or text_of(delta.get("refusal"))
        thought = read_thinking(delta, in_content)
        calls = delta.get("tool_calls")
        old_call = delta.get("function_call")
        if whole:
            text = self._pieces.rest_of(text)
            thought = "" if self._pieces.has_thought else thought
            calls, old_call = (None, None) if self._pieces.has_calls else (calls, old_call)
        else:
            self._pieces.add(text, thought, has_calls=bool(calls or old_call))
        if thought := self._reasoning.feed(thought):
            yield ReasoningDelta(thought)
        yield from self._add_text(text)
        if calls:
            yield from self._add_calls(calls, whole=whole)
        if isinstance(old_call, dict):
            yield from self._add_calls({"index": 0, "function": old_call}, whole=whole)

    def _add_calls(self, calls: Any, *, whole: bool) -> Iterator[ToolCallDelta]:
        try:
            yield from self._calls.feed(calls, whole=whole)
        except TooManyCalls:
            self.failure = StreamEnd(EndReason.UNREADABLE, ProviderErrorKind.TOO_LARGE, TOO_MANY_CALLS)

    def _add_text(self, text: str) -> Iterator[TextDelta]:
        if text := self._text.feed(text):
            self._has_text = self._has_text or bool(text.strip())
            yield TextDelta(text)

    def _take_usage(self, chunk: Mapping[Any, Any], choices: Sequence[Mapping[Any, Any]]) -> None:
        groq = chunk.get("x_groq")
        sources = [groq.get("usage") if isinstance(groq, dict) else None]
        sources += [choice.get("usage") for choice in choices]
        for source in (*sources, chunk.get("usage"), chunk):
            if isinstance(source, dict) and not _COUNTS.isdisjoint(source):
                prompt = _tokens(source, *_PROMPT_COUNTS)
                completion = _tokens(source, *_ANSWER_COUNTS)
                self._usage = Usage(
                    self._usage.prompt_tokens if prompt is None else prompt,
                    self._usage.completion_tokens if completion is None else completion,
                )


class _Pieces:
    """What came in pieces, since some servers say it all again at the end."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._chars = 0
        self.has_thought = False
        self.has_calls = False

    def add(self, text: str, thought: str, *, has_calls: bool) -> None:
        if text:
            self._texts.append(text)
            self._chars += len(text)
        self.has_thought = self.has_thought or bool(thought)
        self.has_calls = self.has_calls or has_calls

    def rest_of(self, text: str) -> str:
        """What a whole message says beyond the pieces; looked at only where it could be all of them."""
        if not self._chars or 2 * len(text) < self._chars:
            return text
        said = "".join(self._texts)
        if text.strip() == said.strip():
            return ""
        return text.removeprefix(said)


def _choices(chunk: Mapping[Any, Any]) -> Iterator[Mapping[Any, Any]]:
    choices = chunk.get("choices")
    if isinstance(choices, dict):
        choices = [choices]
    if isinstance(choices, list):
        for choice in choices:
            if isinstance(choice, dict) and _is_first(choice.get("index")):
                yield choice
    elif isinstance(chunk.get("message"), dict):
        reason = chunk.get("done_reason") or ("stop" if chunk.get("done") is True else None)
        yield {"message": chunk["message"], "finish_reason": reason}


def _says_nothing(delta: Any) -> bool:
    return not isinstance(delta, dict) or not any(value for name, value in delta.items() if name != "role")


def _is_first(index: Any) -> bool:
    """Other answers than the first are not asked for and are left out (Q36)."""
    if isinstance(index, str):
        index = int(index) if index.isascii() and index.isdigit() and len(index) <= _MAX_DIGITS else 0
    return not isinstance(index, int | float) or index == 0


def _tokens(source: Mapping[Any, Any], *names: str) -> int | None:
    for name in names:
        value = source.get(name)
        if value is None:
            continue
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= _MAX_DIGITS:
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        if isinstance(value, float) and not math.isfinite(value):
            continue
        if 0 <= value <= _MAX_TOKENS:
            return int(value)
    return None
