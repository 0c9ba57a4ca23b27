"""Who wants to know that something was committed."""

from __future__ import annotations

import logging
from collections.abc import Callable

from stello_desktop.domain.changes import Changes

_log = logging.getLogger(__name__)

type Listener = Callable[[Changes], None]


class ChangeFeed:
    """Plain callbacks with one value type; a failing listener does not hide the change from others."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` after every commit; gives the function that ends it."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def publish(self, changes: Changes) -> None:
        """Tell every listener, in order of subscription."""
        for listener in tuple(self._listeners):
            try:
                listener(changes)
            except Exception:  # noqa: BLE001 - one broken view must not blind the others
                _log.exception("a listener failed on %r", changes)
