"""The profiles as rows of a list: a coloured dot, the name, and the description below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, override

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from stello_desktop.domain.library import SavedProfile
from stello_desktop.ui import theme
from stello_desktop.ui.hue_dot import paint_dot

_NO_INDEX: Final = QModelIndex()
_PAD_PX: Final = 10
_DOT_PX: Final = 24


class ProfileRows(QAbstractListModel):
    """*No profile* first, then all that the search leaves."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[SavedProfile | None, ...] = (None,)
        self._keys: tuple[str, ...] = ("",)
        self._shown: list[SavedProfile | None] = []
        self.none_words = self.none_note = ""

    def put(self, profiles: Sequence[SavedProfile]) -> None:
        """Show these profiles."""
        self._all = (None, *profiles)
        self._keys = ("", *(f"{item.name} {item.description}".casefold() for item in profiles))
        self.narrow("")

    def narrow(self, words: str) -> None:
        """Leave those that have all these words in name or description; *No profile* while nothing is searched."""
        wanted = words.casefold().split()
        self.beginResetModel()
        self._shown = [
            profile
            for profile, key in zip(self._all, self._keys, strict=True)
            if not wanted or (profile is not None and all(word in key for word in wanted))
        ]
        self.endResetModel()

    def has(self, number: int) -> bool:
        """Whether there is such a row."""
        return 0 <= number < len(self._shown)

    def profile_at(self, number: int) -> SavedProfile | None:
        """The profile of a row; None for *No profile*."""
        return self._shown[number]

    def find(self, profile: SavedProfile | None) -> int:
        """The row of a profile; 0 where it does not show."""
        wanted = None if profile is None else profile.profile_id
        ids = [None if item is None else item.profile_id for item in self._shown]
        return ids.index(wanted) if wanted in ids else 0

    def words_of(self, number: int) -> tuple[str, str]:
        """Name and description of a row."""
        profile = self._shown[number]
        return (
            (self.none_words, self.none_note)
            if profile is None
            else (profile.name, " ".join(profile.description.split()))
        )

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._shown)

    @override
    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if not self.has(index.row()):
            return None
        name, note = self.words_of(index.row())
        if role == Qt.ItemDataRole.DisplayRole:
            return name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{name}. {note}" if note else name
        return None


class ProfileRowDelegate(QStyledItemDelegate):
    """Paints `ProfileRows`."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        model = index.model()
        two = isinstance(model, ProfileRows) and model.has(index.row()) and model.words_of(index.row())[1]
        return QSize(120, round(theme.current().px("base") * (3.6 if two else 2.5)))

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        model = index.model()
        if not isinstance(model, ProfileRows) or not model.has(index.row()):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option)
        name, note = model.words_of(index.row())
        profile = model.profile_at(index.row())
        area = option.rect.adjusted(_PAD_PX, 4, -_PAD_PX, -4)
        text = area.adjusted(_DOT_PX, 0, 0, 0)
        line = QRect(text.left(), text.top(), text.width(), text.height() // 2) if note else text
        if profile is not None:
            paint_dot(painter, QRectF(area.left(), line.top(), _DOT_PX - 8, line.height()), profile.hue)
        self._paint_text(painter, line, name, "base", "text")
        if note:
            below = QRect(text.left(), line.bottom() + 1, text.width(), text.height() - line.height())
            self._paint_text(painter, below, note, "small", "muted")
        painter.restore()

    @staticmethod
    def _paint_ground(painter: QPainter, option: QStyleOptionViewItem) -> None:
        tokens = theme.current()
        selected = option.state & QStyle.StateFlag.State_Selected
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(QPen(tokens.color("accent"), 1.5) if selected else Qt.PenStyle.NoPen)
            painter.setBrush(tokens.color("selection" if selected else "hover"))
            painter.drawRoundedRect(option.rect.adjusted(1, 1, -1, -1), 7, 7)

    @staticmethod
    def _paint_text(painter: QPainter, area: QRect, words: str, size: theme.SizeName, role: str) -> None:
        font = theme.current().font(size)
        painter.setFont(font)
        painter.setPen(theme.current().color(role))
        text = QFontMetrics(font).elidedText(words, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, text)
