"""Versions of a round: what there is, and which one counts (R-14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from stello_desktop.domain.ids import RecordId, SessionId
    from stello_desktop.domain.messages import Record


@dataclass(frozen=True, slots=True)
class RoundVersions:
    """A round with several versions.

    Attributes:
        round_no: as of its records.
        versions: their numbers, oldest first. A number may be missing: of a message that was never sent and was
            taken away, and of an attempt that brought nothing, while it is not what is seen (R-10).
        chosen: the one that the model and the person see.
        alike: all of them ask the same, so that what differs is the answer.
    """

    round_no: int
    versions: tuple[int, ...]
    chosen: int
    alike: bool = True

    @property
    def place(self) -> int:
        """Which one is chosen, counted from 1."""
        return self.versions.index(self.chosen) + 1

    def beside(self, step: int) -> int | None:
        """The version so many places away from the chosen one; None beyond the first and the last."""
        at = self.place - 1 + step
        return self.versions[at] if 0 <= at < len(self.versions) else None


@dataclass(frozen=True, slots=True)
class ChosenVersion:
    """What a choice has led to: the round's records as they are seen now, and its versions; perhaps one alone."""

    records: tuple[Record, ...]
    versions: RoundVersions


class RevisionStorage(Protocol):
    """What a person changes in a history that stands. Unknown conversations raise SessionNotFound."""

    async def list_versions(self, session_id: SessionId) -> Sequence[RoundVersions]:
        """The rounds that have several, in order."""
        ...

    async def choose_version(self, session_id: SessionId, round_no: int, version: int) -> ChosenVersion:
        """Let another version count. Raises: BrokenRule where there is none; SessionArchived (R-13)."""
        ...

    async def edit_note(self, session_id: SessionId, record_id: RecordId, text: str) -> RecordId:
        """Other words for a note, which becomes a version of it (R-15); gives the id of what is seen now.

        Raises: BrokenRule where it is no note of this conversation; SessionArchived.
        """
        ...

    async def ask_note(self, session_id: SessionId, record_id: RecordId) -> RecordId:
        """Turn a note into a question that waits at the end of its conversation (R-15); gives its new id.

        Raises: BrokenRule where it is no note of this conversation; SessionArchived.
        """
        ...
