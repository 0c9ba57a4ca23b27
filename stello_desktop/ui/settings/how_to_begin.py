"""Three lines on how to get a key, or how to start a server, and whose account pays."""

from __future__ import annotations

from typing import override
from urllib.parse import urlsplit

from PySide6.QtCore import QEvent, QLocale, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.ui.controls import plain_label, set_plain_tooltip
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.links import LinkGate
from stello_desktop.ui.settings.known_services import KnownService
from stello_desktop.ui.settings.rows import flush_link

_LINES = 3


class HowToBegin(QWidget):
    """Follows the service that is chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known: KnownService | None = None
        self._numbers = [plain_label(tone="accent", strong=True) for _ in range(_LINES)]
        self._lines = [plain_label(wrap=True, name=f"serviceStep{number}") for number in range(_LINES)]
        for words in self._lines:
            words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._costs = plain_label(size="small", tone="muted", wrap=True, name="serviceCosts")
        self._page = flush_link(icon="link", name="serviceKeyPage")
        self._copy = flush_link(icon="copy", name="serviceCopyCommand")
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        for number in range(_LINES):
            grid.addWidget(self._numbers[number], number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(self._lines[number], number, 1)
        ways = QHBoxLayout()
        ways.setContentsMargins(0, 0, 0, 0)
        ways.setSpacing(18)
        for way in (self._page, self._copy):
            ways.addWidget(way)
        ways.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(grid)
        column.addLayout(ways)
        column.addWidget(self._costs)
        self._page.clicked.connect(self._open_page)
        self._copy.clicked.connect(self._copy_command)
        self.show_service(None)

    def show_service(self, known: KnownService | None) -> None:
        """Another service; None for any other address."""
        self._known = known
        lines = known.steps_in(QLocale().name()) if known is not None else self._for_any_address()
        for number, (label, words) in enumerate(zip(self._lines, lines, strict=True)):
            label.setText(words)
            self._numbers[number].setText(QLocale().toString(number + 1))
        key_page = known.key_page if known is not None else ""
        self._page.setVisible(bool(key_page))
        self._page.setText(self.tr("Open %1").replace("%1", urlsplit(key_page).hostname or ""))
        set_plain_tooltip(self._page, key_page)
        self._copy.setVisible(known is not None and bool(known.pull))
        self._copy.setText(self.tr("Copy the command"))
        self._costs.setText(self._cost_words())

    def _for_any_address(self) -> tuple[str, ...]:
        return (
            self.tr("Find the address of the service, often called “OpenAI-compatible” or “base URL”."),
            self.tr("Enter it in any form, below."),
            self.tr("If the service wants a key, it gives one on its own website, often under “API keys”."),
        )

    def _cost_words(self) -> str:
        if self._known is not None and self._known.local:
            return self.tr("It runs on this computer. Nothing leaves it, and nothing is charged.")
        if self._known is not None:
            words = self.tr("What you use is charged by %1 to your own account there.")
            return filled(words, self._known.shown)
        return self.tr("What you use may be charged to your own account at that service.")

    def _open_page(self) -> None:
        if self._known is not None:
            host = urlsplit(self._known.key_page).hostname or ""
            LinkGate(self.window(), (host,)).open_link(self._known.key_page)

    def _copy_command(self) -> None:
        if self._known is not None:
            QGuiApplication.clipboard().setText(self._known.pull)
            self._copy.setText(self.tr("Copied"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.show_service(self._known)
