"""The store's files before SQLite opens them: permissions, first glances, safe replacing.

Nothing here may run while a connection to the file is open.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from stello_desktop.domain.errors import StoreError, StoreErrorKind
from stello_desktop.paths import make_private

STORE_NAME: Final = "stello.db"
LOCK_NAME: Final = "stello.db.lock"
MARKER_NAME: Final = "stello.db.id"
"""Holds the store's own id: this folder had a store, so an empty file is damage, not a first run."""

BACKUP_FOLDER: Final = "backups"
TEMPORARY_SUFFIX: Final = ".tmp"

_MAGIC: Final = b"SQLite format 3\x00"
_HEADER_BYTES: Final = 100


@dataclass(frozen=True, slots=True)
class Header:
    """The first hundred bytes of a store (fileformat2.html, 1.3)."""

    size: int
    is_sqlite: bool
    user_version: int
    application_id: int


def make_private_folder(folder: Path) -> None:
    """Make the folder if it is missing; only its owner may enter it (T11)."""
    make_private(folder)


def make_private_file(path: Path) -> None:
    """Make the file if it is missing; only its owner may read it, whatever the umask says."""
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    path.chmod(0o600)


def read_header(path: Path) -> Header:
    """Look at a file that nobody has open."""
    with path.open("rb") as file:
        head = file.read(_HEADER_BYTES)
    if len(head) < _HEADER_BYTES:
        return Header(len(head), is_sqlite=False, user_version=0, application_id=0)
    return Header(
        path.stat().st_size,
        head.startswith(_MAGIC),
        int.from_bytes(head[60:64], "big"),
        int.from_bytes(head[68:72], "big"),
    )


def wal_of(path: Path) -> Path:
    """The write-ahead log beside a store."""
    return path.with_name(path.name + "-wal")


def has_wal(path: Path) -> bool:
    """Whether a log with something in it lies beside the store: its last program did not close it."""
    wal = wal_of(path)
    return wal.exists() and wal.stat().st_size > 0


def sync_file(path: Path) -> None:
    """Wait until a closed file is on the disk."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Wait until a rename is on the disk; Windows has no such call and needs none."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_marker(folder: Path, store_id: str) -> None:
    """Remember that this folder holds a store, whole or not at all."""
    marker = folder / MARKER_NAME
    temporary = folder / (MARKER_NAME + TEMPORARY_SUFFIX)
    make_private_file(temporary)
    temporary.write_text(store_id, encoding="ascii")
    sync_file(temporary)
    temporary.replace(marker)
    sync_folder(folder)


def remove_leftovers(folder: Path) -> None:
    """Half-written files of a run that was killed."""
    for place in (folder, folder / BACKUP_FOLDER):
        if place.is_dir():
            for leftover in place.glob(f"stello*{TEMPORARY_SUFFIX}*"):
                leftover.unlink()


def damaged(path: Path, reason: str) -> StoreError:
    """A store that must not be written to. Params: ``path``, ``reason``."""
    return StoreError(StoreErrorKind.CORRUPT, detail=reason, path=str(path), reason=reason)
