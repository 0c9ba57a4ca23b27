"""Where the person was in each conversation, for the last few hundred of them."""

from __future__ import annotations

from typing import Any, Final

from stello_desktop.domain.ids import SessionId
from stello_desktop.workspace.workspace import Workspace

_KEY: Final = "chat.places"
_KEPT: Final = 300


def read_place(workspace: Workspace, session_id: SessionId) -> list[float]:
    """Entry number and pixels below its top; empty for the end."""
    places = workspace.view_value(_KEY, {})
    place = places.get(session_id) if isinstance(places, dict) else None
    if isinstance(place, list) and all(isinstance(value, (int, float)) for value in place):
        return [float(value) for value in place]
    return []


def write_place(workspace: Workspace, session_id: SessionId, place: list[float]) -> None:
    """Remember it; nothing is kept for who was at the end."""
    stored = workspace.view_value(_KEY, {})
    places: dict[str, Any] = dict(stored) if isinstance(stored, dict) else {}
    before = places.pop(session_id, [])
    if place:
        places[session_id] = place
    if before != place:
        workspace.put_view_value(_KEY, dict([*places.items()][-_KEPT:]))
