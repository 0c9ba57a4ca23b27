"""An agent's memory: digests and reminders, made, read and written (C-4, K-1, K-4)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

from stello_desktop.domain.errors import BrokenRule
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.memory import (
    Digest,
    Insight,
    InsightDraft,
    InsightSource,
    MemoryAuthor,
    MemoryStorage,
    written_digest,
)
from stello_desktop.engine.assembled import Assembled
from stello_desktop.engine.consolidation import Consolidated, Consolidator
from stello_desktop.engine.giving_way import ignore_waiting
from stello_desktop.engine.unbroken import committed

_NO_MEMORY: Final = "this agent was not given a memory"


class Remembering(Assembled):
    """The part of the facade that needs ``memory``. Raises: BrokenRule where the agent was given none."""

    __slots__ = ()

    async def consolidate_session(
        self,
        session_id: SessionId,
        *,
        over_hand: bool = False,
        anew: bool = False,
        most_requests: int | None = None,
        waits: Callable[[bool], object] = ignore_waiting,
    ) -> Consolidated:
        """Bring a conversation's digest up to date; a turn of the person goes first (Q-1, K-1).

        Args:
            over_hand: update words that a person wrote (K-4); otherwise they stay.
            anew: make it from all messages again, whatever it knows.
            most_requests: where it would take more, none is made (D-1).
            waits: told whether it waits for a turn of the person, at each change.

        Raises: SessionNotFound, ProviderError, MemoryNotMade, StoreError; then nothing was written.
        """
        return await self._consolidating.consolidate(
            session_id, over_hand=over_hand, anew=anew, most_requests=most_requests, waits=waits
        )

    async def count_digest_requests(self, session_id: SessionId, *, anew: bool = False) -> int:
        """About how many requests that would make now (D-1). Raises: SessionNotFound, StoreError."""
        return await self._consolidating.count_requests(session_id, anew=anew)

    @property
    def _consolidating(self) -> Consolidator:
        if self._consolidator is None:
            raise BrokenRule(_NO_MEMORY)
        return self._consolidator

    async def beside[T](
        self,
        is_before: Callable[[SessionId], bool],
        make: Callable[[], Coroutine[Any, Any, T]],
        *,
        is_here: Callable[[], bool],
        waits: Callable[[bool], object] = ignore_waiting,
    ) -> T:
        """Run work that nobody waits for beside all lanes, when no turn goes before it (Q-1); see `GivingWay.run`."""
        return await self._giving_way.run(is_before, make, is_here=is_here, waits=waits)

    async def get_digest(self, session_id: SessionId) -> Digest | None:
        """The digest that holds; None where there is none. Raises: SessionNotFound."""
        return (await self._kept.digest_ground(session_id)).current

    async def list_session_digests(
        self, session_ids: Sequence[SessionId] | None = None
    ) -> tuple[Digest, ...]:
        """The digests that hold, of these or of all conversations, in the order of the tree."""
        topology = self.topology()
        return await self._kept.get_digests(
            lambda: tuple(topology.walk()) if session_ids is None else session_ids
        )

    async def put_memory(
        self, session_id: SessionId, text: str, *, author: MemoryAuthor = MemoryAuthor.HAND
    ) -> Digest:
        """Replace a conversation's memory, in its lane (Q-1); earlier ones are kept (K-1). Raises: SessionNotFound."""
        kept = self._kept
        async with self._orchestrator.lanes.enter(session_id):
            draft = written_digest(await kept.digest_ground(session_id), text, author)
            digest = await committed(kept.put_digest(draft))
        if digest is None:
            raise BrokenRule("a digest that replaces anything is always written")
        return digest

    async def put_insight(
        self,
        session_id: SessionId,
        text: str,
        *,
        source: InsightSource = InsightSource.HAND,
        from_session: SessionId | None = None,
    ) -> Insight:
        """Let a reminder wait for the next round (C-4). Raises: SessionNotFound."""
        draft = InsightDraft(session_id=session_id, text=text, source=source, from_session=from_session)
        return await self._kept.put_insight(draft)

    async def clear_insight(self, session_id: SessionId) -> int:
        """Take away what waits for a conversation's next round; gives how many. Raises: SessionNotFound."""
        waiting = await self.sessions.list_waiting_insights(session_id)
        gone = [await self._kept.set_insight_removed(item.insight_id, removed=True) for item in waiting]
        return sum(1 for item in gone if item is not None)

    @property
    def _kept(self) -> MemoryStorage:
        if self.memory is None:
            raise BrokenRule(_NO_MEMORY)
        return self.memory
