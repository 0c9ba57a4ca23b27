"""The sky as arrays: what the painter, the hit test and the keyboard read. No Qt in here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntFlag
from operator import itemgetter
from typing import Final

import numpy as np

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import EntryFlag, TreeEntry
from stello_desktop.layout.forest import Floats, Ints
from stello_desktop.ui.map.visible import VisibleTree

_ID: Final = itemgetter(TreeEntry._fields.index("session_id"))
_LAST_ACTIVE: Final = itemgetter(TreeEntry._fields.index("last_active_at"))
_DAY_S: Final = 86_400.0
_RECENCY_S: Final = (30 * _DAY_S, 7 * _DAY_S, _DAY_S)


class Mark(IntFlag):
    """What a star tells beside its name."""

    ARCHIVED = 1
    FAILED = 2
    UNREAD = 4
    WAITING = 8
    EXAMPLE = 16
    UNSENT = 32


@dataclass(frozen=True, slots=True)
class Stars:
    """All visible conversations, project by project, parents before children.

    Attributes:
        parent: index of the parent, -1 for a project.
        source: index of the conversation it was branched from where that is not the parent, else -1.
        hue: index of the branch's colour.
        radius: of the dot, in pixels at 100 %.
        recency: 0 (long ago) to 3 (today).
        marks: `Mark` values.
        hidden: how many conversations are folded away below.
        weight: what a label is worth when two want the same place.
    """

    entries: list[TreeEntry]
    index: dict[SessionId, int]
    parent: Ints
    source: Ints
    hue: Ints
    depth: Ints
    radius: Floats
    recency: Ints
    marks: Ints
    hidden: Ints
    weight: Floats
    starts: list[int]

    def __len__(self) -> int:
        return len(self.entries)

    def at(self, session_id: SessionId | None) -> int:
        """The index of a visible conversation, -1 for one that is not shown."""
        return self.index.get(session_id, -1) if session_id is not None else -1

    def project_of(self, index: int) -> int:
        """The index of a star's project among the projects."""
        return int(np.searchsorted(self.starts, index, side="right")) - 1

    def children(self, index: int) -> Ints:
        """The visible children of a star, in order."""
        found: Ints = np.flatnonzero(self.parent == index)
        return found

    def renew(self, entry: TreeEntry, now_s: float) -> bool:
        """Take over a conversation's newer counts, times and badges; False where it is not shown."""
        at = self.at(entry.session_id)
        if at < 0:
            return False
        self.entries[at] = entry
        self.marks[at] = _marks(entry)
        self.recency[at] = sum(now_s - entry.last_active_at < limit for limit in _RECENCY_S)
        return True

    def below(self, indices: Sequence[int]) -> Ints:
        """The given stars and everything visible under them."""
        taken = np.zeros(len(self), dtype=np.bool_)
        taken[list(indices)] = True
        parent = self.parent
        for index in range(min(indices, default=0), len(self)):
            above = parent[index]
            if above >= 0 and taken[above]:
                taken[index] = True
        found: Ints = np.flatnonzero(taken)
        return found


def read_stars(tree: VisibleTree, *, now_s: float) -> Stars:
    """Turn the visible tree into arrays.

    Args:
        now_s: seconds since 1970; recency is measured from it.
    """
    entries = tree.entries
    index = dict(zip(map(_ID, entries), range(len(entries)), strict=True))
    parent = np.array(tree.parent, dtype=np.int64)
    depth = np.array(tree.depth, dtype=np.int64)
    size = np.array(tree.size, dtype=np.float64)
    age = now_s - np.array(list(map(_LAST_ACTIVE, entries)), dtype=np.float64)
    recency = np.sum([age < limit for limit in _RECENCY_S], axis=0, dtype=np.int64)
    grown = 5.0 + 1.55 * np.log2(size + 0.5)
    radius = np.where(depth == 0, np.minimum(11.0 + 0.9 * np.log2(size + 0.5), 18.0), np.minimum(grown, 11.5))
    weight = np.log2(size + 1.0) + np.where(depth == 0, 40.0, np.where(depth == 1, 14.0, -0.2 * depth))
    return Stars(
        entries=entries,
        index=index,
        parent=parent,
        source=_sources(entries, index),
        hue=np.array(tree.hue, dtype=np.int64),
        depth=depth,
        radius=radius,
        recency=recency,
        marks=_all_marks(entries),
        hidden=np.array(tree.hidden, dtype=np.int64),
        weight=weight + recency * 0.3,
        starts=tree.starts,
    )


def _sources(entries: list[TreeEntry], index: dict[SessionId, int]) -> Ints:
    """Sources that are shown and are not the parent; few have one."""
    found = np.full(len(entries), -1, dtype=np.int64)
    # Columns 1 and 2 are parent and source; by place, because this runs for every star at each change.
    for at, source in [(at, entry[2]) for at, entry in enumerate(entries) if entry[2] != entry[1]]:
        found[at] = index.get(source, -1) if source is not None else -1
    return found


def _all_marks(entries: list[TreeEntry]) -> Ints:
    found = np.zeros(len(entries), dtype=np.int64)
    # Status, flags, waiting reminders and unread answers; most stars have none of these.
    special = [
        at for at, entry in enumerate(entries) if entry[16] or entry[17] or entry[18] or entry[5] != "active"
    ]
    for at in special:
        found[at] = _marks(entries[at])
    return found


def _marks(entry: TreeEntry) -> int:
    flags = entry.flags
    marks = Mark(0)
    if entry.archived:
        marks |= Mark.ARCHIVED
    if entry.waiting_insights:
        marks |= Mark.WAITING
    if flags & EntryFlag.FAILED:
        marks |= Mark.FAILED
    if entry.unread:
        marks |= Mark.UNREAD
    if flags & EntryFlag.EXAMPLE:
        marks |= Mark.EXAMPLE
    return int(marks)
