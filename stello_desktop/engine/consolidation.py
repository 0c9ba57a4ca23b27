"""From records to memory (K-1, Q-1): the model is asked outside the conversation's lane, the digest is written in it.

A turn of the person goes first: nothing is asked while it runs. A request that is on its way already is let run; at a
model on this computer it is ended once, and asked for again when the turn has ended. Nothing is consolidated that did not change (D-4), and no person's words are overwritten without
their saying so (K-4).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial

from stello_desktop.domain.config import UNSET, ConsolidateFn
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.memory import (
    WHOLE_CHARS,
    Digest,
    DigestDraft,
    DigestGround,
    MemoryAuthor,
    MemoryStorage,
)
from stello_desktop.domain.messages import Record
from stello_desktop.domain.services import PRACTICE
from stello_desktop.domain.text import clean_text
from stello_desktop.domain.usage import Purpose
from stello_desktop.engine.asking import QUIET_S
from stello_desktop.engine.digesting import Digester
from stello_desktop.engine.giving_way import GivingWay, ignore_waiting
from stello_desktop.engine.orchestrator import Lanes
from stello_desktop.engine.parts import EngineParts
from stello_desktop.engine.thinking import without_thinking
from stello_desktop.engine.unbroken import committed


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


@dataclass(frozen=True, slots=True)
class _Made:
    """A text for a digest, what it was made from, and who made it."""

    ground: DigestGround
    text: str
    model: ModelRef | None


class Consolidator:
    """Makes the digests of all conversations, one at a time for each (K-1, D-3).

    Args:
        lanes: where digests are written.
        giving_way: where models are asked.
        gives_way: whether the consolidation of the first conversation waits for a turn in the second, because
            both would wait for the same model.
        is_here: whether who answers in a conversation is on this computer: its request may be broken off.
        quiet_s: how long a model may say nothing.
    """

    def __init__(
        self,
        parts: EngineParts,
        memory: MemoryStorage,
        lanes: Lanes,
        giving_way: GivingWay,
        gives_way: Callable[[SessionId, SessionId], bool],
        is_here: Callable[[SessionId], bool],
        quiet_s: float = QUIET_S,
    ) -> None:
        self._parts = parts
        self._memory = memory
        self._lanes = lanes
        self._giving_way = giving_way
        self._gives_way = gives_way
        self._is_here = is_here
        self._quiet_s = quiet_s
        self._order = Lanes()

    async def consolidate(
        self,
        session_id: SessionId,
        *,
        over_hand: bool = False,
        anew: bool = False,
        most_requests: int | None = None,
        waits: Callable[[bool], object] = ignore_waiting,
    ) -> Consolidated:
        """Bring a conversation's digest up to date; whoever asks meanwhile waits, and finds it done (D-3).

        Args:
            over_hand: update words that a person wrote; the model is given them as the memory so far (K-4).
            anew: make it from all messages again, although it may know them all: it turned out badly.
            most_requests: where it would take more, none is made (D-1); None for as many as it takes.
            waits: told whether it waits for a turn of the person, at each change.

        Raises: SessionNotFound, ProviderError, MemoryNotMade, StoreError, and what a `consolidate_fn` of one's own
            raises; then nothing was written.
        """

        def is_before(turn: SessionId) -> bool:
            return turn == session_id or self._gives_way(session_id, turn)

        async with self._order.enter(session_id):
            while True:
                make = partial(
                    self._make, session_id, insists=over_hand, anew=anew, most_requests=most_requests
                )
                made = await self._giving_way.run(
                    is_before, make, is_here=partial(self._is_here, session_id), waits=waits
                )
                if isinstance(made, Consolidated):
                    return made
                written = await self._write(made)
                if written is not None:
                    return Consolidated(ConsolidationOutcome.WRITTEN, written)
                over_hand = anew = False  # about what was written meanwhile nobody has been asked

    async def count_requests(self, session_id: SessionId, *, anew: bool = False) -> int:
        """About how many requests `consolidate` would make now, for which somebody may pay (D-1); 0 for none.

        Raises: SessionNotFound, StoreError.
        """
        ground = await self._memory.digest_ground(session_id)
        make, ref = await self._recipe(session_id)
        if not isinstance(make, Digester):
            return 0
        return await make.count(*_material(ground, ref, anew=anew))

    async def _make(
        self, session_id: SessionId, *, insists: bool, anew: bool, most_requests: int | None
    ) -> _Made | Consolidated:
        """A new text, or why there is none."""
        ground = await self._memory.digest_ground(session_id)
        make, ref = await self._recipe(session_id, most_requests)
        settled = await self._needless(ground, insists=insists, anew=anew or _is_due(ground, ref))
        if settled is not None:
            return settled
        memory, records = _material(ground, ref, anew=anew)
        text = clean_text(without_thinking(await make(memory, records))).strip()
        if not text:
            named = {} if ref is None else {"service": ref.service_id, "model": ref.model}
            raise ProviderError(ProviderErrorKind.EMPTY, "the digest has no words", **named)
        return _Made(ground, text, ref)

    async def _needless(self, ground: DigestGround, *, insists: bool, anew: bool) -> Consolidated | None:
        """Why no model is asked (D-4, K-4).

        Args:
            anew: it is made from the beginning, whatever holds.
        """
        holding = ground.current
        if not any(record.round_no > 0 for record in ground.records):
            return Consolidated(ConsolidationOutcome.NOTHING, holding)
        if holding is None:
            return None
        if holding.by_hand and not insists:
            outcome = ConsolidationOutcome.BY_HAND if ground.changed else ConsolidationOutcome.UNCHANGED
            return Consolidated(outcome, holding)
        if anew or ground.changed or (holding.by_hand and ground.fresh < len(ground.records)):
            return None
        return Consolidated(ConsolidationOutcome.UNCHANGED, await self._confirm(ground, holding))

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
        return await self._memory.put_digest(draft, replaces=ground.version) or holding

    async def _write(self, made: _Made) -> Digest | None:
        """In the conversation's lane (Q-1); None where another digest holds by now."""
        ground = made.ground
        draft = DigestDraft(
            session_id=ground.session_id,
            text=made.text,
            author=MemoryAuthor.MODEL,
            covers=ground.covers,
            model=made.model,
        )
        async with self._lanes.enter(ground.session_id):
            return await committed(self._memory.put_digest(draft, replaces=ground.version))

    async def _recipe(
        self, session_id: SessionId, most_requests: int | None = None
    ) -> tuple[ConsolidateFn, ModelRef | None]:
        """The conversation's own function (M-9), else the default's, else one for its own model, which asks it (M-10)."""
        for layer in (self._parts.runtime.get(session_id), self._parts.defaults()):
            if layer.consolidate_fn is not UNSET:
                return layer.consolidate_fn, None
        model = self._parts.model_beside(session_id, Purpose.DIGEST)
        write = self._parts.write_digest(model)
        if write is not None:
            return write, model.ref
        known = await self._parts.context.get_context(session_id)
        digester = Digester(
            model=model,
            context_tokens=self._parts.context_tokens(model),
            quiet_s=self._quiet_s,
            ratio=known.ratios.get(model.ref),
            most_requests=most_requests,
        )
        return digester, model.ref


def _by_practice(ref: ModelRef | None) -> bool:
    return ref is not None and ref.service_id == PRACTICE


def _is_due(ground: DigestGround, ref: ModelRef | None) -> bool:
    """What holds was put together by no AI, and now there is one."""
    return ground.current is not None and ground.current.without_ai and not _by_practice(ref)


def _material(ground: DigestGround, ref: ModelRef | None, *, anew: bool) -> tuple[str, Sequence[Record]]:
    """The memory so far, and the messages that it is to be brought together with."""
    afresh = anew or _is_due(ground, ref)
    memory = "" if afresh or ground.current is None else ground.current.text
    return memory, ground.records if afresh or _by_practice(ref) else _to_read(ground)


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
