"""Another name or another model for a service that is set up; its address and its key stay."""

from __future__ import annotations

import asyncio
from typing import override

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.services import Service
from stello_desktop.domain.text import MAX_LABEL_CHARS
from stello_desktop.ui import errors, tasks
from stello_desktop.ui.controls import button, plain_label, set_tone
from stello_desktop.workspace.workspace import Workspace


class ServiceChange(QWidget):
    """Two fields below a service's row.

    Signals:
        closed: kept or given up; the fields may go.
    """

    closed = Signal()

    def __init__(self, workspace: Workspace, service: Service, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._service = workspace, service
        self._work: asyncio.Task[None] | None = None
        self._name = QLineEdit()
        self._name.setObjectName("changeName")
        self._name.setMaxLength(MAX_LABEL_CHARS)
        self._model = QComboBox()
        self._model.setObjectName("changeModel")
        self._model.setEditable(True)
        self._labels = [plain_label(), plain_label()]
        self._list = button(name="changeListModels")
        self._keep = button(kind="primary", name="changeKeep")
        self._cancel = button(kind="quiet", name="changeCancel")
        self._news = plain_label(size="small", tone="muted", wrap=True, name="changeNews")
        self._news.hide()
        self._lay_out()
        self._list.clicked.connect(self._read_models)
        self._keep.clicked.connect(self._save)
        self._cancel.clicked.connect(self.closed)
        for field in (self._name, self._model.lineEdit()):
            if field is not None:
                field.returnPressed.connect(self._save)
        self._retranslate()

    def _lay_out(self) -> None:
        models, foot = QHBoxLayout(), QHBoxLayout()
        models.addWidget(self._model, 1)
        models.addWidget(self._list)
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.addRow(self._labels[0], self._name)
        form.addRow(self._labels[1], models)
        foot.addStretch(1)
        foot.addWidget(self._cancel)
        foot.addWidget(self._keep)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 4)
        column.setSpacing(10)
        column.addLayout(form)
        column.addWidget(self._news)
        column.addLayout(foot)

    def begin(self) -> None:
        """Show what is there now."""
        self._name.setText(self._service.name)
        self._model.clear()
        self._model.setEditText(self._service.model)
        self._news.hide()
        self._name.setFocus()
        self._name.selectAll()

    def _read_models(self) -> None:
        if self._work is None or self._work.done():
            self._work = tasks.start(self._fetch_models(), self)

    async def _fetch_models(self) -> None:
        self._say(self.tr("Asking for the models…"))
        try:
            models = await self._workspace.list_models_of(self._service)
        except StelloError as error:
            self._say(errors.sentence_beside_fields(error, self._service.name), failed=True)
            return
        chosen = self._model.currentText()
        with QSignalBlocker(self._model):
            self._model.clear()
            self._model.addItems([info.name for info in models if info.for_chat])
            self._model.setCurrentText(chosen)
        self._model.setFocus()
        self._say(
            self.tr("%n model(s) found. Choose one.", "", len(models))
            if models
            else self.tr("The service lists no models. Type the name of one.")
        )

    def _say(self, words: str, *, failed: bool = False) -> None:
        self._news.setText(words)
        set_tone(self._news, "danger" if failed else "muted")
        self._news.show()

    def _save(self) -> None:
        name, model = self._name.text(), self._model.currentText()
        self.closed.emit()
        # The row is made anew with what was changed, so its task belongs to the page.
        owner = self.window()
        tasks.start(self._workspace.change_service(self._service.service_id, name=name, model=model), owner)

    def _retranslate(self) -> None:
        for label, field, name in zip(
            self._labels, (self._name, self._model), (self.tr("Name"), self.tr("Model")), strict=True
        ):
            label.setText(name)
            label.setBuddy(field)
            field.setAccessibleName(name)
        self._list.setText(self.tr("List models"))
        self._keep.setText(self.tr("Keep"))
        self._cancel.setText(self.tr("Cancel"))
        self._news.hide()

    @override
    def event(self, event: QEvent) -> bool:
        """Escape belongs to the fields before any shortcut of the window."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
