"""The folder with every package at its locked version: made once, then recognised by its stamp."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Sequence

from steps.pythons import MINIMUM, Python, find_python
from steps.terminal import Stop, run_step, say

STAMP_NAME = "stello-stamp.json"
# Measured on Linux; what a first start fetches and keeps, in MB.
DOWNLOAD_MB = {"run.txt": 115, "test.txt": 160, "local.txt": 130}
DISK_MB = {"run.txt": 340, "test.txt": 480, "local.txt": 230}
LOCAL = "local.txt"
OLDEST_UV = (0, 8)


class Environment:
    """One environment below the checkout.

    Attributes:
        folder: where it is, such as ``.venv``.
        locks: the lock files that it holds.
        tools: where the installer and its cache are.
    """

    def __init__(self, folder: Path, locks: Sequence[Path], tools: Path) -> None:
        self.folder = folder
        self.locks = list(locks)
        self.tools = tools

    @property
    def python(self) -> Path:
        """The environment's own Python."""
        if os.name == "nt":
            return self.folder / "Scripts" / "python.exe"
        return self.folder / "bin" / "python"

    @property
    def stamp_path(self) -> Path:
        """The file that says what was installed."""
        return self.folder / STAMP_NAME

    def wanted_stamp(self) -> dict[str, object]:
        """What the stamp says when nothing is to be done; a moved or changed checkout differs."""
        return {
            "folder": str(self.folder),
            "minimum": list(MINIMUM),
            "locks": {lock.name: hashlib.sha256(lock.read_bytes()).hexdigest() for lock in self.locks},
        }

    def is_ready(self) -> bool:
        """Whether the environment is complete and its Python is still there; takes a millisecond."""
        try:
            stamp = json.loads(self.stamp_path.read_text("utf-8"))
        except (OSError, ValueError):
            return False
        base = stamp.pop("base", "")
        return bool(stamp == self.wanted_stamp() and self.python.exists() and Path(base).exists())

    def write_stamp(self, base: str) -> None:
        """Remember that everything was installed.

        Args:
            base: the Python from which the environment was made.
        """
        stamp = self.wanted_stamp()
        stamp["base"] = base
        self.stamp_path.write_text(json.dumps(stamp, indent=1), "utf-8")


def ensure(environment: Environment) -> None:
    """Make the environment, or bring it up to date; nothing happens when its stamp fits.

    The tiny local model is a pleasure, not a need: without it the rest goes on.

    Raises:
        Stop: the environment cannot be made.
    """
    if environment.is_ready():
        return
    python = find_python()
    uv = _find_uv(environment.tools, python)
    base = python.path if python else _download_python(uv, environment.tools)
    _announce(environment)
    if environment.stamp_path.exists():
        environment.stamp_path.unlink()
    if not _fits(environment):
        say(f"Making {environment.folder.name} with Python {python.text if python else base}.")
        command = [*uv, "venv", "--clear", "--no-config", "--python", base, str(environment.folder)]
        run_step(command, "making the environment", environment=_uv_variables(environment.tools))
    try:
        _sync(environment, uv, environment.locks)
    except Stop as stop:
        needed = [lock for lock in environment.locks if lock.name != LOCAL]
        if len(needed) == len(environment.locks):
            raise
        _sync(environment, uv, needed)
        say(f"{stop} Going on without the tiny local model; the next start tries again.")
        return
    environment.write_stamp(base)


def _fits(environment: Environment) -> bool:
    """Whether a Python that is new enough already runs in the folder."""
    return environment.python.exists() and find_python([[str(environment.python)]]) is not None


def _announce(environment: Environment) -> None:
    download = sum(DOWNLOAD_MB[lock.name] for lock in environment.locks)
    disk = sum(DISK_MB[lock.name] for lock in environment.locks)
    say(
        "Getting what is missing of about %d MB of packages (%d MB on disk, all below this folder)."
        % (download, disk)
    )
    free = shutil.disk_usage(str(environment.folder.parent)).free // 1_000_000
    if free < download + disk and not environment.python.exists():
        raise Stop(
            "The disk has only %d MB left; free at least %d MB, then start again." % (free, download + disk)
        )


