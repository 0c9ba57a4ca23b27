"""What a person changes in a history that stands: which version of a round counts (R-14)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.versions import ChosenVersion, RoundVersions
from stello_desktop.engine.unbroken import unbroken
from stello_desktop.workspace.backend import Backend
from stello_desktop.workspace.tree import Tree

if TYPE_CHECKING:
    from stello_desktop.engine.agent import Agent

type Opened = Callable[[], Awaitable[tuple[Agent, Backend]]]


class Revisions:
    """Changes go through the conversation's lane, so that no round is asked with half of each (Q-1).

    Args:
        look_again: what waits to be sent may be another now.
    """

    def __init__(self, opened: Opened, tree: Tree, look_again: Callable[[], Awaitable[None]]) -> None:
        self._opened = opened
        self._tree = tree
        self._look_again = look_again

    async def list_versions(self, session_id: SessionId) -> Sequence[RoundVersions]:
        """The rounds that have several versions, in order."""
        _, backend = await self._opened()
        return await backend.revisions.list_versions(session_id)

    async def edit_note(self, session_id: SessionId, record_id: RecordId, text: str) -> RecordId:
        """Other words for a note; committed and shown even if the caller gives up."""
        return await unbroken(self._edit_note(session_id, record_id, text))

    async def _edit_note(self, session_id: SessionId, record_id: RecordId, text: str) -> RecordId:
        agent, backend = await self._opened()
        async with agent.lane(session_id):
            changed = await backend.revisions.edit_note(session_id, record_id, text)
        await self._tree.reload((session_id,))
        return changed

    async def choose(self, session_id: SessionId, round_no: int, version: int, origin: Any) -> ChosenVersion:
        """Let another version count; committed and shown even if the caller gives up."""
        return await unbroken(self._choose(session_id, round_no, version, origin))

    async def _choose(self, session_id: SessionId, round_no: int, version: int, origin: Any) -> ChosenVersion:
        agent, backend = await self._opened()
        async with agent.lane(session_id):
            chosen = await backend.revisions.choose_version(session_id, round_no, version)
        await self._look_again()
        await self._tree.reload((session_id,), origin=origin)
        return chosen
