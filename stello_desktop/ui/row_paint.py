"""How the rows of a list look: their ground, a sign, a name, and below it a quiet second line where there is one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, override

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from stello_desktop.ui import theme
from stello_desktop.ui.row_ground import paint_row_ground
from stello_desktop.ui.row_model import RowModel

_LEADING: Final = 1.08


class RowPaint[Rows: RowModel[Any]](QStyledItemDelegate):
    """Paints rows of one or two lines. Whoever derives from it paints what stands on the ground of one."""

    def __init__(self, rows: Rows, parent: QObject) -> None:
        super().__init__(parent)
        self.rows = rows

    def paint_row(self, painter: QPainter, area: QRect, row: Any) -> None:
        """Sign and words of a row of the model."""
        raise NotImplementedError

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        row = self.rows.row_at(index)
        lines_em = 3.5 if row is not None and self.rows.note(row) else 2.5
        return QSize(80, round(theme.current().px("base") * lines_em))

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row = self.rows.row_at(index)
        if row is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row_ground(painter, option)
        self.paint_row(painter, option.rect, row)
        painter.restore()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text.

    Attributes:
        role: the name of its colour.
    """

    text: str
    size: theme.SizeName
    role: str


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
