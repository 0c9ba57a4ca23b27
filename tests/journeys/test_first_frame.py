"""What the first frame waits for: nothing that could come after it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from tests.helpers.big_store import plant


def test_nothing_that_can_wait_is_imported_before_the_first_frame(stello_home: Path) -> None:
    """Start-up in a fresh interpreter, on a store of thousands: neither libraries nor rooms that are needed later."""
    plant(stello_home / "data", 3_000)
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.first_paint", str(stello_home), str(time.time())],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["heavy"] == []
