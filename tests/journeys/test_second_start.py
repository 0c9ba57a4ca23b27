"""A second start: the first window comes to the front, or the person is told why it does not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from stello_desktop.paths import find_folders
from stello_desktop.store import files
from stello_desktop.ui.single_instance import Raised, raise_running

pytestmark = pytest.mark.slow

_SECOND = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QPushButton
from stello_desktop import app

def press_close():
    for window in QApplication.topLevelWidgets():
        close = window.findChild(QPushButton, "storeErrorClose")
        if close is not None and close.isVisible():
            close.click()

make = app.make_application
def make_with_a_hand(arguments):
    made = make(arguments)
    hand = QTimer(made, interval=50)
    hand.timeout.connect(press_close)
    hand.start()
    return made

app.make_application = make_with_a_hand
sys.exit(app.main())
"""


@contextmanager
def running() -> Iterator[subprocess.Popen[bytes]]:
    """The program, up to the moment in which it answers."""
    process = subprocess.Popen([sys.executable, "-m", "stello_desktop"], env=_environment())
    store = find_folders().data / files.STORE_NAME
    try:
        ends_at = time.monotonic() + 60
        while raise_running(store) is not Raised.CAME:
            assert time.monotonic() < ends_at, "it never answered"
            assert process.poll() is None
            time.sleep(0.1)
        yield process
    finally:
        process.send_signal(signal.SIGCONT)
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def second_start() -> subprocess.CompletedProcess[str]:
    """Another start by a person who closes what may be told."""
    return subprocess.run(
        [sys.executable, "-c", _SECOND],
        env=_environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def _environment() -> dict[str, str]:
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"}


def test_a_second_start_brings_the_window_that_is_there_and_ends(stello_home: Path) -> None:
    """Nothing is told, since the person has what they wanted."""
    with running():
        second = second_start()
    assert (second.returncode, second.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be paused by a signal there")
def test_a_second_start_beside_one_that_hangs_says_so_and_does_not_succeed(stello_home: Path) -> None:
    """The kernel takes the connection for a process that is paused; the naive second start ends without a word."""
    with running() as first:
        first.send_signal(signal.SIGSTOP)
        began = time.monotonic()
        second = second_start()
        took_s = time.monotonic() - began
    assert second.returncode == 1
    (line,) = [item for item in second.stderr.splitlines() if item.startswith("Stello: ")]
    assert "is running already, but does not answer" in line
    assert "Wait a moment and try again" in line
    assert took_s < 20
