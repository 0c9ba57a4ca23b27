"""Tokens of a whole project: 20,000 conversations with 230,000 messages, summed on the store's reader.

CPU time of the reader's thread. Beside it the same sum done the obvious way: every record's usage read and added.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.usage import Spent
from stello_desktop.store.connections import connect
from stello_desktop.store.database import Database, Work
from stello_desktop.store.topology_storage import TopologyStore
from stello_desktop.store.usage_storage import UsageStore
from tests.helpers.big_store import plant

type Figure = tuple[float, str, float, float | None]

CONVERSATIONS = 20_000
MESSAGES = 230_000
BUDGET_MS = 50.0
ROOT = SessionId(f"{0:032x}")


def _fill(path: Path) -> None:
    """All conversations under one project, and messages with their tokens, written as the program writes them."""
    connection = connect(path, writing=True)
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(
            "UPDATE session SET parent_id = ? WHERE parent_id IS NULL AND session_id <> ?", (ROOT, ROOT)
        )
        rows = []
        for number in range(MESSAGES):
            answer = number % 2
            conversation, round_no = number // 2 % CONVERSATIONS, number // 2 // CONVERSATIONS + 1
            switched = conversation % 10 == 0 and round_no > 3  # a tenth has changed its model on the way
            usage = {"promptTokens": 300 + number % 900, "completionTokens": number % 400}
            rows.append(
                (
                    f"{conversation:032x}",
                    round_no,
                    "assistant" if answer else "user",
                    "word " * 40,
                    json.dumps(usage) if answer else "",
                    f"model-{(conversation + switched) % 3}" if answer else "",
                )
            )
        connection.executemany(
            "INSERT INTO record (session_id, round_no, version, role, kind, state, content, reasoning, tool_calls,"
            " tool_call_id, tool_name, model, service, usage, error_code, error_detail, created_at)"
            " VALUES (?1, ?2, 1, ?3, 'message', 'done', ?4, '', '', '', '', ?6, 'far', ?5, '', '', 0)",
            rows,
        )
        connection.execute("COMMIT")
    finally:
        connection.close()


class _Timed(Database):
    """The store, with the CPU time of its reader noted."""

    spent_ms: list[float]

    async def read[T](self, work: Work[T]) -> T:
        def timed(connection: Connection) -> T:
            began = time.thread_time()
            found = work(connection)
            self.spent_ms.append((time.thread_time() - began) * 1000)
            return found

        return await super().read(timed)


async def _sum(path: Path) -> tuple[float, tuple[Spent, ...]]:
    database = await _Timed.open(path)
    assert isinstance(database, _Timed)
    database.spent_ms = []
    lines: tuple[Spent, ...] = ()
    topology = (await TopologyStore(database).load())[0]
    database.spent_ms.clear()
    try:
        for _ in range(5):
            lines = await UsageStore(database).spent_in(lambda: topology.subtree(ROOT))
    finally:
        await database.close()
    return statistics.median(database.spent_ms), lines


def _naive(path: Path) -> tuple[float, dict[str, int]]:
    """Read every record of the project and add."""
    connection = sqlite3.connect(path)
    children: defaultdict[str, list[str]] = defaultdict(list)
    for child, parent in connection.execute("SELECT session_id, parent_id FROM session"):
        children[parent].append(child)
    began = time.thread_time()
    found: defaultdict[str, int] = defaultdict(int)
    waiting = [str(ROOT)]
    while waiting:
        session_id = waiting.pop()
        waiting += children[session_id]
        for model, usage in connection.execute(
            "SELECT model, usage FROM record WHERE session_id = ? AND round_no > 0", (session_id,)
        ):
            if usage:
                values = json.loads(usage)
                found[model] += values["promptTokens"] + values["completionTokens"]
    spent = (time.thread_time() - began) * 1000
    connection.close()
    return spent, found


def usage_of_a_project() -> Figure:
    """The sum over a project with all below it; both ways must agree."""
    with tempfile.TemporaryDirectory() as folder:
        plant(Path(folder), CONVERSATIONS)
        path = Path(folder) / "stello.db"
        _fill(path)
        value, lines = asyncio.run(_sum(path))
        naive, expected = _naive(path)
    assert {line.model: line.tokens for line in lines} == expected
    assert sum(line.answers for line in lines) == MESSAGES // 2
    return value, "ms CPU", BUDGET_MS, naive


BENCHES: dict[str, Callable[[], Figure]] = {"usage_project_20000": usage_of_a_project}
