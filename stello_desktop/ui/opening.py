"""Showing a folder in the system's file browser."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices


def show_folder(folder: Path) -> bool:
    """Open an existing folder of ours; False where the system has nothing to show it with."""
    return folder.is_dir() and QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def nearest_folder(path: Path) -> Path | None:
    """The folder of a file, or the nearest one above it that exists."""
    for folder in path.parents:
        try:
            if folder.is_dir():
                return folder
        except OSError:
            continue  # not to be looked at; the one above it may be
    return None
