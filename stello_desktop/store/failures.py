"""What SQLite's result codes mean for the person."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from stello_desktop.domain.errors import BrokenRule, StelloError, StoreError, StoreErrorKind

_KINDS: Final = {
    sqlite3.SQLITE_BUSY: StoreErrorKind.LOCKED,
    sqlite3.SQLITE_LOCKED: StoreErrorKind.LOCKED,
    sqlite3.SQLITE_FULL: StoreErrorKind.FULL,
    sqlite3.SQLITE_READONLY: StoreErrorKind.READ_ONLY,
    sqlite3.SQLITE_PERM: StoreErrorKind.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: StoreErrorKind.READ_ONLY,
    sqlite3.SQLITE_IOERR: StoreErrorKind.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: StoreErrorKind.CORRUPT,
    sqlite3.SQLITE_NOTADB: StoreErrorKind.CORRUPT,
}
_NO_ROOM: Final = {
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_TRUNCATE,
    sqlite3.SQLITE_IOERR_SHMSIZE,
}
"""Seen on a disk without a free byte (faults 6 and 7)."""


def explain(error: sqlite3.Error, path: Path) -> StelloError:
    """The error of ours for one of SQLite's; its text never holds what the person wrote."""
    code = getattr(error, "sqlite_errorcode", None)
    if not isinstance(code, int):
        return BrokenRule(detail=f"{type(error).__name__}: {error}")
    kind = StoreErrorKind.FULL if code in _NO_ROOM else _KINDS.get(code & 0xFF)
    detail = f"{getattr(error, 'sqlite_errorname', code)}: {error}"
    if kind is None:
        return BrokenRule(detail=detail)
    return StoreError(kind, detail=detail, path=str(path))
