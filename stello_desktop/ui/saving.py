"""Keeps what is typed without anybody asking: a moment after the last key, and at once when somebody leaves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from stello_desktop.ui import tasks

WAIT_MS: Final = 400


class SaveState(StrEnum):
    """What the quiet word beside the title says."""

    SAVED = "saved"
    WAITING = "waiting"
    FAILED = "failed"


class Saving[Key, Value](QObject):
    """Holds what is not written yet, one thing at a time or several.

    Args:
        key_of: tells one thing from another.
        write: keeps one, and gives it as it was kept.

    Signals:
        state_changed: a `SaveState`.
    """

    state_changed = Signal(object)

    def __init__(
        self,
        key_of: Callable[[Value], Key],
        write: Callable[[Value], Awaitable[Value]],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._key_of = key_of
        self._write = write
        self._waiting: dict[Key, Value] = {}
        self._writing: Key | None = None
        self._in_hand: Value | None = None
        self._kept: dict[Key, Value] = {}
        self._turn = asyncio.Lock()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(WAIT_MS)
        self._timer.timeout.connect(self.begin)

    def put(self, value: Value) -> None:
        """Something was typed."""
        self._waiting[self._key_of(value)] = value
        self._timer.start()
        self.state_changed.emit(SaveState.WAITING)

    def amend(self, key: Key, change: Callable[[Value], Value]) -> None:
        """Change what waits to be written; nothing where nothing does."""
        if key in self._waiting:
            self._waiting[key] = change(self._waiting[key])

    def forget(self, key: Key) -> None:
        """The thing is gone; what was typed into it goes with it."""
        self._waiting.pop(key, None)
        self._kept.pop(key, None)

    def waits(self, key: Key) -> bool:
        """Whether what is stored is older than what is typed."""
        return key in self._waiting or self._writing == key

    def unsaved(self, key: Key) -> Value | None:
        """What is typed and not written yet, or is being written."""
        writing = self._in_hand if self._writing == key else None
        return self._waiting.get(key, writing)

    def kept(self, key: Key) -> Value | None:
        """What was written last from here, to know one's own echo by."""
        return self._kept.get(key)

    def begin(self) -> None:
        """Write now, without waiting for it."""
        if self._waiting:
            tasks.start(self.flush(), self)

    async def flush(self) -> None:
        """Write everything that waits; what cannot be written stays and is tried again with the next change."""
        self._timer.stop()
        async with self._turn:
            while self._waiting:
                key, value = next(iter(self._waiting.items()))
                del self._waiting[key]
                await self._write_one(key, value)
        if not self._waiting:
            self.state_changed.emit(SaveState.SAVED)

    async def _write_one(self, key: Key, value: Value) -> None:
        self._writing, self._in_hand = key, value
        try:
            self._kept[key] = await self._write(value)
        except BaseException:
            self._waiting.setdefault(key, value)
            self.state_changed.emit(SaveState.FAILED)
            raise
        finally:
            self._writing = self._in_hand = None
