"""Where the buttons of a message stand: beside it, never over what it begins with."""

from __future__ import annotations

from enum import Enum
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize

from stello_desktop.ui.chat.laid import ENTRY_GAP_PX

EDGE_PX: Final = 4
_TOP_PX: Final = 2
_NEAR_PX: Final = 3
_BESIDE_PX: Final = 6
_STRIP_PX: Final = 110
"""What a line about versions needs at the right."""


class Below(Enum):
    """What stands between a message and the next one."""

    NOTHING = "nothing"
    VERSIONS = "versions"
    LINE = "line"


def place_bar(
    rect: QRect, size: QSize, view: QRect, *, question: bool, below: Below = Below.NOTHING
) -> tuple[QPoint, bool]:
    """The upper left corner of the bar, and whether it stands over text; all in pixels of the viewport.

    Args:
        rect: the ground of the message.
        size: of the bar.
        view: what can be seen.
        question: it is a bubble at the right; all else begins at the left.
        below: what the room under the message is used for.
    """
    lowest = view.bottom() - size.height()
    if not question:
        y = rect.bottom() + _NEAR_PX
        return QPoint(max(EDGE_PX, rect.left() - EDGE_PX), max(_TOP_PX, min(y, lowest))), y > lowest
    x = rect.left() - size.width() - _BESIDE_PX
    if x >= EDGE_PX:
        return QPoint(x, max(_TOP_PX, min(rect.top(), lowest))), False
    at_right = max(EDGE_PX, rect.right() - size.width())
    fits = size.height() <= ENTRY_GAP_PX
    under, over = rect.bottom() + _NEAR_PX, rect.top() - size.height() - _TOP_PX
    if fits and _TOP_PX <= under <= lowest and below is not Below.LINE:
        if below is Below.NOTHING:
            return QPoint(at_right, under), False
        if rect.width() >= size.width() + _STRIP_PX:
            return QPoint(max(EDGE_PX, rect.left()), under), False
    if fits and over >= _TOP_PX:
        return QPoint(at_right, over), False
    end = rect.bottom() - size.height()
    return QPoint(at_right, max(_TOP_PX, min(end, lowest))), True
