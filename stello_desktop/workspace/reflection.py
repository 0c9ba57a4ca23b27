"""Reading the digests of a project, or of everything, together: a synthesis, and reminders (K-2, M-10).

One service reads: that of the project, or the person's default. Digests of conversations that answer with another
service are read only after the person's word, which is remembered for each conversation and reader.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from stello_desktop.domain.errors import MemoryNotMade, ProviderError, ProviderErrorKind
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.language_model import LanguageModel, ModelRef
from stello_desktop.domain.memory import (
    Digest,
    InsightDraft,
    InsightSource,
    LeftOut,
    MemoryAuthor,
    PlannedShare,
    Reflected,
    ReflectionPlan,
    Scope,
    Synthesis,
    SynthesisDraft,
)
from stello_desktop.domain.services import PRACTICE, Service, ServiceKind
from stello_desktop.domain.usage import Purpose
from stello_desktop.engine.agent import Agent
from stello_desktop.engine.asking import QUIET_S, ask_whole
from stello_desktop.engine.giving_way import ignore_waiting
from stello_desktop.engine.metering import metered
from stello_desktop.engine.tokens import cut_to, estimate_text
from stello_desktop.engine.unbroken import committed
from stello_desktop.workspace.answering import Answering
from stello_desktop.workspace.backend import Backend
from stello_desktop.workspace.reflection_answer import (
    MOST_ANSWER_CHARS,
    Read,
    names_of,
    read_reflection,
    reflection_request,
)
from stello_desktop.workspace.tree import Tree

USUAL_CONTEXT: Final = 16_000
INPUT_SHARE: Final = 0.5
"""How much of what a model reads the summaries may take; our estimate may be wrong by half."""

LEAST_SHARE: Final = 0.05
"""What a refusal as too long is answered with at last: half of the share each time."""

BEFORE_SHARE: Final = 0.25
"""How much of that the synthesis before may take."""

MOST_DETAIL_CHARS: Final = 4_000
"""How much is kept of an answer that could not be read."""

AROUND_TOKENS: Final = 30
"""What stands around each summary: its name, its title."""

SLICE: Final = 200
"""Conversations between two breaths of the window."""

LEAST_BY_ITSELF: Final = 2
"""A schedule does not let one summary alone be read: there is nothing to bring together."""


@dataclass(frozen=True, slots=True)
class _Material:
    """What a reflection has before it: the digests, and whose they are.

    Attributes:
        reader: who would read.
        holding: the synthesis that holds.
        before: its text as far as the reader may see it and has room for it.
        free: digests that need no word of the person, as far as they fit.
        asked: those that need it, as far as they still fit.
        readers: which services besides their own may read them.
    """

    scope: Scope
    reader: Service
    holding: Synthesis | None
    before: str
    free: tuple[Digest, ...]
    asked: tuple[Digest, ...]
    owners: dict[SessionId, ServiceId]
    left_out: dict[LeftOut, int]
    readers: dict[SessionId, frozenset[ServiceId]]

    @property
    def ref(self) -> ModelRef:
        return ModelRef(self.reader.service_id, self.reader.model)


class Reflection:
    """An application service over the ports; the engine knows nothing of it."""

    def __init__(self, agent: Agent, backend: Backend, answering: Answering, tree: Tree) -> None:
        self._agent = agent
        self._backend = backend
        self._answering = answering
        self._tree = tree

    # -- the plan

    async def plan(self, scope: Scope) -> ReflectionPlan:
        """What would be sent to whom; sends nothing. Raises: SessionNotFound."""
        material = await self._material(scope)
        holding = material.holding
        everything = (*material.free, *material.asked)
        counts = Counter(material.owners[item.session_id] for item in everything)
        asks = Counter(material.owners[item.session_id] for item in material.asked)
        reader = material.reader.service_id
        order = sorted(counts, key=lambda service: (service != reader, -counts[service], service))
        marks = {_mark(material.free), _mark(everything)}
        return ReflectionPlan(
            scope=scope,
            model=material.ref,
            services=tuple(PlannedShare(item, counts[item], asks[item]) for item in order),
            count=len(everything),
            asks=len(material.asked),
            left_out=material.left_out,
            tokens=sum(_size(item) for item in everything),
            mute=len(self._mute(material, everything)),
            unchanged=holding is not None and bool(holding.mark) and holding.mark in marks,
            by_hand=holding is not None and holding.by_hand,
        )

    async def allow(self, scope: Scope) -> None:
        """The person has seen the plan and agrees: the reader may see what it asks for, now and later (M-10)."""
        material = await self._material(scope)
        ids = [item.session_id for item in material.asked]
        if ids:
            await committed(self._backend.reflections.allow_reader(ids, material.reader.service_id))

    async def reader_of(self, scope: Scope) -> Service:
        """Who would read. Raises: SessionNotFound."""
        own = await self._usual_reader(scope)
        if own.kind is not ServiceKind.PRACTICE:
            return own
        return await self._reader(own, await self._digests(self._ids(scope)))

    async def _material(self, scope: Scope, share: float = INPUT_SHARE) -> _Material:
        ids = self._ids(scope)
        digests = await self._digests(ids)
        reader = await self._reader(await self._usual_reader(scope), digests)
        owners: dict[SessionId, ServiceId] = {}
        for place, item in enumerate(digests):
            owners[item.session_id] = await self._owner(item.session_id)
            if place % SLICE == 0:
                await asyncio.sleep(0)
        readers = await self._backend.reflections.readers_of(lambda: [item.session_id for item in digests])
        leaves = {owner for owner in set(owners.values()) if self._leaves(owner, reader)}
        free: list[Digest] = []
        asked: list[Digest] = []
        for item in digests:
            known = reader.service_id in readers.get(item.session_id, frozenset())
            (free if known or owners[item.session_id] not in leaves else asked).append(item)
        await asyncio.sleep(0)
        room = round(self._context_of(reader) * share)
        holding = await self._holding(scope)
        before = cut_to(_known_to(reader, holding, unseen=bool(asked)), round(room * BEFORE_SHARE))
        room -= estimate_text(before)
        read, room = self._fitting(free, room)
        read_asked, _ = self._fitting(asked, room)
        await asyncio.sleep(0)
        left_out = {
            LeftOut.NO_SUMMARY: sum(1 for item in ids if self._has_messages(item))
            - self._with_messages(digests),
            LeftOut.TOO_MANY: len(digests) - len(read) - len(read_asked),
        }
        return _Material(
            scope,
            reader,
            holding,
            before,
            read,
            read_asked,
            owners,
            {reason: count for reason, count in left_out.items() if count > 0},
            readers,
        )

    def _mute(self, material: _Material, read: Sequence[Digest]) -> frozenset[SessionId]:
        """Those whose service may not see all that is read: a reminder would take some of it there (M-10).

        Where the practice assistant answers, whoever answers next is not known yet.
        """
        owners, readers = material.owners, material.readers
        told: dict[ServiceId, bool] = {material.reader.service_id: True}
        for service_id in {owners[item.session_id] for item in read} - told.keys():
            there = self._answering.service_named(ModelRef(service_id, ""))
            told[service_id] = service_id != PRACTICE and not any(
                self._leaves(owners[item.session_id], there)
                and service_id not in readers.get(item.session_id, frozenset())
                for item in read
            )
        return frozenset(item.session_id for item in read if not told[owners[item.session_id]])

    def _ids(self, scope: Scope) -> tuple[SessionId, ...]:
        topology = self._tree.topology
        return tuple(topology.walk() if scope is None else topology.subtree(scope))

    def _has_messages(self, session_id: SessionId) -> bool:
        entry = self._tree.topology.get(session_id)
        return entry is not None and entry.message_count > 0

    def _with_messages(self, digests: Sequence[Digest]) -> int:
        return sum(1 for item in digests if self._has_messages(item.session_id))

    async def _usual_reader(self, scope: Scope) -> Service:
        """The service of the conversation that the scope is about; of everything the person's default."""
        if scope is None:
            return self._answering.default
        await self._answering.load(self._backend.sessions, scope)
        return self._answering.service_of(scope)

    async def _digests(self, ids: Sequence[SessionId]) -> tuple[Digest, ...]:
        """The digests that hold, once it is known who answers in their conversations: two queries, however many."""
        digests = await self._backend.memory.get_digests(lambda: ids)
        await self._answering.load_all(self._backend.reflections, [item.session_id for item in digests])
        return digests

    async def _reader(self, usual: Service, digests: Sequence[Digest]) -> Service:
        """The usual one; where that is no AI, the one that most of the conversations answer with."""
        if usual.kind is not ServiceKind.PRACTICE:
            return usual
        found: Counter[ModelRef] = Counter()
        for place, item in enumerate(digests):
            if place % SLICE == 0:
                await asyncio.sleep(0)
            await self._answering.load(self._backend.sessions, item.session_id)
            service = self._answering.service_of(item.session_id)
            if service.kind is not ServiceKind.PRACTICE:
                found[ModelRef(service.service_id, service.model)] += 1
        return self._answering.service_named(found.most_common(1)[0][0]) if found else usual

    async def _owner(self, session_id: SessionId) -> ServiceId:
        await self._answering.load(self._backend.sessions, session_id)
        return self._answering.service_of(session_id).service_id

    def _leaves(self, owner: ServiceId, reader: Service) -> bool:
        """Whether the text would be new to the reader (M-10)."""
        there = ModelRef(reader.service_id, reader.model)
        return self._answering.leaves_for(ModelRef(owner, ""), there) is not None

    def _context_of(self, reader: Service) -> int:
        model = self._answering.model_of(ModelRef(reader.service_id, reader.model))
        return self._agent.context_tokens(model) or USUAL_CONTEXT

    def _fitting(self, digests: Sequence[Digest], room: int) -> tuple[tuple[Digest, ...], int]:
        """As many as fit, those of the conversations that were used last first; in the order of the tree."""
        topology = self._tree.topology
        kept: set[SessionId] = set()
        living = [item for item in digests if item.session_id in topology]
        for item in sorted(living, key=lambda item: -topology[item.session_id].last_active_at):
            size = _size(item)
            if size > room:
                break
            kept.add(item.session_id)
            room -= size
        return tuple(item for item in digests if item.session_id in kept), room

    async def _holding(self, scope: Scope) -> Synthesis | None:
        versions = await self._backend.reflections.synthesis_versions(scope)
        return versions[0] if versions else None

    # -- the reflection

    async def reflect(
        self,
        scope: Scope,
        *,
        by_person: bool = True,
        over_hand: bool = False,
        waits: Callable[[bool], object] = ignore_waiting,
    ) -> Reflected | None:
        """Read, ask, and write all of it or nothing (K-2).

        None where nothing is to be done: nothing to read, nothing new for a schedule (D-4), or words that a person
        wrote and that nobody has said may go (K-4).

        Raises: SessionNotFound, MemoryNotMade, ProviderError, StoreError; then nothing was written.
        """
        share = INPUT_SHARE
        while True:
            material = await self._material(scope, share)
            holding, read = material.holding, material.free
            if holding is not None and holding.by_hand and not over_hand:
                return None
            if not read or (not by_person and self._needless(material)):
                return None
            if material.reader.kind is ServiceKind.PRACTICE:
                raise MemoryNotMade("the practice assistant reads nothing", reason="practice")
            try:
                written = await self._ask_and_write(material, waits)
            except ProviderError as error:
                share /= 2
                if error.kind is not ProviderErrorKind.CONTEXT_LENGTH or share < LEAST_SHARE:
                    raise
                continue
            if written is not None:
                return written
            over_hand = False  # about what was written meanwhile nobody has been asked

    @staticmethod
    def _needless(material: _Material) -> bool:
        holding = material.holding
        unchanged = holding is not None and holding.mark == _mark(material.free)
        return unchanged or len(material.free) < LEAST_BY_ITSELF

    async def _ask_and_write(self, material: _Material, waits: Callable[[bool], object]) -> Reflected | None:
        mute = self._mute(material, material.free)
        read = [
            Read(
                item.session_id,
                self._tree.topology[item.session_id].label,
                item.text,
                may_hear=item.session_id not in mute,
            )
            for item in material.free
        ]
        holding = material.holding
        request = reflection_request(read, material.before)
        count = self._backend.usage.count_beside
        model = metered(self._model(material.ref), count, self._payer(material), Purpose.REFLECTION)
        text = await self._agent.beside(
            lambda turn: self._same_machine(material.reader, turn),
            lambda: ask_whole(model, request, quiet_s=QUIET_S, most_chars=MOST_ANSWER_CHARS),
            is_here=lambda: is_here(material.reader),
            waits=waits,
        )
        answer = read_reflection(text, names_of(read))
        if answer is None:
            raise MemoryNotMade(
                "the answer holds no synthesis", detail=text[:MOST_DETAIL_CHARS], reason="unreadable"
            )
        draft = SynthesisDraft(
            scope=material.scope,
            text=answer.synthesis,
            author=MemoryAuthor.MODEL,
            model=material.ref,
            count=len(read),
            mark=_mark(material.free),
        )
        insights = [
            InsightDraft(
                session_id=session_id,
                text=words,
                source=InsightSource.REFLECTION,
                for_service=material.owners[session_id],
            )
            for session_id, words in answer.insights
        ]
        version = 0 if holding is None else holding.version
        return await committed(self._backend.reflections.put_reflection(draft, insights, replaces=version))

    def _payer(self, material: _Material) -> SessionId:
        """Whose sum what it uses is part of (D-1): the scope's, else that of the project of which most is read."""
        if material.scope is not None:
            return material.scope
        topology = self._tree.topology
        return Counter(topology.root_of(item.session_id) for item in material.free).most_common(1)[0][0]

    def _model(self, ref: ModelRef) -> LanguageModel:
        return self._answering.model_of(ref)

    def _same_machine(self, reader: Service, turn: SessionId) -> bool:
        return waits_for_one(reader, self._answering.service_of(turn))


def _known_to(reader: Service, holding: Synthesis | None, *, unseen: bool) -> str:
    """The synthesis that holds, where the reader may see it: made by itself, or of nothing new to it (M-10).

    Args:
        unseen: whether it has not seen something that the synthesis may be made of.
    """
    if holding is None:
        return ""
    own = holding.model is not None and holding.model.service_id == reader.service_id
    return holding.text if own or not unseen else ""


def is_here(service: Service) -> bool:
    """Whether it answers on this computer: it charges nothing, and takes one request after the other."""
    return service.local or service.kind is ServiceKind.TINY


def waits_for_one(first: Service, second: Service) -> bool:
    """Whether two requests would wait for each other: a server on this computer answers one after the other."""
    return is_here(first) and first.service_id == second.service_id


def _mark(digests: Sequence[Digest]) -> str:
    """The same digests in the same versions, the same mark."""
    lines = sorted(f"{item.session_id}:{item.version}:{len(item.text)}" for item in digests)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def _size(digest: Digest) -> int:
    return estimate_text(digest.text) + AROUND_TOKENS
