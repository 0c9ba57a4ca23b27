"""Where the person's data lives: the platform's folders, or one folder that overrides them all."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

APP_NAME = "Stello"
HOME_VARIABLE = "STELLO_HOME"


@dataclass(frozen=True, slots=True)
class Folders:
    """Folders of one person's Stello.

    Attributes:
        data: the store, its copies and its lock.
        logs: the rotating log.
    """

    data: Path
    logs: Path


def make_private(folder: Path) -> None:
    """Make a folder, and what is missing above it, for its owner alone, whatever the umask says (T11)."""
    if not folder.parent.exists():
        make_private(folder.parent)
    folder.mkdir(exist_ok=True, mode=0o700)
    folder.chmod(0o700)


def find_folders() -> Folders:
    """The folders to use; ``STELLO_HOME`` puts everything below one folder."""
    home = os.environ.get(HOME_VARIABLE, "").strip()
    if home:
        root = Path(home).expanduser().absolute()
        return Folders(root / "data", root / "logs")
    return Folders(
        Path(platformdirs.user_data_dir(APP_NAME, appauthor=False)),
        Path(platformdirs.user_log_dir(APP_NAME, appauthor=False)),
    )
