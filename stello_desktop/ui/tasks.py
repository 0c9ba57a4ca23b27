"""Coroutines started from the interface: each has an owner, none fails silently.

A task ends with its owner. A failure reaches the log *and* the nearest parent of the owner that can
show it where the person sees it (`ShowsFailures`), in the end a window.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Protocol, runtime_checkable

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.errors import StelloError

_log = logging.getLogger(__name__)
_running: set[asyncio.Task[Any]] = set()


@runtime_checkable
class ShowsFailures(Protocol):
    """A widget that can tell the person about a failure."""

    def show_failure(self, error: BaseException) -> bool | None:
        """One sentence, what to do next, and the technical text one click away.

        False where nobody would see it there now; whoever is above shows it then.
        """
        ...


def start[Result](coro: Coroutine[Any, Any, Result], owner: QObject) -> asyncio.Task[Result]:
    """Run a coroutine that belongs to ``owner``; gives its task, which may be awaited or cancelled."""
    task = asyncio.get_running_loop().create_task(coro)
    _running.add(task)

    def cancel(_gone: QObject | None = None) -> None:
        task.cancel()

    def settle(ended: asyncio.Task[Result]) -> None:
        _running.discard(ended)
        if shiboken6.isValid(owner):
            owner.destroyed.disconnect(cancel)
        if not ended.cancelled() and (error := ended.exception()) is not None:
            report(error, owner)

    owner.destroyed.connect(cancel)
    task.add_done_callback(settle)
    return task


def report(error: BaseException, owner: QObject) -> None:
    """Log a failure and show it at the nearest place that can."""
    expected = isinstance(error, StelloError)
    _log.log(
        logging.WARNING if expected else logging.ERROR,
        "%s failed: %s",
        type(owner).__name__,
        error,
        exc_info=None if expected else error,
    )
    place: QObject | None = owner if shiboken6.isValid(owner) else None
    while place is not None:
        if isinstance(place, ShowsFailures) and place.show_failure(error) is not False:
            return
        place = place.parent()
    for window in QApplication.topLevelWidgets():  # whoever had no place to tell it still has a window
        if (
            window.isVisible()
            and isinstance(window, ShowsFailures)
            and window.show_failure(error) is not False
        ):
            return


def running() -> tuple[asyncio.Task[Any], ...]:
    """Everything that was started and has not ended."""
    return tuple(_running)


async def end_all() -> None:
    """Cancel what still runs and wait until it has ended; part of the orderly shutdown."""
    tasks = [task for task in _running if task is not asyncio.current_task()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
