"""The first block of code since the program began is coloured without a stall (row 73)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

STORY = """
import asyncio, sys, threading, time
from pathlib import Path
from stello_desktop import app
from stello_desktop.store import boot
from stello_desktop.ui.chat import code

def spent(language):
    began = time.thread_time()
    assert list(code.coloured("x = 1", language))
    return time.thread_time() - began

async def main():
    store = boot.open_store(Path(sys.argv[1]))
    backend = await app._open_backend(store.path)
    for thread in threading.enumerate():
        if thread.name.startswith("imports"):
            thread.join()
    print(max(spent(word) for word in ("python", "js", "sh", "html", "css", "sql")), spent("perl6"))
    await backend.close()
    store.lock.release()

asyncio.run(main())
"""


@pytest.mark.slow
def test_the_usual_languages_are_prepared_once_the_store_is_open(tmp_path: Path) -> None:
    """Putting the rules of Python together takes 50 ms; whoever reads the first answer does not wait for it."""
    done = subprocess.run(
        [sys.executable, "-c", STORY, str(tmp_path)],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"},
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    prepared, unprepared = map(float, done.stdout.split())
    assert prepared < unprepared / 4
