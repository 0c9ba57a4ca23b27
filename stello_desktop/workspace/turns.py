"""A running answer as anyone may read it: an append-only list of events and a state.

The round's own task appends; views read on their clock from the position they have reached. Two
views, a view that was closed, or no view at all: the round does not care.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from typing import Protocol

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.events import RoundEvent
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.messages import NOBODY
from stello_desktop.domain.ports import BranchProposal, StartedRound
from stello_desktop.workspace.key_marks import KeyMark
from stello_desktop.workspace.patience import Silence


class TurnState(StrEnum):
    """Where a running answer is."""

    WAITING = "waiting"
    STREAMING = "streaming"
    ASKING = "asking"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"
    UNSENT = "unsent"


ENDED = frozenset({TurnState.DONE, TurnState.STOPPED, TurnState.FAILED, TurnState.UNSENT})


@dataclass(slots=True)
class BranchQuestion:
    """The assistant wants to open branches and the person is asked first (X-5)."""

    proposals: tuple[BranchProposal, ...]
    answer: asyncio.Future[tuple[bool, ...]]

    def decide(self, decisions: tuple[bool, ...]) -> None:
        """Answer once, one decision per proposal; later answers are ignored."""
        if not self.answer.done():
            self.answer.set_result(decisions)


_numbers = count(1)


class Stop(Protocol):
    """How a running round is ended."""

    def __call__(self, *, closing: bool = False) -> None:
        """End it at once."""
        ...


class LiveTurn:
    """One round that runs or has just ended.

    Attributes:
        text: what the person wrote; empty for a continuation.
        events: everything so far; only grows.
        started: set once the question is on disk.
        question: set while the person is asked about branches.
        error: why it failed.
        branches: how many the assistant has asked for in this answer.
        typed_since: whether the draft on disk is something else than this message, so that it stays.
        model_name: who answers, for the frame around the answer.
        mark: whom it was sent to, and with which key; of nobody where nobody was asked.
        queued: it was only put behind messages that wait.
        silence: how long nothing has come (Q34).
        begun_at: when the person asked for it, in seconds since 1970.
        number: another one for each turn of this run; what is shown of it is known again by this.
    """

    def __init__(self, session_id: SessionId, text: str) -> None:
        self.session_id = session_id
        self.number = next(_numbers)
        self.text = text
        self.events: list[RoundEvent] = []
        self.state = TurnState.WAITING
        self.started: StartedRound | None = None
        self.question: BranchQuestion | None = None
        self.error: StelloError | None = None
        self.typed_since = False
        self.branches = 0
        self.model_name = ""
        self.mark = KeyMark(NOBODY)
        self.queued = False
        self.silence = Silence()
        self.begun_at = time.time()
        self._stop: Stop | None = None
        self._stop_wanted = False
        self._closing = False
        self._done = asyncio.Event()

    @property
    def service_id(self) -> ServiceId:
        """Whom it was sent to; empty where nobody was asked."""
        return self.mark.service_id

    @property
    def ended(self) -> bool:
        """Whether nothing more will come."""
        return self.state in ENDED

    def stop_with(self, stop: Stop) -> None:
        """How the running round is stopped; used at once if the person has already asked for it."""
        self._stop = stop
        if self._stop_wanted:
            stop(closing=self._closing)

    def stop(self, *, closing: bool = False) -> None:
        """End the request at once; what arrived is kept (R-9), and so is a question just sent (R-1).

        Args:
            closing: the program is being closed; nobody has stopped the answer.
        """
        self._stop_wanted, self._closing = True, closing
        if self._stop is not None:
            self._stop(closing=closing)

    def end(self, state: TurnState, error: StelloError | None = None) -> None:
        """Settle; called once, by the task."""
        self.state = state
        self.error = error
        self.question = None

    def release(self) -> None:
        """Let those go on who wait; the tree knows of the end by now."""
        self._done.set()

    async def wait(self) -> None:
        """Until everything is on disk and the tree shows it."""
        await self._done.wait()
