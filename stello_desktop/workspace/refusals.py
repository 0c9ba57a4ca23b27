"""Messages whose request was refused with its key; with another one they are sent again, before what waits (row 27).

What is on the disk says how: the question and its refusal stay where they are, as any failure does (R-10).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Final

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.messages import NOBODY, Record, RecordKind, RecordState, Role
from stello_desktop.domain.reach import NO_KEY

_REFUSED: Final = ProviderError(ProviderErrorKind.AUTH).full_code


class Again(Enum):
    """How a refused message is sent again (R-9)."""

    RETRY = "retry"
    RESUME = "resume"


def how_again(records: Sequence[Record], service_id: ServiceId) -> Again | None:
    """How the newest question of a conversation is sent again; None where its key was not refused by this service.

    One that another service has refused has its card; here it is history, as any question without an answer.
    """
    asked = [
        record
        for record in records
        if record.role is Role.USER
        and record.kind is RecordKind.MESSAGE
        and record.state is not RecordState.WAITING
    ]
    if not asked or asked[-1].state is not RecordState.FAILED:
        return None
    answers = [
        record
        for record in records
        if record.round_no == asked[-1].round_no and record.role is Role.ASSISTANT
    ]
    if not answers or answers[-1].error_code != _REFUSED or answers[-1].error_detail.startswith(NO_KEY):
        return None
    if answers[-1].service not in {service_id, NOBODY}:
        return None
    begun = any(record.content or record.tool_calls for record in answers)
    return Again.RESUME if begun else Again.RETRY


class RefusedMessages:
    """The refused messages of this run, for as long as nothing else was asked in their conversations.

    Args:
        service_of: who would be asked there now.
    """

    def __init__(self, service_of: Callable[[SessionId], ServiceId]) -> None:
        self._service_of = service_of
        self._by: dict[SessionId, ServiceId] = {}

    def add(self, session_id: SessionId, service_id: ServiceId) -> None:
        """The key was refused to the newest message of a conversation."""
        self._by.pop(session_id, None)
        self._by[session_id] = service_id

    def asked(self, session_id: SessionId) -> None:
        """Something is asked there now, the same again or something else; what is only put behind it is not."""
        self._by.pop(session_id, None)

    def in_company(
        self, waiting: Iterable[SessionId], takes_messages: Callable[[SessionId], bool]
    ) -> tuple[SessionId, ...]:
        """Those with which other messages of the same service wait, in the order of their refusal.

        One alone has its card, with the button for another key, and nothing waits for it.
        """
        refused = {
            item: service_id
            for item, service_id in self._by.items()
            if takes_messages(item) and self._service_of(item) == service_id
        }
        if not refused:
            return ()
        company = Counter([*refused.values(), *map(self._service_of, waiting)])
        return tuple(item for item, service_id in refused.items() if company[service_id] > 1)
