"""The outline of a project that a model may be told (C-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.session import SessionStatus
from stello_desktop.domain.text import prompt_label
from stello_desktop.domain.topology import LayoutKind, StrategyKind, Topology, TreeEntry

MAX_LINES: Final = 60
HERE: Final = " (this conversation)"


def outline(topology: Topology, session_id: SessionId, max_lines: int = MAX_LINES) -> str:
    """The conversation's own tree as indented lines, with a mark at the conversation itself.

    Where the tree is larger than ``max_lines``, ancestors come first, then siblings and children.
    """
    chosen: set[SessionId] = set()
    for candidate in _by_nearness(topology, session_id):
        if len(chosen) >= max_lines:
            break
        chosen.add(candidate)
    lines: list[str] = []
    for member in topology.subtree(topology.root_of(session_id)):
        if member in chosen:
            mark = HERE if member == session_id else ""
            lines.append(f"{'  ' * topology.depth(member)}- {prompt_label(topology[member].label)}{mark}")
    return "\n".join(lines)


def outline_of_new(topology: Topology, parent_id: SessionId | None, label: str) -> str:
    """The outline as a branch of this name would see it, last among its siblings."""
    entry = TreeEntry(
        session_id=SessionId(""),
        parent_id=parent_id,
        source_id=parent_id,
        order=max((entry.order for entry in topology.entries()), default=0) + 1,
        label=label,
        status=SessionStatus.ACTIVE,
        turn_count=0,
        message_count=0,
        created_at=0.0,
        updated_at=0.0,
        last_active_at=0.0,
        dx=None,
        dy=None,
        folded=False,
        layout=LayoutKind.STAR,
        strategy=StrategyKind.HIERARCHICAL,
        flags=0,
        waiting_insights=0,
    )
    return outline(topology.updated([entry]), entry.session_id)


def _by_nearness(topology: Topology, session_id: SessionId) -> Iterator[SessionId]:
    yield session_id
    yield from topology.ancestors(session_id)
    parent = topology.parent(session_id)
    if parent is not None:
        yield from topology.children(parent)
    yield from topology.children(session_id)
    yield from topology.subtree(topology.root_of(session_id))
