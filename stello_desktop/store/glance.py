"""The whole tree in one row, for the first paint: reading 20,000 rows cell by cell takes twice the budget.

The row is written at a clean close and is a copy of what the ``session`` table says. It cannot be
stale: triggers remove it in the same transaction as any change of that table. Where it is missing, or was
written by another shape of `TreeEntry`, the rows themselves are read.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import repeat
from typing import Any, Final

from stello_desktop.domain.topology import TreeEntry

WORTH_IT: Final = 500
"""Below this many conversations the rows are as fast."""

_SEPARATOR: Final = "\n"
_NONE: Final = -1
_ELSEWHERE: Final = -2
"""A source that is not among the living: it is in the head."""


def read_glance(connection: sqlite3.Connection) -> list[TreeEntry] | None:
    """Every living conversation in sibling order; None where the rows must be read."""
    row = connection.execute("SELECT head, ids, labels, numbers, moments FROM glance").fetchone()
    if row is None:
        return None
    head = json.loads(row[0])
    if head["shape"] != _shape():
        return None
    ids: list[str] = row[1].split(_SEPARATOR)
    labels = row[2].split(_SEPARATOR)
    parents, sources, orders, turns, messages, kinds = _columns("q", row[3], len(ids))
    created, updated, active = _columns("d", row[4], len(ids))
    known = [*ids, None, None]  # -1 and -2 look up None
    statuses, folded, layouts, strategies, flags, waiting, unread = zip(*head["kinds"], strict=True)
    columns = (
        ids,
        map(known.__getitem__, parents),
        map(known.__getitem__, sources),
        orders,
        labels,
        map(statuses.__getitem__, kinds),
        turns,
        messages,
        created,
        updated,
        active,
        repeat(None, len(ids)),
        repeat(None, len(ids)),
        map(folded.__getitem__, kinds),
        map(layouts.__getitem__, kinds),
        map(strategies.__getitem__, kinds),
        map(flags.__getitem__, kinds),
        map(waiting.__getitem__, kinds),
        map(unread.__getitem__, kinds),
    )
    entries = list(map(_make, zip(*columns, strict=True)))
    for index, changes in head["special"]:
        entries[index] = entries[index]._replace(**changes)
    return entries


def write_glance(connection: sqlite3.Connection, entries: Sequence[TreeEntry]) -> None:
    """Keep ``entries``, all that live in sibling order, if there is none yet; in the caller's transaction."""
    if len(entries) < WORTH_IT or connection.execute("SELECT 1 FROM glance").fetchone():
        return
    ids = [entry.session_id for entry in entries]
    labels = [entry.label for entry in entries]
    if any(_SEPARATOR in text for text in (*ids, *labels)):
        return
    index = {session_id: number for number, session_id in enumerate(ids)}
    if any(entry.parent_id is not None and entry.parent_id not in index for entry in entries):
        return
    numbers, kinds = _numbers(entries, index)
    moments = [
        [entry.created_at for entry in entries],
        [entry.updated_at for entry in entries],
        [entry.last_active_at for entry in entries],
    ]
    head = {"shape": _shape(), "kinds": kinds, "special": list(_special(entries, index))}
    connection.execute(
        "INSERT INTO glance (glance_id, head, ids, labels, numbers, moments) VALUES (1, ?, ?, ?, ?, ?)",
        (
            json.dumps(head),
            _SEPARATOR.join(ids),
            _SEPARATOR.join(labels),
            b"".join(array("q", column).tobytes() for column in numbers),
            b"".join(array("d", column).tobytes() for column in moments),
        ),
    )


def _numbers(entries: Sequence[TreeEntry], index: Mapping[Any, int]) -> tuple[list[list[int]], list[Any]]:
    """Columns of whole numbers; what few values share is a number in a list of kinds."""
    kinds: dict[tuple[Any, ...], int] = {}
    columns: list[list[int]] = [[], [], [], [], [], []]
    for entry in entries:
        kind = (
            entry.status,
            entry.folded,
            entry.layout,
            entry.strategy,
            entry.flags,
            entry.waiting_insights,
            entry.unread,
        )
        cells = (
            _NONE if entry.parent_id is None else index[entry.parent_id],
            _NONE if entry.source_id is None else index.get(entry.source_id, _ELSEWHERE),
            entry.order,
            entry.turn_count,
            entry.message_count,
            kinds.setdefault(kind, len(kinds)),
        )
        for column, cell in zip(columns, cells, strict=True):
            column.append(cell)
    return columns, list(kinds)


def _special(entries: Sequence[TreeEntry], index: Mapping[Any, int]) -> Iterator[tuple[int, dict[str, Any]]]:
    """What few conversations have: a place of their own, a source that is gone."""
    for number, entry in enumerate(entries):
        changes: dict[str, Any] = {}
        if entry.dx is not None or entry.dy is not None:
            changes.update(dx=entry.dx, dy=entry.dy)
        if entry.source_id is not None and entry.source_id not in index:
            changes["source_id"] = entry.source_id
        if changes:
            yield number, changes


def _columns(kind: str, packed: bytes, length: int) -> list[list[Any]]:
    cells: array[Any] = array(kind)
    cells.frombytes(packed)
    return [cells[start : start + length].tolist() for start in range(0, len(cells), length)]


_make: Final[Callable[[Iterable[Any]], TreeEntry]] = partial(tuple.__new__, TreeEntry)
"""`TreeEntry._make` without its Python frame."""


def _shape() -> list[str]:
    return [sys.byteorder, *TreeEntry._fields]
