"""What happens while an answer arrives: frozen values in two unions, matched to the end.

`StreamEvent` comes from one call to a model; `RoundEvent` from a whole round with its tools.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from stello_desktop.domain.errors import ProviderErrorKind
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import ToolResult, Usage


@dataclass(frozen=True, slots=True)
class TextDelta:
    """More of the visible answer (R-3)."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """More of the model's thinking (R-3)."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCallDelta:
    """A piece of a tool call; pieces with one `call_id` belong together (R-3).

    ``name`` is whole at the first piece and empty after it; ``arguments`` are appended; ``signature`` is whole
    wherever it comes (Q13).
    """

    call_id: str
    name: str
    arguments: str
    signature: str = ""


@dataclass(frozen=True, slots=True)
class UsageReport:
    """The tokens of one call, as the service counts them (R-3)."""

    usage: Usage


@dataclass(frozen=True, slots=True)
class Retrying:
    """A call failed before its first byte and is tried again after ``delay_s`` seconds (Q25).

    Attributes:
        attempt: counts from 2.
        code: why the one before failed.
        due_at: when, in seconds of `time.monotonic`; 0 where nobody counts.
    """

    attempt: int
    delay_s: float
    code: str
    due_at: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class ContextCut:
    """The service has read less than it was sent, and said nothing about it (Q24).

    Attributes:
        sent_tokens: at least so many were sent.
        read_tokens: so many it says to have read.
    """

    sent_tokens: int
    read_tokens: int


class EndReason(StrEnum):
    """How one call to a model ended; exactly one per call (R-10)."""

    COMPLETE = "complete"
    LENGTH = "length"
    FILTERED = "filtered"
    TOOL_CALLS = "tool_calls"
    INTERRUPTED = "interrupted"
    UNREADABLE = "unreadable"
    PROVIDER_ERROR = "provider_error"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class StreamEnd:
    """The last event of every call (R-10).

    Attributes:
        reason: how it ended.
        kind: for failures, what to tell the person.
        message: the service's own words, or why the bytes could not be read.
    """

    reason: EndReason
    kind: ProviderErrorKind | None = None
    message: str = ""


type StreamEvent = (
    TextDelta | ReasoningDelta | ToolCallDelta | UsageReport | ContextCut | Retrying | StreamEnd
)


@dataclass(frozen=True, slots=True)
class ToolCallStarted:
    """The model began to ask for a tool (R-3)."""

    call_id: str
    name: str


@dataclass(frozen=True, slots=True)
class ToolCallArguments:
    """More of a call's arguments (R-3)."""

    call_id: str
    fragment: str


@dataclass(frozen=True, slots=True)
class ToolCallFinished:
    """A tool gave its result (R-6)."""

    call_id: str
    name: str
    result: ToolResult


@dataclass(frozen=True, slots=True)
class BranchOpened:
    """A branch was committed in the course of this round (F-7)."""

    call_id: str
    session_id: SessionId
    label: str


@dataclass(frozen=True, slots=True)
class SubRoundEnded:
    """One call to the model ended inside a round; text after it belongs to a new message (R-3)."""

    reason: EndReason


@dataclass(frozen=True, slots=True)
class CompressionStarted:
    """The earlier part of a conversation is being summarised before the request leaves (C-7).

    Attributes:
        limit: how much the model reads, where it has just refused the request as too long; it is sent again.
    """

    limit: int | None = None


@dataclass(frozen=True, slots=True)
class CompressionEnded:
    """What stands for the earlier part now; the request leaves.

    Attributes:
        covered: how many records it stands for.
        left_out: there is no summary, and they are not sent.
        code: why not.
    """

    covered: int
    left_out: bool = False
    code: str = ""


@dataclass(frozen=True, slots=True)
class ErrorRaised:
    """A hook, callback or listener failed; the round goes on (R-11)."""

    where: str
    message: str


type RoundEvent = (
    TextDelta
    | ReasoningDelta
    | ToolCallStarted
    | ToolCallArguments
    | ToolCallFinished
    | BranchOpened
    | SubRoundEnded
    | UsageReport
    | ContextCut
    | Retrying
    | CompressionStarted
    | CompressionEnded
    | ErrorRaised
)
