"""A whole tree of conversations as one step: example projects, and later what is imported."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from sqlalchemy import Connection

from stello_desktop.domain.commands import Step, StepName
from stello_desktop.domain.errors import BrokenRule
from stello_desktop.domain.messages import RecordDraft, RecordKind, RecordState, Role
from stello_desktop.domain.session import SessionDraft, SessionStatus
from stello_desktop.store import tree
from stello_desktop.store.creation import NewSession, insert_session
from stello_desktop.store.images import Change
from stello_desktop.store.records import add_records, counted


def plant(connection: Connection, drafts: Sequence[SessionDraft], now: float) -> tuple[Step, Change]:
    """Write the conversations, parents before children; nothing is recorded yet.

    Raises: InvalidLabel, BrokenRule where there is none or a parent is not among those before it.
    """
    if not drafts:
        raise BrokenRule("nothing to plant")
    known: set[str] = set()
    change = Change()
    for draft in drafts:
        if draft.parent_id is not None and draft.parent_id not in known:
            raise BrokenRule("a parent must be planted before its children")
        known.add(draft.session_id)
        change.revived.append(_plant_one(connection, draft, now))
    tops = tuple(draft.session_id for draft in drafts if draft.parent_id is None)
    params = {"label": tree.label_of(drafts[0].label), "count": len(drafts)}
    return Step(StepName.CREATE_PROJECT, params, tops), change


def _plant_one(connection: Connection, draft: SessionDraft, now: float) -> int:
    new = NewSession(
        draft.session_id,
        tree.label_of(draft.label),
        draft.parent_id,
        draft.source_id,
        example=draft.example,
        status=SessionStatus.ARCHIVED if draft.archived else SessionStatus.ACTIVE,
    )
    seq = insert_session(connection, new, now)
    turns = 0
    rounds = []
    for round_no, messages in groupby(_numbered(draft.messages), key=lambda pair: pair[0]):
        records = [message for _, message in messages]
        add_records(connection, draft.session_id, round_no, 1, records, now)
        completed = _is_turn(records) and round_no > 0
        turns += completed
        if round_no > 0:
            rounds.append((draft.session_id, round_no, int(completed)))
    if rounds:
        connection.exec_driver_sql(
            "INSERT INTO round (session_id, round_no, chosen_version, completed) VALUES (?, ?, 1, ?)", rounds
        )
    connection.exec_driver_sql(
        "UPDATE session SET turn_count = ?, message_count = ? WHERE seq = ?",
        (turns, counted(draft.messages), seq),
    )
    return seq


def _numbered(messages: Sequence[RecordDraft]) -> list[tuple[int, RecordDraft]]:
    """Each message with its round: the person's messages begin one, what comes before the first is in none."""
    numbered: list[tuple[int, RecordDraft]] = []
    round_no = 0
    for message in messages:
        round_no += message.role is Role.USER
        numbered.append((round_no, message))
    return numbered


def _is_turn(records: Sequence[RecordDraft]) -> bool:
    """Whether a question was answered to its end (T-7); a note asks nothing."""
    first, last = records[0], records[-1]
    return (
        first.role is Role.USER
        and first.kind is not RecordKind.NOTE
        and last.role is Role.ASSISTANT
        and last.state is RecordState.DONE
    )
