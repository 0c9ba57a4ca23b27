"""The tree as everyone sees it: one snapshot, one history, one feed of changes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.commands import Command, Step
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.ports import Applied, HistoryState, TopologyStorage
from stello_desktop.domain.session import SessionDraft
from stello_desktop.domain.topology import Topology
from stello_desktop.engine.unbroken import unbroken
from stello_desktop.workspace.feed import ChangeFeed

type Travel = Callable[[TopologyStorage], Awaitable[Applied | None]]


class Tree:
    """Holds the current `Topology`; every change is committed first and shown after.

    A caller who gives up in between is let go only when the change is shown.
    """

    def __init__(
        self,
        topology: Topology,
        history: HistoryState,
        storage: Callable[[], Awaitable[TopologyStorage]],
        feed: ChangeFeed,
    ) -> None:
        self.topology = topology
        self.history = history
        self._storage = storage
        self._feed = feed

    async def apply(self, command: Command, *, origin: Any = None) -> Step:
        """Commit one command. Raises: StelloError of the command's rule; then nothing has changed."""
        return await unbroken(self._apply(command, origin))

    async def _apply(self, command: Command, origin: Any) -> Step:
        return self._take(await (await self._storage()).apply(command), origin)

    async def plant(self, drafts: Sequence[SessionDraft]) -> Step:
        """Commit a whole tree of conversations as one step."""
        return await unbroken(self._plant(drafts))

    async def _plant(self, drafts: Sequence[SessionDraft]) -> Step:
        return self._take(await (await self._storage()).add_tree(drafts), None)

    async def undo(self, *, origin: Any = None) -> Step | None:
        """Take back the newest step, and show what it touched (I9)."""
        return await unbroken(self._travel(lambda storage: storage.undo(), origin))

    async def let_stand(self, step: Step) -> bool:
        """Leave the newest step done for good; says whether undo goes on with one before it now."""
        return await unbroken(self._let_stand(step))

    async def _let_stand(self, step: Step) -> bool:
        applied = await (await self._storage()).undo(standing=step)
        if applied is not None:
            self._take(applied, None)
        return applied is not None

    async def redo(self, *, origin: Any = None) -> Step | None:
        """Do the last undone step again."""
        return await unbroken(self._travel(lambda storage: storage.redo(), origin))

    async def _travel(self, go: Travel, origin: Any) -> Step | None:
        applied = await go(await self._storage())
        return None if applied is None else self._take(applied, origin, reveal=True)

    def _take(self, applied: Applied, origin: Any, *, reveal: bool = False) -> Step:
        self.history = applied.history
        self.topology = self.topology.updated(applied.changed, applied.removed).with_refs(applied.refs)
        placed = {entry.session_id for entry in applied.changed} | set(applied.removed)
        self._feed.publish(
            Changes(
                placed=frozenset(placed),
                records=frozenset(applied.records),
                trash=applied.trash,
                reveal=applied.step.session_ids if reveal else (),
                origin=origin,
            )
        )
        return applied.step

    async def set_folded(self, session_ids: Sequence[SessionId], folded: bool, *, origin: Any = None) -> None:
        """Fold or unfold; kept, but no step of the history. Shown at once, written after."""
        changed = [
            self.topology[item]._replace(folded=folded) for item in session_ids if item in self.topology
        ]
        self.topology = self.topology.updated(changed)
        self._feed.publish(Changes(placed=frozenset(session_ids), origin=origin))
        await (await self._storage()).set_folded(session_ids, folded)

    async def refresh(self, session_ids: Iterable[SessionId]) -> None:
        """Read rows whose counts or badges changed; nothing was placed and no message written."""
        entries = await (await self._storage()).entries(tuple(session_ids))
        self.topology = self.topology.updated(entries)
        self._feed.publish(Changes(touched=frozenset(entry.session_id for entry in entries)))

    async def reload(
        self,
        session_ids: Iterable[SessionId],
        *,
        placed: bool = False,
        stepped: bool = False,
        origin: Any = None,
    ) -> None:
        """Read rows that something beside a command has changed: a fork, a finished round.

        Args:
            stepped: that was a step of the history too, as a note is.
        """
        wanted = tuple(session_ids)
        storage = await self._storage()
        if placed or stepped:
            self.history = await storage.history()
        entries = await storage.entries(wanted)  # used before anything else can happen: never stale
        living = {entry.session_id for entry in entries}
        self.topology = self.topology.updated(entries, [item for item in wanted if item not in living])
        touched = frozenset(wanted)
        self._feed.publish(
            Changes(
                placed=touched if placed else frozenset(), touched=touched, records=touched, origin=origin
            )
        )
