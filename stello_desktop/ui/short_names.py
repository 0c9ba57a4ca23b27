"""Names inside sentences: a long one ends in dots, so that the sentence around it can be read."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF

from stello_desktop.ui import theme

_ROOM_PX: Final = 220.0
_SURELY_WIDER: Final = 400
"""More characters than have room; to measure twenty thousand of them would be a stall."""


def shortened(label: str) -> str:
    """The name, or as much of its beginning as a sentence has room for."""
    tokens = theme.current()
    metrics = QFontMetricsF(tokens.font("small", bold=True))
    return metrics.elidedText(label[:_SURELY_WIDER], Qt.TextElideMode.ElideRight, _ROOM_PX * tokens.scale)
