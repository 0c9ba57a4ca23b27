"""*Hangs under*: where a new branch stands in the tree (F-3, F-8, O-1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import StrategyKind, Topology
from stello_desktop.ui.field_button import FieldButton
from stello_desktop.ui.move_picker import PlacePicker


def usual_place(topology: Topology, source: SessionId) -> SessionId:
    """Where a branch of ``source`` hangs unless the person says otherwise (O-1)."""
    root = topology.root_of(source)
    return root if topology[root].strategy == StrategyKind.FLAT else source


def allowed_places(topology: Topology, source: SessionId) -> list[SessionId]:
    """Every living place; an archived one only where the source itself hangs there (F-3)."""
    own = topology.parent(source)
    return [item for item in topology.walk() if not topology[item].archived or item == own]


class PlaceField(FieldButton):
    """The field.

    Signals:
        chosen: the person picked a conversation, or None for the usual place.
    """

    chosen = Signal(object)

    def __init__(
        self, topology: Callable[[], Topology], source: SessionId, parent: QWidget | None = None
    ) -> None:
        super().__init__("branchParent", parent)
        self._topology = topology
        self._source = source
        self._place: SessionId | None = None
        self.clicked.connect(self._open)
        self.show_place(None)

    @property
    def place(self) -> SessionId | None:
        """What was chosen; None for the usual place."""
        return self._place

    def show_place(self, place: SessionId | None) -> None:
        """Show a choice without telling anyone; one that is gone or archived by now is the usual place."""
        topology = self._topology()
        if self._source not in topology:
            return
        self._place = place if place in topology and place in allowed_places(topology, self._source) else None
        target = self._place or usual_place(topology, self._source)
        labels = [topology[item].label for item in topology.path(target)]
        self.put_words(self.tr("Hangs under"), " › ".join(labels), Qt.TextElideMode.ElideLeft)

    def _open(self) -> None:
        topology = self._topology()
        if self._source not in topology:
            return
        usual = topology[usual_place(topology, self._source)].label
        picker = PlacePicker(
            self,
            topology,
            allowed_places(topology, self._source),
            heading=self.tr("The branch hangs under…"),
            verb=self.tr("Choose"),
            first=self.tr("Where this project puts its branches: “%1”").replace("%1", usual),
        )
        picker.chosen.connect(self._pick)
        picker.open()

    def _pick(self, place: str) -> None:
        wanted = SessionId(place) if place else None
        if wanted != self._place:
            self.show_place(wanted)
            self.chosen.emit(self._place)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_place"):
            self.show_place(self._place)
