"""Which conversations the sky shows: folding and the archive, computed purely from the tree."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import Topology, TreeEntry

OPEN_AT_FIRST = 150
"""About so many conversations of a large project are visible when it is opened first."""


@dataclass(frozen=True, slots=True)
class VisibleTree:
    """The shown conversations, project by project, parents before children, siblings in order.

    Attributes:
        parent: index of the parent in the same lists, -1 for a project.
        hue: the place of the first-level branch among all its siblings, inherited by all below.
        hidden: how many conversations are folded away below.
        size: how many conversations the whole subtree has, shown or not.
        starts: where each project begins.
    """

    entries: list[TreeEntry]
    parent: list[int]
    hue: list[int]
    depth: list[int]
    hidden: list[int]
    size: list[int]
    starts: list[int]


@dataclass(frozen=True, slots=True)
class _Whole:
    """Every conversation in preorder, with what is counted over subtrees."""

    entries: list[TreeEntry]
    parent: list[int]
    rank: list[int]
    size: list[int]
    living: list[int]


def _read_whole(topology: Topology) -> _Whole:
    ids = list(topology.walk())
    entries = [topology[session_id] for session_id in ids]
    index = {session_id: at for at, session_id in enumerate(ids)}
    index_of = index.get
    parent = [index_of(entry.parent_id, -1) if entry.parent_id else -1 for entry in entries]
    for root in topology.roots:
        parent[index[root]] = -1
    rank, seen = [0] * len(ids), [0] * len(ids)
    for at, above in enumerate(parent):
        if above >= 0:
            rank[at] = seen[above]
            seen[above] += 1
    size = [1] * len(ids)
    living = [0 if entry.status == "archived" else 1 for entry in entries]
    for at in range(len(ids) - 1, -1, -1):
        above = parent[at]
        if above >= 0:
            size[above] += size[at]
            living[above] += living[at]
    return _Whole(entries, parent, rank, size, living)


def visible_tree(
    topology: Topology, folded: Collection[SessionId] = (), *, show_archived: bool = True
) -> VisibleTree:
    """Read the tree as it is shown.

    An archived conversation goes from sight only together with everything below it: a living one never
    loses its place because its parent was archived.
    """
    whole = _read_whole(topology)
    shown = VisibleTree([], [], [], [], [], [], [])
    place = [-1] * len(whole.entries)
    closed = [False] * len(whole.entries)
    for at, entry in enumerate(whole.entries):
        above = whole.parent[at]
        if above >= 0 and (closed[above] or place[above] < 0):
            closed[at] = True
            continue
        if not show_archived and not whole.living[at]:
            closed[at] = True
            continue
        place[at] = _show(shown, entry, place[above] if above >= 0 else -1, whole.rank[at])
        count = whole.size[at] if show_archived else whole.living[at]
        shown.size.append(max(count, 1))
        folds = entry.session_id in folded and count > 1
        closed[at] = folds
        shown.hidden.append(count - 1 if folds else 0)
    return shown


def _show(shown: VisibleTree, entry: TreeEntry, above: int, rank: int) -> int:
    here = len(shown.entries)
    shown.entries.append(entry)
    shown.parent.append(above)
    if above < 0:
        shown.starts.append(here)
        shown.hue.append(0)
        shown.depth.append(0)
        return here
    depth = shown.depth[above] + 1
    shown.depth.append(depth)
    shown.hue.append(rank if depth == 1 else shown.hue[above])
    return here


def folds_at_first(
    topology: Topology, root: SessionId, folded: Collection[SessionId] = (), *, limit: int = OPEN_AT_FIRST
) -> frozenset[SessionId]:
    """What to fold beyond the person's own folds, so that about ``limit`` conversations of a project show.

    Levels are opened from the root down, so that what hangs nearest to the project stays in sight.
    """
    children = topology.children
    shown = 1
    closing: set[SessionId] = set()
    waiting = deque([root])
    while waiting:
        session_id = waiting.popleft()
        below = children(session_id)
        if not below or session_id in folded:
            continue
        if shown + len(below) > limit and session_id != root:
            closing.add(session_id)
            continue
        shown += len(below)
        waiting.extend(below)
    return frozenset(closing)
