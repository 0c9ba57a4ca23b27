"""Adding any OpenAI-compatible service: address, key, model, one real test with its seconds."""

from __future__ import annotations

import asyncio
from typing import override

from PySide6.QtCore import QEvent, QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.services import Service
from stello_desktop.ui import errors, tasks
from stello_desktop.ui.controls import button, plain_label, set_tone
from stello_desktop.ui.service_words import check_words
from stello_desktop.workspace.workspace import Workspace


class ServiceForm(QWidget):
    """Three fields and *Test and use*; nothing leaves before a click.

    Signals:
        added: the service answered and is the default now.
        cancelled: the person changed their mind.
    """

    added = Signal(object)
    cancelled = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._work: asyncio.Task[None] | None = None
        self._address = QLineEdit()
        self._address.setObjectName("serviceAddress")
        self._address.setPlaceholderText("https://api.example.com/v1")
        self._key = QLineEdit()
        self._key.setObjectName("serviceKey")
        self._key.setEchoMode(QLineEdit.EchoMode.Password)
        self._model = QComboBox()
        self._model.setObjectName("serviceModel")
        self._model.setEditable(True)
        self._list = button(name="serviceListModels")
        self._test = button(kind="primary", name="serviceTest")
        self._cancel = button(kind="quiet", name="serviceCancel")
        self._news = plain_label(wrap=True, name="serviceNews")
        self._where: QLabel = plain_label(size="small", tone="muted", wrap=True)
        self._labels = [plain_label() for _ in range(3)]
        self._build()
        self._list.clicked.connect(lambda: self._start(self._read_models()))
        self._test.clicked.connect(self._test_or_stop)
        self._cancel.clicked.connect(self._give_up)
        for field in (self._address, self._key, self._model.lineEdit()):
            if field is not None:
                field.textChanged.connect(self._show_state)
                field.returnPressed.connect(self._test_or_stop)
        self._retranslate()

    def _build(self) -> None:
        models = QHBoxLayout()
        models.setSpacing(8)
        models.addWidget(self._model, 1)
        models.addWidget(self._list)
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(10)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.addRow(self._labels[0], self._address)
        form.addRow(self._labels[1], self._key)
        form.addRow(self._labels[2], models)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self._cancel)
        foot.addWidget(self._test)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(12)
        column.addLayout(form)
        column.addWidget(self._where)
        column.addWidget(self._news)
        column.addLayout(foot)

    # -- state

    def clear(self) -> None:
        """Start over; the key is not kept in the field."""
        for field in (self._address, self._key):
            field.clear()
        self._model.clear()
        self._say("")

    def focus_address(self) -> None:
        """Let the person type."""
        self._address.setFocus()

    @property
    def _busy(self) -> bool:
        return self._work is not None and not self._work.done()

    def _show_state(self) -> None:
        address = bool(self._address.text().strip())
        self._list.setEnabled(address and not self._busy)
        self._test.setEnabled(self._busy or (address and bool(self._model.currentText().strip())))
        self._test.setText(self.tr("Stop") if self._busy else self.tr("Test and use"))

    def _say(self, words: str, *, failed: bool = False, good: bool = False) -> None:
        self._news.setText(words)
        set_tone(self._news, "danger" if failed else "good" if good else "muted")
        self._news.setVisible(bool(words))
        self._show_state()

    def _start(self, work: object) -> None:
        if self._busy or not asyncio.iscoroutine(work):
            return
        self._work = tasks.start(self._guarded(work), self)
        self._show_state()

    async def _guarded(self, work: object) -> None:
        try:
            if asyncio.iscoroutine(work):
                await work
        except StelloError as error:
            self._work = None
            self._say(errors.sentence(error), failed=True)
        except asyncio.CancelledError:
            self._work = None
            self._say(self.tr("Stopped."))
            raise
        finally:
            self._work = None
            self._show_state()

    def _test_or_stop(self) -> None:
        if self._busy and self._work is not None:
            self._work.cancel()
        elif self._test.isEnabled():
            self._start(self._add())

    def _give_up(self) -> None:
        if self._busy and self._work is not None:
            self._work.cancel()
        self.clear()
        self.cancelled.emit()

    # -- work

    async def _read_models(self) -> None:
        self._say(self.tr("Asking for the models…"))
        models = await self._workspace.list_models(self._address.text(), self._key.text())
        chosen = self._model.currentText()
        with QSignalBlocker(self._model):
            self._model.clear()
            self._model.addItems(list(models))
            if chosen:
                self._model.setCurrentText(chosen)
        if models:
            self._say(self.tr("%n model(s) found. Choose one.", "", len(models)))
        else:
            self._say(self.tr("The service lists no models. Type the name of one."))

    async def _add(self) -> None:
        self._say(self.tr("Sending one word as a test…"))
        service = await self._workspace.add_service(
            name=_name_from(self._address.text()),
            address=self._address.text(),
            model=self._model.currentText().strip(),
            key=self._key.text(),
        )
        await self._finish(service)

    async def _finish(self, service: Service) -> None:
        try:
            check = await self._workspace.check_service(service)
        except BaseException:
            await self._workspace.remove_service(service.service_id)
            raise
        await self._workspace.use_service(service.service_id)
        self._say(check_words(check), good=True)
        self._key.clear()
        self.added.emit(service)

    # -- words

    def _retranslate(self) -> None:
        names = (self.tr("Address"), self.tr("Key"), self.tr("Model"))
        for label, field, name in zip(
            self._labels, (self._address, self._key, self._model), names, strict=True
        ):
            label.setText(name)
            field.setAccessibleName(name)
            label.setBuddy(field)
        self._key.setPlaceholderText(self.tr("Leave empty where the service needs none"))
        self._list.setText(self.tr("List models"))
        self._cancel.setText(self.tr("Cancel"))
        self._where.setText(
            self.tr(
                "You get a key on the service's own website, usually under “API keys”. What you use is charged to your account there. "
                "The key is kept in memory only: it is never written down, so after a restart you paste it again."
            )
        )
        self._say(self._news.text())

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()


def _name_from(address: str) -> str:
    """A readable name: the host without ``api`` and ``www``."""
    host = address.rsplit("://", maxsplit=1)[-1].split("/", maxsplit=1)[0].split(":", maxsplit=1)[0]
    parts = [part for part in host.split(".") if part not in ("api", "www")]
    return ".".join(parts) or host
