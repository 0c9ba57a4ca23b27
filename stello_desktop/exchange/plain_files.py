"""Reading at most so many bytes of a plain file, and writing one so that a power cut leaves the old or the new."""

from __future__ import annotations

import os
import stat
import tempfile
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
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            beside.chmod(stat.S_IMODE(path.stat().st_mode))
        else:
            umask = os.umask(0)
            os.umask(umask)
            beside.chmod(0o666 & ~umask)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
