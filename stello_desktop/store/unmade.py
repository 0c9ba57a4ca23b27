"""Inside a transaction: what was asked for and is not made (D-3)."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.memory import MemoryKind, UnmadeKey
from stello_desktop.store.tree import fetch

_log = logging.getLogger(__name__)


def read_unmade(connection: Connection) -> dict[UnmadeKey, Any]:
    """In the order of asking; what this version does not understand is left out, and left as it is."""
    found: dict[UnmadeKey, Any] = {}
    for kind, scope, text in fetch(connection, "SELECT kind, scope, value FROM unmade ORDER BY unmade_id"):
        try:
            found[MemoryKind(kind), SessionId(scope) if scope else None] = json.loads(text)
        except ValueError:
            _log.warning("what is not made yet cannot be read: %s", kind)
    return found


def write_unmade(connection: Connection, changes: Mapping[UnmadeKey, Mapping[str, Any] | None]) -> None:
    """Only these rows; one that changes keeps its place."""
    gone = [(kind.value, scope or "") for (kind, scope), value in changes.items() if value is None]
    kept = [
        (kind.value, scope or "", json.dumps(value, ensure_ascii=False))
        for (kind, scope), value in changes.items()
        if value is not None
    ]
    if gone:
        connection.exec_driver_sql("DELETE FROM unmade WHERE kind = ? AND scope = ?", gone)
    if kept:
        connection.exec_driver_sql(
            "INSERT INTO unmade (kind, scope, value) VALUES (?, ?, ?)"
            " ON CONFLICT (kind, scope) DO UPDATE SET value = excluded.value",
            kept,
        )
