"""What is said where somebody writes ``{region}`` and nobody will be asked for it: only a profile's instructions have variables (M-5)."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from stello_desktop.domain.templates import placeholders
from stello_desktop.ui.short_names import shortened


def braces_note(text: str) -> str:
    """A quiet sentence about the first name in braces of a text that is sent as it stands; empty where there is none."""
    names = placeholders(text) if "{" in text else ()
    if not names:
        return ""
    words = QCoreApplication.translate(
        "Braces", "Only the instructions of a profile ask for values; {%1} is sent as it stands."
    )
    return words.replace("%1", shortened(names[0]))
