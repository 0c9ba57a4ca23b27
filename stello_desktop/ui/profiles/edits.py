"""The way back of what was written into a profile, or into the defaults of every conversation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Signal

from stello_desktop.domain.library import ProfileId, SavedProfile
from stello_desktop.ui import tasks
from stello_desktop.ui.edit_ways import EditWays
from stello_desktop.ui.profiles.draft import DEFAULTS
from stello_desktop.ui.profiles.editor import ProfileEditor
from stello_desktop.ui.saving import Saving


def same(one: SavedProfile, other: SavedProfile) -> bool:
    """Whether nothing that is written differs."""
    return replace(one, version=other.version, archived=other.archived) == other


class ProfileEdits(EditWays[SavedProfile]):
    """Ctrl+Z in the list takes back what was written in the editor.

    Args:
        saving: writes what is typed, and what goes back.
        stored: a profile as it is kept.
        kept_name: the name under which an edited profile is kept.

    Signals:
        went_back(str): a profile stands as it stood before.
    """

    went_back = Signal(str)

    def __init__(
        self,
        editor: ProfileEditor,
        saving: Saving[ProfileId, SavedProfile],
        stored: Callable[[ProfileId], SavedProfile | None],
        kept_name: Callable[[SavedProfile], str],
    ) -> None:
        super().__init__(editor, self._as_kept, same, self._return, self._say)
        self._editor, self._saving = editor, saving
        self._stored, self._kept_name = stored, kept_name

    def _as_kept(self) -> SavedProfile | None:
        """What stands in the fields, under the name that is kept."""
        profile = self._editor.profile
        if profile is None or profile.profile_id == DEFAULTS:
            return profile
        return replace(profile, name=self._kept_name(profile))

    def _return(self, before: SavedProfile, after: SavedProfile) -> bool:
        """As it was before; not where somebody has written in it since."""
        key = before.profile_id
        now = self._saving.unsaved(key) or self._stored(key)
        if now is None or not same(now, after):
            return False
        self._saving.put(
            replace(before, archived=now.archived)
        )  # what stands there now, for the next step too
        tasks.start(self._write_back(key), self)
        return True

    async def _write_back(self, key: ProfileId) -> None:
        await self._saving.flush()
        self.went_back.emit(key)

    def _say(self, profile: SavedProfile) -> str:
        if profile.profile_id == DEFAULTS:
            return self.tr("Changed the defaults")
        return self.tr("Changed “%1”").replace("%1", profile.name)
