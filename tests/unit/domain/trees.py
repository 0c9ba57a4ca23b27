"""Small trees to read and random ones to break things with."""

from __future__ import annotations

from typing import Any

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.session import SessionStatus
from stello_desktop.domain.topology import LayoutKind, StrategyKind, Topology, TreeEntry


def entry(name: str, parent: str | None = None, order: int = 0, **values: Any) -> TreeEntry:
    """A conversation whose id is its name."""
    facts: dict[str, Any] = {
        "session_id": SessionId(name),
        "parent_id": None if parent is None else SessionId(parent),
        "source_id": None if parent is None else SessionId(parent),
        "order": order,
        "label": name,
        "status": SessionStatus.ACTIVE,
        "turn_count": 0,
        "message_count": 0,
        "created_at": 0.0,
        "updated_at": 0.0,
        "last_active_at": 0.0,
        "dx": None,
        "dy": None,
        "folded": False,
        "layout": LayoutKind.STAR,
        "strategy": StrategyKind.HIERARCHICAL,
        "flags": 0,
        "waiting_insights": 0,
    }
    return TreeEntry(**{**facts, **values})


def a_tree(*chains: str) -> Topology:
    """``a_tree("main > a > b", "main > c")``: each chain from the root down, siblings in order."""
    parents: dict[str, str | None] = {}
    for chain in chains:
        above: str | None = None
        for name in chain.split(" > "):
            parents.setdefault(name, above)
            above = name
    return Topology(entry(name, parent, order) for order, (name, parent) in enumerate(parents.items()))


def shape(topology: Topology) -> dict[str | None, list[str]]:
    """Everything that hangs somewhere, by what it hangs under."""
    found: dict[str | None, list[str]] = {None: list(topology.roots)}
    for item in topology.entries():
        below = topology.children(item.session_id)
        if below:
            found[item.session_id] = list(below)
    return found
