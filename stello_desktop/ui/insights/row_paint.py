"""How a row of the list of insights is painted: a sign, a title with an age, a state in words with the first line."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from stello_desktop.domain.memory import WorkState
from stello_desktop.ui import icons, theme
from stello_desktop.ui.insights.rows import InsightRows, Row, RowKind
from stello_desktop.ui.row_ground import paint_row_ground

_LEFT_PX: Final = 10
_SIGN_PX: Final = 16
_TEXT_PX: Final = 34
_INDENT_PX: Final = 14
_MOST_INDENTS: Final = 4
_WAITS_FOR_A_WORD: Final = frozenset({WorkState.ASKS, WorkState.INTERRUPTED})
_SIGNS: Final = {
    RowKind.SYNTHESIS: "insights",
    RowKind.REMINDERS: "bell",
    RowKind.SUMMARIES: "note",
}


class InsightRowPaint(QStyledItemDelegate):
    """Paints rows of two lines; all have one height, so that no row must be asked for it."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(80, round(theme.current().px("base") * 3.6))

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        model = index.model()
        row = model.row_at(index) if isinstance(model, InsightRows) else None
        if row is None or not isinstance(model, InsightRows):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row_ground(painter, option)
        area, scale = option.rect, theme.current().scale
        left = area.left() + _LEFT_PX + round(_INDENT_PX * scale) * min(model.depth(row), _MOST_INDENTS)
        name, role = _sign(row, model)
        side = round(_SIGN_PX * scale)
        picture = icons.pixmap(name, side, role, painter.device().devicePixelRatioF())
        painter.drawPixmap(QPointF(left, area.center().y() + 0.5 - side / 2), picture)
        start = left + round((_TEXT_PX - _LEFT_PX) * scale)
        self._paint_words(
            painter, QRect(start, area.top(), area.right() - 10 - start, area.height()), row, model
        )
        painter.restore()

    @staticmethod
    def _paint_words(painter: QPainter, room: QRect, row: Row, model: InsightRows) -> None:
        tokens = theme.current()
        base, small = tokens.font("base"), tokens.font("small")
        heights = [round(QFontMetrics(font).height() * 1.12) for font in (base, small)]
        top = room.center().y() - sum(heights) // 2
        first = QRect(room.left(), top, room.width(), heights[0])
        second = QRect(room.left(), top + heights[0], room.width(), heights[1])
        align = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        painter.setFont(small)
        if age := model.age(row):
            painter.setPen(tokens.color("muted"))
            width = QFontMetrics(small).horizontalAdvance(age)
            painter.drawText(first, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), age)
            first.setWidth(first.width() - width - 8)
        if state := model.state(row):
            work = model.work(row)
            failed = work is not None and work.state is WorkState.FAILED
            waits = work is None or work.state in _WAITS_FOR_A_WORD
            painter.setPen(tokens.color("danger" if failed else "warning" if waits else "accent"))
            painter.drawText(second, align, state)
            second.setLeft(second.left() + QFontMetrics(small).horizontalAdvance(state))
        note = model.note(row)
        if note and state:
            note = f" · {note}"
        painter.setPen(tokens.color("muted"))
        painter.drawText(second, align, _cut(note, small, second.width()))
        painter.setFont(base)
        painter.setPen(tokens.color("text"))
        painter.drawText(first, align, _cut(model.title(row), base, first.width()))


def _cut(text: str, font: QFont, width: int) -> str:
    return QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, max(0, width))


def _sign(row: Row, model: InsightRows) -> tuple[str, str]:
    work = model.work(row)
    if work is not None:
        failed = work.state is WorkState.FAILED
        asks = work.state in _WAITS_FOR_A_WORD
        return ("warning", "danger") if failed else ("sparkle", "warning" if asks else "accent")
    if row.session_id is None:
        waits = row.kind is RowKind.REMINDERS and model.known.waiting
        return _SIGNS[row.kind], "warning" if waits else "accent"
    if model.known.digest_of(row.session_id) is None:
        return "minus", "muted"
    return ("retry", "warning") if model.has_changed(row) else ("check", "good")
