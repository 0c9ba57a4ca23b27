"""The window: a rail, pages, a toast. A frame without behaviour."""

from __future__ import annotations

from typing import Any, override

from PySide6.QtCore import QEvent, QRect, QSize, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QMoveEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from stello_desktop.ui import dialogs, errors
from stello_desktop.ui.actions import Actions
from stello_desktop.ui.controls import button, frame, plain_label
from stello_desktop.ui.map_page import MapPage
from stello_desktop.ui.rail import Rail
from stello_desktop.ui.toasts import FAILURE_SHOWN_MS, Toast

_DEFAULT_SIZE = QSize(1280, 820)
_MINIMUM_SIZE = QSize(420, 480)
_MIN_VISIBLE_PX = 80
_MAP_FOOT_PX = 44
_COMPOSER_PX = 110


class MainWindow(QMainWindow):
    """Holds the pages and remembers where it stood.

    Signals:
        closing: the person closed the window; the application shuts down.
        place_changed: another page is shown; its name.
        geometry_changed: the window was moved or resized.
    """

    closing = Signal()
    place_changed = Signal(str)
    geometry_changed = Signal()

    def __init__(self, map_page: MapPage) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        self.setMinimumSize(_MINIMUM_SIZE)
        self.resize(_DEFAULT_SIZE)
        self.actions_table = Actions(self)
        self.addActions(list(self.actions_table))
        self.map_page = map_page
        self.rail = Rail(self.actions_table)
        self.pages = QStackedWidget()
        self._pages: dict[str, QWidget] = {}
        self.add_page("map", map_page)
        self._notice = self._make_notice()
        body = frame("surface")
        row = QHBoxLayout(body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        column = self._column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self._notice)
        column.addWidget(self.pages, 1)
        row.addLayout(column, 1)
        self.setCentralWidget(body)
        self.toast = Toast(body)
        map_page.full_changed.connect(lambda _full: self._place_toast())
        self._place_toast()
        self._retranslate()

    # -- places

    def add_page(self, place: str, page: QWidget) -> None:
        """One more page; those that are not seen at first are made when they are."""
        self._pages[place] = page
        self.pages.addWidget(page)

    def put_foot(self, bar: QWidget) -> None:
        """A quiet line below the pages."""
        self._column.addWidget(bar)

    @property
    def place(self) -> str:
        """The name of the page that is shown."""
        current = self.pages.currentWidget()
        return next(name for name, page in self._pages.items() if page is current)

    def go_to(self, place: str) -> None:
        """Show a page."""
        if place == self.place:
            return
        held = _holds(self.pages, QApplication.focusWidget())
        self.pages.setCurrentWidget(self._pages[place])
        self.rail.show_place(place)
        self.rail.setVisible(place != "welcome")
        self._place_toast()
        self.place_changed.emit(place)
        if held and not _holds(self._pages[place], QApplication.focusWidget()):
            self.focus_next_area(1)  # what had the focus is out of sight

    def _place_toast(self) -> None:
        """Above what floats at the foot of the map, or above the composer."""
        if self.place != "map":
            self.toast.stand_on(self.pages)
        elif self.map_page.full:
            self.toast.stand_on(self.map_page, _COMPOSER_PX, self.map_page.news_room)
        else:
            self.toast.stand_on(self.map_page.sky, _MAP_FOOT_PX)

    def focus_next_area(self, step: int) -> None:
        """F6 and Shift+F6: between map, outline and conversation."""
        areas = self.map_page.areas() if self.place == "map" else ()
        if not areas:
            self._pages[self.place].setFocus()
            return
        focused = QGuiApplication.focusObject()
        here = [number for number, area in enumerate(areas) if _holds(area, focused)]
        areas[(here[0] + step) % len(areas) if here else 0].setFocus()

    # -- news

    def show_failure(self, error: BaseException) -> None:
        """Say what failed; the technical text is one click away."""
        self.toast.show_news(
            errors.sentence(error),
            self.tr("Details"),
            lambda: dialogs.show_details(self, error),
            tone="danger",
            shown_ms=FAILURE_SHOWN_MS,
        )

    def _make_notice(self) -> QFrame:
        bar = frame("notice")
        bar.setObjectName("notice")
        row = QHBoxLayout(bar)
        row.setContentsMargins(16, 6, 10, 6)
        self._notice_words = plain_label(wrap=True, name="noticeText")
        self._notice_details = button(kind="link", name="noticeDetails")
        self._noticed: BaseException | None = None
        row.addWidget(self._notice_words, 1)
        row.addWidget(self._notice_details)
        bar.hide()
        return bar

    def show_notice(self, error: BaseException) -> None:
        """A failure that lasts, such as data that cannot be saved: a bar at the top."""
        if self._noticed is None:
            self._notice_details.clicked.connect(self._show_noticed)
        self._noticed = error
        self._notice_words.setText(errors.sentence(error))
        self._notice.show()

    def _show_noticed(self) -> None:
        if self._noticed is not None:
            dialogs.show_details(self, self._noticed)

    # -- where it stood

    def read_geometry(self) -> dict[str, Any]:
        """Size and place as JSON values."""
        area = self.normalGeometry() if self.isMaximized() or self.isFullScreen() else self.geometry()
        return {
            "rect": [area.x(), area.y(), area.width(), area.height()],
            "maximized": self.isMaximized(),
        }

    def put_geometry(self, saved: Any) -> None:
        """Stand where the person left it, moved onto a screen that exists."""
        area = _read_rect(saved)
        if area is None:
            return
        self.setGeometry(
            clamp_to_screens(area, [screen.availableGeometry() for screen in QGuiApplication.screens()])
        )
        if saved.get("maximized") is True:
            self.setWindowState(self.windowState() | self.windowState().WindowMaximized)

    @override
    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self.geometry_changed.emit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.geometry_changed.emit()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        event.accept()
        self.closing.emit()

    def _retranslate(self) -> None:
        self._notice_details.setText(self.tr("Details"))
        if self._noticed is not None:
            self._notice_words.setText(errors.sentence(self._noticed))
        self.setWindowTitle("Stello")

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.actions_table.retranslate()
            self.rail.retranslate()
            self._retranslate()
        super().changeEvent(event)


def _holds(area: QWidget, focused: object) -> bool:
    return isinstance(focused, QWidget) and (focused is area or area.isAncestorOf(focused))


def _read_rect(saved: Any) -> QRect | None:
    rect = saved.get("rect") if isinstance(saved, dict) else None
    if not isinstance(rect, list) or not all(isinstance(part, int) for part in rect):
        return None
    return QRect(*rect) if len(rect) == 4 else None  # noqa: PLR2004 - x, y, width, height


def clamp_to_screens(area: QRect, screens: list[QRect]) -> QRect:
    """The same area where enough of it can be seen, otherwise moved and shrunk onto the first screen."""
    for screen in screens:
        seen = screen.intersected(area)
        if (
            seen.width() >= _MIN_VISIBLE_PX
            and seen.height() >= _MIN_VISIBLE_PX
            and area.top() >= screen.top()
        ):
            return area
    if not screens:
        return area
    screen = screens[0]
    size = area.size().boundedTo(screen.size())
    return QRect(
        screen.center().x() - size.width() // 2,
        screen.center().y() - size.height() // 2,
        size.width(),
        size.height(),
    )
