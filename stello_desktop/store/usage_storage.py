"""Sums of tokens, behind their port: read from ``spent``, which triggers keep true (see `migrations.third`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Final

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.usage import Spent
from stello_desktop.store.database import Database
from stello_desktop.store.tree import fetch

_SPENT: Final = (
    "SELECT service, model, sum(answers), sum(estimated), sum(unknown), sum(prompt_tokens), sum(completion_tokens)"
    # The plus keeps SQLite to the order of the table, which is the order of the sums.
    " FROM spent WHERE +seq IN (SELECT s.seq FROM json_each(?) j CROSS JOIN session s ON s.session_id = j.value)"
    " GROUP BY service, model"
)


class UsageStore:
    """Implements `UsageStorage`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def spent_in(self, session_ids: Callable[[], Sequence[SessionId]]) -> tuple[Spent, ...]:
        """The most used first."""
        rows = await self._database.read(
            lambda connection: fetch(connection, _SPENT, json.dumps(session_ids(), ensure_ascii=False))
        )
        return tuple(sorted((Spent(*row) for row in rows), key=lambda line: -line.tokens))
