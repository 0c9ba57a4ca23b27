"""The list of skills beside what is chosen in it."""

from __future__ import annotations

from typing import override

from PySide6.QtWidgets import QWidget

from stello_desktop.ui.side_by_side import SideBySide


class SkillsRoom(SideBySide):
    """The two sides of the place *Skills*."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("skillBack", "skillSplitter", parent)

    @override
    def put_words(self) -> None:
        self.put_back_words(self.tr("Skills"), self.tr("Back to the list of skills"))
