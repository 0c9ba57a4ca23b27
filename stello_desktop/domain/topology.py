"""The tree of conversations as one immutable value; moving, ancestors, and the ban on cycles (P-1).

A snapshot is cheap to make from rows (20,000 entries in a few milliseconds) and cheap to change:
`Topology.updated` copies two dictionaries. Depth and children are derived, never stored (T-6).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntFlag, StrEnum
from typing import NamedTuple

from stello_desktop.domain.errors import SessionNotFound, TopologyCycle
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.session import SessionMeta, SessionStatus


class EntryFlag(IntFlag):
    """Facts about a conversation that the map shows."""

    EXAMPLE = 1
    FAILED = 2
    UNREAD = 4


class LayoutKind(StrEnum):
    """How a project is arranged; belongs to the project and never changes by itself."""

    STAR = "star"
    MIND_MAP = "mind_map"


class StrategyKind(StrEnum):
    """Where new branches hang in a project (O-1)."""

    HIERARCHICAL = "hierarchical"
    FLAT = "flat"


class TreeEntry(NamedTuple):
    """One conversation as the map, the outline and menus need it: one row of the store.

    A named tuple, because 20,000 of them are made before the first paint.
    ``layout`` and ``strategy`` mean something only for a root. ``dx``, ``dy`` are the person's own
    offset in scene units from the automatic place, relative to the parent; None where there is none.
    """

    session_id: SessionId
    parent_id: SessionId | None
    source_id: SessionId | None
    order: int
    label: str
    status: str
    turn_count: int
    message_count: int
    created_at: float
    updated_at: float
    last_active_at: float
    dx: float | None
    dy: float | None
    folded: bool
    layout: str
    strategy: str
    flags: int
    waiting_insights: int

    @property
    def archived(self) -> bool:
        """Whether the conversation takes no messages (R-13)."""
        return self.status == SessionStatus.ARCHIVED

    @property
    def meta(self) -> SessionMeta:
        """The conversation's own facts, without its place (T-7)."""
        return SessionMeta(
            self.session_id,
            self.label,
            SessionStatus(self.status),
            self.turn_count,
            self.created_at,
            self.updated_at,
            self.last_active_at,
        )


@dataclass(frozen=True, slots=True)
class TopologyNode:
    """A conversation's place (T-6)."""

    session_id: SessionId
    parent_id: SessionId | None
    source_session_id: SessionId | None
    order: int
    label: str
    refs: tuple[SessionId, ...] = ()
    position: tuple[float, float] | None = None


