"""Choosing who answers: a field that says what is chosen, and a list of services and models to search in.

Used wherever a service and a model are chosen: in a profile, for a branch, for one conversation.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Final, override

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.nearness import is_here
from stello_desktop.domain.services import Service, ServiceKind
from stello_desktop.domain.text import clean_label
from stello_desktop.ui import errors, tasks
from stello_desktop.ui.field_button import FieldButton
from stello_desktop.ui.list_popup import ListPopup
from stello_desktop.ui.model_rows import Row, RowKind
from stello_desktop.ui.service_words import name_of, ref_words
from stello_desktop.workspace.workspace import Workspace

_INHERIT: Final = "inherit"
_SETTINGS: Final = "settings"


class ModelPopup(ListPopup):
    """All services and their models.

    A service on this computer is asked for its models as soon as the list opens. Asking another one is a row of its
    own, which no search hides: nothing leaves this computer for opening the list.

    Signals:
        chosen: a `ModelRef`, or None for what is inherited.
        settings_requested: the person wants a service that is not there yet.
    """

    chosen = Signal(object)
    settings_requested = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget, *, inherit_words: str = "") -> None:
        super().__init__("modelPopup", parent)
        self._workspace = workspace
        self._inherit_words = inherit_words
        self._silent: set[ServiceId] = set()
        self.picked.connect(self._pick)

    def open_below(self, place: QRect, current: ModelRef | None) -> None:
        """Show the list at this place of the screen."""
        self._show_rows(current)
        self.show_below(place)
        for service in self._workspace.answering.services:
            if service.kind is ServiceKind.OPENAI and not service.needs_key and is_here(service.base_url):
                tasks.start(self._look(service), self)

    def _show_rows(self, current: ModelRef | None) -> None:
        rows: list[Row] = []
        if self._inherit_words:
            rows.append(Row(RowKind.CHOICE, self._inherit_words, _INHERIT))
        for service in self._workspace.answering.services:
            rows.extend(self._rows_of(service, current))
        rows.append(Row(RowKind.ACTION, self.tr("Set up AI services…"), _SETTINGS, picture="settings"))
        shown = current if current is not None else _INHERIT if self._inherit_words else None
        self.list.put(rows, shown, self._by_hand)

    def _rows_of(self, service: Service, current: ModelRef | None) -> list[Row]:
        name = name_of(service)
        if service.kind is not ServiceKind.OPENAI:
            ref = ModelRef(service.service_id, service.model)
            return [Row(RowKind.CHOICE, name, ref)]
        known = {info.name: info for info in self._workspace.services.known_models(service) if info.for_chat}
        here = current is not None and current.service_id == service.service_id
        names = [service.model, *known, current.model if current is not None and here else ""]
        rows = [Row(RowKind.HEADING, name)]
        rows.extend(
            Row(
                RowKind.CHOICE,
                model,
                ModelRef(service.service_id, model),
                note=self.tr("not in its list") if known and model not in known else "",
                info=known.get(model),
                group=name,
            )
            for model in dict.fromkeys(item for item in names if item)
        )
        if not known:
            words = self.tr("Show all models of %1").replace("%1", name)
            asks = service.service_id not in self._silent
            rows.append(Row(RowKind.ACTION, words, service, group=name, stays=asks))
        return rows

    def _by_hand(self, typed: str) -> Sequence[Row]:
        """A name that no list has can be used as it is typed; what is found stands before it."""
        model = clean_label(typed)
        if not model:
            return ()
        words = self.tr("Use “%1”").replace("%1", model)
        return [
            Row(RowKind.CHOICE, words, ModelRef(service.service_id, model), note=name_of(service))
            for service in self._workspace.answering.services
            if service.kind is ServiceKind.OPENAI
        ]

    def _pick(self, row: Row) -> None:
        if isinstance(row.value, Service):
            tasks.start(self._ask(row.value), self)
            return
        self.close()
        if row.value == _SETTINGS:
            self.settings_requested.emit()
        else:
            self.chosen.emit(None if row.value == _INHERIT else row.value)

    async def _look(self, service: Service) -> None:
        """What a service on this computer has; one that does not answer can still be asked by its row."""
        before = self._workspace.services.known_models(service)
        with contextlib.suppress(StelloError):
            if await self._workspace.services.list_models_of(service) != before:
                self._show_again()

    async def _ask(self, service: Service) -> None:
        self.say(self.tr("Asking %1 for its models…").replace("%1", name_of(service)))
        try:
            found = await self._workspace.services.list_models_of(service)
        except StelloError as error:
            found = ()
            self.say(errors.sentence_beside_fields(error, name_of(service)), failed=True)
        else:
            self.say(
                ""
                if found
                else self.tr("This service lists no models. Type the name of one in the search line.")
            )
        if not found:
            self._silent.add(service.service_id)
        self._show_again()
        self.list.search.setFocus()

    def _show_again(self) -> None:
        """With what has come; who has gone to a row meanwhile is still there."""
        current, here = self.list.rows.current, self.list.row
        self._show_rows(current if isinstance(current, ModelRef) else None)
        if here is not None and here.kind is RowKind.CHOICE:
            self.list.go_to(here.value)


class ModelChooser(FieldButton):
    """A field that opens the list.

    Args:
        inherit_words: what it is called that nothing is chosen here, such as “As in the source”; where
            it is empty something has to be chosen.

    Signals:
        chosen: the person picked something else; a `ModelRef`, or None for what is inherited.
        settings_requested: the person wants a service that is not there yet.
    """

    chosen = Signal(object)
    settings_requested = Signal()

    def __init__(self, workspace: Workspace, inherit_words: str = "", parent: QWidget | None = None) -> None:
        super().__init__("modelChooser", parent)
        self._workspace = workspace
        self._about, self._inherit_words = "", inherit_words
        self._choice: ModelRef | None = None
        self.clicked.connect(self.open)
        unsubscribe = workspace.feed.subscribe(
            lambda changes: self._show() if changes.services or changes.settings else None
        )
        self.destroyed.connect(lambda *_: unsubscribe())
        self._show()

    @property
    def choice(self) -> ModelRef | None:
        """What is chosen; None for what is inherited."""
        return self._choice

    def set_choice(self, ref: ModelRef | None) -> None:
        """Show a choice without telling anyone."""
        self._choice = ref
        self._show()

    @override
    def put_words(self, label: str, words: str, cut: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle) -> None:
        """What the field is about, for a screen reader, and the words for nothing chosen; again in another language."""
        self._about, self._inherit_words = label, words
        self._show()

    def open(self) -> None:
        """Open the list."""
        popup = ModelPopup(self._workspace, self, inherit_words=self._inherit_words)
        popup.chosen.connect(self._pick)
        popup.settings_requested.connect(self.settings_requested)
        popup.open_below(QRect(self.mapToGlobal(QPoint(0, 0)), self.size()), self._choice)

    def _pick(self, ref: ModelRef | None) -> None:
        if ref != self._choice:
            self.set_choice(ref)
            self.chosen.emit(ref)

    def _show(self) -> None:
        words = self._inherit_words if self._choice is None else ref_words(self._workspace, self._choice)
        about = self._about or self.tr("AI service")
        super().put_words(about, words or self.tr("Choose a model"), Qt.TextElideMode.ElideMiddle)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_choice"):
            self._show()
