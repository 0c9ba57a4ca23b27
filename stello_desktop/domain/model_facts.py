"""What was learnt about one model of one service, kept over a restart and explained on its card.

Services refuse one field or another; the refusal says which (Q7, Q13, Q17 to Q24). It is learnt once for each
service, address and model, and the next request is written without asking again. What is older than
`KEPT_DAYS` is forgotten, since servers are mended and models replaced behind an unchanged name.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any, Final

from stello_desktop.domain.ids import ServiceId

KEPT_DAYS: Final = 30
MAX_PLACES: Final = 200

_DAY_S: Final = 86_400
_MAX_NAMES: Final = 20
_MAX_NAME_CHARS: Final = 60
_MAX_TOKENS: Final = 10**9


class TokenField(StrEnum):
    """How a model wants the limit of its answer to be called (Q17, Q18)."""

    AS_WRITTEN = ""
    MAX_TOKENS = "max_tokens"
    MAX_COMPLETION_TOKENS = "max_completion_tokens"
    NONE = "none"


class Lesson(StrEnum):
    """One thing that was learnt, for the words on the service's card."""

    NO_TOOLS = "no_tools"
    CALLS_TOOLS = "calls_tools"
    NO_STREAM = "no_stream"
    NO_USAGE = "no_usage"
    LIMIT_NAME = "limit_name"
    NO_TEMPERATURE = "no_temperature"
    FOLD_SYSTEM = "fold_system"
    DEVELOPER = "developer"
    ALTERNATE = "alternate"
    SEND_REASONING = "send_reasoning"
    DROPPED = "dropped"
    CONTEXT = "context"
    CUTS_SILENTLY = "cuts_silently"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFacts:
    """Everything that refusals and answers taught; the empty value knows nothing.

    Attributes:
        no_tools: refused to be offered tools (Q23).
        calls_seen: has called a tool, so it can.
        no_stream: answers only in one piece (Q7).
        no_stream_options: refused to be asked for usage (Q19).
        token_field: the name of the limit of an answer, where it is another one (Q17, Q18).
        no_temperature: takes no temperature (Q20).
        fold_system: instructions go into the first question (Q21).
        system_as_developer: instructions are called ``developer`` (Q21).
        alternate: question and answer must take turns strictly (Q22).
        send_reasoning: wants its thinking back beside its tool calls (Q13).
        dropped: other fields that it refused, sorted.
        context_tokens: how much it reads, where it said so or showed it (Q24).
        cuts_silently: has left out the beginning of a conversation without a word (Q24).
        fewest_read: the fewest tokens that it has ever said to have read; tells one that counts from one that always
            says the same (Q24). Nothing to tell the person.
        most_read: so many tokens it has read at least of a request that it read whole, a power of two, so that it is
            seldom news (Q24). Nothing to tell the person either.
    """

    no_tools: bool = False
    calls_seen: bool = False
    no_stream: bool = False
    no_stream_options: bool = False
    token_field: TokenField = TokenField.AS_WRITTEN
    no_temperature: bool = False
    fold_system: bool = False
    system_as_developer: bool = False
    alternate: bool = False
    send_reasoning: bool = False
    dropped: tuple[str, ...] = ()
    context_tokens: int | None = None
    cuts_silently: bool = False
    fewest_read: int | None = None
    most_read: int | None = None

    def explanations(self) -> tuple[Lesson, ...]:
        """What there is to tell, the most important first."""
        told = {
            Lesson.NO_TOOLS: self.no_tools,
            Lesson.CALLS_TOOLS: self.calls_seen and not self.no_tools,
            Lesson.CUTS_SILENTLY: self.cuts_silently,
            Lesson.CONTEXT: self.context_tokens is not None and not self.cuts_silently,
            Lesson.NO_STREAM: self.no_stream,
            Lesson.FOLD_SYSTEM: self.fold_system,
            Lesson.DEVELOPER: self.system_as_developer and not self.fold_system,
            Lesson.ALTERNATE: self.alternate,
            Lesson.SEND_REASONING: self.send_reasoning,
            Lesson.NO_TEMPERATURE: self.no_temperature,
            Lesson.LIMIT_NAME: self.token_field is not TokenField.AS_WRITTEN,
            Lesson.NO_USAGE: self.no_stream_options,
            Lesson.DROPPED: bool(self.dropped),
        }
        return tuple(lesson for lesson, is_told in told.items() if is_told)

    def to_values(self) -> dict[str, Any]:
        """JSON values of what differs from knowing nothing."""
        unknown = asdict(ModelFacts())
        values = {name: value for name, value in asdict(self).items() if value != unknown[name]}
        if self.dropped:
            values["dropped"] = list(self.dropped)
        return values

    @classmethod
    def from_values(cls, values: Any) -> ModelFacts:
        """Read what fits, and know nothing of the rest; never raises."""
        if not isinstance(values, Mapping):
            return cls()
        kept: dict[str, Any] = {
            field.name: True
            for field in fields(cls)
            if field.type == "bool" and values.get(field.name) is True
        }
        token_field = values.get("token_field")
        if isinstance(token_field, str) and token_field in set(TokenField):
            kept["token_field"] = TokenField(token_field)
        for name in ("context_tokens", "fewest_read", "most_read"):
            size = values.get(name)
            if isinstance(size, int) and not isinstance(size, bool) and 0 < size < _MAX_TOKENS:
                kept[name] = size
        dropped = values.get("dropped")
        if isinstance(dropped, list | tuple):
            names = {name for name in dropped if isinstance(name, str) and 0 < len(name) <= _MAX_NAME_CHARS}
            kept["dropped"] = tuple(sorted(names)[:_MAX_NAMES])
        return cls(**kept)


