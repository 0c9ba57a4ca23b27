"""The place where one lives: outline, map and conversation side by side, or one at a time.

Below 1,000 px the outline hides. Below 720 px map and conversation become two pages. The
conversation can be given the whole window at any width, and Escape leads back.
"""

from __future__ import annotations

from typing import Any, Final, override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from stello_desktop.ui.controls import button, frame

OUTLINE_MIN_WIDTH_PX: Final = 1000
SPLIT_MIN_WIDTH_PX: Final = 720
_DEFAULT_SIZES: Final = (240, 700, 450)


class MapPage(QWidget):
    """Arranges the three parts; knows nothing of what they show.

    Signals:
        full_changed: the conversation got the window, or gave it back.
        outline_changed: whether the outline is shown now.
        places_changed: a splitter was moved.
    """

    full_changed = Signal(bool)
    outline_changed = Signal(bool)
    places_changed = Signal()

    def __init__(self, outline: QWidget, sky: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.outline, self.sky = outline, sky
        self.chat: QWidget | None = None
        self.news_room: QWidget | None = None
        self._full = self._measured = False
        self._outline_wanted = True
        self._back_bar = frame("surface")
        self._back = button(kind="quiet", icon="chevron_left", name="backToMap")
        self._back.clicked.connect(self.leave_full)
        self._chat_area = self._make_chat_area()
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setObjectName("mapSplitter")
        self.splitter.setChildrenCollapsible(False)
        for part, minimum_px in ((outline, 0), (sky, 240), (self._chat_area, 320)):
            if minimum_px:
                part.setMinimumWidth(minimum_px)
            self.splitter.addWidget(part)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes(list(_DEFAULT_SIZES))
        self.splitter.splitterMoved.connect(self.places_changed)
        self._open_bar = frame("surface")
        self._open = button(kind="primary", icon="chat", name="openConversation")
        self._open.clicked.connect(self.give_window_to_chat)
        bar = QHBoxLayout(self._open_bar)
        bar.setContentsMargins(12, 8, 12, 10)
        bar.addWidget(self._open)
        self._open_label = ""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.splitter, 1)
        column.addWidget(self._open_bar)
        self._retranslate()

    def _make_chat_area(self) -> QFrame:
        area = frame("surface")
        bar = QHBoxLayout(self._back_bar)
        bar.setContentsMargins(10, 6, 10, 0)
        bar.addWidget(self._back)
        bar.addStretch(1)
        column = QVBoxLayout(area)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._back_bar)
        return area

    def put_chat(self, chat: QWidget, news_room: QWidget) -> None:
        """Fill the room of the conversation, which is made last."""
        self.chat, self.news_room = chat, news_room
        layout = self._chat_area.layout()
        if isinstance(layout, QVBoxLayout):
            layout.addWidget(chat, 1)
        chat.show()  # a layout shows what comes late only with the next event

    # -- one or several parts

    @property
    def full(self) -> bool:
        """Whether the conversation has the window."""
        return self._full

    def give_window_to_chat(self) -> None:
        """Show the conversation alone."""
        if not self._full:
            self._full = True
            self._arrange()
            self.full_changed.emit(True)

    def leave_full(self) -> None:
        """Bring the map back."""
        if self._full:
            self._full = False
            self._arrange()
            self.full_changed.emit(False)

    def toggle_full(self) -> None:
        """The one or the other."""
        (self.leave_full if self._full else self.give_window_to_chat)()

    def set_chosen(self, label: str) -> None:
        """The name of the chosen conversation, for the button that opens it in a narrow window."""
        self._open_label = label
        words = self.tr("Open “%1”").replace("%1", label)
        self._open.setText(self._open.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, 320))
        self._open.setAccessibleName(words)
        self._arrange()

    @property
    def narrow(self) -> bool:
        """Whether map and conversation are two pages."""
        return self.width() < SPLIT_MIN_WIDTH_PX

    @property
    def outline_shown(self) -> bool:
        """Whether there is an outline now."""
        return not self._full and self._outline_wanted and self.width() >= OUTLINE_MIN_WIDTH_PX

    def show_outline(self, wanted: bool) -> None:
        """Show or hide the outline, where there is room."""
        self._outline_wanted = wanted
        self._arrange()
        self.places_changed.emit()

    def _arrange(self) -> None:
        shown = self.outline_shown
        if shown != self.outline.isVisibleTo(self):
            self.outline.setVisible(shown)
            self.outline_changed.emit(shown)
        self.sky.setVisible(not self._full)
        self._chat_area.setVisible(self._full or not self.narrow)
        self._back_bar.setVisible(self._full)
        # Its width says nothing until the page is laid out, and a bar that goes then would have the frame painted twice.
        narrow = self._measured and self.narrow
        self._open_bar.setVisible(narrow and not self._full and bool(self._open_label))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape that nobody below needed brings the map back."""
        if event.key() == Qt.Key.Key_Escape and self._full:
            self.leave_full()
        else:
            super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measured = True
        self._arrange()

    # -- places

    def read_places(self) -> dict[str, Any]:
        """How the person left the parts, as JSON values."""
        places: dict[str, Any] = {"outline": self._outline_wanted, "full": self._full}
        if self.outline_shown:
            places["sizes"] = self.splitter.sizes()
        return places

    def put_places(self, places: Any) -> None:
        """Restore them; anything unreadable is left at its default."""
        if not isinstance(places, dict):
            return
        sizes = places.get("sizes")
        if (
            isinstance(sizes, list)
            and len(sizes) == self.splitter.count()
            and all(isinstance(size, int) for size in sizes)
        ):
            self.splitter.setSizes(sizes)
        self._outline_wanted = places.get("outline") is not False
        self._full = places.get("full") is True
        self._arrange()

    def areas(self) -> tuple[QWidget, ...]:
        """The parts that are shown, in the order of F6."""
        parts = (self.sky, self.outline, self.chat)
        return tuple(part for part in parts if part is not None and part.isVisibleTo(self))

    def _retranslate(self) -> None:
        self._back.setText(self.tr("Map"))
        self._back.setAccessibleName(self.tr("Back to the map"))
        self.set_chosen(self._open_label)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
