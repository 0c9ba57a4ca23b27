"""A key is nowhere but in the keyring and in the one header (T8), and nobody else can read the person's files (T11)."""

from __future__ import annotations

import base64
import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.servers import Piece, ThreadedReplayServer, error_reply, event, reply, text_events
from tests.keyring_real.service import secret_service, why_not

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(why_not()), reason=why_not())]

KEY = "sk-CANARY-7c1f0b2e9d"
PARTS = (KEY, "CANARY-7c1f0b2e9d", base64.b64encode(KEY.encode()).decode(), KEY.encode().hex(), KEY[::-1])


def refusals() -> list[list[Piece]]:
    """Each server's own way to repeat the key in what it says, then two answers."""
    return [
        error_reply(
            401, {"error": {"message": f"Incorrect API key provided: {KEY}.", "code": "invalid_api_key"}}
        ),
        reply(f"<html>Bearer {KEY} is unknown</html>", status=403, content_type="text/html"),
        reply(event({"error": {"message": f"key {KEY} has no credit", "code": 402}})),
        reply(text_events("Here you are")),
    ]


def holds(data: bytes) -> bool:
    """Whether a key is in these bytes, as it is or in another writing."""
    forms = {part.encode(form) for part in PARTS for form in ("utf-8", "utf-16-le", "utf-16-be")}
    return any(form in data for form in forms)


def files_below(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def family(pid: int) -> list[Path]:
    """The process and everything below it, as the system lists them."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found = [pid]
    for each in found:
        found += [child for child, parent in parents.items() if parent == each]
    return [Path("/proc", str(each)) for each in found]


def told(process: subprocess.Popen[bytes], until: str) -> list[dict[str, Any]]:
    assert process.stdout is not None
    facts: list[dict[str, Any]] = []
    for line in process.stdout:
        if line.startswith(b"{"):
            facts.append(json.loads(line))
            if until in facts[-1]:
                break
    return facts


@pytest.mark.parametrize("umask", ["022", "000"])
def test_t8_t11_a_key_is_found_nowhere_and_files_are_the_persons_own(tmp_path: Path, umask: str) -> None:
    """T8: 0 places of everything that a whole run leaves or shows; T11: 0600 and 0700 under any mask."""
    home, temporary = tmp_path / "stello", tmp_path / "tmp"
    temporary.mkdir()
    with secret_service(tmp_path) as keyring, ThreadedReplayServer(refusals()) as server:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.journeys.canary", str(home), umask],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={
                **keyring.environment,
                "QT_QPA_PLATFORM": "offscreen",
                "TMPDIR": str(temporary),
                "STELLO_HOME": str(home),
            },
        )
        assert process.stdin is not None
        process.stdin.write(json.dumps({"key": KEY, "address": server.base_url}).encode() + b"\n")
        process.stdin.flush()
        facts = told(process, "ready")
        assert facts, process.communicate()[1].decode()[-3000:]
        assert facts[-1].get("ready"), process.communicate()[1].decode()[-3000:]
        searched: dict[str, bytes] = {}
        for place in family(process.pid):
            for name in ("cmdline", "environ"):
                searched[f"{place}/{name}"] = (place / name).read_bytes()
        for path in files_below(tmp_path):  # while it runs, with the log of the database as it is
            searched[f"{path} (running)"] = path.read_bytes()
        modes = {path: stat.S_IMODE(path.stat().st_mode) for path in [home, *home.rglob("*")]}
        output, errors = process.communicate(b"close\n", timeout=60)
        assert process.returncode == 0, errors.decode()[-3000:]
    facts += [json.loads(line) for line in output.splitlines() if line.startswith(b"{")]
    for path in files_below(tmp_path):
        searched[str(path)] = path.read_bytes()
    searched |= {"stdout": json.dumps(facts).encode() + output, "stderr": errors}

    assert any(fact.get("state") == "keyring" for fact in facts)
    assert len([fact for fact in facts if fact.get("copied")]) >= 3
    assert [item.headers["authorization"] for item in server.requests] == [f"Bearer {KEY}"] * 4
    assert any(name.endswith("-wal (running)") for name in searched)
    assert any(name.endswith("stello.log") for name in searched)
    assert b"vendor" in next(data for name, data in searched.items() if name.endswith("stello.log"))
    assert len(searched) > 10
    assert [name for name, data in searched.items() if holds(data)] == []

    private = {path: mode for path, mode in modes.items() if mode & 0o077}
    assert len(modes) > 4
    assert {str(path): oct(mode) for path, mode in private.items()} == {}
    assert os.access(home, os.W_OK)


def test_the_search_itself_finds_a_key() -> None:
    """In every writing it looks for."""
    for text in (KEY, base64.b64encode(KEY.encode()).decode(), KEY.encode().hex()):
        assert holds(f"x{text}y".encode())
        assert holds(f"x{text}y".encode("utf-16-le"))
    assert not holds(b"sk-*** CANARY")
