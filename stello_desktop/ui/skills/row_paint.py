"""How a skill looks in the list: a sign for where it comes from, its name, what it is for."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from stello_desktop.domain.library import FileState, FolderSkill, SavedSkill
from stello_desktop.ui import icons, theme
from stello_desktop.ui.row_ground import paint_row_ground
from stello_desktop.ui.row_lines import Line, paint_lines, row_size
from stello_desktop.ui.skills.rows import Row, RowKind, SkillRows

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
        return row_size(second_line=two)

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
        self._paint_sign(painter, left, option.rect, row, unfolded=model.is_unfolded(row.key))
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
        name = Line(model.words(row), "base", "muted" if _is_quiet(row) else "text")
        note = Line(" ".join(model.note(row).split()), "small", "warning" if _waits(row) else "muted")
        paint_lines(painter, room, name, note)


def _sign(row: Row, *, unfolded: bool) -> tuple[str, str]:
    if row.is_head:
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
    return archived or row.is_head or row.kind in {RowKind.FOLDER, RowKind.REJECTED}
