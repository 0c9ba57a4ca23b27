"""*Goes to*: which conversation gets a result or a reminder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import override

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import Topology
from stello_desktop.ui.field_button import FieldButton
from stello_desktop.ui.move_picker import PlacePicker
from stello_desktop.ui.twins import Twins

_MAX_CHARS = 60


class TargetField(FieldButton):
    """The near ones in a menu, every other by name.

    Args:
        near: what is offered at once, with the words that say why.
        allowed: everything that can be picked; asked anew each time.

    Signals:
        chosen: the person picked another conversation.
    """

    chosen = Signal(str)

    def __init__(
        self,
        name: str,
        topology: Callable[[], Topology],
        near: Callable[[], Sequence[tuple[SessionId, str]]],
        allowed: Callable[[], Sequence[SessionId]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(name, parent)
        self._topology, self._near, self._allowed = topology, near, allowed
        self._target: SessionId | None = None
        self.clicked.connect(self.open_choice)
        self.show_target(None)

    @property
    def target(self) -> SessionId | None:
        """What is chosen; None where nothing is, or what was is gone or archived."""
        entry = self._topology().get(self._target)
        return None if entry is None or entry.archived else self._target

    def show_target(self, target: SessionId | None) -> None:
        """Show a choice without telling anyone."""
        self._target = target
        topology = self._topology()
        words = self.tr("Choose a conversation")
        if self.target is not None:
            words = Twins(topology).path(self.target)
        self.put_words(self.tr("Goes to"), words, Qt.TextElideMode.ElideLeft)

    def open_choice(self) -> None:
        """The near ones first; with none of them at once the list of all."""
        near = list(self._near())
        if not near:
            self._open_picker()
            return
        menu = QMenu(self)
        menu.setObjectName(f"{self.objectName()}Menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        topology = self._topology()
        twins = Twins(topology)
        for session_id, why in near:
            label, hint = topology[session_id].label, twins.hint(session_id)
            cut = label if len(label) <= _MAX_CHARS else label[: _MAX_CHARS - 1] + "…"
            cut = f"{cut} ({hint})" if hint else cut
            action = menu.addAction(f"{cut}\t{why}".replace("&", "&&"))
            action.triggered.connect(lambda _checked=False, item=session_id: self._pick(item))
        menu.addSeparator()
        menu.addAction(self.tr("Another conversation…"), self._open_picker)
        menu.setActiveAction(menu.actions()[0])
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + 2)))

    def _open_picker(self) -> None:
        picker = PlacePicker(
            self, self._topology(), self._allowed(), heading=self.tr("It goes to…"), verb=self.tr("Choose")
        )
        picker.chosen.connect(self._pick)
        picker.open()

    def _pick(self, session_id: str) -> None:
        if session_id and session_id != self._target:
            self.show_target(SessionId(session_id))
            self.chosen.emit(session_id)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_target"):
            self.show_target(self._target)
