"""What is known of conversations from outside: digests, reminders, syntheses (C-4, D-4, K-1 to K-4).

A digest is a conversation's memory (level L2): for readers outside it, never in its own context (C-1). Digests
are read together by a reflection, which gives a synthesis and reminders for single conversations.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, Protocol

from stello_desktop.domain.messages import RecordKind, RecordState, Role
from stello_desktop.domain.services import PRACTICE
from stello_desktop.domain.text import CUT_MARK

if TYPE_CHECKING:
    from stello_desktop.domain.errors import StelloError
    from stello_desktop.domain.ids import InsightId, RecordId, ServiceId, SessionId
    from stello_desktop.domain.language_model import ModelRef
    from stello_desktop.domain.messages import Record

WHOLE_CHARS: Final = 16_000
"""Up to this length a history is read as a whole for each digest; of a longer one only what is new."""

type Scope = SessionId | None
"""What a reflection is about: the tree below a conversation, usually a project; None is everything."""


class MemoryAuthor(StrEnum):
    """Whose words they are. What a person wrote, or chose from an earlier version, is ``hand`` (K-4)."""

    MODEL = "model"
    HAND = "hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class Covers:
    """How far a digest goes.

    Attributes:
        rounds: rounds with a question that it was made from.
        last_record: the last message that it was made from; None where it was made from none.
        mark: of all messages up to there: another text or another chosen version, another mark.
        revision: the count of changes to the history at that moment; another count, and there is something new
            (D-4). What a person writes counts as written about all that was there.
    """

    rounds: int = 0
    last_record: RecordId | None = None
    mark: str = ""
    revision: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestDraft:
    """A digest before the store has given it its version and time."""

    session_id: SessionId
    text: str
    author: MemoryAuthor
    covers: Covers
    model: ModelRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest(DigestDraft):
    """One version of a conversation's memory (K-1); versions count from 1, the highest is the one that holds.

    Attributes:
        made_at: seconds since 1970.
        model: which model made the text; kept where a person has chosen its words again.
        outdated: whether the conversation has changed since (D-4); never of a version that no longer holds.
    """

    version: int
    made_at: float
    outdated: bool = False

    @property
    def by_hand(self) -> bool:
        """Whether nothing may overwrite it without saying so (K-4)."""
        return self.author is MemoryAuthor.HAND

    @property
    def cut(self) -> bool:
        """Whether a model wrote more than a digest may be long, and the rest was left out."""
        return not self.by_hand and self.text.endswith(CUT_MARK)

    @property
    def without_ai(self) -> bool:
        """Whether nobody has understood what it says: the practice assistant put it together."""
        return not self.by_hand and self.model is not None and self.model.service_id == PRACTICE


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestGround:
    """What a digest is made from, read in one moment.

    Attributes:
        current: the digest that holds; None before the first.
        records: the chosen history (R-14) as far as it is settled: without a round that runs, and without
            what waits to be sent.
        fresh: the place in ``records`` of the first message that ``current`` was not made from; 0 where
            what came before is no longer what it was.
        covers: how far a digest of all ``records`` would go.
    """

    session_id: SessionId
    current: Digest | None
    records: tuple[Record, ...]
    fresh: int
    covers: Covers

    @property
    def changed(self) -> bool:
        """Whether there is anything that the current digest does not know (D-4).

        Neither where nothing happened since, nor where everything is again as it was.
        """
        if not any(record.round_no > 0 for record in self.records):
            return False
        if self.current is None:
            return True
        known = self.current.covers
        return known.revision != self.covers.revision and known.mark != self.covers.mark

    @property
    def version(self) -> int:
        """The version that holds; 0 before the first."""
        return 0 if self.current is None else self.current.version


def settled(records: Sequence[Record]) -> tuple[Record, ...]:
    """A chosen history without a round that runs, and without what waits to be sent."""
    running = {record.round_no for record in records if record.state is RecordState.PENDING}
    return tuple(
        record
        for record in records
        if record.round_no not in running and record.state is not RecordState.WAITING
    )


def history_mark(records: Sequence[Record]) -> str:
    """The same messages with the same words, the same mark."""
    lines = (f"{record.record_id}:{zlib.crc32(record.content.encode())}" for record in records)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def ground_of(
    session_id: SessionId, history: Sequence[Record], current: Digest | None, revision: int
) -> DigestGround:
    """What the next digest would be made from, with a count of changes that was read in the same moment."""
    records = settled(history)
    asked = {
        record.round_no
        for record in records
        if record.round_no > 0 and record.role is Role.USER and record.kind is RecordKind.MESSAGE
    }
    covers = Covers(
        rounds=len(asked),
        last_record=records[-1].record_id if records else None,
        mark=history_mark(records),
        revision=revision,
    )
    fresh = 0 if current is None else _known(records, current.covers)
    return DigestGround(session_id=session_id, current=current, records=records, fresh=fresh, covers=covers)


def written_digest(ground: DigestGround, text: str, author: MemoryAuthor) -> DigestDraft:
    """A digest that no model has made from the messages (K-4).

    Whoever writes has all messages before their eyes. A model that goes on from here is given again what the words
    before were not made from.
    """
    known = ground.covers if ground.current is None else ground.current.covers
    return DigestDraft(
        session_id=ground.session_id,
        text=text.strip(),
        author=author,
        covers=replace(known, revision=ground.covers.revision),
    )


def _known(records: Sequence[Record], covers: Covers) -> int:
    """How many of the records a digest was made from; 0 where they are not the same any more."""
    for place, record in enumerate(records, 1):
        if record.record_id == covers.last_record:
            return place if history_mark(records[:place]) == covers.mark else 0
    return 0


class InsightSource(StrEnum):
    """How a reminder came to be."""

    REFLECTION = "reflection"
    RESULT = "result"
    HAND = "hand"


class InsightState(StrEnum):
    """Where a reminder is (C-4). What went along with a round is delivered, even if it was removed meanwhile."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class InsightDraft:
    """A reminder before it waits.

    Attributes:
        session_id: whose next round gets it.
        from_session: whose content it is about; None where it is nobody's in particular.
        for_service: the service that may read it (M-10); None for words of the person, which any may read that
            answers here.
    """

    session_id: SessionId
    text: str
    source: InsightSource = InsightSource.HAND
    from_session: SessionId | None = None
    for_service: ServiceId | None = None


