"""Which key and which address a request was made with, so that late news of it is not taken for news of others (row 27).

Neither is held or compared here: each new one, and each refusal, only begins another count.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from stello_desktop.domain.ids import ServiceId


@dataclass(frozen=True, slots=True)
class KeyMark:
    """Drawn when a request begins; what becomes of the request is news of a service for as long as this is current.

    Attributes:
        service_id: who is asked; empty for nobody.
        count: of the keys, addresses and refusals that it has had in this run.
    """

    service_id: ServiceId
    count: int = 0


class KeyMarks:
    """The current mark of each service."""

    def __init__(self) -> None:
        self._counts: Counter[ServiceId] = Counter()

    def draw(self, service_id: ServiceId) -> KeyMark:
        """For a request that begins now."""
        return KeyMark(service_id, self._counts[service_id])

    def renew(self, service_id: ServiceId) -> None:
        """Another key, address or refusal: requests that are out now tell nothing of it."""
        self._counts[service_id] += 1

    def is_current(self, mark: KeyMark) -> bool:
        """Whether the service has the same key and address still, and has refused nothing since."""
        return mark == self.draw(mark.service_id)
