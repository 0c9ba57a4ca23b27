"""Words of a button or a tick that end in dots where their room ends."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton

from stello_desktop.ui.controls import set_plain_tooltip


def as_text(words: str) -> str:
    """Words that have no key of their own, whatever signs are in them."""
    return words.replace("&", "&&")


def cut_words(button: QAbstractButton, words: str, room_px: int, hint: str = "") -> None:
    """Show as much as there is room for.

    Args:
        room_px: what the words can take.
        hint: the tooltip while all of them can be read; else it is the accessible name.
    """
    shown = button.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, max(0, room_px))
    if as_text(shown) != button.text():
        button.setText(as_text(shown))
    set_plain_tooltip(button, button.accessibleName() if shown != words else hint)
