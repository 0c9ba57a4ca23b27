"""Hooks and engine events: they never block and never break a round (R-11, R-12)."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.session import Author
from stello_desktop.domain.topology import TreeEntry
from stello_desktop.engine.background import Background

_log = logging.getLogger(__name__)

type Hook = Callable[..., Awaitable[None] | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineHooks:
    """What may be told of a conversation's life; each plain or async, each optional (R-12).

    The first argument is always the session id; then: the text, nothing, the call, the call and its
    result, the final text, the turn's outcome, nothing (enter, leave, archive), the new entry (fork).
    ``on_error`` gets the name of what failed and the exception.
    """

    on_message_received: Hook | None = None
    on_round_start: Hook | None = None
    on_tool_call: Hook | None = None
    on_tool_result: Hook | None = None
    on_assistant_reply: Hook | None = None
    on_round_end: Hook | None = None
    on_session_enter: Hook | None = None
    on_session_leave: Hook | None = None
    on_session_archive: Hook | None = None
    on_session_fork: Hook | None = None
    on_error: Hook | None = None


@dataclass(frozen=True, slots=True)
class SessionForked:
    """A branch was committed (F-7)."""

    entry: TreeEntry
    source_session_id: SessionId
    by: Author


@dataclass(frozen=True, slots=True)
class EngineError:
    """A hook or listener failed; nothing else was disturbed (R-11)."""

    session_id: SessionId
    where: str
    error: Exception


type EngineEvent = SessionForked | EngineError
type EngineListener = Callable[[EngineEvent], None]


def tell(listener: EngineListener, event: EngineEvent) -> None:
    """Call a listener; what it raises is logged and disturbs nothing (R-11)."""
    try:
        listener(event)
    except Exception:  # noqa: BLE001 - a listener is not ours
        _log.exception("a listener failed on %s", type(event).__name__)  # never what the person wrote


class HookRunner:
    """Runs the hooks of several sets, each isolated from the others (R-12).

    Args:
        report: told of every failure: the hook's name and the exception.
        background: owns the async hooks, which outlive the round that fired them.
    """

    def __init__(
        self,
        session_id: SessionId,
        sets: Sequence[EngineHooks],
        report: Callable[[str, Exception], None],
        background: Background,
    ) -> None:
        self._session_id = session_id
        self._sets = tuple(sets)
        self._report = report
        self._background = background

    def fire(self, name: str, *args: Any) -> None:
        """Tell every hook of this name; async ones go on by themselves."""
        for hooks in self._sets:
            hook: Hook | None = getattr(hooks, name)
            if hook is not None:
                self._start(name, hook, (self._session_id, *args))

    def _start(self, name: str, hook: Hook, args: tuple[Any, ...]) -> None:
        try:
            outcome = hook(*args)
        except Exception as error:  # noqa: BLE001 - whatever a hook raises is reported (R-11)
            self._failed(name, error)
            return
        if inspect.isawaitable(outcome):
            self._background.start(self._finish(name, outcome))

    async def _finish(self, name: str, outcome: Awaitable[None]) -> None:
        try:
            await outcome
        except Exception as error:  # noqa: BLE001 - whatever a hook raises is reported (R-11)
            self._failed(name, error)

    def _failed(self, name: str, error: Exception) -> None:
        _log.error("hook %s failed", name, exc_info=error)
        self._report(name, error)
        if name != "on_error":
            self.fire("on_error", name, error)
