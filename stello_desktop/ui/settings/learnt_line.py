"""What was learnt about the model of a service, and a way to have it forgotten."""

from __future__ import annotations

from dataclasses import replace
from typing import override

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from stello_desktop.domain.services import Service
from stello_desktop.ui.controls import plain_label
from stello_desktop.ui.service_words import learnt_words
from stello_desktop.ui.settings.rows import flush_link
from stello_desktop.workspace.workspace import Workspace


class LearntLine(QWidget):
    """Nothing where nothing was learnt. To forget is harmless: what is true shows again in the next answers.

    Args:
        next_field: where the focus goes when the link vanishes.
    """

    def __init__(
        self, workspace: Workspace, service: Service, next_field: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace, self._service = workspace, service
        self._next_field = next_field
        self._is_forgotten = False
        self._words = plain_label(size="small", tone="muted", wrap=True, name="serviceLearnt")
        self._forget = flush_link(name="serviceForget")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(self._words, 1)
        row.addWidget(self._forget, 0, Qt.AlignmentFlag.AlignTop)
        self._forget.clicked.connect(self._forget_it)
        self._retranslate()

    def show_model(self, model: str) -> None:
        """About another model of the same service."""
        self._service = replace(self._service, model=model)
        self._is_forgotten = False
        self._show()

    def _forget_it(self) -> None:
        self._is_forgotten = True
        self._workspace.learnt.forget(self._service)
        self._next_field.setFocus()
        self._show()

    def _show(self) -> None:
        words = learnt_words(self._workspace.learnt.about(self._service))
        self._forget.setVisible(bool(words))
        if not words and self._is_forgotten:
            words = self.tr("Forgotten. The next answers show again what is so.")
        self._words.setText(words)
        self.setVisible(bool(words))

    def _retranslate(self) -> None:
        self._forget.setText(self.tr("Forget"))
        self._forget.setAccessibleName(self.tr("Forget what was learnt about this model"))
        self._show()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
