"""What was deleted, until it is brought back by undo or destroyed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.commands import TrashItem
from stello_desktop.domain.ids import TrashId
from stello_desktop.domain.ports import TopologyStorage
from stello_desktop.engine.unbroken import unbroken
from stello_desktop.workspace.feed import ChangeFeed
from stello_desktop.workspace.tree import Tree


class Trash:
    """Things come here by commands of the tree."""

    def __init__(
        self, storage: Callable[[], Awaitable[TopologyStorage]], tree: Tree, feed: ChangeFeed
    ) -> None:
        self._storage = storage
        self._tree = tree
        self._feed = feed

    async def items(self) -> tuple[TrashItem, ...]:
        """Newest deletion first."""
        return await (await self._storage()).list_trash()

    async def empty(self, trash_id: TrashId | None = None) -> int:
        """Destroy all, or what one deletion took, with what the history knew of it; gives how many conversations."""
        return await unbroken(self._empty(trash_id))

    async def _empty(self, trash_id: TrashId | None) -> int:
        storage = await self._storage()
        count = await storage.empty_trash(trash_id)
        self._tree.history = await storage.history()
        self._feed.publish(Changes(trash=True))
        return count
