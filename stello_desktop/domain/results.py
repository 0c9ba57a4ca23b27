"""A branch's result on its way to another conversation: as a reminder for its next round, or as a note (C-4, R-15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from stello_desktop.domain.ids import InsightId, RecordId, SessionId


class ResultForm(StrEnum):
    """How a result arrives: once with the next message there, or for good as a note in its history."""

    REMINDER = "reminder"
    NOTE = "note"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultDraft:
    """A result before it is brought.

    Attributes:
        from_session: the conversation that it is the result of.
        to_session: the conversation that gets it.
        text: all of it, as the model there will read it.
    """

    from_session: SessionId
    to_session: SessionId
    text: str
    form: ResultForm


@dataclass(frozen=True, slots=True)
class Proposal:
    """A result that a conversation's own model proposes.

    Attributes:
        summarised: how many messages it has read as the summary of the earlier part alone (C-7).
        left_out: how many it has not read at all, since the model has no room for them.
    """

    text: str
    summarised: int = 0
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Brought:
    """A result that was brought, and under which id it can be taken back; one of the two is set."""

    draft: ResultDraft
    insight_id: InsightId | None = None
    record_id: RecordId | None = None


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a note came from.

    Attributes:
        from_session: stays, whatever becomes of that conversation.
        label: what it was called when the result was brought; for when it is gone.
        brought_at: seconds since 1970.
    """

    from_session: SessionId
    label: str
    brought_at: float


@dataclass(frozen=True, slots=True)
class LastBrought:
    """The newest result of a conversation that is still anywhere; ``brought_at`` in seconds since 1970."""

    to_session: SessionId
    form: ResultForm
    brought_at: float


class ResultStorage(Protocol):
    """Results as notes on disk, and what is known of results in either form."""

    async def put_note(self, draft: ResultDraft) -> RecordId:
        """A note with its provenance, in one transaction (R-15). Raises: SessionNotFound, SessionArchived."""
        ...

    async def unread_note(self, record_id: RecordId) -> RecordId | None:
        """The note as it is seen now, under the id of its newest words; None where it is gone, or a model has read it.

        A question that was sent after it counts as reading.
        """
        ...

    async def provenance(self, session_id: SessionId) -> Mapping[RecordId, Provenance]:
        """Where the notes of a conversation came from; those that were simply written are not in it."""
        ...

    async def last_brought(self, from_session: SessionId) -> LastBrought | None:
        """The newest result of a conversation that was not taken back; None where there is none."""
        ...
