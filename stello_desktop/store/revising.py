"""Inside a transaction: which version of a round counts, and what becomes of notes (R-14, R-15)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from sqlalchemy import Connection

from stello_desktop.domain.errors import BrokenRule
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.messages import RecordDraft, RecordKind, RecordState, Role
from stello_desktop.domain.topology import EntryFlag
from stello_desktop.domain.versions import RoundVersions
from stello_desktop.store import note_steps
from stello_desktop.store.records import CHOSEN, add_records, count_version, record_by_id
from stello_desktop.store.rounds import add_waiting
from stello_desktop.store.tree import fetch

_VERSIONS: Final = """
    WITH version AS (
        SELECT DISTINCT r.session_id, r.round_no, r.version FROM record r
        WHERE r.session_id = ? AND r.round_no IN (SELECT round_no FROM record INDEXED BY record_versions
            WHERE session_id = ? AND version > 1)
    )
    SELECT v.round_no, v.version, o.chosen_version, (
            SELECT min(same.version) FROM record same WHERE same.session_id = v.session_id
                AND same.round_no = v.round_no AND same.role = 'user' AND same.content = q.content
        ), coalesce(q.state, '') IN ('failed', 'stopped', 'interrupted') AND NOT EXISTS (
            SELECT 1 FROM record a WHERE a.session_id = v.session_id AND a.round_no = v.round_no
                AND a.version = v.version AND a.role <> 'user'
                AND (a.content <> '' OR a.reasoning <> '' OR a.tool_calls <> '')
        )
    FROM version v JOIN round o ON o.session_id = v.session_id AND o.round_no = v.round_no
    LEFT JOIN record q ON q.session_id = v.session_id AND q.round_no = v.round_no AND q.version = v.version
        AND q.role = 'user'
    ORDER BY v.round_no, v.version, q.record_id
