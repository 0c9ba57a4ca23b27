"""The services that are set up, each in a row; many of them are made in small steps and can be filtered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, override

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QScrollArea, QVBoxLayout, QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.services import Service
from stello_desktop.ui.controls import line
from stello_desktop.ui.settings.service_card import ServiceCard
from stello_desktop.workspace.workspace import Workspace

AT_ONCE: Final = 4
"""Made before the first picture; the others follow one by one, so that no frame is late."""
MANY: Final = 8
"""From here on a filter stands above them."""


class ServiceCards(QWidget):
    """Follows the workspace: a service that was changed has another row, the others stay.

    Signals:
        chosen, change_requested, removal_requested: as of one row.
    """

    chosen = Signal(object)
    change_requested = Signal(object)
    removal_requested = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._rows: dict[ServiceId, tuple[ServiceCard, QWidget]] = {}
        self._wanted: ServiceId | None = None
        self._wants_change = False
        self._filter = QLineEdit()
        self._filter.setObjectName("serviceFilter")
        self._filter.setClearButtonEnabled(True)
        self._filter.hide()
        self._box = QVBoxLayout()
        self._box.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._filter_row = QVBoxLayout()
        self._filter_row.setContentsMargins(16, 8, 16, 6)
        self._filter_row.addWidget(self._filter)
        column.addLayout(self._filter_row)
        column.addLayout(self._box)
        self._making = QTimer(self, singleShot=True, interval=0)
        self._making.timeout.connect(lambda: self._make_missing(1))
        self._filter.textChanged.connect(self._narrow)
        unsubscribe = workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_: unsubscribe())
        self._show_services()
        self._retranslate()

    @property
    def cards(self) -> list[ServiceCard]:
        """Those that are made, in the order of the services."""
        return [row[0] for row in self._rows.values()]

    def take_focus(self, service: Service, *, changed: bool = False) -> None:
        """Go on at this service, once it is there."""
        self._wanted, self._wants_change = service.service_id, changed
        self._give_focus()

    def begin_at_chosen(self) -> None:
        """Where Qt has put the focus on a service that does not answer, which looks like the chosen one, it goes there."""
        chosen = self._workspace.answering.default
        if any(card.has_focus and card.service.service_id != chosen.service_id for card in self.cards):
            self.take_focus(chosen)

    def _follow(self, changes: Changes) -> None:
        if changes.services or changes.settings:
            self._show_services()

    def _show_services(self) -> None:
        services = {service.service_id: service for service in self._workspace.answering.services}
        for service_id, (card, below) in list(self._rows.items()):
            if services.get(service_id) != card.service:
                for part in (card, below):
                    part.hide()
                    part.deleteLater()
                del self._rows[service_id]
        self._make_missing(AT_ONCE)
        for card in self.cards:
            card.show_state()
        many = len(services) > MANY
        self._filter.setVisible(many)
        self._filter_row.setContentsMargins(16, 8 if many else 0, 16, 6 if many else 0)
        if not many:
            self._filter.clear()

    def _make_missing(self, count: int) -> None:
        """Make a few rows that are not there yet, each at its place."""
        services = self._workspace.answering.services
        missing = [(at, item) for at, item in enumerate(services) if item.service_id not in self._rows]
        for at, service in missing[:count]:
            card = ServiceCard(self._workspace, service)
            card.chosen.connect(self.chosen)
            card.change_requested.connect(self.change_requested)
            card.removal_requested.connect(self.removal_requested)
            below = line()
            before = [item.service_id for item in services[:at] if item.service_id in self._rows]
            self._box.insertWidget(2 * len(before), card)
            self._box.insertWidget(2 * len(before) + 1, below)
            self._rows[service.service_id] = (card, below)
            for part in (card, *card.findChildren(QWidget)):
                part.ensurePolished()  # dressed one by one, not all of them when the page is first seen
                part.sizeHint()
        order = {service.service_id: number for number, service in enumerate(services)}
        self._rows = dict(sorted(self._rows.items(), key=lambda item: order.get(item[0], len(order))))
        self._narrow()
        self._give_focus()
        if len(missing) > count:
            self._making.start()

    def _narrow(self) -> None:
        words, shown = self._filter.text(), list[QWidget]()
        for card, below in self._rows.values():
            fits = card.matches(words)
            card.setVisible(fits)
            below.setVisible(fits)
            shown += [below] if fits else []
        if shown:
            shown[-1].hide()

    def _give_focus(self) -> None:
        row = self._rows.get(self._wanted) if self._wanted is not None else None
        if row is None:
            return
        self._wanted = None
        card = row[0]
        if self._wants_change:
            card.take_focus_of_change()
        else:
            card.take_focus()
        area = next((item for item in _above(self) if isinstance(item, QScrollArea)), None)
        if area is not None:
            area.ensureWidgetVisible(card)

    def _retranslate(self) -> None:
        words = self.tr("Search your services")
        self._filter.setPlaceholderText(words)
        self._filter.setAccessibleName(words)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()


def _above(widget: QWidget) -> Iterator[QWidget]:
    parent = widget.parentWidget()
    while parent is not None:
        yield parent
        parent = parent.parentWidget()
