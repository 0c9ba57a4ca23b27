"""The tree of conversations as one immutable value; moving, ancestors, and the ban on cycles (P-1).

A snapshot is cheap to make from rows (20,000 entries in a few milliseconds) and cheap to change:
`Topology.updated` copies two dictionaries. Depth and children are derived, never stored (T-6).
"""

from __future__ import annotations

from bisect import insort
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntFlag, StrEnum
from typing import NamedTuple

from stello_desktop.domain.errors import InvalidReference, SessionNotFound, TopologyCycle
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.session import SessionMeta, SessionStatus


class EntryFlag(IntFlag):
    """Facts about a conversation that the map shows."""

    EXAMPLE = 1
    FAILED = 2


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
    ``unread`` counts answers that ended while nobody looked.
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
    unread: int = 0

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

    __slots__ = ("_children", "_entries", "_opened", "_refs", "_roots")

    def __init__(
        self,
        entries: Iterable[TreeEntry] = (),
        refs: Mapping[SessionId, tuple[SessionId, ...]] | None = None,
    ) -> None:
        self._entries: dict[SessionId, TreeEntry] = {}
        self._refs = dict(refs or {})
        self._children: dict[SessionId, list[SessionId]] = {}
        self._roots: list[SessionId] = []
        self._opened: frozenset[SessionId] = frozenset()
        rows = list(entries)
        if not self._take_in_order(rows):
            self._entries = {entry.session_id: entry for entry in rows}
            self._link()

    def _take_in_order(self, rows: list[TreeEntry]) -> bool:
        """One pass over rows that rise in order, every parent before its children: most trees are so.

        Such rows need no sorting and cannot hold a cycle. False at the first row that is otherwise.
        """
        entries: dict[SessionId, TreeEntry] = {}
        children: dict[SessionId, list[SessionId]] = {}
        roots: list[SessionId] = []
        last = -1
        for entry in rows:
            session_id, parent, order = entry[0], entry[1], entry[3]
            if order <= last:
                return False
            last = order
            entries[session_id] = entry
            if parent is None:
                roots.append(session_id)
            elif parent in children:
                children[parent].append(session_id)
            elif parent in entries and parent != session_id:
                children[parent] = [session_id]
            else:
                return False
        if len(entries) < len(rows):
            return False
        self._entries, self._children, self._roots = entries, children, roots
        return True

    def _link(self) -> None:
        """Group by parent; rows that come in their order, as the store gives them, need no sorting."""
        entries, roots = self._entries, self._roots
        children: defaultdict[SessionId, list[SessionId]] = defaultdict(list)
        in_order, last, last_id = True, None, ""
        for session_id, entry in entries.items():
            parent = entry.parent_id
            (children[parent] if parent is not None and parent in entries else roots).append(session_id)
            order = entry.order
            in_order = in_order and (last is None or last < order or (last == order and last_id < session_id))
            last, last_id = order, session_id
        self._children = dict(children)
        if not in_order:
            for siblings in (roots, *self._children.values()):
                siblings.sort(key=self._place)
        if len(self._walk_from(roots)) < len(entries):
            self._open_cycles()

    def _place(self, session_id: SessionId) -> tuple[int, str]:
        return (self._entries[session_id].order, session_id)

    def _open_cycles(self) -> None:
        reached = set(self._walk_from(self._roots))
        opened: set[SessionId] = set()
        for session_id in self._entries:
            if session_id in reached:
                continue
            first = min(self._cycle_above(session_id), key=self._place)
            parent = self._entries[first].parent_id
            if parent is not None:
                self._children[parent].remove(first)
            insort(self._roots, first, key=self._place)
            opened.add(first)
            reached.update(self._walk_from([first]))
        self._opened = frozenset(opened)

    def _cycle_above(self, session_id: SessionId) -> list[SessionId]:
        """The members of the cycle to which the way up from an unreachable conversation leads."""
        way: dict[SessionId, None] = {}
        current: SessionId | None = session_id
        while current is not None and current not in way:
            way[current] = None
            current = self._entries[current].parent_id
        members = list(way)
        return members if current is None else members[members.index(current) :]

    def _walk_from(self, start: Iterable[SessionId]) -> list[SessionId]:
        stack = list(start)
        stack.reverse()
        found: list[SessionId] = []
        children = self._children
        while stack:
            session_id = stack.pop()
            found.append(session_id)
            below = children.get(session_id)
            if below:
                stack.extend(below[::-1])
        return found

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

    def entries_of(self, session_ids: Iterable[SessionId]) -> list[TreeEntry]:
        """Theirs, in that order, for thousands at once; all of them are known to be here."""
        return list(map(self._entries.__getitem__, session_ids))

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
        return parent if parent in self._entries and session_id not in self._opened else None

    def ancestors(self, session_id: SessionId) -> list[SessionId]:
        """From the parent up to the root; empty for a project."""
        found: list[SessionId] = []
        current = self.parent(session_id)
        while current is not None:
            found.append(current)
            current = self.parent(current)
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
        return self._walk_from([session_id])

    def walk(self) -> list[SessionId]:
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
        """The place of a conversation as T-6 describes it. Raises: SessionNotFound."""
        entry = self[session_id]
        return TopologyNode(
            entry.session_id,
            self.parent(session_id),
            entry.source_id,
            entry.order,
            entry.label,
            self.refs_of(session_id),
            None if entry.dx is None or entry.dy is None else (entry.dx, entry.dy),
        )

    def branched_elsewhere(self, session_id: SessionId) -> SessionId | None:
        """The living source, where it differs from the parent: the dashed line of the map."""
        entry = self[session_id]
        source = entry.source_id
        if source is None or source == entry.parent_id or source not in self._entries:
            return None
        return source

    def refs_of(self, session_id: SessionId) -> tuple[SessionId, ...]:
        """The living conversations that this one refers to, in the order in which it was told so (P-2).

        A reference to what has become an ancestor or a descendant by a move rests until another move.
        """
        stored = self._refs.get(session_id, ())
        return tuple(target for target in stored if self._why_no_ref(session_id, target) is None)

    @property
    def referring(self) -> tuple[SessionId, ...]:
        """The living conversations that refer to others."""
        return tuple(item for item in self._refs if item in self._entries and self.refs_of(item))

    def can_refer(self, session_id: SessionId, target_id: SessionId) -> bool:
        """Whether the one may refer to the other (P-2)."""
        return self._why_no_ref(session_id, target_id) is None

    def check_ref(self, session_id: SessionId, target_id: SessionId) -> None:
        """Raises: SessionNotFound, InvalidReference (P-2)."""
        self[session_id]
        self[target_id]
        reason = self._why_no_ref(session_id, target_id)
        if reason is not None:
            raise InvalidReference(session_id=session_id, target_id=target_id, reason=reason)

    def _why_no_ref(self, session_id: SessionId, target_id: SessionId) -> str | None:
        if session_id == target_id:
            return "self"
        if session_id not in self._entries or target_id not in self._entries:
            return "gone"
        if self.is_inside(session_id, target_id):
            return "ancestor"
        return "descendant" if self.is_inside(target_id, session_id) else None

    def with_refs(self, changed: Mapping[SessionId, tuple[SessionId, ...]]) -> Topology:
        """A new snapshot in which these conversations refer to these others, and the rest as before."""
        if not changed:
            return self
        twin = self.updated()
        twin._refs = {**self._refs, **changed}
        return twin

    def updated(self, changed: Iterable[TreeEntry] = (), removed: Iterable[SessionId] = ()) -> Topology:
        """A new snapshot with entries replaced, added or taken away; costs what it changes."""
        twin = Topology((), self._refs)
        twin._entries = dict(self._entries)
        twin._children = dict(self._children)
        twin._roots = list(self._roots)
        twin._opened = self._opened
        for session_id in removed:
            twin._take_away(session_id)
        fresh = list(changed)
        moved = [entry.session_id for entry in fresh if twin._put(entry)]
        for entry in fresh:
            twin._adopt(entry.session_id)
        if twin._opened or any(twin._goes_round(session_id) for session_id in moved):
            return Topology(twin._entries.values(), self._refs)
        return twin

    def _put(self, entry: TreeEntry) -> bool:
        """Replace or add; says whether it has another parent than before."""
        session_id = entry.session_id
        old = self._entries.get(session_id)
        self._entries[session_id] = entry
        if old is not None:
            if (old.parent_id, old.order) == (entry.parent_id, entry.order):
                return False
            self._unhang(session_id, old.parent_id)
        self._hang(session_id, entry.parent_id)
        return old is None or old.parent_id != entry.parent_id

    def _goes_round(self, session_id: SessionId) -> bool:
        """Whether the way up never ends, as damaged data may have it."""
        seen: set[SessionId] = set()
        current: SessionId | None = session_id
        while current is not None and current in self._entries:
            if current in seen:
                return True
            seen.add(current)
            current = self._entries[current].parent_id
        return False

    def _take_away(self, session_id: SessionId) -> None:
        old = self._entries.get(session_id)
        if old is None:
            return
        self._unhang(session_id, old.parent_id)
        del self._entries[session_id]
        for orphan in self._children.pop(session_id, ()):
            insort(self._roots, orphan, key=self._place)

    def _adopt(self, session_id: SessionId) -> None:
        """Children that came before their parent hang in the air as roots; take them in."""
        for orphan in [item for item in self._roots if self._entries[item].parent_id == session_id]:
            self._roots.remove(orphan)
            self._hang(orphan, session_id)

    def _hang(self, session_id: SessionId, parent_id: SessionId | None) -> None:
        if parent_id is None or parent_id not in self._entries:
            insort(self._roots, session_id, key=self._place)
            return
        siblings = list(self._children.get(parent_id, ()))
        insort(siblings, session_id, key=self._place)
        self._children[parent_id] = siblings

    def _unhang(self, session_id: SessionId, parent_id: SessionId | None) -> None:
        siblings = self._children.get(parent_id, []) if parent_id is not None else []
        if session_id in siblings and parent_id is not None:
            self._children[parent_id] = [item for item in siblings if item != session_id]
        elif session_id in self._roots:
            self._roots.remove(session_id)
