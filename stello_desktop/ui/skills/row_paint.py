"""How a skill looks in the list: a sign for where it comes from, its name, what it is for."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from stello_desktop.domain.library import FileState, FolderSkill, SavedSkill
from stello_desktop.ui import icons, theme
from stello_desktop.ui.row_ground import paint_row_ground
from stello_desktop.ui.skills.rows import HEADS, Row, RowKind, SkillRows

_SIGN_PX: Final = 16
_LEFT_PX: Final = 10
_TEXT_PX: Final = 34
_INDENT_PX: Final = 16


class SkillRowPaint(QStyledItemDelegate):
    """Paints rows of one or two lines."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        model = index.model()
        row = model.row_at(index) if isinstance(model, SkillRows) else None
        two = row is not None and isinstance(model, SkillRows) and bool(model.note(row))
        return QSize(80, round(theme.current().px("base") * (3.5 if two else 2.5)))

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        model = index.model()
        row = model.row_at(index) if isinstance(model, SkillRows) else None
        if row is None or not isinstance(model, SkillRows):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row_ground(painter, option)
        left = option.rect.left() + _LEFT_PX
        left += round(_INDENT_PX * theme.current().scale) if row.kind is RowKind.FILE else 0
        self._paint_sign(painter, left, option.rect, row, unfolded=model.is_unfolded(row.kind))
        self._paint_words(painter, left, option.rect, row, model)
        painter.restore()

    @staticmethod
    def _paint_sign(painter: QPainter, left: int, area: QRect, row: Row, *, unfolded: bool) -> None:
        tokens = theme.current()
        name, role = _sign(row, unfolded=unfolded)
        side = round(_SIGN_PX * tokens.scale)
        picture = icons.pixmap(name, side, role, painter.device().devicePixelRatioF())
        painter.drawPixmap(QPointF(left, area.center().y() + 0.5 - side / 2), picture)

    @staticmethod
    def _paint_words(painter: QPainter, left: int, area: QRect, row: Row, model: SkillRows) -> None:
        tokens = theme.current()
        start = left + round((_TEXT_PX - _LEFT_PX) * tokens.scale)
        room = QRect(start, area.top(), area.right() - 10 - start, area.height())
        lines = [(model.words(row), tokens.font("base"), "muted" if _is_quiet(row) else "text")]
        if note := " ".join(model.note(row).split()):
            lines.append((note, tokens.font("small"), "warning" if _waits(row) else "muted"))
        heights = [round(QFontMetrics(font).height() * 1.08) for _, font, _ in lines]
        top = room.center().y() - sum(heights) // 2
        for (text, font, role), height in zip(lines, heights, strict=True):
            painter.setFont(font)
            painter.setPen(tokens.color(role))
            line = QRect(room.left(), top, room.width(), height)
            shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, line.width())
            painter.drawText(line, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)
            top += height


def _sign(row: Row, *, unfolded: bool) -> tuple[str, str]:
    if row.kind in HEADS:
        return ("chevron_down" if unfolded else "chevron_right"), "muted"
    if row.kind is RowKind.FOLDER:
        return "folder", "muted"
    if row.kind is RowKind.REJECTED or _waits(row):
        return "warning", "warning"
    return "skills", "muted" if _is_quiet(row) else "accent"


def _waits(row: Row) -> bool:
    return isinstance(row.shown, FolderSkill) and row.shown.state is not FileState.IN_USE


def _is_quiet(row: Row) -> bool:
    archived = isinstance(row.shown, SavedSkill) and row.shown.archived
    return archived or row.kind in {*HEADS, RowKind.FOLDER, RowKind.REJECTED}
