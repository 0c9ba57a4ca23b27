"""Adding any OpenAI-compatible service: address, key, model, one real test with its seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, override

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.services import Service
from stello_desktop.ui import errors, tasks
from stello_desktop.ui.controls import button, plain_label, set_tone
from stello_desktop.ui.service_key import KeyField
from stello_desktop.ui.service_words import check_words
from stello_desktop.ui.settings.known_services import (
    address_meant,
    find_known,
    is_here,
    known_services,
    name_for,
)
from stello_desktop.workspace.workspace import Workspace

_KEY_FAULTS: Final = frozenset({"provider.auth", "provider.no_credit", "invalid_key"})
_MODEL_FAULTS: Final = frozenset({"provider.not_found", "provider.bad_request", "provider.context_length"})


def _nothing() -> str:
    return ""


class ServiceForm(QWidget):
    """A list of well-known services, three fields and *Test and use*; nothing leaves before a click.

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
        self._say_news: Callable[[], str] = _nothing
        self._known = QComboBox()
        self._known.setObjectName("serviceKnown")
        self._address = QLineEdit()
        self._address.setObjectName("serviceAddress")
        self._address.setPlaceholderText("https://api.example.com/v1")
        self._key_field = KeyField(workspace, name="serviceKey")
        self._key = self._key_field.edit
        self._model = QComboBox()
        self._model.setObjectName("serviceModel")
        self._model.setEditable(True)
        self._list = button(name="serviceListModels")
        self._test = button(kind="primary", name="serviceTest")
        self._cancel = button(kind="quiet", name="serviceCancel")
        self._news = plain_label(wrap=True, name="serviceNews")
        self._where: QLabel = plain_label(size="small", tone="muted", wrap=True, name="serviceWhere")
        self._where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._labels = [plain_label() for _ in range(4)]
        self._build()
        self._list.clicked.connect(lambda: self._start(self._read_models()))
        self._test.clicked.connect(self._test_or_stop)
        self._cancel.clicked.connect(self._give_up)
        self._known.activated.connect(self._fill_address)
        self._address.editingFinished.connect(self._understand)
        self._address.textChanged.connect(self._show_known)
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
        form.addRow(self._labels[0], self._known)
        form.addRow(self._labels[1], self._address)
        form.addRow(self._labels[2], self._key_field)
        form.addRow(self._labels[3], models)
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
        self._say(_nothing)
        self._show_known()

    def focus_first(self) -> None:
        """Begin with the list of services; any other address can be typed below it."""
        self._known.setFocus()

    def _fill_address(self, index: int) -> None:
        """A service was chosen from the list."""
        if index < len(known_services()):
            self._address.setText(known_services()[index].base_url)
            self._key.setFocus()
        else:
            self._address.clear()
            self._address.setFocus()

    def _understand(self) -> None:
        """A name such as “openai” becomes its address."""
        meant = address_meant(self._address.text())
        if meant != self._address.text():
            self._address.setText(meant)

    def _show_known(self) -> None:
        """The list and the lines about the key follow the address."""
        typed = self._address.text()
        known = find_known(typed)
        other = len(known_services()) if typed.strip() else -1
        self._known.setCurrentIndex(known_services().index(known) if known is not None else other)
        if known is None:
            where = self.tr("You get a key on the service's own website, usually under “API keys”.")
        else:
            where = self.tr("You get a key at %1.").replace("%1", known.key_page)
        self._where.setText(
            "\n".join(
                (
                    where,
                    self.tr("What you use is charged to your own account there."),
                )
            )
        )

    @property
    def _busy(self) -> bool:
        return self._work is not None and not self._work.done()

    def _show_state(self) -> None:
        address = bool(self._address.text().strip())
        self._list.setEnabled(address and not self._busy)
        self._test.setEnabled(self._busy or (address and bool(self._model.currentText().strip())))
        self._test.setText(self.tr("Stop") if self._busy else self.tr("Test and use"))

    def _say(self, say: Callable[[], str], *, failed: bool = False, good: bool = False) -> None:
        """Show a sentence that is asked for again in another language."""
        self._say_news = say
        self._news.setText(say())
        set_tone(self._news, "danger" if failed else "good" if good else "muted")
        self._news.setVisible(bool(self._news.text()))
        self._show_state()

    def _start(self, work: object) -> None:
        if not asyncio.iscoroutine(work):
            return
        if self._busy:
            work.close()
            return
        self._understand()
        self._work = tasks.start(self._guarded(work), self)
        if self._list.hasFocus():
            self._test.setEnabled(True)
            self._test.setFocus()  # it is *Stop* now; a control that goes grey gives its focus to anybody
        self._show_state()

    async def _guarded(self, work: object) -> None:
        try:
            if asyncio.iscoroutine(work):
                await work
        except StelloError as error:
            self._work = None
            failure, name = error, name_for(self._address.text())
            self._say(lambda: errors.sentence_beside_fields(failure, name), failed=True)
            self._go_to(self._field_at_fault(failure))
        except asyncio.CancelledError:
            self._work = None
            self._say(lambda: self.tr("Stopped."))
            raise
        finally:
            self._work = None
            self._show_state()

    def _field_at_fault(self, error: StelloError) -> QWidget:
        if error.full_code in _KEY_FAULTS:
            return self._key
        return self._model if error.full_code in _MODEL_FAULTS else self._address

    def _go_to(self, field: QWidget) -> None:
        """Put the focus where the work goes on, unless the person is busy elsewhere by now."""
        focused = QApplication.focusWidget()
        if focused is None or self.isAncestorOf(focused):
            field.setFocus()
            if isinstance(field, QLineEdit):
                field.selectAll()

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
        self._say(lambda: self.tr("Asking for the models…"))
        models = await self._workspace.list_models(self._address.text(), self._key.text())
        chosen = self._model.currentText()
        with QSignalBlocker(self._model):
            self._model.clear()
            self._model.addItems([info.name for info in models if info.for_chat])
            if chosen:
                self._model.setCurrentText(chosen)
        self._go_to(self._model)
        if models:
            self._say(lambda: self.tr("%n model(s) found. Choose one.", "", len(models)))
        else:
            self._say(lambda: self.tr("The service lists no models. Type the name of one."))

    async def _add(self) -> None:
        self._say(lambda: self.tr("Sending one word as a test…"))
        address = self._address.text()
        service = await self._workspace.add_service(
            name=name_for(address),
            address=address,
            model=self._model.currentText().strip(),
            key=self._key.text(),
            local=is_here(address),
        )
        await self._finish(service)

    async def _finish(self, service: Service) -> None:
        try:
            check = await self._workspace.check_service(service)
        except BaseException:
            await self._workspace.remove_service(service.service_id)
            raise
        await self._workspace.use_service(service.service_id)
        self._say(lambda: check_words(check), good=True)
        self._key.clear()
        self.added.emit(service)

    # -- words

    def _retranslate(self) -> None:
        names = (self.tr("Service"), self.tr("Address"), self.tr("Key"), self.tr("Model"))
        fields = (self._known, self._address, self._key, self._model)
        for label, field, name in zip(self._labels, fields, names, strict=True):
            label.setText(name)
            field.setAccessibleName(name)
            label.setBuddy(field)
        self._key.setPlaceholderText(self.tr("Leave empty where the service needs none"))
        self._list.setText(self.tr("List models"))
        self._cancel.setText(self.tr("Cancel"))
        self._known.clear()
        self._known.addItems([*(known.name for known in known_services()), self.tr("Any other address")])
        self._known.setPlaceholderText(self.tr("Choose a service"))
        self._show_known()
        self._news.setText(self._say_news())
        self._show_state()

    @override
    def event(self, event: QEvent) -> bool:
        """Escape belongs to the form before any shortcut of the window."""
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
            self._give_up()
        else:
            super().keyPressEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
