"""How full the model's context would be with the next message (C-6); seen only where it fills (from 70 % on)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, override

from PySide6.QtCore import QEvent, QLocale, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.composition import RequestSize
from stello_desktop.domain.errors import SessionNotFound
from stello_desktop.domain.ids import SessionId
from stello_desktop.ui import tasks, theme
from stello_desktop.ui.controls import button, set_plain_tooltip, set_tone
from stello_desktop.ui.i18n import filled
from stello_desktop.workspace.sending_desk import size_with
from stello_desktop.workspace.workspace import Workspace

SHOWN_FROM: Final = 0.7
SUMMARISED_FROM: Final = 0.8
FULL_FROM: Final = 0.95

_QUIET_MS: Final = 400
_TYPED_MS: Final = 150


class _Ring(QWidget):
    """A ring that fills."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._share, self._role = 0.0, "muted"
        self.setSizePolicy(self.sizePolicy().Policy.Fixed, self.sizePolicy().Policy.Fixed)

    def put(self, share: float, role: str) -> None:
        """Show this share in this colour."""
        self._share, self._role = share, role
        self.update()

    @override
    def sizeHint(self) -> QSize:
        side = round(15 * theme.current().scale)
        return QSize(side, side)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        now = theme.current()
        width = max(2.0, self.width() * 0.16)
        half = self.width() / 2 - width / 2 - 0.5
        middle = QPointF(self.width() / 2, self.height() / 2)
        box = QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half)
        painter.setPen(QPen(now.color("line_strong", 0.55), width))
        painter.drawEllipse(box)
        pen = QPen(now.color(self._role), width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawArc(box, 90 * 16, -round(min(self._share, 1.0) * 360 * 16))
        painter.end()


class ContextMeter(QWidget):
    """A ring and a share; a click shows what is sent.

    Args:
        draft: what stands in the composer now.

    Attributes:
        button: what is clicked.
        size_known: what was measured last; None before, and where nobody knows how much the model reads.
    """

    def __init__(self, workspace: Workspace, draft: Callable[[], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("contextMeter")
        self._workspace, self._draft = workspace, draft
        self._session_id: SessionId | None = None
        self._number = 0
        self.size_known: RequestSize | None = None
        self.button = button(kind="quiet", name="contextMeterButton")
        self.button.setProperty("textSize", "small")
        self._ring = _Ring(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._ring)
        row.addWidget(self.button)
        self._later = QTimer(self, singleShot=True, interval=_QUIET_MS)
        self._later.timeout.connect(self._measure)
        self._typed = QTimer(self, singleShot=True, interval=_TYPED_MS)
        self._typed.timeout.connect(self._show)
        unsubscribe = workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_: unsubscribe())
        self.hide()

    def show_session(self, session_id: SessionId | None) -> None:
        """Follow this conversation."""
        self._session_id, self.size_known = session_id, None
        self._show()
        self._later.start()

    def draft_changed(self) -> None:
        """Something was typed."""
        if self.size_known is not None:
            self._typed.start()

    def _follow(self, changes: Changes) -> None:
        session_id = self._session_id
        if session_id is None:
            return
        around = changes.services or changes.settings or changes.library
        if around or session_id in changes.touched | changes.records:
            self._later.start()

    def _measure(self) -> None:
        if self._session_id is not None and self._session_id in self._workspace.topology:
            self._number += 1
            tasks.start(self._read(self._session_id, self._number), self)

    async def _read(self, session_id: SessionId, number: int) -> None:
        try:
            size = await self._workspace.sending.size(session_id)
        except SessionNotFound:
            return
        if number == self._number and session_id == self._session_id:
            self.size_known = size
            self._show()

    # -- what is seen

    @property
    def share(self) -> float:
        """How full it would be, 1.0 is full; 0 where nobody knows."""
        size = self.size_known
        if size is None or not size.limit:
            return 0.0
        return size_with(size, self._draft()) / size.limit

    def _show(self) -> None:
        share, size = self.share, self.size_known
        shown = size is not None and share >= SHOWN_FROM
        if shown and size is not None:
            role = "danger" if share >= FULL_FROM else "warning" if share >= SUMMARISED_FROM else "muted"
            self._ring.put(share, role)
            self.button.setText(self.tr("%1 %").replace("%1", str(round(share * 100))))
            set_tone(
                self.button, "warning" if role == "warning" else "danger" if role == "danger" else "muted"
            )
            words = self._words(share, size)
            self.button.setAccessibleName(words)
            set_plain_tooltip(self.button, words)
        self.setVisible(shown)

    def _words(self, share: float, size: RequestSize) -> str:
        locale = QLocale()
        words = self.tr("Your next message would send about %1 of the %2 tokens that the model reads.")
        tokens = size_with(size, self._draft())
        words = filled(words, locale.toString(tokens), locale.toString(size.limit or 0))
        if size.whole:
            more = self.tr("Everything is sent, as you chose, until it no longer fits.")
        elif share >= SUMMARISED_FROM:
            more = self.tr("The earlier part is summarised before it leaves.")
        else:
            more = self.tr("From 80 % on the earlier part is summarised.")
        return filled(self.tr("%1 %2"), words, more)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_typed"):
            self._show()
