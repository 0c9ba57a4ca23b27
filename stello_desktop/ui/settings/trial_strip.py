"""What a test is doing and what came of it, in one sentence, with what helps beside it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, override

from PySide6.QtCore import QEvent, QLocale, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QWidget

from stello_desktop.domain.errors import StelloError
from stello_desktop.ui import dialogs
from stello_desktop.ui.controls import Glyph, Tone, plain_label, set_tone
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.settings.rows import flush_link

_TICK_MS: Final = 1000
_PATIENCE_S: Final = 2.0


class TrialStrip(QWidget):
    """One sentence with a picture: working (with its seconds), good, failed."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._say: Callable[[], str] = str
        self._began_s: float | None = None
        self._error: StelloError | None = None
        self._command = ""
        self._good = Glyph("check", "good", 16)
        self._bad = Glyph("warning", "danger", 16)
        self._words = plain_label(wrap=True, name=name)
        self._copy = flush_link(icon="copy", name=f"{name}Copy")
        self._details = flush_link(name=f"{name}Details")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._good)
        row.addWidget(self._bad)
        row.addWidget(self._words, 1)
        row.addWidget(self._copy)
        row.addWidget(self._details)
        self._clock = QTimer(self, interval=_TICK_MS)
        self._clock.timeout.connect(self._put)
        self._copy.clicked.connect(self._copy_command)
        self._details.clicked.connect(self._show_details)
        self.clear()

    def clear(self) -> None:
        """Say nothing."""
        self._show(str, "muted")

    def work(self, say: Callable[[], str]) -> None:
        """Something is going on; after two seconds it says for how long."""
        if self._began_s is None:
            self._began_s = time.monotonic()
        self._show(say, "muted", working=True)

    def tell(self, say: Callable[[], str]) -> None:
        """A plain sentence."""
        self._show(say, "muted")

    def succeed(self, say: Callable[[], str]) -> None:
        """It worked."""
        self._show(say, "good")
        self._good.show()
        self._announce()

    def fail(self, say: Callable[[], str], error: StelloError | None = None, *, command: str = "") -> None:
        """It did not, and what to do next; ``command`` can be copied."""
        self._show(say, "danger", error=error, command=command)
        self._bad.show()
        self._announce()

    def _show(
        self,
        say: Callable[[], str],
        tone: Tone,
        *,
        working: bool = False,
        error: StelloError | None = None,
        command: str = "",
    ) -> None:
        self._say, self._error, self._command = say, error, command
        if working:
            self._clock.start()
        else:
            self._began_s = None
            self._clock.stop()
        for picture in (self._good, self._bad):
            picture.hide()
        set_tone(self._words, tone)
        self._put()

    def _put(self) -> None:
        """Ask for the sentence again: another language, or another second."""
        words = self._say()
        passed_s = time.monotonic() - self._began_s if self._began_s is not None else 0.0
        if passed_s >= _PATIENCE_S:
            seconds = QLocale().toString(int(passed_s))
            words = filled(self.tr("%1 %2 s"), words, seconds)
        self._words.setText(words)
        self._copy.setText(self.tr("Copy"))
        self._copy.setAccessibleName(self.tr("Copy the command"))
        self._copy.setVisible(bool(self._command))
        self._details.setText(self.tr("Details"))
        self._details.setVisible(self._error is not None)
        self.setVisible(bool(words))

    def _announce(self) -> None:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._words, self._words.text()))

    def _copy_command(self) -> None:
        QGuiApplication.clipboard().setText(self._command)
        self._copy.setText(self.tr("Copied"))

    def _show_details(self) -> None:
        if self._error is not None:
            dialogs.show_details(self.window(), self._error, self._say())

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._put()
