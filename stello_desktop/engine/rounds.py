"""A running round as anyone may read it (R-3, R-5): an append-only list, followed by its readers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Generator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from stello_desktop.domain.events import RoundEvent, TextDelta
from stello_desktop.domain.ids import RecordId
from stello_desktop.domain.messages import RecordState, Usage
from stello_desktop.domain.ports import StartedRound
from stello_desktop.engine.session import ModelAnswer


class RoundMode(StrEnum):
    """What a round is made from (R-9, R-14)."""

    NEW = "new"
    RETRY = "retry"
    EDIT = "edit"
    RESUME = "resume"
    WAITING = "waiting"


@dataclass(frozen=True, slots=True)
class RoundRequest:
    """What the person asks for (R-9, R-14).

    Attributes:
        text: the question; empty for *Retry* and *Continue*.
        replaces: the round that gets a new version; found by itself where it is None.
        waiting: the stored message that is sent now.
    """

    text: str = ""
    mode: RoundMode = RoundMode.NEW
    replaces: int | None = None
    waiting: RecordId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOutcome:
    """How a round ended.

    Attributes:
        final_content: the last response's text alone (R-4); what there was of it after a stop.
        raw_response: the last response.
        usage: summed over the round, field by field.
        tool_calls: how many calls were answered.
        state: done or stopped; a failure is raised instead.
        completed_rounds: of the conversation, when a round that is done has ended (T-7).
        counted: whether this round is one more of them; a round that had been done before is none.
    """

    final_content: str = ""
    raw_response: ModelAnswer | None = None
    usage: Usage | None = None
    tool_calls: int = 0
    state: RecordState = RecordState.DONE
    completed_rounds: int = 0
    counted: bool = False


@dataclass(frozen=True, slots=True)
class EngineTurnResult:
    """Holds the turn and nothing else (L-2)."""

    turn: TurnOutcome


class Pending[T]:
    """A value that comes later; may be awaited by many, at any time, and a reader may give up (R-5)."""

    def __init__(self, get: Callable[[], Coroutine[Any, Any, T]]) -> None:
        self._get = get

    def __await__(self) -> Generator[Any, None, T]:
        return self._get().__await__()


type Drive = Callable[["RoundStream"], Coroutine[Any, Any, TurnOutcome]]


class RoundStream:
    """One round. Iterating gives its text; `events` gives everything.

    The round drives itself: it settles even if nobody reads, and a late or second reader still gets
    everything (R-5). A failed round raises its error at the end of every reading.

    Attributes:
        closing: it was stopped by the end of the program, not by the person.
    """

    def __init__(self, drive: Drive) -> None:
        self._events: list[RoundEvent] = []
        self._waiters: list[asyncio.Future[None]] = []
        self._started: StartedRound | None = None
        self._outcome: TurnOutcome | None = None
        self._error: BaseException | None = None
        self._stopping = False
        self.closing = False
        self._task = asyncio.ensure_future(drive(self))
        self._task.add_done_callback(self._settle)

    def emit(self, event: RoundEvent) -> None:
        """Append an event; for the round's own task."""
        self._events.append(event)
        self._wake()

    def mark_started(self, started: StartedRound) -> None:
        """The question is on disk; for the round's own task."""
        self._started = started
        self._wake()

    def _settle(self, task: asyncio.Task[TurnOutcome]) -> None:
        if task.cancelled():
            state = RecordState.INTERRUPTED if self.closing else RecordState.STOPPED
            self._outcome = TurnOutcome(state=state)
        else:
            self._error = task.exception()
            self._outcome = None if self._error is not None else task.result()
        self._wake()

    def _wake(self) -> None:
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def _more(self) -> None:
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        await waiter

    @property
    def settled(self) -> bool:
        """Whether nothing more will come."""
        return self._outcome is not None or self._error is not None

    @property
    def started_round(self) -> StartedRound | None:
        """The round, once its question is on disk."""
        return self._started

    @property
    def started(self) -> Awaitable[StartedRound | None]:
        """Until the question is on disk; None where the round was stopped before. Raises its error."""
        return Pending(self._wait_started)

    @property
    def result(self) -> Awaitable[EngineTurnResult]:
        """Until everything is on disk. Raises: the round's error (R-10)."""
        return Pending(self._wait_result)

    async def _wait_started(self) -> StartedRound | None:
        while self._started is None and not self.settled:
            await self._more()
        if self._started is None and self._error is not None:
            raise self._error
        return self._started

    async def _wait_result(self) -> EngineTurnResult:
        await self.wait()
        if self._outcome is None:
            raise self._error or asyncio.CancelledError
        return EngineTurnResult(self._outcome)

    async def wait(self) -> None:
        """Until everything is on disk, whatever came of it."""
        while not self.settled:
            await self._more()

    def stop(self, *, closing: bool = False) -> None:
        """End the request at once; what arrived is kept (R-9). More than once is once.

        Args:
            closing: nobody stopped the answer: the program is being closed (row 74).
        """
        if not self._stopping and not self.settled:
            self._stopping, self.closing = True, closing
            self._task.cancel()

    async def events(self) -> AsyncIterator[RoundEvent]:
        """Everything from the beginning, then what comes. Raises: the round's error at the end."""
        position = 0
        while True:
            while position < len(self._events):
                yield self._events[position]
                position += 1
            if self.settled:
                break
            await self._more()
        if self._error is not None:
            raise self._error

    async def __aiter__(self) -> AsyncIterator[str]:
        """The text of every sub-round, in order."""
        async for event in self.events():
            if isinstance(event, TextDelta):
                yield event.text
