"""How a conversation is sent, behind its port (C-3, C-6 to C-8)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from stello_desktop.domain.context_state import (
    KEPT_PARTS,
    ContextChoices,
    ContextState,
    EarlierPart,
    SummaryAuthor,
)
from stello_desktop.domain.ids import RecordId, ServiceId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.text import clean_text
from stello_desktop.store.database import Database
from stello_desktop.store.session_storage import read_meta
from stello_desktop.store.tree import fetch

_PARTS = (
    "SELECT covered, last_record, mark, text, author, service, model, made_at, code, detail FROM earlier_part"
    " WHERE session_id = ? ORDER BY part_id DESC"
)


class ContextStore:
    """Implements `ContextStorage`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get_context(self, session_id: SessionId) -> ContextState:
        """Everything. Raises: SessionNotFound."""
        return await self._database.read(lambda connection: _state(connection, session_id))

    async def put_choices(self, session_id: SessionId, choices: ContextChoices) -> None:
        """Replace what was chosen. Raises: SessionNotFound."""

        def work(connection: Connection) -> None:
            read_meta(connection, session_id)
            _put_choices(connection, session_id, choices)

        await self._database.transact(work)

    async def put_earlier(
        self, session_id: SessionId, part: EarlierPart, *, expects: Sequence[EarlierPart] | None = None
    ) -> bool:
        """Keep it as the newest. Raises: SessionNotFound."""
        values = _part_values(part)

        def work(connection: Connection) -> bool:
            read_meta(connection, session_id)
            if expects is not None and tuple(expects) != _parts(connection, session_id):
                return False
            connection.exec_driver_sql(
                "DELETE FROM earlier_part WHERE session_id = ? AND mark = ?", (session_id, part.mark)
            )
            connection.exec_driver_sql(
                "INSERT INTO earlier_part (session_id, covered, last_record, mark, text, author, service, model,"
                " made_at, code, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (session_id, *values),
            )
            connection.exec_driver_sql(
                "DELETE FROM earlier_part WHERE session_id = ? AND part_id NOT IN"
                " (SELECT part_id FROM earlier_part WHERE session_id = ? ORDER BY part_id DESC LIMIT ?)",
                (session_id, session_id, KEPT_PARTS),
            )
            _set_whole(connection, session_id, whole=False)
            return True

        return await self._database.transact(work)

    async def forget_earlier(self, session_id: SessionId) -> None:
        """Take all of them away. Raises: SessionNotFound."""

        def work(connection: Connection) -> None:
            read_meta(connection, session_id)
            connection.exec_driver_sql("DELETE FROM earlier_part WHERE session_id = ?", (session_id,))
            _set_whole(connection, session_id, whole=True)

        await self._database.transact(work)

    async def put_ratio(self, session_id: SessionId, ref: ModelRef, ratio: float) -> None:
        """Keep it. Raises: SessionNotFound."""

        def work(connection: Connection) -> None:
            read_meta(connection, session_id)
            connection.exec_driver_sql(
                "INSERT OR REPLACE INTO token_ratio (session_id, service, model, ratio) VALUES (?, ?, ?, ?)",
                (session_id, ref.service_id, ref.model, ratio),
            )

        await self._database.transact(work)


def _state(connection: Connection, session_id: SessionId) -> ContextState:
    choices = _choices(connection, session_id)
    parts = _parts(connection, session_id)
    ratios = fetch(
        connection, "SELECT service, model, ratio FROM token_ratio WHERE session_id = ?", session_id
    )
    if choices is None:
        if not parts and not ratios:
            read_meta(connection, session_id)
        choices = ContextChoices()
    return ContextState(
        choices=choices,
        earlier=parts,
        ratios={ModelRef(ServiceId(service), model): ratio for service, model, ratio in ratios},
    )


def _parts(connection: Connection, session_id: SessionId) -> tuple[EarlierPart, ...]:
    return tuple(_part(row) for row in fetch(connection, _PARTS, session_id))


def _choices(connection: Connection, session_id: SessionId) -> ContextChoices | None:
    rows = fetch(connection, "SELECT body FROM context_choice WHERE session_id = ?", session_id)
    return _read_choices(rows[0][0]) if rows else None


def _set_whole(connection: Connection, session_id: SessionId, *, whole: bool) -> None:
    now = _choices(connection, session_id) or ContextChoices()
    if now.whole != whole:
        _put_choices(connection, session_id, replace(now, whole=whole))


def _put_choices(connection: Connection, session_id: SessionId, choices: ContextChoices) -> None:
    body = {
        "readReferences": choices.read_references,
        "shareOutline": choices.share_outline,
        "whole": choices.whole,
    }
    connection.exec_driver_sql(
        "INSERT OR REPLACE INTO context_choice (session_id, body) VALUES (?, ?)",
        (session_id, json.dumps(body)),
    )


def _read_choices(body: str) -> ContextChoices:
    """Tolerant: what does not fit is as if nothing had been chosen."""
    try:
        values = json.loads(body)
    except ValueError:
        values = None
    if not isinstance(values, dict):
        return ContextChoices()
    outline = values.get("shareOutline")
    return ContextChoices(
        read_references=values.get("readReferences") is True,
        share_outline=outline if isinstance(outline, bool) else None,
        whole=values.get("whole") is True,
    )


def _part_values(part: EarlierPart) -> tuple[Any, ...]:
    return (
        part.covered,
        part.last,
        part.mark,
        clean_text(part.text),
        part.author.value,
        "" if part.model is None else part.model.service_id,
        "" if part.model is None else part.model.model,
        part.made_at,
        part.code,
        clean_text(part.detail),
    )


def _author(value: str, text: str) -> SummaryAuthor:
    """Tolerant: an author that nobody knows is a model where there are words, else nobody."""
    known = {author.value: author for author in SummaryAuthor}
    return known.get(value, SummaryAuthor.MODEL if text else SummaryAuthor.NOBODY)


def _part(row: Any) -> EarlierPart:
    covered, last, mark, text, author, service, model, made_at, code, detail = row
    return EarlierPart(
        covered=covered,
        last=RecordId(last),
        mark=mark,
        text=text,
        author=_author(author, text),
        model=ModelRef(ServiceId(service), model) if service else None,
        made_at=made_at,
        code=code,
        detail=detail,
    )
