"""A conversation, a scripted model and an agent over the store in memory: what most tests here need."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any

from stello_desktop.domain.config import SerializableSessionConfig
from stello_desktop.domain.events import RoundEvent
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import Record, ToolCall, ToolDefinition, ToolResult
from stello_desktop.domain.ports import BranchProposal
from stello_desktop.engine.agent import Agent
from stello_desktop.engine.hooks import EngineEvent
from stello_desktop.engine.memory import MemoryStore
from stello_desktop.engine.parts import EngineOptions
from stello_desktop.engine.rounds import RoundStream
from stello_desktop.llm.scripted import Script, ScriptedModel


@dataclass
class FakeGate:
    """Answers with prepared decisions and remembers what it was asked."""

    decisions: list[tuple[bool, ...]] = field(default_factory=list)
    asked: list[tuple[BranchProposal, ...]] = field(default_factory=list)

    async def decide(self, session_id: SessionId, proposals: tuple[BranchProposal, ...]) -> tuple[bool, ...]:
        self.asked.append(proposals)
        return self.decisions.pop(0) if self.decisions else (True,) * len(proposals)


type ToolBody = Callable[[ToolCall], Awaitable[ToolResult]]


@dataclass
class FakeTools:
    """A person's tools as plain functions."""

    bodies: dict[str, ToolBody] = field(default_factory=dict)
    schemas: dict[str, dict[str, Any]] = field(default_factory=dict)

    def definitions(self) -> tuple[ToolDefinition, ...]:
        return tuple(
            ToolDefinition(name, f"does {name}", self.schemas.get(name, {"type": "object"}))
            for name in self.bodies
        )

    async def execute(self, call: ToolCall) -> ToolResult:
        return await self.bodies[call.name](call)


class Desk:
    """One conversation named *Plan* and everything around it."""

    def __init__(self, replies: Iterable[Script] = (), **agent: Any) -> None:
        self.store = MemoryStore()
        self.plan = self.store.add(
            "Plan", config=SerializableSessionConfig(system_prompt=agent.pop("prompt", "Be brief."))
        )
        self.model = agent.pop("model", None) or ScriptedModel(replies)
        self.gate = FakeGate()
        self.tools = FakeTools()
        self.options = EngineOptions(save_every_s=0.01)
        self.events: list[EngineEvent] = []
        values: dict[str, Any] = {
            "sessions": self.store,
            "forks": self.store,
            "topology": self.store.topology,
            "resolve_model": lambda session_id: self.model,
            "tools": self.tools,
            "gate": self.gate,
            "options": lambda: self.options,
            "listener": self.events.append,
            "idle_ttl_s": 0,
        }
        self.agent = Agent(**{**values, **agent})

    def records(self, session_id: SessionId | None = None) -> tuple[Record, ...]:
        """The chosen history; works outside a coroutine's turn, since nothing is awaited inside."""
        store, wanted = self.store, session_id or self.plan
        return _now(store.list_records(wanted))

    def said(self, session_id: SessionId | None = None) -> list[tuple[str, str]]:
        """Roles and texts of the chosen history."""
        return [(str(record.role), record.content) for record in self.records(session_id)]


def _now[T](coroutine: Coroutine[Any, Any, T]) -> T:
    """The value of a coroutine that never waits."""
    try:
        coroutine.send(None)
    except StopIteration as stop:
        value: T = stop.value
        return value
    raise AssertionError("the coroutine waited")


def run[T](work: Coroutine[Any, Any, T]) -> T:
    """One event loop for one test."""
    return asyncio.run(work)


async def all_events(stream: RoundStream) -> list[RoundEvent]:
    return [event async for event in stream.events()]


async def until(condition: Callable[[], bool]) -> None:
    """Let other tasks run until something is so."""
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110 - the condition is anything at all
            await asyncio.sleep(0.001)
