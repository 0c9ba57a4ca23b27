"""Which service: a list of well-known ones to search in, those on this computer first, any other address last."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from stello_desktop.ui.model_list import ModelList
from stello_desktop.ui.model_rows import Row, RowKind
from stello_desktop.ui.settings.known_services import KnownService, known_services

_OTHER: Final = "other"


class PresetList(QWidget):
    """Walking along the list shows each service; Enter goes on to its fields.

    Signals:
        shown: a `KnownService`, or None for another address.
        entered: Enter or a click; the fields are next.
    """

    shown = Signal(object)
    entered = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = ModelList("serviceKnown")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.list)
        self.setFocusProxy(self.list.search)
        self._now: KnownService | str | None = None
        self.list.moved.connect(self._show)
        self.list.picked.connect(self._enter)
        self._retranslate()

    def choose(self, known: KnownService | None) -> None:
        """Mark a service without telling anyone; None for another address."""
        self._now = known or _OTHER
        self.list.choose(self._now)

    def _show(self, row: Row) -> None:
        if row.value == self._now:
            return
        self._now = row.value
        self.list.rows.current = row.value
        self.shown.emit(row.value if isinstance(row.value, KnownService) else None)

    def _enter(self, row: Row) -> None:
        self._show(row)
        self.entered.emit()

    def _retranslate(self) -> None:
        local, remote = self.tr("On this computer, without a key"), self.tr("With a key of your own")
        rows = [Row(RowKind.HEADING, remote), *_rows_of(local=False)]
        rows += [Row(RowKind.HEADING, local), *_rows_of(local=True)]
        rows += [
            Row(RowKind.HEADING, self.tr("Anything else")),
            Row(RowKind.CHOICE, self.tr("Another address"), _OTHER, group="http https url localhost"),
        ]
        self.list.put_words(
            self.tr("Search services"),
            self.tr("AI services"),
            self.tr("Not in the list. Choose “Another address”."),
        )
        self.list.put(rows, self._now, self._by_hand)

    def _by_hand(self, _typed: str) -> list[Row]:
        """Whatever is searched for, another address is a way."""
        shown = self.list.rows.find(_OTHER) >= 0
        return [] if shown else [Row(RowKind.CHOICE, self.tr("Another address"), _OTHER)]

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()


def _rows_of(*, local: bool) -> list[Row]:
    return [
        Row(RowKind.CHOICE, known.shown, known, group=known.search_words)
        for known in known_services()
        if known.local is local
    ]
