"""Which service a reminder was written for: it goes to no other without a word of the person (M-10)."""

from __future__ import annotations

import sqlite3


def add_reminder_service(connection: sqlite3.Connection) -> None:
    """Of reminders from before nobody knows it; they go along as they did."""
    connection.execute("ALTER TABLE insight ADD COLUMN for_service TEXT")
