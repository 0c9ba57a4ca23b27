"""Notes that were written or changed are steps of the history, as those that were removed are (P-4, R-15).

What comes back, or goes, is which version of the note counts; none while it is taken back.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from stello_desktop.domain.commands import Step, StepName
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.store.history import forget_destroyed, record_step
from stello_desktop.store.images import Change
from stello_desktop.store.tree import place_of


def written(connection: Connection, session_id: SessionId, added: Sequence[RecordId], now: float) -> None:
    """These notes are new, each in a round of its own. Raises: SessionNotFound."""
    changes = [(record_id, 0, 1) for record_id in added]
    _record(connection, StepName.ADD_NOTE, session_id, changes, now)


def changed(
    connection: Connection, session_id: SessionId, record_id: RecordId, before: int, after: int, now: float
) -> None:
    """Another version of a note counts. Raises: SessionNotFound."""
    _record(connection, StepName.EDIT_NOTE, session_id, [(record_id, before, after)], now)


def gone(connection: Connection, records: Sequence[RecordId]) -> None:
    """These are notes no longer, and nothing brings them back as such."""
    forget_destroyed(connection, (), (), records)


def _record(
    connection: Connection,
    name: StepName,
    session_id: SessionId,
    changes: Sequence[tuple[RecordId, int, int]],
    now: float,
) -> None:
    if not changes:
        return
    place = place_of(connection, session_id)
    change = Change(notes=[(place.seq, *item) for item in changes])
    params = {"label": place.label, "count": 1, "record": changes[-1][0]}
    record_step(connection, Step(name, params, (session_id,)), change, now)
