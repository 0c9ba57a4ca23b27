"""How every connection to the store is opened: the same settings each time, and tolerant text.

Only SQLite opens the file while a connection is open: reading it with plain Python I/O would drop
SQLite's locks (howtocorrupt.html, 2.2).
"""

from __future__ import annotations

import operator
import sqlite3
from pathlib import Path
from typing import Final

APPLICATION_ID: Final = 0x5354454C
"""``STEL``: what marks a file as ours."""

BUSY_TIMEOUT_MS: Final = 5_000
JOURNAL_LIMIT_BYTES: Final = 64 * 1024 * 1024

lenient_text: Final = operator.methodcaller("decode", "utf-8", "replace")
"""Damaged bytes become U+FFFD instead of an error that hides the whole list (fault 24)."""

_EVERY_CONNECTION: Final = (
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
    f"PRAGMA journal_size_limit = {JOURNAL_LIMIT_BYTES}",
    "PRAGMA secure_delete = ON",
    "PRAGMA temp_store = MEMORY",
)


def connect(path: Path, *, writing: bool) -> sqlite3.Connection:
    """A prepared connection; transactions are begun and ended by whoever uses it.

    Args:
        path: an existing file, created with its permissions by `boot`.
        writing: the one writer of the program; all others are ``query_only``.
    """
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode=rw", uri=True, isolation_level=None, check_same_thread=False
    )
    try:
        for pragma in _EVERY_CONNECTION:
            connection.execute(pragma)
        if writing:
            connection.execute("PRAGMA journal_mode = WAL")
        else:
            connection.execute("PRAGMA query_only = ON")
    except sqlite3.Error:
        connection.close()
        raise
    connection.text_factory = lenient_text
    return connection
