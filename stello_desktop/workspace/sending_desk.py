"""What is sent of a conversation, as the interface sees it: its parts, its size, its switches, its summary (C-3 to C-8)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.context_state import ContextChoices, EarlierPart, SummaryAuthor
from stello_desktop.domain.messages import RecordState
from stello_desktop.domain.text import clean_text
from stello_desktop.engine.unbroken import unbroken

if TYPE_CHECKING:
    from stello_desktop.domain.composition import NextRequest, RequestSize
    from stello_desktop.domain.ids import ServiceId, SessionId
    from stello_desktop.domain.messages import Record
    from stello_desktop.domain.services import Service
    from stello_desktop.engine.agent import Agent
    from stello_desktop.workspace.answering import Answering
    from stello_desktop.workspace.backend import Backend
    from stello_desktop.workspace.feed import ChangeFeed
    from stello_desktop.workspace.references import References
    from stello_desktop.workspace.tree import Tree


def size_with(size: RequestSize, text: str) -> int:
    """The size with this text as the message (C-6)."""
    from stello_desktop.engine.tokens import MESSAGE_TOKENS, corrected, estimate_text  # noqa: PLC0415 - after the first paint

    if not text.strip():
        return size.tokens
    return size.tokens + corrected(estimate_text(text) + MESSAGE_TOKENS, size.ratio)


class SendingDesk:
    """Each method waits until the store is open."""

    def __init__(
        self,
        opened: Callable[[], Awaitable[tuple[Agent, Backend]]],
        answering: Answering,
        tree: Tree,
        feed: ChangeFeed,
    ) -> None:
        self._opened = opened
        self._answering = answering
        self._tree = tree
        self._feed = feed
        self._working: set[asyncio.Future[EarlierPart | None]] = set()

    async def aclose(self) -> None:
        """End the summaries that are being made; who waits for one is let go."""
        working = tuple(self._working)
        for work in working:
            work.cancel()
        await asyncio.gather(*working, return_exceptions=True)

    # -- what leaves

    async def next_request(self, session_id: SessionId, text: str = "") -> NextRequest:
        """Exactly what sending ``text`` now would send (C-5). Raises: SessionNotFound."""
        agent, backend = await self._opened()
        await self._answering.load(backend.sessions, session_id)
        return await agent.next_request(session_id, text)

    async def size(self, session_id: SessionId) -> RequestSize:
        """How much that is, whatever stands in the composer; see `size_with`. Raises: SessionNotFound."""
        agent, backend = await self._opened()
        await self._answering.load(backend.sessions, session_id)
        return await agent.request_size(session_id)

    # -- switches

    async def choices(self, session_id: SessionId) -> ContextChoices:
        """What was chosen for the conversation. Raises: SessionNotFound."""
        _, backend = await self._opened()
        return (await backend.context.get_context(session_id)).choices

    async def choose(self, session_id: SessionId, **changes: Any) -> None:
        """Change fields of `ContextChoices`. Raises: SessionNotFound."""
        await unbroken(self._choose(session_id, changes))

    async def _choose(self, session_id: SessionId, changes: dict[str, Any]) -> None:
        _, backend = await self._opened()
        before = (await backend.context.get_context(session_id)).choices
        await backend.context.put_choices(session_id, replace(before, **changes))
        self._feed.publish(Changes(touched=frozenset({session_id})))

    async def unseen_references(self, session_id: SessionId) -> list[tuple[SessionId, Service]]:
        """Whose digests its service would see for the first time, if they were read (M-10)."""
        return await (await self._references()).unseen(session_id)

    async def allow_references(self, targets: Sequence[SessionId], service_id: ServiceId) -> None:
        """The person has said that this service may read the digests of these conversations (M-10)."""
        await (await self._references()).allow(targets, service_id)

    async def _references(self) -> References:
        from stello_desktop.workspace.references import References  # noqa: PLC0415 - after the first paint

        _, backend = await self._opened()
        return References(backend, self._answering, self._tree)

    # -- what stands for the earlier part

    async def earlier_part(self, session_id: SessionId, records: Sequence[Record]) -> EarlierPart | None:
        """What stands for the beginning of this history (C-7); None where all of it is sent."""
        _, backend = await self._opened()
        state = await backend.context.get_context(session_id)
        if not state.earlier:
            return None
        from stello_desktop.engine.compression import mark_slowly, part_for  # noqa: PLC0415 - after the first paint

        sent = [record for record in records if record.state is not RecordState.WAITING]
        await mark_slowly(sent)
        return part_for(sent, state.earlier, len(sent))

    async def remove_earlier(self, session_id: SessionId) -> None:
        """Send everything again, until it no longer fits (C-7). Raises: SessionNotFound."""

        async def remove() -> None:
            _, backend = await self._opened()
            await backend.context.forget_earlier(session_id)
            self._tell(session_id)

        await unbroken(remove())

    async def bring_earlier_back(self, session_id: SessionId, part: EarlierPart) -> None:
        """Undo a removal. Raises: SessionNotFound."""

        async def bring_back() -> None:
            _, backend = await self._opened()
            await backend.context.put_earlier(session_id, part)
            self._tell(session_id)

        await unbroken(bring_back())

    async def write_earlier(self, session_id: SessionId, part: EarlierPart, text: str) -> None:
        """The summary in the person's own words. Raises: SessionNotFound."""
        written = clean_text(text).strip()
        if not written:
            return

        async def write() -> None:
            _, backend = await self._opened()
            changed = replace(
                part, text=written, author=SummaryAuthor.HAND, made_at=time.time(), code="", detail=""
            )
            await backend.context.put_earlier(session_id, changed)
            self._tell(session_id)

        await unbroken(write())

    async def summarise_earlier(self, session_id: SessionId) -> EarlierPart | None:
        """Make the summary that could not be made when it was needed (C-7); None where that was needed no more.

        Raises: ProviderError, ForkConfigError where nothing makes summaries, SessionNotFound.
        """
        agent, _ = await self._opened()
        work = asyncio.ensure_future(agent.summarise_earlier(session_id))
        self._working.add(work)
        try:
            made = await work
        finally:
            self._working.discard(work)
        if made is not None:
            self._tell(session_id)
        return made

    def _tell(self, session_id: SessionId) -> None:
        touched = frozenset({session_id})
        self._feed.publish(Changes(touched=touched, records=touched))
