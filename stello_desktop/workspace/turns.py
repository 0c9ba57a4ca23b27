"""A running answer as anyone may read it: an append-only list of events and a state.

The round's own task appends; views read on their clock from the position they have reached. Two
views, a view that was closed, or no view at all: the round does not care.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from enum import StrEnum

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.events import RoundEvent
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.ports import BranchProposal, StartedRound


class TurnState(StrEnum):
    """Where a running answer is."""

    WAITING = "waiting"
    STREAMING = "streaming"
    ASKING = "asking"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


ENDED = frozenset({TurnState.DONE, TurnState.STOPPED, TurnState.FAILED})


@dataclass(slots=True)
class BranchQuestion:
    """The assistant wants to open branches and the person is asked first (X-5)."""

    proposals: tuple[BranchProposal, ...]
    answer: asyncio.Future[tuple[bool, ...]]

    def decide(self, decisions: tuple[bool, ...]) -> None:
        """Answer once, one decision per proposal; later answers are ignored."""
        if not self.answer.done():
            self.answer.set_result(decisions)


class LiveTurn:
    """One round that runs or has just ended.

    Attributes:
        text: what the person wrote; empty for a continuation.
        events: everything so far; only grows.
        started: set once the question is on disk.
        question: set while the person is asked about branches.
        error: why it failed.
        model_name: who answers, for the frame around the answer.
    """

    def __init__(self, session_id: SessionId, text: str) -> None:
        self.session_id = session_id
        self.text = text
        self.events: list[RoundEvent] = []
        self.state = TurnState.WAITING
        self.started: StartedRound | None = None
        self.question: BranchQuestion | None = None
        self.error: StelloError | None = None
        self.model_name = ""
        self.began_at = time.monotonic()
        self._task: asyncio.Task[None] | None = None
        self._done = asyncio.Event()

    @property
    def ended(self) -> bool:
        """Whether nothing more will come."""
        return self.state in ENDED

    def run_in(self, task: asyncio.Task[None]) -> None:
        """Tie the turn to the task that drives it; stopping the turn cancels that task (R-5)."""
        self._task = task

    def stop(self) -> None:
        """End the request at once; what arrived is kept (R-9)."""
        if self._task is not None and not self.ended:
            self._task.cancel()

    def end(self, state: TurnState, error: StelloError | None = None) -> None:
        """Settle; called once, by the task."""
        self.state = state
        self.error = error
        self.question = None
        self._done.set()

    async def wait(self) -> None:
        """Until everything is on disk."""
        await self._done.wait()
