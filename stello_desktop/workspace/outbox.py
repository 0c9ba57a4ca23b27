"""Messages that wait to be sent: counted, changed, and sent with one click, in order, exactly once (row 25).

That a service cannot be reached is known from a failed attempt alone. Nothing here sends by itself: what the
network or a service tells only changes what the person is offered.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from functools import partial
from typing import Any, Final

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.ids import RecordId, ServiceId, SessionId
from stello_desktop.domain.ports import ModelCatalog
from stello_desktop.domain.reach import is_key_refused, is_key_trouble, is_keyless
from stello_desktop.domain.services import Service
from stello_desktop.engine.unbroken import unbroken
from stello_desktop.workspace.answering import Answering
from stello_desktop.workspace.backend import Backend
from stello_desktop.workspace.feed import ChangeFeed
from stello_desktop.workspace.lookout import Lookout
from stello_desktop.workspace.refusals import Again, RefusedMessages, how_again
from stello_desktop.workspace.rounds import Rounds
from stello_desktop.workspace.service_news import ServiceNews
from stello_desktop.workspace.tree import Tree
from stello_desktop.workspace.turns import LiveTurn, TurnState

_log = logging.getLogger(__name__)

AT_ONCE: Final = 3
"""Conversations that are sent side by side to one service; more would be refused by many as too fast."""


class Outbox:
    """What waits, and whose service could not be reached, or had no key or refused it, when it was last asked.

    Args:
        news: what is known of services.
        rounds: starts and knows the rounds.
    """

    def __init__(
        self,
        backend: Callable[[], Awaitable[Backend]],
        answering: Answering,
        tree: Tree,
        feed: ChangeFeed,
        news: ServiceNews,
        rounds: Callable[[], Rounds],
    ) -> None:
        self._backend = backend
        self._answering = answering
        self._tree = tree
        self._feed = feed
        self._news = news
        self._rounds = rounds
        self._waiting: dict[SessionId, tuple[RecordId, ...]] = {}
        self._refused = RefusedMessages(self._service_of)
        self._sending: dict[SessionId, asyncio.Task[None]] = {}
        self._slots: defaultdict[ServiceId, asyncio.Semaphore] = defaultdict(
            lambda: asyncio.Semaphore(AT_ONCE)
        )
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self._lookout = Lookout(self._catalog, news, lambda: self.silent)
        feed.subscribe(self._on_changes)

    # -- what there is

    @property
    def waiting(self) -> Mapping[SessionId, int]:
        """How many wait in each conversation that takes messages; archived and deleted ones are at rest.

        Messages that were refused with their key come first where others wait with them for another one (row 27).
        """
        found = {item: len(records) for item, records in self._waiting.items() if self._takes_messages(item)}
        refused = self._refused.in_company(found, self._takes_messages)
        return {item: 1 + found.get(item, 0) for item in refused} | {
            item: number for item, number in found.items() if item not in refused
        }

    @property
    def count(self) -> int:
        """All that could be sent now."""
        return sum(self.waiting.values())

    @property
    def sending(self) -> frozenset[SessionId]:
        """Conversations whose messages are on their way, one after another."""
        return frozenset(self._sending)

    @property
    def offline(self) -> bool:
        """Whether something waits for a service that could not be reached."""
        return any(not is_key_trouble(error) for error in self._troubles())

    @property
    def keyless(self) -> bool:
        """Whether something waits for a key that is not here (row 58)."""
        return any(is_keyless(error) for error in self._troubles())

    @property
    def refused(self) -> bool:
        """Whether something waits for another key than the one that was refused (row 27)."""
        return any(is_key_refused(error) for error in self._troubles())

    @property
    def silent(self) -> tuple[Service, ...]:
        """The services that could not be reached, and for which something waits, each once."""
        found = {
            service.service_id: service
            for service in map(self._answering.service_of, self.waiting)
            if (error := self._news.trouble_of(service.service_id)) is not None and not is_key_trouble(error)
        }
        return tuple(found.values())

    def held_with(self, session_ids: Iterable[SessionId]) -> tuple[SessionId, ...]:
        """These conversations, then all others in which something waits for the same key as in one of them."""
        asked = tuple(session_ids)
        troubles = {item: self.trouble_of(item) for item in asked}
        held = {self._service_of(item) for item, error in troubles.items() if error and is_key_trouble(error)}
        others = [item for item in self.waiting if item not in asked and self._service_of(item) in held]
        return (*asked, *others)

    def _troubles(self) -> list[StelloError]:
        found = (self.trouble_of(session_id) for session_id in self.waiting)
        return [error for error in found if error is not None]

    def waits(self, session_id: SessionId) -> int:
        """How many wait in one conversation, archived or not."""
        return len(self._waiting.get(session_id, ()))

    def trouble_of(self, session_id: SessionId) -> StelloError | None:
        """Why the service of a conversation could not be asked, where that is the newest that is known."""
        return self._news.trouble_of(self._service_of(session_id))

    def _service_of(self, session_id: SessionId) -> ServiceId:
        return self._answering.service_of(session_id).service_id

    def _takes_messages(self, session_id: SessionId) -> bool:
        entry = self._tree.topology.get(session_id)
        return entry is not None and not entry.archived

    # -- what is heard

    def _on_changes(self, changes: Changes) -> None:
        if changes.outbox or changes.services:
            self._lookout.heed()

    async def _catalog(self) -> ModelCatalog:
        return (await self._backend()).catalog

    def asked(self, session_id: SessionId) -> None:
        """A request begins in a conversation: what was refused there before is sent again now, or is history."""
        self._refused.asked(session_id)

    def key_refused(self, turn: LiveTurn, error: StelloError) -> None:
        """The key of a service was refused to this message, which is sent again with another one (row 27)."""
        self._news.refused_by(turn.mark, error)
        self._refused.add(turn.session_id, turn.service_id)
        self._feed.publish(Changes(outbox=True))

    def left_waiting(self, turn: LiveTurn) -> None:
        """A message waits; one that the person has just sent tries, with those before it, unless that is in vain."""

        async def look() -> None:
            await self.refresh()
            if turn.queued and self.trouble_of(turn.session_id) is None:
                self.send((turn.session_id,))

        self._start(look())

    async def refresh(self) -> None:
        """Read what waits, and who would be asked."""
        backend = await self._backend()
        found: defaultdict[SessionId, tuple[RecordId, ...]] = defaultdict(tuple)
        for message in await backend.outbox.list_waiting():
            found[message.session_id] += (message.record_id,)
        for session_id in found:
            await self._answering.load(backend.sessions, session_id)
        if found != self._waiting:
            self._waiting = dict(found)
            self._feed.publish(Changes(outbox=True))

    # -- what the person does

    def send(self, session_ids: Iterable[SessionId] | None = None) -> None:
        """Send what waits, all or in some conversations: there in order, each answered before the next.

        It ends in a conversation with the first that is not answered; what is behind it waits on. A message that
        was refused with its key is the first of its conversation.
        """
        wanted = (
            self.waiting if session_ids is None else session_ids
        )  # what waits there is read from the disk
        begun = [item for item in wanted if item not in self._sending and self._takes_messages(item)]
        if self._closed or not begun:
            return
        for session_id in begun:
            self._news.try_again(self._service_of(session_id))
        for session_id in begun:
            self._sending[session_id] = self._start(self._send_all(session_id))
        self._feed.publish(Changes(outbox=True))

    async def edit(self, session_id: SessionId, record_id: RecordId, text: str) -> bool:
        """Other words for a message that waits; False where it was sent meanwhile."""
        return await unbroken(self._edit(session_id, record_id, text))

    async def _edit(self, session_id: SessionId, record_id: RecordId, text: str) -> bool:
        changed = await (await self._backend()).outbox.edit_waiting(record_id, text)
        await self._tree.reload((session_id,))
        return changed

    async def remove(self, session_id: SessionId, record_id: RecordId) -> bool:
        """Take a message away that was never sent; False where it was sent meanwhile."""
        return await unbroken(self._remove(session_id, record_id))

    async def _remove(self, session_id: SessionId, record_id: RecordId) -> bool:
        removed = await (await self._backend()).outbox.remove_waiting(record_id)
        await self.refresh()
        await self._tree.reload((session_id,))
        return removed

    # -- sending

    async def _send_all(self, session_id: SessionId) -> None:
        try:
            while await self._send_next(session_id):
                await self.refresh()
        except StelloError:
            _log.exception("a message that waits could not be sent")
        finally:
            del self._sending[session_id]
            self._feed.publish(Changes(outbox=True))
        await self.refresh()

    async def _send_next(self, session_id: SessionId) -> bool:
        """One message and its answer; says whether the next one's turn has come."""
        backend = await self._backend()
        await self._answering.load(backend.sessions, session_id)
        service_id = self._service_of(session_id)
        async with self._slots[service_id]:
            await self._until_free(session_id)
            async with self._news.scouts.alone(service_id):
                begin = await self._next(session_id, backend)
                elsewhere = self._service_of(session_id) != service_id
                if elsewhere or self._running(session_id) is not None:
                    return True  # bound or asked by the person meanwhile; tried again there, or behind it
                in_vain = self.trouble_of(session_id) is not None  # another conversation has just found out
                if begin is None or in_vain or not self._takes_messages(session_id) or self._closed:
                    return False
                turn = begin()
                await self._news.scouts.until_heard(service_id, turn)
            await turn.wait()
        return turn.state is TurnState.DONE

    async def _next(self, session_id: SessionId, backend: Backend) -> Callable[[], LiveTurn] | None:
        """How the next message is sent; None where there is none, since the person may have taken it away."""
        again = how_again(await backend.sessions.list_records(session_id), self._service_of(session_id))
        if again is not None:
            way = self._rounds().resume if again is Again.RESUME else self._rounds().retry
            return partial(way, session_id)
        message = await backend.outbox.next_waiting(session_id)
        if message is None:
            return None
        return partial(self._rounds().send_waiting, session_id, message.record_id)

    def _running(self, session_id: SessionId) -> LiveTurn | None:
        turn = self._rounds().live_turn(session_id)
        return None if turn is None or turn.ended else turn

    async def _until_free(self, session_id: SessionId) -> None:
        while (running := self._running(session_id)) is not None:
            await running.wait()

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._settle)
        return task

    def _settle(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("the outbox failed: %s", error, exc_info=error)

    def open(self) -> None:
        """The store opens: look what the last run has left."""
        self._start(self.refresh())

    def close(self) -> None:
        """Begin nothing more; what waits goes on waiting."""
        self._closed = True

    async def aclose(self) -> None:
        """Let what was begun end; the running rounds have been stopped by now."""
        self.close()
        await self._lookout.aclose()
        await asyncio.gather(*self._tasks, return_exceptions=True)
