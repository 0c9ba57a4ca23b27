"""The checks that guard every other test can fail themselves."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

ROOT = Path(__file__).resolve().parents[2]

CASES = {
    "a task that nobody awaits": (
        "import asyncio\n"
        "def test_it():\n"
        "    async def main():\n"
        "        global kept\n"
        "        kept = asyncio.create_task(asyncio.sleep(60))\n"
        "    asyncio.run(main())\n",
        "tasks:",
    ),
    "a thread that goes on": (
        "import threading\n"
        "stop = threading.Event()\n"
        "def test_it():\n"
        "    threading.Thread(target=stop.wait, args=(20,), daemon=True, name='left-over').start()\n",
        "threads: left-over",
    ),
    "a timer that ticks": (
        "from PySide6.QtCore import QTimer\n"
        "kept = []\n"
        "def test_it(qtbot):\n"
        "    timer = QTimer()\n"
        "    timer.start(50)\n"
        "    kept.append(timer)\n",
        "timers: QTimer",
    ),
    "a window that stays open": (
        "from PySide6.QtWidgets import QLabel\n"
        "kept = []\n"
        "def test_it(qtbot):\n"
        "    kept.append(QLabel('left'))\n"
        "    kept[0].show()\n",
        "widgets: QLabel",
    ),
    "a warning of Qt": (
        "from PySide6.QtCore import qWarning\ndef test_it(qtbot):\n    qWarning('Qt is unhappy')\n",
        "Qt is unhappy",
    ),
    "a warning of Python": (
        "import warnings\ndef test_it():\n    warnings.warn('Python is unhappy')\n",
        "Python is unhappy",
    ),
    "a host on the network, even if the error is swallowed": (
        "import contextlib, socket\n"
        "def test_it():\n"
        "    with contextlib.suppress(OSError):\n"
        "        socket.create_connection(('192.0.2.1', 80), timeout=1)\n",
        "reached for the network",
    ),
    "a name on the network": (
        "import contextlib, socket\n"
        "def test_it():\n"
        "    with contextlib.suppress(OSError):\n"
        "        socket.getaddrinfo('example.invalid', 443)\n",
        "reached for the network",
    ),
    "a server that everybody can reach": (
        "import contextlib, socket\n"
        "def test_it():\n"
        "    with socket.socket() as sock, contextlib.suppress(OSError):\n"
        "        sock.bind(('0.0.0.0', 0))\n",
        "reached for the network",
    ),
}

CLEAN = """
import asyncio, os, socket, threading
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel

def test_it(qtbot, tmp_path):
    async def main():
        await asyncio.create_task(asyncio.sleep(0))
    asyncio.run(main())
    thread = threading.Thread(target=lambda: None)
    thread.start()
    thread.join()
    label = QLabel("closed by qtbot")
    qtbot.addWidget(label)
    label.show()
    timer = QTimer(label)
    timer.start(1000)
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()
    assert Path(os.environ["STELLO_HOME"]).is_relative_to(tmp_path)
"""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What one run of pytest under the house's rules says about each case; empty text is a pass."""
    folder = tmp_path_factory.mktemp("cases")
    for number, (source, _) in enumerate(CASES.values()):
        (folder / f"test_case_{number}.py").write_text(source, "utf-8")
    (folder / "test_clean.py").write_text(CLEAN, "utf-8")
    report = folder / "report.xml"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    command += ["-c", "pyproject.toml", f"--junitxml={report}", str(folder)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert report.exists(), result.stdout + result.stderr
    found: dict[str, str] = {}
    for case in ET.parse(report).iter("testcase"):  # noqa: S314 - our own file
        text = " ".join("".join(part.itertext()) + part.get("message", "") for part in case)
        name = case.get("classname", "").rpartition(".")[2]
        found[name] = found.get(name, "") + text
    return found


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(CASES)), ids=list(CASES))
def test_a_test_fails_that_leaves_or_reaches_for(outcomes: dict[str, str], number: int) -> None:
    expected = list(CASES.values())[number][1]
    assert expected in outcomes[f"test_case_{number}"]


@pytest.mark.slow
def test_a_tidy_test_passes(outcomes: dict[str, str]) -> None:
    assert outcomes["test_clean"] == ""
