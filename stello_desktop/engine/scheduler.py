"""When memory is made: triggers for consolidation and integration, fed by hooks (D-1, D-2).

It lives in the assembly; no engine knows of it (L-2, L-3). It says what is wanted, and `MemoryQueue` does it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.memory import MemoryKind, Scope
from stello_desktop.engine.hooks import EngineHooks
from stello_desktop.engine.memory_queue import MemoryQueue
from stello_desktop.engine.rounds import TurnOutcome

EVERY: Final = 3
"""Rounds between two consolidations of the preset *automatic*."""


class ConsolidateOn(StrEnum):
    """What asks for a digest of a conversation (D-1)."""

    MANUAL = "manual"
    EVERY_N_TURNS = "every_n_turns"
    ON_SWITCH = "on_switch"
    ON_LEAVE = "on_leave"
    ON_ARCHIVE = "on_archive"


class IntegrateOn(StrEnum):
    """What asks for a reflection over the project of a conversation (D-1)."""

    MANUAL = "manual"
    AFTER_CONSOLIDATE = "after_consolidate"
    EVERY_N_TURNS = "every_n_turns"
    ON_SWITCH = "on_switch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """Both triggers, and how many completed rounds *every n turns* means (D-2)."""

    consolidate: ConsolidateOn = ConsolidateOn.MANUAL
    consolidate_every: int = EVERY
    integrate: IntegrateOn = IntegrateOn.MANUAL
    integrate_every: int = EVERY


MANUAL: Final = Schedule()

PRESETS: Final[Mapping[str, Schedule]] = {
    "automatic": Schedule(consolidate=ConsolidateOn.EVERY_N_TURNS, integrate=IntegrateOn.AFTER_CONSOLIDATE),
    "on_switch": Schedule(consolidate=ConsolidateOn.ON_SWITCH, integrate=IntegrateOn.AFTER_CONSOLIDATE),
    "manual": MANUAL,
}
"""By the name of the setting (D-1)."""


class Scheduler:
    """Hears what happens in conversations and asks for what the schedule says (D-1, D-2).

    Args:
        schedule: read anew at each use.
        scope_of: what is integrated when a conversation asks for it; raises for one that is gone.
    """

    def __init__(
        self,
        schedule: Callable[[], Schedule],
        queue: MemoryQueue,
        scope_of: Callable[[SessionId], Scope],
    ) -> None:
        self._schedule = schedule
        self._queue = queue
        self._scope_of = scope_of
        self._last_entered: SessionId | None = None

    def hooks_for(self, _session_id: SessionId) -> EngineHooks:
        """For the factory: merged with the person's own, each isolated (L-3, R-12)."""
        return EngineHooks(
            on_round_end=self.round_ended,
            on_session_enter=self.entered,
            on_session_leave=self.left,
            on_session_archive=self.archived,
        )

    def round_ended(self, session_id: SessionId, outcome: TurnOutcome) -> None:
        """Counts completed rounds of the conversation: N = 3 fires after 3, 6, 9, also over a restart (D-2).

        A stopped or failed round is none, and a round that is tried again is not another one (T-7).
        """
        if not outcome.counted:
            return
        schedule, count = self._schedule(), outcome.completed_rounds
        if schedule.consolidate is ConsolidateOn.EVERY_N_TURNS and count % schedule.consolidate_every == 0:
            self._consolidate(session_id)
        if schedule.integrate is IntegrateOn.EVERY_N_TURNS and count % schedule.integrate_every == 0:
            self._integrate(session_id)

    def entered(self, session_id: SessionId) -> None:
        """Another conversation than the one before is a switch, however long nothing was looked at between them."""
        before, self._last_entered = self._last_entered, session_id
        if before is None or before == session_id:
            return
        schedule = self._schedule()
        if schedule.consolidate is ConsolidateOn.ON_SWITCH:
            self._consolidate(before)
        if schedule.integrate is IntegrateOn.ON_SWITCH:
            self._integrate(before)

    def left(self, session_id: SessionId) -> None:
        """The person looks away, to another conversation or to none."""
        if self._schedule().consolidate is ConsolidateOn.ON_LEAVE:
            self._consolidate(session_id)

    def archived(self, session_id: SessionId) -> None:
        """The conversation is at rest."""
        if self._schedule().consolidate is ConsolidateOn.ON_ARCHIVE:
            self._consolidate(session_id)

    def consolidated(self, session_id: SessionId) -> None:
        """A new digest is on disk."""
        if self._schedule().integrate is IntegrateOn.AFTER_CONSOLIDATE:
            self._integrate(session_id)

    def _consolidate(self, session_id: SessionId) -> None:
        self._queue.ask(MemoryKind.DIGEST, session_id)

    def _integrate(self, session_id: SessionId) -> None:
        self._queue.ask(MemoryKind.REFLECTION, self._scope_of(session_id))
