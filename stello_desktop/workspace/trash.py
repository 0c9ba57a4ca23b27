"""What was deleted, until it is brought back or destroyed: conversations, profiles and skills (P-3)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.commands import TrashItem
from stello_desktop.domain.ids import TrashId
from stello_desktop.domain.library import LibraryKind, ProfileId, SkillId, TrashedThing
from stello_desktop.engine.unbroken import unbroken
from stello_desktop.workspace.feed import ChangeFeed
from stello_desktop.workspace.tree import Tree

if TYPE_CHECKING:
    from stello_desktop.workspace.backend import Backend
    from stello_desktop.workspace.profiles import Profiles
    from stello_desktop.workspace.skills import Skills


@dataclass(frozen=True, slots=True)
class Amount:
    """How many things of each kind."""

    conversations: int = 0
    profiles: int = 0
    skills: int = 0


class Trash:
    """Conversations come here by commands of the tree, profiles and skills from their own rooms."""

    def __init__(
        self,
        backend: Callable[[], Awaitable[Backend]],
        tree: Tree,
        profiles: Profiles,
        skills: Skills,
        feed: ChangeFeed,
    ) -> None:
        self._backend = backend
        self._tree = tree
        self._profiles = profiles
        self._skills = skills
        self._feed = feed

    async def items(self) -> tuple[TrashItem, ...]:
        """Deletions of conversations, the newest first."""
        return await (await self._backend()).tree.list_trash()

    async def contents(self) -> tuple[TrashItem | TrashedThing, ...]:
        """Deletions of every kind, the newest first."""
        things = await (await self._backend()).library_trash.list_trash()
        both: list[TrashItem | TrashedThing] = [*await self.items(), *things]
        return tuple(sorted(both, key=lambda item: -item.deleted_at))

    async def restore(self, thing: TrashedThing) -> str | None:
        """Bring a profile or a skill back to where it was; gives its name now, None where it is not here any more."""
        if thing.kind is LibraryKind.PROFILE:
            profile = await self._profiles.restore(ProfileId(thing.thing_id))
            return None if profile is None else profile.name
        skill = await self._skills.restore(SkillId(thing.thing_id))
        return None if skill is None else skill.name

    def is_restored(self, thing: TrashedThing) -> bool:
        """Whether the profile or the skill is in use again."""
        if thing.kind is LibraryKind.PROFILE:
            return self._profiles.get(ProfileId(thing.thing_id)) is not None
        return self._skills.get(SkillId(thing.thing_id)) is not None

    async def take_again(self, thing: TrashedThing) -> None:
        """Undo `restore`."""
        if thing.kind is LibraryKind.PROFILE:
            await self._profiles.delete(ProfileId(thing.thing_id))
        else:
            await self._skills.delete(SkillId(thing.thing_id))

    async def empty(self) -> Amount:
        """Destroy all, with what the history knew of it; gives how much that was."""
        return await unbroken(self._empty())

    async def destroy(self, item: TrashItem | TrashedThing) -> Amount:
        """Destroy what one deletion took."""
        if isinstance(item, TrashItem):
            return await unbroken(self._destroy_conversations(item.trash_id))
        return await unbroken(self._destroy_thing(item))

    async def _empty(self) -> Amount:
        gone = await (await self._backend()).library_trash.destroy()
        self._profiles.forget_trashed()
        self._skills.forget_trashed()
        amount = await self._destroy_conversations(None)
        kinds = [thing.kind for thing in gone]
        return Amount(amount.conversations, kinds.count(LibraryKind.PROFILE), kinds.count(LibraryKind.SKILL))

    async def _destroy_conversations(self, trash_id: TrashId | None) -> Amount:
        storage = (await self._backend()).tree
        count = await storage.empty_trash(trash_id)
        self._tree.history = await storage.history()
        self._feed.publish(Changes(trash=True))
        return Amount(conversations=count)

    async def _destroy_thing(self, thing: TrashedThing) -> Amount:
        gone = await (await self._backend()).library_trash.destroy((thing,))
        is_profile = thing.kind is LibraryKind.PROFILE
        if is_profile:
            self._profiles.forget_trashed((ProfileId(thing.thing_id),))
        else:
            self._skills.forget_trashed((SkillId(thing.thing_id),))
        self._feed.publish(Changes(trash=True))
        return Amount(profiles=len(gone)) if is_profile else Amount(skills=len(gone))
