"""The ground of a row in a list: chosen, under the pointer, with the focus."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from stello_desktop.ui import theme


def paint_row_ground(painter: QPainter, option: QStyleOptionViewItem) -> None:
    """A rounded field in the tokens' colours; nothing for a row at rest."""
    tokens, state = theme.current(), option.state
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if state & QStyle.StateFlag.State_Selected:
        painter.setBrush(tokens.color("selection"))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.setBrush(tokens.color("hover"))
    if state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(tokens.color("accent"), 1.5))
    painter.drawRoundedRect(option.rect.adjusted(1, 1, -1, -1), 8, 8)
