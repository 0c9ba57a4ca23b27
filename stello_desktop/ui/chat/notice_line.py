"""The one quiet line above the field: what is said last stands there, with at most one thing to do about it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from stello_desktop.ui.controls import button, plain_label

type Offer = str | Callable[[], object]
"""What the line's button is for: a text to put in at the cursor, or something to start."""


class NoticeLine(QHBoxLayout):
    """Whatever a line offered goes with it.

    Args:
        field: what is typed in below the line.

    Signals:
        pressed: the person wants what the line offers; where it offers nothing, to be rid of it.
    """

    pressed = Signal()

    def __init__(self, field: QWidget) -> None:
        super().__init__()
        self._field = field
        self._offer: Offer | None = None
        self._words = plain_label(tone="muted", size="small", wrap=True)
        self._words.setObjectName("composerNotice")
        self._button = button("", name="composerNoticeAction", kind="link")
        self._button.clicked.connect(self.pressed)
        self.addWidget(self._words, 1)
        self.addWidget(self._button)
        self.clear()

    def say(self, words: str, action: str = "", offer: Offer | None = None) -> None:
        """Say this in place of what stood here; ``action`` names the button, which is not there without a name."""
        self._offer = offer
        self._words.setText(words)
        self._words.show()
        self._button.setText(action)
        self._button.setVisible(bool(action))

    def renew(self, before: str, now: str) -> None:
        """Other words for a line that still stands; one that was closed stays closed."""
        if not self._words.isHidden() and self._words.text() == before:
            self._words.setText(now)

    def clear(self) -> None:
        """Take the line away."""
        self._offer = None
        self._words.clear()
        self._words.hide()
        self._button.hide()

    def offers(self, offer: Offer) -> bool:
        """Whether the line that stands here is for this."""
        return self._offer == offer

    def take(self) -> Offer | None:
        """Take the line away for what it offered; None where that was nothing."""
        offer = self._offer
        self.clear()
        return offer

    def withdraw(self, offer: Offer) -> None:
        """What this would do is not offered any more; whatever else stands here stays."""
        if self.offers(offer):
            held = self._button.hasFocus()
            self.clear()
            if held:
                self._field.setFocus()
