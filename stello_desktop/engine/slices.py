"""A long history is looked at in slices, so that it stalls nobody."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from stello_desktop.domain.messages import RecordDraft

SLICE_S: Final = 0.004
"""Seconds until others get their turn."""


async def keep_slowly(
    records: Sequence[RecordDraft],
    kept: Mapping[int, tuple[RecordDraft, object]],
    keep: Callable[[RecordDraft], object],
) -> None:
    """Let what is kept of each record be there.

    Args:
        kept: what is kept already, by the identity of its record.
        keep: adds what is missing of one.
    """
    began = time.perf_counter()
    for record in records:
        known = kept.get(id(record))
        if known is None or known[0] is not record:
            keep(record)
            if time.perf_counter() - began > SLICE_S:
                await asyncio.sleep(0)
                began = time.perf_counter()
