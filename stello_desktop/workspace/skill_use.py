"""Who may use a skill: conversations and profiles that name it, and those that name none (S-1)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from stello_desktop.domain.config import UNSET
from stello_desktop.domain.library import SkillUsers
from stello_desktop.workspace.backend import Backend
from stello_desktop.workspace.profiles import Profiles
from stello_desktop.workspace.tree import Tree


class SkillUse:
    """Counts living conversations and active profiles."""

    def __init__(self, backend: Callable[[], Awaitable[Backend]], profiles: Profiles, tree: Tree) -> None:
        self._backend = backend
        self._profiles = profiles
        self._tree = tree

    async def named(self) -> frozenset[str]:
        """All names that a conversation or a profile lists; a skill that is called otherwise is lost to them.

        One in the trash counts: it may come back.
        """
        backend = await self._backend()
        limits = await backend.library.skill_limits(trashed=True)
        trashed = await backend.library_trash.skills_of_profiles()
        lists = [profile.skills for profile in self._profiles.all if profile.skills is not UNSET]
        return trashed | frozenset(name for names in (*limits.values(), *lists) for name in names)

    async def users_of(self, name: str) -> SkillUsers:
        """Who may use the skill of this name."""
        limits = await (await self._backend()).library.skill_limits()
        living = self._tree.topology
        return SkillUsers(
            everyone=sum(1 for item in living.walk() if item not in limits),
            named=tuple(item for item, names in limits.items() if name in names and item in living),
            others=sum(1 for item, names in limits.items() if name not in names and item in living),
            profiles=tuple(
                profile.name
                for profile in self._profiles.active
                if profile.skills is not UNSET and name in profile.skills
            ),
        )
