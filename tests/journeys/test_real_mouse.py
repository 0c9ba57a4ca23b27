"""One journey on a real X server with a window manager: real events, from the mouse to the disk."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.xvfb]

PATIENCE_S = 60.0
SCREEN = "1500x950x24"


@pytest.fixture
def display() -> Iterator[str]:
    """An X server of this test's own, with openbox."""
    for program in ("Xvfb", "openbox", "xdotool"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdout is not None
    name = f":{server.stdout.readline().strip()}"
    manager = subprocess.Popen(
        ["openbox"], env={**os.environ, "DISPLAY": name}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    yield name
    for process in (manager, server):
        process.terminate()
        process.wait(10)
    server.stdout.close()


def test_the_window_belongs_to_the_programs_own_class(display: str) -> None:
    if shutil.which("xprop") is None:
        pytest.skip("xprop is not installed")
    script = (
        "from PySide6.QtWidgets import QWidget; from stello_desktop.app import make_application\n"
        "app = make_application(['/anywhere/__main__.py']); window = QWidget(); window.show()\n"
        "print(int(window.winId()), flush=True); app.exec()"
    )
    variables = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    program = subprocess.Popen(
        [sys.executable, "-c", script],
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert program.stdout is not None
    try:
        window = program.stdout.readline().strip()
        found = subprocess.run(
            ["xprop", "-id", window, "WM_CLASS"], env=variables, capture_output=True, text=True, check=True
        )
        assert '"stello-desktop", "Stello"' in found.stdout
    finally:
        program.terminate()
        program.wait(10)
        program.stdout.close()


class Hand:
    """Moves the real mouse and presses real keys; asks the program only where things are."""

    def __init__(self, display: str, home: Path) -> None:
        self._env = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        self._program = subprocess.Popen(
            [sys.executable, "-m", "tests.journeys.child", str(home), "watched"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=self._env,
        )
        assert self._read()["ready"]

    def _read(self) -> dict[str, Any]:
        assert self._program.stdout is not None
        for line in self._program.stdout:
            if line.startswith("{"):
                return dict(json.loads(line))
        raise AssertionError("the program has ended")

    def ask(self, **question: Any) -> dict[str, Any]:
        """Ask the program one thing."""
        assert self._program.stdin is not None
        self._program.stdin.write(json.dumps(question) + "\n")
        self._program.stdin.flush()
        return self._read()

    def until(self, answer: Callable[[], Any], what: str) -> Any:
        """Ask until there is an answer."""
        deadline = time.monotonic() + PATIENCE_S
        while not (found := answer()):
            assert time.monotonic() < deadline, f"waited in vain until {what}"
            time.sleep(0.05)
        return found

    def place(self, **thing: str) -> tuple[int, int]:
        """Where a control or a star is on the screen, once it is."""
        x, y = self.until(lambda: self.ask(**thing)["at"], f"{thing} is there")
        return x, y

    def tree(self) -> dict[str, str | None]:
        """Labels with the labels of their parents."""
        return dict(self.ask()["tree"])

    def do(self, *words: str) -> None:
        """One command to the X server."""
        subprocess.run(["xdotool", *words], env=self._env, check=True, capture_output=True)

    def click(self, name: str) -> None:
        """Click a control."""
        x, y = self.place(control=name)
        self.do("mousemove", "--sync", str(x), str(y), "click", "1")

    def type(self, text: str) -> None:
        """Type where the focus is."""
        self.do("type", "--delay", "15", text)

    def key(self, key: str) -> None:
        """Press a key where the focus is."""
        self.do("key", "--delay", "15", key)

    def drag(self, label: str, onto: str) -> None:
        """Drag a star onto another, in steps."""
        x, y = self.place(star=label)
        end_x, end_y = self.place(star=onto)
        self.do("mousemove", "--sync", str(x), str(y), "mousedown", "1")
        for step in range(1, 11):
            self.do("mousemove", str(x + (end_x - x) * step // 10), str(y + (end_y - y) * step // 10))
            time.sleep(0.02)
        time.sleep(0.2)
        self.do("mouseup", "1")

    def close(self) -> None:
        """Close the window and wait until everything is on disk."""
        assert self._program.stdin is not None
        self._program.stdin.write(json.dumps({"close": True}) + "\n")
        self._program.stdin.flush()
        self._program.communicate(timeout=30)
        assert self._program.returncode == 0


def test_real_mouse_and_keyboard_from_the_first_screen_to_a_moved_branch(
    display: str, stello_home: Path
) -> None:
    """Journeys 1 to 3, with X events through a window manager."""
    hand = Hand(display, stello_home)
    hand.click("welcomeName")
    hand.type("Launch 2027")
    hand.click("welcomeStart")
    hand.click("welcomePractice")
    hand.click("composerText")
    hand.type("Let us look at the financing separately")
    hand.key("Return")
    hand.until(lambda: hand.tree().get("Financing") == "Launch 2027", "the branch is there")
    hand.until(lambda: hand.ask()["live"] == 0, "the answer has ended")
    x, y = hand.place(star="Launch 2027")
    hand.do("mousemove", "--sync", str(x), str(y), "click", "1")
    hand.key("Tab")
    hand.place(control="mapRenameEditor")
    hand.type("Market")
    hand.key("Return")
    hand.until(lambda: hand.tree().get("Market") == "Launch 2027", "the child has its name")
    hand.click("mapFit")
    time.sleep(0.6)
    hand.drag("Financing", onto="Market")
    hand.until(lambda: hand.tree()["Financing"] == "Market", "it has moved")
    hand.key("ctrl+z")
    hand.until(lambda: hand.tree()["Financing"] == "Launch 2027", "it is back")
    hand.key("ctrl+shift+z")
    hand.until(lambda: hand.tree()["Financing"] == "Market", "it has moved again")
    hand.close()
