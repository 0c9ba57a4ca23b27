"""How a row of the outline looks: a dot in the branch's hue, the name, and its state as a shape."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.text import MAX_LABEL_CHARS
from stello_desktop.domain.topology import EntryFlag, TreeEntry
from stello_desktop.ui import icons, theme
from stello_desktop.ui.counted_dot import counted_dot, dot_size
from stello_desktop.ui.line_field import keep_short
from stello_desktop.ui.outline.model import OutlineModel, OutlineRole

_DOT_PX = 4.0
_DOT_ROOM_PX = 18
_GAP_PX = 8
_BADGE_PX = 14


class OutlineDelegate(QStyledItemDelegate):
    """Paints rows and edits names.

    Signals:
        naming_abandoned: Escape in the editor; session id, and True where a first name stayed empty.
    """

    naming_abandoned = Signal(str, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.drop_target: SessionId | None = None
        self.first_naming: SessionId | None = None
        self.refused = False

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(80, round(theme.current().px("base") * 2.15))

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        model = index.model()
        entry = model.entry_at(index) if isinstance(model, OutlineModel) else None
        if entry is None or not isinstance(model, OutlineModel):
            return
        live, hue = model.is_live(entry.session_id), model.hue_of(entry.session_id)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option, entry)
        area = option.rect.adjusted(_GAP_PX, 0, -_GAP_PX, 0)
        self._paint_dot(painter, area, entry, hue, live=live)
        right = self._paint_badges(painter, area, entry, unsent=model.unsent_in(entry.session_id))
        taken = round(_DOT_ROOM_PX * theme.current().scale)
        room = QRect(area.left() + taken, area.top(), right - area.left() - taken, area.height())
        hint = model.hint_of(entry.session_id)
        room = self._paint_hint(painter, room, entry, hint, root=model.is_root(entry.session_id))
        self._paint_name(painter, room, entry, root=model.is_root(entry.session_id), live=live)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, entry: TreeEntry) -> None:
        tokens = theme.current()
        area = option.rect.adjusted(1, 1, -4, -1)
        state = option.state
        painter.setPen(Qt.PenStyle.NoPen)
        if entry.session_id == self.drop_target:
            role = "danger" if self.refused else "accent"
            painter.setBrush(tokens.color(role, 0.22))
            painter.setPen(QPen(tokens.color(role), 1.5))
        elif state & QStyle.StateFlag.State_Selected:
            painter.setBrush(tokens.color("selection"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(tokens.color("hover"))
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
        if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_Selected:
            painter.setPen(QPen(tokens.color("accent"), 1.5))
        painter.drawRoundedRect(area, 7, 7)

    @staticmethod
    def _paint_dot(painter: QPainter, area: QRect, entry: TreeEntry, hue: int, *, live: bool) -> None:
        tokens = theme.current()
        radius = _DOT_PX * tokens.scale
        center = QPointF(area.left() + radius + 1, area.center().y() + 0.5)
        archived = entry.archived
        color: QColor = tokens.color("muted") if archived else tokens.hue(hue)
        painter.setPen(QPen(color, 1.4) if archived else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if archived else color)
        painter.drawEllipse(center, radius, radius)
        if live:
            painter.setPen(QPen(color, 1.2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(center, radius + 2.6, radius + 2.6)

    @staticmethod
    def _paint_hint(painter: QPainter, area: QRect, entry: TreeEntry, hint: str, *, root: bool) -> QRect:
        """Draw what tells it from others of its name, close behind that; gives the room of the name."""
        if not hint:
            return area
        tokens = theme.current()
        font = tokens.font("small")
        wide = QFontMetrics(font).horizontalAdvance(hint) + _GAP_PX
        name = QFontMetrics(tokens.font(bold=root)).horizontalAdvance(entry.label) + 2
        left = area.left() + max(0, min(name, area.width() - wide))
        painter.setFont(font)
        painter.setPen(tokens.color("muted"))
        place = QRect(left + _GAP_PX, area.top(), area.right() - left - _GAP_PX, area.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, hint)
        return QRect(area.left(), area.top(), left - area.left(), area.height())

    @staticmethod
    def _paint_badges(painter: QPainter, area: QRect, entry: TreeEntry, *, unsent: int) -> int:
        """Draw what is due at the right end; gives the left edge of it."""
        ratio = painter.device().devicePixelRatioF()
        right = area.right()
        if entry.flags & EntryFlag.FAILED:
            side_px = round(_BADGE_PX * theme.current().scale)
            right -= side_px
            picture = icons.pixmap("warning", side_px, "danger", ratio)
            painter.drawPixmap(right, area.center().y() - side_px // 2, picture)
            right -= 4
        if entry.unread:
            wide = dot_size(theme.current(), entry.unread)[0]
            middle = QPointF(right - wide / 2, area.center().y() + 0.5)
            counted_dot(painter, theme.current(), middle, entry.unread)
            right -= round(wide) + 4
        if unsent:
            side_px = round(_BADGE_PX * theme.current().scale)
            right -= side_px
            picture = icons.pixmap("send", side_px, "text", ratio)
            painter.drawPixmap(right, area.center().y() - side_px // 2, picture)
            right -= 4
        return right

    @staticmethod
    def _paint_name(painter: QPainter, area: QRect, entry: TreeEntry, *, root: bool, live: bool) -> None:
        tokens = theme.current()
        font = tokens.font(bold=root)
        font.setItalic(live)
        painter.setFont(font)
        painter.setPen(tokens.color("muted" if entry.archived else "text"))
        name = QFontMetrics(font).elidedText(entry.label, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name)

    # -- editing

    @override
    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        editor = QLineEdit(parent)
        editor.setObjectName("outlineNameEditor")
        keep_short(editor, MAX_LABEL_CHARS)
        editor.setProperty("sessionId", index.data(OutlineRole.SESSION_ID))
        editor.setStyleSheet("QLineEdit { padding: 0 6px; min-height: 0; border-radius: 6px; }")
        return editor

    @override
    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        if isinstance(editor, QLineEdit) and not editor.isModified():
            label = str(index.data(Qt.ItemDataRole.EditRole) or "")
            first = index.data(OutlineRole.SESSION_ID) == self.first_naming
            editor.setText("" if first else label)
            editor.setPlaceholderText(label if first else "")
            editor.selectAll()

    @override
    def setModelData(
        self, editor: QWidget, model: QAbstractItemModel, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        if isinstance(editor, QLineEdit):
            model.setData(index, editor.text())

    @override
    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        taken = round(_DOT_ROOM_PX * theme.current().scale)
        editor.setGeometry(option.rect.adjusted(taken + 2, 1, -6, -1))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and isinstance(watched, QLineEdit)
        ):
            if event.key() == Qt.Key.Key_Escape:
                session_id = SessionId(watched.property("sessionId"))
                untouched = session_id == self.first_naming and not watched.text().strip()
                self.closeEditor.emit(watched, QStyledItemDelegate.EndEditHint.RevertModelCache)
                self.naming_abandoned.emit(session_id, untouched)
                return True
            if event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                self.commitData.emit(watched)
                self.closeEditor.emit(watched, QStyledItemDelegate.EndEditHint.NoHint)
                return True
        return super().eventFilter(watched, event)
