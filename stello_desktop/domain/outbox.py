"""Messages that were written while their service could not be reached, and wait for a click (R-1, row 25)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.ports import StartedRound


@dataclass(frozen=True, slots=True)
class WaitingMessage:
    """One of them, as the record that it is already."""

    session_id: SessionId
    record_id: RecordId
    round_no: int


class OutboxStorage(Protocol):
    """What waits, on disk. A message leaves the list in the transaction that makes it a question (R-1)."""

    async def list_waiting(self) -> tuple[WaitingMessage, ...]:
        """All of them, conversation by conversation, in the order in which they are to be sent."""
        ...

    async def next_waiting(self, session_id: SessionId) -> WaitingMessage | None:
        """The one that is to be sent next; None where nothing waits."""
        ...

    async def add_waiting(self, session_id: SessionId, text: str) -> StartedRound:
        """Write a message behind those that wait. Raises: SessionNotFound, SessionArchived, StoreError."""
        ...

    async def edit_waiting(self, record_id: RecordId, text: str) -> bool:
        """Other words for one that waits; False where it does not wait any more."""
        ...

    async def remove_waiting(self, record_id: RecordId) -> bool:
        """Take one away; an earlier version of its round counts again. False where it has left."""
        ...
