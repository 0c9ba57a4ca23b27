"""Profiles and skills."""

from __future__ import annotations

import sqlite3
from typing import Final

_STATEMENTS: Final = (
    """CREATE TABLE profile (
        profile_id TEXT NOT NULL PRIMARY KEY,
        ord INTEGER NOT NULL,
        body TEXT NOT NULL
    )""",
    """CREATE TABLE skill (
        skill_id TEXT NOT NULL PRIMARY KEY,
        ord INTEGER NOT NULL,
        body TEXT NOT NULL
    )""",
)


def add_library(connection: sqlite3.Connection) -> None:
    """Two lists of the person's own, each entry one JSON text."""
    for statement in _STATEMENTS:
        connection.execute(statement)
