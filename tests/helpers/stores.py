"""A real store in a temporary folder, opened and closed as the program does it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from stello_desktop.domain.commands import CreateProject
from stello_desktop.domain.ids import SessionId, new_session_id
from stello_desktop.domain.messages import Record, RecordDraft, RecordState, Role
from stello_desktop.domain.session import Author, ChildDraft
from stello_desktop.domain.topology import Topology
from stello_desktop.store.boot import Boot, open_store
from stello_desktop.store.database import Database
from stello_desktop.store.desk_storage import DeskStore
from stello_desktop.store.fork_storage import ForkStore
from stello_desktop.store.revision_storage import RevisionStore
from stello_desktop.store.session_storage import SessionStore
from stello_desktop.store.topology_storage import TopologyStore


class StepClock:
    """A clock that only moves when it is read, so that tests see the order of things."""

    def __init__(self) -> None:
        self.value = 1_000_000.0

    def __call__(self) -> float:
        self.value += 1
        return self.value


@dataclass(slots=True)
class OpenedStore:
    """Everything that a program has of its store."""

    boot: Boot
    database: Database
    tree: TopologyStore
    sessions: SessionStore
    forks: ForkStore
    desk: DeskStore
    revisions: RevisionStore

    async def project(self, label: str = "project") -> SessionId:
        """A new root."""
        session_id = new_session_id()
        await self.tree.apply(CreateProject(session_id, label))
        return session_id

    async def branch(
        self, parent: SessionId, label: str = "branch", *, source: SessionId | None = None
    ) -> SessionId:
        """A new branch made by a person."""
        draft = ChildDraft(
            label=label, source_session_id=source or parent, topology_parent_id=parent, by=Author.PERSON
        )
        return (await self.forks.create_child(draft)).session_id

    async def a_tree(self, *paths: str) -> dict[str, SessionId]:
        """Conversations by label: ``"main > a > b"`` makes what is missing on the way."""
        found: dict[str, SessionId] = {}
        for path in paths:
            parent: SessionId | None = None
            for label in path.split(" > "):
                if label not in found:
                    found[label] = await (
                        self.project(label) if parent is None else self.branch(parent, label)
                    )
                parent = found[label]
        return found

    async def say(self, session_id: SessionId, question: str, answer: str) -> Record:
        """One whole round; gives the answer."""
        started = await self.sessions.start_round(session_id, question)
        draft = RecordDraft(role=Role.ASSISTANT, content="", state=RecordState.PENDING)
        (record,) = await self.sessions.append(session_id, [draft], round=started)
        finished = await self.sessions.finish_record(record.record_id, content=answer, state=RecordState.DONE)
        await self.sessions.end_round(started, RecordState.DONE)
        return finished

    async def topology(self) -> Topology:
        """The tree as it is on disk."""
        return (await self.tree.load())[0]


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[OpenedStore]:
    """Open, use, close in order."""
    boot = open_store(folder)
    clock = StepClock()
    try:
        database = await Database.open(boot.path)
        try:
            yield OpenedStore(
                boot,
                database,
                TopologyStore(database, now=clock),
                SessionStore(database, now=clock),
                ForkStore(database, now=clock),
                DeskStore(database, now=clock),
                RevisionStore(database, now=clock),
            )
        finally:
            await database.close()
    finally:
        boot.lock.release()


def with_store[T](folder: Path, use: Callable[[OpenedStore], Awaitable[T]]) -> T:
    """Run ``use`` on an opened store."""

    async def run() -> T:
        async with opened(folder) as store:
            return await use(store)

    return asyncio.run(run())


def outline(topology: Topology) -> str:
    """The tree as text, one indented label a line."""
    return "\n".join("  " * topology.depth(item) + topology[item].label for item in topology.walk())


def query(folder: Path, sql: str, *params: object) -> list[tuple[object, ...]]:
    """Look into a store, or change it, beside the program or while it is closed."""
    connection = sqlite3.connect(folder / "stello.db")
    try:
        rows: list[tuple[object, ...]] = connection.execute(sql, params).fetchall()
        connection.commit()
        return rows
    finally:
        connection.close()
