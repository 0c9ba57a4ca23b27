"""Digests, reminders and syntheses in memory, beside `MemoryStore`: the same promises as on disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from stello_desktop.domain.ids import InsightId, ServiceId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.memory import (
    WHOLE_CHARS,
    Digest,
    DigestDraft,
    DigestGround,
    Insight,
    InsightDraft,
    InsightState,
    Reflected,
    Scope,
    Synthesis,
    SynthesisDraft,
    UnmadeKey,
    ground_of,
    history_mark,
    settled,
)
from stello_desktop.domain.messages import Role
from stello_desktop.domain.text import clean_text
from stello_desktop.engine.memory import MemoryStore
from stello_desktop.engine.tokens import estimate_text


class KeptMemory:
    """`MemoryStorage` and `ReflectionStorage` in dictionaries; time is the counter of its `MemoryStore`."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._digests: dict[SessionId, list[Digest]] = {}
        self._syntheses: dict[Scope, list[Synthesis]] = {}
        self._pins: dict[Scope, SessionId] = {}
        self._readers: dict[SessionId, set[ServiceId]] = {}
        self._replaced: set[InsightId] = set()
        self._unmade: dict[UnmadeKey, Any] = {}

    # MemoryStorage

    async def digest_ground(self, session_id: SessionId) -> DigestGround:
        """What its next digest would be made from."""
        history = await self._store.list_records(session_id)
        return ground_of(
            session_id, history, await self._holding(session_id), await self._revision(session_id)
        )

    async def put_digest(self, draft: DigestDraft, *, replaces: int | None = None) -> Digest | None:
        """The next version, or more covered by the same words."""
        holding = await self._holding(draft.session_id)
        version = 0 if holding is None else holding.version
        if replaces is not None and replaces != version:
            return None
        values = {item.name: getattr(draft, item.name) for item in fields(DigestDraft)}
        values["text"] = clean_text(draft.text)
        versions = self._digests.setdefault(draft.session_id, [])
        same = holding is not None and (holding.text, holding.author, holding.model) == (
            values["text"],
            draft.author,
            draft.model,
        )
        if holding is not None and same:
            versions[-1] = replace(holding, covers=draft.covers, outdated=False)
        else:
            versions.append(Digest(**values, version=version + 1, made_at=float(self._store.tick())))
        return await self._holding(draft.session_id)

    async def get_digests(self, session_ids: Callable[[], Sequence[SessionId]]) -> tuple[Digest, ...]:
        """The ones that hold and have words."""
        found = [await self._holding(session_id) for session_id in self._living(session_ids())]
        return tuple(digest for digest in found if digest is not None and digest.text)

    async def digest_versions(self, session_id: SessionId) -> tuple[Digest, ...]:
        """The one that holds first."""
        holding = await self._holding(session_id)
        if holding is None:
            return ()
        return (holding, *reversed(self._digests[session_id][:-1]))

    async def list_changed(self, session_ids: Callable[[], Sequence[SessionId]]) -> tuple[SessionId, ...]:
        """Those whose settled messages are others than at their digest."""
        found: list[SessionId] = []
        for session_id in self._living(session_ids()):
            holding = await self._holding(session_id)
            records = settled(await self._store.list_records(session_id))
            spoken = any(record.round_no > 0 for record in records)
            if (holding is None and spoken) or (holding is not None and holding.outdated):
                found.append(session_id)
        return tuple(found)

    async def digest_sizes(self, session_ids: Callable[[], Sequence[SessionId]]) -> dict[SessionId, int]:
        """By our own estimate."""
        sizes: dict[SessionId, int] = {}
        for session_id in self._living(session_ids()):
            ground = await self.digest_ground(session_id)
            said = [item for item in ground.records if item.role in {Role.USER, Role.ASSISTANT}]
            short = sum(len(item.content) for item in said) <= WHOLE_CHARS
            anew = ground.current is None or ground.current.without_ai or short
            known = set() if anew else {item.record_id for item in ground.records[: ground.fresh]}
            if said:
                sizes[session_id] = sum(
                    estimate_text(item.content) for item in said if item.record_id not in known
                )
        return sizes

    async def list_unmade(self) -> dict[UnmadeKey, Any]:
        """In the order of asking."""
        return dict(self._unmade)

    async def put_unmade(self, changes: Mapping[UnmadeKey, Mapping[str, Any] | None]) -> None:
        """One by one."""
        for key, value in changes.items():
            if value is None:
                self._unmade.pop(key, None)
            else:
                self._unmade[key] = dict(value)

    async def put_insight(self, draft: InsightDraft) -> Insight:
        """Let it wait."""
        now = self._store.tick()
        return self._store.keep_insight(
            Insight(
                InsightId(now),
                draft.session_id,
                clean_text(draft.text),
                float(now),
                draft.source,
                draft.from_session,
                for_service=draft.for_service,
            )
        )

    async def list_insights(
        self, session_id: SessionId | None = None, *, limit: int = 1_000
    ) -> tuple[Insight, ...]:
        """The newest first."""
        wanted = self._store.session_ids() if session_id is None else (session_id,)
        found = [insight for item in wanted for insight in self._store.all_insights(item)]
        shown = [
            insight
            for insight in found
            if insight.insight_id not in self._replaced or insight.delivered_round is not None
        ]
        return tuple(sorted(shown, key=lambda insight: -insight.insight_id)[:limit])

    async def edit_insight(
        self, insight_id: InsightId, text: str, *, for_service: ServiceId | None = None
    ) -> Insight | None:
        """Under a new id."""
        old = await self.set_insight_removed(insight_id, removed=True)
        if old is None:
            return None
        self._replaced.add(insight_id)
        now = self._store.tick()
        return self._store.keep_insight(
            replace(
                old,
                insight_id=InsightId(now),
                text=clean_text(text),
                removed_at=None,
                edited_at=float(now),
                for_service=for_service or old.for_service,
            )
        )

    async def set_insight_removed(self, insight_id: InsightId, removed: bool) -> Insight | None:
        """Only as long as no round has used it."""
        wanted = InsightState.WAITING if removed else InsightState.REMOVED
        for insight in await self.list_insights(limit=1_000_000):
            if insight.insight_id == insight_id and insight.state is wanted:
                at = float(self._store.tick()) if removed else None
                return self._store.keep_insight(replace(insight, removed_at=at))
        return None

    # ReflectionStorage

    async def put_reflection(
        self, draft: SynthesisDraft, insights: Sequence[InsightDraft] = (), *, replaces: int | None = None
    ) -> Reflected | None:
        """All or nothing: nothing here can fail half-way."""
        if draft.scope is not None:
            await self._store.get_session(draft.scope)
        versions = self._syntheses.setdefault(draft.scope, [])
        if replaces is not None and replaces != len(versions):
            return None
        values = {item.name: getattr(draft, item.name) for item in fields(SynthesisDraft)}
        values["text"] = clean_text(draft.text)
        versions.append(Synthesis(**values, version=len(versions) + 1, made_at=float(self._store.tick())))
        open_ids = {entry.session_id for entry in self._store.topology().entries() if not entry.archived}
        added = [await self.put_insight(item) for item in insights if item.session_id in open_ids]
        return Reflected(self._pinned(versions[-1]), tuple(added))

    async def list_syntheses(self) -> tuple[Synthesis, ...]:
        """Everything first."""
        living = set(self._store.session_ids())
        scopes = sorted(self._syntheses, key=lambda scope: scope or "")
        return tuple(
            self._pinned(self._syntheses[scope][-1])
            for scope in scopes
            if self._syntheses[scope] and (scope is None or scope in living)
        )

    async def synthesis_versions(self, scope: Scope) -> tuple[Synthesis, ...]:
        """The one that holds first."""
        if scope is not None:
            await self._store.get_session(scope)
        return tuple(self._pinned(item) for item in reversed(self._syntheses.get(scope, [])))

    async def pin_synthesis(self, scope: Scope, to: SessionId | None) -> None:
        """At one place at a time."""
        if to is None:
            self._pins.pop(scope, None)
            return
        await self._store.get_session(to)
        self._pins[scope] = to

    async def readers_of(
        self, session_ids: Callable[[], Sequence[SessionId]]
    ) -> dict[SessionId, frozenset[ServiceId]]:
        """Only those with any."""
        return {item: frozenset(self._readers[item]) for item in session_ids() if item in self._readers}

    async def models_of(
        self, session_ids: Callable[[], Sequence[SessionId]]
    ) -> dict[SessionId, ModelRef | None]:
        """One by one; nothing here takes time."""
        return {item: (await self._store.get_bindings(item)).model for item in self._living(session_ids())}

    async def allow_reader(self, session_ids: Sequence[SessionId], service_id: ServiceId) -> None:
        """Conversations that are gone are no matter."""
        for session_id in self._living(session_ids):
            self._readers.setdefault(session_id, set()).add(service_id)

    # inside

    def _living(self, session_ids: Sequence[SessionId]) -> tuple[SessionId, ...]:
        living = set(self._store.session_ids())
        return tuple(item for item in dict.fromkeys(session_ids) if item in living)

    async def _revision(self, session_id: SessionId) -> int:
        """No count, but a number that is another one whenever the history is."""
        return int(history_mark(settled(await self._store.list_records(session_id))), 16)

    async def _holding(self, session_id: SessionId) -> Digest | None:
        await self._store.get_session(session_id)
        versions = self._digests.get(session_id)
        if not versions:
            return None
        outdated = versions[-1].covers.revision != await self._revision(session_id)
        return replace(versions[-1], outdated=outdated)

    def _pinned(self, synthesis: Synthesis) -> Synthesis:
        to = self._pins.get(synthesis.scope)
        living = set(self._store.session_ids())
        return replace(synthesis, pinned_to=to if to in living else None)
