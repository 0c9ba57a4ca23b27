"""Identifiers: distinct types, so that the checker finds a swapped one."""

from __future__ import annotations

import uuid
from typing import NewType

SessionId = NewType("SessionId", str)
"""A conversation; also its place on the map (T-6). 32 hexadecimal digits."""

RecordId = NewType("RecordId", int)
"""A message in the store; grows with time, so it also orders (never the clock)."""

InsightId = NewType("InsightId", int)
TrashId = NewType("TrashId", int)
"""One deletion: everything that went to the trash together."""

ServiceId = NewType("ServiceId", str)
"""An AI service that the person has set up; ``practice`` is the built-in one."""


def new_session_id() -> SessionId:
    """A fresh id that no other machine will give out."""
    return SessionId(uuid.uuid4().hex)
