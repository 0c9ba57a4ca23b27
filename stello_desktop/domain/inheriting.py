"""What one conversation may take over from another: cleaned and copied (F-5, F-9, X-5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final

from stello_desktop.domain.messages import Record, RecordDraft, RecordState, Role


def clean_history[R: RecordDraft](records: Sequence[R]) -> tuple[R, ...]:
    """Without calls that are not all answered directly after, and answers to nothing (F-9).

    The storage is never altered by this.
    """
    kept: list[R] = []
    position = 0
    while position < len(records):
        record = records[position]
        position += 1
        if record.role == Role.TOOL:
            continue
        if not record.tool_calls:
            kept.append(record)
            continue
        wanted = {call.call_id for call in record.tool_calls}
        answers: dict[str, R] = {}
        while position < len(records) and records[position].role == Role.TOOL:
            answer = records[position]
            if answer.tool_call_id in wanted:
                answers.setdefault(answer.tool_call_id, answer)
            position += 1
        if len(answers) == len(wanted):
            kept += [record, *answers.values()]
    return tuple(kept)


def inheritable(records: Sequence[Record]) -> tuple[Record, ...]:
    """What a branch may take over: cleaned, without an answer that is still growing or has no words.

    The pending question of a running round is part of it (F-9); one that waits was not asked yet, and stays.
    """
    settled = [
        record
        for record in records
        if (record.role != Role.ASSISTANT or record.state != RecordState.PENDING)
        and record.state != RecordState.WAITING
    ]
    return tuple(
        record
        for record in clean_history(settled)
        if record.role != Role.ASSISTANT or record.content or record.tool_calls
    )


def to_draft(record: RecordDraft) -> RecordDraft:
    """A copy for another conversation: settled, without the marks of its own failure."""
    values: dict[str, Any] = {name: getattr(record, name) for name in _COPIED}
    return RecordDraft(**values)


_COPIED: Final = tuple(
    field.name for field in fields(RecordDraft) if field.name not in {"state", "error_code", "error_detail"}
)
