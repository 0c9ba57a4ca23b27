"""Sums of tokens, behind their port (Q2).

Those of answers are read from ``spent``, which triggers keep true (see `migrations.third`); those of requests beside
them lie in ``spent_beside``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import Connection

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import Usage
from stello_desktop.domain.usage import Purpose, Spent
from stello_desktop.store.database import Database
from stello_desktop.store.tree import fetch

_SUMS: Final = "sum(answers), sum(estimated), sum(unknown), sum(prompt_tokens), sum(completion_tokens)"
_SPENT: Final = f"""
    WITH wanted AS MATERIALIZED (
        SELECT s.seq FROM json_each(?) j CROSS JOIN session s ON s.session_id = j.value
    )
    SELECT service, model, {_SUMS}, '{Purpose.ANSWER}' FROM spent
        WHERE +seq IN (SELECT seq FROM wanted) GROUP BY service, model
    UNION ALL
    SELECT service, model, {_SUMS}, purpose FROM spent_beside
        WHERE +seq IN (SELECT seq FROM wanted) GROUP BY service, model, purpose
"""  # noqa: S608 - constants of ours
# The plus keeps SQLite to the order of the tables, which is the order of the sums.
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
            return [_spent(row) for row in fetch(connection, _SPENT, wanted)]

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


def _spent(row: Any) -> Spent:
    return replace(Spent(*row[:7]), purpose=_PURPOSES.get(row[7], Purpose.DIGEST))
