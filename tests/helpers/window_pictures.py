"""``python -m tests.helpers.window_pictures FOLDER [--only NAME…] [--ratio 2] [--size 900x600] [--text 1.5]``: every place, to be looked at.

The real window over a real store, in both themes and both languages. Without any choice the whole set is taken: 1280x820
with one and two pixels a point, 900x600, and large text. Without ``QT_QPA_PLATFORM`` it is offscreen; with ``xcb`` under
Xvfb it is a real X window.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication

from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.scenes import frame, library, services, talk, thoughts
from tests.helpers.scenes.camera import Camera, Scene
from tests.helpers.scenes.voices import voices
from tests.helpers.windows import run_in_window

LOOKS: Final = ("dark-en", "light-zh_CN", "light-en", "dark-zh_CN")
SETS: Final = (
    ("--ratio", "1"),
    ("--ratio", "2"),
    ("--size", "900x600", "--looks", "dark-en", "light-zh_CN"),
    ("--text", "1.5", "--looks", "dark-en", "light-zh_CN"),
)
PLACES: Final[tuple[Scene, ...]] = (
    *frame.FIRST,
    *library.PLACES,
    *thoughts.PLACES,
    *talk.PLACES,
    *services.PLACES,
    *frame.LAST,
)


def take(folder: Path, look: str, options: argparse.Namespace) -> list[str]:
    """Every place in one look, each look in a home of its own; the scenes that could not be played."""
    theme, _, language = look.partition("-")
    width, height = (int(part) for part in options.size.split("x"))
    scenes = [place for place in PLACES if not options.scenes or place.__name__ in options.scenes]

    async def story(shell: Shell, workspace: Workspace) -> None:
        await workspace.change_settings(language=language, theme=theme, text_scale=float(options.text))
        await workspace.starters.plant_once(language)
        name = f"{look}-{options.size}-{options.ratio}x-{options.text}"
        camera = Camera(shell, workspace, folder, name, tuple(options.only), Path(home))
        for scene in scenes:
            try:
                await scene(camera)
            except Exception:  # noqa: BLE001 - the other pictures are wanted all the same
                failed.append(f"{scene.__name__} in {name}")
                traceback.print_exc()

    failed: list[str] = []
    with tempfile.TemporaryDirectory() as home:
        run_in_window(Path(home), story, models=voices(), size=(width, height), probes=())
    return failed


def _large_screen(folder: Path) -> Path:
    """Offscreen a screen has 800 x 800 pixels, and dialogs keep within their screen."""
    path = folder / "screen.json"
    screen = {"name": "large", "x": 0, "y": 0, "width": 3840, "height": 2400, "logicalDpi": 96, "dpr": 1}
    path.write_text(json.dumps({"screens": [screen]}), "utf-8")
    return path.resolve()


def main() -> int:
    """Read the choices, open the window, take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--scenes", nargs="*", default=[])
    parser.add_argument("--ratio", default="")
    parser.add_argument("--size", default="")
    parser.add_argument("--text", default="")
    parser.add_argument("--looks", nargs="*", default=LOOKS)
    options = parser.parse_args()
    if not (options.ratio or options.size or options.text):
        again = [sys.executable, "-m", "tests.helpers.window_pictures", *sys.argv[1:]]
        return max(subprocess.run([*again, *chosen], check=False).returncode for chosen in SETS)
    options.ratio, options.size = options.ratio or "1", options.size or "1280x820"
    options.text = options.text or "1.0"
    os.environ["QT_SCALE_FACTOR"] = options.ratio
    options.folder.mkdir(parents=True, exist_ok=True)
    if os.environ["QT_QPA_PLATFORM"] == "offscreen":
        os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={_large_screen(options.folder)}"
    app = QApplication(sys.argv[:1])
    app.setApplicationName("Stello")
    QCursor.setPos(4000, 4000)  # offscreen it begins where the rail's first button will be
    failed = [scene for look in options.looks for scene in take(options.folder, look, options)]
    del app
    sys.stderr.write("".join(f"{scene}\n" for scene in failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
