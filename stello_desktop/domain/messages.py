"""Messages as they are stored (records) and as a model sees them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from stello_desktop.domain.ids import RecordId, ServiceId, SessionId

NOBODY: Final = ServiceId("")
"""The service of a record that no service had a part in."""


class Role(StrEnum):
    """Who speaks (C-1)."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class RecordKind(StrEnum):
    """What a record is to the person (R-15, F-6)."""

    MESSAGE = "message"
    NOTE = "note"
    OPENING = "opening"


class RecordState(StrEnum):
    """How far a record came (R-1, R-9, R-10).

    ``pending`` is a question that waits for its answer, or an answer that is still growing.
    ``interrupted`` is what a crash or a kill left of a pending one, which the next start says of it, or
    what the closing of the program ended (row 74). ``waiting`` is a question that was never sent: its service could not be reached, or
    another question before it waits; only a click sends it.
    """

    WAITING = "waiting"
    PENDING = "pending"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that the model asks for; ``arguments`` is the JSON text as it came (R-7).

    ``signature`` is what the service wants back beside the call, for itself alone to read, with a mark of the address
    that it came from (Q13); mostly empty.
    """

    call_id: str
    name: str
    arguments: str
    signature: str = ""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool gave back (R-6): ``data`` when it succeeded, otherwise ``error``.

    ``code`` is the stable code of an error of ours, from which the interface makes its sentence.
    """

    success: bool
    data: Any = None
    error: str = ""
    code: str = ""


def branch_result(session_id: SessionId, label: str) -> ToolResult:
    """What a call that opens a branch gives back once the branch is there (X-2)."""
    return ToolResult(True, {"sessionId": session_id, "label": label})


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """A tool as a model is told of it; ``parameters`` is a JSON schema object (X-1)."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that a service counted; ``None`` is *unknown*, never zero (R-4).

    ``estimated`` says that it did not count all of them, and that we did (Q2).
    """

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    estimated: bool = False

    def __add__(self, other: Usage) -> Usage:
        """Field by field (R-4); unknown and known make known."""
        return Usage(
            _add(self.prompt_tokens, other.prompt_tokens),
            _add(self.completion_tokens, other.completion_tokens),
            self.estimated or other.estimated,
        )


def _add(left: int | None, right: int | None) -> int | None:
    if left is None or right is None:
        return right if left is None else left
    return left + right


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordDraft:
    """A record before the store has given it its id, round and time (R-14).

    ``model`` and ``service`` say who was asked; empty where nobody was.
    """

    role: Role
    content: str
    kind: RecordKind = RecordKind.MESSAGE
    state: RecordState = RecordState.DONE
    reasoning: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    tool_name: str = ""
    model: str = ""
    service: ServiceId = NOBODY
    usage: Usage | None = None
    error_code: str = ""
    error_detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(RecordDraft):
    """One message of a conversation (R-14).

    Attributes:
        round_no: counts the person's messages from 1; 0 for what was there before the first
            (inherited records, the opening message).
        version: counts the attempts at this round from 1 (R-14).
        created_at: seconds since 1970, for showing only; `record_id` orders.
    """

    record_id: RecordId
    session_id: SessionId
    round_no: int
    version: int
    created_at: float


@dataclass(frozen=True, slots=True)
class ModelMessage:
    """A message as a model is sent it (C-1).

    ``service`` and ``model`` say who made its signed calls (Q13); empty without any. The signatures go back to nobody
    else, and to no other address of that service.
    """

    role: Role
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    reasoning: str = ""
    service: ServiceId = NOBODY
    model: str = ""


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """Everything that one call to a model carries (C-1)."""

    messages: tuple[ModelMessage, ...]
    tools: tuple[ToolDefinition, ...] = ()
