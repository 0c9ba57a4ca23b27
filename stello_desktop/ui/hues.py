"""Which colour a branch has: one rule for map, outline and small map, steady while siblings come and go.

The first-level branches of a project take the hues in their order. A branch keeps the hue that it has
once had in this project: when a sibling leaves, nobody is repainted, and who comes back gets the old
colour again where it is still free. What differs from plain counting is kept with the view's state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import Topology

HUES: Final = 8
MAX_KEPT: Final = 2_000


class BranchHues:
    """Remembers the colours of first-level branches; shared by all views of one window."""

    def __init__(self) -> None:
        self._kept: dict[SessionId, dict[SessionId, int]] = {}
        self._restored: dict[SessionId, int] = {}
        self._now: dict[SessionId, tuple[tuple[SessionId, ...], dict[SessionId, int]]] = {}

    def of_branches(self, topology: Topology, root: SessionId) -> Mapping[SessionId, int]:
        """The hue of each first-level branch of a project."""
        siblings = topology.children(root)
        known = self._now.get(root)
        if known is not None and known[0] == siblings:
            return known[1]
        hues = self._deal(siblings, self._kept.setdefault(root, {}))
        self._kept[root].update(hues)
        self._now[root] = (siblings, hues)
        return hues

    def of(self, topology: Topology, session_id: SessionId) -> int:
        """The hue of any conversation: that of the branch it belongs to, 0 for a project."""
        path = topology.path(session_id)
        return self.of_branches(topology, path[0])[path[1]] if len(path) > 1 else 0

    def _deal(self, siblings: tuple[SessionId, ...], kept: Mapping[SessionId, int]) -> dict[SessionId, int]:
        """First those who have a colour, then the others: by their rank, or the next one that is free."""
        hues: dict[SessionId, int] = {}
        known = self._now_or_restored(siblings, kept)
        for session_id, hue in known.items():
            if hue not in hues.values() or len(siblings) > HUES:
                hues[session_id] = hue
        taken = set(hues.values())
        for rank, session_id in enumerate(siblings):
            if session_id in hues:
                continue
            wanted = rank % HUES
            free = [(wanted + step) % HUES for step in range(HUES) if (wanted + step) % HUES not in taken]
            hues[session_id] = free[0] if free else wanted
            taken.add(hues[session_id])
        return hues

    def _now_or_restored(
        self, siblings: tuple[SessionId, ...], kept: Mapping[SessionId, int]
    ) -> dict[SessionId, int]:
        restored = self._restored
        return {
            item: kept[item] if item in kept else restored[item]
            for item in siblings
            if item in kept or item in restored
        }

    # -- from one start to the next

    def state(self) -> dict[str, int]:
        """What plain counting would not give, as JSON values."""
        odd = [
            (session_id, hues[session_id])
            for siblings, hues in self._now.values()
            for rank, session_id in enumerate(siblings)
            if hues[session_id] != rank % HUES
        ]
        return dict(odd[:MAX_KEPT])

    def put_state(self, state: Any) -> None:
        """Take up the colours of the last time; anything unreadable is left out."""
        if isinstance(state, dict):
            self._restored = {
                SessionId(name): hue
                for name, hue in state.items()
                if isinstance(name, str) and isinstance(hue, int) and 0 <= hue < HUES
            }
            self._kept.clear()
            self._now.clear()
