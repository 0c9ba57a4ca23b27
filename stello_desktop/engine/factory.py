"""Assembles an engine for a conversation, and merges the hooks (L-3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from stello_desktop.domain.ids import SessionId
from stello_desktop.engine.engine import Engine
from stello_desktop.engine.hooks import EngineHooks
from stello_desktop.engine.parts import EngineParts

type HooksFor = Callable[[SessionId], EngineHooks]


class EngineFactory:
    """Builds engines from one set of parts.

    Args:
        own_hooks: makes the assembly's own hooks for a conversation, such as the trigger of
            consolidation; they run beside the person's, each isolated (R-12).
    """

    def __init__(self, parts: EngineParts, own_hooks: tuple[HooksFor, ...] = ()) -> None:
        self.parts = parts
        self._own_hooks = own_hooks

    async def build(self, session_id: SessionId) -> Engine:
        """An engine for an existing conversation. Raises: SessionNotFound."""
        await self.parts.sessions.get_session(session_id)
        own = tuple(make(session_id) for make in self._own_hooks)
        return Engine(session_id, replace(self.parts, hooks=merge_hooks(own, self.parts.hooks)))


def merge_hooks(*sets: tuple[EngineHooks, ...]) -> tuple[EngineHooks, ...]:
    """All of them, in order; two hooks of one name both run (R-12)."""
    return tuple(hooks for group in sets for hooks in group)
