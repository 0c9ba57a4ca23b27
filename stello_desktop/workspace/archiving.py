"""Archiving as a person does it: several at once and with undo, each in its own lane (Q-1, R-12, R-13)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Final

from stello_desktop.domain.commands import Step, StepName
from stello_desktop.domain.ids import SessionId
from stello_desktop.engine.unbroken import unbroken
from stello_desktop.workspace.backend import Backend
from stello_desktop.workspace.tree import Tree
from stello_desktop.workspace.turns import LiveTurn

if TYPE_CHECKING:
    from stello_desktop.engine.agent import Agent

type Opened = Callable[[], Awaitable[tuple[Agent, Backend]]]

_STATUS: Final = frozenset({StepName.ARCHIVE, StepName.UNARCHIVE})


class Archiving:
    """Waits for what runs in each conversation, changes all in one step, and lets the hooks know.

    Args:
        live_turn: the newest turn of a conversation; one that was begun first is answered first, even
            where it is not in its lane yet.
    """

    def __init__(
        self, opened: Opened, tree: Tree, live_turn: Callable[[SessionId], LiveTurn | None] = lambda _id: None
    ) -> None:
        self._opened = opened
        self._tree = tree
        self._live_turn = live_turn

    async def change[T](self, commit: Callable[[], Awaitable[T]], session_ids: Iterable[SessionId]) -> T:
        """Run ``commit`` while nothing else runs in these conversations.

        A caller who gives up while it still waits for an answer changes nothing.
        """
        wanted = tuple(session_ids)
        agent, _ = await self._opened()
        for session_id in wanted:
            turn = self._live_turn(session_id)
            if turn is not None and not turn.ended:
                await turn.wait()
        async with self._lanes(agent, wanted):
            return await unbroken(self._commit(agent, commit, wanted))

    async def travel(self, go: Callable[[], Awaitable[Step | None]], step: Step | None) -> Step | None:
        """Undo or redo ``step``; with the lanes where it archives or unarchives."""
        if step is None or step.name not in _STATUS:
            return await go()
        return await self.change(go, step.session_ids)

    async def _commit[T](
        self, agent: Agent, commit: Callable[[], Awaitable[T]], wanted: tuple[SessionId, ...]
    ) -> T:
        before = {item for item in wanted if self._is_archived(item)}
        done = await commit()
        await agent.tell_archived(item for item in wanted if item not in before and self._is_archived(item))
        return done

    def _is_archived(self, session_id: SessionId) -> bool:
        entry = self._tree.topology.get(session_id)
        return entry is not None and entry.archived

    @asynccontextmanager
    async def _lanes(self, agent: Agent, wanted: Iterable[SessionId]) -> AsyncIterator[None]:
        """All of them, always in the same order, so that two who want the same never wait for each other."""
        async with AsyncExitStack() as lanes:
            for session_id in sorted(set(wanted)):
                await lanes.enter_async_context(agent.lane(session_id))
            yield
