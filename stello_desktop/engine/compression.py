"""Which rounds of a long conversation are summarised, and when (C-7). Pure; `fitting` does it.

It begins where the next request would fill 80 % of what the model reads, and leaves about 50 %, so that many
rounds pass before the next time. Cuts are made between whole rounds, and the running round always stays.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from stello_desktop.domain.context_state import EarlierPart
from stello_desktop.domain.ids import RecordId
from stello_desktop.domain.inheriting import clean_history
from stello_desktop.domain.messages import Record, RecordDraft, Role, ToolDefinition
from stello_desktop.engine.context import BuiltContext, ContextSources, build_context, size_of
from stello_desktop.engine.slices import keep_slowly
from stello_desktop.engine.tokens import corrected, cut_to, estimate_text

START: Final = 0.8
AIM: Final = 0.5
FULL: Final = 0.95
"""Where a summary was removed by the person, everything is sent up to here."""

PLANNED_SHARE: Final = 0.1
"""What a summary is expected to take of what the model reads."""

MOST_SHARE: Final = 0.2
"""What it may take at most; with `AIM` that stays well below `START`."""

LEAST_SUMMARY_TOKENS: Final = 32


@dataclass(frozen=True, slots=True)
class RoundCut:
    """The rounds that leave (C-7).

    Attributes:
        covered: how many records then stand behind the summary, those of an earlier one included.
        last: the newest of them.
        leaving: those of them that no summary knows yet.
        old: the summary that knows the others.
    """

    covered: int
    last: RecordId
    leaving: tuple[RecordDraft, ...]
    old: EarlierPart | None


def part_mark(records: Sequence[RecordDraft]) -> str:
    """A mark of exactly these records: ids, versions, and what a model is sent of them."""
    return hashlib.blake2b(b"".join(map(_digest, records)), digest_size=_DIGEST_BYTES).hexdigest()


async def mark_slowly(records: Sequence[RecordDraft]) -> None:
    """Let a later `part_mark` be quick: a history that nobody has looked at yet is read in slices."""
    await keep_slowly(records, _kept, _digest)


_DIGEST_BYTES: Final = 16
_MOST_KEPT: Final = 20_000
_kept: dict[int, tuple[RecordDraft, bytes]] = {}
"""Digests by the identity of their record: a history is looked at before every request."""


def _digest(record: RecordDraft) -> bytes:
    kept = _kept.get(id(record))
    if kept is not None and kept[0] is record:
        return kept[1]
    ids = f"{record.record_id}.{record.version}" if isinstance(record, Record) else ""
    calls = "".join(f"\x1f{call.call_id}\x1f{call.arguments}" for call in record.tool_calls)
    text = f"{ids}.{record.role}\x1f{record.content}{calls}"
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_BYTES).digest()
    if len(_kept) >= _MOST_KEPT:
        _kept.clear()
    _kept[id(record)] = (record, digest)
    return digest


def part_for(records: Sequence[Record], parts: Sequence[EarlierPart], before: int) -> EarlierPart | None:
    """What stands for the beginning of this history: the one that reaches furthest among those that are true of it.

    Args:
        before: no further than here; the running round stays.
    """
    for part in sorted(parts, key=lambda part: -part.covered):
        fits = 0 < part.covered <= min(before, len(records))
        if (
            fits
            and records[part.covered - 1].record_id == part.last
            and part_mark(records[: part.covered]) == part.mark
        ):
            return part
    return None


def round_starts(records: Sequence[RecordDraft]) -> list[int]:
    """Where rounds begin. What a branch inherited is cut at the person's messages."""
    starts: list[int] = []
    last: int | None = None
    for index, record in enumerate(records):
        number = record.round_no if isinstance(record, Record) else 0
        if index == 0 or number != last or (number == 0 and record.role is Role.USER):
            starts.append(index)
        last = number
    return starts


def first_of_running(records: Sequence[RecordDraft], question: RecordId | None) -> int:
    """Where the running round begins; behind the last record where none runs."""
    if question is None:
        return len(records)
    for index in range(len(records) - 1, -1, -1):
        record = records[index]
        if isinstance(record, Record) and record.record_id == question:
            return index
    return len(records)


def is_needed(tokens: int, limit: int, *, whole: bool = False) -> bool:
    """Whether a request of this size is too long to be sent as it is."""
    return tokens > limit * (FULL if whole else START)


def plan_cut(sources: ContextSources, built: BuiltContext, limit: int) -> RoundCut | None:
    """How many of the earliest rounds must leave, so that about half of what the model reads is taken.

    Returns:
        None where no round can leave.
    """
    records, ratio = sources.records, sources.ratio
    old = sources.earlier
    done = 0 if old is None else old.covered
    end = first_of_running(records, sources.question)
    starts = [start for start in round_starts(records) if done <= start < end]
    if not starts:
        return None
    room = limit * AIM - limit * PLANNED_SHARE
    left = corrected(built.estimated - (0 if old is None else estimate_text(old.text)), ratio)
    covered = done
    for start, following in zip(starts, [*starts[1:], end], strict=True):
        left -= corrected(_tokens(records[start:following]), ratio)
        covered = following
        if left <= room and _tokens_without(sources, covered, built.request.tools) <= room:
            break
    newest = records[covered - 1]
    last = newest.record_id if isinstance(newest, Record) else RecordId(0)
    if old is not None and old.left_out:  # what no summary knows can still get one
        return RoundCut(covered, last, records[:covered], None)
    return RoundCut(covered, last, records[done:covered], old)


def _tokens_without(sources: ContextSources, covered: int, tools: Sequence[ToolDefinition]) -> int:
    """The request without these records and without a summary: sums of single messages miss what merging saves."""
    bare = EarlierPart(covered=covered, last=RecordId(0), mark="")
    return build_context(replace(sources, earlier=bare), tools).tokens


def _tokens(records: Sequence[RecordDraft]) -> int:
    return size_of(clean_history(records))


def trimmed(text: str, limit: int, ratio: float) -> str:
    """A summary that is no longer than its share, whoever wrote it."""
    return cut_to(text, max(LEAST_SUMMARY_TOKENS, round(limit * MOST_SHARE / ratio)))
