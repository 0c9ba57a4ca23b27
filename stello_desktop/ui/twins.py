"""Conversations of the same name in the same place are told apart: by a number, and by when they began.

The assistant may open three *Ideas* in one answer. Their names stay as they are; the number is that of their making,
so that it does not change while they are moved about.
"""

from __future__ import annotations

import time
from collections import defaultdict

from PySide6.QtCore import QCoreApplication

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import Topology
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.moments import moment


class Twins:
    """Knows the siblings of one name in one snapshot of the tree; each place is looked through once."""

    def __init__(self, topology: Topology) -> None:
        self.topology = topology
        self._places: dict[SessionId | None, dict[SessionId, tuple[int, int]]] = {}

    def number_of(self, session_id: SessionId) -> tuple[int, int]:
        """Which one it is of how many; (1, 1) where its name is its own."""
        if session_id not in self.topology:
            return 1, 1
        parent = self.topology.parent(session_id)
        if parent not in self._places:
            self._places[parent] = self._look_through(parent)
        return self._places[parent].get(session_id, (1, 1))

    def _look_through(self, parent: SessionId | None) -> dict[SessionId, tuple[int, int]]:
        topology = self.topology
        named: dict[str, list[SessionId]] = defaultdict(list)
        for item in topology.roots if parent is None else topology.children(parent):
            named[topology[item].label.casefold()].append(item)
        found: dict[SessionId, tuple[int, int]] = {}
        for twins in named.values():
            if len(twins) > 1:
                twins.sort(key=lambda item: (topology[item].created_at, topology[item].order))
                found.update((item, (number, len(twins))) for number, item in enumerate(twins, 1))
        return found

    def hint(self, session_id: SessionId) -> str:
        """A few quiet letters behind the name, such as *2 · 14:03*; empty where its name is its own."""
        number, count = self.number_of(session_id)
        if count == 1:
            return ""
        return f"{number} · {moment(self.topology[session_id].created_at, time.time())}"

    def spoken(self, session_id: SessionId) -> str:
        """The same for a screen reader."""
        number, count = self.number_of(session_id)
        if count == 1:
            return ""
        words = QCoreApplication.translate("Twins", "number %1 of %2 with this name, made %3")
        made = moment(self.topology[session_id].created_at, time.time())
        return filled(words, str(number), str(count), made)

    def path(self, session_id: SessionId) -> str:
        """The way to a conversation, each step with what tells it from its twins."""
        steps = (
            f"{self.topology[item].label} ({hint})"
            if (hint := self.hint(item))
            else self.topology[item].label
            for item in self.topology.path(session_id)
        )
        return " › ".join(steps)
