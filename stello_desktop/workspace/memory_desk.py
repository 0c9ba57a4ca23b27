"""Digests, reminders and syntheses as the interface sees them: reading, and writing by hand (C-4, K-1, K-4)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.ids import InsightId, ServiceId, SessionId
from stello_desktop.domain.memory import (
    Digest,
    DigestDraft,
    Insight,
    InsightDraft,
    InsightSource,
    InsightState,
    MemoryAuthor,
    Scope,
    Synthesis,
    SynthesisDraft,
    written_digest,
)
from stello_desktop.domain.text import clean_text
from stello_desktop.engine.unbroken import unbroken
from stello_desktop.workspace.backend import Backend
from stello_desktop.workspace.feed import ChangeFeed, Listener
from stello_desktop.workspace.tree import Tree


class MemoryDesk:
    """What is known of conversations from outside. Each method waits until the store is open.

    Every change is told by ``Changes(memory=True, touched=…)``; a caller who gives up in between is let go only
    when it is committed and told.
    """

    def __init__(self, backend: Callable[[], Awaitable[Backend]], tree: Tree, feed: ChangeFeed) -> None:
        self._backend = backend
        self._tree = tree
        self._feed = feed

    # -- digests

    async def digest(self, session_id: SessionId) -> Digest | None:
        """The digest that holds; None where there is none."""
        found = await self.digests([session_id])
        return found[0] if found else None

    async def digests(self, session_ids: Iterable[SessionId] | None = None) -> tuple[Digest, ...]:
        """The digests that hold; of all living conversations, in the order of the tree, where None is given."""
        topology = self._tree.topology

        def wanted() -> Sequence[SessionId]:
            return tuple(topology.walk() if session_ids is None else session_ids)

        return await (await self._backend()).memory.get_digests(wanted)

    async def digest_versions(self, session_id: SessionId) -> tuple[Digest, ...]:
        """All versions, the one that holds first (K-1). Raises: SessionNotFound."""
        return await (await self._backend()).memory.digest_versions(session_id)

    async def changed(self, scope: Scope = None) -> tuple[SessionId, ...]:
        """The conversations with messages that no digest knows (D-4)."""
        topology = self._tree.topology
        return await (await self._backend()).memory.list_changed(
            lambda: tuple(topology.walk() if scope is None else topology.subtree(scope))
        )

    async def write_digest(self, session_id: SessionId, text: str) -> Digest:
        """A digest in the person's own words (K-4); empty for none. Raises: SessionNotFound."""
        return await unbroken(self._write_digest(session_id, text))

    async def _write_digest(self, session_id: SessionId, text: str) -> Digest:
        memory = (await self._backend()).memory
        ground = await memory.digest_ground(session_id)
        draft = written_digest(ground, clean_text(text), MemoryAuthor.HAND)
        return await self._put_digest(draft)

    async def restore_digest(self, session_id: SessionId, version: int) -> Digest:
        """Let an earlier version hold again, as the person's choice (K-1, K-4). Raises: SessionNotFound, KeyError."""
        return await unbroken(self._restore_digest(session_id, version))

    async def _restore_digest(self, session_id: SessionId, version: int) -> Digest:
        versions = {item.version: item for item in await self.digest_versions(session_id)}
        old = versions[version]
        draft = DigestDraft(
            session_id=session_id,
            text=old.text,
            author=MemoryAuthor.HAND,
            covers=old.covers,
            model=old.model,
        )
        return await self._put_digest(draft)

    async def _put_digest(self, draft: DigestDraft) -> Digest:
        written = await (await self._backend()).memory.put_digest(draft)
        if written is None:
            raise RuntimeError("a digest that replaces anything is always written")
        self.tell([draft.session_id])
        return written

    # -- reminders

    async def insights(
        self, session_id: SessionId | None = None, *, state: InsightState | None = None, limit: int = 1_000
    ) -> tuple[Insight, ...]:
        """Reminders of one conversation or of all, the newest first. Raises: SessionNotFound."""
        found = await (await self._backend()).memory.list_insights(session_id, limit=limit)
        return tuple(item for item in found if state is None or item.state is state)

    async def add_insight(
        self,
        session_id: SessionId,
        text: str,
        *,
        source: InsightSource = InsightSource.HAND,
        from_session: SessionId | None = None,
        for_service: ServiceId | None = None,
    ) -> Insight:
        """Let a reminder wait for a conversation's next round (C-4). Raises: SessionNotFound.

        Args:
            for_service: who answers there now, and alone may read it; None for words of the person (M-10).
        """
        return await unbroken(
            self._add_insight(
                InsightDraft(
                    session_id=session_id,
                    text=clean_text(text).strip(),
                    source=source,
                    from_session=from_session,
                    for_service=for_service,
                )
            )
        )

    async def _add_insight(self, draft: InsightDraft) -> Insight:
        insight = await (await self._backend()).memory.put_insight(draft)
        await self.reload([draft.session_id])
        return insight

    async def edit_insight(self, insight_id: InsightId, text: str) -> Insight | None:
        """Other words for a reminder that waits, under a new id; None where it does not wait any more."""
        return await unbroken(self._edit_insight(insight_id, text))

    async def _edit_insight(self, insight_id: InsightId, text: str) -> Insight | None:
        insight = await (await self._backend()).memory.edit_insight(insight_id, clean_text(text).strip())
        return await self._told(insight)

    async def let_go_along(self, insight: Insight, service_id: ServiceId) -> Insight | None:
        """The person says that this service may read a reminder that waits (M-10); None where it waits no more."""
        return await unbroken(self._let_go_along(insight, service_id))

    async def _let_go_along(self, insight: Insight, service_id: ServiceId) -> Insight | None:
        memory = (await self._backend()).memory
        return await self._told(
            await memory.edit_insight(insight.insight_id, insight.text, for_service=service_id)
        )

    async def remove_insight(self, insight_id: InsightId) -> Insight | None:
        """Take away a reminder that waits; None where it does not wait any more."""
        return await unbroken(self._set_removed(insight_id, removed=True))

    async def bring_insight_back(self, insight_id: InsightId) -> Insight | None:
        """Undo a removal; None where it was delivered meanwhile."""
        return await unbroken(self._set_removed(insight_id, removed=False))

    async def _set_removed(self, insight_id: InsightId, *, removed: bool) -> Insight | None:
        insight = await (await self._backend()).memory.set_insight_removed(insight_id, removed)
        return await self._told(insight)

    async def _told(self, insight: Insight | None) -> Insight | None:
        if insight is not None:
            await self.reload([insight.session_id])
        return insight

    # -- syntheses

    async def syntheses(self) -> tuple[Synthesis, ...]:
        """The ones that hold: everything first, then projects."""
        return await (await self._backend()).reflections.list_syntheses()

    async def synthesis(self, scope: Scope) -> Synthesis | None:
        """The one of a scope that holds; None where there is none."""
        return next((item for item in await self.syntheses() if item.scope == scope), None)

    async def synthesis_versions(self, scope: Scope) -> tuple[Synthesis, ...]:
        """All versions, the one that holds first. Raises: SessionNotFound."""
        return await (await self._backend()).reflections.synthesis_versions(scope)

    async def write_synthesis(self, scope: Scope, text: str) -> Synthesis:
        """A synthesis in the person's own words (K-4). Raises: SessionNotFound."""
        return await unbroken(self._write_synthesis(scope, text))

    async def _write_synthesis(self, scope: Scope, text: str) -> Synthesis:
        current = await self.synthesis(scope)
        draft = SynthesisDraft(
            scope=scope,
            text=clean_text(text).strip(),
            author=MemoryAuthor.HAND,
            count=0 if current is None else current.count,
            mark="" if current is None else current.mark,
        )
        return await self._put_synthesis(draft)

    async def restore_synthesis(self, scope: Scope, version: int) -> Synthesis:
        """Let an earlier version hold again, as the person's choice (K-4). Raises: SessionNotFound, KeyError."""
        return await unbroken(self._restore_synthesis(scope, version))

    async def _restore_synthesis(self, scope: Scope, version: int) -> Synthesis:
        old = {item.version: item for item in await self.synthesis_versions(scope)}[version]
        draft = SynthesisDraft(
            scope=scope,
            text=old.text,
            author=MemoryAuthor.HAND,
            model=old.model,
            count=old.count,
            mark=old.mark,
        )
        return await self._put_synthesis(draft)

    async def _put_synthesis(self, draft: SynthesisDraft) -> Synthesis:
        written = await (await self._backend()).reflections.put_reflection(draft)
        if written is None:
            raise RuntimeError("a synthesis that replaces anything is always written")
        self.tell()
        return written.synthesis

    async def pin_synthesis(self, scope: Scope, to: SessionId | None) -> None:
        """Show a synthesis at a conversation, at one at a time; None takes it off. Raises: SessionNotFound."""
        await unbroken(self._pin(scope, to))

    async def _pin(self, scope: Scope, to: SessionId | None) -> None:
        await (await self._backend()).reflections.pin_synthesis(scope, to)
        self.tell()

    # -- telling

    def follow(self, listener: Listener) -> None:
        """Hear of every change, for as long as the workspace lives."""
        self._feed.subscribe(listener)

    def tell(self, touched: Iterable[SessionId] = ()) -> None:
        """Something here was committed, or the work has changed."""
        self._feed.publish(Changes(memory=True, touched=frozenset(touched)))

    async def reload(self, session_ids: Iterable[SessionId]) -> None:
        """The number of reminders on the map has changed."""
        touched = frozenset(session_ids)
        await self._tree.refresh(touched)
        self.tell(touched)
