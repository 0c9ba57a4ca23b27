"""``python -m tests.bench.first_paint HOME BEGAN``: start on a home, print the ms until the first painted frame.

``BEGAN`` is the wall clock, in seconds, just before this process was started. Also prints which heavy
libraries were imported by then.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from stello_desktop.app import FirstPaint, build, make_application
from stello_desktop.paths import Folders
from stello_desktop.ui.event_loop import qt_loop

HEAVY = (
    "sqlmodel",
    "sqlalchemy",
    "openai",
    "pydantic",
    "markdown_it",
    "pygments",
    "keyring",
    "secretstorage",
    "cryptography",
    "numpy.random",
    "stello_desktop.rooms",
    "stello_desktop.engine.agent",
    "stello_desktop.ui.branching.form",
    "stello_desktop.ui.chat",
    "stello_desktop.ui.move_picker",
)
"""Libraries that take long, and rooms that nobody sees in the first frame."""


def main() -> None:
    """Paint once, tell, close."""
    _, home, began = sys.argv
    app = make_application(sys.argv[:1])
    program = build(app, Folders(Path(home) / "data", Path(home) / "logs"))

    async def paint() -> None:
        painted = FirstPaint(program.shell.window)
        program.shell.show()
        await painted.wait()
        passed_ms = (time.time() - float(began)) * 1000
        heavy = [name for name in HEAVY if name in sys.modules]
        print(json.dumps({"ms": passed_ms, "heavy": heavy}), flush=True)
        await program.workspace.ready()
        await program.shutdown()

    with qt_loop(app) as loop:
        loop.run_until_complete(paint())


if __name__ == "__main__":
    main()
