"""An agent over either store, opened again whenever a test wants a restart: what promises of the engine are tried on."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final, override

from stello_desktop.domain.commands import CreateProject, SetArchived
from stello_desktop.domain.config import NOTHING_FROZEN, SerializableSessionConfig
from stello_desktop.domain.ids import SessionId, new_session_id
from stello_desktop.domain.messages import Record
from stello_desktop.domain.ports import ForkStorage, SessionStorage
from stello_desktop.domain.scripted import Script, ScriptedModel
from stello_desktop.domain.session import Insight
from stello_desktop.domain.topology import Topology
from stello_desktop.engine.agent import Agent
from stello_desktop.engine.hooks import EngineEvent, SessionForked
from stello_desktop.engine.memory import MemoryStore
from stello_desktop.engine.parts import EngineOptions
from tests.helpers.stores import OpenedStore, opened
from tests.unit.engine.desk import FakeGate, FakeTools


class Ground(ABC):
    """A store with one project, *Plan*, an agent over it, and everything that happened.

    Attributes:
        wrap: puts something between the agent and its ports, such as a failure.
    """

    def __init__(self, replies: Sequence[Script] = (), **model: Any) -> None:
        self.model = ScriptedModel(replies, **model)
        self.gate = FakeGate()
        self.tools = FakeTools()
        self.options = EngineOptions(save_every_s=0.01)
        self.events: list[EngineEvent] = []
        self.more: dict[str, Any] = {}
        self.agent: Agent
        self.plan: SessionId

    def build(self, sessions: SessionStorage, forks: ForkStorage, **more: Any) -> Agent:
        """An agent over these ports; ``more`` replaces what it is usually given."""
        values: dict[str, Any] = {
            "sessions": sessions,
            "forks": forks,
            "topology": self.topology,
            "resolve_model": lambda session_id: self.model,
            "tools": self.tools,
            "gate": self.gate,
            "options": lambda: self.options,
            "listener": self.listen,
            "idle_ttl_s": 0,
            "set_archived": self.archive,
        }
        return Agent(**{**values, **self.more, **more})

    def listen(self, event: EngineEvent) -> None:
        """Remember it."""
        self.events.append(event)

    @property
    def forked(self) -> list[SessionForked]:
        """The branches that were committed, in order."""
        return [event for event in self.events if isinstance(event, SessionForked)]

    @property
    @abstractmethod
    def sessions(self) -> SessionStorage:
        """The store's port for conversations."""

    @property
    @abstractmethod
    def forks(self) -> ForkStorage:
        """The store's port for forks."""

    @abstractmethod
    def topology(self) -> Topology:
        """The tree as the agent sees it."""

    @abstractmethod
    async def make_root(self, label: str, config: SerializableSessionConfig = NOTHING_FROZEN) -> SessionId:
        """A new project."""

    @abstractmethod
    async def archive(self, session_id: SessionId, archived: bool = True) -> None:
        """Archive or unarchive."""

    @abstractmethod
    async def insight(self, session_id: SessionId, text: str) -> Insight:
        """Let an insight wait."""

    @abstractmethod
    async def restart(self) -> None:
        """Close everything and open it again, as far as the store can."""

    @abstractmethod
    async def everything(self) -> Any:
        """All that is stored, comparable."""

    async def said(self, session_id: SessionId | None = None) -> list[tuple[str, str]]:
        """Roles and texts of the chosen history."""
        records = await self.records(session_id)
        return [(str(record.role), record.content) for record in records]

    async def records(self, session_id: SessionId | None = None) -> tuple[Record, ...]:
        """The chosen history."""
        return await self.sessions.list_records(session_id or self.plan)


