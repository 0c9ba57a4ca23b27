"""The log never keeps the program from starting."""

from __future__ import annotations

import logging
from collections.abc import Iterator
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
