"""Tokens and money: what answers have used, and what that costs where the person wrote down a price.

What is not known is never zero: a sum over something unknown says *at least*, one over an estimate *about*,
and where nothing at all is known there is no sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final, Protocol

from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import Usage
from stello_desktop.domain.services import ModelPrice

_MILLION: Final = Decimal(1_000_000)


class Purpose(StrEnum):
    """What a call to a model was for; all but the answers were asked for beside the conversation."""

    ANSWER = "answer"
    EARLIER = "earlier"
    DIGEST = "digest"
    REFLECTION = "reflection"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class Spent:
    """What one model of one service has used for one purpose.

    Attributes:
        answers: calls to the model; versions that are not chosen count, copies in branches do not.
        estimated: how many of them were not counted by the service (Q2).
        unknown: how many of them are known in part only.
        sent_tokens, answered_tokens: the sums of what is known.
        purpose: ``earlier`` are summaries of a conversation's earlier part and of what a branch begins with.
    """

    service_id: ServiceId
    model: str
    answers: int
    estimated: int
    unknown: int
    sent_tokens: int
    answered_tokens: int
    purpose: Purpose = Purpose.ANSWER

    @property
    def ref(self) -> ModelRef:
        """Whose price it has."""
        return ModelRef(self.service_id, self.model)

    @property
    def about(self) -> bool:
        """Whether an estimate is part of it."""
        return self.estimated > 0

    @property
    def at_least(self) -> bool:
        """Whether something is missing from it."""
        return self.unknown > 0

    @property
    def tokens(self) -> int:
        """Sent and answered together."""
        return self.sent_tokens + self.answered_tokens


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in the person's own currency."""

    amount: Decimal
    currency: str
    about: bool = False
    at_least: bool = False


class UsageStorage(Protocol):
    """Sums that the store keeps."""

    async def spent_in(self, session_ids: Callable[[], Sequence[SessionId]]) -> tuple[Spent, ...]:
        """These conversations together, by service, model and purpose.

        They are asked for on the store's own thread, since there may be tens of thousands. Versions that are
        not chosen count, because they were paid for; copies in branches do not, because they were not.
        """
        ...

    async def count_beside(
        self, session_id: SessionId, purpose: Purpose, ref: ModelRef, usage: Usage
    ) -> None:
        """Add one call that is no answer; nothing where the conversation is gone."""
        ...


type PriceOf = Callable[[ModelRef], ModelPrice | None]


def total_of(lines: Iterable[Spent]) -> Spent | None:
    """All lines in one, of nobody in particular; None where there are none."""
    found = list(lines)
    if not found:
        return None
    return Spent(
        ServiceId(""),
        "",
        sum(line.answers for line in found),
        sum(line.estimated for line in found),
        sum(line.unknown for line in found),
        sum(line.sent_tokens for line in found),
        sum(line.answered_tokens for line in found),
    )


def cost_of(line: Spent, price: ModelPrice | None) -> Money | None:
    """What a line costs; None where no price is known, *at least* where half of one is."""
    if price is None or (price.input_per_million is None and price.output_per_million is None):
        return None
    sent, answered = price.input_per_million, price.output_per_million
    amount = (line.sent_tokens * (sent or 0) + line.answered_tokens * (answered or 0)) / _MILLION
    half = (sent is None and line.sent_tokens > 0) or (answered is None and line.answered_tokens > 0)
    return Money(Decimal(amount), price.currency, line.about, line.at_least or half)


def total_cost_of(lines: Iterable[Spent], price_of: PriceOf) -> tuple[Money, ...]:
    """One sum for each currency, in the order in which they first come; lines without a price make it *at least*."""
    found = list(lines)
    costs = [cost_of(line, price_of(line.ref)) for line in found]
    missing = any(cost is None for cost in costs)
    known = [cost for cost in costs if cost is not None]
    return tuple(
        Money(
            sum((cost.amount for cost in known if cost.currency == currency), Decimal(0)),
            currency,
            any(cost.about for cost in known if cost.currency == currency),
            missing or any(cost.at_least for cost in known if cost.currency == currency),
        )
        for currency in dict.fromkeys(cost.currency for cost in known)
    )