class InMemory(Ground):
    """Over the store that the package ships."""

    def __init__(self, *args: Any, store: MemoryStore | None = None, **values: Any) -> None:
        super().__init__(*args, **values)
        self.store = store or MemoryStore()

    @property
    @override
    def sessions(self) -> SessionStorage:
        return self.store

    @property
    @override
    def forks(self) -> ForkStorage:
        return self.store

    @override
    def topology(self) -> Topology:
        return self.store.topology()

    @override
    async def make_root(self, label: str, config: SerializableSessionConfig = NOTHING_FROZEN) -> SessionId:
        return self.store.add(label, config=config)

    @override
    async def archive(self, session_id: SessionId, archived: bool = True) -> None:
        await self.store.set_archived(session_id, archived)

    @override
    async def insight(self, session_id: SessionId, text: str) -> Insight:
        return self.store.put_insight(session_id, text)

    @override
    async def restart(self) -> None:
        """Another agent; the store lives as long as the test."""
        await self.agent.aclose()
        self.agent = self.build(self.sessions, self.forks)

    @override
    async def everything(self) -> Any:
        topology = self.topology()
        return [
            (
                topology[session_id],
                await self.store.get_config(session_id),
                await self.store.get_bindings(session_id),
                self.store.versions(session_id),
                await self.store.list_waiting_insights(session_id),
                await self.store.get_last_split_round(session_id),
            )
            for session_id in topology.walk()
        ]


class OnDisk(Ground):
    """Over SQLite in a folder."""

    def __init__(self, folder: Path, *args: Any, **values: Any) -> None:
        super().__init__(*args, **values)
        self.folder = folder
        self.stack = AsyncExitStack()
        self.store: OpenedStore
        self._topology = Topology()

    async def open(self) -> None:
        """Open the store as a program does."""
        self.store = await self.stack.enter_async_context(opened(self.folder))
        self._topology, _ = await self.store.tree.load()

    @property
    @override
    def sessions(self) -> SessionStorage:
        return self.store.sessions

    @property
    @override
    def forks(self) -> ForkStorage:
        return self.store.forks

    @override
    def topology(self) -> Topology:
        return self._topology

    @override
    def listen(self, event: EngineEvent) -> None:
        super().listen(event)
        if isinstance(event, SessionForked):
            self._topology = self._topology.updated([event.entry])

    @override
    async def make_root(self, label: str, config: SerializableSessionConfig = NOTHING_FROZEN) -> SessionId:
        session_id = new_session_id()
        applied = await self.store.tree.apply(CreateProject(session_id, label, config=config))
        self._topology = self._topology.updated(applied.changed)
        return session_id

    @override
    async def archive(self, session_id: SessionId, archived: bool = True) -> None:
        applied = await self.store.tree.apply(SetArchived((session_id,), archived))
        self._topology = self._topology.updated(applied.changed, applied.removed)

    @override
    async def insight(self, session_id: SessionId, text: str) -> Insight:
        return await self.store.sessions.add_insight(session_id, text)

    @override
    async def restart(self) -> None:
        await self.agent.aclose()
        await self.stack.aclose()
        self.stack = AsyncExitStack()
        await self.open()
        self.agent = self.build(self.sessions, self.forks)

    @override
    async def everything(self) -> Any:
        """Every row of every table, straight from the file."""
        connection = sqlite3.connect(f"file:{self.folder / 'stello.db'}?mode=ro", uri=True)
        try:
            return list(connection.iterdump())
        finally:
            connection.close()


KINDS: Final = ("memory", "disk")


@asynccontextmanager
async def a_ground(
    kind: str, folder: Path, replies: Sequence[Script] = (), *, prompt: str = "Be brief.", **model: Any
) -> AsyncIterator[Ground]:
    """*Plan* with its instructions over the store of this kind, and an agent."""
    ground: Ground
    if kind == "memory":
        ground = InMemory(replies, **model)
    else:
        ground = disk = OnDisk(folder, replies, **model)
        await disk.open()
    try:
        ground.plan = await ground.make_root("Plan", SerializableSessionConfig(system_prompt=prompt))
        ground.agent = ground.build(ground.sessions, ground.forks)
        yield ground
        await ground.agent.aclose()
    finally:
        if isinstance(ground, OnDisk):
            await ground.stack.aclose()
