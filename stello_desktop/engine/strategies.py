"""Where a new branch hangs (O-1)."""

from __future__ import annotations

from typing import Protocol

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import StrategyKind, Topology


class OrchestrationStrategy(Protocol):
    """Chooses the topology parent; never the source of the context (O-1)."""

    def resolve_fork_parent(self, source: SessionId, topology: Topology) -> SessionId:
        """The conversation under which a branch of ``source`` hangs."""
        ...


class MainSessionFlatStrategy:
    """Every branch hangs under the project; a project is its own (O-1)."""

    def resolve_fork_parent(self, source: SessionId, topology: Topology) -> SessionId:
        """The root of the source's tree."""
        return topology.root_of(source)


class HierarchicalOkrStrategy:
    """A branch hangs under the conversation it came from (O-1)."""

    def resolve_fork_parent(self, source: SessionId, topology: Topology) -> SessionId:
        """The source itself."""
        topology[source]
        return source


def strategy_of(session_id: SessionId, topology: Topology) -> OrchestrationStrategy:
    """The strategy of a conversation's project; hierarchical unless the project says otherwise."""
    root = topology[topology.root_of(session_id)]
    if root.strategy == StrategyKind.FLAT:
        return MainSessionFlatStrategy()
    return HierarchicalOkrStrategy()
