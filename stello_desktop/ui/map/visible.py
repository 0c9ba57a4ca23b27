"""Which conversations the sky shows: folding and the archive, computed purely from the tree.

Only what shows is walked. What would need the whole tree, the number of conversations below each, is
kept in a `TreeBook` and corrected along the way up from whatever has changed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import Topology, TreeEntry
from stello_desktop.ui.hues import BranchHues

OPEN_AT_FIRST: Final = 150
"""About so many conversations of a large project are visible when it is opened first."""

OPEN_IN_ALL: Final = 240
"""Several large projects share about so many."""

_FIRST_LEVEL: Final = 40
"""So many branches of a project show beside others, whatever its share."""


@dataclass(frozen=True, slots=True)
class VisibleTree:
    """The shown conversations, project by project, parents before children, siblings in order.

    Attributes:
        parent: index of the parent in the same lists, -1 for a project.
        hue: the colour of the first-level branch, inherited by all below.
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


class TreeBook:
    """How many conversations each subtree has, and what the person has folded.

    Attributes:
        size: the conversation and all below it.
        folded: folded by the person.
    """

    def __init__(self, topology: Topology | None = None) -> None:
        self._topology = Topology()
        self._living: dict[SessionId, int] | None = None
        self.size: dict[SessionId, int] = {}
        self.folded: set[SessionId] = set()
        if topology is not None:
            self.follow(topology)

    @property
    def living(self) -> dict[SessionId, int]:
        """The same as ``size`` without archived ones; counted when it is first asked for."""
        if self._living is None:
            self._living = self._sum(lambda item: 0 if self._topology[item].archived else 1)
        return self._living

    def follow(self, topology: Topology, changed: Iterable[SessionId] | None = None) -> None:
        """Take over another state of the tree.

        Args:
            changed: all that differs from the last state; None where that is not known.
        """
        before, self._topology = self._topology, topology
        if before is topology:
            return
        if changed is None or not len(before):
            self._count_all(topology)
            return
        moved = set(changed)
        touched: set[SessionId] = set()
        for session_id in moved:
            for snapshot in (before, topology):
                if session_id in snapshot:
                    touched.update(snapshot.path(session_id))
            self._note_fold(session_id, topology.get(session_id))
        for session_id in touched:
            if session_id not in topology:
                self.size.pop(session_id, None)
                if self._living is not None:
                    self._living.pop(session_id, None)
        if self._without_change(before, topology, moved):
            return
        there = [(topology.depth(item), item) for item in touched if item in topology]
        for _, session_id in sorted(there, reverse=True):
            self._count(session_id)
        if self._counted(topology) != len(topology):
            self._count_all(topology)  # more had changed than we were told

    @staticmethod
    def _without_change(before: Topology, topology: Topology, moved: Iterable[SessionId]) -> bool:
        """Whether nothing was added, moved, removed or archived."""
        for session_id in moved:
            old, new = before.get(session_id), topology.get(session_id)
            if old is None or new is None or old.archived != new.archived:
                return False
            if before.parent(session_id) != topology.parent(session_id):
                return False
        return True

    def _note_fold(self, session_id: SessionId, entry: TreeEntry | None) -> None:
        if entry is not None and entry.folded:
            self.folded.add(session_id)
        else:
            self.folded.discard(session_id)

    def _count(self, session_id: SessionId) -> None:
        below = self._topology.children(session_id)
        if any(item not in self.size for item in below):
            self._count_all(self._topology)  # a subtree that came as a whole
            return
        size, living = self.size, self._living
        size[session_id] = 1 + sum(map(size.__getitem__, below))
        if living is not None:
            alive = 0 if self._topology[session_id].archived else 1
            living[session_id] = alive + sum(map(living.__getitem__, below))

    def _count_all(self, topology: Topology) -> None:
        entries = list(topology.entries())
        self.folded = {entry[0] for entry in entries if entry[13]}
        self._living = None
        # Columns by place, and one pass, because this is on the way to the first frame. It is right where
        # parents come before their children, as the store gives them, and otherwise some root counts too few.
        self.size = size = dict.fromkeys([entry[0] for entry in entries], 1)
        for entry in reversed(entries):
            parent = entry[1]
            if parent in size:
                size[parent] += size[entry[0]]
        if self._counted(topology) != len(entries):
            self.size = self._sum(lambda _: 1)

    def _counted(self, topology: Topology) -> int:
        return sum(self.size.get(root, 0) for root in topology.roots)

    def _sum(self, own: Callable[[SessionId], int]) -> dict[SessionId, int]:
        topology = self._topology
        total: dict[SessionId, int] = {}
        for session_id in reversed(topology.walk()):
            total[session_id] = own(session_id) + sum(map(total.__getitem__, topology.children(session_id)))
        return total


