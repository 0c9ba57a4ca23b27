"""How a profile looks in the list: its colour, its name, what it is for."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QPainter, QPen

from stello_desktop.ui import icons, theme
from stello_desktop.ui.profiles.rows import ProfileRows, Row, RowKind
from stello_desktop.ui.row_paint import Line, RowPaint, paint_lines

_DOT_PX: Final = 5.0
_DOT_CENTER_PX: Final = 17
_TEXT_PX: Final = 34
_ICON_PX: Final = 15


class ProfileRowPaint(RowPaint[ProfileRows]):
    """Paints the rows of the list of profiles."""

    @override
    def paint_row(self, painter: QPainter, area: QRect, row: Row) -> None:
        center = QPointF(area.left() + _DOT_CENTER_PX, area.center().y() + 0.5)
        archived = row.profile is not None and row.profile.archived
        if row.profile is None:
            self._paint_icon(painter, center, row)
        else:
            _paint_dot(painter, center, row.profile.hue, archived=archived)
        name = Line(self.rows.words(row), "base", "muted" if row.is_head or archived else "text")
        note = Line(self.rows.note(row), "small", "muted")
        paint_lines(painter, area.adjusted(_TEXT_PX, 0, -10, 0), name, note)

    def _paint_icon(self, painter: QPainter, center: QPointF, row: Row) -> None:
        fold = "chevron_down" if self.rows.is_unfolded(row.key) else "chevron_right"
        name = "layers" if row.kind is RowKind.DEFAULTS else fold
        side = round(_ICON_PX * theme.current().scale)
        picture = icons.pixmap(name, side, "muted", painter.device().devicePixelRatioF())
        painter.drawPixmap(QPointF(center.x() - side / 2, center.y() - side / 2), picture)


def _paint_dot(painter: QPainter, center: QPointF, hue: int, *, archived: bool) -> None:
    """Of one that is archived only the outline."""
    tokens = theme.current()
    painter.setPen(QPen(tokens.color("muted"), 1.4) if archived else Qt.PenStyle.NoPen)
    painter.setBrush(Qt.BrushStyle.NoBrush if archived else tokens.hue(hue))
    painter.drawEllipse(center, _DOT_PX, _DOT_PX)
