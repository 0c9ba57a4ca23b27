"""A box for technical text: read only, and as high as its lines are at its width, so that none is cut."""

from __future__ import annotations

from math import ceil
from typing import Final, override

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

_FEWEST_LINES: Final = 3
_MOST_LINES: Final = 16


class TechnicalText(QPlainTextEdit):
    """Whole lines, as many as there are; of a long text so many that the rest can be scrolled to."""

    def __init__(self, text: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setObjectName(name)
        self.setReadOnly(True)
        self.setAccessibleName(QCoreApplication.translate("Dialogs", "Technical details"))
        self._fit()

    def _fit(self) -> None:
        lines = ceil(self.document().size().height())  # this kind of document counts lines, wrapped ones too
        shown = min(max(lines, _FEWEST_LINES), _MOST_LINES)
        around_px = 2 * round(self.document().documentMargin()) + self.height() - self.viewport().height()
        self.setMinimumHeight(ceil(self._line_px() * shown) + around_px)

    def _line_px(self) -> float:
        """A line as it is laid out; a pixel more than the font says, with some fonts."""
        laid = self.document().firstBlock().layout()
        if not laid.lineCount():
            return self.fontMetrics().lineSpacing() + 1
        return laid.boundingRect().height() / laid.lineCount()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width wraps the lines elsewhere."""
        super().resizeEvent(event)
        self._fit()
