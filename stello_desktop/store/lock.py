"""One program per store, by a lock of the kernel: a killed program leaves nothing behind.

The file's content does not matter, and it is never removed: removing it would let two programs lock
two different files of the same name (reliability 4.5).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from stello_desktop.domain.errors import StoreError, StoreErrorKind

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class StoreLock:
    """The right to use one store; held until `release` or the end of the process."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor: int | None = descriptor

    @classmethod
    def acquire(cls, path: Path) -> StoreLock:
        """Take the lock or fail at once. Raises: StoreError (locked, read_only)."""
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(StoreErrorKind.READ_ONLY, detail=str(error), path=str(path)) from error
        try:
            _lock(descriptor)
        except OSError as error:
            os.close(descriptor)
            raise StoreError(StoreErrorKind.LOCKED, detail=str(error), path=str(path)) from error
        return cls(path, descriptor)

    @property
    def held(self) -> bool:
        """Whether this process may use the store."""
        return self._descriptor is not None

    def release(self) -> None:
        """Give the lock back; twice is once."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


if sys.platform == "win32":

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
