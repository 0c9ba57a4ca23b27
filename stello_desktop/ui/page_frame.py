"""The frame of a page that is read from top to bottom: one column in the middle, scrolled as a whole."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget


def frame_page(page: QWidget, ground: QWidget, column: QWidget, *, side_px: int) -> QScrollArea:
    """Put ``column`` into the middle of ``ground``, and ``ground`` into the page; gives what scrolls."""
    row = QHBoxLayout(ground)
    row.setContentsMargins(side_px, 0, side_px, 0)
    row.addStretch(1)
    row.addWidget(column, 100)
    row.addStretch(1)
    scroll = QScrollArea()
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its controls bring themselves into view
    scroll.setWidgetResizable(True)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroll.setWidget(ground)
    outer = QVBoxLayout(page)
    outer.setContentsMargins(0, 0, 0, 0)
    outer.addWidget(scroll)
    return scroll
