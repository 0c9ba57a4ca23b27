"""*What is sent?*: exactly what the next message would send, part by part (C-5)."""

from __future__ import annotations

from typing import override

from PySide6.QtWidgets import QWidget

from stello_desktop.domain.composition import NextRequest
from stello_desktop.domain.facts import SessionFacts
from stello_desktop.ui.inspector.section import Section
from stello_desktop.ui.preview.request_view import RequestView
from stello_desktop.ui.preview.token_line import TokenLine


class SentSection(Section):
    """Filled with `show_request` whenever the draft or the messages change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("inspectSent", parent)
        self.tokens = TokenLine()
        self.view = RequestView(next_one=True)
        self.head.addWidget(self.tokens)
        self.body.addWidget(self.view)
        self.put_words()

    @override
    def put_words(self) -> None:
        self.title.setText(self.tr("What is sent next"))

    @override
    def show_facts(self, facts: SessionFacts) -> None:
        """The parts are shown by themselves; they take longer."""

    def show_request(self, request: NextRequest) -> None:
        """Show a request beside what the model reads (C-6); one that is shortened is as large as its parts."""
        tokens = sum(part.tokens for part in request.parts) if request.shortened else request.tokens
        self.tokens.show_tokens(tokens, request.limit)
        self.view.show_request(request.parts, None, request.waiting)
