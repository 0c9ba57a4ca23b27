"""What is written into a profile, or into the defaults of every conversation."""

from __future__ import annotations

from dataclasses import replace
from typing import override

from stello_desktop.domain.library import ProfileId, SavedProfile, merged
from stello_desktop.ui.edits import Edits
from stello_desktop.ui.profiles.draft import DEFAULTS, defaults_as_profile, profile_as_defaults
from stello_desktop.ui.profiles.editor import ProfileEditor
from stello_desktop.ui.wanted_names import WantedNames
from stello_desktop.workspace.workspace import Workspace


class ProfileEdits(Edits[ProfileId, SavedProfile]):
    """Keeps profiles, and the defaults as if they were one of them."""

    def __init__(self, editor: ProfileEditor, workspace: Workspace) -> None:
        super().__init__(editor, editor.name, WantedNames(workspace, "profiles.names"))
        self._editor, self._workspace = editor, workspace

    @property
    @override
    def typed(self) -> SavedProfile | None:
        return self._editor.profile

    @override
    def put_name(self, name: str) -> None:
        self._editor.put_name(name)

    @override
    def key_of(self, thing: SavedProfile) -> ProfileId:
        return thing.profile_id

    @override
    def stored(self, key: ProfileId) -> SavedProfile | None:
        if key == DEFAULTS:
            return defaults_as_profile(self._workspace.defaults)
        return self._workspace.profiles.get(key)

    @override
    def kept_name(self, thing: SavedProfile) -> str:
        return thing.name if thing.profile_id == DEFAULTS else self._workspace.profiles.kept_name(thing)

    @override
    async def keep(self, thing: SavedProfile, seen: SavedProfile) -> SavedProfile:
        if thing.profile_id != DEFAULTS:
            return await self._workspace.profiles.save(thing, seen=seen)
        thing = merged(thing, seen, defaults_as_profile(self._workspace.defaults))
        config = profile_as_defaults(thing)
        await self._workspace.set_defaults(system_prompt=config.system_prompt, skills=config.skills)
        return defaults_as_profile(self._workspace.defaults)

    @override
    def show(self, thing: SavedProfile) -> None:
        self._editor.show_profile(thing)

    @override
    def same(self, one: SavedProfile, other: SavedProfile) -> bool:
        return replace(one, version=other.version, archived=other.archived) == other

    @override
    def words(self, thing: SavedProfile) -> str:
        return self.tr("Changed the defaults") if thing.profile_id == DEFAULTS else super().words(thing)
