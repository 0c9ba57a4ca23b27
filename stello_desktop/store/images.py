"""What a structural change did to the rows of the tree: before and after, compact, reversible (P-4).

Rows are named by their ``seq``, a small number that is never given out twice, and columns are written
once per group: a deletion of 5,000 conversations is a list of 5,000 numbers. Being in the trash is a
yes or no here; which deletion a row belongs to is decided anew each time it goes there.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection

IMAGE_COLUMNS: Final = frozenset(
    {"parent_id", "ord", "label", "status", "dx", "dy", "layout", "strategy", "config"}
)
UPDATING: Final = frozenset({"label", "status", "config"})
"""What changes the conversation itself, not only its place: its time of change moves too."""

type Values = tuple[Any, ...]
type Columns = tuple[str, ...]


@dataclass(slots=True)
class Change:
    """One structural change of any number of rows.

    Attributes:
        columns: by the columns that changed: ``(seq, values before, values after)``.
        trashed: rows that went to the trash.
        revived: rows that came to life, by creation or from the trash.
        linked, unlinked: references that came and went, each ``(seq, seq of its target)`` (P-2).
        notes: notes that went or came back, as which version of their round counts, 0 for none:
            ``(seq, record, before, after)`` (R-15). Not by the number of the round, which may be given out again.
    """

    columns: dict[Columns, list[tuple[int, Values, Values]]] = field(default_factory=dict)
    trashed: list[int] = field(default_factory=list)
    revived: list[int] = field(default_factory=list)
    linked: list[tuple[int, int]] = field(default_factory=list)
    unlinked: list[tuple[int, int]] = field(default_factory=list)
    notes: list[tuple[int, int, int, int]] = field(default_factory=list)

    def note(self, seq: int, columns: Columns, before: Values, after: Values) -> None:
        """Note what happens to one row; nothing where it stays as it is."""
        if not IMAGE_COLUMNS.issuperset(columns):
            raise ValueError(f"no structural columns: {columns}")
        if before != after:
            self.columns.setdefault(columns, []).append((seq, before, after))

    @property
    def seqs(self) -> set[int]:
        """Every row that is touched."""
        found = {*self.trashed, *self.revived}
        found.update(seq for link in (*self.linked, *self.unlinked) for seq in link)
        found.update(item[0] for item in self.notes)
        for rows in self.columns.values():
            found.update(seq for seq, _, _ in rows)
        return found

    @property
    def is_empty(self) -> bool:
        """Whether nothing would happen."""
        return not (
            self.columns or self.trashed or self.revived or self.linked or self.unlinked or self.notes
        )

    @property
    def referring(self) -> set[int]:
        """The rows whose references changed."""
        return {seq for seq, _ in (*self.linked, *self.unlinked)}

    def parents(self) -> set[str]:
        """Every parent that a row had before or has after."""
        found: set[str] = set()
        for columns, rows in self.columns.items():
            if "parent_id" in columns:
                at = columns.index("parent_id")
                found.update(
                    values[at] for _, before, after in rows for values in (before, after) if values[at]
                )
        return found

    def reversed(self) -> Change:
        """The change that takes this one back."""
        columns = {
            names: [(seq, after, before) for seq, before, after in rows]
            for names, rows in self.columns.items()
        }
        notes = [(seq, record_id, after, before) for seq, record_id, before, after in self.notes]
        return Change(columns, self.revived, self.trashed, self.unlinked, self.linked, notes)

    def without(self, seqs: Iterable[int], records: Collection[int] = ()) -> Change:
        """What is left of the change when rows, and messages, are destroyed."""
        gone = set(seqs)
        columns = {
            names: kept
            for names, rows in self.columns.items()
            if (kept := [row for row in rows if row[0] not in gone])
        }
        return Change(
            columns,
            [seq for seq in self.trashed if seq not in gone],
            [seq for seq in self.revived if seq not in gone],
            [link for link in self.linked if gone.isdisjoint(link)],
            [link for link in self.unlinked if gone.isdisjoint(link)],
            [item for item in self.notes if item[0] not in gone and item[1] not in records],
        )

    def to_json(self) -> str:
        """As the store keeps it."""
        columns = [
            [names, [[seq, *before, *after] for seq, before, after in rows]]
            for names, rows in self.columns.items()
        ]
        whole: list[Any] = [columns, self.trashed, self.revived]
        if (
            self.linked or self.unlinked or self.notes
        ):  # a version that knows none of these reads all the others
            whole += [self.linked, self.unlinked]
        if self.notes:
            whole.append(self.notes)
        return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Change:
        """The other way."""
        columns, trashed, revived, *more = json.loads(text)
        linked, unlinked, notes = (*more, (), (), ())[:3]
        change = cls(
            trashed=trashed,
            revived=revived,
            linked=[(seq, target) for seq, target in linked],
            unlinked=[(seq, target) for seq, target in unlinked],
            notes=[(seq, record_id, before, after) for seq, record_id, before, after in notes],
        )
        for names, rows in columns:
            width = len(names)
            change.columns[tuple(names)] = [
                (row[0], tuple(row[1 : 1 + width]), tuple(row[1 + width :])) for row in rows
            ]
        return change


@dataclass(frozen=True, slots=True)
class TrashLabel:
    """What the trash shows of a deletion."""

    label: str = ""
    parent_label: str = ""


def write_change(connection: Connection, change: Change, label: TrashLabel, now: float) -> None:
    """Write what ``change`` says; rows that go to the trash go there together, as one deletion."""
    for names, rows in change.columns.items():
        assignments = ", ".join(f"{name} = ?" for name in names)
        stamp = "" if UPDATING.isdisjoint(names) else f", updated_at = {float(now)!r}"
        connection.exec_driver_sql(
            f"UPDATE session SET {assignments}{stamp} WHERE seq = ?",  # noqa: S608 - names are checked by Change.note
            [(*after, seq) for seq, _, after in rows],
        )
    _write_links(connection, change)
    for seq, record_id, _, after in change.notes:
        _choose_version(connection, seq, record_id, after, now)
    if change.revived:
        _revive(connection, change.revived)
    if change.trashed:
        _put_in_trash(connection, change.trashed, label, now)


def _write_links(connection: Connection, change: Change) -> None:
    pair = "(SELECT session_id FROM session WHERE seq = ?)"
    if change.unlinked:
        connection.exec_driver_sql(
            f"DELETE FROM ref WHERE session_id = {pair} AND target_id = {pair}",  # noqa: S608 - constants
            change.unlinked,
        )
    if change.linked:
        connection.exec_driver_sql(
            "INSERT OR IGNORE INTO ref (session_id, target_id)"
            " SELECT s.session_id, t.session_id FROM session s, session t WHERE s.seq = ? AND t.seq = ?",
            change.linked,
        )


def _choose_version(connection: Connection, seq: int, record_id: int, version: int, now: float) -> None:
    """Let a version of a note count, or none; a note that is gone meanwhile changes nothing."""
    seen = (
        "(SELECT count(*) FROM record r JOIN round o ON o.session_id = r.session_id AND o.round_no = r.round_no"
        " JOIN record n ON n.session_id = r.session_id AND n.round_no = r.round_no"
        " WHERE n.record_id = ? AND r.version = o.chosen_version)"
    )
    connection.exec_driver_sql(
        f"UPDATE session SET message_count = message_count - {seen} WHERE seq = ?",  # noqa: S608 - constant
        (record_id, seq),
    )
    connection.exec_driver_sql(
        "UPDATE round SET chosen_version = ? WHERE (session_id, round_no) IN"
        " (SELECT session_id, round_no FROM record WHERE record_id = ?)",
        (version, record_id),
    )
    connection.exec_driver_sql(
        f"UPDATE session SET message_count = message_count + {seen}, updated_at = ? WHERE seq = ?",  # noqa: S608 - constant
        (record_id, now, seq),
    )


def _put_in_trash(connection: Connection, seqs: Sequence[int], label: TrashLabel, now: float) -> None:
    trash_id = connection.exec_driver_sql(
        "INSERT INTO trash (label, parent_label, deleted_at) VALUES (?, ?, ?) RETURNING trash_id",
        (label.label, label.parent_label, now),
    ).scalar_one()
    connection.exec_driver_sql(
        "UPDATE session SET trash_id = ? WHERE seq IN (SELECT value FROM json_each(?))",
        (trash_id, json.dumps(seqs)),
    )


def _revive(connection: Connection, seqs: Sequence[int]) -> None:
    connection.exec_driver_sql(
        "UPDATE session SET trash_id = NULL WHERE seq IN (SELECT value FROM json_each(?))",
        (json.dumps(seqs),),
    )
    connection.exec_driver_sql(
        "DELETE FROM trash WHERE NOT EXISTS (SELECT 1 FROM session WHERE session.trash_id = trash.trash_id)"
    )
