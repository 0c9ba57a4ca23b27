"""What was deleted: listed, and destroyed only here (P-3)."""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from sqlalchemy import Connection

from stello_desktop.domain.commands import TrashItem
from stello_desktop.domain.ids import TrashId
from stello_desktop.store.history import forget_destroyed
from stello_desktop.store.tree import ancestors_of, fetch

_FIRST_WORDS_CHARS: Final = 200


def list_items(connection: Connection) -> tuple[TrashItem, ...]:
    """The newest deletion first; what came along from another conversation is nobody's first words."""
    rows = fetch(
        connection,
        "SELECT t.trash_id, t.label, count(s.seq), t.deleted_at, t.parent_label,"
        " coalesce((SELECT n.created_at FROM session n WHERE n.trash_id = t.trash_id AND n.label = t.label"
        " ORDER BY n.seq LIMIT 1), 0),"
        " coalesce((SELECT substr(r.content, 1, ?) FROM record r JOIN session n ON n.session_id = r.session_id"
        " WHERE n.trash_id = t.trash_id AND n.label = t.label AND r.content <> ''"
        " AND (r.round_no > 0 OR r.kind = 'opening')"
        " ORDER BY n.seq, r.round_no = 0, r.round_no, r.record_id LIMIT 1), '')"
        " FROM trash t"
        " JOIN session s ON s.trash_id = t.trash_id GROUP BY t.trash_id ORDER BY t.trash_id DESC",
        _FIRST_WORDS_CHARS,
    )
    return tuple(TrashItem(*row) for row in rows)


class Destroyed(NamedTuple):
    """How many conversations went, and whether anything went at all."""

    conversations: int
    anything: bool


def destroy(connection: Connection, trash_id: TrashId | None) -> Destroyed:
    """Delete trashed conversations with all they have, of one deletion or all.

    With all of them go the notes that were taken out of conversations that live (R-15).
    """
    rows = fetch(
        connection,
        "SELECT seq, session_id FROM session WHERE trash_id IS NOT NULL AND trash_id = coalesce(?, trash_id)",
        trash_id,
    )
    notes = _removed_notes(connection) if trash_id is None else []
    if not rows and not notes:
        return Destroyed(0, anything=False)
    going = {row[1] for row in rows}
    forget_destroyed(connection, {row[0] for row in rows}, going, notes)
    connection.exec_driver_sql(
        "DELETE FROM record WHERE record_id IN (SELECT value FROM json_each(?))", (json.dumps(notes),)
    )
    if trash_id is None:
        connection.exec_driver_sql("DELETE FROM round WHERE chosen_version = 0")
    _lift_survivors(connection, going)
    connection.exec_driver_sql(
        "DELETE FROM session WHERE session_id IN (SELECT value FROM json_each(?))",
        (json.dumps(sorted(going)),),
    )
    connection.exec_driver_sql(
        "DELETE FROM trash WHERE NOT EXISTS (SELECT 1 FROM session WHERE session.trash_id = trash.trash_id)"
    )
    return Destroyed(len(rows), anything=True)


def _removed_notes(connection: Connection) -> list[int]:
    """With everything that they said before."""
    rows = fetch(
        connection,
        "SELECT r.record_id FROM round o JOIN record r ON r.session_id = o.session_id AND r.round_no = o.round_no"
        " WHERE o.chosen_version = 0",
    )
    return [row[0] for row in rows]


def _lift_survivors(connection: Connection, going: set[str]) -> None:
    """What hung under a destroyed conversation hangs under the nearest one above that is left.

    Only of an earlier deletion that stays: the living never hang under the dead.
    """
    ids = json.dumps(sorted(going))
    below = fetch(
        connection,
        "SELECT session_id, parent_id FROM session WHERE parent_id IN (SELECT value FROM json_each(?))"
        " AND session_id NOT IN (SELECT value FROM json_each(?))",
        ids,
        ids,
    )
    for session_id, parent_id in below:
        above = [item for item, _ in ancestors_of(connection, parent_id) if item not in going]
        connection.exec_driver_sql(
            "UPDATE session SET parent_id = ? WHERE session_id = ?",
            (above[0] if above else None, session_id),
        )
