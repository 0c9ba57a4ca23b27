"""How a profile looks in the list: its colour, its name, what it is for."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from stello_desktop.ui import icons, theme
from stello_desktop.ui.profiles.rows import ProfileRows, Row, RowKind
from stello_desktop.ui.row_ground import paint_row_ground
from stello_desktop.ui.row_lines import Line, paint_lines, row_size

_DOT_PX: Final = 5.0
_LEFT_PX: Final = 10
_TEXT_PX: Final = 30


class ProfileRowPaint(QStyledItemDelegate):
    """Paints rows of one or two lines."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        model = index.model()
        row = model.row_at(index) if isinstance(model, ProfileRows) else None
        two = row is not None and isinstance(model, ProfileRows) and bool(model.note_of(row))
        return row_size(second_line=two)

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        model = index.model()
        row = model.row_at(index) if isinstance(model, ProfileRows) else None
        if row is None or not isinstance(model, ProfileRows):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row_ground(painter, option)
        self._paint_mark(painter, option.rect, row, unfolded=model.is_unfolded(row.key))
        room = option.rect.adjusted(_LEFT_PX + _TEXT_PX - 6, 0, -10, 0)
        quiet = row.is_head or (row.profile is not None and row.profile.archived)
        name = Line(str(index.data()), "base", "muted" if quiet else "text")
        paint_lines(painter, room, name, Line(model.note_of(row), "small", "muted"))
        painter.restore()

    @staticmethod
    def _paint_mark(painter: QPainter, area: QRect, row: Row, *, unfolded: bool) -> None:
        tokens = theme.current()
        center = QPointF(area.left() + _LEFT_PX + 7, area.center().y() + 0.5)
        if row.profile is None:
            name = (
                "layers" if row.kind is RowKind.DEFAULTS else "chevron_down" if unfolded else "chevron_right"
            )
            side = round(15 * tokens.scale)
            picture = icons.pixmap(name, side, "muted", painter.device().devicePixelRatioF())
            painter.drawPixmap(QPointF(center.x() - side / 2, center.y() - side / 2), picture)
            return
        color = tokens.hue(row.profile.hue)
        if row.profile.archived:
            painter.setPen(QPen(tokens.color("muted"), 1.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
        painter.drawEllipse(center, _DOT_PX, _DOT_PX)
