"""The person's profiles: kept in the store, known to the engine, told to the views (T-2, T-3b)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.config import UNSET, ForkProfile
from stello_desktop.domain.library import (
    ProfileId,
    SavedProfile,
    free_name,
    merged,
    new_profile_id,
    under_free_names,
)
from stello_desktop.domain.session import SessionBindings
from stello_desktop.domain.text import clean_label, clean_text
from stello_desktop.engine.unbroken import unbroken
from stello_desktop.workspace.backend import Backend
from stello_desktop.workspace.feed import ChangeFeed
from stello_desktop.workspace.named_model import NamedModel

if TYPE_CHECKING:
    from stello_desktop.domain.language_model import LanguageModel, ModelRef
    from stello_desktop.engine.profiles import ForkProfileRegistry


class Profiles:
    """All profiles of the workspace; empty until the store is open.

    Args:
        backend: the store, once it is open.
        feed: told with ``Changes(library=True)`` after each change.
        model_of: the model that a reference names, one that explains itself where it cannot be asked.
    """

    def __init__(
        self,
        backend: Callable[[], Awaitable[Backend]],
        feed: ChangeFeed,
        model_of: Callable[[ModelRef], LanguageModel],
    ) -> None:
        self._backend = backend
        self._feed = feed
        self._model_of = model_of
        self._all: tuple[SavedProfile, ...] = ()
        self._registry: ForkProfileRegistry | None = None
        self._made: dict[ProfileId, tuple[SavedProfile, ForkProfile]] = {}
        self._trashed: set[ProfileId] = set()
        self._turn = asyncio.Lock()

    def start(self, profiles: Sequence[SavedProfile], registry: ForkProfileRegistry) -> None:
        """Take what the store had; from now on the engine's registry follows."""
        self._all, self._registry = tuple(profiles), registry
        self._register()

    @property
    def all(self) -> tuple[SavedProfile, ...]:
        """In the person's order, archived ones too."""
        return self._all

    @property
    def active(self) -> tuple[SavedProfile, ...]:
        """What a branch may be made with."""
        return tuple(profile for profile in self._all if not profile.archived)

    def get(self, profile_id: ProfileId) -> SavedProfile | None:
        """The profile, or None where there is none."""
        return next((profile for profile in self._all if profile.profile_id == profile_id), None)

    def named(self, name: str) -> SavedProfile | None:
        """The active profile of this name."""
        return next((profile for profile in self.active if profile.name == name), None)

    def made_with(self, bindings: SessionBindings) -> SavedProfile | None:
        """The active profile that a branch was made with, under its name of now; None for none and for one that is gone."""
        if not bindings.profile_id:
            return self.named(bindings.profile) if bindings.profile else None
        profile = self.get(ProfileId(bindings.profile_id))
        return None if profile is None or profile.archived else profile

    async def create(self, name: str, *, hue: int | None = None) -> SavedProfile:
        """A new, empty profile; the name is made unique."""
        profile = SavedProfile(
            profile_id=new_profile_id(),
            name=self.free_name(name),
            hue=len(self._all) % 8 if hue is None else hue,
        )
        await self._put([profile])
        return profile

    async def save(self, profile: SavedProfile, *, seen: SavedProfile | None = None) -> SavedProfile:
        """Keep an edited profile as its next version; unchanged ones are left alone.

        A blank name, or one that another active profile has, is not taken: the old one stays.

        Args:
            seen: the state that was edited; what is kept differently by now and was not edited stays as it is kept.
        """
        return await unbroken(self._in_turn(self._save(profile, seen)))

    async def _save(self, profile: SavedProfile, seen: SavedProfile | None) -> SavedProfile:
        before = self.get(profile.profile_id) or await self._in_trash(profile.profile_id)
        if seen is not None and before is not None:
            profile = merged(profile, seen, before)
        name = self.kept_name(profile)
        profile = replace(profile, name=name, version=before.version if before is not None else 1)
        if profile == before:
            return profile
        if before is not None:
            profile = replace(profile, version=before.version + 1)
        await self._write([profile])
        return profile

    def kept_name(self, profile: SavedProfile) -> str:
        """Under which name an edited profile is kept: its own, else the one that it had."""
        name, before = clean_label(profile.name), self.get(profile.profile_id)
        if name and not self._is_taken(name, profile.profile_id):
            return name
        return before.name if before is not None else self.free_name(name)

    async def duplicate(self, profile_id: ProfileId) -> SavedProfile | None:
        """The same under another name, directly after it."""
        original = self.get(profile_id)
        if original is None:
            return None
        copy = replace(
            original,
            profile_id=new_profile_id(),
            name=self.free_name(original.name),
            version=1,
            archived=False,
        )
        await self._put([copy])
        ids = [profile.profile_id for profile in self._all if profile.profile_id != copy.profile_id]
        ids.insert(ids.index(profile_id) + 1, copy.profile_id)
        await self.reorder(ids)
        return copy

    async def reorder(self, profile_ids: Sequence[ProfileId]) -> None:
        """The person's order; ids that are left out follow."""
        await unbroken(self._reorder(tuple(profile_ids)))

    async def set_archived(self, profile_id: ProfileId, archived: bool) -> None:
        """Take a profile out of use, or back; a name that is taken meanwhile gets a number."""
        await unbroken(self._in_turn(self._set_archived(profile_id, archived)))

    async def _set_archived(self, profile_id: ProfileId, archived: bool) -> None:
        profile = self.get(profile_id)
        if profile is None or profile.archived == archived:
            return
        name = profile.name if archived else self.free_name(profile.name, besides=profile_id)
        await self._write([replace(profile, archived=archived, name=name)])

    async def delete(self, profile_id: ProfileId) -> None:
        """To the trash (P-3); branches that were made with it stay as they are."""
        await self.delete_all([profile_id])

    async def delete_all(self, profile_ids: Sequence[ProfileId]) -> None:
        """Several at once to the trash."""
        await unbroken(self._in_turn(self._delete(tuple(profile_ids))))

    def can_restore(self, profile_id: ProfileId) -> bool:
        """Whether it went to the trash in this run, and is there still."""
        return profile_id in self._trashed

    async def restore(self, profile_id: ProfileId) -> SavedProfile | None:
        """Out of the trash; None where it is not there."""
        found = await self.restore_all([profile_id])
        return found[0] if found else None

    async def restore_all(self, profile_ids: Sequence[ProfileId]) -> tuple[SavedProfile, ...]:
        """Those that are in the trash: each with its id and all it has, where it stood.

        A name that is taken meanwhile gets a number. Raises: ForkConfigError for one that cannot be read.
        """
        return await unbroken(self._in_turn(self._restore(tuple(profile_ids))))

    async def _restore(self, profile_ids: Sequence[ProfileId]) -> tuple[SavedProfile, ...]:
        trash = (await self._backend()).library_trash
        found = await trash.trashed_profiles(profile_ids)
        back = under_free_names(found, lambda name: self._is_taken(name, None))
        if back:
            await trash.restore_profiles(back)
            self.forget_trashed(profile_ids)
            await self._read_again(trash=True)
        return back

    async def _in_trash(self, profile_id: ProfileId) -> SavedProfile | None:
        """One that went while it was written in: its versions go on (T-8)."""
        if profile_id not in self._trashed:
            return None
        found = await (await self._backend()).library_trash.trashed_profiles([profile_id])
        return found[0] if found else None

    def forget_trashed(self, profile_ids: Sequence[ProfileId] | None = None) -> None:
        """These, or all, are not in the trash any more."""
        self._trashed.difference_update(self._trashed.copy() if profile_ids is None else profile_ids)

    async def put(self, profiles: Sequence[SavedProfile]) -> None:
        """Keep them as they are; for callers that have seen to their names."""
        await self._put(profiles)

    def free_name(self, name: str, *, besides: ProfileId | None = None) -> str:
        """The name, with a number behind it where another active profile has it."""
        return free_name(clean_label(name) or "Profile", lambda candidate: self._is_taken(candidate, besides))

    def _is_taken(self, name: str, besides: ProfileId | None) -> bool:
        return any(profile.name == name and profile.profile_id != besides for profile in self.active)

    async def _put(self, profiles: Sequence[SavedProfile]) -> None:
        await unbroken(self._in_turn(self._write(tuple(profiles))))

    async def _in_turn[T](self, work: Coroutine[Any, Any, T]) -> T:
        async with self._turn:
            return await work

    async def _write(self, profiles: Sequence[SavedProfile]) -> None:
        await (await self._backend()).library.put_profiles(profiles)
        await self._read_again()

    async def _reorder(self, profile_ids: Sequence[ProfileId]) -> None:
        await (await self._backend()).library.order_profiles(profile_ids)
        await self._read_again()

    async def _delete(self, profile_ids: Sequence[ProfileId]) -> None:
        living = {profile.profile_id for profile in self._all}
        await (await self._backend()).library.delete_profiles(profile_ids)
        self._trashed.update(living.intersection(profile_ids))
        await self._read_again(trash=True)

    async def _read_again(self, *, trash: bool = False) -> None:
        self._all = await (await self._backend()).library.list_profiles()
        self._register()
        self._feed.publish(Changes(library=True, trash=trash))

    def _register(self) -> None:
        if self._registry is None:
            return
        for name in self._registry.list_names():
            self._registry.unregister(name)
        before, self._made = self._made, {}
        for profile in self.active:
            made = before.get(profile.profile_id)
            if made is None or made[0] != profile:
                made = (profile, self.as_fork_profile(profile))
            self._made[profile.profile_id] = made
            self._registry.register(
                profile.name,
                made[1],
                version=profile.version,
                profile_id=profile.profile_id,
            )

    def as_fork_profile(self, profile: SavedProfile) -> ForkProfile:
        """What the engine makes of a profile (T-2, M-5, M-5b)."""
        from stello_desktop.engine.templates import prompt_function  # noqa: PLC0415 - after the first paint

        text = "" if profile.no_instructions else clean_text(profile.instructions)
        return ForkProfile(
            system_prompt="" if profile.no_instructions else UNSET,
            system_prompt_fn=prompt_function(text, profile.defaults) if text else UNSET,
            system_prompt_mode=profile.mode.value,
            skills=profile.skills,
            context=UNSET if profile.context is UNSET else profile.context.value,
            prompt=profile.opening or UNSET,
            llm=UNSET if profile.model is None else NamedModel(profile.model, self._model_of),
        )
