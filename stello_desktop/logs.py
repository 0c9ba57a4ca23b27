"""A rotating log that never holds a key."""

from __future__ import annotations

import logging
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import override

from stello_desktop.domain.redaction import redact
from stello_desktop.paths import make_private

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
    make_private(folder)
    return _PrivateFile(folder / "stello.log", maxBytes=_MAX_BYTES, backupCount=_BACKUPS, encoding="utf-8")


class _PrivateFile(RotatingFileHandler):
    """Each new file is its owner's alone (T11)."""

    @override
    def _open(self) -> TextIOWrapper:
        stream = super()._open()
        try:
            Path(self.baseFilename).chmod(0o600)
        except OSError:
            stream.close()
            raise
        return stream
