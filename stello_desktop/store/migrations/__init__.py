"""Every shape the store ever had, as an ordered list of named functions in plain SQL.

The number of applied migrations is ``user_version``. A released migration is never edited.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Final

from stello_desktop.store.migrations.eighth import add_spent_beside
from stello_desktop.store.migrations.eleventh import add_unmade
from stello_desktop.store.migrations.fifth import add_memory
from stello_desktop.store.migrations.first import create_first_store
from stello_desktop.store.migrations.fourth import add_context
from stello_desktop.store.migrations.ninth import add_reminder_service
from stello_desktop.store.migrations.second import add_library
from stello_desktop.store.migrations.seventh import add_result_notes
from stello_desktop.store.migrations.sixth import add_unread_and_versions
from stello_desktop.store.migrations.tenth import add_branch_calls
from stello_desktop.store.migrations.third import add_outbox_and_usage
from stello_desktop.store.migrations.twelfth import add_library_trash

type Migration = Callable[[sqlite3.Connection], None]

MIGRATIONS: Final[tuple[Migration, ...]] = (
    create_first_store,
    add_library,
    add_outbox_and_usage,
    add_context,
    add_memory,
    add_unread_and_versions,
    add_result_notes,
    add_spent_beside,
    add_reminder_service,
    add_branch_calls,
    add_unmade,
    add_library_trash,
)


def version_of(connection: sqlite3.Connection) -> int:
    """How many migrations a store has seen."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Bring a store to the newest shape, each migration and its number in one transaction."""
    for number in range(version_of(connection), len(migrations)):
        connection.execute("BEGIN IMMEDIATE")
        try:
            migrations[number](connection)
            connection.execute(f"PRAGMA user_version = {number + 1}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
