"""Sums of tokens, behind their port (Q2).

Those of answers are read from ``spent``, which triggers keep true (see `migrations.third`); those of requests beside
them lie in ``spent_beside``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Final

from sqlalchemy import Connection

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import Usage
from stello_desktop.domain.usage import Purpose, Spent
from stello_desktop.store.database import Database
from stello_desktop.store.tree import fetch

_SUMS: Final = "sum(answers), sum(estimated), sum(unknown), sum(prompt_tokens), sum(completion_tokens)"
_WANTED: Final = (
    # The plus keeps SQLite to the order of the table, which is the order of the sums.
    "+seq IN (SELECT s.seq FROM json_each(?) j CROSS JOIN session s ON s.session_id = j.value)"
)
_SPENT: Final = (
    f"SELECT service, model, {_SUMS}, '{Purpose.ANSWER}' FROM spent WHERE {_WANTED} GROUP BY service, model"  # noqa: S608
)
_BESIDE: Final = f"SELECT service, model, {_SUMS}, purpose FROM spent_beside WHERE {_WANTED} GROUP BY service, model, purpose"  # noqa: S608
_ADD: Final = """
    INSERT INTO spent_beside
        SELECT ?, ?, ?, seq, 1, ?, ?, ?, ? FROM session WHERE session_id = ?
        ON CONFLICT (service, model, purpose, seq) DO UPDATE SET
            answers = answers + 1,
            estimated = estimated + excluded.estimated,
            unknown = unknown + excluded.unknown,
            prompt_tokens = prompt_tokens + excluded.prompt_tokens,
            completion_tokens = completion_tokens + excluded.completion_tokens
"""
_PURPOSES: Final = {purpose.value: purpose for purpose in Purpose}


class UsageStore:
    """Implements `UsageStorage`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def spent_in(self, session_ids: Callable[[], Sequence[SessionId]]) -> tuple[Spent, ...]:
        """The most used first."""

        def work(connection: Connection) -> list[Spent]:
            wanted = json.dumps(session_ids(), ensure_ascii=False)
            rows = (*fetch(connection, _SPENT, wanted), *fetch(connection, _BESIDE, wanted))
            return [Spent(*row[:-1], purpose=_PURPOSES.get(row[-1], Purpose.DIGEST)) for row in rows]

        return tuple(sorted(await self._database.read(work), key=lambda line: -line.tokens))

    async def count_beside(
        self, session_id: SessionId, purpose: Purpose, ref: ModelRef, usage: Usage
    ) -> None:
        """One more call."""
        sent, answered = usage.prompt_tokens, usage.completion_tokens
        values = (
            ref.service_id,
            ref.model,
            purpose.value,
            int(usage.estimated),
            int(sent is None or answered is None),
            sent or 0,
            answered or 0,
            session_id,
        )
        await self._database.transact(lambda connection: connection.exec_driver_sql(_ADD, values).close())
