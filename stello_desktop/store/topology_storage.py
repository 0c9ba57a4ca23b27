"""The tree on disk behind its port: each change is one transaction with its inverse (P-4)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from sqlalchemy import Connection

from stello_desktop.domain.commands import CREATING, Command, Rename, Step, TrashItem
from stello_desktop.domain.ids import SessionId, TrashId
from stello_desktop.domain.ports import Applied, HistoryState
from stello_desktop.domain.session import SessionDraft
from stello_desktop.domain.topology import Topology, TreeEntry
from stello_desktop.store import history, trash, tree
from stello_desktop.store.database import Database, driver_connection
from stello_desktop.store.images import Change, write_change
from stello_desktop.store.planning import plan
from stello_desktop.store.planting import plant
from stello_desktop.store.reading import read_topology


class TopologyStore:
    """Implements `TopologyStorage`."""

    def __init__(self, database: Database, *, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now

    async def load(self) -> tuple[Topology, HistoryState]:
        """The whole tree and the history's two ends."""
        return await self._database.read(
            lambda connection: (
                read_topology(driver_connection(connection)),
                history.history_state(connection),
            )
        )

    async def history(self) -> HistoryState:
        """What undo and redo would do now."""
        return await self._database.read(history.history_state)

    async def entries(self, session_ids: Sequence[SessionId]) -> tuple[TreeEntry, ...]:
        """The living ones, in the order asked for."""
        wanted = tuple(session_ids)
        return await self._database.read(lambda connection: tuple(tree.entries_of_ids(connection, wanted)))

    async def apply(self, command: Command) -> Applied:
        """Do it and remember how to take it back; what changes nothing is no step.

        Raises: SessionNotFound, TopologyCycle, InvalidReference, InvalidLabel, StoreError; in each case nothing changed.
        """
        now = self._now()
        return await self._database.transact(lambda connection: _apply(connection, command, now))

    async def add_tree(self, drafts: Sequence[SessionDraft]) -> Applied:
        """Plant whole conversations as one step named like a new project. Raises: InvalidLabel."""
        now, planted = self._now(), tuple(drafts)
        return await self._database.transact(lambda connection: _plant(connection, planted, now))

    async def undo(self, *, standing: Step | None = None) -> Applied | None:
        """Take back the newest step; ``standing`` is left done for good instead."""
        if standing is not None:
            return await self._database.transact(lambda connection: _let_stand(connection, standing))
        now = self._now()
        return await self._database.transact(lambda connection: _undo(connection, now))

    async def redo(self) -> Applied | None:
        """Do the last undone step again."""
        now = self._now()
        return await self._database.transact(lambda connection: _redo(connection, now))

    async def set_folded(self, session_ids: Sequence[SessionId], folded: bool) -> None:
        """Keep what is folded; no step of the history."""
        ids = json.dumps(list(session_ids))
        await self._database.transact(
            lambda connection: connection.exec_driver_sql(
                "UPDATE session SET folded = ? WHERE session_id IN (SELECT value FROM json_each(?))",
                (int(folded), ids),
            ).close()
        )

    async def list_trash(self) -> tuple[TrashItem, ...]:
        """The newest deletion first."""
        return await self._database.read(trash.list_items)

    async def empty_trash(self, trash_id: TrashId | None = None) -> int:
        """Destroy what is in the trash, or what one deletion took there, in the file and in its log."""
        done = await self._database.transact(lambda connection: trash.destroy(connection, trash_id))
        if done.anything:
            await self._database.forget_log()
        return done.conversations


def _apply(connection: Connection, command: Command, now: float) -> Applied:
    if isinstance(command, Rename) and command.joins_creation:
        joined = _join(connection, command, now)
        if joined is not None:
            return joined
    planned = plan(connection, command, now)
    if planned.change.is_empty:
        return _applied(connection, planned.step, planned.change)
    write_change(connection, planned.change, planned.trash_label, now)
    step = history.record_step(connection, planned.step, planned.change, now)
    applied = _applied(connection, step, planned.change)
    return replace(applied, trash=False) if planned.step.name in CREATING else applied


def _plant(connection: Connection, drafts: Sequence[SessionDraft], now: float) -> Applied:
    step, change = plant(connection, drafts, now)
    step = history.record_step(connection, step, change, now)
    return replace(_applied(connection, step, change), trash=False)


def _join(connection: Connection, command: Rename, now: float) -> Applied | None:
    place = tree.place_of(connection, command.session_id)
    label = tree.label_of(command.label)
    step = history.join_creation(connection, command.session_id, label)
    if step is None:
        return None
    connection.exec_driver_sql(
        "UPDATE session SET label = ?, updated_at = ? WHERE seq = ?", (label, now, place.seq)
    )
    change = Change()
    change.note(place.seq, ("label",), (place.label,), (label,))
    return _applied(connection, step, change)


def _undo(connection: Connection, now: float) -> Applied | None:
    stored = history.newest_done(connection)
    if stored is None:
        return None
    return _applied(connection, stored.step, history.take_back(connection, stored, now))


def _let_stand(connection: Connection, step: Step) -> Applied | None:
    return _applied(connection, step, Change()) if history.let_stand(connection, step) else None


def _redo(connection: Connection, now: float) -> Applied | None:
    stored = history.oldest_undone(connection)
    if stored is None:
        return None
    return _applied(connection, stored.step, history.do_again(connection, stored, now))


def _applied(connection: Connection, step: Step, change: Change) -> Applied:
    changed, removed = tree.split_by_life(connection, _touched(connection, step, change))
    touches_trash = bool(change.trashed or change.revived)
    return Applied(
        changed,
        removed,
        step,
        history.history_state(connection),
        trash=touches_trash,
        refs=tree.refs_of_seqs(connection, sorted(change.referring)),
        records=step.session_ids if change.notes else (),
    )


def _touched(connection: Connection, step: Step, change: Change) -> Iterable[int]:
    """The rows; where none changed (tidying what is tidy), those that the step is about."""
    if not change.is_empty:
        return change.seqs
    ids = json.dumps(step.session_ids)
    sql = "SELECT seq FROM session WHERE session_id IN (SELECT value FROM json_each(?))"
    return [row[0] for row in tree.fetch(connection, sql, ids)]
