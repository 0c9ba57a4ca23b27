"""The list of insights beside what is chosen in it."""

from __future__ import annotations

from typing import override

from PySide6.QtWidgets import QWidget

from stello_desktop.ui.side_by_side import SideBySide


class InsightsRoom(SideBySide):
    """The two sides of the place *Insights*."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("insightBack", "insightSplitter", parent)

    @override
    def put_words(self) -> None:
        self.put_back_words(self.tr("Insights"), self.tr("Back to the list of insights"))
