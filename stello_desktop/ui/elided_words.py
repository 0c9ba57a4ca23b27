"""Words of a button or a tick that end in dots where their room ends."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QAbstractButton

from stello_desktop.ui.controls import set_plain_tooltip


def as_text(words: str) -> str:
    """Words that have no key of their own, whatever signs are in them."""
    return words.replace("&", "&&")


def words_px(button: QAbstractButton, words: str) -> int:
    """What the whole of the words takes; a part of a pixel too little, and Qt would cut them."""
    return math.ceil(QFontMetricsF(button.font(), button).horizontalAdvance(words))


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
