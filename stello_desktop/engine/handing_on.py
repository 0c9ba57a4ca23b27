"""A branch that brings a long conversation along goes on with its summary (F-5, C-7).

The messages are copied; what stands for the first of them in the source stands for their copies as well: made by the
same words, seen and perhaps written by the person. Making it anew would cost a request, a wait and their words.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from stello_desktop.domain.context_state import EarlierPart
from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.inheriting import inheritable
from stello_desktop.domain.messages import Record, RecordState
from stello_desktop.engine.compression import mark_slowly, part_for, part_mark
from stello_desktop.engine.parts import EngineParts

_log = logging.getLogger(__name__)


async def part_to_hand_on(
    parts: EngineParts, source: SessionId, inherited: Sequence[Record]
) -> EarlierPart | None:
    """What stands in the source for the first of these records, counted among them.

    None where nothing does, where not all of what it stands for comes along, and where rounds are left out without
    a summary: those may still get one.

    Args:
        inherited: what a branch takes over of the source, cleaned (F-9).

    Raises: SessionNotFound, StoreError.
    """
    known = (await parts.context.get_context(source)).earlier
    if not known or not inherited:
        return None
    history = await parts.sessions.list_records(source)
    records = [record for record in history if record.state is not RecordState.WAITING]
    await mark_slowly(records)
    part = part_for(records, known, len(records))
    if part is None or part.left_out:
        return None
    covered = [record.record_id for record in inheritable(records[: part.covered])]
    if not covered or [record.record_id for record in inherited[: len(covered)]] != covered:
        return None
    return replace(part, covered=len(covered))


async def hand_on(parts: EngineParts, branch: SessionId, part: EarlierPart) -> None:
    """Let it stand for the copies in the branch; a store that refuses it costs the branch a summary of its own."""
    try:
        records = (await parts.sessions.list_records(branch))[: part.covered]
        await mark_slowly(records)
        own = replace(part, last=records[-1].record_id, mark=part_mark(records))
        await parts.context.put_earlier(branch, own, expects=())
    except StelloError:
        _log.exception("what stands for the earlier part could not be handed on")
