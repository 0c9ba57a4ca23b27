"""Work with files that may not answer: in a thread of its own that can be left alone.

A folder may lie on a drive that is gone. Like calls to a keyring, each reading runs in a named daemon thread and
is waited for at most a few seconds. On one path one follows the other; while one hangs, no other is begun there.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from stello_desktop.domain.library import FolderReading, RejectedSkill, SkillTrouble

LIMIT_S: Final = 8.0
THREAD_NAME: Final = "files"


class NoAnswer(Exception):
    """The file system did not answer in time."""


class Apart:
    """Runs blocking work on paths beside the loop.

    Args:
        limit_s: how long one piece of work is waited for.
    """

    def __init__(self, limit_s: float = LIMIT_S) -> None:
        self._limit_s = limit_s
        self._running: dict[Path, asyncio.Future[Any]] = {}

    async def run[T](self, path: Path, work: Callable[[Path], T]) -> T:
        """What ``work`` gives. Raises: NoAnswer, and what ``work`` raises."""
        while (before := self._running.get(path)) is not None and not before.done():
            await asyncio.wait((before,), timeout=self._limit_s)
            if not before.done():
                raise NoAnswer
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(_look_at)
        self._running[path] = answer
        threading.Thread(target=_work, args=(answer, path, work), name=THREAD_NAME, daemon=True).start()
        try:
            return await asyncio.wait_for(asyncio.shield(answer), self._limit_s)
        except TimeoutError:
            raise NoAnswer from None
        finally:
            if answer.done() and self._running.get(path) is answer:
                del self._running[path]


def _look_at(ended: asyncio.Future[Any]) -> None:
    """A failure that nobody waits for any more is no fault."""
    if not ended.cancelled():
        ended.exception()


def _work[T](answer: asyncio.Future[T], path: Path, work: Callable[[Path], T]) -> None:
    result: T | None = None
    error: BaseException | None = None
    try:
        result = work(path)
    except Exception as caught:  # noqa: BLE001 - it goes to whoever waits
        error = caught

    def settle() -> None:
        if answer.done():
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(result)  # type: ignore[arg-type]  # a T, since there was no error

    try:
        answer.get_loop().call_soon_threadsafe(settle)
    except RuntimeError:  # the loop has ended meanwhile
        return


async def read_skill_folder(apart: Apart, folder: Path) -> FolderReading:
    """What a folder holds; a folder that does not answer is listed as such."""
    try:
        return await apart.run(folder, _read)
    except NoAnswer:
        return FolderReading(rejected=(RejectedSkill(str(folder), SkillTrouble.NO_ANSWER),))


def _read(folder: Path) -> FolderReading:
    from stello_desktop.exchange.skill_folders import read_folder  # noqa: PLC0415 - imported in the thread

    return read_folder(folder)
