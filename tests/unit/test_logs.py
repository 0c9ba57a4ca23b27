"""The log never keeps the program from starting."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterator
from logging.handlers import RotatingFileHandler
from pathlib import Path

import pytest

from stello_desktop import logs


@pytest.fixture(autouse=True)
def _root_as_before() -> Iterator[None]:
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    yield
    for handler in [handler for handler in root.handlers if handler not in before]:
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)


def test_the_log_goes_to_its_file(tmp_path: Path) -> None:
    logs.start_log(tmp_path / "logs")
    logging.getLogger("stello").info("with sk-abcdefghijklmnopqrstuvwx in it")
    written = (tmp_path / "logs" / "stello.log").read_text()
    assert "with" in written
    assert "abcdefghijkl" not in written


@pytest.mark.parametrize("at", ["", "logs", "logs/stello.log"])
def test_where_no_file_can_be_the_console_gets_it(
    tmp_path: Path, at: str, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "home"
    if at.endswith(".log"):
        (home / at).mkdir(parents=True)
    else:
        (home / at).parent.mkdir(exist_ok=True)
        (home / at).write_text("a file")
    logs.start_log(home / "logs")
    logging.getLogger("stello").info("said aloud")
    assert "said aloud" in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps others out by the folder's own list")
def test_t11_every_file_of_a_log_that_rotates_is_its_owners_alone(tmp_path: Path) -> None:
    """T11: the second file too, and the folders made above it, under a mask that lets everybody in."""
    before = os.umask(0)
    try:
        file = logs._open_file(tmp_path / "new" / "logs")
        assert isinstance(file, RotatingFileHandler)
        file.maxBytes = 100
        for _ in range(4):
            file.emit(logging.LogRecord("x", logging.INFO, "x.py", 1, "y" * 80, (), None))
        file.close()
    finally:
        os.umask(before)
    made = sorted((tmp_path / "new").rglob("*"))
    assert len(made) == 4
    modes = {stat.S_IMODE(path.stat().st_mode) for path in made if path.is_file()}
    assert modes == {0o600}
    assert {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "new", tmp_path / "new" / "logs")} == {
        0o700
    }
