"""What was committed: the one value that every view listens to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from stello_desktop.domain.ids import SessionId


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """Ids by kind, and who caused them, so that a view can skip its own echo.

    Attributes:
        placed: created, removed, moved, renamed, archived: the tree must be drawn anew.
        touched: facts beside the tree changed (counts, times, badges).
        records: conversations whose messages changed.
        trash, settings, services, library: whether those changed at all.
        outbox: what waits to be sent, or whether its service can be reached.
        memory: summaries, reminders or syntheses, or what is being made of them.
        reveal: what to select and show after an undo or redo; never zooms (I8, I9).
        origin: the view that asked, compared by identity.
    """

    placed: frozenset[SessionId] = field(default_factory=frozenset)
    touched: frozenset[SessionId] = field(default_factory=frozenset)
    records: frozenset[SessionId] = field(default_factory=frozenset)
    trash: bool = False
    settings: bool = False
    services: bool = False
    outbox: bool = False
    memory: bool = False
    library: bool = False
    reveal: tuple[SessionId, ...] = ()
    origin: Any = None
