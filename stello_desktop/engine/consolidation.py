"""From records to memory (K-1, Q-1): the model is asked outside the conversation's lane, the digest is written in it.

A turn of the person goes first: it ends the request of a consolidation that runs, which is asked for again when the
turn has ended. Nothing is consolidated that did not change (D-4), and no person's words are overwritten without
their saying so (K-4).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from stello_desktop.domain.config import UNSET, ConsolidateFn
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.memory import Digest, DigestDraft, DigestGround, MemoryAuthor, MemoryStorage
from stello_desktop.domain.messages import Record
from stello_desktop.domain.text import clean_text
from stello_desktop.engine.asking import QUIET_S
from stello_desktop.engine.digesting import digest_by
from stello_desktop.engine.orchestrator import Lanes
from stello_desktop.engine.parts import EngineParts
from stello_desktop.engine.summarising import without_thinking
from stello_desktop.engine.unbroken import committed

WHOLE_CHARS: Final = 16_000
"""Up to this length a history is read as a whole each time; of a longer one only what is new."""


class ConsolidationOutcome(StrEnum):
    """What came of it."""

    WRITTEN = "written"
    UNCHANGED = "unchanged"
    BY_HAND = "by_hand"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Consolidated:
    """What came of it, and the digest that holds now."""

    outcome: ConsolidationOutcome
    digest: Digest | None = None


@dataclass(slots=True)
class _Request:
    """One that runs, and whether it was ended for a person's turn."""

    task: asyncio.Task[str]
    gave_way: bool = False


class Consolidator:
    """Makes the digests of all conversations, one at a time for each.

    Args:
        gives_way: whether the consolidation of one conversation is ended by a turn in another, because both
            would wait for the same model.
        quiet_s: how long a model may say nothing.
    """

    def __init__(
        self,
        parts: EngineParts,
        memory: MemoryStorage,
        lanes: Lanes,
        gives_way: Callable[[SessionId, SessionId], bool],
        quiet_s: float = QUIET_S,
    ) -> None:
        self._parts = parts
        self._memory = memory
        self._lanes = lanes
        self._gives_way = gives_way
        self._quiet_s = quiet_s
        self._order = Lanes()
        self._asking: dict[SessionId, _Request] = {}

    async def consolidate(self, session_id: SessionId, *, over_hand: bool = False) -> Consolidated:
        """Bring a conversation's digest up to date; whoever asks meanwhile waits, and finds it done (D-3).

        Args:
            over_hand: update words that a person wrote; the model is given them as the memory so far (K-4).

        Raises: SessionNotFound, ProviderError, StoreError, and what a `consolidate_fn` of one's own raises; then
            nothing was written.
        """
        async with self._order.enter(session_id):
            return await self._consolidate(session_id, over_hand=over_hand)

    def speaks(self, session_id: SessionId) -> None:
        """A turn begins there: what would be in its way is asked again later."""
        for asking, request in tuple(self._asking.items()):
            if self._is_before(session_id, asking):
                request.gave_way = True
                request.task.cancel()

    def _is_before(self, turn: SessionId, asking: SessionId) -> bool:
        return turn == asking or self._gives_way(asking, turn)

    async def _consolidate(self, session_id: SessionId, *, over_hand: bool) -> Consolidated:
        while True:
            ground = await self._ground(session_id)
            holding = ground.current
            if holding is not None and holding.by_hand and not over_hand:
                known = ConsolidationOutcome.BY_HAND if ground.changed else ConsolidationOutcome.UNCHANGED
                return Consolidated(known, holding)
            if not any(record.round_no > 0 for record in ground.records):
                return Consolidated(ConsolidationOutcome.NOTHING, holding)
            if not ground.changed and holding is not None and not holding.by_hand:
                return Consolidated(ConsolidationOutcome.UNCHANGED, await self._confirm(ground, holding))
            if not ground.changed and ground.fresh == len(ground.records):
                return Consolidated(ConsolidationOutcome.UNCHANGED, holding)
            made = await self._ask(session_id, ground)
            if made is None:
                continue
            text, ref = made
            draft = DigestDraft(
                session_id=session_id, text=text, author=MemoryAuthor.MODEL, covers=ground.covers, model=ref
            )
            async with self._lanes.enter(session_id):
                written = await committed(self._memory.put_digest(draft, replaces=ground.version))
            if written is not None:
                return Consolidated(ConsolidationOutcome.WRITTEN, written)
            over_hand = False  # what was written meanwhile has not been asked about

    async def _ground(self, session_id: SessionId) -> DigestGround:
        """What there is, when nobody speaks who would be in the way."""
        while True:
            speaking = next((item for item in self._lanes.busy if self._is_before(item, session_id)), None)
            if speaking is None:
                return await self._memory.digest_ground(session_id)
            async with self._lanes.enter(speaking):
                pass

    async def _confirm(self, ground: DigestGround, holding: Digest) -> Digest:
        """Everything is again as it was: the digest knows all, although things have happened."""
        if holding.covers.revision == ground.covers.revision:
            return holding
        draft = DigestDraft(
            session_id=ground.session_id,
            text=holding.text,
            author=holding.author,
            covers=replace(holding.covers, revision=ground.covers.revision),
            model=holding.model,
        )
        return await committed(self._memory.put_digest(draft, replaces=ground.version)) or holding

    async def _ask(self, session_id: SessionId, ground: DigestGround) -> tuple[str, ModelRef | None] | None:
        """A new text and who made it; None where a person's turn went first."""
        make, ref = self._recipe(session_id)
        memory = "" if ground.current is None else ground.current.text
        request = _Request(asyncio.ensure_future(_call(make, memory, _to_read(ground))))
        self._asking[session_id] = request
        try:
            text = _cleaned(await request.task)
        except asyncio.CancelledError:
            current = asyncio.current_task()
            if not request.gave_way or (current is not None and current.cancelling()):
                raise
            return None
        finally:
            del self._asking[session_id]
        if not text:
            raise ProviderError(ProviderErrorKind.EMPTY, "the digest has no words")
        return text, ref

    def _recipe(self, session_id: SessionId) -> tuple[ConsolidateFn, ModelRef | None]:
        """The conversation's own function (M-9), else the default's, else one that asks its own model (M-10)."""
        for layer in (self._parts.runtime.get(session_id), self._parts.defaults()):
            if layer.consolidate_fn is not UNSET:
                return layer.consolidate_fn, None
        model = self._parts.model_of(session_id)
        size = self._parts.context_tokens(model)
        return digest_by(model, context_tokens=size, quiet_s=self._quiet_s), model.ref


async def _call(make: ConsolidateFn, memory: str, records: Sequence[Record]) -> str:
    return await make(memory, records)


def _to_read(ground: DigestGround) -> Sequence[Record]:
    """Everything where that is short, else what the digest was not made from."""
    if ground.current is None or not ground.fresh:
        return ground.records
    length = 0
    for record in ground.records:
        length += len(record.content)
        if length > WHOLE_CHARS:
            return ground.records[ground.fresh :]
    return ground.records


def _cleaned(text: str) -> str:
    """Without thinking, whoever made it (K-3)."""
    return clean_text(without_thinking(text)).strip()
