"""Histories that were read before, kept until a write touches them (R-14).

A request in a conversation of a thousand messages then reads what is new, and not the thousand. Temporary triggers on
the one connection that writes tell which conversation was touched and from which round on, so that no statement, wherever
it stands, can be forgotten.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import Record

MOST_RECORDS: Final = 50_000
"""So many are kept in all; the conversation that was read the longest ago goes first."""

_BEYOND_ALL: Final = 1 << 62

_NOTICED: Final = (
    ("INSERT ON main.record", "new.session_id, new.round_no"),
    ("UPDATE ON main.record", "new.session_id, new.round_no"),
    ("UPDATE OF session_id, round_no ON main.record", "old.session_id, old.round_no"),
    ("DELETE ON main.record", "old.session_id, old.round_no"),
    ("INSERT ON main.round", "new.session_id, new.round_no"),
    ("UPDATE ON main.round", "new.session_id, new.round_no"),
    ("DELETE ON main.round", "old.session_id, old.round_no"),
    ("DELETE ON main.session", "old.session_id, -1"),
)


@dataclass(frozen=True, slots=True)
class Kept:
    """What is known of one history.

    Attributes:
        records: those of the rounds before ``from_round``, in order.
        whole: nothing is missing.
        from_round: the first round that must be read.
        stamp: as it was when this was asked; another one means that somebody wrote meanwhile.
    """

    records: tuple[Record, ...]
    whole: bool
    from_round: int
    stamp: int


@dataclass(slots=True)
class _History:
    records: tuple[Record, ...]
    valid_below: int = _BEYOND_ALL


class KeptHistories:
    """Used by all threads of a store; every method is short and holds the lock."""

    def __init__(self, most_records: int = MOST_RECORDS) -> None:
        self._most = most_records
        self._lock = threading.Lock()
        self._histories: OrderedDict[SessionId, _History] = OrderedDict()
        self._stamps: dict[SessionId, int] = {}
        self._touched: dict[SessionId, int] = {}
        self._count = 0
        self._stamp = 0

    def watch(self, driver: sqlite3.Connection) -> None:
        """Notice everything that this connection writes; for the one that writes."""
        driver.create_function("stello_touched", 2, self._touch)
        for number, (what, touched) in enumerate(_NOTICED):
            driver.execute(
                f"CREATE TEMP TRIGGER noticed_{number} AFTER {what} BEGIN SELECT stello_touched({touched}); END"
            )

    def _touch(self, session_id: SessionId, round_no: int) -> None:
        """On the writer's thread, inside a transaction."""
        first = self._touched.get(session_id)
        if first is None or round_no < first:
            self._touched[session_id] = round_no
            self._void({session_id: round_no})

    def settle(self) -> None:
        """A transaction has ended, however it ended: what was read while it ran may be older than it."""
        if self._touched:
            self._void(self._touched)
            self._touched = {}

    def _void(self, touched: dict[SessionId, int]) -> None:
        with self._lock:
            self._stamp += 1
            for session_id, round_no in touched.items():
                self._stamps[session_id] = self._stamp
                history = self._histories.get(session_id)
                if history is not None:
                    history.valid_below = min(history.valid_below, round_no)

    def look(self, session_id: SessionId) -> Kept:
        """What is known of a history now."""
        with self._lock:
            stamp = self._stamps.get(session_id, 0)
            history = self._histories.get(session_id)
            if history is None:
                return Kept((), False, -1, stamp)
            self._histories.move_to_end(session_id)
            if history.valid_below == _BEYOND_ALL:
                return Kept(history.records, True, _BEYOND_ALL, stamp)
            records, below = history.records, history.valid_below
        end = len(records)
        while end and records[end - 1].round_no >= below:
            end -= 1
        return Kept(records[:end], False, below, stamp)

    def is_current(self, session_id: SessionId, stamp: int) -> bool:
        """Whether nobody has written since."""
        with self._lock:
            return self._stamps.get(session_id, 0) == stamp

    def keep(self, session_id: SessionId, records: tuple[Record, ...], stamp: int) -> None:
        """Keep what was read, unless somebody has written since."""
        with self._lock:
            if self._stamps.get(session_id, 0) != stamp:
                return
            old = self._histories.pop(session_id, None)
            self._count += len(records) - (0 if old is None else len(old.records))
            self._histories[session_id] = _History(records)
            while self._count > self._most and len(self._histories) > 1:
                _, gone = self._histories.popitem(last=False)
                self._count -= len(gone.records)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._histories.clear()
            self._count = 0