@dataclass(frozen=True, slots=True)
class Insight:
    """A reminder from other conversations, for this one's next round (C-4). Times are seconds since 1970.

    Attributes:
        from_session: stays, whatever becomes of that conversation.
        delivered_round: the round that used it; None while none did.
        edited_at: None where it is as it came.
        for_service: see `InsightDraft`.
    """

    insight_id: InsightId
    session_id: SessionId
    text: str
    created_at: float
    source: InsightSource = InsightSource.HAND
    from_session: SessionId | None = None
    delivered_round: int | None = None
    delivered_at: float | None = None
    removed_at: float | None = None
    edited_at: float | None = None
    for_service: ServiceId | None = None

    @property
    def state(self) -> InsightState:
        """Where it is."""
        if self.delivered_round is not None:
            return InsightState.DELIVERED
        return InsightState.WAITING if self.removed_at is None else InsightState.REMOVED


@dataclass(frozen=True, slots=True, kw_only=True)
class SynthesisDraft:
    """A synthesis before the store has given it its version and time.

    Attributes:
        scope: see `Scope`.
        count: how many digests it was made from.
        mark: of these digests and their versions; the same mark, and nothing has changed (D-4).
    """

    scope: Scope
    text: str
    author: MemoryAuthor
    model: ModelRef | None = None
    count: int = 0
    mark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Synthesis(SynthesisDraft):
    """One version of what the conversations of a scope come to; the highest is the one that holds (K-2).

    Attributes:
        made_at: seconds since 1970.
        pinned_to: the conversation that shows it, a project as a rule.
    """

    version: int
    made_at: float
    pinned_to: SessionId | None = None

    @property
    def by_hand(self) -> bool:
        """Whether nothing may overwrite it without saying so (K-4)."""
        return self.author is MemoryAuthor.HAND


