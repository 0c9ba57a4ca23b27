"""How an answer ended that is not the newest one: a quiet line below it, read whole at any width."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from stello_desktop.ui.controls import Glyph, plain_label

_PICTURE_PX = 14
_GAP_PX = 5


class EndedLine(QWidget):
    """A small picture and words that go on in a second line; nothing can be done here any more.

    Args:
        failed: whether something went wrong, in place of being stopped or cut off.
    """

    def __init__(self, words: str, *, failed: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("endedLine")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 0, 2)
        row.setSpacing(_GAP_PX)
        picture, role = ("warning", "danger") if failed else ("info", "muted")
        row.addWidget(Glyph(picture, role, _PICTURE_PX), 0, Qt.AlignmentFlag.AlignTop)
        label = plain_label(
            words, tone="danger" if failed else "muted", size="small", wrap=True, name="endedWords"
        )
        row.addWidget(label, 1)
        self.setAccessibleName(words)
