"""The middle of the panel: the messages, a sheet that lies over them, or a quiet page where there is nothing to read."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QStackedWidget, QWidget

from stello_desktop.ui.chat.canvas import TranscriptCanvas
from stello_desktop.ui.chat.conversation import Conversation
from stello_desktop.ui.chat.pages import EmptyPage

_PATIENCE_MS: Final = 300
"""What takes longer than this says that it is going on."""


class ChatBody(QStackedWidget):
    """Shows one thing at a time.

    Attributes:
        sheet: what lies over the messages; None for nothing.
    """

    def __init__(self, canvas: TranscriptCanvas, conversation: Conversation) -> None:
        super().__init__()
        self.sheet: QWidget | None = None
        self._canvas = canvas
        self._conversation = conversation
        self._there = False
        self._empty = EmptyPage()
        self._nothing = EmptyPage()
        self._opening = EmptyPage("chatOpening")
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._patience.timeout.connect(self._choose)
        for page in (canvas, self._empty, self._nothing, self._opening):
            self.addWidget(page)
        self._translate()

    def begin_opening(self) -> None:
        """Messages are being fetched; only where that takes long is it said."""
        self._patience.start()

    def cover(self, sheet: QWidget | None) -> None:
        """Lay a sheet over the messages, or take it away."""
        self.sheet = sheet
        if sheet is not None and self.indexOf(sheet) < 0:
            self.addWidget(sheet)
        self._choose()

    def show_now(self, *, there: bool) -> None:
        """Show what is there to be seen now; ``there`` is whether a conversation is open."""
        self._there = there
        self._choose()

    def _choose(self) -> None:
        if not self._there:
            self.setCurrentWidget(self._nothing)
            return
        loaded = self._conversation.is_loaded
        late = not loaded and not self._patience.isActive()
        quiet = self._opening if late else self._empty if loaded else self._canvas
        self.setCurrentWidget(self.sheet or (self._canvas if self._canvas.entries else quiet))

    def _translate(self) -> None:
        self._nothing.set_words(
            self.tr("No conversation is open"), self.tr("Choose one on the map or in the outline.")
        )
        self._empty.set_words(
            self.tr("Nothing here yet"),
            self.tr(
                "Ask something below. When a subject splits, Branch opens a conversation of its own for it. "
                "Note keeps a thought, which goes along with your next message."
            ),
        )
        self._opening.set_words(self.tr("Opening the conversation…"), "")

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._translate()
        super().changeEvent(event)
