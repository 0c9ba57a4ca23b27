"""What was deleted: listed, and destroyed only here (P-3)."""

from __future__ import annotations

from sqlalchemy import Connection

from stello_desktop.domain.commands import TrashItem
from stello_desktop.store.history import forget_destroyed
from stello_desktop.store.tree import fetch


def list_items(connection: Connection) -> tuple[TrashItem, ...]:
    """The newest deletion first."""
    rows = fetch(
        connection,
        "SELECT t.trash_id, t.label, count(s.seq), t.deleted_at, t.parent_label FROM trash t"
        " JOIN session s ON s.trash_id = t.trash_id GROUP BY t.trash_id ORDER BY t.trash_id DESC",
    )
    return tuple(TrashItem(*row) for row in rows)


def destroy_all(connection: Connection) -> int:
    """Delete every trashed conversation with all it has; gives their number."""
    rows = fetch(connection, "SELECT seq, session_id FROM session WHERE trash_id IS NOT NULL")
    if not rows:
        return 0
    forget_destroyed(connection, {row[0] for row in rows}, {row[1] for row in rows})
    connection.exec_driver_sql("DELETE FROM session WHERE trash_id IS NOT NULL")
    connection.exec_driver_sql("DELETE FROM trash")
    return len(rows)
