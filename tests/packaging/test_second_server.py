"""The second test server: fetched where Node is, and missed by nobody elsewhere."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from steps import second_server

ROOT = Path(__file__).resolve().parents[2]
LOCKED = ROOT / "packaging" / "node"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the fakes are shell scripts")


def a_machine(folder: Path, monkeypatch: pytest.MonkeyPatch, node: str, npm: str = "exit 0") -> None:
    """A path with nothing on it but these two."""
    folder.mkdir()
    for name, body in (("node", f"echo {node}"), ("npm", npm)):
        if body:
            (folder / name).write_text(f"#!/bin/sh\n{body}\n", "utf-8")
            (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


def test_it_is_fetched_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_machine(
        tmp_path / "bin", monkeypatch, "v20.20.2", f"echo x >> {tmp_path}/calls; /bin/mkdir node_modules"
    )
    for _ in range(2):
        assert second_server.ensure(LOCKED, tmp_path / "node")
    assert (tmp_path / "calls").read_text("utf-8") == "x\n"


@pytest.mark.parametrize("node", ["v18.19.0", "nothing"])
def test_an_old_node_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, node: str) -> None:
    a_machine(tmp_path / "bin", monkeypatch, node)
    assert not second_server.ensure(LOCKED, tmp_path / "node")
    assert not (tmp_path / "node").exists()


def test_without_node_nothing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not second_server.ensure(LOCKED, tmp_path / "node")
    assert capsys.readouterr().out == ""


def test_without_the_network_the_checks_go_on_and_it_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    a_machine(tmp_path / "bin", monkeypatch, "v20.20.2", "echo getaddrinfo ENOTFOUND; exit 1")
    for _ in range(2):
        assert not second_server.ensure(LOCKED, tmp_path / "node")
    words = capsys.readouterr().out
    assert words.count("Going on without it") == 2
    assert "Traceback" not in words


def test_its_lock_names_hashes_and_no_place() -> None:
    """Whoever installs uses their own registry."""
    text = (LOCKED / second_server.LOCK_NAME).read_text("utf-8")
    assert "://" not in text
    packages = {name: value for name, value in json.loads(text)["packages"].items() if name}
    assert packages
    assert all(value["integrity"].startswith("sha512-") for value in packages.values())
