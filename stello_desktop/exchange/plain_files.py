"""Reading at most so many bytes of a plain file, and writing one so that a power cut leaves the old or the new."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path


def read_plain(path: Path, limit_bytes: int) -> bytes:
    """The file's bytes, at most one more than the limit. A pipe or a device is never opened. Raises: OSError."""
    path = Path(os.path.realpath(path))
    flags = os.O_RDONLY
    for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"):
        flags |= getattr(os, name, 0)
    if not stat.S_ISREG(path.lstat().st_mode):
        raise OSError(f"{path} is not a plain file")
    with os.fdopen(os.open(path, flags), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(f"{path} is not a plain file")
        return file.read(limit_bytes + 1)


def write_whole(path: Path, data: bytes) -> None:
    """Write beside the target, flush, replace. Raises: OSError."""
    beside = path.parent / f".{path.name[:40]}.{secrets.token_hex(6)}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else None
    handle = os.open(
        beside, flags, 0o666 if mode is None else mode
    )  # less what the person's own umask takes away
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            beside.chmod(mode)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
