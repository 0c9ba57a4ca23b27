"""What is being made in the background, in one line: quiet while it runs, with a way on where it failed (D-3)."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from stello_desktop.domain.memory import MemoryWork, WorkState
from stello_desktop.domain.reach import is_keyless
from stello_desktop.ui import dialogs, icons
from stello_desktop.ui.controls import button, plain_label, set_tone
from stello_desktop.ui.elapsed import Elapsed
from stello_desktop.ui.flow_layout import FlowLayout
from stello_desktop.ui.insights import words


class WorkStrip(QFrame):
    """Hidden while nothing is made.

    Signals:
        retry_requested(object), stop_requested(object): about the `MemoryWork` that is shown.
        left: it went away with the focus.
    """

    retry_requested = Signal(object)
    stop_requested = Signal(object)
    left = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"{name}Work")
        self.setProperty("area", "card")
        self._work: MemoryWork | None = None
        self._service = ""
        self._words = plain_label(wrap=True, name=f"{name}WorkWords")
        self._elapsed = Elapsed(self._words.setText, self)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._retry = button(name=f"{name}WorkRetry", icon="retry")
        self._details = button(kind="link", name=f"{name}WorkDetails")
        self._stop = button(kind="link", name=f"{name}WorkStop")
        buttons = FlowLayout(gap_px=8)
        for part in (self._retry, self._details, self._stop):
            buttons.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(8)
        head = QHBoxLayout()
        head.addWidget(self._words, 1)
        column.addLayout(head)
        column.addWidget(self._bar)
        column.addLayout(buttons)
        self._retry.clicked.connect(lambda: self.retry_requested.emit(self._work))
        self._stop.clicked.connect(lambda: self.stop_requested.emit(self._work))
        self._details.clicked.connect(self._explain)
        self.hide()

    @property
    def work(self) -> MemoryWork | None:
        """What is shown."""
        return self._work

    def show_work(self, work: MemoryWork | None, service: str) -> None:
        """Show this; ``service`` is who makes it, in words."""
        self._work, self._service = work, service
        self._elapsed.end()
        if work is None:
            held = self.window().focusWidget() in (self._retry, self._details, self._stop)
            self.hide()
            if held:
                self.left.emit()
            return
        stopping = self.window().focusWidget() is self._stop and self._retry.isHidden()
        failed, offline = work.state is WorkState.FAILED, work.state is WorkState.OFFLINE
        asks, cut_off = work.state is WorkState.ASKS, work.state is WorkState.INTERRUPTED
        set_tone(self._words, "danger" if failed else "normal")
        said = words.work_words(work, service)
        self._words.setText(said)
        if work.state is WorkState.RUNNING:
            self._elapsed.begin(said, work.begun_at)
        self._bar.setVisible(work.state is WorkState.RUNNING)
        self._bar.setRange(0, 0)
        self._retry.setVisible(failed or offline or asks or cut_off)
        self._details.setVisible(work.error is not None and not asks)
        keyless = failed and work.error is not None and is_keyless(work.error)
        if keyless:
            again, icon = self.tr("Enter the key…"), "key"
        elif cut_off:
            again, icon = self.tr("Go on"), "play"
        elif asks:
            again, icon = self.tr("Summarise it"), "sparkle"
        else:
            again, icon = self.tr("Try again"), "retry"
        self._retry.setText(again)
        self._retry.setIcon(icons.icon(icon, "muted", "accent"))
        self._details.setText(self.tr("Details"))
        drop = self.tr("Dismiss") if failed or cut_off else self.tr("Stop")
        self._stop.setText(self.tr("Not now") if asks else drop)
        self.setAccessibleName(said)
        self.show()
        if stopping:  # it runs no longer, and what can be done now is another thing
            self.take_focus()

    def take_focus(self) -> None:
        """The next thing that can be done: to try it again where it failed, and else to stop it."""
        (self._stop if self._retry.isHidden() else self._retry).setFocus()

    def _explain(self) -> None:
        if self._work is not None and self._work.error is not None:
            dialogs.show_details(self.window(), self._work.error)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self._work is not None:
            self.show_work(self._work, self._service)
