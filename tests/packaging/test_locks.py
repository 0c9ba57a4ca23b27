"""The lock files: every package pinned, every file hashed, no index named."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = sorted((ROOT / "packaging" / "locks").glob("*.txt"))
PACKAGE = re.compile(r"^([a-z0-9][a-z0-9.-]*)==(\S+)( ; [^\\]+)? \\$")


def packages_of(lock: Path) -> dict[str, int]:
    """Name → number of hashes."""
    found: dict[str, int] = {}
    name = ""
    for line in lock.read_text("utf-8").splitlines():
        package = PACKAGE.match(line)
        if package:
            name = package[1]
            found[name] = 0
        else:
            assert re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line), line
            found[name] += 1
    return found


def test_all_locks_are_here() -> None:
    assert [lock.name for lock in LOCKS] == ["local.txt", "run.txt", "test.txt", "uv.txt"]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_package_has_hashes_and_nothing_else_is_said(lock: Path) -> None:
    packages = packages_of(lock)
    assert packages
    assert min(packages.values()) > 0
    assert "://" not in lock.read_text("utf-8")


def test_the_checks_run_on_what_the_program_runs_on() -> None:
    run = (ROOT / "packaging" / "locks" / "run.txt").read_text("utf-8")
    test = (ROOT / "packaging" / "locks" / "test.txt").read_text("utf-8")
    pins = [match[0] for match in map(PACKAGE.match, run.splitlines()) if match]
    assert [pin for pin in pins if pin.partition(" ")[0] not in test] == []


def test_every_declared_dependency_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    declared = [re.match(r"[A-Za-z0-9-]+", text) for text in project["project"]["dependencies"]]
    names = {match[0].lower() for match in declared if match}
    assert names <= set(packages_of(ROOT / "packaging" / "locks" / "run.txt"))
