"""Finding a Python that is new enough, by trying each candidate: a name on PATH proves nothing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Iterable, Iterator, Sequence

# 3.11 and older lose references to None and True under PySide6 6.12 and abort after some hundred calls.
MINIMUM = (3, 12)
# What the checks run on comes first.
NAMES = ("python3.12", "python3.13", "python3.14", "python3.15", "python3", "python")

# Run in the candidate: a free-threaded or 32-bit build has no packages, and the store needs FTS5.
PROBE = """
import ssl, struct, sqlite3, sys, sysconfig, venv
sqlite3.connect(":memory:").execute("create virtual table t using fts5(x)")
assert struct.calcsize("P") == 8 and not sysconfig.get_config_var("Py_GIL_DISABLED")
print("stello-python", sys.version_info[0], sys.version_info[1], sys.version_info[2], sys.executable)
"""


class Python:
    """One Python that was tried and answered.

    Attributes:
        path: the real program behind shims and launchers.
        version: major, minor and micro.
    """

    def __init__(self, path: str, version: tuple[int, ...]) -> None:
        self.path = path
        self.version = version

    @property
    def text(self) -> str:
        """The version as people write it."""
        return ".".join(str(part) for part in self.version)


def candidates() -> Iterator[list[str]]:
    """Commands that may start a Python of the right age, most likely first."""
    yield [sys.executable]
    for name in NAMES:
        found = shutil.which(name)
        if found:
            yield [found]
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    program = Path("python.exe") if os.name == "nt" else Path("bin", "python")
    for folder in sorted(root.glob("versions/3.*"), key=_newest_tested_first):
        yield [str(folder / program)]
    for pattern in (
        "/opt/homebrew/bin/python3.1[2-9]",
        "/usr/local/bin/python3.1[2-9]",
        "/Library/Frameworks/Python.framework/Versions/3.1[2-9]/bin/python3",
    ):
        path = Path(pattern)
        for found_path in sorted(Path(path.anchor).glob(str(path.relative_to(path.anchor)))):
            yield [str(found_path)]
    launcher = shutil.which("py")
    if launcher:
        for minor in (12, 13, 14, 15):
            yield [launcher, "-3.%d" % minor]


def _newest_tested_first(folder: Path) -> tuple[int, str]:
    for rank, start in enumerate(("3.12.", "3.13.")):
        if folder.name.startswith(start):
            return rank, folder.name
    return 2, folder.name


def answer_of(command: Sequence[str]) -> Python | None:
    """Start one candidate and read its version; ``None`` when it refuses or lacks a part we need."""
    try:
        result = subprocess.run(
            [*command, "-I", "-c", PROBE],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=20,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    text = result.stdout.decode("utf-8", "replace").strip()
    answer = re.fullmatch(r"stello-python (\d+) (\d+) (\d+) (.+)", text)
    if result.returncode or answer is None:
        return None
    major, minor, micro, path = answer.groups()
    return Python(path, (int(major), int(minor), int(micro)))


def find_python(commands: Iterable[Sequence[str]] | None = None) -> Python | None:
    """The first candidate that runs and is new enough, or ``None``."""
    if commands is None:
        commands = candidates()
    for command in commands:
        python = answer_of(command)
        if python is not None and python.version >= MINIMUM:
            return python
    return None