@dataclass(frozen=True, slots=True)
class Reflected:
    """What one reflection has written, all of it or nothing (K-2)."""

    synthesis: Synthesis
    insights: tuple[Insight, ...] = ()


class MemoryKind(StrEnum):
    """What is made in the background."""

    DIGEST = "digest"
    REFLECTION = "reflection"


type UnmadeKey = tuple[MemoryKind, Scope]
"""One thing that is to be made: asked for twice, it is made once."""


class WorkState(StrEnum):
    """How far it is: ``offline`` goes on when its service answers again, ``failed`` when the person says so.

    ``asks`` was not begun, since it would cost more than is done without the person's word (D-1). ``interrupted``
    was cut off by the end of the program, and is not taken up again without that word.
    """

    QUEUED = "queued"
    RUNNING = "running"
    OFFLINE = "offline"
    FAILED = "failed"
    ASKS = "asks"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class MemoryWork:
    """One thing that is made in the background, or could not be made (D-3).

    Attributes:
        session_id: whose digest, or the scope of the reflection.
        error: why it waits or failed.
        by_person: whether a person asked for it, not a schedule.
        begun_at: since when it runs, in seconds of `time.monotonic`.
    """

    kind: MemoryKind
    session_id: Scope
    state: WorkState
    error: StelloError | None = None
    by_person: bool = False
    begun_at: float | None = field(default=None, compare=False)


class MemoryStorage(Protocol):
    """Digests and reminders on disk. Unknown and deleted conversations raise SessionNotFound where one is named."""

    async def digest_ground(self, session_id: SessionId) -> DigestGround:
        """What its next digest would be made from."""
        ...

    async def put_digest(self, draft: DigestDraft, *, replaces: int | None = None) -> Digest | None:
        """Write the next version (K-1); the same words by the same author only cover more.

        Args:
            replaces: the version that must still hold, 0 for none; otherwise nothing is written and None comes
                back. None writes whatever holds.
        """
        ...

    async def get_digests(self, session_ids: Callable[[], Sequence[SessionId]]) -> tuple[Digest, ...]:
        """The digests that hold, in the order asked for; conversations without one are left out.

        The ids are asked for on the store's own thread, since there may be tens of thousands.
        """
        ...

    async def digest_versions(self, session_id: SessionId) -> tuple[Digest, ...]:
        """All versions, the one that holds first (K-1)."""
        ...

    async def list_changed(self, session_ids: Callable[[], Sequence[SessionId]]) -> tuple[SessionId, ...]:
        """Those with settled messages that their digest does not know, or without any digest (D-4)."""
        ...

    async def digest_sizes(self, session_ids: Callable[[], Sequence[SessionId]]) -> dict[SessionId, int]:
        """About how many tokens of messages the next digest of each would read; no message leaves the store.

        Conversations without settled messages are left out.
        """
        ...

    async def list_unmade(self) -> Mapping[UnmadeKey, Any]:
        """What was asked for and is not made, in the order of asking, as `put_unmade` wrote it (D-3)."""
        ...

    async def put_unmade(self, changes: Mapping[UnmadeKey, Mapping[str, Any] | None]) -> None:
        """Write these JSON objects and let the others be; None forgets one. Conversations need not exist."""
        ...

    async def put_insight(self, draft: InsightDraft) -> Insight:
        """Let a reminder wait for the next round (C-4)."""
        ...

    async def list_insights(
        self, session_id: SessionId | None = None, *, limit: int = 1_000
    ) -> tuple[Insight, ...]:
        """Reminders of one conversation or of all living ones, the newest first, in every state."""
        ...

    async def edit_insight(
        self, insight_id: InsightId, text: str, *, for_service: ServiceId | None = None
    ) -> Insight | None:
        """Other words for one that waits, or another service that may read it; None where it does not wait any more.

        It gets a new id, so that a round that runs with the old words does not consume the new ones (C-4).
        """
        ...

    async def set_insight_removed(self, insight_id: InsightId, removed: bool) -> Insight | None:
        """Take away one that waits, or let it wait again; None where that cannot be done any more."""
        ...