@dataclass(frozen=True, slots=True)
class ModelPlace:
    """Which model the facts are about: another address or another model is another matter."""

    service_id: ServiceId
    base_url: str
    model: str


class FactsBook:
    """All facts of one workspace: the models write into it, and the workspace keeps it.

    Attributes:
        on_learnt: called after something new was learnt.
    """

    def __init__(
        self,
        values: Any = None,
        on_learnt: Callable[[ModelPlace], None] | None = None,
        *,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.on_learnt = on_learnt
        self._now = now
        self._facts: dict[ModelPlace, tuple[ModelFacts, float]] = {}
        self.restore(values)

    def of(self, place: ModelPlace) -> ModelFacts:
        """What is known of a model."""
        return self._facts.get(place, (ModelFacts(), 0.0))[0]

    def learn(self, place: ModelPlace, facts: ModelFacts) -> None:
        """Keep what is known now; tells it where it is news."""
        if facts == self.of(place):
            return
        self._facts.pop(place, None)
        self._facts[place] = (facts, self._now())
        while len(self._facts) > MAX_PLACES:
            del self._facts[next(iter(self._facts))]
        if self.on_learnt is not None:
            self.on_learnt(place)

    def restore(self, values: Any) -> None:
        """Take up what an earlier run had learnt; what is damaged or too old is left out."""
        now = self._now()
        for item in values if isinstance(values, list) else ():
            if not isinstance(item, Mapping):
                continue
            names = [item.get(name) for name in ("service", "address", "model")]
            learnt_at = item.get("at")
            if not all(isinstance(name, str) for name in names) or not isinstance(learnt_at, int | float):
                continue
            facts = ModelFacts.from_values(item.get("facts"))
            if abs(now - learnt_at) < KEPT_DAYS * _DAY_S and facts != ModelFacts():
                place = ModelPlace(ServiceId(str(names[0])), str(names[1]), str(names[2]))
                self._facts.setdefault(place, (facts, float(learnt_at)))

    def to_values(self) -> list[dict[str, Any]]:
        """JSON values of everything."""
        return [
            {
                "service": place.service_id,
                "address": place.base_url,
                "model": place.model,
                "at": learnt_at,
                "facts": facts.to_values(),
            }
            for place, (facts, learnt_at) in self._facts.items()
        ]
