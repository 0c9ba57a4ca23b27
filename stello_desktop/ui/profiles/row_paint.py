"""How a profile looks in the list: its colour, its name, what it is for."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from stello_desktop.ui import icons, theme
from stello_desktop.ui.profiles.rows import ProfileRows, Row, RowKind
from stello_desktop.ui.row_ground import paint_row_ground

_DOT_PX: Final = 5.0
_LEFT_PX: Final = 10
_TEXT_PX: Final = 30


class ProfileRowPaint(QStyledItemDelegate):
    """Paints rows of one or two lines."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        model = index.model()
        row = model.row_at(index) if isinstance(model, ProfileRows) else None
        px = theme.current().px("base")
        two = row is not None and isinstance(model, ProfileRows) and bool(model.note_of(row))
        return QSize(80, round(px * (3.5 if two else 2.5)))

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
        self._paint_mark(painter, option.rect, row, unfolded=model.archive_unfolded)
        self._paint_words(painter, option, row, (str(index.data()), model.note_of(row)))
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

    @staticmethod
    def _paint_words(
        painter: QPainter, option: QStyleOptionViewItem, row: Row, texts: tuple[str, str]
    ) -> None:
        tokens = theme.current()
        room = option.rect.adjusted(_LEFT_PX + _TEXT_PX - 6, 0, -10, 0)
        words, note = texts
        muted = row.kind is RowKind.ARCHIVED_HEAD or (row.profile is not None and row.profile.archived)
        font, small = tokens.font("base"), tokens.font("small")
        lines = [(words, font, "muted" if muted else "text")]
        if note:
            lines.append((note, small, "muted"))
        heights = [round(QFontMetrics(item[1]).height() * 1.08) for item in lines]
        top = room.center().y() - sum(heights) // 2
        for (text, used, role), height in zip(lines, heights, strict=True):
            painter.setFont(used)
            painter.setPen(tokens.color(role))
            line = QRect(room.left(), top, room.width(), height)
            shown = QFontMetrics(used).elidedText(text, Qt.TextElideMode.ElideRight, line.width())
            painter.drawText(line, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)
            top += height
