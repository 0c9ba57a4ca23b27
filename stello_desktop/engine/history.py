"""Places in a conversation: where it is cut, where it broke off, what was asked last (F-5, R-9, R-14)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stello_desktop.domain.errors import ForkConfigError
from stello_desktop.domain.events import EndReason
from stello_desktop.domain.ids import RecordId
from stello_desktop.domain.messages import Record, RecordDraft, RecordKind, RecordState, Role

BROKEN_OFF = frozenset({RecordState.FAILED, RecordState.STOPPED, RecordState.INTERRUPTED})
"""States of an answer that did not come to its end."""


type Cut = Callable[[Sequence[Record]], Sequence[Record]]
"""*Branch from here*: a history to the part of it that a branch is about (F-5)."""


def cut_at(until: Record, *, before: bool = False) -> Cut:
    """*Branch from here* (F-5).

    Args:
        before: leave the record itself out, because its text was edited for the branch.
    """
    here = place_of(until)

    def cut(records: Sequence[Record]) -> Sequence[Record]:
        if before:
            return [record for record in records if place_of(record) < here]
        end = next((index for index, record in enumerate(records) if place_of(record) > here), len(records))
        while end < len(records) and records[end].role == Role.TOOL:
            end += 1
        return records[:end]

    return cut


def place_of(record: Record) -> tuple[int, int]:
    """Where a record stands in the chosen history; a later version of a round keeps the round's place."""
    return record.round_no, record.record_id


def require_record(records: Sequence[Record], record_id: RecordId) -> Record:
    """The record. Raises: ForkConfigError where the conversation has none of this id."""
    for record in records:
        if record.record_id == record_id:
            return record
    raise ForkConfigError("no such message in this conversation", reason="until")


def breaks_off(record: RecordDraft) -> bool:
    """Whether an answer stops in the middle, so that *Continue* makes sense (R-9)."""
    return record.role == Role.ASSISTANT and (
        record.state in BROKEN_OFF or record.error_code == EndReason.LENGTH.value
    )


def last_question(records: Sequence[Record]) -> Record | None:
    """The newest question that was asked of a model; notes are none (R-15), nor is what waits to be sent."""
    return _last(
        records,
        lambda record: (
            record.role == Role.USER
            and record.kind == RecordKind.MESSAGE
            and record.round_no > 0
            and record.state != RecordState.WAITING
        ),
    )


def _last(records: Sequence[Record], fits: Callable[[Record], bool]) -> Record | None:
    return next((record for record in reversed(records) if fits(record)), None)
