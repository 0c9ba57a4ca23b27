"""How a skill looks in the list: a sign for where it comes from, its name, what it is for."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QPainter

from stello_desktop.domain.library import FileState, FolderSkill, SavedSkill
from stello_desktop.ui import icons, theme
from stello_desktop.ui.row_paint import Line, RowPaint, paint_lines
from stello_desktop.ui.skills.rows import Row, RowKind, SkillRows

_SIGN_PX: Final = 16
_LEFT_PX: Final = 10
_TEXT_PX: Final = 34
_INDENT_PX: Final = 16


class SkillRowPaint(RowPaint[SkillRows]):
    """Paints the rows of the list of skills."""

    @override
    def paint_row(self, painter: QPainter, area: QRect, row: Row) -> None:
        scale = theme.current().scale
        left = area.left() + _LEFT_PX + (round(_INDENT_PX * scale) if row.kind is RowKind.FILE else 0)
        sign, role = _sign(row, unfolded=self.rows.is_unfolded(row.key))
        side = round(_SIGN_PX * scale)
        picture = icons.pixmap(sign, side, role, painter.device().devicePixelRatioF())
        painter.drawPixmap(QPointF(left, area.center().y() + 0.5 - side / 2), picture)
        room = area.adjusted(0, 0, -10, 0)
        room.setLeft(left + round((_TEXT_PX - _LEFT_PX) * scale))
        name = Line(self.rows.words(row), "base", "muted" if _is_quiet(row) else "text")
        note = Line(" ".join(self.rows.note(row).split()), "small", "warning" if _waits(row) else "muted")
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
