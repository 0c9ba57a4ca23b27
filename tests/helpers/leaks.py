"""What a test must not leave behind: running tasks, threads, ticking timers, top-level widgets.

``asyncio.run`` cancels leftover tasks without a word, so they are recorded just before it does. Timers are found
among the Python objects made since the session began (``gc.freeze`` hides the older ones, which keeps a look cheap).
"""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
import threading
import time
from asyncio import runners
from typing import Any

THREAD_GRACE_S = 2.0
# Threads of libraries that live as long as the process.
KNOWN_THREADS = ("pydevd", "pytest_timeout", "execnet")

_abandoned: list[str] = []


class _AsyncioComplaints(logging.Handler):
    """Collects what asyncio says about lost tasks and unseen exceptions."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if "never retrieved" in text or "was destroyed but it is pending" in text:
            self.messages.append(text)


_complaints = _AsyncioComplaints()


def install() -> None:
    """Start watching; called once per session."""
    cancel_all = runners._cancel_all_tasks  # type: ignore[attr-defined]  # the only moment to see them

    def record_and_cancel(loop: asyncio.AbstractEventLoop) -> None:
        _abandoned.extend(_name_of(task) for task in asyncio.all_tasks(loop) if not task.done())
        cancel_all(loop)

    runners._cancel_all_tasks = record_and_cancel  # type: ignore[attr-defined]
    logging.getLogger("asyncio").addHandler(_complaints)


def freeze() -> None:
    """Forget the objects that exist now; they belong to no test."""
    gc.collect()
    gc.freeze()


class LeakCheck:
    """Compares the world after a test with the world before it."""

    def __init__(self) -> None:
        _abandoned.clear()
        _complaints.messages.clear()
        self._threads = set(threading.enumerate())
        self._widgets = set(map(id, _top_level_widgets()))
        self._timers = set(map(id, _active_timers()))

    def leaked(self, allowed: frozenset[str] = frozenset()) -> list[str]:
        """What is left, one line each.

        Args:
            allowed: kinds that this test may leave: ``tasks``, ``threads``, ``timers``, ``widgets``.
        """
        _deliver_deletions()
        gc.collect()
        found = {
            "tasks": [*_abandoned, *_complaints.messages],
            "threads": self._new_threads() if "threads" not in allowed else [],
            "timers": [_describe(t) for t in _active_timers() if id(t) not in self._timers],
            "widgets": [_describe(w) for w in _top_level_widgets() if id(w) not in self._widgets],
        }
        return [f"{kind}: {item}" for kind, items in found.items() if kind not in allowed for item in items]

    def _new_threads(self) -> list[str]:
        deadline = time.monotonic() + THREAD_GRACE_S
        while True:
            left = [
                thread
                for thread in threading.enumerate()
                if thread not in self._threads and not thread.name.startswith(KNOWN_THREADS)
            ]
            if not left or time.monotonic() > deadline:
                return [thread.name for thread in left]
            time.sleep(0.01)


def _name_of(task: asyncio.Task[Any]) -> str:
    coroutine = task.get_coro()
    return f"{task.get_name()} {getattr(coroutine, '__qualname__', coroutine)}"


def _qt(module: str) -> Any:
    """A Qt module, if the tests have loaded it and a QApplication runs."""
    widgets = sys.modules.get("PySide6.QtWidgets")
    if widgets is None or widgets.QApplication.instance() is None:
        return None
    return sys.modules.get(f"PySide6.{module}")


def _deliver_deletions() -> None:
    core = _qt("QtCore")
    if core is not None:
        core.QCoreApplication.sendPostedEvents(None, core.QEvent.Type.DeferredDelete)


def _top_level_widgets() -> list[Any]:
    widgets = _qt("QtWidgets")
    if widgets is None:
        return []
    return [widget for widget in widgets.QApplication.topLevelWidgets() if widget.parent() is None]


def _active_timers() -> list[Any]:
    core = _qt("QtCore")
    if core is None:
        return []
    from shiboken6 import isValid  # noqa: PLC0415 - only where Qt is

    return [
        timer
        for timer in gc.get_objects()
        if issubclass(type(timer), core.QTimer) and isValid(timer) and timer.isActive()
    ]


def _describe(thing: Any) -> str:
    name = thing.objectName()
    parent = thing.parent()
    below = f" below {type(parent).__name__}" if parent is not None else ""
    return f"{type(thing).__name__}{f' {name!r}' if name else ''}{below}"
