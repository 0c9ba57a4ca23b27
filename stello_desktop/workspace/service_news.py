"""What is known of services: who could not be reached, has no key or refused it, when it was last asked (rows 25, 27, 58).

It lives in memory: after a start nothing is known. Nothing here sends; what is heard only changes what is offered.
News of a request counts for the key and the address that it was made with (`KeyMark`).
"""

from __future__ import annotations

from collections.abc import Iterable

from stello_desktop.domain.addresses import same_origin
from stello_desktop.domain.changes import Changes
from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.reach import is_key_refused, is_key_trouble, is_keyless
from stello_desktop.workspace.answering import Answering
from stello_desktop.workspace.feed import ChangeFeed
from stello_desktop.workspace.key_marks import KeyMark, KeyMarks
from stello_desktop.workspace.scouts import Scouts


class ServiceNews:
    """The newest that is known of each service.

    Attributes:
        scouts: which services have answered with the key that they have now.
    """

    def __init__(self, answering: Answering, feed: ChangeFeed) -> None:
        self._answering = answering
        self._feed = feed
        self._trouble: dict[ServiceId, StelloError] = {}
        self._marks = KeyMarks()
        self.scouts = Scouts()
        answering.tell(self)

    def trouble_of(self, service_id: ServiceId) -> StelloError | None:
        """Why a service could not be asked, where that is the newest that is known."""
        return self._trouble.get(service_id)

    def try_again(self, service_id: ServiceId) -> None:
        """The person wants it to be asked, whatever is known of it."""
        self._trouble.pop(service_id, None)

    def refuses(self, service_id: ServiceId) -> bool:
        """Whether a service has refused the key that it would be asked with (row 27)."""
        error = self._trouble.get(service_id)
        return error is not None and is_key_refused(error)

    def mark_of(self, service_id: ServiceId) -> KeyMark:
        """To be drawn before a request begins, and given back with what becomes of it."""
        return self._marks.draw(service_id)

    def answered(self, mark: KeyMark) -> None:
        """A service has answered a request: its key is accepted, and what waits for it is offered, and not sent."""
        if self._marks.is_current(mark):
            self.scouts.hear(mark.service_id)
            self._offer(mark.service_id)
            if (service := self._answering.find(mark.service_id)) is not None:
                self.reached(self.marks_at(service.base_url))

    def marks_at(self, base_url: str) -> tuple[KeyMark, ...]:
        """Of all services at the scheme, host and port of an address; to be drawn before it is asked."""
        return tuple(
            self.mark_of(item.service_id)
            for item in self._answering.services
            if base_url and item.base_url and same_origin(item.base_url, base_url)
        )

    def reached(self, marks: Iterable[KeyMark]) -> None:
        """The server of these services is there; that says nothing about their keys."""
        for mark in marks:
            known = self._trouble.get(mark.service_id)
            if self._marks.is_current(mark) and known is not None and not is_key_trouble(known):
                self._offer(mark.service_id)

    def lost(self, mark: KeyMark, error: StelloError) -> None:
        """A service could not be reached, or not be asked for want of its key."""
        if self._marks.is_current(mark):
            self._trouble[mark.service_id] = error

    def refused_by(self, mark: KeyMark, error: StelloError) -> None:
        """A service did not accept its key: nothing else is sent with it, and all of it waits for another (row 27)."""
        if self._marks.is_current(mark):
            self._begin_anew(mark.service_id)
            self._trouble[mark.service_id] = error

    def key_at_hand(self, service_id: ServiceId) -> None:
        """A key is there: what waits for it is offered, and not sent. It may be the one that was refused."""
        known = self._trouble.get(service_id)
        if known is not None and is_keyless(known):
            self._offer(service_id)

    def key_given(self, service_id: ServiceId) -> None:
        """The person has entered a key, which nobody has tried yet."""
        self._begin_anew(service_id)
        known = self._trouble.get(service_id)
        if known is not None and is_key_trouble(known):
            self._offer(service_id)

    def renewed(self, service_id: ServiceId) -> None:
        """It is another now, has come, or is gone: nothing is known of it."""
        self._begin_anew(service_id)
        self._offer(service_id)

    def _begin_anew(self, service_id: ServiceId) -> None:
        """What is out now tells nothing of the requests that follow."""
        self._marks.renew(service_id)
        self.scouts.forget(service_id)

    def _offer(self, service_id: ServiceId) -> None:
        if self._trouble.pop(service_id, None) is not None:
            self._feed.publish(Changes(outbox=True))

    def network_returned(self) -> None:
        """A hint of the system: what is known of services elsewhere is out of date."""
        gone = [
            item
            for item, error in self._trouble.items()
            if not is_key_trouble(error)
            and ((found := self._answering.find(item)) is None or not found.local)
        ]
        for service_id in gone:
            del self._trouble[service_id]
        if gone:
            self._feed.publish(Changes(outbox=True))
