"""One door to the store: every write goes through one thread and one connection, in order.

Reads have a thread of their own with a connection that cannot write. Work is a plain function of a
SQLAlchemy connection; it runs in one transaction and either all of it counts or nothing.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from stello_desktop.store.connections import connect
from stello_desktop.store.failures import explain
from stello_desktop.store.glance import write_glance
from stello_desktop.store.kept_history import KeptHistories
from stello_desktop.store.reading import read_entries

type Work[T] = Callable[[Connection], T]


class Database:
    """The store while the program runs. Made by `open`, ended by `close`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.histories = KeptHistories()
        self._writer = _Lane(path, self.histories)
        self._reader = _Lane(path)

    @classmethod
    async def open(cls, path: Path) -> Database:
        """Open both connections. Raises: StoreError."""
        database = cls(path)
        try:
            await database._writer.open()
            await database._reader.open()
        except BaseException:
            await database.close()
            raise
        return database

    async def transact[T](self, work: Work[T]) -> T:
        """Run ``work`` in one immediate transaction, after everything that was asked before.

        Raises: StoreError (locked, full, read_only, corrupt), BrokenRule, and what ``work`` raises;
        in each case nothing was written.
        """
        return await self._writer.run(work)

    async def read[T](self, work: Work[T]) -> T:
        """Run ``work`` on one consistent state of the store, beside the writer."""
        return await self._reader.run(work)

    async def forget_log(self) -> None:
        """Move everything into the file and empty the log, so that destroyed text is gone (T12)."""
        await self._writer.checkpoint()

    async def close(self) -> None:
        """Finish what was asked for, and leave one whole file (reliability 1.1, 8); twice is once."""
        try:
            await self._reader.close()
        finally:
            await self._writer.close()


class _Lane:
    """One thread with one connection.

    Args:
        histories: given to the one that writes: they hear of what it touches.
    """

    def __init__(self, path: Path, histories: KeptHistories | None = None) -> None:
        self._path = path
        self._histories = histories
        self._writing = writing = histories is not None
        name = "store-writer" if writing else "store-reader"
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._engine: Engine | None = None
        self._connection: Connection | None = None
        self._closed = False

    async def open(self) -> None:
        await self._submit(self._open)

    async def run[T](self, work: Work[T]) -> T:
        return await self._submit(lambda: self._run(work))

    async def checkpoint(self) -> None:
        await self._submit(self._checkpoint)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        try:
            await asyncio.wrap_future(self._executor.submit(self._explained, self._close))
        finally:
            self._executor.shutdown(wait=True)

    async def _submit[T](self, call: Callable[[], T]) -> T:
        return await asyncio.wrap_future(self._executor.submit(self._explained, call))

    def _explained[T](self, call: Callable[[], T]) -> T:
        try:
            return call()
        except DBAPIError as error:
            # Only the driver's own text: SQLAlchemy's would hold what the person wrote.
            if isinstance(error.orig, sqlite3.Error):
                raise explain(error.orig, self._path) from error.orig
            raise
        except sqlite3.Error as error:
            raise explain(error, self._path) from error

    def _open(self) -> None:
        begin = "BEGIN IMMEDIATE" if self._writing else "BEGIN"
        engine = create_engine(
            "sqlite://",
            creator=lambda: connect(self._path, writing=self._writing),
            poolclass=StaticPool,
            hide_parameters=True,
        )

        @event.listens_for(engine, "begin")
        def _begin(connection: Connection) -> None:
            connection.exec_driver_sql(begin)

        self._engine = engine
        self._connection = engine.connect()
        if self._histories is not None:
            self._histories.watch(driver_connection(self._connection))

    def _run[T](self, work: Work[T]) -> T:
        connection = self._opened()
        try:
            with connection.begin():
                return work(connection)
        finally:
            driver = driver_connection(connection)
            if driver.in_transaction:  # a commit that failed; SQLAlchemy takes it for ended, SQLite does not
                driver.rollback()
            if self._histories is not None:
                self._histories.settle()

    def _checkpoint(self) -> None:
        driver_connection(self._opened()).execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def _close(self) -> None:
        if self._connection is None or self._engine is None:
            return
        try:
            if self._writing:
                self._run(_keep_glance)
                self._checkpoint()
        finally:
            self._connection.close()
            self._engine.dispose()
            self._connection = self._engine = None
            if self._histories is not None:
                self._histories.clear()

    def _opened(self) -> Connection:
        if self._connection is None:
            raise RuntimeError("the store is closed")
        return self._connection


def _keep_glance(connection: Connection) -> None:
    driver = driver_connection(connection)
    write_glance(driver, read_entries(driver))


def driver_connection(connection: Connection) -> sqlite3.Connection:
    """The sqlite3 connection below, for work where SQLAlchemy would cost more than the query."""
    inner: Any = connection.connection.driver_connection
    assert isinstance(inner, sqlite3.Connection)  # noqa: S101 - our own creator made it
    return inner
