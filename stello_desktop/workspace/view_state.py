"""How the person left the window: splitters, zoom, the open conversation, scroll places.

View state is not part of the project: it has no undo. It is written a moment after it settles, and
once more at the end.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from stello_desktop.domain.errors import StelloError

_log = logging.getLogger(__name__)

PREFIX: Final = "view."
SETTLE_S: Final = 0.8


class ViewState:
    """JSON values by key, saved when they have been quiet for a moment."""

    def __init__(
        self, values: Mapping[str, Any], save: Callable[[Mapping[str, Any]], Awaitable[None]]
    ) -> None:
        self._values = {
            key.removeprefix(PREFIX): value for key, value in values.items() if key.startswith(PREFIX)
        }
        self._save = save
        self._dirty: dict[str, Any] = {}
        self._saving: asyncio.Task[None] | None = None

    def get(self, key: str, default: Any = None) -> Any:
        """The value, or ``default`` where there is none."""
        return self._values.get(key, default)

    def put(self, key: str, value: Any) -> None:
        """Remember; the write follows by itself."""
        if self._values.get(key) == value:
            return
        self._values[key] = value
        self._dirty[PREFIX + key] = value
        if self._saving is None or self._saving.done():
            self._saving = asyncio.get_running_loop().create_task(self._save_soon())

    async def _save_soon(self) -> None:
        while self._dirty:  # something may come in the course of a write
            await asyncio.sleep(SETTLE_S)
            if not await self._write():
                return  # the next change tries again

    async def _write(self) -> bool:
        """Write what waits; what could not be written, or not to its end, waits on. Says whether it is written."""
        values, self._dirty = self._dirty, {}
        if not values:
            return True
        try:
            await self._save(values)
        except BaseException as error:
            self._dirty = values | self._dirty
            if not isinstance(error, StelloError):
                raise
            _log.exception("the view could not be saved")
            return False
        return True

    async def flush(self) -> None:
        """Write what is waiting; afterwards nothing is running."""
        await self.end()
        await self._write()

    async def end(self) -> None:
        """Let nothing run any more; what is waiting stays unwritten."""
        if self._saving is not None:
            self._saving.cancel()
            await asyncio.gather(self._saving, return_exceptions=True)
            self._saving = None