class Topology:
    """All living conversations and how they hang together. Immutable.

    A parent that is unknown makes its children roots, and a cycle in damaged data is opened at its
    first member, so that every conversation can always be reached.
    """

    __slots__ = ("_children", "_entries", "_refs", "_roots")

    def __init__(
        self,
        entries: Iterable[TreeEntry] = (),
        refs: Mapping[SessionId, tuple[SessionId, ...]] | None = None,
    ) -> None:
        self._entries: dict[SessionId, TreeEntry] = {entry.session_id: entry for entry in entries}
        self._refs = dict(refs or {})
        self._children: dict[SessionId, list[SessionId]] = {}
        self._roots: list[SessionId] = []
        self._link()

    def _link(self) -> None:
        children: defaultdict[SessionId, list[SessionId]] = defaultdict(list)
        roots: list[SessionId] = []
        entries = self._entries
        for entry in sorted(entries.values(), key=_sibling_order):
            parent = entry.parent_id
            if parent is not None and parent in entries:
                children[parent].append(entry.session_id)
            else:
                roots.append(entry.session_id)
        self._children, self._roots = children, roots
        if entries and _count_reached(roots, children) < len(entries):
            self._open_cycles()

    def _open_cycles(self) -> None:
        reached = set(self._walk_from(self._roots))
        for session_id in self._entries:
            if session_id in reached:
                continue
            parent = self._entries[session_id].parent_id
            if parent is not None:
                self._children[parent].remove(session_id)
            self._roots.append(session_id)
            reached.update(self._walk_from([session_id]))

    def _walk_from(self, start: Iterable[SessionId]) -> Iterator[SessionId]:
        stack = list(reversed(list(start)))
        while stack:
            session_id = stack.pop()
            yield session_id
            stack.extend(reversed(self._children.get(session_id, ())))

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, session_id: object) -> bool:
        return session_id in self._entries

    def __getitem__(self, session_id: SessionId) -> TreeEntry:
        """The entry. Raises: SessionNotFound."""
        try:
            return self._entries[session_id]
        except KeyError:
            raise SessionNotFound(session_id=session_id) from None

    def get(self, session_id: SessionId | None) -> TreeEntry | None:
        """The entry, or None where there is no such living conversation."""
        return self._entries.get(session_id) if session_id is not None else None

    def entries(self) -> Iterable[TreeEntry]:
        """All entries, in no particular order."""
        return self._entries.values()

    @property
    def roots(self) -> tuple[SessionId, ...]:
        """All projects, in their order."""
        return tuple(self._roots)

    def children(self, session_id: SessionId) -> tuple[SessionId, ...]:
        """What hangs directly under a conversation, in its order."""
        return tuple(self._children.get(session_id, ()))

    def parent(self, session_id: SessionId) -> SessionId | None:
        """The living parent, or None for a project."""
        parent = self[session_id].parent_id
        return parent if parent in self._entries and session_id not in self._roots else None

    def ancestors(self, session_id: SessionId) -> list[SessionId]:
        """From the parent up to the root; empty for a project."""
        found: list[SessionId] = []
        seen = {session_id}
        current = self[session_id].parent_id
        while current is not None and current in self._entries and current not in seen:
            found.append(current)
            seen.add(current)
            current = self._entries[current].parent_id
        return found

    def path(self, session_id: SessionId) -> list[SessionId]:
        """From the root down to the conversation itself."""
        return [*reversed(self.ancestors(session_id)), session_id]

    def root_of(self, session_id: SessionId) -> SessionId:
        """The project that a conversation belongs to; a project is its own."""
        ancestors = self.ancestors(session_id)
        return ancestors[-1] if ancestors else session_id

    def depth(self, session_id: SessionId) -> int:
        """0 for a project."""
        return len(self.ancestors(session_id))

    def subtree(self, session_id: SessionId) -> list[SessionId]:
        """The conversation and all below it, parents before children, siblings in order."""
        self[session_id]
        return list(self._walk_from([session_id]))

    def walk(self) -> Iterator[SessionId]:
        """Every conversation, project by project, parents before children."""
        return self._walk_from(self._roots)

    def is_inside(self, session_id: SessionId, ancestor_id: SessionId) -> bool:
        """Whether a conversation is ``ancestor_id`` or hangs anywhere below it."""
        return session_id == ancestor_id or ancestor_id in self.ancestors(session_id)

    def can_reparent(self, session_id: SessionId, parent_id: SessionId | None) -> bool:
        """Whether the move is legal: anything may become a project, nothing may hang under itself."""
        if session_id not in self._entries:
            return False
        if parent_id is None:
            return True
        return parent_id in self._entries and not self.is_inside(parent_id, session_id)

    def check_reparent(self, session_id: SessionId, parent_id: SessionId | None) -> None:
        """Raises: SessionNotFound, TopologyCycle (P-1)."""
        self[session_id]
        if parent_id is not None:
            self[parent_id]
            if self.is_inside(parent_id, session_id):
                raise TopologyCycle(session_id=session_id, parent_id=parent_id)

    def node(self, session_id: SessionId) -> TopologyNode:
        """The place of a conversation as T-6 describes it."""
        entry = self[session_id]
        return TopologyNode(
            entry.session_id,
            entry.parent_id,
            entry.source_id,
            entry.order,
            entry.label,
            self._refs.get(session_id, ()),
            None if entry.dx is None or entry.dy is None else (entry.dx, entry.dy),
        )

    def branched_elsewhere(self, session_id: SessionId) -> SessionId | None:
        """The living source, where it differs from the parent: the dashed line of the map."""
        entry = self[session_id]
        source = entry.source_id
        if source is None or source == entry.parent_id or source not in self._entries:
            return None
        return source

    def updated(self, changed: Iterable[TreeEntry] = (), removed: Iterable[SessionId] = ()) -> Topology:
        """A new snapshot with entries replaced, added or taken away."""
        entries = dict(self._entries)
        for session_id in removed:
            entries.pop(session_id, None)
        for entry in changed:
            entries[entry.session_id] = entry
        return Topology(entries.values(), self._refs)


def _sibling_order(entry: TreeEntry) -> tuple[int, str]:
    return (entry.order, entry.session_id)


def _count_reached(roots: list[SessionId], children: Mapping[SessionId, list[SessionId]]) -> int:
    count = 0
    stack = list(roots)
    while stack:
        count += 1
        stack.extend(children.get(stack.pop(), ()))
    return count
