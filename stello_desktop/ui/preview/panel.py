"""Everything about a branch that does not exist yet, from one `BranchPreview` (M-7, C-5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import override

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.domain.preview import BranchPreview
from stello_desktop.ui.controls import plain_label
from stello_desktop.ui.preview.composed_view import ComposedView
from stello_desktop.ui.preview.origin_table import OriginTable, beaten_instructions
from stello_desktop.ui.preview.request_view import RequestView
from stello_desktop.ui.preview.token_line import TokenLine
from stello_desktop.workspace.workspace import Workspace


class PreviewPanel(QWidget):
    """Composed instructions, what they beat, every other field with its origin, the size, the first request.

    Args:
        later: make the parts one by one with `making`, whose end has to come before a preview is shown.

    Attributes:
        top: the column above the composed instructions, for who lets people choose what to try.
        making: makes one part with each step.
    """

    def __init__(self, workspace: Workspace, parent: QWidget | None = None, *, later: bool = False) -> None:
        super().__init__(parent)
        self.setObjectName("previewPanel")
        self.preview: BranchPreview | None = None
        self._title = plain_label(size="large")
        self.tokens = TokenLine()
        self.top = QVBoxLayout()
        self.top.setSpacing(10)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.tokens)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(head)
        column.addLayout(self.top)
        self._put_words()
        self.making = self._make_parts(workspace, column)
        if not later:
            for _ in self.making:
                pass

    def _make_parts(self, workspace: Workspace, column: QVBoxLayout) -> Iterator[None]:
        self.composed = ComposedView()
        column.addWidget(self.composed)
        yield
        self.beaten = beaten_instructions(workspace)
        column.addWidget(self.beaten)
        self.origins = OriginTable(workspace)
        column.addWidget(self.origins)
        yield
        self.request = RequestView()
        column.addWidget(self.request)

    def show_preview(self, preview: BranchPreview) -> None:
        """Show another state of the same branch; only what differs is drawn anew."""
        self.preview = preview
        self.composed.show_segments(preview.segments)
        self.beaten.show_beaten(preview)
        self.origins.show_preview(preview)
        self.tokens.show_tokens(preview.tokens, preview.context_tokens)
        self.request.show_request(preview.parts, preview.request)

    def _put_words(self) -> None:
        self._title.setText(self.tr("What the branch will be told"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._put_words()
            if self.preview is not None:
                self.show_preview(self.preview)
