"""An agent with a memory over the store in memory, and models that answer what memory is made of."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.domain.scripted import Script, ScriptedModel
from stello_desktop.engine.agent import Agent
from stello_desktop.engine.kept_memory import KeptMemory
from stello_desktop.engine.memory import MemoryStore

DIGEST_MARKS: Final = ("You write short summaries", "撰写简短摘要")
REFLECTION_MARKS: Final = ("You read the summaries", "多段对话的摘要")


def is_for_digest(request: ModelRequest) -> bool:
    """Whether a request asks for a digest."""
    return any(mark in request.messages[0].content for mark in DIGEST_MARKS)


def is_for_reflection(request: ModelRequest) -> bool:
    """Whether a request asks for a reflection."""
    return any(mark in request.messages[0].content for mark in REFLECTION_MARKS)


def material_of(request: ModelRequest) -> str:
    """What such a request carries."""
    return request.messages[-1].content


class Mind(ScriptedModel):
    """Answers rounds, digests and reflections each from a list of its own; the last of each is said again and again.

    Attributes:
        digests, reflections: the requests for them.
        hold: while it is there and not set, digests and reflections wait for it before they answer.
        hold_rounds: the same for rounds, which count as asked meanwhile.
    """

    def __init__(
        self,
        digests: list[Script] | None = None,
        reflections: list[Script] | None = None,
        answers: list[Script] | None = None,
        **values: Any,
    ) -> None:
        self._lists = {
            "digest": list(digests or ["They talked."]),
            "reflection": list(reflections or ['{"synthesis": "All of it.", "insights": []}']),
            "answer": list(answers or ["An answer."]),
        }
        self.hold: asyncio.Event | None = None
        self.hold_rounds: asyncio.Event | None = None
        super().__init__([self._choose], repeat_last=True, **values)

    def say(self, kind: str, *replies: Script) -> None:
        """Other answers from now on."""
        self._lists[kind] = list(replies)

    def _choose(self, request: ModelRequest) -> Any:
        kind = (
            "digest" if is_for_digest(request) else "reflection" if is_for_reflection(request) else "answer"
        )
        replies = self._lists[kind]
        reply = replies.pop(0) if len(replies) > 1 else replies[0]
        return reply(request) if callable(reply) else reply

    @property
    def digests(self) -> list[ModelRequest]:
        return [item for item in self.requests if is_for_digest(item)]

    @property
    def reflections(self) -> list[ModelRequest]:
        return [item for item in self.requests if is_for_reflection(item)]

    @property
    def rounds(self) -> list[ModelRequest]:
        return [item for item in self.requests if not is_for_digest(item) and not is_for_reflection(item)]

    async def stream(self, request: ModelRequest) -> Any:
        """Play the next reply, when it may."""
        events = super().stream(request)
        try:
            if self.hold is not None and not self.is_round(request):
                self.requests.append(request)
                try:
                    await self.hold.wait()
                except asyncio.CancelledError:
                    self.cancelled += 1
                    raise
                finally:
                    self.requests.remove(request)
            async for event in events:
                if self.hold_rounds is not None and self.is_round(request):
                    await self.hold_rounds.wait()
                yield event
        finally:
            await events.aclose()

    @staticmethod
    def is_round(request: ModelRequest) -> bool:
        """Whether a person asks."""
        return not is_for_digest(request) and not is_for_reflection(request)


class MemoryDesk:
    """*Plan* and everything around it, with a memory."""

    def __init__(self, mind: Mind | None = None, **agent: Any) -> None:
        self.store = MemoryStore()
        self.kept = KeptMemory(self.store)
        self.plan = self.store.add("Plan")
        self.mind = mind or Mind()
        values: dict[str, Any] = {
            "sessions": self.store,
            "forks": self.store,
            "topology": self.store.topology,
            "resolve_model": lambda session_id: self.mind,
            "memory": self.kept,
            "set_archived": self.store.set_archived,
            "idle_ttl_s": 0,
            "is_here": lambda session_id: True,
        }
        self.agent = Agent(**{**values, **agent})

    async def talk(self, *questions: str, session_id: SessionId | None = None) -> None:
        """Whole rounds."""
        for question in questions or ("Why?",):
            await self.agent.turn(session_id or self.plan, question)

    async def digest(self) -> str:
        """The text of the digest that holds."""
        digest = await self.agent.get_digest(self.plan)
        return "" if digest is None else digest.text


async def until(condition: Callable[[], bool]) -> None:
    """Let other tasks run until something is so."""
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110 - the condition is anything at all
            await asyncio.sleep(0.001)
