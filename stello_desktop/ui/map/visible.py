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
    """Every conversation in preorder; ``first`` has the rank of first-level branches among their siblings."""

    entries: list[TreeEntry]
    parent: list[int]
    first: dict[int, int]


def _read_whole(topology: Topology) -> _Whole:
    ids = list(topology.walk())
    entries = list(map(topology.__getitem__, ids))
    index = dict(zip(ids, range(len(ids)), strict=True))
    index_of = index.get
    # The second column is the parent; by place, because this runs for every conversation at each change.
    parent = [index_of(entry[1], -1) for entry in entries]  # type: ignore[arg-type]  # None is no key
    first: dict[int, int] = {}
    for root in topology.roots:
        parent[index[root]] = -1
        first.update((index[child], rank) for rank, child in enumerate(topology.children(root)))
    return _Whole(entries, parent, first)


def _summed(parent: list[int], own: list[int]) -> list[int]:
    """Sums over subtrees, from preorder parents."""
    for at in range(len(parent) - 1, -1, -1):
        above = parent[at]
        if above >= 0:
            own[above] += own[at]
    return own


def visible_tree(
    topology: Topology, folded: Collection[SessionId] = (), *, show_archived: bool = True
) -> VisibleTree:
    """Read the tree as it is shown.

    An archived conversation goes from sight only together with everything below it: a living one never
    loses its place because its parent was archived.
    """
    whole = _read_whole(topology)
    count = len(whole.entries)
    if show_archived:
        size = _summed(whole.parent, [1] * count)
    else:
        size = _summed(whole.parent, [0 if entry.archived else 1 for entry in whole.entries])
    if folded or not show_archived:
        keep, hidden = _without_folded(whole, size, folded)
    else:
        keep, hidden = list(range(count)), [0] * count
    return _shown(whole, keep, hidden, size)


def _without_folded(
    whole: _Whole, size: list[int], folded: Collection[SessionId]
) -> tuple[list[int], list[int]]:
    """What is shown, and how much each shown one hides; nothing is shown under a fold, or where all is archived."""
    parent, entries = whole.parent, whole.entries
    closed = [False] * len(parent)
    keep: list[int] = []
    hidden: list[int] = []
    for at, above in enumerate(parent):
        if not size[at] or (above >= 0 and closed[above]):
            closed[at] = True
            continue
        keep.append(at)
        folds = size[at] > 1 and entries[at].session_id in folded
        closed[at] = folds
        hidden.append(size[at] - 1 if folds else 0)
    return keep, hidden


def _shown(whole: _Whole, keep: list[int], hidden: list[int], size: list[int]) -> VisibleTree:
    count = len(keep)
    entries, parent = whole.entries, whole.parent
    if count < len(entries):
        place = dict(zip(keep, range(count), strict=True))
        parent = [-1 if above < 0 else place[above] for above in map(parent.__getitem__, keep)]
        entries = list(map(entries.__getitem__, keep))
    depth, hue = [0] * count, [0] * count
    starts: list[int] = []
    rank = whole.first
    for here, above in enumerate(parent):
        if above < 0:
            starts.append(here)
        else:
            level = depth[above] + 1
            depth[here] = level
            hue[here] = hue[above] if level > 1 else rank[keep[here]]
    return VisibleTree(
        entries=entries,
        parent=parent,
        hue=hue,
        depth=depth,
        hidden=hidden,
        size=[max(size[at], 1) for at in keep],
        starts=starts,
    )


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