class ReflectionStorage(Protocol):
    """Syntheses on disk, and whose digests were shown to which other service."""

    async def put_reflection(
        self, draft: SynthesisDraft, insights: Sequence[InsightDraft] = (), *, replaces: int | None = None
    ) -> Reflected | None:
        """Write the next version of a synthesis and its reminders in one transaction (K-2).

        Reminders for conversations that do not exist or take no messages are left out. ``replaces`` as in
        `MemoryStorage.put_digest`. Raises: SessionNotFound where the scope is gone.
        """
        ...

    async def list_syntheses(self) -> tuple[Synthesis, ...]:
        """The ones that hold, everything first, then projects by id; those of deleted projects are left out."""
        ...

    async def synthesis_versions(self, scope: Scope) -> tuple[Synthesis, ...]:
        """All versions of one scope, the one that holds first."""
        ...

    async def pin_synthesis(self, scope: Scope, to: SessionId | None) -> None:
        """Show a synthesis at a conversation; None takes it off. Raises: SessionNotFound."""
        ...

    async def readers_of(
        self, session_ids: Callable[[], Sequence[SessionId]]
    ) -> dict[SessionId, frozenset[ServiceId]]:
        """Which services besides their own may read the digests of conversations (M-10)."""
        ...

    async def allow_reader(self, session_ids: Sequence[SessionId], service_id: ServiceId) -> None:
        """The person has said that a service may read these digests (M-10)."""
        ...

    async def models_of(
        self, session_ids: Callable[[], Sequence[SessionId]]
    ) -> dict[SessionId, ModelRef | None]:
        """What living conversations answer with, thousands at once; None for the person's default (M-10)."""
        ...


@dataclass(frozen=True, slots=True)
class PlannedShare:
    """Summaries of conversations that answer with one service.

    Attributes:
        service_id: whose conversations they are.
        count: how many summaries.
        asks: how many of them the reading service would see for the first time (M-10).
    """

    service_id: ServiceId
    count: int
    asks: int = 0


@dataclass(frozen=True, slots=True)
class SummariesPlan:
    """What *Summarise all* would do, before anything is sent (D-1).

    Attributes:
        session_ids: whose summaries are due, in the order of the tree; the practice assistant reads none.
        requests: about how many requests that takes, for which somebody may pay.
        overviews: about how many more follow, since the schedule brings new summaries together.
    """

    session_ids: tuple[SessionId, ...] = ()
    requests: int = 0
    overviews: int = 0


class LeftOut(StrEnum):
    """Why a reflection does not read a conversation."""

    NO_SUMMARY = "no_summary"
    TOO_MANY = "too_many"
    PRACTICE = "practice"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReflectionPlan:
    """What a reflection would send, and to whom, before anything is sent (K-2, M-10).

    Attributes:
        model: who would read.
        services: the summaries by the service of their conversations, the reader's own first.
        count: all summaries that would be read if the person agrees to ``asks``.
        asks: how many of them belong to other services and were never shown to the reader; left out without
            the person's word.
        left_out: how many conversations are left out otherwise, by reason.
        mute: how many conversations get no reminder, because it could take what is read to their own service.
        tokens: a rough size of the request.
        unchanged: whether the synthesis that holds was made from the same summaries (D-4).
        by_hand: whether the synthesis that holds was written by hand (K-4).
    """

    scope: Scope
    model: ModelRef
    services: tuple[PlannedShare, ...] = ()
    count: int = 0
    asks: int = 0
    left_out: dict[LeftOut, int] = field(default_factory=dict)
    mute: int = 0
    tokens: int = 0
    unchanged: bool = False
    by_hand: bool = False
