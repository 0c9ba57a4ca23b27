"""How long silence is worth no word (Q34): a model on this computer may think for minutes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from stello_desktop.domain.events import ReasoningDelta, Retrying, RoundEvent, TextDelta, ToolCallArguments
from stello_desktop.domain.nearness import is_near
from stello_desktop.domain.services import Service

_REMOTE_S: Final = 60.0
_NEAR_S: Final = 300.0
_BETWEEN_S: Final = 60.0
_WORDS: Final = (TextDelta, ReasoningDelta, ToolCallArguments)


@dataclass(frozen=True, slots=True)
class Patience:
    """After so many seconds of silence the person is told, and decides; nothing ends by itself.

    Attributes:
        first_s: before the first word of a call.
        between_s: between two words.
    """

    first_s: float = _REMOTE_S
    between_s: float = _BETWEEN_S


def patience_with(service: Service) -> Patience:
    """More with this computer and private networks than with a service somewhere else."""
    near = service.local or not service.base_url or is_near(service.base_url)
    return Patience(first_s=_NEAR_S if near else _REMOTE_S)


class Silence:
    """How long a running answer has said nothing, by a clock that only goes forward (Q40).

    Attributes:
        patience: when that is worth a word.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.patience = Patience()
        self._clock = clock
        self._since = clock()
        self._first = True

    def broken_by(self, event: RoundEvent) -> None:
        """Something came. After anything but words the next ones are the first of another call."""
        self._since = event.due_at if isinstance(event, Retrying) else self._clock()
        self._first = not isinstance(event, _WORDS)

    def restart(self) -> None:
        """What kept it waiting was not the service."""
        self._since = self._clock()

    @property
    def seconds(self) -> float:
        """Since the last sign of the answer; never negative."""
        return max(0.0, self._clock() - self._since)

    @property
    def is_long(self) -> bool:
        """Whether the person is told."""
        return self.seconds >= (self.patience.first_s if self._first else self.patience.between_s)

    @property
    def before_words(self) -> bool:
        """Whether no word of the running call has come yet."""
        return self._first
