"""A fault server from Node's world, for the tests alone: a second opinion where Node is there anyway.

Nothing depends on it. Without Node, or without the network, the tests that need it are left out and say so.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from steps.terminal import Stop, run_step, say

OLDEST_NODE = (20, 15)
LOCK_NAME = "package-lock.json"


def ensure(locked: Path, folder: Path) -> bool:
    """Install what the lock names, by its hashes and without running any of its scripts; says whether it is there.

    Args:
        locked: where ``package.json`` and its lock are.
        folder: where the packages go.
    """
    lock = locked / LOCK_NAME
    kept = folder / LOCK_NAME
    if kept.exists() and kept.read_bytes() == lock.read_bytes() and (folder / "node_modules").is_dir():
        return True
    npm = shutil.which("npm")
    if not npm or node_version() < OLDEST_NODE:
        return False
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(str(locked / "package.json"), str(folder / "package.json"))
    shutil.copyfile(str(lock), str(kept))
    try:
        run_step(
            [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
            "getting the second test server",
            cwd=folder,
        )
    except Stop as stop:
        kept.unlink()
        say(f"{stop} Going on without it; the tests that need it are left out.")
        return False
    return True


def node_version() -> tuple[int, int]:
    """Of the Node that would run; (0, 0) where there is none."""
    node = shutil.which("node")
    if not node:
        return (0, 0)
    try:
        output = subprocess.run(
            [node, "--version"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False, timeout=20
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return (0, 0)
    found = re.match(rb"v(\d+)\.(\d+)", output)
    return (int(found.group(1)), int(found.group(2))) if found else (0, 0)
