"""The line that stands where an answer is awaited: three dots, what is waited for, and a way out (Q34)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, override

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from stello_desktop.ui import theme
from stello_desktop.ui.controls import button, plain_label

_DOTS: Final = 3
_DOT_MS: Final = 160
_STILL_MS: Final = 1000
_MOST: Final = 1000
_MORE_DIGITS: Final = "0000"
_NUMBER = re.compile(r"\d+")


class _Dots(QWidget):
    """Three dots, of which one is lit in turn; all are where motion is not wanted."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._lit = -1
        self.setSizePolicy(self.sizePolicy().Policy.Fixed, self.sizePolicy().Policy.Fixed)

    def step(self) -> None:
        """Light the next one."""
        self._lit = (self._lit + 1) % (_DOTS + 2)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        em = theme.current().px("base")
        return QSize(round(em * 0.46 * 1.8 * _DOTS) + 1, round(em * 1.6))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        now = theme.current()
        size, middle = now.px("base") * 0.46, self.height() / 2
        for number in range(_DOTS):
            lit = self._lit in {number, -1}
            painter.setBrush(now.color("accent" if lit else "muted", 1.0 if lit else 0.55))
            painter.drawEllipse(QRectF(1 + number * size * 1.8, middle - size / 2, size, size))
        painter.end()


class WaitingLine(QWidget):
    """An answer is on its way.

    Args:
        words: what is waited for, asked again while the line is shown; empty for nothing special.
        stoppable: whether it has taken so long that the line itself offers *Stop*.

    Signals:
        stop_requested: the person will not wait any longer.
        resized: it needs another height.
    """

    stop_requested = Signal()
    resized = Signal()

    def __init__(
        self, words: Callable[[], str], stoppable: Callable[[], bool], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("waitingDots")
        self._words, self._stoppable = words, stoppable
        self._said = ""
        self._dots = _Dots(self)
        self._text = plain_label(tone="muted", size="small", wrap=True, name="waitingText")
        self._stop = button(kind="link", name="waitingStop")
        self._stop.clicked.connect(self.stop_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._dots)
        row.addWidget(self._text, _MOST)
        row.addWidget(self._stop)
        row.addStretch(1)
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._step)
        self._retranslate()
        self._say()

    def _step(self) -> None:
        if not theme.motion_reduced():
            self._dots.step()
        self._say()

    def _say(self) -> None:
        """Show the words of now; only other words, not other seconds, are told and measured anew."""
        words, stoppable = self._words(), self._stoppable()
        self._text.setText(words)
        self._text.setVisible(bool(words))
        self._stop.setVisible(stoppable)
        said = f"{_NUMBER.sub('', words)}{stoppable}"
        if said != self._said:
            self._said = said
            self.setAccessibleName(words or self.tr("Waiting for the answer"))
            self._text.ensurePolished()
            metrics = self._text.fontMetrics()
            self._text.setMaximumWidth(metrics.horizontalAdvance(f"{words}{_MORE_DIGITS}"))
            self.updateGeometry()
            self.resized.emit()

    def _retranslate(self) -> None:
        self._stop.setText(self.tr("Stop"))
        self._stop.setAccessibleName(self.tr("Stop waiting for the answer"))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        self._clock.start(_STILL_MS if theme.motion_reduced() else _DOT_MS)
        super().showEvent(event)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self._clock.stop()
        super().hideEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)
