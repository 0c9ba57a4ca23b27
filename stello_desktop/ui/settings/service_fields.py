"""The fields of one service, each with its word above it; what a newcomer need not see is folded away."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from stello_desktop.domain.addresses import same_origin
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.keys import KeyPlace
from stello_desktop.domain.services import ModelPrice, Service
from stello_desktop.domain.text import MAX_LABEL_CHARS, clean_label
from stello_desktop.ui.controls import plain_label
from stello_desktop.ui.elided_label import ElidedLabel
from stello_desktop.ui.line_field import LineField
from stello_desktop.ui.model_field import ModelField
from stello_desktop.ui.service_key import KeyField
from stello_desktop.ui.settings.address_field import AddressField
from stello_desktop.ui.settings.known_services import KnownService, address_meant, find_known, name_for
from stello_desktop.ui.settings.learnt_line import LearntLine
from stello_desktop.ui.settings.price_fields import PriceFields
from stello_desktop.ui.settings.rows import flush_link
from stello_desktop.ui.settings.trial import TrialAsk
from stello_desktop.workspace.workspace import Workspace


class ServiceFields(QWidget):
    """Fields for a service that is added or changed.

    Args:
        service: what is being changed; None for a new one, which has neither name nor price yet.

    Signals:
        changed: what was tested is no longer what stands here.
        submitted: Enter in one of the fields.
    """

    changed = Signal()
    submitted = Signal()

    def __init__(self, workspace: Workspace, service: Service | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._service = workspace, service
        self.name = LineField("serviceName", max_chars=MAX_LABEL_CHARS)
        self.key = KeyField(workspace, name="serviceKey")
        self.address = AddressField(workspace)
        self.model = ModelField("serviceModel")
        self._learnt = None if service is None else LearntLine(workspace, service, self.model, self)
        self.price = PriceFields() if service is not None else None
        self._told = ElidedLabel("serviceAddressTold")
        self.unfold = flush_link(name="serviceShowAddress")
        self._fold = QWidget()
        labels = 5 if self.price is None else 6
        self._labels = [plain_label(size="small", tone="muted") for _ in range(labels)]
        self._key_hint = plain_label(size="small", tone="warning", wrap=True, name="serviceKeyHint")
        self._build()
        self.unfold.clicked.connect(lambda: self.show_address(unfolded=True, focus=True))
        self.address.changed.connect(self._follow_address)
        self.key.changed.connect(self.changed)
        self.model.chosen.connect(self._follow_model)
        for submits in (self.key, self.address):
            submits.submitted.connect(self.submitted)
        if self.price is not None:
            self.price.submitted.connect(self.submitted)
        self.name.returnPressed.connect(self.submitted)
        self._put()
        self._retranslate()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(14)
        self._rows = [
            _labelled(label, field)
            for label, field in zip(
                self._labels, (self.name, self.key, self.address, self.model), strict=False
            )
        ]
        layout = self._rows[1].layout()
        if layout is not None:
            layout.addWidget(self._key_hint)
        told = QHBoxLayout()
        told.setContentsMargins(0, 0, 0, 0)
        told.addWidget(self._told, 1)
        told.addWidget(self.unfold)
        fold = QVBoxLayout(self._fold)
        fold.setContentsMargins(0, 0, 0, 0)
        fold.setSpacing(0)
        fold.addWidget(self._labels[4])
        fold.addLayout(told)
        name, key, address, model = self._rows
        asked = (name, address, key) if self._service is None else (name, key, address)
        for part in asked:
            column.addWidget(part)
        column.addWidget(self._fold)
        column.addWidget(model)
        if self._learnt is not None and (below_model := model.layout()) is not None:
            below_model.addWidget(self._learnt)
        if self.price is not None:
            column.addWidget(_labelled(self._labels[5], self.price))

    # -- what stands in them

    def _put(self) -> None:
        service = self._service
        self._rows[0].setVisible(service is not None)
        self._key_hint.hide()
        if service is not None:
            self.name.put(service.name)
            self.address.put(service.base_url)
            self.model.set_model(service.model)
            self._show_price(service.model)
            self.show_address(unfolded=False)

    def begin(self, known: KnownService | None) -> None:
        """Start a new service over; None for any address. The key of the one before does not stay."""
        self.key.clear()
        self.address.put(known.base_url if known is not None else "")
        self.model.set_model("")
        self.model.put_models((), asked=False)
        self._rows[1].setVisible(known is None or not known.local)
        self.show_address(unfolded=known is None)
        self.changed.emit()

    def show_address(self, *, unfolded: bool, focus: bool = False) -> None:
        """Open the address, and with it the key of a server that usually needs none."""
        self._rows[2].setVisible(unfolded)
        self._fold.setVisible(not unfolded)
        if unfolded:
            self._rows[1].show()
        if focus:
            self.address.edit.setFocus()
            self.address.edit.selectAll()
        self._retranslate()

    def show_key(self) -> None:
        """A server that usually needs no key wants one."""
        self._rows[1].show()

    def ask(self) -> TrialAsk:
        """What stands here now."""
        address = self.address.text()
        return TrialAsk(
            name=self.called(),
            address=address,
            key=self.key.text(),
            model=self.model.model,
            known=find_known(address),
            service_id=self._service_id(),
        )

    def called(self) -> str:
        """Its name: the person's, or the one of its address."""
        typed = clean_label(self.name.text()) if self._service is not None else ""
        return typed or name_for(self.address.text())

    def read_price(self) -> ModelPrice | None:
        """What the model costs; None where something is typed that is no amount."""
        if self.price is None:
            return ModelPrice(model=self.model.model)
        return self.price.read(self.model.model)

    def price_fault(self) -> str:
        """What is wrong with a price that cannot be read."""
        return "" if self.price is None else self.price.fault()

    @property
    def entered(self) -> tuple[str, ...]:
        """All that stands here, to tell whether the person has put something in."""
        price = () if self.price is None else self.price.texts
        return (self.name.text(), self.key.text(), self.address.text(), self.model.model, *price)

    @property
    def has_key(self) -> bool:
        """Whether there may be a key that an empty field leaves as it is; one that is surely nowhere is none."""
        if self._service is None or not self._service.needs_key:
            return False
        return self._workspace.keys.state(self._service).place is not KeyPlace.NONE

    @property
    def lacks_key(self) -> bool:
        """Whether this service answers nobody without a key, and none is there."""
        known = find_known(self.address.text())
        kept = self.has_key and not self.moves(address_meant(self.address.text()))
        return known is not None and not known.local and not kept and not self.key.text()

    @property
    def complete(self) -> bool:
        """Whether there is enough for a test."""
        return bool(self.address.text()) and not self.key.is_stray

    def moves(self, base_url: str) -> bool:
        """Whether this address is at another place than the service's own, so that its key stays behind (T9)."""
        return self._service is not None and not same_origin(base_url, self._service.base_url)

    def _service_id(self) -> ServiceId | None:
        return self._service.service_id if self._service is not None else None

    def _follow_address(self) -> None:
        """At another address the models are others, and the old key does not go along (T9)."""
        self.model.put_models((), asked=False)
        if self._service is not None:
            typed = address_meant(self.address.text())
            self._key_hint.setVisible(self._service.needs_key and self.moves(typed))
            self._say_what_an_empty_key_means()
        else:
            self.model.set_model("")
        self.changed.emit()

    def _follow_model(self, model: str) -> None:
        if self._learnt is not None:
            self._learnt.show_model(model)
        self._show_price(model)
        self.changed.emit()

    def _show_price(self, model: str) -> None:
        if self.price is not None and self._service is not None:
            self.price.put(self._service.price_of(model))

    # -- words

    def _retranslate(self) -> None:
        names = (
            self.tr("Name"),
            self.tr("Key"),
            self.tr("Address"),
            self.tr("Model"),
            self.tr("Address"),
            self.tr("Price per million tokens (optional)"),
        )
        for label, text in zip(self._labels, names, strict=False):
            label.setText(text)
        self.name.setAccessibleName(names[0])
        self.key.set_name(names[1])
        self._say_what_an_empty_key_means()
        self._key_hint.setText(
            self.tr("This is another address. The key stays with the old one; paste the key of this one.")
        )
        self._told.put(self.address.text())
        self.unfold.setText(self.tr("Change"))
        self.unfold.setAccessibleName(self.tr("Change the address %1").replace("%1", self.address.text()))

    def _say_what_an_empty_key_means(self) -> None:
        """The key of the old address is not kept for another one (T9)."""
        address = self.address.text()
        known = find_known(address)
        if self.has_key and not self.moves(address):
            words = self.tr("Leave empty to keep the key")
        elif known is not None and not known.local:
            words = self.tr("Paste the key here")
        else:
            words = self.tr("Leave empty where the service needs none")
        self.key.edit.setPlaceholderText(words)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_rows"):
            self._retranslate()


def _labelled(label: QLabel, field: QWidget) -> QWidget:
    """A field with its word above it."""
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    label.setBuddy(field)
    column.addWidget(label)
    column.addWidget(field)
    return holder
