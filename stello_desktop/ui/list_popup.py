"""A list to search in that opens below a field, in a window of its own that closes by itself."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from stello_desktop.ui import theme
from stello_desktop.ui.controls import plain_label, set_tone
from stello_desktop.ui.model_list import ModelList

_LETTERS: Final = 34
_ROW: Final = 2.4
_FEWEST_ROWS: Final = 3
_MOST_ROWS: Final = 13
_AROUND: Final = 5
_GAP_PX: Final = 4


def area_below(popup: QWidget, place: QRect, wanted: QSize) -> QRect:
    """Where a popup of this size opens below a place of the screen; above it where there is no room below."""
    room = (QGuiApplication.screenAt(place.center()) or popup.screen()).availableGeometry()
    size = wanted.boundedTo(room.size())
    left = max(room.left(), min(place.left(), room.right() - size.width()))
    top = place.bottom() + _GAP_PX
    if top + size.height() > room.bottom():
        top = max(room.top(), place.top() - size.height() - _GAP_PX)
    return QRect(QPoint(left, top), size)


class ListPopup(QFrame):
    """The list, and a line of news below it.

    Signals:
        picked(Row): what was clicked or entered; the popup stays until its owner closes it.
    """

    picked = Signal(object)

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName(name)
        self.setProperty("area", "popup")
        self._news = plain_label(size="small", tone="danger", wrap=True, name=f"{name}News")
        self._news.hide()
        self.list = ModelList(name)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(6)
        column.addWidget(self.list)
        column.addWidget(self._news)
        self._place = QRect()
        self.list.picked.connect(self.picked)
        self.list.rows.modelReset.connect(self._grow)
        self.setFocusProxy(self.list.search)

    def show_below(self, place: QRect) -> None:
        """Show the list at this place of the screen; above it where there is no room below."""
        self._place = place
        self.setGeometry(area_below(self, place, self._wanted_size()))
        self.show()
        self.list.search.setFocus(Qt.FocusReason.PopupFocusReason)

    def _wanted_size(self) -> QSize:
        px = theme.current().px("base")
        rows = min(max(self.list.rows.rowCount(), _FEWEST_ROWS), _MOST_ROWS)
        return QSize(max(self._place.width(), px * _LETTERS), round(px * _ROW) * rows + px * _AROUND)

    def _grow(self) -> None:
        """More rows have come, such as all models of a service; a search never makes it smaller."""
        wanted = self._wanted_size()
        if self.isVisible() and wanted.height() > self.height():
            self.setGeometry(area_below(self, self._place, wanted))

    def say(self, words: str, *, failed: bool = False) -> None:
        """A sentence below the list; empty for none."""
        set_tone(self._news, "danger" if failed else "muted")
        self._news.setText(words)
        self._news.setVisible(bool(words))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
            return
        super().keyPressEvent(event)
