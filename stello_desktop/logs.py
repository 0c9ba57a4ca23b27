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
    """Log to ``stello.log`` in ``folder`` (made private), warnings and worse also to the console."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    formatter = RedactingFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    file = RotatingFileHandler(
        folder / "stello.log", maxBytes=_MAX_BYTES, backupCount=_BACKUPS, encoding="utf-8"
    )
    file.setFormatter(formatter)
    console = logging.StreamHandler()
    console.setLevel(logging.WARNING)
    console.setFormatter(formatter)
    (folder / "stello.log").chmod(0o600)
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    root.addHandler(file)
    root.addHandler(console)
    for noisy in ("httpx2", "httpcore2", "openai", "markdown_it"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
