"""The words of a row in a list: a name, and below it a quiet second line where there is one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter

from stello_desktop.ui import theme

_LEADING: Final = 1.08


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text.

    Attributes:
        role: the name of its colour.
    """

    text: str
    size: theme.SizeName
    role: str


def row_size(*, second_line: bool) -> QSize:
    """How much room a row needs; its width is the list's matter."""
    return QSize(80, round(theme.current().px("base") * (3.5 if second_line else 2.5)))


def paint_lines(painter: QPainter, room: QRect, *lines: Line) -> None:
    """Write lines one below the other, in the middle of their room; one that is too long is cut, an empty one left out."""
    tokens = theme.current()
    written = [(line, tokens.font(line.size)) for line in lines if line.text]
    heights = [round(QFontMetrics(font).height() * _LEADING) for _, font in written]
    top = room.center().y() - sum(heights) // 2
    for (line, font), height in zip(written, heights, strict=True):
        painter.setFont(font)
        painter.setPen(tokens.color(line.role))
        place = QRect(room.left(), top, room.width(), height)
        shown = QFontMetrics(font).elidedText(line.text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)
        top += height
