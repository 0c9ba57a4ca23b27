"""How a row of a list of models looks: its name, its marks at the right, a tick beside the one that is chosen."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from stello_desktop.ui import icons, theme
from stello_desktop.ui.model_rows import ModelRows, Row, RowKind
from stello_desktop.ui.service_words import marks_of

_PAD_PX: Final = 10
_GAP_PX: Final = 8
_PICTURE_PX: Final = 16
_MIN_NAME_SHARE: Final = 0.45


class ModelRowDelegate(QStyledItemDelegate):
    """Paints `ModelRows`."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(120, round(theme.current().px("base") * 2.4))

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        model = index.model()
        row = model.row_at(index.row()) if isinstance(model, ModelRows) else None
        if row is None or not isinstance(model, ModelRows):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = option.rect.adjusted(_PAD_PX, 0, -_PAD_PX, 0)
        if row.kind is RowKind.HEADING:
            self._paint_heading(painter, area, row)
        else:
            self._paint_ground(painter, option)
            self._paint_row(painter, area, row, model)
        painter.restore()

    @staticmethod
    def _paint_heading(painter: QPainter, area: QRect, row: Row) -> None:
        tokens = theme.current()
        font = tokens.font("small", bold=True)
        painter.setFont(font)
        painter.setPen(tokens.color("muted"))
        text = QFontMetrics(font).elidedText(row.text, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area.adjusted(0, 6, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)

    @staticmethod
    def _paint_ground(painter: QPainter, option: QStyleOptionViewItem) -> None:
        tokens = theme.current()
        selected = option.state & QStyle.StateFlag.State_Selected
        hovered = option.state & QStyle.StateFlag.State_MouseOver
        if selected or hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tokens.color("selection" if selected else "hover"))
            if selected and option.state & QStyle.StateFlag.State_HasFocus:
                painter.setPen(QPen(tokens.color("accent"), 1.5))
            painter.drawRoundedRect(option.rect.adjusted(1, 1, -1, -1), 7, 7)

    def _paint_row(self, painter: QPainter, area: QRect, row: Row, model: ModelRows) -> None:
        tokens = theme.current()
        picture, role = self._picture(row, model)
        side_px = round(_PICTURE_PX * tokens.scale)
        if picture:
            ratio = painter.device().devicePixelRatioF()
            top = area.center().y() - side_px // 2 + 1
            painter.drawPixmap(area.left(), top, icons.pixmap(picture, side_px, role, ratio))
        room = area.adjusted(side_px + _GAP_PX, 0, 0, 0)
        left_px = self._paint_marks(painter, room, row)
        font = tokens.font("base")
        painter.setFont(font)
        painter.setPen(tokens.color("text" if row.kind is RowKind.CHOICE else "accent"))
        if row.kind is RowKind.FOLD:
            painter.setPen(tokens.color("muted"))
        name = room.adjusted(0, 0, -left_px, 0)
        text = QFontMetrics(font).elidedText(row.text, Qt.TextElideMode.ElideMiddle, name.width())
        painter.drawText(name, Qt.AlignmentFlag.AlignVCenter, text)

    @staticmethod
    def _picture(row: Row, model: ModelRows) -> tuple[str, str]:
        if row.kind is RowKind.FOLD:
            return ("chevron_down" if model.unfolded else "chevron_right"), "muted"
        if row.kind is RowKind.ACTION:
            return row.picture, "accent"
        return ("check" if row.value == model.current and row.value is not None else ""), "accent"

    @staticmethod
    def _paint_marks(painter: QPainter, room: QRect, row: Row) -> int:
        """Draw the marks that have room at the right end, the first ones first; gives the width they took."""
        words = [row.note] if row.note else []
        words.extend(marks_of(row.info) if row.info is not None else ())
        if not words:
            return 0
        tokens = theme.current()
        font = tokens.font("small")
        metrics = QFontMetrics(font)
        limit_px = round(room.width() * (1 - _MIN_NAME_SHARE))
        kept: list[str] = []
        for word in words:
            if metrics.horizontalAdvance(" · ".join((*kept, word))) <= limit_px:
                kept.append(word)
        text = " · ".join(kept)
        painter.setFont(font)
        painter.setPen(tokens.color("muted"))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
        return metrics.horizontalAdvance(text) + _GAP_PX if kept else 0
