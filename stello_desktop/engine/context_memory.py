"""How conversations are sent, in memory: for scripts and tests of the engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from stello_desktop.domain.context_state import (
    KEPT_PARTS,
    ContextChoices,
    ContextState,
    EarlierPart,
)
from stello_desktop.domain.errors import SessionNotFound
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import ModelRef


class MemoryContext:
    """`ContextStorage` in a dictionary.

    Args:
        knows: whether a conversation exists; all do unless it is given.
    """

    def __init__(self, knows: Callable[[SessionId], bool] = lambda _session_id: True) -> None:
        self._knows = knows
        self._states: dict[SessionId, ContextState] = {}

    async def get_context(self, session_id: SessionId) -> ContextState:
        """Everything."""
        return self._of(session_id)

    async def put_choices(self, session_id: SessionId, choices: ContextChoices) -> None:
        """Replace what was chosen."""
        self._states[session_id] = replace(self._of(session_id), choices=choices)

    async def put_earlier(
        self, session_id: SessionId, part: EarlierPart, *, expects: Sequence[EarlierPart] | None = None
    ) -> bool:
        """Keep it as the newest."""
        state = self._of(session_id)
        if expects is not None and tuple(expects) != state.earlier:
            return False
        others = [known for known in state.earlier if known.mark != part.mark]
        self._states[session_id] = replace(
            state,
            earlier=(part, *others)[:KEPT_PARTS],
            choices=replace(state.choices, whole=False),
        )
        return True

    async def forget_earlier(self, session_id: SessionId) -> None:
        """Take all of them away."""
        state = self._of(session_id)
        self._states[session_id] = replace(state, earlier=(), choices=replace(state.choices, whole=True))

    async def put_ratio(self, session_id: SessionId, ref: ModelRef, ratio: float) -> None:
        """Keep it."""
        state = self._of(session_id)
        self._states[session_id] = replace(state, ratios={**state.ratios, ref: ratio})

    def _of(self, session_id: SessionId) -> ContextState:
        if not self._knows(session_id):
            raise SessionNotFound(session_id=session_id)
        return self._states.get(session_id, ContextState())
