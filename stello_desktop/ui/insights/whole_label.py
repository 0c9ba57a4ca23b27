"""A text that is read in full, however long it is.

Qt gives a wrapped label only as much height as looks well to it, and cuts the rest without a word; and it wraps no word
that is longer than the line.
"""

from __future__ import annotations

import re
from typing import Final, override

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel

_BREAK: Final = "\u200b"
_RUN: Final = re.compile(r"[!-~]{80}(?=[!-~])")


class WholeLabel(QLabel):
    """Plain text that is as high as its lines are; mouse and keyboard select it."""

    def __init__(self, text: str, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setText(_RUN.sub(lambda run: run.group() + _BREAK, text))
        self.setAccessibleName(text)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        needed = self.heightForWidth(event.size().width())
        if needed != self.minimumHeight():
            self.setMinimumHeight(needed)
