"""The address of a service in any form, and below it the address that this form means (Q26)."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, QSignalBlocker, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from stello_desktop.domain.errors import InvalidAddress
from stello_desktop.ui import errors, tasks
from stello_desktop.ui.controls import plain_label, repolish, set_tone
from stello_desktop.ui.line_field import LineField
from stello_desktop.ui.settings.known_services import address_meant
from stello_desktop.workspace.workspace import Workspace


class AddressField(QWidget):
    """Signals: changed() another text; submitted() Enter."""

    changed = Signal()
    submitted = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.edit = LineField("serviceAddress")
        self.edit.setPlaceholderText("https://api.example.com/v1")
        self._outcome = plain_label(size="small", tone="muted", wrap=True, name="serviceOutcome")
        self._outcome.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.edit)
        column.addWidget(self._outcome)
        self.setFocusProxy(self.edit)
        self.edit.textChanged.connect(self._take)
        self.edit.editingFinished.connect(self._understand)
        self.edit.returnPressed.connect(self._submit)
        self._retranslate()

    def text(self) -> str:
        """What was typed, or the address of the service that was named."""
        return address_meant(self.edit.text())

    def put(self, address: str) -> None:
        """Another address, without telling anyone."""
        with QSignalBlocker(self.edit):
            self.edit.put(address)
        self._begin_meaning()

    def show_meaning(self) -> None:
        """Say again where messages go: a test may have found out more."""
        self._begin_meaning()

    def _take(self) -> None:
        self._begin_meaning()
        self.changed.emit()

    def _understand(self) -> None:
        """A name such as “openai” becomes its address."""
        meant = self.text()
        if meant != self.edit.text():
            self.edit.put(meant)

    def _submit(self) -> None:
        self._understand()
        self.submitted.emit()

    def _begin_meaning(self) -> None:
        self._mark(wrong=False)
        if not self.edit.text().strip():
            self._outcome.setText(self.tr("In any form, such as api.example.com or localhost:11434."))
            return
        tasks.start(self._show_meaning(self.edit.text()), self)

    async def _show_meaning(self, typed: str) -> None:
        try:
            base_url = await self._workspace.services.base_url(address_meant(typed))
        except InvalidAddress as error:
            words, wrong = errors.sentence(error), True
        else:
            words = self.tr("Messages go to %1").replace("%1", f"{base_url}/chat/completions")
            wrong = False
        if typed == self.edit.text():  # an answer about an older text is stale
            self._outcome.setText(words)
            self._mark(wrong=wrong)

    def _mark(self, *, wrong: bool) -> None:
        set_tone(self._outcome, "danger" if wrong else "muted")
        if self.edit.property("wrong") != wrong:
            self.edit.setProperty("wrong", wrong)
            repolish(self.edit)

    def _retranslate(self) -> None:
        self.edit.setAccessibleName(self.tr("Address"))
        self._begin_meaning()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
