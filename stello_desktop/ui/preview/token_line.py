"""How large the first request is, beside what the model reads (C-6)."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QEvent, QLocale, QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from stello_desktop.ui.controls import Glyph, plain_label, set_tone
from stello_desktop.ui.i18n import filled

WARN_SHARE: Final = 0.7
"""From this share on the line warns, as the conversation's own meter does."""


class TokenLine(QWidget):
    """“about 96 tokens”, with the model's limit where it is known and near."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("previewTokens")
        self._tokens = 0
        self._limit: int | None = None
        self._sign = Glyph("warning", "warning", 14)
        self._label = plain_label(size="small", tone="muted", name="previewTokensText")
        self._label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(5)
        row.addWidget(self._sign)
        row.addWidget(self._label, 0, Qt.AlignmentFlag.AlignVCenter)
        self._say()

    @property
    def words(self) -> str:
        """What it says."""
        return self._label.text()

    def show_tokens(self, tokens: int, limit: int | None) -> None:
        """Show an estimate; ``limit`` is what the model reads, None where nobody knows."""
        if (tokens, limit) != (self._tokens, self._limit):
            self._tokens, self._limit = tokens, limit
            self._say()

    def _say(self) -> None:
        limit, near = self._limit, False
        words = self.tr("about %n token(s)", "", self._tokens)
        if limit:
            near = self._tokens >= limit * WARN_SHARE
            words = filled(self.tr("%1 of %2"), words, QLocale().toString(limit))
        self._sign.setVisible(near)
        set_tone(self._label, "warning" if near else "muted")
        self._fit(words)
        self._label.setText(words)
        self._label.setAccessibleName(self.tr("The first request has %1").replace("%1", words))

    def _fit(self, words: str) -> None:
        """A fixed size that only grows: a number that changes at each key must not lay out the whole page."""
        metrics = self._label.fontMetrics()
        needed = QSize(metrics.horizontalAdvance(words) + 2, round(metrics.height() * 1.2))
        if needed.height() != self._label.height() or needed.width() > self._label.width():
            self._label.setFixedSize(needed)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.StyleChange} and hasattr(self, "_label"):
            self._say()
