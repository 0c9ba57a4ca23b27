"""What was asked for and is not made survives the end of the program, and a kill (D-3).

At the next start it goes on by itself: once, by the service that was told, and for no more than was announced. Where
that is not so it stays visible as interrupted, and goes on with the person's word. What is stored already is not made
again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.errors import SessionNotFound, StelloError
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.memory import (
    Digest,
    MemoryAuthor,
    MemoryKind,
    Scope,
    Synthesis,
    UnmadeKey,
    WorkState,
)
from stello_desktop.engine.memory_queue import MemoryQueue, Unmade, Wanted

if TYPE_CHECKING:
    from stello_desktop.workspace.backend import Backend
    from stello_desktop.workspace.memory_desk import MemoryDesk
    from stello_desktop.workspace.reflection import Reflection

_log = logging.getLogger(__name__)

MOST_STARTS: Final = 2
"""What was cut off in so many runs of the program is not begun by itself again."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """One thing that is not made.

    Attributes:
        wanted: who asked for it, and how.
        starts: in how many runs of the program it was begun.
        service: who was to be asked; empty where that was not known.
        tokens: about how much was to be read then.
        settled: whether the last two are known.
        begun: when somebody was first asked for it, in seconds since the epoch: what a model has written since then
            is its result, and nothing else is. None for not yet.
    """

    wanted: Wanted
    starts: int = 0
    service: str = ""
    tokens: int = 0
    settled: bool = False
    begun: float | None = None

    def as_json(self) -> dict[str, Any]:
        """For the store."""
        wanted = self.wanted
        return {
            "byPerson": wanted.by_person,
            "insists": wanted.insists,
            "anew": wanted.anew,
            "starts": self.starts,
            "service": self.service,
            "tokens": self.tokens,
            "settled": self.settled,
            "begun": self.begun,
        }


def _read(key: UnmadeKey, value: object) -> _Kept | None:
    """None for what this version does not understand."""
    kind, scope = key
    if not isinstance(value, Mapping) or (scope is None and kind is MemoryKind.DIGEST):
        return None
    starts, tokens = (item if isinstance(item, int) else 0 for item in map(value.get, ("starts", "tokens")))
    flags = [value.get(name) is True for name in ("byPerson", "insists", "anew")]
    begun = value.get("begun")
    return _Kept(
        Wanted(kind, scope, *flags),
        starts,
        str(value.get("service") or ""),
        tokens,
        value.get("settled") is True,
        float(begun) if isinstance(begun, int | float) else None,
    )


@dataclass(slots=True)
class _Book:
    """What is written, and what runs or waits in this run of the program.

    Attributes:
        seen: each as the queue has told it last.
    """

    entries: dict[UnmadeKey, _Kept] = field(default_factory=dict)
    begun: set[UnmadeKey] = field(default_factory=set)
    seen: dict[UnmadeKey, Unmade] = field(default_factory=dict)

    def follow(self, changed: Mapping[UnmadeKey, Unmade | None]) -> None:
        """What is made or given up goes, what is new comes, and what is begun is counted once in each run."""
        for key, item in changed.items():
            if item is None:
                self._forget(key)
            else:
                self._know(key, item)

    def _forget(self, key: UnmadeKey) -> None:
        self.entries.pop(key, None)
        self.seen.pop(key, None)
        self.begun.discard(key)

    def _know(self, key: UnmadeKey, item: Unmade) -> None:
        entry, before = self.entries.get(key), self.seen.get(key)
        held = before is not None and before.state is WorkState.INTERRUPTED
        said = held and item.state is not WorkState.INTERRUPTED  # the person has let it go on
        other = before is not None and before.wish != item.wish
        if entry is None or said or other or entry.wanted != item.wanted:
            entry = _Kept(item.wanted)
            self.begun.discard(key)
        if item.begun is not None and key not in self.begun:
            self.begun.add(key)
            entry = replace(entry, starts=entry.starts + 1, begun=entry.begun or item.begun)
        self.entries[key], self.seen[key] = entry, item


class Works(Protocol):
    """What is made in the background, see `MemoryWorks`."""

    queue: MemoryQueue
    reflection: Reflection

    @property
    def by_itself(self) -> bool:
        """Whether a schedule asks for anything."""
        ...

    async def digest_sizes(self, session_ids: Sequence[SessionId]) -> dict[SessionId, int]:
        """About how many tokens the next digest of each would read."""
        ...

    async def service_id_of(self, kind: MemoryKind, scope: Scope) -> ServiceId | None:
        """Whose answer it needs. Raises: SessionNotFound."""
        ...


class MemoryKeeping:
    """Keeps what the queue has before it, and takes it up again at the next start."""

    def __init__(self, backend: Backend, works: Works, desk: MemoryDesk) -> None:
        self._backend = backend
        self._works = works
        self._desk = desk
        self._written: dict[UnmadeKey, _Kept | None] = {}  # None where nobody knows what the row says
        self._book = _Book()
        self._changed = asyncio.Event()
        self._keeping: asyncio.Task[None] | None = None
        self._taken_up = asyncio.Event()
        self._ended = False

    def start(self) -> None:
        """Take up again what is kept, and keep from now on what is asked for."""
        self._keeping = asyncio.get_running_loop().create_task(self._keep())

    async def settle(self) -> None:
        """Until everything that was kept has found its place."""
        if self._keeping is not None:
            taken_up = asyncio.ensure_future(self._taken_up.wait())
            await asyncio.wait([self._keeping, taken_up], return_when=asyncio.FIRST_COMPLETED)
            taken_up.cancel()

    async def stop(self) -> None:
        """Take nothing up any more, and follow the queue no longer."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)

    async def write_last(self) -> None:
        """Once the queue has ended: what it has not made."""
        if self._taken_up.is_set() and not self._ended:
            self._ended = True
            await self._write()

    # -- keeping

    def _heard(self, changes: Changes) -> None:
        if changes.memory:
            self._changed.set()

    async def _keep(self) -> None:
        try:
            await self._take_up()
        except StelloError:  # it stays as it is in the store
            _log.exception("what was not made could not be taken up again")
            return
        while True:
            await self._changed.wait()
            self._changed.clear()
            await self._write()

    async def _write(self) -> None:
        self._book.follow(self._works.queue.unmade_since())
        try:
            await self._announce()
            await self._put(self._book.entries)
        except StelloError:
            _log.exception("what is not made yet could not be kept")

    async def _put(self, entries: Mapping[UnmadeKey, _Kept]) -> None:
        """Only what has changed: hundreds may wait while one after the other is made."""
        written = self._written
        changed = [key for key, item in entries.items() if written.get(key) is not item]
        changed += [key for key in written if key not in entries]
        if not changed:
            return
        now = {key: entries.get(key) for key in changed}
        written.update(dict.fromkeys(changed))  # until the store says so
        await self._backend.memory.put_unmade(
            {key: None if item is None else item.as_json() for key, item in now.items()}
        )
        for key, item in now.items():
            if item is None:
                del written[key]
            else:
                written[key] = item

    async def _announce(self) -> None:
        """What each would take as it is now: that is what the person is told when they ask for it."""
        fresh = [item for item in self._book.entries.values() if item.wanted.by_person and not item.settled]
        if not fresh:
            return
        for entry in await self._looked_up(fresh):
            known = self._book.entries[entry.wanted.key]
            self._book.entries[entry.wanted.key] = replace(entry, starts=known.starts, begun=known.begun)

    async def _looked_up(self, entries: Iterable[_Kept]) -> list[_Kept]:
        """The same wishes with what they would take now; without those of conversations that are gone."""
        wanted = [item.wanted for item in entries]
        ids = [item.scope for item in wanted if item.kind is MemoryKind.DIGEST and item.scope is not None]
        sizes = await self._works.digest_sizes(ids) if ids else {}
        found: list[_Kept] = []
        for item in wanted:
            try:
                service = await self._works.service_id_of(item.kind, item.scope)
                if item.kind is MemoryKind.DIGEST and item.scope is not None:
                    tokens = sizes.get(item.scope, 0)
                else:
                    tokens = (await self._works.reflection.plan(item.scope)).tokens
            except SessionNotFound:
                continue
            found.append(_Kept(item, 0, service or "", tokens, settled=True))
        return found

    # -- taking up

    async def _take_up(self) -> None:
        stored = await self._backend.memory.list_unmade()
        self._written = dict.fromkeys(stored)
        kept = [item for key, value in stored.items() if (item := _read(key, value)) is not None]
        now = {item.wanted.key: item for item in await self._looked_up(kept)}
        made = {item.wanted.key for item in kept if item.wanted.key in now and await self._is_made(item)}
        self._desk.follow(self._heard)
        for before in kept:
            key = before.wanted.key
            if key in now and key not in made:
                self._take(before, now[key])
        self._taken_up.set()
        self._changed.set()

    async def _is_made(self, before: _Kept) -> bool:
        """Whether it was written, and the end came before that was noted.

        Of a summary that is not made anew this needs no look: made once more, it finds nothing to do (D-4).
        """
        wanted, begun = before.wanted, before.begun
        if begun is None:
            return False
        versions: Sequence[Digest | Synthesis] = ()
        try:
            if wanted.kind is MemoryKind.REFLECTION:
                versions = await self._desk.synthesis_versions(wanted.scope)
            elif wanted.anew and wanted.scope is not None:
                versions = await self._desk.digest_versions(wanted.scope)
        except SessionNotFound:
            return False
        return any(item.author is MemoryAuthor.MODEL and item.made_at > begun for item in versions)

    def _take(self, before: _Kept, now: _Kept) -> None:
        wanted, queue = before.wanted, self._works.queue
        if not wanted.by_person:
            if self._works.by_itself:
                self._book.entries[wanted.key] = before
                if before.starts < MOST_STARTS:
                    queue.ask(wanted.kind, wanted.scope)
                else:
                    queue.put_back(wanted)
            return
        self._book.entries[wanted.key] = before
        as_told = before.settled and now.service == before.service and now.tokens <= before.tokens
        if as_told and before.starts < MOST_STARTS:
            queue.ask(wanted.kind, wanted.scope, by_person=True, insists=wanted.insists, anew=wanted.anew)
        else:
            queue.put_back(wanted)
