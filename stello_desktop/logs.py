"""A rotating log that never holds a key."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import override

from stello_desktop.domain.redaction import redact

_MAX_BYTES = 1_000_000
_BACKUPS = 2


class RedactingFormatter(logging.Formatter):
    """Formats, then removes keys: also from tracebacks, which hold the words of servers."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        """The line or lines of one record."""
        return redact(super().format(record))


def start_log(folder: Path) -> None:
    """Log to ``stello.log`` in ``folder`` (made private), warnings and worse also to the console.

    Where the folder cannot be written to, the console gets everything: a log never keeps the program from starting.
    """
    formatter = RedactingFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    console = logging.StreamHandler()
    console.setLevel(logging.WARNING)
    console.setFormatter(formatter)
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    root.addHandler(console)
    for noisy in ("httpx2", "httpcore2", "openai", "markdown_it"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    try:
        file = _open_file(folder)
    except OSError as error:
        console.setLevel(logging.INFO)
        root.warning("no log file, so the console gets it all: %s", error)
        return
    file.setFormatter(formatter)
    root.addHandler(file)


def _open_file(folder: Path) -> logging.Handler:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / "stello.log"
    file = RotatingFileHandler(path, maxBytes=_MAX_BYTES, backupCount=_BACKUPS, encoding="utf-8")
    try:
        path.chmod(0o600)
    except OSError:
        file.close()
        raise
    return file