"""
"""Each version of the rounds with several: its round, its number, the one that counts there, the first version that
asks the same (NULL where it asks nothing), and whether it broke off without having brought anything."""


@dataclass(frozen=True, slots=True)
class _Tried:
    """Whatever was tried in a round, with a trace of it or without.

    Attributes:
        asked: by version, the first version that asks the same; None where it asks nothing.
        vain: those that broke off without having brought anything.
    """

    round_no: int
    chosen: int
    asked: dict[int, int | None] = field(default_factory=dict)
    vain: set[int] = field(default_factory=set)

    @property
    def offered(self) -> RoundVersions:
        """Without attempts that brought nothing, where the same question stands in another version (R-10, R-14).

        The chosen one stays, whatever it brought: it is what is seen.
        """
        kept = list(self.asked)
        for version in sorted(self.vain - {self.chosen}):
            if any(self.asked[other] == self.asked[version] for other in kept if other != version):
                kept.remove(version)
        alike = len({self.asked[version] for version in kept}) == 1
        return RoundVersions(self.round_no, tuple(kept), self.chosen, alike)


def list_versions(connection: Connection, session_id: SessionId) -> tuple[RoundVersions, ...]:
    """The rounds with several versions, in order (R-14): one query, which reads no record of any other round.

    Whether versions ask the same is compared inside the store; no text leaves it.
    """
    offered = [item.offered for item in _tried(connection, session_id)]
    return tuple(item for item in offered if len(item.versions) > 1)


def _tried(connection: Connection, session_id: SessionId) -> tuple[_Tried, ...]:
    found: dict[int, _Tried] = {}
    for round_no, version, chosen, same, vain in fetch(connection, _VERSIONS, session_id, session_id):
        tried = found.setdefault(round_no, _Tried(round_no, chosen))
        tried.asked[version] = same
        if vain:
            tried.vain.add(version)
    return tuple(item for item in found.values() if len(item.asked) > 1 and item.chosen in item.asked)


def choose(
    connection: Connection, session_id: SessionId, round_no: int, version: int, now: float
) -> RoundVersions:
    """Let another version of a round count. Raises: BrokenRule."""
    known = next((item for item in _tried(connection, session_id) if item.round_no == round_no), None)
    if known is None or version not in known.asked:
        raise BrokenRule(f"round {round_no} has no version {version}", session_id=session_id)
    shown = count_version(connection, session_id, round_no, version)
    hidden = count_version(connection, session_id, round_no, known.chosen)
    connection.exec_driver_sql(
        "UPDATE round SET chosen_version = ? WHERE session_id = ? AND round_no = ?",
        (version, session_id, round_no),
    )
    connection.exec_driver_sql(
        "UPDATE session SET message_count = message_count + ?, updated_at = ? WHERE session_id = ?",
        (shown - hidden, now, session_id),
    )
    _tell_failure(connection, session_id)
    return replace(known, chosen=version).offered


def _tell_failure(connection: Connection, session_id: SessionId) -> None:
    """Whether the last question failed, as far as the chosen versions say."""
    rows = fetch(
        connection,
        "SELECT r.state FROM record r WHERE r.session_id = ? AND r.round_no > 0 AND r.role = 'user'"  # noqa: S608 - constant
        f" AND r.kind = 'message' AND r.state <> 'waiting' AND r.version = {CHOSEN}"
        " ORDER BY r.round_no DESC LIMIT 1",
        session_id,
    )
    failed = bool(rows) and rows[0][0] == RecordState.FAILED.value
    flag = int(EntryFlag.FAILED)
    connection.exec_driver_sql(
        "UPDATE session SET flags = (flags & ~?) | ? WHERE session_id = ?",
        (flag, flag if failed else 0, session_id),
    )


def note_place(connection: Connection, session_id: SessionId, record_id: RecordId) -> tuple[int, int]:
    """The round and version of a note that is seen. Raises: BrokenRule where it is none of this conversation."""
    rows = fetch(
        connection,
        "SELECT r.round_no, r.version FROM record r WHERE r.record_id = ? AND r.session_id = ?"  # noqa: S608 - constant
        f" AND r.kind = 'note' AND r.round_no > 0 AND r.version = {CHOSEN}",
        record_id,
        session_id,
    )
    if not rows:
        raise BrokenRule("this is no note", session_id=session_id)
    return rows[0][0], rows[0][1]


def edit_note(
    connection: Connection, session_id: SessionId, record_id: RecordId, text: str, now: float
) -> RecordId:
    """Other words for a note, as a new version of it, and a step (R-15); gives its new id. Raises: BrokenRule."""
    round_no, version = note_place(connection, session_id, record_id)
    if record_by_id(connection, record_id).content == text:
        return record_id
    rows = fetch(
        connection,
        "SELECT max(version) FROM record WHERE session_id = ? AND round_no = ?",
        session_id,
        round_no,
    )
    newest = max(version, rows[0][0]) + 1
    draft = RecordDraft(role=Role.USER, content=text, kind=RecordKind.NOTE)
    (record,) = add_records(connection, session_id, round_no, newest, [draft], now)
    connection.exec_driver_sql(
        "INSERT INTO result_note (record_id, from_session, label, brought_at)"
        " SELECT ?, from_session, label, brought_at FROM result_note WHERE record_id = ?",
        (record.record_id, record_id),
    )
    connection.exec_driver_sql(
        "UPDATE round SET chosen_version = ? WHERE session_id = ? AND round_no = ?",
        (newest, session_id, round_no),
    )
    connection.exec_driver_sql(
        "UPDATE session SET updated_at = ?, last_active_at = ? WHERE session_id = ?", (now, now, session_id)
    )
    note_steps.changed(connection, session_id, record.record_id, version, newest, now)
    return record.record_id


def ask_note(connection: Connection, session_id: SessionId, record_id: RecordId, now: float) -> RecordId:
    """A note becomes a question that waits behind everything (R-15). Raises: BrokenRule.

    What the note said earlier comes along as earlier versions of the question: nothing that was written is lost (R-14).
    """
    round_no, _ = note_place(connection, session_id, record_id)
    content = record_by_id(connection, record_id).content
    versions = fetch(
        connection,
        "SELECT record_id FROM record WHERE session_id = ? AND round_no = ?",
        session_id,
        round_no,
    )
    note_steps.gone(connection, [RecordId(row[0]) for row in versions])
    connection.exec_driver_sql("DELETE FROM record WHERE record_id = ?", (record_id,))
    connection.exec_driver_sql(
        "UPDATE session SET message_count = message_count - 1 WHERE session_id = ?", (session_id,)
    )
    started = add_waiting(connection, session_id, content, now)
    asked = started.user_record
    if asked is None:
        raise BrokenRule("a question is there once it was added")
    _bring_versions(connection, session_id, round_no, started.round_no, asked.record_id)
    connection.exec_driver_sql(
        "DELETE FROM round WHERE session_id = ? AND round_no = ?", (session_id, round_no)
    )
    return asked.record_id


def _bring_versions(
    connection: Connection, session_id: SessionId, old: int, new: int, asked: RecordId
) -> None:
    """What is left of a round that was a note becomes what its question was before."""
    found = fetch(
        connection,
        "SELECT max(version) FROM record WHERE session_id = ? AND round_no = ?",
        session_id,
        old,
    )
    version = 1 if found[0][0] is None else found[0][0] + 1
    connection.exec_driver_sql("UPDATE record SET version = ? WHERE record_id = ?", (version, asked))
    connection.exec_driver_sql(
        "UPDATE round SET chosen_version = ? WHERE session_id = ? AND round_no = ?",
        (version, session_id, new),
    )
    connection.exec_driver_sql(
        "UPDATE record SET round_no = ? WHERE session_id = ? AND round_no = ?", (new, session_id, old)
    )
