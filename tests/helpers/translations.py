"""The compiled translations, made where they are missing or old, as the bootstrap does."""

from __future__ import annotations

import subprocess
import sys
from functools import cache

from stello_desktop.resources import resource

_LRELEASE = "from PySide6.scripts.pyside_tool import lrelease; lrelease()"


@cache
def compile_translations() -> None:
    """Compile every ``.ts`` whose ``.qm`` is not newer."""
    for source in resource("i18n").glob("*.ts"):
        target = source.with_suffix(".qm")
        if not target.exists() or target.stat().st_mtime_ns < source.stat().st_mtime_ns:
            command = [sys.executable, "-c", _LRELEASE, "-silent", str(source), "-qm", str(target)]
            subprocess.run(command, check=True)