def visible_tree(
    topology: Topology,
    folded: Collection[SessionId] = (),
    *,
    show_archived: bool = True,
    book: TreeBook | None = None,
    hues: BranchHues | None = None,
) -> VisibleTree:
    """Read the tree as it is shown.

    An archived conversation goes from sight only together with everything below it: a living one never
    loses its place because its parent was archived.

    Args:
        book: sizes of this very topology; counted here without it.
        hues: the colours of the window; dealt here without them.
    """
    book = book or TreeBook(topology)
    hues = hues or BranchHues()
    if show_archived and not folded:
        return _everything(topology, hues, book.size)
    counted = book.size if show_archived else book.living
    entries: list[TreeEntry] = []
    parent: list[int] = []
    hidden: list[int] = []
    size: list[int] = []
    entry_of, children = topology.__getitem__, topology.children
    waiting = [item for item in reversed(topology.roots) if counted[item]]
    above_of = [-1] * len(waiting)
    while waiting:
        session_id, above = waiting.pop(), above_of.pop()
        total = counted[session_id]
        here = len(entries)
        entries.append(entry_of(session_id))
        parent.append(above)
        size.append(total or 1)
        if total > 1 and session_id in folded:
            hidden.append(total - 1)
            continue
        hidden.append(0)
        if total > 1 or not show_archived:
            below = children(session_id)[::-1]
            if not show_archived:
                below = tuple(item for item in below if counted[item])
            waiting.extend(below)
            above_of.extend([here] * len(below))
    return _coloured(topology, hues, entries, parent, hidden, size)


def _everything(topology: Topology, hues: BranchHues, counted: dict[SessionId, int]) -> VisibleTree:
    """The same where nothing is hidden: whole columns at once."""
    ids = topology.walk()
    entries = topology.entries_of(ids)
    place_of = dict(zip(ids, range(len(ids)), strict=True))
    parent = [place_of.get(entry[1], -1) for entry in entries]  # type: ignore[arg-type]  # None is no key
    for root in topology.roots:
        parent[place_of[root]] = -1
    size = list(map(counted.__getitem__, ids))
    return _coloured(topology, hues, entries, parent, [0] * len(ids), size)


def _coloured(
    topology: Topology,
    hues: BranchHues,
    entries: list[TreeEntry],
    parent: list[int],
    hidden: list[int],
    size: list[int],
) -> VisibleTree:
    """Add depths and colours."""
    count = len(entries)
    depth, hue = [0] * count, [0] * count
    starts: list[int] = []
    branches = hues.of_branches(topology, entries[0].session_id) if count else {}
    for here, above in enumerate(parent):
        if above < 0:
            starts.append(here)
            branches = hues.of_branches(topology, entries[here].session_id)
        else:
            level = depth[above] + 1
            depth[here] = level
            hue[here] = hue[above] if level > 1 else branches[entries[here].session_id]
    return VisibleTree(entries, parent, hue, depth, hidden, size, starts)


def folds_at_first(
    topology: Topology,
    roots: SessionId | Sequence[SessionId],
    folded: Collection[SessionId] = (),
    *,
    limit: int = OPEN_AT_FIRST,
    in_all: int = OPEN_IN_ALL,
) -> frozenset[SessionId]:
    """What to fold beyond the person's own folds, so that about ``limit`` conversations of a project show.

    Levels are opened from the root down, so that what hangs nearest to the project stays in sight.
    Several projects share ``in_all``: what a small one does not need, the large ones get.
    """
    if isinstance(roots, str):
        roots = [roots]
    closing: set[SessionId] = set()
    wanted = {root: _reach(topology, root, folded, limit) for root in roots}
    left, rest = in_all, len(wanted)
    for root, need in sorted(wanted.items(), key=lambda item: item[1]):
        share = left // rest
        rest -= 1
        if need <= share or len(wanted) == 1:
            left -= min(need, left)
            closing |= _closed(topology, root, folded, limit)
        else:
            first = 1 + len(topology.children(root))
            if first > max(share, _FIRST_LEVEL):
                closing.add(root)
                left -= 1
                continue
            closing |= _closed(topology, root, folded, max(share, first))
            left = max(left - max(share, first), 0)
    return frozenset(closing)


def _reach(topology: Topology, root: SessionId, folded: Collection[SessionId], limit: int) -> int:
    """How many conversations of a project would show, but no more than ``limit`` are counted."""
    shown = 1
    waiting = deque([root])
    while waiting and shown <= limit:
        session_id = waiting.popleft()
        if session_id not in folded:
            below = topology.children(session_id)
            shown += len(below)
            waiting.extend(below)
    return min(shown, limit)


def _closed(topology: Topology, root: SessionId, folded: Collection[SessionId], limit: int) -> set[SessionId]:
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
    return closing
