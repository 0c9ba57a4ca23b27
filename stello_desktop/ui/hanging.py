"""What stands below words that have a picture before them begins where the words begin, in any text size."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QLayout, QWidget

from stello_desktop.ui import theme


class _Hang(QObject):
    """Keeps the left edge of a layout where the text size wants it."""

    def __init__(self, owner: QWidget, layout: QLayout, picture_px: int, gap_px: int) -> None:
        super().__init__(owner)
        self._layout, self._picture_px, self._gap_px = layout, picture_px, gap_px
        self._measure()
        owner.installEventFilter(self)

    def _measure(self) -> None:
        margins = self._layout.contentsMargins()
        margins.setLeft(self._gap_px + round(self._picture_px * theme.current().scale))
        if margins != self._layout.contentsMargins():
            self._layout.setContentsMargins(margins)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.StyleChange:
            self._measure()
        return False


def hang(layout: QLayout, owner: QWidget, *, picture_px: int, gap_px: int) -> None:
    """Begin a layout where the words beside a picture do.

    Args:
        owner: the widget that the layout is in for as long as it lives.
        picture_px: how wide the picture is at 100 %.
        gap_px: what stands between picture and words, the same in every text size.
    """
    _Hang(owner, layout, picture_px, gap_px)
