"""Digests and reflections that are made in the background, one at a time for each conversation (D-3).

Nobody waits for it. What cannot be made stays visible: what was offline goes on when its service answers again or
when the person says so, what failed when the person says so.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Final

from stello_desktop.domain.errors import (
    MANY_REQUESTS,
    BrokenRule,
    MemoryNotMade,
    SessionNotFound,
    StelloError,
)
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.memory import MemoryKind, MemoryWork, Scope, UnmadeKey, WorkState
from stello_desktop.domain.reach import is_keyless, is_unsent

_log = logging.getLogger(__name__)

AT_ONCE: Final = 2
"""Requests side by side; more would be in the way of the person's own."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be made now.

    Attributes:
        by_person: a person asked for it.
        insists: the person wants it even where that needs their word.
        anew: the person wants it to be made from the beginning, whatever there is.
    """

    kind: MemoryKind
    scope: Scope
    by_person: bool = False
    insists: bool = False
    anew: bool = False

    @property
    def key(self) -> UnmadeKey:
        """Wanted twice is wanted once."""
        return self.kind, self.scope

    def joined(self, other: Wanted) -> Wanted:
        """Both wishes in one."""
        return replace(
            self,
            by_person=self.by_person or other.by_person,
            insists=self.insists or other.insists,
            anew=self.anew or other.anew,
        )


@dataclass(frozen=True, slots=True)
class Unmade:
    """What would be lost if the program ended now.

    Attributes:
        wanted: all that is wished for now, also what is asked for once more while it runs.
        wish: another number for another wish; what is asked for while the same runs is one of its own.
        begun: when somebody was first asked for this wish, in seconds since the epoch; None for not yet. What is
            stored before then is no result of it.
    """

    wanted: Wanted
    state: WorkState
    wish: int
    begun: float | None


@dataclass(slots=True)
class _Job:
    """One thing that is wanted.

    Attributes:
        wish, begun: see `Unmade`, of what runs or is to run first.
        again: asked for once more while it runs, and by whom and how; ``next_wish`` is the number of that wish.
        held: it runs, but only waits for a turn of the person.
    """

    wanted: Wanted
    wish: int = 0
    begun: float | None = None
    state: WorkState = WorkState.QUEUED
    error: StelloError | None = None
    service: ServiceId | None = None
    task: asyncio.Task[None] | None = None
    again: Wanted | None = None
    next_wish: int = 0
    begun_at: float | None = None
    held: bool = False

    @property
    def kind(self) -> MemoryKind:
        return self.wanted.kind

    @property
    def scope(self) -> Scope:
        return self.wanted.scope

    @property
    def waits_for_service(self) -> bool:
        """Whether it could not be asked for at all."""
        keyless = self.state is WorkState.FAILED and self.error is not None and is_keyless(self.error)
        return keyless or self.state is WorkState.OFFLINE

    @property
    def shown_state(self) -> WorkState:
        return WorkState.QUEUED if self.held else self.state

    @property
    def shown(self) -> MemoryWork:
        by_person = self.wanted.by_person
        return MemoryWork(self.kind, self.scope, self.shown_state, self.error, by_person, self.begun_at)

    @property
    def unmade(self) -> Unmade | None:
        if self.state is WorkState.FAILED and not self.waits_for_service:
            return None
        if self.again is None:
            begun = None if self.held else self.begun
            return Unmade(self.wanted, self.shown_state, self.wish, begun)
        return Unmade(self.wanted.joined(self.again), self.shown_state, self.next_wish, None)

    def go_on_with(self, wanted: Wanted) -> None:
        """What was asked for meanwhile is the wish now."""
        self.wanted, self.again = wanted, None
        self.wish, self.begun = self.next_wish, None


class MemoryQueue:
    """What is wanted, in the order of asking, digests before the reflections that read them (D-3).

    Args:
        make: makes one thing, and says whether its service has answered for it; what it raises is kept with it.
        service_of: whose answer it needs, or None where that is not known yet.
        changed: the list of work is another one now.
    """

    def __init__(
        self,
        make: Callable[[Wanted], Awaitable[bool]],
        service_of: Callable[[MemoryKind, Scope], Awaitable[ServiceId | None]],
        changed: Callable[[], None],
    ) -> None:
        self._make = make
        self._service_of = service_of
        self._changed = changed
        self._jobs: dict[UnmadeKey, _Job] = {}
        self._lost: dict[ServiceId, StelloError] = {}
        self._wishes = count(1)
        self._touched: dict[UnmadeKey, None] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def work(self) -> tuple[MemoryWork, ...]:
        """Everything that is wanted and not made."""
        return tuple(job.shown for job in self._jobs.values())

    def unmade_since(self) -> dict[UnmadeKey, Unmade | None]:
        """What would be lost if the program ended now, as far as it changed since the last call; None for no longer.

        What failed was told to the person, and they let it be.
        """
        touched, self._touched = self._touched, {}
        return {key: None if (job := self._jobs.get(key)) is None else job.unmade for key in touched}

    def put_back(self, wanted: Wanted) -> None:
        """What the end of the program cut off, and what goes on with the person's word alone."""
        if not self._closed and wanted.key not in self._jobs:
            self._new(wanted).state = WorkState.INTERRUPTED
            self._told()

    def ask(
        self,
        kind: MemoryKind,
        scope: Scope,
        *,
        by_person: bool = False,
        insists: bool = False,
        anew: bool = False,
    ) -> None:
        """Want something; wanted twice is wanted once (D-3). A person's wish also tries again what failed.

        Args:
            insists, anew: see `Wanted`.
        """
        if self._closed:
            return
        wanted = Wanted(kind, scope, by_person, insists, anew)
        job = self._jobs.get(wanted.key)
        if job is None:
            job = self._new(wanted)
        elif job.state is WorkState.RUNNING:
            if job.again is None:
                job.again, job.next_wish = wanted, next(self._wishes)
            else:
                job.again = job.again.joined(wanted)
        else:
            job.wanted = job.wanted.joined(wanted)
            if job.state in {WorkState.FAILED, WorkState.ASKS, WorkState.INTERRUPTED} or by_person:
                self._queue_again(job)
        self._touch(job)
        if by_person:
            self._lost.clear()  # they may know better
        self._told()
        self._pump()

    def retry(self, kind: MemoryKind, scope: Scope) -> None:
        """The person wants what could not be made to be tried again, and all else that waits for its service."""
        job = self._jobs.get((kind, scope))
        if job is None or job.state in {WorkState.QUEUED, WorkState.RUNNING}:
            return
        job.wanted = replace(job.wanted, by_person=True)
        self._queue_again(job)
        if job.service is not None:
            self.answered(job.service)
        self._told()
        self._pump()

    def hold(self, kind: MemoryKind, scope: Scope, held: bool) -> None:
        """What runs only waits for a turn of the person, or does so no longer: nobody has asked for it yet (Q-1)."""
        job = self._jobs.get((kind, scope))
        if job is not None and job.state is WorkState.RUNNING and job.held != held:
            job.held, job.begun_at = held, time.monotonic()
            self._touch(job)
            self._told()

    def stop(self, kind: MemoryKind, scope: Scope) -> None:
        """Want it no longer: end its request, or forget that it failed."""
        job = self._jobs.pop((kind, scope), None)
        if job is None:
            return
        self._touch(job)
        if job.task is not None:
            job.task.cancel()
        self._told()
        self._pump()

    def answered(self, service_id: ServiceId) -> None:
        """A service has answered something: what waits for it goes on, also what had no key."""
        lost = self._lost.pop(service_id, None)
        waiting = [job for job in self._jobs.values() if job.service == service_id and job.waits_for_service]
        for job in waiting:
            self._queue_again(job)
        if waiting or lost is not None:
            self._told()
            self._pump()

    def keep(self, is_wanted: Callable[[Scope], bool]) -> None:
        """Stop everything whose scope is wanted no longer, such as a conversation that went to the trash (P-3)."""
        for job in tuple(self._jobs.values()):
            if not is_wanted(job.scope):
                self.stop(job.kind, job.scope)

    async def settle(self) -> None:
        """Until nothing runs and nothing could run."""
        while self._tasks:
            await asyncio.wait(tuple(self._tasks))

    async def aclose(self) -> None:
        """End what runs and begin nothing more; what was written stays written."""
        self._closed = True
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # inside

    def _new(self, wanted: Wanted) -> _Job:
        job = self._jobs[wanted.key] = _Job(wanted, next(self._wishes))
        self._touch(job)
        return job

    def _touch(self, job: _Job) -> None:
        self._touched[job.wanted.key] = None

    def _queue_again(self, job: _Job) -> None:
        job.state, job.error = WorkState.QUEUED, None
        self._touch(job)

    def _told(self) -> None:
        try:
            self._changed()
        except Exception:  # noqa: BLE001 - a listener is not ours
            _log.exception("a listener failed on what memory is made")

    def _pump(self) -> None:
        """Begin what may begin."""
        while not self._closed and (job := self._next()) is not None:
            job.state, job.begun_at = WorkState.RUNNING, time.monotonic()
            job.begun = job.begun or time.time()
            self._touch(job)
            job.task = asyncio.get_running_loop().create_task(self._try(job))
            self._tasks.add(job.task)
            job.task.add_done_callback(partial(self._ended, job))
            self._told()

    def _next(self) -> _Job | None:
        jobs = self._jobs.values()
        if len(self._tasks) >= AT_ONCE:
            return None
        digests = [job for job in jobs if job.kind is MemoryKind.DIGEST]
        ready = next((job for job in digests if self._may_begin(job)), None)
        if ready is not None:
            return ready
        if any(job.task is not None or job.state is WorkState.QUEUED for job in digests):
            return None  # a reflection reads what they are about to write
        return next((job for job in jobs if self._may_begin(job)), None)

    @staticmethod
    def _may_begin(job: _Job) -> bool:
        return job.state is WorkState.QUEUED and job.task is None

    def _ended(self, job: _Job, task: asyncio.Task[None]) -> None:
        """Also of one that was stopped before its first step: what waits behind it begins."""
        self._tasks.discard(task)
        job.task, job.held = None, False
        self._touch(job)
        self._told()
        self._pump()

    async def _try(self, job: _Job) -> None:
        wanted = job.wanted
        try:
            job.service = await self._service_of(job.kind, job.scope)
            in_vain = None if job.service is None else self._lost.get(job.service)
            if in_vain is not None:  # another one has just found out
                self._failed(job, in_vain)
                return
            answered = await self._make(wanted)
        except SessionNotFound:  # it went to the trash meanwhile
            self._forget(job)
        except StelloError as error:
            self._failed(job, error)
        except Exception as error:  # noqa: BLE001 - nobody waits for it; the person sees it
            _log.exception("memory could not be made in a way that nobody foresaw")
            self._failed(job, BrokenRule(str(error), detail=repr(error)))
        else:
            if answered and job.service is not None:
                self.answered(job.service)
            self._done(job)

    def _done(self, job: _Job) -> None:
        """Once more where it was asked for meanwhile, as it was asked for then."""
        if job.again is None:
            self._forget(job)
        else:
            job.go_on_with(job.again)
            self._queue_again(job)

    def _failed(self, job: _Job, error: StelloError) -> None:
        """What was asked for meanwhile is part of what is tried again."""
        if job.again is not None:
            job.go_on_with(job.wanted.joined(job.again))
        job.error = error
        self._touch(job)
        if is_unsent(error) and not is_keyless(error):  # a key does not come back by itself
            job.state = WorkState.OFFLINE
            if job.service is not None:
                self._lost[job.service] = error
        else:
            held = isinstance(error, MemoryNotMade) and error.params.get("reason") == MANY_REQUESTS
            job.state = WorkState.ASKS if held else WorkState.FAILED

    def _forget(self, job: _Job) -> None:
        if self._jobs.get(job.wanted.key) is job:
            del self._jobs[job.wanted.key]
            self._touch(job)
