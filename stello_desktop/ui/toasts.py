"""Short news at the foot of the window that go away by themselves, often with *Undo*."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, override

from PySide6.QtCore import QEasingCurve, QEvent, QObject, QPoint, QPropertyAnimation, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QHideEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QWidget

from stello_desktop.ui import theme
from stello_desktop.ui.controls import Glyph, Tone, button, describe, plain_label, set_tone, tool_button

SHOWN_MS: Final = 6000
FAILURE_SHOWN_MS: Final = 15000
_MARGIN_PX: Final = 20
_MAX_WIDTH_PX: Final = 560


@dataclass(frozen=True, slots=True)
class _News:
    """What is shown, so that it can be shown again."""

    words: str
    action: str
    start: Callable[[], object] | None
    tone: Tone
    on_dismiss: Callable[[], object] | None


class Toast(QFrame):
    """One piece of news; the next one replaces it.

    It waits while the pointer or the focus is on it. News with something to press give way to news without, and
    come back after them for the rest of their time.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("toast")
        self.setProperty("area", "toast")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._canvas = parent
        self._anchor: QWidget = parent
        self._lift_px = 0
        self._room: QWidget | None = None
        self._watched: list[QWidget] = [parent]
        self._news: _News | None = None
        self._resting: tuple[_News, int] | None = None
        self._picture = Glyph("warning", "danger", 18)
        self._words = plain_label(wrap=True, name="toastText")
        self._action = button(kind="link", name="toastAction")
        self._close = tool_button("close", name="toastClose", size_px=14)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 8, 8)
        row.setSpacing(10)
        row.addWidget(self._picture)
        row.addWidget(self._words, 1)
        row.addWidget(self._action)
        row.addWidget(self._close)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._leave_unless_used)
        self._motion = QPropertyAnimation(self, b"pos", self)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._action.clicked.connect(self._run)
        self._close.clicked.connect(self._dismiss)
        parent.installEventFilter(self)
        self.retranslate()
        self.hide()

    def show_news(
        self,
        words: str,
        action: str = "",
        start: Callable[[], object] | None = None,
        *,
        tone: Tone = "normal",
        shown_ms: int = SHOWN_MS,
        on_dismiss: Callable[[], object] | None = None,
        over: bool = False,
    ) -> None:
        """Show one line with at most one action.

        Args:
            over: what is shown with something to press comes back after it, although this has that too.
            on_dismiss: called where the person closes it unused, not where it leaves by itself.
        """
        news, shown = _News(words, action, start, tone, on_dismiss), self._news
        if start is not None and not over:
            self._resting = None
        elif self.isVisible() and shown is not None and shown.start is not None:
            self._resting = shown, max(self._timer.remainingTime(), SHOWN_MS // 2)
        self._show(news, shown_ms)

    def _show(self, news: _News, shown_ms: int) -> None:
        self._news = news
        self._words.setText(news.words)
        set_tone(self._words, news.tone)
        self._action.setText(news.action)
        self._action.setVisible(bool(news.action) and news.start is not None)
        self._picture.setVisible(news.tone == "danger")
        self._place()
        self.show()
        self._place()  # a room is given only to what is shown
        self.raise_()
        self._enter()
        self._timer.start(shown_ms)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, news.words))

    def forget(self, start: Callable[[], object] | None) -> bool:
        """What this would do was done otherwise, so it is no longer offered; says whether it was."""
        if start is None:
            return False
        rests = self._resting is not None and self._resting[0].start == start
        if rests:
            self._resting = None
        shown = self.isVisible() and self._news is not None and self._news.start == start
        if shown:
            self.hide()
        return rests or shown

    @property
    def words(self) -> str:
        """What is shown; empty where nothing is."""
        return self._words.text() if self.isVisible() else ""

    def stand_on(self, area: QWidget, lift_px: int = 0, room: QWidget | None = None) -> None:
        """Keep to the foot of this part of the window, ``lift_px`` above it.

        Args:
            room: an empty part that is given the height of what is shown, so that no words lie below it; in use
                wherever the part that it belongs to is seen.
        """
        for before in self._watched:
            before.removeEventFilter(self)
        self._give_room_back()
        self._anchor, self._lift_px, self._room = area, lift_px, room
        self._watched = [part for part in (area, room, room and room.parentWidget()) if part is not None]
        for part in self._watched:
            part.installEventFilter(self)
        self._canvas.installEventFilter(self)
        self._place()

    def _give_room_back(self) -> None:
        if self._room is not None:
            self._room.hide()

    def _enter(self) -> None:
        if theme.motion_reduced():
            return
        self._motion.stop()
        self._motion.setDuration(theme.MOVE_MS)
        self._motion.setStartValue(self.pos() + QPoint(0, 16))
        self._motion.setEndValue(self.pos())
        self._motion.start()

    def _place(self) -> None:
        room = self._room
        around = None if room is None else room.parentWidget()
        if room is None or around is None or not around.isVisible():
            self._give_room_back()
            self._fit(self._anchor.width() - 2 * _MARGIN_PX)
            corner = self._anchor.mapTo(self._canvas, QPoint(0, 0))
            lift_px = round(self._lift_px * theme.current().scale)  # what it stands above grows with the text
            top = corner.y() + self._anchor.height() - self.height() - _MARGIN_PX - lift_px
            self.move(corner.x() + _MARGIN_PX, max(corner.y(), top))
            return
        self._fit(room.width() if room.isVisible() else around.contentsRect().width() - 2 * _MARGIN_PX)
        if not self.isHidden():
            room.setFixedHeight(self.height())
            room.show()
        self.move(room.mapTo(self._canvas, QPoint(0, 0)))

    def _fit(self, room_px: int) -> None:
        layout = self.layout()
        if layout is None:
            return
        needed_px = layout.totalSizeHint().width() - self._words.sizeHint().width()
        needed_px += self._words.fontMetrics().horizontalAdvance(self._words.text()) + _MARGIN_PX
        width_px = min(_MAX_WIDTH_PX * theme.current().scale, max(200, room_px), needed_px)
        # A wrapped line needs its height for this very width.
        self.setFixedSize(round(width_px), layout.totalHeightForWidth(round(width_px)))

    def _run(self) -> None:
        start = None if self._news is None else self._news.start
        self._news = self._resting = None  # it is taken once
        self.hide()
        if start is not None:
            start()

    def _dismiss(self) -> None:
        on_dismiss = None if self._news is None else self._news.on_dismiss
        self._leave()
        if on_dismiss is not None:
            on_dismiss()

    def _leave_unless_used(self) -> None:
        if self.underMouse() or self._has_focus_inside():
            self._timer.start(SHOWN_MS // 2)
        else:
            self._leave()

    def _leave(self) -> None:
        resting, self._resting = self._resting, None
        if resting is None:
            self.hide()
        else:
            self._show(*resting)

    def _has_focus_inside(self) -> bool:
        focused = QApplication.focusWidget()
        return focused is not None and self.isAncestorOf(focused)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and self.isVisible():
            self._motion.stop()
            self._place()
        return False

    def retranslate(self) -> None:
        """Read the words again."""
        describe(self._close, self.tr("Close"))

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self._timer.stop()
        self._give_room_back()
        super().hideEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self._resting = None
            self.hide()  # its words were in the other language
