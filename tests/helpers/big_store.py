"""A store with very many conversations, written in bulk."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from stello_desktop.store.boot import open_store
from stello_desktop.store.database import Database

WORDS = ("Market", "Product", "Financing", "Team", "Roadmap", "定价", "欧洲", "Channels", "Culture", "合规")


def plant(folder: Path, count: int, *, roots: int = 20) -> None:
    """Fill a new store with ``count`` conversations in ``roots`` projects, as real ones grow."""
    state = open_store(folder)
    chance = random.Random(7)
    now = time.time()
    rows = [
        {
            "id": f"{number:032x}",
            "parent": None if number < roots else f"{chance.randrange(max(0, number // 6 - 1), number):032x}",
            "ord": number,
            "label": f"{chance.choice(WORDS)} {number}",
            "turns": chance.randrange(40),
            "at": now - chance.random() * 9e6,
        }
        for number in range(count)
    ]
    connection = sqlite3.connect(state.path)
    connection.executemany(
        "INSERT INTO session (session_id, parent_id, source_id, ord, label, status, turn_count, message_count,"
        " created_at, updated_at, last_active_at, folded, layout, strategy, flags, waiting_insights, config, bindings)"
        " VALUES (:id, :parent, :parent, :ord, :label, 'active', :turns, :turns * 2, :at, :at, :at, 0, 'star', 'hierarchical', 0, 0, '', '')",
        rows,
    )
    connection.execute("INSERT OR REPLACE INTO setting VALUES ('welcomed', 'true')")
    connection.commit()
    connection.close()
    asyncio.run(_close_as_the_program_does(state.path))
    state.lock.release()


def plant_summaries(folder: Path, count: int) -> None:
    """Very many conversations, most with a summary, and a thousand reminders."""
    plant(folder, count)
    with closing(sqlite3.connect(next(folder.glob("*.db")))) as connection:
        connection.execute(
            "INSERT INTO digest SELECT session_id, 1, 'Settled: ' || label, 'hand', '', '', 1.7e9, 1, NULL, '', 0"
            " FROM session WHERE ord % 5 > 0"
        )
        connection.execute("INSERT INTO revision SELECT session_id, 2 FROM session WHERE ord % 7 = 0")
        connection.execute(
            "INSERT INTO insight (session_id, text, created_at) SELECT session_id, 'Mind ' || label, 1.7e9"
            " FROM session WHERE ord < 1000"
        )
        connection.commit()


async def _close_as_the_program_does(path: Path) -> None:
    await (await Database.open(path)).close()