def _uv_variables(tools: Path) -> dict[str, str]:
    variables = dict(os.environ)
    variables.setdefault("UV_CACHE_DIR", str(tools / "cache"))
    variables["UV_PYTHON_INSTALL_DIR"] = str(tools / "python")
    variables["NO_COLOR"] = "1"
    for name in ("VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME", "CONDA_PREFIX"):
        variables.pop(name, None)
    return variables


def _sync(environment: Environment, uv: list[str], locks: Sequence[Path]) -> None:
    done = [0]

    def show(line: str) -> str | None:
        size = re.match(r"\s*Downloading (\S+) \(([^)]+)\)", line)
        if size:
            return "{}, {}".format(*size.groups())
        if re.match(r"\s*(Downloaded|Built) ", line):
            done[0] += 1
            return "%s (%d large packages done)" % (line.strip(), done[0])
        if re.match(r"\s*(Prepared|Installed|Uninstalled) \d+ package", line):
            return line.strip()
        return None

    command = [*uv, "pip", "sync", "--no-config", "--python", str(environment.python)]
    command += ["--require-hashes", "--only-binary", ":all:", *(str(lock) for lock in locks)]
    run_step(command, "getting the packages", environment=_uv_variables(environment.tools), show=show)


def _find_uv(tools: Path, python: Python | None) -> list[str]:
    """The installer: the one on PATH, ours from an earlier start, or a fresh one in its own folder."""
    own = tools / "uv" / ("Scripts" if os.name == "nt" else "bin") / ("uv.exe" if os.name == "nt" else "uv")
    plain = tools / "uv" / "bin" / own.name
    for program in (shutil.which("uv"), str(own), str(plain)):
        if program and _is_new_enough(program):
            return [program]
    say("Getting the installer uv, about 25 MB.")
    lock = Path(__file__).resolve().parents[1] / "locks" / "uv.txt"
    options = ["install", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes"]
    options += ["--only-binary", ":all:", "-r", str(lock)]
    maker = python.path if python else sys.executable
    doing = "getting the installer uv"
    if _output_of([maker, "-m", "pip", "--version"]) is not None:
        run_step([maker, "-m", "pip", *options, "--upgrade", "--target", str(tools / "uv")], doing)
    else:
        _without_pip(maker, options, tools, doing)
    for path in (own, plain):
        if _is_new_enough(str(path)):
            return [str(path)]
    raise Stop(f"Stopped while {doing}: it was installed, but it does not start on this machine.")


def _without_pip(maker: str, options: list[str], tools: Path, doing: str) -> None:
    """Debian and others cut pip and ensurepip out of their Python; a virtual environment may bring it."""
    try:
        run_step([maker, "-m", "venv", "--clear", str(tools / "uv")], doing)
    except Stop as stop:
        raise Stop(
            "This Python has neither pip nor venv. On Debian or Ubuntu run 'sudo apt-get install -y "
            "python3-venv', elsewhere install uv, then start again."
        ) from stop
    inside = tools / "uv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    run_step([str(inside), "-m", "pip", *options], doing)


def _output_of(command: Sequence[str]) -> str | None:
    """What a short program prints, or ``None`` when it fails or is not there."""
    try:
        result = subprocess.run(
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=30,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return None if result.returncode else result.stdout.decode("utf-8", "replace")


def _is_new_enough(uv: str) -> bool:
    """Whether this uv starts and knows the options that are used here."""
    found = re.match(r"uv (\d+)\.(\d+)", _output_of([uv, "--version"]) or "")
    return found is not None and (int(found[1]), int(found[2])) >= OLDEST_UV


def _download_python(uv: list[str], tools: Path) -> str:
    """Let uv fetch a Python, because the machine has none that is new enough."""
    say("This machine has no Python %d.%d or newer; getting one, about 35 MB." % MINIMUM)
    variables = _uv_variables(tools)
    doing = "getting Python"
    run_step([*uv, "python", "install", "--no-config", "3.13"], doing, environment=variables)
    command = [*uv, "python", "find", "--no-config", "--managed-python", "3.13"]
    return run_step(command, doing, environment=variables).splitlines()[-1].strip()
