"""What keeps a paragraph of very many characters quick, wherever it is written or shown."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QTextBlock

SURELY_A_LINE: Final = 240
"""No line has more characters."""

_LONG_PARAGRAPH: Final = 3_000
"""From this many characters on the shapes of a paragraph's letters are kept; a short one is shaped again in no time."""


def keep_shapes(block: QTextBlock) -> None:
    """Else a long paragraph is shaped again as a whole to paint it, and once more to place the cursor."""
    if block.length() > _LONG_PARAGRAPH and not block.layout().cacheEnabled():
        block.layout().setCacheEnabled(True)
