"""Keeps what is typed without anybody asking: a moment after the last key, and at once when somebody leaves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from stello_desktop.domain.library import ProfileId, SavedProfile
from stello_desktop.ui import tasks

WAIT_MS: Final = 400


class SaveState(StrEnum):
    """What the quiet word beside the title says."""

    SAVED = "saved"
    WAITING = "waiting"
    FAILED = "failed"


class Saving(QObject):
    """Holds what is not written yet, one profile at a time or several.

    Args:
        write: keeps one profile, and gives it as it was kept.

    Signals:
        state_changed: a `SaveState`.
    """

    state_changed = Signal(object)

    def __init__(self, write: Callable[[SavedProfile], Awaitable[SavedProfile]], parent: QObject) -> None:
        super().__init__(parent)
        self._write = write
        self._waiting: dict[ProfileId, SavedProfile] = {}
        self._writing: ProfileId | None = None
        self._kept: dict[ProfileId, SavedProfile] = {}
        self._turn = asyncio.Lock()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(WAIT_MS)
        self._timer.timeout.connect(self.begin)

    def put(self, profile: SavedProfile) -> None:
        """Something was typed."""
        self._waiting[profile.profile_id] = profile
        self._timer.start()
        self.state_changed.emit(SaveState.WAITING)

    def forget(self, profile_id: ProfileId) -> None:
        """The profile is gone; what was typed into it goes with it."""
        self._waiting.pop(profile_id, None)
        self._kept.pop(profile_id, None)

    def waits(self, profile_id: ProfileId) -> bool:
        """Whether what is stored is older than what is typed."""
        return profile_id in self._waiting or self._writing == profile_id

    def unsaved(self, profile_id: ProfileId) -> SavedProfile | None:
        """What is typed and not written yet."""
        return self._waiting.get(profile_id)

    def kept(self, profile_id: ProfileId) -> SavedProfile | None:
        """What was written last from here, to know one's own echo by."""
        return self._kept.get(profile_id)

    def begin(self) -> None:
        """Write now, without waiting for it."""
        if self._waiting:
            tasks.start(self.flush(), self)

    async def flush(self) -> None:
        """Write everything that waits; what cannot be written stays and is tried again with the next change."""
        self._timer.stop()
        async with self._turn:
            while self._waiting:
                profile_id, profile = next(iter(self._waiting.items()))
                del self._waiting[profile_id]
                await self._write_one(profile_id, profile)
        if not self._waiting:
            self.state_changed.emit(SaveState.SAVED)

    async def _write_one(self, profile_id: ProfileId, profile: SavedProfile) -> None:
        self._writing = profile_id
        try:
            self._kept[profile_id] = await self._write(profile)
        except BaseException:
            self._waiting.setdefault(profile_id, profile)
            self.state_changed.emit(SaveState.FAILED)
            raise
        finally:
            self._writing = None
